"""Limits of processor time and memory for reading what somebody else wrote.

A reader bounds what it expands, and this is for what nobody has thought of: a small file may take a few seconds and
less than a gigabyte, a large one as much more as it is larger.
"""

import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from kg.base.errors import Problem, ReadError

SECONDS = 3
SECONDS_PER_MEGABYTE = 40
"""Of processor time; the slowest reader needs 8 for a megabyte of a real CV."""

MEMORY = 800 << 20
MEMORY_PER_BYTE = 30
"""Bytes beyond what the process holds when it begins; the readers of records need 10 times their file."""

_UNKNOWN_SIZE = 4 << 20  # of a pipe
_HINT = "check where the file comes from; if it is what it should be, split it"


class _OutOfTime(BaseException):
    """No Exception: a reader that goes on behind what it cannot read does not go on behind this."""


def seconds_for(size: int) -> int:
    """Return how many seconds of processor time a file of some bytes may take."""
    return SECONDS + SECONDS_PER_MEGABYTE * size // 1_000_000


@contextmanager
def limited(path: Path, size: int | None = None) -> Iterator[None]:
    """Bound what is done with a file: its processor time in this process, and the memory, where the system allows it.

    Within another limit, that one holds. Time is limited in the main thread only, and not while a debugger looks on.

    Args:
        path: The file.
        size: Its bytes, if it is not to be asked.

    Raises:
        ReadError: If it takes too much, or is nested too deeply for its reader.
    """
    if signal.getsignal(signal.SIGVTALRM) is _stop:
        yield
        return
    size = _size_of(path) if size is None else size
    undo = [_limit_memory(MEMORY + MEMORY_PER_BYTE * size), _limit_time(seconds_for(size))]
    try:
        try:
            yield
        finally:
            _undo(undo)
    except _OutOfTime as error:
        _undo(undo)  # the signal may have come while it was undone
        message = f"cannot be read within {seconds_for(size)} seconds of processor time"
        raise ReadError(Problem(message, path, hint=_HINT)) from error
    except MemoryError as error:
        message = f"cannot be read within {(MEMORY + MEMORY_PER_BYTE * size) >> 20} MB of memory"
        raise ReadError(Problem(message, path, hint=_HINT)) from error
    except RecursionError as error:
        raise ReadError(Problem("is nested too deeply", path, hint=_HINT)) from error


def _size_of(path: Path) -> int:
    with suppress(OSError):
        if path.is_file():
            return path.stat().st_size
    return _UNKNOWN_SIZE


def _undo(steps: list[Callable[[], object]]) -> None:
    for step in steps:
        step()


def _limit_time(seconds: int) -> Callable[[], object]:
    if threading.current_thread() is not threading.main_thread() or sys.gettrace() is not None:
        return lambda: None
    former = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 0.5)  # again and again: the first may fall on deaf ears

    def undo() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)

    return undo


def _stop(_: int, __: FrameType | None) -> None:
    raise _OutOfTime


def _limit_memory(more: int) -> Callable[[], object]:
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    cap = held() + more
    if not held() or (soft != resource.RLIM_INFINITY and soft < cap):
        return lambda: None
    resource.setrlimit(resource.RLIMIT_AS, (cap, hard))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def held() -> int:
    """Return the bytes of address space that this process holds, or 0 where the system does not say it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()
