"""Say on all workers what each mention means: the label of an entity, and where it is met first.

The rules are those of `kg.identity.register`: an entity is called what it is called most often, of forms that are as
frequent by the longest; owners are called as their profiles say. Each batch counts for itself,
the counts of an entity come together, and what was found goes back to the batches that mention it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kg.identity import Collected
from kg.identity.register import Entity, rank, series_of
from kg.identity.register import kind_of as venue_kind
from kg.identity.uniting import kinds_differ
from kg.pipeline.spark.comparing import Iris
from kg.pipeline.spark.reading import Key
from kg.profile.config import MEETINGS
from kg.profile.records import Disagreement

_MENTIONS = 1 << 24
"""More than the mentions that one profile may have: it has at most 2 MB."""

_NONE: Mapping[str, Any] = {}

OWNER = -1
"""The place of what is described with its profile: no mention is its first."""


class Tally(NamedTuple):
    """How an entity is written, in some of the batches.

    Attributes:
        forms: How often it is written in each form, and the place of the first such mention.
        batches: The batches that mention it.
        owner: Of the profile whose owner it is: whether it declares another IRI, its number and the name; or nothing.
        is_node: Whether it is a person or a work, which a name alone does not decide.
        listings: How many listings of works it is.
        kinds: Of a venue that is not known by name, the files that state each kind, one for each entry.
        editions: What may be its editions, if it turns out to be a meeting.
    """

    forms: Mapping[str, tuple[int, int]]
    batches: tuple[Key, ...]
    owner: tuple[bool, int, str] | None
    is_node: bool
    listings: int = 0
    kinds: Mapping[str, tuple[str, ...]] = _NONE
    editions: Mapping[str, "Tally"] = _NONE

    @property
    def kind(self) -> str:
        """The kind of a venue that is not known by name, if an entry states it."""
        return venue_kind({kind: len(files) for kind, files in self.kinds.items()})

    @property
    def first(self) -> int:
        """The place of the first mention, or what is before all places for what is described with no mention."""
        return OWNER if self.owner or self.listings > 1 else min(first for _, first in self.forms.values())

    @property
    def label(self) -> str:
        """What the entity is called."""
        if self.owner:
            return self.owner[-1]
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
    owners: dict[str, tuple[bool, int, str]] = {}
    nodes: set[str] = set()
    listings: Counter[str] = Counter()
    kinds: dict[str, dict[str, list[str]]] = {}
    for profile, (each, own) in enumerate(zip(profiles, iris, strict=True), number):
        if each.listed.owner:
            iri = own[0][0]
            called = each.listed.owner != iri, profile, each.listed.name
            owners[iri] = min(called, owners.get(iri, called))
        nodes.update(*own)
        listings.update(own[1])
        source = each.listed.file
        for venue, kind, *_ in each.venues:
            stated = kinds.setdefault(venue, {})
            if kind:
                stated.setdefault(kind, []).append(source)
        for place, (iri, form) in zip(places(profile), meant(each, own), strict=False):
            written = forms.setdefault(iri, {})
            count, first = written.get(form, (0, place))
            written[form] = count + 1, first
    found = {
        iri: Tally(written, (key,), owners.get(iri), iri in nodes, listings[iri]) for iri, written in forms.items()
    }
    editions: dict[str, dict[str, Tally]] = {venue: {} for venue in kinds}
    for iri in [iri for iri in found if iri.startswith("event/") and series_of(iri) in kinds]:
        editions[series_of(iri)][iri] = found.pop(iri)
    for venue, said in kinds.items():
        files = {kind: tuple(files) for kind, files in said.items()}
        found[venue] = found[venue]._replace(kinds=files, editions=editions[venue])
    return found


def together(one: Tally, other: Tally) -> Tally:
    """Return how an entity is written in some batches and in others."""
    forms = dict(one.forms)
    for form, (count, first) in other.forms.items():
        known, earliest = forms.get(form, (0, first))
        forms[form] = known + count, min(first, earliest)
    owner = min(filter(None, (one.owner, other.owner)), default=None)
    listings = one.listings + other.listings
    is_node = one.is_node or other.is_node
    if not (one.kinds or one.editions or other.kinds or other.editions):
        return Tally(forms, one.batches + other.batches, owner, is_node, listings)
    kinds, editions = dict(one.kinds), dict(one.editions)
    for kind, files in other.kinds.items():
        kinds[kind] = kinds.get(kind, ()) + files
    for iri, tally in other.editions.items():
        editions[iri] = together(editions[iri], tally) if iri in editions else tally
    return Tally(forms, one.batches + other.batches, owner, is_node, listings, kinds, editions)


def with_editions(entity: tuple[str, Tally]) -> list[tuple[str, Tally]]:
    """Return an entity, and of a venue that turned out to be a meeting its editions.

    What else may have been an edition means the venue and is written like it (`kg.identity.register`).
    """
    iri, tally = entity
    if not tally.editions:
        return [entity]
    if tally.kind in MEETINGS:
        return [(iri, tally._replace(editions=_NONE)), *tally.editions.items()]
    forms = dict(tally.forms)
    for edition in tally.editions.values():
        for form, (count, _) in edition.forms.items():
            name = form.rpartition(" ")[0]  # the year
            forms[name] = forms[name][0] + count, forms[name][1]
    return [(iri, tally._replace(forms=forms, editions=_NONE))]


def disagreements(entity: tuple[str, Tally]) -> list[Disagreement]:
    """Return what sources say differently of the kind of a venue."""
    iri, tally = entity
    return [kinds_differ(iri, tally.kind, tally.kinds)] if len(tally.kinds) > 1 else []


class Settled(NamedTuple):
    """What was found out about an entity.

    Attributes:
        iri: Its IRI.
        label: What it is called.
        first: The place of the mention with which it is described.
        kind: As `Entity.kind`.
    """

    iri: str
    label: str
    first: int
    kind: str = ""


def entities(profile: Collected, iris: Iris, number: int, settled: Mapping[str, Settled]) -> Iterator[Entity]:
    """Yield the entity of each mention of a profile, in order."""
    found: Settled | None = None
    for place, (iri, _) in zip(places(number), meant(profile, iris), strict=False):
        found = settled.get(iri, found)  # an edition of what is no meeting means the venue, mentioned just before
        if found is None:
            raise KeyError(iri)
        yield Entity(found.iri, found.label, found.first == place, found.kind)


def by_batch(entity: tuple[str, Tally], shared: Mapping[str, str]) -> Iterable[tuple[Key, Settled]]:
    """Return what was found out about an entity, for each batch that mentions it, given the shared ids of works."""
    iri, tally = entity
    settled = Settled(iri, tally.label, tally.first, shared.get(iri) or tally.kind)
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
