"""Score pairs of persons."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from math import log2
from types import MappingProxyType
from typing import Any, NamedTuple

from kg.base.tables import rows_of
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


@cache
def _listed_words() -> MappingProxyType[str, float]:
    """Return how many bits a word of titles says that is listed: the fewer, the more titles have it."""
    rows = rows_of("kg.identity", "tables/title_words.tsv")
    return MappingProxyType({word: float(bits) for bits, words in rows for word in words.split()})


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
            telling = {word for word in read_title(title).telling if len(word) > 4}
            found = self._words[title] = frozenset(word for word in telling if _listed_words().get(word, 1))
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


class Side(NamedTuple):
    """One of two persons who are compared.

    Attributes:
        node: The number.
        features: What its profile says of it.
        profile: The number of its profile.
        context: IRIs of the organisations of that profile.
        is_owner: Whether the profile is its own.
        in_list: Whether it stands in a catalogue.
    """

    node: int
    features: Features
    profile: int
    context: frozenset[str]
    is_owner: bool
    in_list: bool


class PersonScores:
    """Scores pairs of persons.

    A score depends on nothing but the two profiles that name them: a corpus of these two gives the same.

    Args:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.written = corpus.written
        self._known = weights().person
        self._levels = weights().name
        self._agreements: dict[tuple[Sequence[int], Sequence[int]], tuple[float, Level, str] | None] = {}
        reader = FeatureReader(corpus)
        self._features = reader.features
        self.side = lru_cache(_FEATURES)(self._side)
        self.circle = lru_cache(_FEATURES)(reader.circle)

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two persons' being one; nothing if their names differ."""
        agreement = self._agreement(one, other)
        if agreement is None:
            return []
        rarity, level, written = agreement
        found = [Reason("name", rarity, written)]
        if self._levels[level]:
            found.append(Reason(str(level), self._levels[level], written))
        mine, others = self.side(one), self.side(other)
        for name, feature in FEATURES:
            for amount, detail in feature(self, mine, others):
                found.append(Reason(name, self._known[name] * amount, detail))
        return found

    def evidence(self, node: int) -> set[str]:
        """Return what two persons of whom many share the name must share one of, to be worth a look."""
        read = self.written.read
        side, own = self.side(node), self.written.of[node]
        features = side.features
        is_any_short = any(is_short(read[number]) for number in own)
        places = features.organizations | (side.context if side.in_list else frozenset())
        found = {f"at {iri}" for iri in places}
        found.update(f"name {read[number].key}" for number in own if self.written.bearers(number) <= _RARE)
        found.update(f"on {word}" for word in features.words)
        for form, numbers in features.co_authors.items():
            found.update(f"with {read[number].key}" for number in numbers)
            if is_any_short or any(is_short(read[number]) for number in numbers):
                found.add(f"with {form}")
        return found

    def are_comparable(self, one: int, other: int) -> bool:
        """Say whether works of both are known: then it tells something that nothing is shared."""
        return all(self.side(node).features.words for node in (one, other))

    def owner_form(self, one: Side, other: Side) -> str:
        """Return the short form of who owns the list in which both stand; empty if there is none."""
        owner = self._corpus.owner(one.profile) if one.profile == other.profile else None
        return "" if owner is None else self.written.short[self.written.of[owner][0]]

    def gain(self, shared: int, size: int) -> float:
        """Return the bits of a common co-author: many if the name is rare, and stands in a short list."""
        chance = size * self.written.bearers(shared) / RESEARCHERS * _CLUSTERING
        return max(0.0, min(self.limit(size), log2(self._known["co_author_found"] / chance)))

    def limit(self, size: int) -> float:
        """Return the bits of a co-author who is certainly the same: namesakes write with one person, too."""
        return min(self._known["one_co_author"], log2(RESEARCHERS / (max(size, 1) * _CLUSTERING)))

    def common_name(self, mine: Iterable[int], others: Iterable[int]) -> int | None:
        """Return the less specific of two names that agree, of those that do the rarest."""
        written = self.written
        agreeing = ((one, other) for one in mine for other in others if written.surely_agree(one, other))
        found = [max(pair, key=written.bearers) for pair in agreeing]
        if len(found) < 2:
            return found[0] if found else None
        return min(found, key=lambda number: (written.bearers(number), written.read[number]))

    def _side(self, node: int) -> Side:
        number = self._corpus.persons[node].profile
        profile, owner = self._corpus.profiles[number], self._corpus.owner(number)
        context = frozenset(profile.organizations)
        return Side(node, self._features(node), number, context, node == owner, bool(profile.catalogue))

    def _agreement(self, one: int, other: int) -> tuple[float, Level, str] | None:
        """Return the bits, the level and the words of the two names that agree best."""
        key = (self.written.of[one], self.written.of[other])
        if key not in self._agreements:
            self._agreements[key] = self._best_names(*key)
        return self._agreements[key]

    def _best_names(self, mine: Sequence[int], others: Sequence[int]) -> tuple[float, Level, str] | None:
        written = self.written
        best: tuple[float, Level, str] | None = None
        for one, other in product(mine, others):
            level = written.level(one, other)
            if level is not Level.NONE:
                common = one if written.bearers(one) >= written.bearers(other) else other
                rarity = min(self._known["rarest"], bits(written.bearers(common)))
                if best is None or rarity + self._levels[level] > best[0] + self._levels[best[1]]:
                    best = rarity, level, written.read[common].key
        return best


# The features: each gives amounts, by which its weight is multiplied, and what they are about.

Amounts = Iterable[tuple[float, str]]


def _shared(scores: PersonScores, one: Side, other: Side) -> Mapping[str, int]:
    """Return the names of the co-authors whom two have in common, by their short form."""
    mine, others, written = one.features.co_authors, other.features.co_authors, scores.written
    forms = mine.keys() & others.keys()
    if not forms:
        return {}
    forms.difference_update(written.short[number] for side in (one, other) for number in written.of[side.node])
    found = {form: scores.common_name(mine[form], others[form]) for form in forms}
    return {form: name for form, name in found.items() if name is not None}


def co_author(scores: PersonScores, one: Side, other: Side) -> Amounts:
    """With whom both write: the rarer the name, the more; each further one says less."""
    known, total, share = weights().person, 0.0, 1.0
    owner, size = scores.owner_form(one, other), min(len(one.features.co_authors), len(other.features.co_authors))
    shared = [name for form, name in _shared(scores, one, other).items() if form != owner]
    for gain, name in sorted(
        ((scores.gain(name, size), scores.written.read[name].key) for name in shared), reverse=True
    ):
        counted = min(gain * share, known["all_co_authors"] - total)
        if counted <= 0.05:
            break
        total += counted
        share *= known["further_co_author"]
        yield counted, name


def list_owner(scores: PersonScores, one: Side, other: Side) -> Amounts:
    """In whose list both stand: whom its owner writes with."""
    form = scores.owner_form(one, other)
    if form in one.features.co_authors and form in other.features.co_authors:
        numbers = one.features.co_authors[form]
        yield scores.limit(len(scores.circle(one.profile))), min(scores.written.read[each].key for each in numbers)


def no_common_co_author(scores: PersonScores, one: Side, other: Side) -> Amounts:
    """Both write with many, and with nobody in common."""
    if min(len(side.features.co_authors) for side in (one, other)) >= _MANY and not _shared(scores, one, other):
        yield 1.0, ""


def circle(scores: PersonScores, one: Side, other: Side) -> Amounts:
    """Who writes with one, and stands in the profile that names the other; the first by name of like ones."""
    if one.profile == other.profile or _shared(scores, one, other):
        return
    found: list[tuple[float, str]] = []
    for side, features in ((other, one.features), (one, other.features)):
        names = scores.circle(side.profile)
        for form in filter(names.__contains__, features.co_authors):
            shared = scores.common_name(features.co_authors[form], names[form])
            if shared is not None:
                gain = min(weights().person["in_circle"], scores.gain(shared, len(names)))
                found.append((-gain, scores.written.read[shared].key))
    if found and min(found)[0]:
        yield -min(found)[0], min(found)[1]


def _near(one: Side, other: Side) -> frozenset[str]:
    """Return the organisations of one that are those of the profile that names the other."""
    return (one.features.organizations & other.context) | (other.features.organizations & one.context)


def organization(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """At which organisation both are said to be."""
    common = one.features.organizations & other.features.organizations
    if common and not own_list(_scores, one, other):
        yield 1.0, min(common)


def other_organization(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """Both are said to be somewhere, nowhere the same, in the same years; what an owner states is never all."""
    mine, others = one.features, other.features
    share = max(0.0, 1 - _gap(mine, others) / _MOVE)
    is_stated = mine.organizations and others.organizations and not (one.is_owner or other.is_owner)
    if is_stated and share and mine.organizations.isdisjoint(others.organizations):
        yield share, ""


def own_list(_scores: PersonScores, one: Side, other: Side) -> Sequence[tuple[float, str]]:
    """At which organisation one is, in whose list of works the other is named."""
    near = _near(one, other)
    return [(1.0, min(near))] if near and (one.in_list or other.in_list) else []


def context_organization(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """At which organisation one is, from where the other is named."""
    near, is_common = _near(one, other), one.features.organizations & other.features.organizations
    if near and not is_common and not (one.in_list or other.in_list):
        yield 1.0, min(near)


def common_context(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """From which organisation both are named."""
    common = one.context & other.context if one.profile != other.profile else frozenset()
    if common and not _near(one, other) and one.features.organizations.isdisjoint(other.features.organizations):
        yield 1.0, min(common)


def title_words(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """On what both work: the rarer the words of titles, the more; each further one says less."""
    known, listed = weights().person, _listed_words()
    found = sorted(
        (-listed.get(word, known["rare_title_word"]), word) for word in one.features.words & other.features.words
    )
    if found:
        total = sum(-bits * known["further_title_word"] ** place for place, (bits, _) in enumerate(found))
        yield min(known["all_title_words"], total), ", ".join(word for _, word in found[:3])


def venue(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """At which venue both have works."""
    common = one.features.venues & other.features.venues
    if common:
        yield 1.0, min(common)


def years_apart(_scores: PersonScores, one: Side, other: Side) -> Amounts:
    """More years lie between their works than a career has."""
    gap = _gap(one.features, other.features)
    if gap > _CAREER:
        yield 1.0, f"{gap} years"


def member(scores: PersonScores, one: Side, other: Side) -> Amounts:
    """One has a profile in the project, and of one no works are known by which to tell them apart."""
    if one.is_owner != other.is_owner and not scores.are_comparable(one.node, other.node):
        yield 1.0, ""


FEATURES: Sequence[tuple[str, Callable[[PersonScores, Side, Side], Amounts]]] = [
    (feature.__name__, feature)
    for feature in (
        *(co_author, list_owner, no_common_co_author, circle, organization, other_organization, own_list),
        *(context_organization, common_context, title_words, venue, years_apart, member),
    )
]
"""What is compared beside the names; the name of each is that of its weight."""


def _gap(mine: Features, others: Features) -> int:
    """Return how many years lie between the works of two; nothing where they overlap, or are not known."""
    if not mine.years or not others.years:
        return 0
    return max(0, mine.years[0] - others.years[1], others.years[0] - mine.years[1])
