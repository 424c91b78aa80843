"""Work on all cores: results in order, few in flight, no surprise on a kill."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from kg.base import parallel
from kg.base.errors import KgError, Problem, ReadError


def square(number: int) -> int:
    return number * number


def later_for_the_first(number: int) -> int:
    time.sleep(0.3 if number == 0 else 0)
    return number


def die_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse_three(number: int) -> int:
    if number == 3:
        raise ReadError([Problem("three", Path("a.yaml"), 3), Problem("four", Path("a.yaml"), 4, hint="count")])
    return number


def sigint_is_ignored(_: int) -> bool:
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN


IS_WARM = False


def is_warm(_: int) -> bool:
    return IS_WARM


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    assert list(parallel.in_order(later_for_the_first, range(20), workers=workers)) == list(range(20))


def test_tasks_are_taken_only_a_few_ahead() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    results = parallel.in_order(square, tasks(), workers=2)

    assert list(islice(results, 4)) == [0, 1, 4, 9]
    assert len(taken) == 3 + 2 * (parallel.AHEAD + 1)
    results.close()  # type: ignore[attr-defined]


def test_a_killed_worker_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(KgError) as ended:
        list(parallel.in_order(die_at_three, range(100), workers=2))

    assert type(ended.value) is KgError
    assert str(ended.value) == "a worker process was killed"
    assert ended.value.hint == "check the free memory, or use one process: --workers 1"


@pytest.mark.parametrize("workers", [1, 2])
def test_errors_travel_with_all_their_problems(workers: int) -> None:
    results = parallel.in_order(refuse_three, range(10), workers=workers)

    assert list(islice(results, 3)) == [0, 1, 2]
    with pytest.raises(ReadError) as refused:
        next(results)
    assert [str(problem) for problem in refused.value.problems] == ["a.yaml:3: three", "a.yaml:4: four"]
    assert refused.value.hint == "count"


def test_the_keyboard_interrupts_the_parent_alone() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        assert list(parallel.in_order(sigint_is_ignored, range(3), workers=2)) == [True] * 3
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_a_thread_makes_no_further_is_raised_behind_what_it_made() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    taken = parallel.ahead(items())

    assert next(taken) == 1
    with pytest.raises(ValueError, match="no more"):
        next(taken)


def test_a_thread_ends_with_who_takes_no_more() -> None:
    taken = parallel.ahead(iter(range(1_000_000)))
    next(taken)

    taken.close()  # type: ignore[attr-defined]

    assert "ahead" not in {thread.name.partition("_")[0] for thread in threading.enumerate()}


WARM = """
import threading
from kg.base import parallel
from tests.base import test_parallel
test_parallel.IS_WARM = True
alone = [*parallel.in_order(test_parallel.is_warm, range(3), workers=2)]
threading.Thread(target=threading.Event().wait, daemon=True).start()
print(alone, [*parallel.in_order(test_parallel.is_warm, range(3), workers=2)])
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="elsewhere nobody says how many threads there are")
def test_workers_are_forked_where_no_other_thread_could_hold_a_lock() -> None:
    outcome = subprocess.run([sys.executable, "-c", WARM], capture_output=True, text=True, check=True)

    assert outcome.stdout == "[True, True, True] [False, False, False]\n"
