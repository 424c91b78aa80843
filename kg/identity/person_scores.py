"""Score pairs of persons."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import log2
from types import MappingProxyType
from typing import Any, NamedTuple

from kg.base.tables import words_of
from kg.identity.corpus import Corpus
from kg.identity.rarity import RESEARCHERS, bits
from kg.profile.names import Level, is_short
from kg.profile.titles import read_title

# Reasons: what speaks for or against two nodes' being one, in bits and in words.


class Reason(NamedTuple):
    """One piece of evidence.

    Attributes:
        kind: Its name in `weights.toml`.
        bits: How much it speaks for (positive) or against (negative) one entity.
        detail: What it is about: a name, a title, an organisation.
    """

    kind: str
    bits: float
    detail: str = ""


# The weights of the model, as `weights.toml` states and explains them.


@dataclass(frozen=True)
class Weights:
    """The weights of persons, works, names and of the order of questions, in bits, and the bands of the score."""

    same: float
    unsure: float
    margin: float
    name: MappingProxyType[str, float]
    person: MappingProxyType[str, float]
    work: MappingProxyType[str, float]
    named: MappingProxyType[str, float]
    review: MappingProxyType[str, float]


@cache
def weights() -> Weights:
    """Return the weights."""
    read: dict[str, Any] = tomllib.loads((files("kg.identity") / "weights.toml").read_text(encoding="utf-8"))
    name = read["person"].pop("name")
    return Weights(
        **read["bands"],
        name=MappingProxyType(name),
        person=MappingProxyType(read["person"]),
        work=MappingProxyType(read["work"]),
        named=MappingProxyType(read["named"]),
        review=MappingProxyType(read["review"]),
    )


# What a profile says of the persons whom it names, apart from their names: what scores compare.

_LARGE_WORK = 100  # authors beyond which writing together says nothing
_COMMON_WORDS = words_of("kg.identity", "tables/common_title_words.txt")


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
        owner = corpus.owner(person.profile)
        together = set() if owner is None else {owner}
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


def beside_name(reasons: Iterable[Reason]) -> float:
    """Return how many bits speak for one person beside the name and the owner of the list that names both."""
    return sum(max(0.0, reason.bits) for reason in reasons if reason.kind not in ("name", "list_owner"))


# Score pairs of persons: how rare the name is, with whom, where, when and on what they work.

_CLUSTERING = 8.0  # how much likelier a name is among the co-authors of a namesake than elsewhere
_MANY = 8
_CAREER = 40
_MOVE = 8  # years between the works of two after which another place says nothing
_FEATURES = 1 << 14
_RARE = 1.0  # bearers up to which a name alone is worth a look in a large block


class PersonScores:
    """Scores pairs of persons.

    A score depends on nothing but the two profiles that name them: a corpus of these two gives the same.

    Args:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._written = corpus.written
        self._known = weights().person
        self._levels = weights().name
        self._agreements: dict[tuple[Sequence[int], Sequence[int]], tuple[float, Level, str] | None] = {}
        reader = FeatureReader(corpus)
        self.features = lru_cache(_FEATURES)(reader.features)
        self._context = lru_cache(_FEATURES)(lambda profile: frozenset(corpus.profiles[profile].organizations))
        self._circle = lru_cache(_FEATURES)(reader.circle)

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

    def evidence(self, node: int) -> set[str]:
        """Return what two persons of whom many share the name must share one of, to be worth a look."""
        read = self._written.read
        features, own = self.features(node), self._written.of[node]
        is_any_short = any(is_short(read[number]) for number in own)
        profile = self._corpus.persons[node].profile
        is_in_own_list = bool(self._corpus.profiles[profile].catalogue)  # of an organisation: it names its people
        places = features.organizations | (self._context(profile) if is_in_own_list else set())
        found = {f"at {iri}" for iri in places}
        found.update(f"name {read[number].key}" for number in own if self._written.bearers(number) <= _RARE)
        for form, numbers in features.co_authors.items():
            found.update(f"with {read[number].key}" for number in numbers)
            if is_any_short or any(is_short(read[number]) for number in numbers):
                found.add(f"with {form}")
        return found

    def _agreement(self, one: int, other: int) -> tuple[float, Level, str] | None:
        """Return the bits, the level and the words of the two names that agree best."""
        key = (self._written.of[one], self._written.of[other])
        if key not in self._agreements:
            self._agreements[key] = self._best_names(*key)
        return self._agreements[key]

    def _best_names(self, mine: Sequence[int], others: Sequence[int]) -> tuple[float, Level, str] | None:
        written = self._written
        best: tuple[float, Level, str] | None = None
        for one in mine:
            for other in others:
                level = written.level(one, other)
                if level is Level.NONE:
                    continue
                common = one if written.bearers(one) >= written.bearers(other) else other
                rarity = min(self._known["rarest"], bits(written.bearers(common)))
                if best is None or rarity + self._levels[level] > best[0] + self._levels[best[1]]:
                    best = rarity, level, written.read[common].key
        return best

    def _company(self, one: int, other: int, mine: Features, others: Features) -> Iterator[Reason]:
        """Compare with whom they write."""
        gains = sorted(self._common(one, other, mine, others), reverse=True)
        total, share = 0.0, 1.0
        for gain, name, kind in gains:
            counted = min(gain * share, self._known["all_co_authors"] - total)
            if counted <= 0.05:
                break
            total += counted
            share *= self._known["further_co_author"]
            yield Reason(kind, counted, name)
        if not gains:
            if len(mine.co_authors) >= _MANY and len(others.co_authors) >= _MANY:
                yield Reason("no_common_co_author", self._known["no_common_co_author"])
            if self._corpus.persons[one].profile != self._corpus.persons[other].profile:
                yield from self._second_order(one, other, mine, others)

    def _common(self, one: int, other: int, mine: Features, others: Features) -> Iterator[tuple[float, str, str]]:
        """Yield the co-authors whom they have in common, each with its bits, and whether it is who owns the list."""
        forms = mine.co_authors.keys() & others.co_authors.keys()
        if not forms:
            return
        written = self._written
        forms.difference_update(written.short[number] for node in (one, other) for number in written.of[node])
        profile = self._corpus.persons[one].profile
        owner = self._corpus.owner(profile) if profile == self._corpus.persons[other].profile else None
        owner_form = written.short[written.of[owner][0]] if owner is not None else ""
        for form in forms:
            if form == owner_form:
                size = len(self._circle(profile))
                name = min(written.read[number].key for number in mine.co_authors[form])
                yield self._limit(size), name, "list_owner"
                continue
            shared = self._common_name(mine.co_authors[form], others.co_authors[form])
            if shared is not None:
                size = min(len(mine.co_authors), len(others.co_authors))
                yield self._gain(shared, size), written.read[shared].key, "co_author"

    def _common_name(self, mine: Iterable[int], others: Iterable[int]) -> int | None:
        """Return the less specific of two names that agree, of those that do the rarest."""
        written = self._written
        agreeing = ((one, other) for one in mine for other in others if written.surely_agree(one, other))
        found = [max(pair, key=written.bearers) for pair in agreeing]
        if len(found) < 2:
            return found[0] if found else None
        return min(found, key=lambda number: (written.bearers(number), written.read[number]))

    def _gain(self, shared: int, size: int) -> float:
        """Return what a common co-author says: much if the name is rare, and stands in a short list."""
        chance = size * self._written.bearers(shared) / RESEARCHERS * _CLUSTERING
        return max(0.0, min(self._limit(size), log2(self._known["co_author_found"] / chance)))

    def _limit(self, size: int) -> float:
        """Return what a co-author who is certainly the same says: namesakes write with one person, too."""
        return min(self._known["co_author"], log2(RESEARCHERS / (max(size, 1) * _CLUSTERING)))

    def _second_order(self, one: int, other: int, mine: Features, others: Features) -> Iterator[Reason]:
        """Look for co-authors of one in the profile that names the other; the first by name of like ones."""
        found: list[tuple[float, str]] = []
        for node, features in ((other, mine), (one, others)):
            circle = self._circle(self._corpus.persons[node].profile)
            for form in filter(circle.__contains__, features.co_authors):
                shared = self._common_name(features.co_authors[form], circle[form])
                if shared is not None:
                    gain = min(self._known["circle"], self._gain(shared, len(circle)))
                    found.append((-gain, self._written.read[shared].key))
        if found and min(found)[0]:
            gain, name = min(found)
            yield Reason("circle", -gain, name)

    def _places(self, one: int, other: int, mine: Features, others: Features) -> Iterator[Reason]:
        """Compare where they are said to be."""
        common = mine.organizations & others.organizations
        if common:
            yield Reason("organization", self._known["organization"], min(common))
            return
        same_time = max(0.0, 1 - _gap(mine, others) / _MOVE)
        if mine.organizations and others.organizations and same_time:
            yield Reason("other_organization", self._known["other_organization"] * same_time)
        profiles = [self._corpus.persons[node].profile for node in (one, other)]
        contexts = [self._context(profile) for profile in profiles]
        near = (mine.organizations & contexts[1]) | (others.organizations & contexts[0])
        if near:
            is_own_list = any(self._corpus.profiles[each].catalogue for each in profiles)
            kind = "own_list" if is_own_list else "context_organization"
            yield Reason(kind, self._known[kind], min(near))
        elif profiles[0] != profiles[1] and not contexts[0].isdisjoint(contexts[1]):
            yield Reason("common_context", self._known["common_context"], min(contexts[0] & contexts[1]))

    def _subjects(self, mine: Features, others: Features) -> Iterator[Reason]:
        """Compare on what, at which venues and when they work."""
        words = mine.words & others.words
        if words:
            share = min(1.0, len(words) / 3)
            yield Reason("title_words", self._known["title_words"] * share, ", ".join(sorted(words)[:3]))
        venues = mine.venues & others.venues
        if venues:
            yield Reason("venue", self._known["venue"], min(venues))
        gap = _gap(mine, others)
        if gap > _CAREER:
            yield Reason("years_apart", self._known["years_apart"], f"{gap} years")


def _gap(mine: Features, others: Features) -> int:
    """Return how many years lie between the works of two; nothing where they overlap, or are not known."""
    if not mine.years or not others.years:
        return 0
    return max(0, mine.years[0] - others.years[1], others.years[0] - mine.years[1])
