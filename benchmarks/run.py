"""Measure `kg build` beside its peers, in one run, and print the tables of RESULTS.md.

    python benchmarks/run.py [--sizes 1000 10000] [--repeats 3] [--rdflib-up-to 10000]

Every command is a process of its own; commands to be compared take turns, so that a drift of the
machine hits all of them. Memory is the largest process of each command.
"""

import argparse
import gzip
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from synthetic import write_project

HERE = Path(__file__).parent
PYTHON = sys.executable
KG = str(Path(PYTHON).parent / "kg")


class Run(NamedTuple):
    """What a command cost: seconds on the wall and of processors, and MB of its largest process."""

    wall: float
    cpu: float
    memory: float


def measure(command: list[str]) -> Run:
    """Run a command and return what it cost."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read() if process.stderr else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(command)} failed: {error.decode()}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def in_turn(commands: dict[str, Callable[[], list[str]]], repeats: int) -> dict[str, Run]:
    """Run commands in turn, several times, and return the median cost of each."""
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            runs[name].append(measure(command()))
    return {name: Run(*map(statistics.median, zip(*found, strict=True))) for name, found in runs.items()}


def build_table(size: int, repeats: int, *, with_rdflib: bool, as_yaml: bool) -> str:
    """Compare building with loading the finished file and with the plain script."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        write_project(size, work / "project", as_yaml=as_yaml)

        def build() -> list[str]:
            shutil.rmtree(work / "build", ignore_errors=True)
            return [KG, "build", str(work / "project"), "--out", str(work / "build"), "--skip-validation"]

        def load() -> list[str]:
            shutil.rmtree(work / "store", ignore_errors=True)
            return [PYTHON, str(HERE / "bulk_load.py"), str(work / "graph.nq"), str(work / "store")]

        def plain(suffix: str) -> list[str]:
            return [PYTHON, str(HERE / "plain_rdflib.py"), str(work / "project"), str(work / f"plain{suffix}")]

        measure(build())
        with gzip.open(work / "build/current/graph.nq.gz") as packed, (work / "graph.nq").open("wb") as file:
            shutil.copyfileobj(packed, file)
        commands = {"bulk load of the finished file": load, "kg build --skip-validation": build}
        costs = in_turn(commands, repeats)
        if with_rdflib:
            scripts = {
                "plain rdflib script, to Turtle": lambda: plain(".ttl"),
                "plain rdflib script, to N-Triples": lambda: plain(".nt"),
            }
            costs |= in_turn(scripts, 1)
    form = "YAML files" if as_yaml else "JSON Lines"
    return _table(f"{size:,} profiles, {form}", costs, "bulk load of the finished file")


def validation_table(size: int) -> str:
    """Compare a build with validation with the plain script with pySHACL."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        write_project(size, work / "project", as_yaml=False)
        costs = in_turn(
            {
                "kg build": lambda: [KG, "build", str(work / "project"), "--out", str(work / "build")],
                "plain rdflib + pySHACL script": lambda: [
                    PYTHON, str(HERE / "plain_rdflib.py"), str(work / "project"), str(work / "plain.ttl"), "--validate"
                ],
            },
            1,
        )  # fmt: skip
    return _table(f"{size:,} profiles with validation", costs, "kg build")


def startup_table(repeats: int) -> str:
    """Compare the help with the import of typer alone."""
    costs = in_turn(
        {"python -c 'import typer'": lambda: [PYTHON, "-c", "import typer"], "kg --help": lambda: [KG, "--help"]},
        repeats,
    )
    return _table("Start-up", costs, "python -c 'import typer'", digits=3)


def _table(title: str, costs: dict[str, Run], base: str, digits: int = 1) -> str:
    lines = [
        f"### {title}\n",
        "| command | wall s | cpu s | peak MB | wall ratio | memory ratio |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, run in costs.items():
        wall, memory = run.wall / costs[base].wall, run.memory / costs[base].memory
        lines.append(
            f"| {name} | {run.wall:.{digits}f} | {run.cpu:.{digits}f} | {run.memory:,.0f} | {wall:.2f} | {memory:.2f} |"
        )
    return "\n".join(lines) + "\n"


def machine() -> str:
    """Describe the machine."""
    model = next((line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if "model name" in line), "")
    memory = next((int(line.split()[1]) // 2**20 for line in _lines("/proc/meminfo") if "MemTotal" in line), 0)
    system = f"{platform.system()} {platform.release().partition('-')[0]}"
    return f"{os.cpu_count()} cores ({model}), {memory} GB, {system}, Python {platform.python_version()}"


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--rdflib-up-to", type=int, default=10_000)
    arguments = parser.parse_args()
    print(f"Machine: {machine()}\n")
    for size in arguments.sizes:
        for as_yaml in (False, True):
            with_rdflib = size <= arguments.rdflib_up_to
            print(build_table(size, arguments.repeats, with_rdflib=with_rdflib, as_yaml=as_yaml), flush=True)
    print(validation_table(200), flush=True)
    print(startup_table(20), flush=True)


if __name__ == "__main__":
    main()
