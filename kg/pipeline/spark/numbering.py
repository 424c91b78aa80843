"""Numbers for all nodes: which batch holds which of them, and which component each belongs to.

This is what the driver keeps of persons and works while it is decided who is who: one number each.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeVar

from kg.identity.clusters import UnionFind
from kg.pipeline.spark.reading import Key

T = TypeVar("T")

ALONE = -1
"""Stands for the component or cluster of a node that is in none with others."""

_Pair = tuple[int, int]


class Firsts(NamedTuple):
    """The numbers of a profile, of its first person and of its first work."""

    profile: int
    person: int
    work: int


class Size(NamedTuple):
    """How many nodes a profile has, and what says where it stands among all.

    Attributes:
        owner: The IRI of its owner, or empty.
        place: File and line.
        persons: How many persons it names.
        works: How many works it lists.
        entry: What tells an entry of a catalogue, which has no owner, from all others.
    """

    owner: str
    place: str
    persons: int
    works: int
    entry: str = ""

    @property
    def opens_catalogue(self) -> bool:
        """Whether it stands for a catalogue as a whole, as its `ListedProfile` says."""
        return not self.owner and self.entry == self.place.rpartition(":")[0]

    @property
    def order(self) -> tuple[bool, str, str]:
        """Where it stands among all, as its `ListedProfile` says."""
        return not self.owner, self.owner or self.entry, self.place


class Numbering:
    """Where the nodes are; it travels to workers.

    Profiles are numbered in the order of their owners' ids, entries of catalogues behind them, as in
    `kg.identity.Resolution`, so that nothing depends on names and order of files; their nodes lie side by side. Batches
    stay as they were read.

    Args:
        batches: The profiles of each batch, in the order of the input.
    """

    def __init__(self, batches: Iterable[tuple[Key, Sequence[Size]]]) -> None:
        several = list(batches)
        self._keys = [key for key, _ in several]
        self._starts = list(accumulate((len(sizes) for _, sizes in several), initial=0))
        self._places = {key: place for place, key in enumerate(self._keys)}
        sizes = [size for _, part in several for size in part]
        order = sorted(range(len(sizes)), key=lambda profile: sizes[profile].order)
        self._numbers = array("q", [0]) * len(order)
        for number, profile in enumerate(order):
            self._numbers[profile] = number
        self._batches = array("q", (bisect_right(self._starts, profile) - 1 for profile in order))
        self._firsts = {
            "person": array("q", accumulate((sizes[profile].persons for profile in order), initial=0)),
            "work": array("q", accumulate((sizes[profile].works for profile in order), initial=0)),
        }

    def size(self, kind: str) -> int:
        """Return how many nodes of a kind there are, `person` or `work`."""
        return self._firsts[kind][-1]

    def start(self, key: Key) -> int:
        """Return how many profiles were read before those of a batch."""
        return self._starts[self._places[key]]

    def firsts(self, key: Key) -> list[Firsts]:
        """Return the numbers with which each profile of a batch begins."""
        persons, works = self._firsts["person"], self._firsts["work"]
        return [Firsts(number, persons[number], works[number]) for number in self._profiles(key)]

    def batch(self, kind: str, node: int) -> Key:
        """Return the batch that holds a node."""
        return self._keys[self._batches[bisect_right(self._firsts[kind], node) - 1]]

    def nodes(self, kind: str, key: Key) -> Iterator[int]:
        """Yield the numbers of the nodes of a batch, profile by profile."""
        firsts = self._firsts[kind]
        for number in self._profiles(key):
            yield from range(firsts[number], firsts[number + 1])

    def slices(self, kind: str, values: MutableSequence[T]) -> Iterator[tuple[Key, MutableSequence[T]]]:
        """Share out what is known of each node of a kind to the batches, in the order of `nodes`."""
        firsts = self._firsts[kind]
        for key in self._keys:
            found = values[:0]
            for number in self._profiles(key):
                found.extend(values[firsts[number] : firsts[number + 1]])
            yield key, found

    def _profiles(self, key: Key) -> Sequence[int]:
        """Return the numbers of the profiles of a batch."""
        place = self._places[key]
        return self._numbers[self._starts[place] : self._starts[place + 1]]


def forest(pairs: Iterable[_Pair]) -> Iterator["array[int]"]:
    """Yield those of some pairs that connect as much as all of them, one number behind the other."""
    together, found = UnionFind(), array("q")
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
