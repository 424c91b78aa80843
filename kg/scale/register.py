"""Say on all workers what each mention means: the label of an entity, and where it is met first.

The rules are those of `kg.identity.register`: an entity is called what it is called most often, of forms that are as
frequent by the longest; owners are called as their profiles say. Each batch counts for itself,
the counts of an entity come together, and what was found goes back to the batches that mention it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from kg.identity import Collected
from kg.identity.register import Entity, rank
from kg.scale.comparing import Iris
from kg.scale.reading import Key

_MENTIONS = 1 << 24
"""More than the mentions that one profile may have: it has at most 2 MB."""

OWNER = -1
"""The place of what is described with its profile: no mention is its first."""


class Tally(NamedTuple):
    """How an entity is written, in some of the batches.

    Attributes:
        forms: How often it is written in each form, and the place of the first such mention.
        batches: The batches that mention it.
        owner: The number of the profile whose owner it is and what that is called, or nothing.
        is_node: Whether it is a person or a work, which a name alone does not decide.
        listings: How many listings of works it is.
    """

    forms: Mapping[str, tuple[int, int]]
    batches: tuple[Key, ...]
    owner: tuple[int, str] | None
    is_node: bool
    listings: int = 0

    @property
    def first(self) -> int:
        """The place of the first mention, or what is before all places for what is described with no mention."""
        return OWNER if self.owner or self.listings > 1 else min(first for _, first in self.forms.values())

    @property
    def label(self) -> str:
        """What the entity is called."""
        if self.owner:
            return self.owner[1]
        return min(self.forms, key=lambda form: (-self.forms[form][0], rank(form)))


def places(profile: int) -> Iterator[int]:
    """Yield numbers for the mentions of a profile, given by its number, that grow through all profiles."""
    yield from range(profile * _MENTIONS, (profile + 1) * _MENTIONS)


def meant(profile: Collected, iris: Iris) -> Iterator[tuple[str, str]]:
    """Yield the IRI and the written form of each mention of a profile."""
    persons, works = iris
    for means, form in profile.mentions:
        if isinstance(means, str):
            yield means, form
        else:
            yield persons[means] if means >= 0 else works[-means - 1], form


def tallies(key: Key, profiles: Sequence[Collected], iris: Sequence[Iris], number: int) -> dict[str, Tally]:
    """Return how the entities of a batch are written in it.

    Args:
        key: The batch.
        profiles: Its profiles.
        iris: The IRIs of their nodes.
        number: The number of the first profile.
    """
    forms: dict[str, dict[str, tuple[int, int]]] = {}
    owners: dict[str, tuple[int, str]] = {}
    nodes: set[str] = set()
    listings: Counter[str] = Counter()
    for profile, (each, own) in enumerate(zip(profiles, iris, strict=True), number):
        owners[own[0][0]] = profile, each.listed.name
        nodes.update(*own)
        listings.update(own[1])
        for place, (iri, form) in zip(places(profile), meant(each, own), strict=False):
            written = forms.setdefault(iri, {})
            count, first = written.get(form, (0, place))
            written[form] = count + 1, first
    return {iri: Tally(written, (key,), owners.get(iri), iri in nodes, listings[iri]) for iri, written in forms.items()}


def together(one: Tally, other: Tally) -> Tally:
    """Return how an entity is written in some batches and in others."""
    forms = dict(one.forms)
    for form, (count, first) in other.forms.items():
        known, earliest = forms.get(form, (0, first))
        forms[form] = known + count, min(first, earliest)
    owner = max(filter(None, (one.owner, other.owner)), default=None)
    listings = one.listings + other.listings
    return Tally(forms, one.batches + other.batches, owner, one.is_node or other.is_node, listings)


class Settled(NamedTuple):
    """What was found out about an entity.

    Attributes:
        iri: Its IRI.
        label: What it is called.
        first: The place of the mention with which it is described.
    """

    iri: str
    label: str
    first: int


def entities(profile: Collected, iris: Iris, number: int, settled: Mapping[str, Settled]) -> Iterator[Entity]:
    """Yield the entity of each mention of a profile, in order."""
    for place, (iri, _) in zip(places(number), meant(profile, iris), strict=False):
        found = settled[iri]
        yield Entity(iri, found.label, found.first == place)


def by_batch(entity: tuple[str, Tally]) -> Iterable[tuple[Key, Settled]]:
    """Return what was found out about an entity, for each batch that mentions it."""
    iri, tally = entity
    settled = Settled(iri, tally.label, tally.first)
    return [(key, settled) for key in tally.batches]


def kind_of(entity: tuple[str, Tally]) -> str:
    """Return the kind of an entity: the first part of its IRI."""
    return entity[0].partition("/")[0]


def is_named(entity: tuple[str, Tally]) -> bool:
    """Say whether a name alone decides what an entity is: it is neither a person nor a work."""
    return not entity[1].is_node


def label_of(tally: Tally) -> str:
    """Return what an entity is called."""
    return tally.label


def forms_of(entity: tuple[str, Tally]) -> list[tuple[int, tuple[str, str]]]:
    """Return each form in which an entity is written, behind the place where it first is, and with its IRI."""
    iri, tally = entity
    return [(first, (form, iri)) for form, (_, first) in tally.forms.items()]
