"""Limits of time and memory for what somebody else wrote: an error that names the file, and then all is as before."""

import resource
import signal
from pathlib import Path

import pytest

from kg.base import limits
from kg.base.errors import ReadError
from kg.base.limits import limited
from tests.support.work import ends

FILE = Path("cv.tex")


def state() -> tuple[object, ...]:
    return (
        resource.getrlimit(resource.RLIMIT_AS),
        signal.getsignal(signal.SIGVTALRM),
        signal.getitimer(signal.ITIMER_VIRTUAL),
    )


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 1)


def endless() -> None:
    while True:
        try:
            while True:
                pass
        except Exception:  # noqa: S112  as a reader that goes on behind what it cannot read
            continue


@pytest.mark.thorough
@pytest.mark.usefixtures("briefly")
def test_work_without_end_is_ended_whatever_it_catches() -> None:
    before = state()
    with (
        ends(),
        pytest.raises(ReadError, match=r"cv\.tex: cannot be read within 1 seconds of processor time"),
        limited(FILE, 0),
    ):
        endless()

    assert state() == before


def test_more_memory_than_a_file_may_take_is_refused() -> None:
    before = state()
    with pytest.raises(ReadError, match=r"cv\.tex: cannot be read within 800 MB of memory"), limited(FILE, 0):
        bytearray(2 << 30)

    assert state() == before


def test_what_is_done_within_the_limits_and_other_errors_go_through() -> None:
    before = state()
    with limited(FILE, 0):
        done = sum(range(1000))
    with pytest.raises(KeyError), limited(FILE, 0):
        raise KeyError

    assert done == 499_500
    assert state() == before


def test_an_inner_limit_leaves_the_outer_one_in_force() -> None:
    with limited(FILE, 0):
        with limited(Path("inner"), 0):
            pass
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] > 0
