"""How much work a call does, and whether it ends at all: neither depends on how fast or busy the machine is.

Python code is counted: `linear` asserts that twice the input costs about twice the lines that the interpreter runs.
What happens inside of C, such as a regular expression that tries again and again, has no lines. `ends` is for that: it
gives the call an input so large that it would take minutes or hours if the time grew faster than the input, and
far more time than it needs otherwise. It detects a hang and measures nothing.
"""

import contextlib
import faulthandler
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

LIMIT = 60
"""Seconds of the processor, so that others who use it do not count; what passes takes a few at most."""
_GROWTH = 2.6
"""At most so much more work for twice the input: 2 is linear, 4 is quadratic."""


def lines(act: Callable[[], object]) -> int:
    """Return how many lines of Python a call runs, those of libraries included; repeated lines count again."""
    count = 0

    def local(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event == "line"

    before = sys.gettrace()
    sys.settrace(lambda *_: local)
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def linear(act: Callable[[int], object], size: int) -> None:
    """Assert that work grows no faster than its input: `act` does it for an input of a given size."""
    with ends():
        act(2 * size)  # tables are read, lines are remembered: what is done only once is done
        small, large = lines(lambda: act(size)), lines(lambda: act(2 * size))

    assert large <= _GROWTH * small, f"{size}: {small:,} lines; {2 * size}: {large:,} lines"


@contextlib.contextmanager
def ends(limit: float = LIMIT) -> Iterator[None]:
    """Fail when the block has used the processor for longer than anything takes that ends.

    Regular expressions can be interrupted. Other code in C may not see the signal: then the process ends itself.
    """
    former = signal.signal(signal.SIGPROF, _hang)
    signal.setitimer(signal.ITIMER_PROF, limit)
    faulthandler.dump_traceback_later(30 * limit, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, former)


def _hang(*_: object) -> None:
    raise TimeoutError("it does not end")
