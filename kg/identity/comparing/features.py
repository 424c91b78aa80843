"""What a profile says of the persons whom it names, apart from their names: what scores compare."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kg.identity.comparing.titles import read_title
from kg.identity.corpus import Corpus

_LARGE_WORK = 100  # authors beyond which writing together says nothing
_COMMON_WORDS = frozenset(
    (
        "analysis",
        "approach",
        "based",
        "data",
        "design",
        "distributed",
        "efficient",
        "evaluation",
        "framework",
        "learning",
        "machine",
        "method",
        "methods",
        "model",
        "models",
        "network",
        "networks",
        "performance",
        "research",
        "study",
        "system",
        "systems",
        "using",
    )
)


class Features(NamedTuple):
    """What one profile says of a person, apart from the name.

    Attributes:
        co_authors: Whom the person writes with, or is named with: numbers of names by their short form.
        organizations: Where the person is said to be.
        venues: At which venues the works are.
        years: The first and the last year, or nothing.
        words: The telling words of the titles.
    """

    co_authors: Mapping[str, Sequence[int]]
    organizations: frozenset[str]
    venues: frozenset[str]
    years: tuple[int, ...]
    words: frozenset[str]


class FeatureReader:
    """Reads the features of the persons of a corpus; who asks often keeps what it was told.

    Args:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._written = corpus.written
        self._words: dict[str, frozenset[str]] = {}

    def features(self, node: int) -> Features:
        """Return what its profile says of a person."""
        corpus = self._corpus
        person = corpus.persons[node]
        works = [corpus.works[number] for number in corpus.works_of[node]]
        together = {corpus.owner(person.profile)}
        for work in works:
            if len(work.authors) <= _LARGE_WORK:
                together.update(work.authors)
        together.discard(node)
        years = [work.year for work in works if work.year]
        return Features(
            self._by_short_form(together),
            frozenset(person.organizations),
            frozenset([work.venue for work in works if work.venue]),
            (min(years), max(years)) if years else (),
            self._words_of(works[0].title).union(*[self._words_of(work.title) for work in works[1:]])
            if works
            else frozenset(),
        )

    def _words_of(self, title: str) -> frozenset[str]:
        """Return the words of a title that say what it is about."""
        found = self._words.get(title)
        if found is None:
            telling = [word for word in read_title(title).telling if len(word) > 4]
            found = self._words[title] = frozenset(telling) - _COMMON_WORDS
        return found

    def circle(self, profile: int) -> Mapping[str, Sequence[int]]:
        """Return all persons whom a profile names: numbers of names by their short form."""
        return self._by_short_form(self._corpus.people_of(profile))

    def _by_short_form(self, nodes: Iterable[int]) -> dict[str, Sequence[int]]:
        written, found = self._written, dict[str, Sequence[int]]()
        for number in {written.of[node][0] for node in nodes}:
            form = written.short[number]
            found[form] = (*found[form], number) if form in found else (number,)
        return found
