"""The pairs of people whose comparisons are pages of a site of files: where there are many people, not all are."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, groupby
from math import comb

from kg.export.groups import name_of
from kg.formats import DefaultGraph, NamedNode
from kg.pages.graph import Graph
from kg.vocabulary import PREFIXES

ALL = 300
"""Up to how many pairs of people with a profile all of them have pages."""
MOST = 400
"""How many of those who wrote together have pages, if there are more pairs: the page that lists them stays small."""

_AUTHOR = NamedNode(f"{PREFIXES['schema']}author")


@dataclass(frozen=True)
class Person:
    """One of a pair.

    Attributes:
        name: What people call them.
        slug: How addresses name them.
    """

    name: str
    slug: str


@dataclass(frozen=True)
class Pairs:
    """A person, and those with whom they are compared.

    Attributes:
        one: The person who comes first in the alphabet.
        others: The other ones, sorted.
    """

    one: Person
    others: tuple[Person, ...]


def pairs(graph: Graph) -> Iterator[Pairs]:
    """Yield the pairs that have pages, by the first of each: all, or those who wrote together where there are many."""
    owners = graph.owners
    every = combinations(owners, 2) if comb(len(owners), 2) <= ALL else _together(graph)
    named = (sorted((_person(graph, one), _person(graph, other)), key=_place) for one, other in every)
    ordered = sorted(named, key=lambda pair: [*map(_place, pair)])
    for one, found in groupby(ordered, key=lambda pair: pair[0]):
        yield Pairs(one, tuple(other for _, other in found))


def _together(graph: Graph) -> list[tuple[str, str]]:
    """Return the pairs that wrote most together; a query that joins works with themselves takes far longer."""
    authors: dict[str, list[str]] = defaultdict(list)
    for owner in graph.owners:
        for quad in graph.store.quads(None, _AUTHOR, NamedNode(owner), DefaultGraph()):
            authors[name_of(quad.subject)].append(owner)
    counts = Counter(pair for each in authors.values() for pair in combinations(each, 2))
    return sorted(counts, key=lambda pair: (-counts[pair], pair))[:MOST]


def _person(graph: Graph, iri: str) -> Person:
    return Person(graph.label(iri), graph.local(iri).partition("/")[2])


def _place(person: Person) -> tuple[str, str]:
    return person.name, person.slug
