"""Decide part by part: excerpts of a corpus, and connected components with numbers of their own.

A score depends on the two profiles of a pair alone, so that an excerpt with these gives it. What is joined
depends on the connected component of a node alone, where two nodes are connected by any edge, by a scored pair,
or by a judgement. In a part the nodes have other numbers, but the same order; what is decided is the same.
"""

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.identity.clusters import Clusters, MatchEdge
from kg.identity.corpus import Corpus, ListedProfile, PersonNode, WorkNode
from kg.identity.persons import exclusive, person_clusters
from kg.identity.written import WrittenNames


class CorpusExcerpt:
    """Some profiles of a corpus as a corpus of their own, whose nodes keep their order.

    Attributes:
        corpus: The excerpt.
    """

    def __init__(self) -> None:
        self.corpus = Corpus()
        self._persons, self._works = _Moved(), _Moved()

    def add(
        self, firsts: tuple[int, int], listed: ListedProfile, persons: Iterable[PersonNode], works: Iterable[WorkNode]
    ) -> None:
        """Take in a profile; the order of the profiles is that of the whole.

        Args:
            firsts: The numbers of its first person and its first work in the whole.
            listed: The profile.
            persons: Its persons.
            works: Its works, whose authors count from 0 as in `Collected`.
        """
        for moved, first, here in zip(
            (self._persons, self._works), firsts, self.corpus.add(listed, persons, works), strict=True
        ):
            moved.add(first, here)

    def person(self, number: int) -> int:
        """Return the number that a person of the whole has here."""
        return self._persons.here(number)

    def work(self, number: int) -> int:
        """Return the number that a work of the whole has here."""
        return self._works.here(number)

    def whole(self, edge: MatchEdge) -> MatchEdge:
        """Return an edge between persons who are here with their numbers in the whole."""
        return edge._replace(one=self._persons.there(edge.one), other=self._persons.there(edge.other))


class _Moved:
    """By how much the numbers of each profile moved."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._here: list[int] = []

    def add(self, first: int, here: int) -> None:
        if self._firsts and first < self._firsts[-1]:
            raise ValueError("the profiles of an excerpt are not in the order of the whole")
        self._firsts.append(first)
        self._here.append(here)

    def here(self, number: int) -> int:
        place = bisect_right(self._firsts, number) - 1
        return number - self._firsts[place] + self._here[place]

    def there(self, number: int) -> int:
        place = bisect_right(self._here, number) - 1
        return number - self._here[place] + self._firsts[place]


class DistinguishingFacts(NamedTuple):
    """What keeps a person apart from others.

    Attributes:
        forms: The written names.
        works: The numbers of its works in the whole.
        exclusive: Of what a person has one at most, by kind.
    """

    forms: Sequence[str]
    works: Sequence[int]
    exclusive: Mapping[str, Hashable]


def facts(corpus: Corpus, first_work: int = 0) -> list[DistinguishingFacts]:
    """Return what keeps each person of a corpus apart from others.

    Args:
        corpus: A corpus, or a single profile.
        first_work: The number of its first work in the whole.
    """
    apart = exclusive(corpus)
    return [
        DistinguishingFacts(
            person.forms, [first_work + work for work in corpus.works_of[number]], apart.get(number, {})
        )
        for number, person in enumerate(corpus.persons)
    ]


def clusters_of(known: Sequence[DistinguishingFacts]) -> Clusters:
    """Return some persons, each still for itself, with what keeps them apart."""
    written = WrittenNames(each.forms for each in known)
    apart = {number: dict(each.exclusive) for number, each in enumerate(known) if each.exclusive}
    return person_clusters([each.works for each in known], written, apart)
