"""Numbers for all nodes: which batch holds which of them, and which component each belongs to.

This is what the driver keeps of persons and works while it is decided who is who: one number each.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

from kg.identity.clusters import Partition
from kg.scale.reading import Key

T = TypeVar("T")

ALONE = -1
"""Stands for the component or cluster of a node that is in none with others."""

_Pair = tuple[int, int]


class Firsts(NamedTuple):
    """The numbers of the first profile, person and work of a batch; or how many of each it has."""

    profile: int
    person: int
    work: int


class Numbering:
    """Where the nodes are; it travels to workers.

    Args:
        counts: How many profiles, persons and works each batch has, in the order of the input.
    """

    def __init__(self, counts: Iterable[tuple[Key, Firsts]]) -> None:
        several = list(counts)
        self._keys = [key for key, _ in several]
        self._places = {key: place for place, key in enumerate(self._keys)}
        columns = zip(*(each for _, each in several), strict=True) if several else ((), (), ())
        self._firsts: dict[str, list[int]] = {
            kind: list(accumulate(column, initial=0)) for kind, column in zip(Firsts._fields, columns, strict=True)
        }

    def size(self, kind: str) -> int:
        """Return how many nodes of a kind there are, `profile`, `person` or `work`."""
        return self._firsts[kind][-1]

    def firsts(self, key: Key) -> Firsts:
        """Return the numbers with which a batch begins."""
        place = self._places[key]
        return Firsts(*(self._firsts[kind][place] for kind in Firsts._fields))

    def batch(self, kind: str, node: int) -> Key:
        """Return the batch that holds a node."""
        return self._keys[bisect_right(self._firsts[kind], node) - 1]

    def slices(self, kind: str, values: Sequence[T]) -> Iterator[tuple[Key, Sequence[T]]]:
        """Cut what is known of each node of a kind into what is known of each batch."""
        firsts = self._firsts[kind]
        for place, key in enumerate(self._keys):
            yield key, values[firsts[place] : firsts[place + 1]]


def forest(pairs: Iterable[_Pair]) -> Iterator["array[int]"]:
    """Yield those of some pairs that connect as much as all of them, one number behind the other."""
    together, found = Partition(), array("q")
    for one, other in pairs:
        if together.find(one) != together.find(other):
            together.join(one, other)
            found.extend((one, other))
    yield found


def labels(size: int, forests: Iterable["array[int]"], pairs: Iterable[_Pair] = ()) -> "array[int]":
    """Return for each node the first of its component, or ALONE.

    Args:
        size: How many nodes there are.
        forests: What connects them, as `forest` yields it.
        pairs: What else connects them.

    >>> list(labels(5, [array("q", [3, 4])], [(1, 4)]))
    [-1, 1, -1, 1, 1]
    """
    above = array("q", [ALONE]) * size
    for found in forests:
        for one, other in zip(found[::2], found[1::2], strict=True):
            _join(above, one, other)
    for one, other in pairs:
        _join(above, one, other)
    for node, parent in enumerate(above):
        if parent != ALONE:
            above[node] = above[parent]  # the parent is smaller, so that it has its label already
    return above


def _join(above: "array[int]", one: int, other: int) -> None:
    first, second = sorted((_find(above, one), _find(above, other)))
    above[second] = first


def _find(above: "array[int]", node: int) -> int:
    if above[node] == ALONE:
        above[node] = node
    while above[node] != node:
        above[node] = above[above[node]]
        node = above[node]
    return node


def roots(size: int, clusters: Iterable[Sequence[int]]) -> "array[int]":
    """Return for each node the first of its cluster, or ALONE; the nodes of a cluster come ascending."""
    found = array("q", [ALONE]) * size
    for nodes in clusters:
        for node in nodes:
            found[node] = nodes[0]
    return found
