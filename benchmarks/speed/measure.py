"""Run commands, each as a process of its own, and tell what they cost."""

import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

Command = Sequence[str]

_PERIOD = 0.05
_STATUS = re.compile(r"^(VmHWM|RssAnon|RssFile):\s+(\d+)", re.MULTILINE)


class Failed(Exception):
    """A command failed, or took too long."""


def command(*parts: str | Path) -> Command:
    """Return a command of its parts.

    >>> command("ls", Path("/tmp"))
    ['ls', '/tmp']
    """
    return [str(part) for part in parts]


@dataclass(frozen=True)
class Cost:
    """What commands cost.

    Attributes:
        wall: Seconds on the wall.
        cpu: Seconds of processors, of all their processes.
        memory: The most MB that their processes held at one time; files that several have mapped count once.
        disk: MB that they left, where the job says what that is.
        told: What a command told of itself, such as seconds by stage.
    """

    wall: float
    cpu: float
    memory: float
    disk: float | None = None
    told: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """Commands that are measured as one.

    Attributes:
        item: What is done, the same for all that are compared, such as `JSON Lines`.
        system: What does it, such as `kg`.
        commands: What is run, one after the other.
        before: Done before each run, without being measured.
        leaves: What it leaves on the disk.
        tells: Where a command writes what it tells of itself, a JSON object of numbers.
        repeats: How often it may run at most.
    """

    item: str
    system: str
    commands: Sequence[Command]
    before: Callable[[], object] = tuple
    leaves: Path | None = None
    tells: Path | None = None
    repeats: int = 3


def in_turn(jobs: Sequence[Job], repeats: int, limit: float) -> list[tuple[Job, Cost | Failed]]:
    """Run jobs in turn, so that a drift of the machine hits all of them, and return the middle run of each.

    Args:
        jobs: What to run; one that failed does not run again.
        repeats: How often each runs.
        limit: Seconds after which a command is ended.
    """
    runs: list[list[Cost]] = [[] for _ in jobs]
    failed: dict[int, Failed] = {}
    for turn in range(repeats):
        for number, job in enumerate(jobs):
            if turn < job.repeats and number not in failed:
                try:
                    runs[number].append(run(job, limit))
                except Failed as error:
                    failed[number] = error
    return [(job, failed.get(number) or _middle(runs[number])) for number, job in enumerate(jobs)]


def run(job: Job, limit: float) -> Cost:
    """Run a job once; raises what `measure` raises."""
    try:
        job.before()
    except OSError as error:
        raise Failed(f"could not be prepared: {error}") from error
    costs = [measure(command, limit) for command in job.commands]
    return Cost(
        wall=sum(cost.wall for cost in costs),
        cpu=sum(cost.cpu for cost in costs),
        memory=max(cost.memory for cost in costs),
        disk=megabytes(job.leaves) if job.leaves else None,
        told=json.loads(job.tells.read_text()) if job.tells else {},
    )


def _middle(costs: Sequence[Cost]) -> Cost:
    """Return the run that took the middle time: its stages add up, which those of several runs would not."""
    return sorted(costs, key=lambda cost: cost.wall)[len(costs) // 2]


def measure(command: Command, limit: float = 3600) -> Cost:
    """Run a command and return what it cost.

    Raises:
        Failed: If it cannot be started, fails, or takes longer than `limit` seconds.
    """
    started = time.perf_counter()
    with _started(command) as process, _watched(process.pid) as held, _ended_after(limit, process.pid) as late:
        error = process.stderr.read() if process.stderr else b""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - started
    if late.is_set():
        raise Failed(f"ended after {limit:,.0f} s")
    if process.returncode:
        silent = f"by signal {-process.returncode}" if process.returncode < 0 else "without a word"
        lines = error.decode(errors="replace").strip().splitlines() or [silent]
        raise Failed(f"failed: {lines[-1]}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, held[0])


@contextmanager
def _started(command: Command) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process with a group of its own, all of which is ended if we are."""
    try:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        raise Failed(f"cannot be started: {error.strerror}") from error
    try:
        yield process
    except BaseException:
        _end(process.pid)
        raise
    finally:
        if process.stderr:
            process.stderr.close()


@contextmanager
def _ended_after(seconds: float, group: int) -> Iterator[threading.Event]:
    late = threading.Event()

    def end() -> None:
        late.set()
        _end(group)

    timer = threading.Timer(seconds, end)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _end(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@contextmanager
def _watched(pid: int) -> Iterator[list[float]]:
    """Yield the most MB that a process and its children have held so far."""
    held, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(_PERIOD):
            held[0] = max(held[0], _held(pid))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield held
    finally:
        over.set()
        watcher.join()


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
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
