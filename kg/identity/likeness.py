"""Weigh what all lists together say of two persons: on what, where and when they work.

It orders what people are asked, and joins nobody: what is rare in a corpus changes with each list that comes, and a
join must not.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp2, fsum, log2, sqrt
from types import MappingProxyType
from typing import NamedTuple

from kg.identity.corpus import Corpus, WorkNode
from kg.identity.person_scores import weights
from kg.terms.identifiers import fold


class Subjects(NamedTuple):
    """On what a person works.

    Attributes:
        words: The words of the titles, each with its share; the squares of all add up to 1.
        venues: The venues.
        years: The first and the last year, or nothing.
    """

    words: Mapping[str, float]
    venues: frozenset[str]
    years: tuple[int, ...]


class PersonLikeness:
    """Compares persons by their works, with how rare words and venues are among all.

    Args:
        corpus: All nodes.
        nodes: The nodes of each person.
    """

    def __init__(self, corpus: Corpus, nodes: Mapping[str, Sequence[int]]) -> None:
        self._corpus = corpus
        self._nodes = nodes
        self._weights = weights().review
        self._words = Counter(word for work in corpus.works for word in _words(work))
        self._venues = Counter(work.venue for work in corpus.works)
        self._subjects = lru_cache(1 << 14)(self._read_subjects)

    def bits(self, one: str, other: str) -> float:
        """Return how much the works of two persons, given by IRI, speak for one."""
        return fsum(self._reasons(self._subjects(one), self._subjects(other)))

    def share(self, bits: float) -> float:
        """Return how often two are one for whom so much speaks, the evidence of their score included."""
        return 1 / (1 + exp2(min(100.0, self._weights["even"] - bits)))

    def _reasons(self, mine: Subjects, others: Subjects) -> Iterator[float]:
        words = mine.words.keys() & others.words.keys()
        yield self._weights["topics"] * fsum(mine.words[word] * others.words[word] for word in words)
        venues = mine.venues & others.venues
        yield self._weights["venue"] * max((self._rarity(self._venues[venue]) for venue in venues), default=0.0)
        if mine.years and others.years:
            gap = max(0, mine.years[0] - others.years[-1], others.years[0] - mine.years[-1])
            yield self._weights["year_apart"] * gap

    def _read_subjects(self, person: str) -> Subjects:
        corpus = self._corpus
        works = [corpus.works[number] for node in self._nodes[person] for number in corpus.works_of[node]]
        counts = Counter(word for work in works for word in _words(work))
        found = {word: (1 + log2(count)) * self._rarity(self._words[word]) for word, count in counts.items()}
        length = sqrt(fsum(value * value for value in found.values())) or 1.0
        return Subjects(
            MappingProxyType({word: value / length for word, value in found.items()}),
            frozenset(work.venue for work in works if work.venue),
            tuple(sorted(work.year for work in works if work.year)),
        )

    def _rarity(self, count: int) -> float:
        return log2(len(self._corpus.works) / count)


def _words(work: WorkNode) -> set[str]:
    return {word for word in fold(work.title).split() if len(word) > 2}
