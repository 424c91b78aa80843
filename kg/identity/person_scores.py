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

from kg.identity.corpus import Corpus
from kg.identity.rarity import RESEARCHERS, bits
from kg.identity.subjects import fields_of, fields_of_venue, listed_words, telling_words
from kg.profile.names import Level, is_short

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


class Features(NamedTuple):
    """What one profile says of a person, apart from the name.

    Attributes:
        co_authors: Whom the person writes with, or is named with: numbers of names by their short form.
        organizations: Where the person is said to be.
        venues: At which venues the works are.
        years: The first and the last year, or nothing.
        words: The telling words of the titles.
        fields: The fields of research that titles and venues tell.
    """

    co_authors: Mapping[str, Sequence[int]]
    organizations: frozenset[str]
    venues: frozenset[str]
    years: tuple[int, ...]
    words: frozenset[str]
    fields: frozenset[str]


class FeatureReader:
    """Reads the features of the persons of a corpus; who asks often keeps what it was told.

    Args:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._written = corpus.written
        self._words = cache(telling_words)
        self._fields = cache(fields_of)

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
        venues = frozenset([work.venue for work in works if work.venue])
        titles = [work.title for work in works]
        return Features(
            self._by_short_form(together),
            frozenset(person.organizations),
            venues,
            (min(years), max(years)) if years else (),
            frozenset().union(*map(self._words, titles)),
            frozenset().union(*map(self._fields, titles), *map(fields_of_venue, venues)),
        )

    def circle(self, profile: int) -> Mapping[str, Sequence[int]]:
        """Return all persons whom a profile names: numbers of names by their short form."""
        return self._by_short_form(self._corpus.people_of(profile))

    def _by_short_form(self, nodes: Iterable[int]) -> dict[str, Sequence[int]]:
        written, found = self._written, dict[str, Sequence[int]]()
        for number in {written.of[node][0] for node in nodes}:
            form = written.short[number]
            found[form] = (*found[form], number) if form in found else (number,)
        return found


# Score pairs of persons: how rare the name is, with whom, where, when and on what they work.

_CLUSTERING = 8.0  # how much likelier a name is among the co-authors of a namesake than elsewhere
_FIELDS = 2  # in common that count
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


class Pair(NamedTuple):
    """Two persons who are compared.

    Attributes:
        one: A person.
        other: Another person.
        shared: The names of the co-authors whom both have, by their short form.
        owner: The short form of who owns the list in which both stand; empty if there is none.
    """

    one: Side
    other: Side
    shared: Mapping[str, int]
    owner: str


Amounts = Iterable[tuple[str, float, str]]
"""Kinds of reasons with the amounts by which their weights are multiplied, and what they are about."""


class PersonScores:
    """Scores pairs of persons.

    A score depends on nothing but the two profiles that name them: a corpus of these two gives the same.

    Args:
        corpus: All nodes.
    """

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.written = corpus.written
        self.known = weights().person
        self._levels = weights().name
        self._bits = {"name": 1.0, **self._levels, **self.known}
        self._agreements: dict[tuple[Sequence[int], Sequence[int]], tuple[float, Level, str] | None] = {}
        reader = FeatureReader(corpus)
        self._features = reader.features
        self.side = lru_cache(_FEATURES)(self._side)
        self.circle = lru_cache(_FEATURES)(reader.circle)

    def reasons(self, one: int, other: int) -> list[Reason]:
        """Return what speaks for and against two persons' being one; nothing if their names differ."""
        found = (Reason(kind, self._bits[kind] * amount, about) for kind, amount, about in self.amounts(one, other))
        return [reason for reason in found if reason.bits]

    def amounts(self, one: int, other: int) -> Amounts:
        """Yield what is compared, before it is weighed; nothing if the names of two persons differ."""
        agreement = self._agreement(one, other)
        if agreement is None:
            return
        rarity, level, written = agreement
        yield "name", rarity, written
        yield level, 1.0, written
        pair = self._pair(self.side(one), self.side(other))
        found = [each for feature in FEATURES for each in feature(self, pair)]
        yield from found
        mine, others = (side.features.fields for side in pair[:2])
        if mine and others and mine.isdisjoint(others) and not any(self._bits[kind] > 0 for kind, *_ in found):
            yield "other_field", 1.0, f"{min(mine)} and {min(others)}"

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

    def gain(self, shared: int, size: int) -> float:
        """Return the bits of a common co-author: many if the name is rare, and stands in a short list."""
        chance = size * self.written.bearers(shared) / RESEARCHERS * _CLUSTERING
        return max(0.0, min(self.limit(size), log2(self.known["co_author_found"] / chance)))

    def limit(self, size: int) -> float:
        """Return the bits of a co-author who is certainly the same: namesakes write with one person, too."""
        return min(self.known["one_co_author"], log2(RESEARCHERS / (max(size, 1) * _CLUSTERING)))

    def common_name(self, mine: Iterable[int], others: Iterable[int]) -> int | None:
        """Return the less specific of two names that agree, of those that do the rarest."""
        written = self.written
        agreeing = ((one, other) for one in mine for other in others if written.surely_agree(one, other))
        found = [max(pair, key=written.bearers) for pair in agreeing]
        if len(found) < 2:
            return found[0] if found else None
        return min(found, key=lambda number: (written.bearers(number), written.read[number]))

    def _pair(self, one: Side, other: Side) -> Pair:
        mine, others, written = one.features.co_authors, other.features.co_authors, self.written
        shared: dict[str, int] = {}
        if forms := mine.keys() & others.keys():
            forms.difference_update(written.short[name] for side in (one, other) for name in written.of[side.node])
            names = ((form, self.common_name(mine[form], others[form])) for form in forms)
            shared = {form: name for form, name in names if name is not None}
        owner = self._corpus.owner(one.profile) if one.profile == other.profile else None
        return Pair(one, other, shared, "" if owner is None else written.short[written.of[owner][0]])

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
                rarity = min(self.known["rarest"], bits(written.bearers(common)))
                if best is None or rarity + self._levels[level] > best[0] + self._levels[best[1]]:
                    best = rarity, level, written.read[common].key
        return best


# The features.


def co_author(scores: PersonScores, pair: Pair) -> Amounts:
    """With whom both write: the rarer the name, the more; each further one says less."""
    known, total, share = scores.known, 0.0, 1.0
    size = min(len(side.features.co_authors) for side in pair[:2])
    shared = [name for form, name in pair.shared.items() if form != pair.owner]
    for gain, name in sorted(
        ((scores.gain(name, size), scores.written.read[name].key) for name in shared), reverse=True
    ):
        counted = min(gain * share, known["all_co_authors"] - total)
        if counted <= 0.05:
            break
        total += counted
        share *= known["further_co_author"]
        yield "co_author", counted, name


def list_owner(scores: PersonScores, pair: Pair) -> Amounts:
    """In whose list both stand: whom its owner writes with."""
    if pair.owner in pair.shared:
        name = scores.written.read[pair.shared[pair.owner]].key
        yield "list_owner", scores.limit(len(scores.circle(pair.one.profile))), name


def circle(scores: PersonScores, pair: Pair) -> Amounts:
    """Who writes with one, and stands in the profile that names the other; the first by name of like ones."""
    one, other = pair[:2]
    if one.profile == other.profile or pair.shared:
        return
    found: list[tuple[float, str]] = []
    for side, features in ((other, one.features), (one, other.features)):
        names = scores.circle(side.profile)
        for form in filter(names.__contains__, features.co_authors):
            shared = scores.common_name(features.co_authors[form], names[form])
            if shared is not None:
                gain = min(scores.known["in_circle"], scores.gain(shared, len(names)))
                found.append((-gain, scores.written.read[shared].key))
    if found and min(found)[0]:
        yield "circle", -min(found)[0], min(found)[1]


def place(_scores: PersonScores, pair: Pair) -> Amounts:
    """By which organisation both are tied, the closest tie alone."""
    one, other = pair[:2]
    near = (one.features.organizations & other.context) | (other.features.organizations & one.context)
    if near and (one.in_list or other.in_list):
        yield "own_list", 1.0, min(near)
    elif common := one.features.organizations & other.features.organizations:
        yield "organization", 1.0, min(common)
    elif near:
        yield "context_organization", 1.0, min(near)
    elif one.profile != other.profile and (common := one.context & other.context):
        yield "common_context", 1.0, min(common)


def other_organization(_scores: PersonScores, pair: Pair) -> Amounts:
    """Both are said to be somewhere, nowhere the same, in the same years; what an owner states is never all."""
    mine, others = (side.features for side in pair[:2])
    share = max(0.0, 1 - _gap(mine, others) / _MOVE)
    is_stated = mine.organizations and others.organizations and not (pair.one.is_owner or pair.other.is_owner)
    if is_stated and share and mine.organizations.isdisjoint(others.organizations):
        yield "other_organization", share, ""


def subject(scores: PersonScores, pair: Pair) -> Amounts:
    """On what both work: the rarer the words of titles, the more, each further one less; and in which fields."""
    known, listed = scores.known, listed_words()
    mine, others = (side.features for side in pair[:2])
    words = sorted((-listed.get(word, known["rare_title_word"]), word) for word in mine.words & others.words)
    if words:
        total = sum(-bits * known["further_title_word"] ** place for place, (bits, _) in enumerate(words))
        yield "title_words", min(known["all_title_words"], total), ", ".join(word for _, word in words[:3])
    if common := sorted(mine.fields & others.fields)[:_FIELDS]:
        yield "common_field", float(len(common)), ", ".join(common)


def venue(_scores: PersonScores, pair: Pair) -> Amounts:
    """At which venue both have works."""
    if common := pair.one.features.venues & pair.other.features.venues:
        yield "venue", 1.0, min(common)


def years_apart(_scores: PersonScores, pair: Pair) -> Amounts:
    """More years lie between their works than a career has."""
    gap = _gap(pair.one.features, pair.other.features)
    if gap > _CAREER:
        yield "years_apart", 1.0, f"{gap} years"


def member(_scores: PersonScores, pair: Pair) -> Amounts:
    """One has a profile in the project, and of one no works are known by which to tell them apart."""
    if pair.one.is_owner != pair.other.is_owner and not all(side.features.words for side in pair[:2]):
        yield "member", 1.0, ""


FEATURES: Sequence[Callable[[PersonScores, Pair], Amounts]] = (
    *(co_author, list_owner, circle, place, other_organization, subject, venue),
    *(years_apart, member),
)
"""What is compared beside the names."""


def _gap(mine: Features, others: Features) -> int:
    """Return how many years lie between the works of two; nothing where they overlap, or are not known."""
    if not mine.years or not others.years:
        return 0
    return max(0, mine.years[0] - others.years[1], others.years[0] - mine.years[1])
