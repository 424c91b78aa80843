"""Score pairs of persons: how rare the name is, with whom, where, when and on what they work."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log2
from typing import NamedTuple

from kg.identity.comparing.names import Level, PersonName, compare, read_name
from kg.identity.comparing.rarity import RESEARCHERS, bearers, bits
from kg.identity.comparing.reasons import Reason
from kg.identity.comparing.titles import read_title
from kg.identity.comparing.weights import weights
from kg.identity.corpus import Corpus

_LARGE_WORK = 100  # authors beyond which writing together says nothing
_CLUSTERING = 8.0  # how much likelier a name is among the co-authors of a namesake than elsewhere
_MANY = 8
_CAREER = 40
_FEATURES = 1 << 14
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
        co_authors: Whom the person writes with, or is named with: names by their short form.
        organizations: Where the person is said to be.
        venues: At which venues the works are.
        years: The first and the last year, or nothing.
        words: The telling words of the titles.
    """

    co_authors: Mapping[str, tuple[PersonName, ...]]
    organizations: frozenset[str]
    venues: frozenset[str]
    years: tuple[int, ...]
    words: frozenset[str]


class PersonScores:
    """Scores pairs of persons.

    Args:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._known = weights().person
        self._levels = weights().name
        self.features = lru_cache(_FEATURES)(self._features)
        self._context = lru_cache(_FEATURES)(lambda profile: frozenset(corpus.profiles[profile].organizations))
        self._circle = lru_cache(_FEATURES)(self._circle_of)

    def score(self, one: int, other: int) -> float | None:
        """Return the sum of what speaks for and against, or None if the names differ."""
        found = self.reasons(one, other)
        return sum(reason.bits for reason in found) if found else None

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two persons' being one; nothing if their names differ."""
        agreement = self._agreement(one, other)
        if agreement is None:
            return []
        rarity, level, written = agreement
        mine, others = self.features(one), self.features(other)
        found = [Reason("name", rarity, written)]
        if self._levels[level]:
            found.append(Reason(str(level), self._levels[level], written))
        found.extend(self._company(one, other, mine, others))
        found.extend(self._places(one, other, mine, others))
        found.extend(self._subjects(mine, others))
        return found

    def _agreement(self, one: int, other: int) -> tuple[float, Level, str] | None:
        """Return the bits, the level and the words of the two names that agree best."""
        return _best_names(self._corpus.persons[one].forms, self._corpus.persons[other].forms)

    def _company(self, one: int, other: int, mine: Features, others: Features) -> Iterator[Reason]:
        """Compare with whom they write."""
        gains = sorted(self._common(one, other, mine, others), reverse=True)
        total, share = 0.0, 1.0
        for gain, name in gains:
            counted = min(gain * share, self._known["all_co_authors"] - total)
            if counted <= 0.05:
                break
            total += counted
            share *= self._known["further_co_author"]
            yield Reason("co_author", counted, name)
        if not gains:
            if len(mine.co_authors) >= _MANY and len(others.co_authors) >= _MANY:
                yield Reason("no_common_co_author", self._known["no_common_co_author"])
            if self._corpus.persons[one].profile != self._corpus.persons[other].profile:
                yield from self._second_order(one, other, mine, others)

    def _common(self, one: int, other: int, mine: Features, others: Features) -> Iterator[tuple[float, str]]:
        """Yield the co-authors whom they have in common, each with its bits."""
        own = {short_form(read_name(form)) for node in (one, other) for form in self._corpus.persons[node].forms}
        profile = self._corpus.persons[one].profile
        owner = self._corpus.owner(profile) if profile == self._corpus.persons[other].profile else None
        owner_form = short_form(self._corpus.persons[owner].names[0]) if owner is not None else ""
        for form in mine.co_authors.keys() & others.co_authors.keys():
            if form in own:
                continue
            if form == owner_form:
                size = len(self._circle(profile))
                yield self._limit(size), min(name.key for name in mine.co_authors[form])
                continue
            shared = _common_name(mine.co_authors[form], others.co_authors[form])
            if shared is not None:
                size = min(len(mine.co_authors), len(others.co_authors))
                yield self._gain(shared, size), shared.key

    def _gain(self, shared: PersonName, size: int) -> float:
        """Return what a common co-author says: much if the name is rare, and stands in a short list."""
        chance = size * bearers(shared) / RESEARCHERS * _CLUSTERING
        return max(0.0, min(self._limit(size), log2(self._known["co_author_found"] / chance)))

    def _limit(self, size: int) -> float:
        """Return what a co-author who is certainly the same says: namesakes write with one person, too."""
        return min(self._known["co_author"], log2(RESEARCHERS / (max(size, 1) * _CLUSTERING)))

    def _second_order(self, one: int, other: int, mine: Features, others: Features) -> Iterator[Reason]:
        """Look for co-authors of one in the profile that names the other."""
        best, name = 0.0, ""
        for node, features in ((other, mine), (one, others)):
            circle = self._circle(self._corpus.persons[node].profile)
            for form in features.co_authors.keys() & circle.keys():
                shared = _common_name(features.co_authors[form], circle[form])
                if shared is not None:
                    gain = min(self._known["circle"], self._gain(shared, len(circle)))
                    if gain > best:
                        best, name = gain, shared.key
        if best:
            yield Reason("circle", best, name)

    def _places(self, one: int, other: int, mine: Features, others: Features) -> Iterator[Reason]:
        """Compare where they are said to be."""
        common = mine.organizations & others.organizations
        if common:
            yield Reason("organization", self._known["organization"], min(common))
            return
        if mine.organizations and others.organizations:
            yield Reason("other_organization", self._known["other_organization"])
        contexts = [self._context(self._corpus.persons[node].profile) for node in (one, other)]
        near = (mine.organizations & contexts[1]) | (others.organizations & contexts[0])
        if near:
            yield Reason("context_organization", self._known["context_organization"], min(near))
        elif contexts[0] & contexts[1] and self._corpus.persons[one].profile != self._corpus.persons[other].profile:
            yield Reason("common_context", self._known["common_context"], min(contexts[0] & contexts[1]))

    def _subjects(self, mine: Features, others: Features) -> Iterator[Reason]:
        """Compare on what, at which venues and when they work."""
        words = mine.words & others.words
        if words:
            share = min(1.0, len(words) / 3)
            yield Reason("title_words", self._known["title_words"] * share, ", ".join(sorted(words)[:3]))
        if mine.venues & others.venues:
            yield Reason("venue", self._known["venue"], min(mine.venues & others.venues))
        if mine.years and others.years:
            gap = max(mine.years[0] - others.years[1], others.years[0] - mine.years[1])
            if gap > _CAREER:
                yield Reason("years_apart", self._known["years_apart"], f"{gap} years")

    def _features(self, node: int) -> Features:
        corpus = self._corpus
        person = corpus.persons[node]
        works = [corpus.works[number] for number in corpus.works_of[node]]
        together = {author for work in works if len(work.authors) <= _LARGE_WORK for author in work.authors}
        together.add(corpus.owner(person.profile))
        together.discard(node)
        years = sorted(work.year for work in works if work.year)
        telling = frozenset().union(*(read_title(work.title).telling for work in works)) if works else frozenset()
        return Features(
            self._by_short_form(together),
            frozenset(person.organizations),
            frozenset(work.venue for work in works if work.venue),
            (years[0], years[-1]) if years else (),
            frozenset(word for word in telling if len(word) > 4) - _COMMON_WORDS,
        )

    def _circle_of(self, profile: int) -> Mapping[str, tuple[PersonName, ...]]:
        return self._by_short_form(self._corpus.people_of(profile))

    def _by_short_form(self, nodes: Iterable[int]) -> dict[str, tuple[PersonName, ...]]:
        found: dict[str, tuple[PersonName, ...]] = {}
        for name in sorted({read_name(self._corpus.persons[node].forms[0]) for node in nodes}):
            found[short_form(name)] = (*found.get(short_form(name), ()), name)
        return found


@lru_cache(1 << 19)
def short_form(name: PersonName) -> str:
    """Return family name and first initial, by which co-authors are looked up.

    >>> short_form(read_name("Ada K. Lovelace"))
    'lovelace a'
    """
    return f"{name.family} {name.given[0][0]}" if name.family and name.given else name.key


def _common_name(mine: Iterable[PersonName], others: Sequence[PersonName]) -> PersonName | None:
    """Return the less specific of two names that agree, of those that do the rarest."""
    found = (
        max(one, other, key=bearers)
        for one in mine
        for other in others
        if one is other or compare(one, other) is not Level.NONE
    )
    return min(found, key=lambda name: (bearers(name), name), default=None)


@lru_cache(1 << 19)
def _best_names(mine: tuple[str, ...], others: tuple[str, ...]) -> tuple[float, Level, str] | None:
    rarest = weights().person["rarest"]
    levels = weights().name
    best: tuple[float, Level, str] | None = None
    for one in map(read_name, mine):
        for other in map(read_name, others):
            level = compare(one, other)
            if level is Level.NONE:
                continue
            common = max(one, other, key=bearers)
            rarity = min(rarest, bits(bearers(common)))
            if best is None or rarity + levels[level] > best[0] + levels[best[1]]:
                best = rarity, level, common.key
    return best
