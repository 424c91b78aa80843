"""How well what was found agrees with the truth: precision, recall, F1 of pairs."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from scripts import table

Pairs = set[tuple[Any, Any]]
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


def report(
    found: Pairs, true: Pairs, things: int, explain: Callable[[Sequence[Any]], Iterable[str]], most: int
) -> Iterator[str]:
    """Yield the quality of joined pairs as a table, and some of the errors of each kind with their reasons."""
    row = (f"{things:,}", f"{len(found):,}", f"{len(true):,}", *(f"{figure:.4f}" for figure in of_pairs(found, true)))
    yield from table(("entries", "pairs found", "true pairs", "precision", "recall", "F1"), [row], left=0)
    for title, wrong in (("Joined wrongly", found - true), ("Missed", true - found)) if most else ():
        yield f"\n{title}: {len(wrong)}"
        yield from explain(sorted(wrong)[:most])


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
