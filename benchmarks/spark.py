"""Measure `kg build --engine spark` on a cluster of this machine, beside the embedded engine, in one run.

    python benchmarks/spark.py [--sizes 1000 4000] [--workers 1 2]

Each worker is a process with one core. CPU seconds are those of all processes, of the driver and of the cluster,
as `/proc` tells (Linux); on a busy machine they say more than seconds on the wall. From the two largest sizes follows
what one more profile costs, and from that what ten million would, if it stays so.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import spark_cluster
from speed.measure import Failed
from speed.rows import Row
from synthetic import write_project

KG = [sys.executable, "-m", "kg", "build"]
FEW = 1_000
MANY = 10_000_000

_TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """What a build cost.

    Attributes:
        wall: Seconds on the wall.
        cpu: Seconds of processors.
        memory: Megabytes of the largest Python process of the driver.
    """

    wall: float
    cpu: float
    memory: float


class Watch:
    """Adds up the CPU time of processes and of all that they start, as long as it runs."""

    def __init__(self, roots: Sequence[int]) -> None:
        self._roots = roots
        self._seen: dict[int, float] = {}
        self._before: dict[int, float] = {}
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Watch":
        self._look(self._before)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self._thread.join()

    @property
    def cpu(self) -> float:
        """Seconds so far."""
        return sum(self._seen.values()) - sum(self._before.values())

    def _run(self) -> None:
        while not self._ends.wait(0.2):
            self._look(self._seen)

    def _look(self, seen: dict[int, float]) -> None:
        for pid in list(_family(self._roots)):
            seen[pid] = max(seen.get(pid, 0.0), _cpu(pid))


def _family(roots: Sequence[int]) -> Iterator[int]:
    for pid in roots:
        yield pid
        yield from _family(spark_cluster.children(pid))


def _cpu(pid: int) -> float:
    """Return the CPU seconds of a process, without its children."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / _TICKS


def measured(command: Sequence[str], others: Sequence[int] = ()) -> Cost:
    """Run a build and return what it cost, with what it made other processes do."""
    started = time.perf_counter()
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as build:
        with Watch([build.pid, *others]) as watch:
            error = build.stderr.read() if build.stderr else b""
            _, status, usage = os.wait4(build.pid, 0)
        build.returncode = os.waitstatus_to_exitcode(status)
    if build.returncode:
        raise Failed(f"{' '.join(command)} failed: {error.decode()}")
    return Cost(time.perf_counter() - started, watch.cpu, usage.ru_maxrss / 1024)


def embedded(project: Path, directory: Path) -> Cost:
    """Measure the embedded engine, with two processes."""
    out = str(directory / "release")
    return measured([*KG, str(project), "--out", out, "--workers", "2"])


def on_spark(project: Path, directory: Path, workers: int) -> Cost:
    """Measure a build on a cluster."""
    (directory / "cluster").mkdir()
    options = [f"--spark={name}={value}" for name, value in spark_cluster.SETTINGS.items()]
    with spark_cluster.cluster(directory / "cluster", workers=workers) as cluster:
        engine = ["--engine", "spark", "--master", cluster.master, *options]
        pids = [worker.pid for worker in cluster.workers]
        return measured([*KG, str(project), "--out", str(directory / "graph"), *engine], pids)


def rows(work: Path, sizes: Sequence[int]) -> Iterator[Row]:
    """Yield what a build of a thousand profiles costs with one and with two workers, beside the embedded engine.

    What is told of memory is that of the driver's Python.
    """
    size = min(FEW, max(sizes))
    if missing := spark_cluster.missing():
        yield Row("spark", "build", "Spark", size, note=missing)
        return
    for engine, cost in _compared(size, (1, 2), work):
        yield Row("spark", "build", engine, size, cost.wall, cost.cpu, cost.memory)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 4000])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    arguments = parser.parse_args()
    if missing := spark_cluster.missing():
        sys.exit(missing)
    costs: dict[tuple[str, int], Cost] = {}
    print("| profiles | engine | s | CPU s | MB |\n|---:|---|---:|---:|---:|")
    for size in sorted(arguments.sizes):
        for engine, cost in _compared(size, arguments.workers, Path(tempfile.gettempdir())):
            costs[engine, size] = cost
            print(f"| {size:,} | {engine} | {cost.wall:.1f} | {cost.cpu:.1f} | {cost.memory:.0f} |", flush=True)
    for line in _growth(costs):
        print(line)


def _compared(size: int, workers: Sequence[int], work: Path) -> Iterator[tuple[str, Cost]]:
    """Yield what each engine costs; each gets a project of its own below WORK, since a build writes into it."""
    engines = {"embedded, 2 processes": 0, **{f"Spark, {n} worker{'s' * (n > 1)}": n for n in workers}}
    for engine, count in engines.items():
        directory = Path(tempfile.mkdtemp(prefix="kg-spark-", dir=work))
        try:
            write_project(size, directory / "project", as_yaml=False)
            build = on_spark(directory / "project", directory, count) if count else None
            yield engine, build or embedded(directory / "project", directory)
        finally:
            shutil.rmtree(directory, ignore_errors=True)


def _growth(costs: dict[tuple[str, int], Cost]) -> Iterator[str]:
    """Yield what one more profile costs, and what very many would if it stays so."""
    for engine in dict.fromkeys(engine for engine, _ in costs):
        sizes = sorted(size for each, size in costs if each == engine)
        for few, many in list(pairwise(sizes))[-1:]:
            each = (costs[engine, many].cpu - costs[engine, few].cpu) / (many - few)
            hours = each * MANY / 3600
            yield f"{engine}: {each * 1000:.1f} CPU ms a profile more; {MANY:,} profiles: about {hours:.0f} core hours"


if __name__ == "__main__":
    main()
