"""How well what was found agrees with the truth: precision, recall, F1 of pairs."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)


class Quality(NamedTuple):
    """How well found pairs agree with the true ones."""

    precision: float
    recall: float
    f1: float


def of_counts(right: float, found: float, true: float) -> Quality:
    """Return the quality, given how many pairs were found rightly, found, and to be found."""
    return Quality(right / max(found, 1), right / max(true, 1), 2 * right / max(found + true, 1))


def of_pairs(found: set[tuple[Node, Node]], true: set[tuple[Node, Node]]) -> Quality:
    """Return the quality of pairs."""
    return of_counts(len(found & true), len(found), len(true))


def of_clusters(found: Sequence[Hashable], true: Sequence[Hashable]) -> Quality:
    """Return the quality of a partition: of all pairs of elements that it puts together.

    Args:
        found: The cluster of each element.
        true: The true cluster of each element.
    """
    both = _pairs(zip(found, true, strict=True))
    return of_counts(both, _pairs(found), _pairs(true))


def _pairs(labels: Iterable[Hashable]) -> int:
    """Return how many pairs of elements have the same label."""
    return sum(count * (count - 1) // 2 for count in Counter(labels).values())
