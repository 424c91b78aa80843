"""What counts work: it lets linear code pass, and neither quadratic code nor a hang."""

import re

import pytest

from tests.support.work import ends, linear, lines


def walk(times: int) -> None:
    for _ in range(times):
        pass


def test_lines_are_counted_the_same_each_time() -> None:
    assert lines(lambda: walk(1_000)) == lines(lambda: walk(1_000)) > 1_000


def test_work_in_proportion_passes() -> None:
    linear(walk, 200)


@pytest.mark.parametrize(
    "act",
    [
        lambda size: walk(size * size),
        lambda size: [sum(1 for _ in range(size)) for _ in range(size)],
        lambda size: sorted(range(size), key=lambda _: sum(1 for _ in range(size))),
    ],
    ids=["a loop", "a comprehension", "a call from C"],
)
def test_work_that_grows_faster_does_not_pass(act: object) -> None:
    assert callable(act)
    with pytest.raises(AssertionError, match="200: "):
        linear(act, 200)


def test_an_expression_that_tries_without_end_is_interrupted() -> None:
    with pytest.raises(TimeoutError, match="it does not end"), ends(0.1):
        re.fullmatch("(a+)+b", "a" * 60)
