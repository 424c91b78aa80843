"""What the rows of an answer tie; and who is tied to a thing, on three rings around it, and as a list."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from kg.store import columns
from kg.store.columns import value
from kg.store.graph import ResultTable

_RINGS = ((5, 58, 10), (2, 96, 18), (1, 134, 40))
"""Of each ring: the least number of ties, its radius, and how many it holds."""
_MIDDLE = 150
_FEWEST = 3
"""Fewer are told in words alone."""
_FIRM = 2
"""How often two must be tied for a line between them."""


@dataclass(frozen=True)
class TiedThings:
    """What rows tie that have two names with their IRIs, and a number."""

    names: Mapping[str, str]  # of the things, by their IRIs
    pairs: Sequence[tuple[str, str, float]]  # two things and their number, row by row
    unit: str  # what the numbers count: the name of their column

    def to(self, iri: str) -> Counter[str]:
        """Return the things that are tied to one, each with the sum of its numbers."""
        found = Counter[str]()
        for one, other, number in self.pairs:
            if iri in (one, other):
                found[other if one == iri else one] += number  # type: ignore[assignment]  # may be a fraction
        return found


def tied(table: ResultTable, base: str) -> TiedThings | None:
    """Return what the rows of an answer tie, or None if its columns are no ties."""
    links = list(columns.links(table.columns, table.rows, base).items())[:2]
    numbers = sorted(columns.numbers(table.columns, table.rows))
    if len(links) < 2 or not numbers:
        return None
    names = {value(row[link]): value(row[name]) for row in table.rows for link, name in links}
    (one, _), (other, _) = links
    pairs = [(value(row[one]), value(row[other]), float(value(row[numbers[0]]))) for row in table.rows]
    return TiedThings(names, pairs, table.columns[numbers[0]])


@dataclass(frozen=True)
class Tie:
    """A thing that is tied to the one in the middle, and how often."""

    iri: str
    name: str
    number: int


@dataclass(frozen=True)
class RingNode:
    """A tie on a ring, from 0 for the inner one; in units of a picture of 300 by 300."""

    tie: Tie
    x: float
    y: float
    ring: int


@dataclass(frozen=True)
class Ties:
    """The ties of a thing, the closest first."""

    all: tuple[Tie, ...]
    nodes: tuple[RingNode, ...]  # those that are drawn; none if there are too few, or all are as close
    # between which points a line is drawn, since these are tied to each other too
    lines: tuple[tuple[float, float, float, float], ...]

    @property
    def radii(self) -> tuple[int, ...]:
        """The radii of the rings."""
        return tuple(radius for _, radius, _ in _RINGS)


def ties(table: ResultTable, base: str, about: str) -> Ties:
    """Return the ties of a thing, of rows that tie two things."""
    found = tied(table, base)
    if found is None:
        return Ties((), (), ())
    names = found.names
    ordered = sorted(found.to(about).items(), key=lambda each: (-each[1], names[each[0]].casefold(), each[0]))
    every = tuple(Tie(iri, names[iri], int(number)) for iri, number in ordered)
    is_drawn = len(every) >= _FEWEST and every[0].number > every[-1].number  # ties that are all alike make one ring
    nodes = _nodes(every) if is_drawn else ()
    at = {node.tie.iri: (node.x, node.y) for node in nodes}
    lines = tuple((*at[a], *at[b]) for a, b, n in sorted(found.pairs) if a in at and b in at and n >= _FIRM)
    return Ties(every, nodes, lines)


def _nodes(every: Sequence[Tie]) -> tuple[RingNode, ...]:
    found = []
    highest = max(tie.number for tie in every) + 1
    for ring, (least, radius, most) in enumerate(_RINGS):
        members = [tie for tie in every if least <= tie.number < highest][:most]
        highest = least
        for place, tie in enumerate(members):
            angle = 2 * pi * place / len(members) - pi / 2 + ring * 0.3
            x, y = (round(_MIDDLE + radius * turn(angle), 1) for turn in (cos, sin))
            found.append(RingNode(tie, x, y, ring))
    return tuple(found)
