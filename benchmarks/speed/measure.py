"""Run commands, each as a process of its own, and measure what they cost. Needs Linux."""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

Command = Sequence[str | Path]

_PERIOD = 0.05
_STATUS = re.compile(r"^(VmHWM|RssAnon|RssFile):\s+(\d+)", re.MULTILINE)


@dataclass(frozen=True)
class Cost:
    """What a command cost."""

    wall: float  # seconds
    cpu: float | None = None  # seconds of all processes
    memory: float | None = None  # the most MB that its processes held at one time; files that several map count once
    disk: float | None = None  # MB that it left
    stages: Mapping[str, float] = field(default_factory=dict)  # seconds that it reports of itself, by name


@dataclass(frozen=True)
class Job:
    """A command that is measured, perhaps several times."""

    item: str  # what is done, the same for all that are compared: `JSON Lines`
    system: str  # what does it: `kg`
    command: Command
    before: Callable[[], object] = tuple  # done before each run, not measured
    leaves: Path | None = None  # what it leaves on the disk
    reports: Path | None = None  # the JSON file into which it writes its stages


def in_turn(jobs: Sequence[Job], repeats: int) -> Iterator[tuple[Job, Cost]]:
    """Run jobs in turn, so that a drift of the machine hits all of them, and yield the middle run of each."""
    runs: list[list[Cost]] = [[] for _ in jobs]
    for _ in range(repeats):
        for job, costs in zip(jobs, runs, strict=True):
            costs.append(_run(job))
    for job, costs in zip(jobs, runs, strict=True):
        yield job, sorted(costs, key=lambda cost: cost.wall)[len(costs) // 2]


def _run(job: Job) -> Cost:
    job.before()
    cost = measure(job.command)
    disk = megabytes(job.leaves) if job.leaves else None
    return replace(cost, disk=disk, stages=json.loads(job.reports.read_text()) if job.reports else {})


def measure(command: Command) -> Cost:
    """Run a command and return what it cost.

    Raises:
        CalledProcessError: If it fails; what it wrote to stderr is passed on.
    """
    started = time.perf_counter()
    with _started(command) as process:
        memory = _watch(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(wall, usage.ru_utime + usage.ru_stime, memory)


@contextmanager
def _started(command: Command) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process with a group of its own, all of which is ended if we are."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        yield process
    except BaseException:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        raise


def _watch(pid: int) -> float:
    """Wait until a process ends, and return the most MB that it and its children held."""
    most = 0.0
    ended, waiting = os.pidfd_open(pid), select.poll()
    waiting.register(ended, select.POLLIN)
    while not waiting.poll(1_000 * _PERIOD):
        most = max(most, _held(pid))
    os.close(ended)
    return most


def _held(pid: int) -> float:
    """Return the MB that a process and its children hold, or that one of them has held, if that is more.

    Their proportional shares would be more exact, but the system walks all pages to find them. The most that the system
    remembers of a process when it has ended (`ru_maxrss`) counts what our own process held when it was started.
    """
    own, files, most = 0, 0, 0
    for each in (pid, *children(pid)):
        with suppress(OSError):  # it has ended
            found = dict(_STATUS.findall(Path(f"/proc/{each}/status").read_text()))
            own += int(found.get("RssAnon", 0))
            files = max(files, int(found.get("RssFile", 0)))
            most = max(most, int(found.get("VmHWM", 0)))
    return max(own + files, most) / 1024


def children(pid: int) -> list[int]:
    """Return the processes below a process."""
    found: list[int] = []
    with suppress(OSError):  # it has ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return [*found, *(below for child in found for below in children(child))]


def megabytes(path: Path) -> float:
    """Return what a file or directory takes on the disk."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return sum(each.stat().st_size for each in files) / 2**20


def remove(*paths: Path) -> None:
    """Remove files and directories, if they are there."""
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
