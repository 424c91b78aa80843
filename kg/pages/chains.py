"""Find how two people are connected: the shortest chain of people who wrote with each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from kg.formats import DefaultGraph, NamedNode
from kg.pages.graph import Graph
from kg.vocabulary import PREFIXES

_AUTHOR = NamedNode(f"{PREFIXES['schema']}author")
_MOST_WORKS = 20_000
"""How many works are looked at before the search is given up."""


@dataclass(frozen=True)
class Chain:
    """People, each of whom wrote with the next one.

    Attributes:
        people: Their IRIs; none if no chain was found.
        works: The IRIs of the works of each two neighbours.
        is_certain: Whether all of the graph was looked at that had to be.
    """

    people: tuple[str, ...]
    works: tuple[tuple[str, ...], ...]
    is_certain: bool = True


def chain(graph: Graph, one: str, other: str, *, most: int = _MOST_WORKS) -> Chain:
    """Return the shortest chain of co-authors from one person to another, the first by IRI if there are several.

    Both ends grow towards each other, the smaller one first; only a part of a large graph is seen.

    Args:
        graph: The release.
        one: The IRI of a person.
        other: The IRI of another person.
        most: How many works may be looked at.
    """
    search = _Search(graph, most)
    meeting = search.meet(one, other)
    if meeting is None:
        return Chain((), (), is_certain=search.left > 0)
    people = (*reversed(list(_back(search.before[0], meeting))), *list(_back(search.before[1], meeting))[1:])
    return Chain(people, tuple(joint(graph, *pair) for pair in pairwise(people)))


def joint(graph: Graph, one: str, other: str) -> tuple[str, ...]:
    """Return the IRIs of the works that two people wrote together, sorted."""
    return tuple(sorted(set(_works(graph, one)) & set(_works(graph, other))))


def _works(graph: Graph, person: str) -> Iterator[str]:
    for quad in graph.store.quads(None, _AUTHOR, NamedNode(person), DefaultGraph()):
        if isinstance(quad.subject, NamedNode):
            yield quad.subject.value


def _authors(graph: Graph, work: str) -> Iterator[str]:
    for quad in graph.store.quads(NamedNode(work), _AUTHOR, None, DefaultGraph()):
        if isinstance(quad.object, NamedNode):
            yield quad.object.value


def _back(before: dict[str, str], person: str) -> Iterator[str]:
    """Yield a person and those through whom the search came, to its beginning."""
    while person:
        yield person
        person = before[person]


class _Search:
    """A search in breadth from two ends.

    Attributes:
        before: For each end, the people that were reached, and through whom.
        left: How many works may still be looked at.
    """

    def __init__(self, graph: Graph, most: int) -> None:
        self.graph = graph
        self.left = most
        self.before: tuple[dict[str, str], dict[str, str]] = ({}, {})
        self._seen: tuple[set[str], set[str]] = (set(), set())

    def meet(self, one: str, other: str) -> str | None:
        """Return the person at whom both ends meet, or None if they do not."""
        self.before[0][one] = self.before[1][other] = ""
        fringes = [[one], [other]]
        while not (meeting := self.before[0].keys() & self.before[1].keys()):
            if not all(fringes) or self.left <= 0:
                return None
            end = 0 if len(fringes[0]) <= len(fringes[1]) else 1
            fringes[end] = list(self._grown(end, fringes[end]))
        return min(meeting)

    def _grown(self, end: int, fringe: list[str]) -> Iterator[str]:
        for person in fringe:
            for work in sorted(set(_works(self.graph, person)) - self._seen[end]):
                self._seen[end].add(work)
                self.left -= 1
                if self.left <= 0:
                    return
                for author in sorted(_authors(self.graph, work)):
                    if author not in self.before[end]:
                        self.before[end][author] = person
                        yield author
