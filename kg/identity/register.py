"""Keep the mentions of all profiles and hand out what each one means.

A mention is two numbers, whatever it is called: a tenth of what its texts would take. Mentions go in and entities come
out in the same order.
"""

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, get_args

from kg.identity.venues import JoinedVenues
from kg.profile.config import MEETINGS
from kg.profile.model import VenueKind

Reference = str | int

_NOWHERE = -1
_NO_KINDS: Mapping[str, str] = {}
_NONE_JOINED = JoinedVenues({})


class Entity(NamedTuple):
    """What a mention means.

    Attributes:
        iri: The IRI, relative to the base.
        label: What the entity is called.
        is_new: Whether this is its first mention, with which it is described.
        kind: What sort of venue it is, if it is one that is not known by name and a source says so; of a work, its ids
            that another work has too, in a text.
    """

    iri: str
    label: str
    is_new: bool
    kind: str = ""


class Register:
    """The mentions of a project.

    A reference is kept as a number: an even one is twice that of a node, an odd one stands for an IRI.
    """

    def __init__(self) -> None:
        self._means = array("q")
        self._written = array("q")
        self._named: dict[str, int] = {}
        self._forms: dict[str, int] = {}
        self._iris: list[str] = []
        self._labels: list[str] = []
        self._firsts = array("q")
        self._meant = array("q")
        self._of_nodes: frozenset[str] = frozenset()
        self._kinds: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._joined: set[tuple[str, int]] = set()

    def add_mentions(self, mentions: Iterable[tuple[Reference, str]]) -> None:
        """Record mentions: an IRI or the number of a node, and the written form."""
        named, forms = self._named, self._forms
        for means, form in mentions:
            self._means.append(named.setdefault(means, len(named)) << 1 | 1 if isinstance(means, str) else means << 1)
            self._written.append(forms.setdefault(form, len(forms)))

    def settle(
        self,
        nodes: Iterable[tuple[int, str]],
        owners: Mapping[str, str],
        declared: Sequence[str] = (),
        united: Collection[str] = (),
        kinds: Mapping[str, str] = _NO_KINDS,
        joined: JoinedVenues = _NONE_JOINED,
    ) -> None:
        """Say what is what; no mention can be added afterwards.

        Args:
            nodes: The IRI of each node.
            owners: The names of the owners of profiles by IRI: they are called as their profiles say, and
                described there.
            declared: IRIs of entities that exist even if no profile mentions them.
            united: IRIs of entities that are described from all their mentions together, with none of them.
            kinds: `Entity.kind` by IRI; empty where nobody states one.
            joined: The venues that turned out to be others.
        """
        self._join(joined)
        numbers = {iri: number for number, iri in enumerate(self._named)}
        of_node = {node: numbers.setdefault(iri, len(numbers)) for node, iri in nodes}
        self._of_nodes = frozenset(map(list(numbers).__getitem__, of_node.values()))
        for iri in (*owners, *declared):
            numbers.setdefault(iri, len(numbers))
        self._iris = list(numbers)
        self._firsts = array("q", [_NOWHERE]) * len(numbers)
        self._meant = array("q", (means >> 1 if means & 1 else of_node[means >> 1] for means in self._means))
        self._kinds = {numbers[iri]: kind for iri, kind in kinds.items() if kind}
        self._withdraw_editions(kinds)
        self._label(self._tally())
        for iri, name in owners.items():
            if self._firsts[numbers[iri]] != _NOWHERE:
                self._labels[numbers[iri]], self._firsts[numbers[iri]] = name, len(self._meant)
        for iri in united:
            self._firsts[numbers[iri]] = len(self._meant)
        for iri in declared:
            if self._firsts[numbers[iri]] == _NOWHERE:
                self._firsts[numbers[iri]] = len(self._meant)

    def entities(self) -> Iterator[Entity]:
        """Yield the entity of each mention, in the order in which the mentions were added."""
        iris, labels, firsts, kinds = self._iris, self._labels, self._firsts, self._kinds
        for place, number in enumerate(self._meant):
            yield Entity(iris[number], labels[number], firsts[number] == place, kinds.get(number, ""))

    def label(self, iri: str) -> str:
        """Return what an entity is called."""
        if not self._numbers:
            self._numbers = {iri: number for number, iri in enumerate(self._iris)}
        return self._labels[self._numbers[iri]]

    def labels(self) -> Iterator[tuple[str, str]]:
        """Yield the entities that are no nodes, each with what it is called."""
        found = ((iri, self._labels[number]) for number, iri in self._known() if iri not in self._of_nodes)
        yield from sorted(found)

    def forms(self) -> Iterator[tuple[str, str]]:
        """Yield the written forms of the entities that are no nodes, each with its entity."""
        forms, named = list(self._forms), list(self._named)
        pairs = dict.fromkeys((written, means) for written, means in zip(self._written, self._means, strict=True))
        borne = self._firsts
        said = chain(((forms[written], means) for written, means in pairs), sorted(self._joined))
        yield from ((form, named[means >> 1]) for form, means in said if means & 1 and borne[means >> 1] != _NOWHERE)

    def counts(self) -> dict[str, int]:
        """Return how many entities there are, by the first part of their IRIs."""
        return dict(sorted(Counter(iri.partition("/")[0] for _, iri in self._known()).items()))

    def _join(self, joined: JoinedVenues) -> None:
        """Let what names a venue that turned out to be another one mean that."""
        if not joined:
            return
        forms = list(self._forms)
        means_now: dict[int, tuple[int, int]] = {}
        for iri, number in list(self._named.items()):
            now, form = joined.meant(iri, "")
            if now != iri:
                written = self._forms.setdefault(form, len(self._forms))
                means_now[number << 1 | 1] = self._named.setdefault(now, len(self._named)) << 1 | 1, written
        for place, means in enumerate(self._means):
            if means in means_now:
                self._joined.add((forms[self._written[place]], means_now[means][0]))
                self._means[place], self._written[place] = means_now[means]

    def _withdraw_editions(self, kinds: Mapping[str, str]) -> None:
        """Let editions of what is no meeting mean the venue, which is mentioned just before."""
        moved = {
            number
            for iri, number in self._named.items()
            if iri.startswith("event/") and kinds.get(series_of(iri), "conference") not in MEETINGS
        }
        if not moved:
            return
        for place, number in enumerate(self._meant):
            if number in moved:
                self._meant[place], self._written[place] = self._meant[place - 1], self._written[place - 1]

    def _known(self) -> Iterator[tuple[int, str]]:
        """Yield the entities that are mentioned or declared, by number."""
        return ((number, iri) for number, iri in enumerate(self._iris) if self._firsts[number] != _NOWHERE)

    def _tally(self) -> Mapping[int, int]:
        """Count how often each entity is written in each form, in the order of their first mentions."""
        size = len(self._forms)
        tally: dict[int, int] = {}
        for place, (number, written) in enumerate(zip(self._meant, self._written, strict=True)):
            key = number * size + written
            if key in tally:
                tally[key] += 1
                continue
            tally[key] = 1
            if self._firsts[number] == _NOWHERE:
                self._firsts[number] = place
        return tally

    def _label(self, tally: Mapping[int, int]) -> None:
        """Call each entity what it is called most often; of forms that are as frequent, by the longest."""
        forms = list(self._forms)
        self._labels = [""] * len(self._iris)
        most = array("q", [0]) * len(self._iris)
        for key, count in tally.items():
            number, written = divmod(key, len(forms))
            if count > most[number] or (count == most[number] and rank(forms[written]) < rank(self._labels[number])):
                most[number], self._labels[number] = count, forms[written]


def series_of(edition: str) -> str:
    """Return the IRI of the venue of an edition.

    >>> series_of("event/notes-on-engines-1843")
    'venue/notes-on-engines'
    """
    return "venue/" + edition.removeprefix("event/").rpartition("-")[0]


def kind_of(stated: Mapping[str, int]) -> str:
    """Return the kind of a venue that most entries state; of kinds that are stated equally often, the first.

    >>> kind_of({"conference": 1, "journal": 2}), kind_of({"journal": 1, "conference": 1}), kind_of({})
    ('journal', 'journal', '')
    """
    kinds = get_args(VenueKind)
    return min(stated, key=lambda kind: (-stated[kind], kinds.index(kind)), default="")


def rank(form: str) -> tuple[int, bool, str]:
    """Return the place of a written form among those that are as frequent: the longest, and not in capitals, first."""
    return -len(form), form.isupper(), form
