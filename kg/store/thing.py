"""What a graph says of a thing, field by field, as its kind declares them: the one view of it that all faces take."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self, TypeVar

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms import dates
from kg.terms.dates import PRESENT
from kg.terms.formats import Term
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, PREFIXES, RDF_TYPE, curie

LAST = 1 << 30
"""The place of what a profile does not list."""
NO_END = "9999"

_MAIN_ENTITY = NamedNode(f"{PREFIXES['schema']}mainEntity")
_DERIVED = NamedNode(f"{PREFIXES['prov']}wasDerivedFrom")
_SUPPORTS, _POINTER = NamedNode(f"{KG}supports"), NamedNode(f"{KG}pointer")
_ROLES = "kg:contributed"
_LISTS = {"schema:author": "kg:authorship"}
_LISTED = ("schema:item", "schema:description", "kg:author")

Facts = Mapping[str, tuple[Term, ...]]
"""What is said of a thing, by property."""
Read = Callable[[str], Facts]
"""Returns what is said of a thing."""


AnyThing = TypeVar("AnyThing", bound="ThingView")


@lru_cache(maxsize=64)
def entry_places(graph: Graph, person: str) -> Mapping[str, int]:
    """Return the place of each entry of a person within its section of the profile, by the IRI of the entry.

    A work that several entries list has the place of the first. Somebody without a profile has no entries.
    """
    find, evidence, about = graph.store.quads, NamedNode(graph.base + EVIDENCE_GRAPH), NamedNode(person)
    sources = {quad.subject for quad in find(None, _MAIN_ENTITY, about, DefaultGraph())}
    if not sources:
        return {}
    found: dict[str, int] = {}
    nodes = {quad.object for quad in find(about, None, None, DefaultGraph()) if isinstance(quad.object, NamedNode)}
    nodes |= {quad.subject for quad in find(None, None, about, DefaultGraph()) if isinstance(quad.subject, NamedNode)}
    for node in nodes:
        supporting = (quad.subject for quad in find(None, _SUPPORTS, node, evidence))
        for each in (piece for piece in supporting if isinstance(piece, NamedNode)):
            if sources.isdisjoint(quad.object for quad in find(each, _DERIVED, None, evidence)):
                continue
            for pointer in (value(quad.object) for quad in find(each, _POINTER, None, evidence)):
                index = pointer.rpartition("/")[2]
                if index.isdecimal():
                    found[node.value] = min(int(index), found.get(node.value, LAST))
    return found


def first_text(facts: Facts, name: str) -> str:
    """Return the first value of a property: the text of a literal, an IRI, or nothing."""
    return next((value(term) for term in facts.get(name, ()) if isinstance(term, Literal | NamedNode)), "")


def list_places(graph: Graph, said: Facts, key: str) -> Mapping[str, int]:
    """Return where values of a property stand in the lists of a thing, by the text or IRI of the value."""
    return _places(graph, said.get(_LISTS.get(key, "kg:listed"), ()))


@lru_cache(maxsize=64)  # several properties are in one list
def _places(graph: Graph, nodes: tuple[Term, ...]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for entry in map(graph.facts, map(value, nodes)):
        position = first_text(entry, "schema:position")
        if position.isdecimal():
            found |= {value(term): int(position) for key in _LISTED for term in entry.get(key, ())}
    return found


def in_order(graph: Graph, said: Facts, key: str) -> tuple[Term, ...]:
    """Return the values of a property of a thing in the order in which they are listed, else as they are."""
    terms = said.get(key, ())
    listed = list_places(graph, said, key) if len(terms) > 1 else {}
    return tuple(sorted(terms, key=lambda term: listed.get(value(term), LAST))) if listed else terms


def field_values(graph: Graph, kind: Kind, iri: str, said: Facts, field: Field) -> Iterator[Term]:
    """Yield the values of a declared field: of the thing, of what another of its fields names, or what leads to it."""
    if field.is_reverse:
        yield from map(NamedNode, sorted(graph.subjects(field.iri, iri)))
        return
    through = (each for each in kind.fields.values() if field.of and each.range == field.of)
    things = next((said.get(curie(each.iri), ()) for each in through), ())
    others = (term for thing in things for term in graph.facts(value(thing)).get(curie(field.iri), ()))
    yield from (
        term for term in (*in_order(graph, said, curie(field.iri)), *others) if value(term).startswith(field.iri_start)
    )


@dataclass(frozen=True)
class ThingView:
    """A thing of the graph."""

    graph: Graph  # where it is
    kind: Kind  # its kind
    iri: str  # the thing
    said: Facts  # what is said of it, by property
    place: str  # where it is shown: `page` or `cv`
    read: Read  # what is said of others that belong to it
    person: str = ""  # whose entry it is, so that the roles of that person in it are shown; or empty

    @classmethod
    def of(cls, graph: Graph, iri: str, place: str = "cv", otherwise: Kind | None = None, person: str = "") -> Self:
        """Return a thing of the graph.

        Args:
            graph: Where it is.
            iri: What stands for it.
            place: Where it is shown.
            otherwise: Its kind, unless it says itself what it is.
            person: Whose roles in it are shown, or empty.
        """
        said, declared = graph.facts(iri), graph.declaration
        own = declared.kind_of([value(each) for each in said.get(curie(RDF_TYPE), ())]) if "#" in iri else None
        kind = own or otherwise or declared.listed.get(graph.kind(iri)) or declared.kinds["Thing"]
        return cls(graph, kind, iri, said, place, graph.facts, person)

    @classmethod
    def leading(cls, graph: Graph, predicate: str, iri: str, place: str = "cv", person: str = "") -> tuple[Self, ...]:
        """Return the things that have a thing as the value of a property, given as a CURIE; sorted by IRI."""
        found = sorted(set(graph.subjects(predicate, iri)))
        return tuple(cls.of(graph, each, place, person=person) for each in found)

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of its kind, with those of parts of which the declaration says that they are said of it."""
        return _told_of(self.graph.declaration, self.kind.name)

    @cached_property
    def shown(self) -> Mapping[str, tuple[Term, ...]]:
        """The values of each field that is shown, in the order that the thing lists them in, by its key."""
        found = {}
        for each in self.fields.values():
            is_shown = self.place in each.show or each is self.kind.title
            if is_shown and (terms := self._of_another(each) if each.of else self._held.get(each.key)):
                found[each.key] = tuple(terms)
        return found

    @property
    def undeclared(self) -> list[str]:
        """The properties that it has and that no kind has: what a project states in terms of others."""
        return sorted(self.said.keys() - _declared(self.graph.declaration))

    @property
    def name(self) -> str:
        """What it is called."""
        return self.graph.label(self.iri)

    @property
    def is_current(self) -> bool:
        """Whether it is stated to go on."""
        return self.text("kg:current") == "true"

    @property
    def start(self) -> str:
        """When it began, as stated, or empty."""
        return self.text("schema:startDate") or self.text("kg:startDate")

    @property
    def end(self) -> str:
        """When it ended, as stated, `present`, or empty."""
        return PRESENT if self.is_current else self.text("schema:endDate") or self.text("kg:endDate")

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year in which it was; what goes on has no end. None if neither is known."""
        first = self.text("kg:startYear") or self.text("kg:year")
        last = NO_END if self.is_current else self.text("kg:endYear") or self.text("kg:year") or first
        found = [int(year) for year in (first or last, last) if year.isdecimal()]
        return (found[0], found[1]) if len(found) == 2 and last else None

    def is_since(self, year: int | None) -> bool:
        """Tell whether it reaches into a year or later ones; without a time it does."""
        return year is None or self.years is None or self.years[1] >= year

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the values of a property, each once: texts or IRIs, in the order in which they are listed."""
        return tuple(dict.fromkeys(map(value, in_order(self.graph, self.said, key))))

    def text(self, key: str) -> str:
        """Return the first value of a property, or an empty string."""
        return next(iter(self.texts(key)), "")

    def things(self, key: str) -> tuple[Self, ...]:
        """Return the things that a property leads to: the entries of a person as the profile lists them."""
        iris = [term.value for term in self.said.get(key, ()) if isinstance(term, NamedNode)]
        if self.kind.path == "person" and "#" not in self.iri:
            places = entry_places(self.graph, self.iri)
            iris.sort(key=lambda iri: places.get(iri, LAST))
        leading = (each for each in self.fields.values() if curie(each.iri) == key and each.sort == "kind")
        otherwise = next((self.graph.declaration.kinds[each.range] for each in leading), None)
        return tuple(self.of(self.graph, iri, self.place, otherwise) for iri in iris)

    def labels(self, key: str) -> tuple[str, ...]:
        """Return what the things are called that a property leads to, as they are listed, else sorted."""
        listed, name = list_places(self.graph, self.said, key), self.graph.label
        return tuple(map(name, sorted(self.texts(key), key=lambda it: (listed.get(it, LAST), name(it).casefold()))))

    @cached_property
    def _held(self) -> Mapping[str, list[Term]]:
        """The values of each field, as they are listed: where several have a property, each the one it takes best."""
        found: dict[str, list[Term]] = {}
        for key, fields in _by_property(self.graph.declaration, self.kind.name).items():
            for term in in_order(self.graph, self.said, key):
                best = next((each for each in fields if _takes(self.graph, each, term)), fields[0])
                found.setdefault(best.key, []).append(term)
        return found

    def _of_another(self, each: Field) -> Iterable[Term]:
        """Return the values of a field that speaks of another thing: of one that this names, or of a role in this."""
        another = self.graph.declaration.kinds[each.of]
        things = list(self._roles(another)) if not another.path else []
        if another.path and each.range != "Ror":  # what an organisation is elsewhere stands on its own page
            naming = (other for other in self.fields.values() if other.range == each.of and not other.of)
            things = [value(term) for other in naming for term in self._held.get(other.key, ())]
        return dict.fromkeys(term for thing in things for term in self.read(thing).get(curie(each.iri), ()))

    def _roles(self, role: Kind) -> Iterator[str]:
        """Yield the nodes that say what the person is in this."""
        leads = [curie(each.iri) for each in role.fields.values() if each.range == self.kind.name]
        for node in map(value, self.read(self.person).get(_ROLES, ()) if self.person else ()):
            if any(value(term) == self.iri for key in leads for term in self.read(node).get(key, ())):
                yield node


def newest(things: Iterable[AnyThing]) -> list[AnyThing]:
    """Sort things by time: those that go on first, those without a time last; else in the order given."""

    def time(each: ThingView) -> tuple[str, str]:
        start = each.start or each.text("dcterms:date") or each.text("kg:term") or each.text("kg:year")
        return _sortable((NO_END if each.is_current else each.end) or start), _sortable(start)

    return sorted(things, key=time, reverse=True)


def _sortable(date: str) -> str:
    """Return a date so that texts sort as the dates do: a season counts as its last month."""
    if not dates.is_date(date):
        return date
    return f"{dates.year_of(date):04d}-{dates.month_of(date, last=True):02d}{date[7:]}"


@lru_cache(maxsize=16)
def _declared(declaration: Declaration) -> frozenset[str]:
    fields = (each for kind in declaration.kinds.values() for each in kind.fields.values())
    return frozenset((*(curie(each.iri) for each in fields), curie(RDF_TYPE)))


@lru_cache(maxsize=256)
def _told_of(declaration: Declaration, kind: str) -> Mapping[str, Field]:
    """Return the fields of a kind and those of its parts that have no node, such as the contact of a person."""
    found: dict[str, Field] = {}
    for key, each in declaration.kinds[kind].fields.items():
        is_part = each.sort == "kind" and each.is_inlined and each.is_untold
        found |= declaration.kinds[each.range].fields if is_part else {key: each}
    return found


@lru_cache(maxsize=256)
def _by_property(declaration: Declaration, kind: str) -> Mapping[str, tuple[Field, ...]]:
    found: dict[str, list[Field]] = {}
    for each in _told_of(declaration, kind).values():
        if not (each.is_untold or each.is_reverse or each.of) and each.show:
            found.setdefault(curie(each.iri), []).append(each)
    return {key: tuple(fields) for key, fields in found.items()}


def _takes(graph: Graph, field: Field, term: Term) -> bool:
    """Say whether a field is the one that a value is likely to be of."""
    if field.sort != "kind":
        return isinstance(term, Literal) == (field.sort == "type")
    if not isinstance(term, NamedNode):
        return False
    kind = graph.declaration.named_by(field)
    path = kind.path if kind else ""
    return graph.kind(term.value) == path if path and "#" not in term.value else not path and "#" in term.value
