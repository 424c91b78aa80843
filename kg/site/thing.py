"""A thing as pages, documents and their data see it: what the graph says of it, field by field, as it is declared."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.site.addresses import Address, named, pages, places
from kg.site.grids import date_words, percent, period, words
from kg.site.words import _, gettext, language
from kg.site.works import Facts, LinkedName
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms import dates
from kg.terms.dates import PRESENT
from kg.terms.formats import Term
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG, PREFIXES, RDF_TYPE, curie, vocabulary

LAST = 1 << 30
"""The place of what a profile does not list."""

_MAIN_ENTITY = NamedNode(f"{PREFIXES['schema']}mainEntity")
_DERIVED = NamedNode(f"{PREFIXES['prov']}wasDerivedFrom")
_SUPPORTS, _POINTER = NamedNode(f"{KG}supports"), NamedNode(f"{KG}pointer")


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


def list_places(graph: Graph, said: Facts) -> Mapping[str, int]:
    """Return where values stand in the lists of a thing, by the text or IRI of the value."""
    found: dict[str, int] = {}
    for node in said.get("kg:listed", ()):
        entry = graph.facts(value(node))
        position = next(map(value, entry.get("schema:position", ())), "")
        if position.isdecimal():
            values = (*entry.get("schema:item", ()), *entry.get("schema:description", ()))
            found.update({value(each): int(position) for each in values})
    return found


def in_order(graph: Graph, said: Facts, key: str) -> tuple[Term, ...]:
    """Return the values of a property of a thing in the order in which they are listed, else as they are."""
    terms = said.get(key, ())
    listed = list_places(graph, said) if len(terms) > 1 and "kg:listed" in said else {}
    return tuple(sorted(terms, key=lambda term: listed.get(value(term), LAST)))


Read = Callable[[str], Facts]
"""Returns what is said of a thing."""

TIMES = ("start", "end", "current", "date", "term", "year", "expected")
_ADDRESSES = ("schema:sameAs", "schema:url", "schema:codeRepository")
_WRITTEN = "name_as_written"
_NO_END = "9999"
_ROLES = "kg:contributed"
_CONTENT = f"{PREFIXES['schema']}contentUrl"


@dataclass(frozen=True)
class FieldLine:
    """A field in a line: things that have pages, texts, places on the web."""

    label: str
    values: tuple[LinkedName, ...]


@dataclass(frozen=True)
class HeadPart:
    """A part of what names an entry, with the words that stand before and behind it there."""

    name: LinkedName
    before: str = ", "
    after: str = ""


@dataclass(frozen=True)
class EntryView:
    """A thing as an entry of a list."""

    iri: str  # the thing, or the node of the person to whom it belongs
    head: tuple[HeadPart, ...]  # what names it, the name first, then what its kind is declared to be headed by
    when: str  # its time, in words, or empty
    facts: tuple[FieldLine, ...]  # what else is said of it in few words, in the order of its fields
    texts: tuple[LinkedName, ...]  # running texts
    points: tuple[LinkedName, ...]  # single results
    addresses: tuple[Address, ...]  # where it is on the web

    @property
    def body(self) -> tuple[object, ...]:
        """All of it but its time: what is the same of two entries that are shown as one."""
        return self.head, self.facts, self.texts, self.points, self.addresses


@dataclass(frozen=True)
class Thing:
    """A thing of the graph."""

    graph: Graph  # where it is
    kind: Kind  # its kind
    iri: str  # the thing
    said: Facts  # what is said of it, by property
    place: str  # where it is shown: `page` or `cv`
    read: Read  # what is said of others that belong to it
    person: str = ""  # whose entry it is, so that the roles of that person in it are shown; or empty

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields of its kind, with those of parts of which the declaration says that they are said of it."""
        return told_of(self.graph.declaration, self.kind.name)

    @cached_property
    def shown(self) -> Mapping[str, tuple[Term, ...]]:
        """The values of each field that is shown, in the order that the thing lists them in, by its key."""
        held = _held(self.graph, self.kind, self.said)
        found = {}
        for each in self.fields.values():
            if self.place not in each.show and each is not self.kind.title:
                continue
            terms = self._of_another(each) if each.of else held.get(each.key, ())
            if terms:
                found[each.key] = terms
        return found

    def entry(self, without: Collection[str] = ()) -> EntryView:
        """Return it as an entry, without some fields."""
        head = [each for each in self._head() if each[0].key not in without]
        keys = {each.key for each, _, _ in head}
        rest = [key for key in self.shown if key not in {*keys, *TIMES, _WRITTEN, *without}]
        long = [self.fields[key] for key in rest if self.fields[key].range == "Text"]
        return EntryView(
            self.iri,
            tuple(self._parts(head)),
            self.when,
            tuple(self.facts([*keys, *(each.key for each in long), *TIMES, *without])),
            tuple(name for each in long if not each.is_many for name in self.names(each)),
            tuple(name for each in long if each.is_many for name in self.names(each)),
            self.addresses,
        )

    def _parts(self, head: Iterable[tuple[Field, str, str]]) -> Iterator[HeadPart]:
        """Yield the parts of a head; who or what the first one names already is not named again."""
        first = ""
        for each, before, after in head:
            names = [name for name in self.names(each) if not first or name.name.casefold() not in first]
            for place, name in enumerate(names):
                # A thing with a page is named by its title, which leads there.
                leads = each is self.kind.title and self.kind.path and name.name
                shown = LinkedName(name.name, self.iri, language=name.language) if leads else name
                stands = before if place == 0 else ", "
                yield HeadPart(shown, gettext(stands) if first or place else "", after if name is names[-1] else "")
            first = first or next((name.name.casefold() for name in names), "")

    def facts(self, without: Collection[str] = ()) -> Iterator[FieldLine]:
        """Yield a line for each field that is shown, but for some, and for addresses, which need no label."""
        ranges = {self.fields[key].range for key in self.shown}
        for key in self.shown:
            each = self.fields[key]
            is_with_amount = each.range == "Currency" and "Amount" in ranges
            if key in without or key == _WRITTEN or is_address(each) or is_with_amount:
                continue
            if names := tuple(self.names(each)):
                yield FieldLine(label(each), names)
        if self.place == "page":  # what a project states in terms of others, which no kind has
            for key in sorted(self.said.keys() - _declared(self.graph.declaration)):
                words_of_key = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", re.split("[#/:]", key)[-1]).lower()
                yield FieldLine(capitalized(words_of_key), tuple(map(self._stated, self.said[key])))

    def _stated(self, term: Term) -> LinkedName:
        if isinstance(term, Literal):
            return LinkedName(words(term), language=term.language or "")
        return self._linked(value(term))

    def _linked(self, iri: str) -> LinkedName:
        if self.graph.local(iri):
            return LinkedName(self.graph.label(iri), iri)
        found = named(iri)
        return LinkedName(found.label, href=found.href) if found else LinkedName(iri)

    def names(self, each: Field) -> Iterator[LinkedName]:
        """Yield the values of a field as people read them."""
        terms = self.shown.get(each.key, ())
        is_written = _WRITTEN in self.fields and _is_host(each)
        written = self.said.get("kg:nameAsWritten", ()) if is_written else ()
        tagged = {term.value for term in terms if isinstance(term, Literal) and term.language}
        for term in terms:
            if isinstance(term, Literal) and not term.language and term.value in tagged:
                continue
            if (name := self.named(each, term)).name:
                yield LinkedName(value(written[0]), name.iri) if written else name

    @property
    def when(self) -> str:
        """Its time, in words: a period, a day, a term, a year."""
        held = {key: [value(term) for term in self.shown.get(key, ())] for key in TIMES}
        end = PRESENT if "true" in held["current"] else "".join(held["end"][:1])
        start, expected = "".join(held["start"][:1]), "true" in held["expected"]
        found = [period(start, end) if start or not expected else _("expected {date}", date=date_words(end))]
        for key in ("date", "term", "year"):
            said = [words(term) for term in self.shown.get(key, ())]
            found += [each for each in said if not any(each in other for other in found)]
        found += [_("expected")] if expected and (start or not end) else []
        return capitalized(", ".join(filter(None, found)))

    @property
    def name(self) -> str:
        """What it is called."""
        return self.graph.label(self.iri)

    @property
    def organization(self) -> str:
        """Where it was: the organisation of a position, a degree or a membership, by the name that it had then."""
        return ", ".join(name.name for each in filter(_is_host, self.fields.values()) for name in self.names(each))

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
        last = _NO_END if self.is_current else self.text("kg:endYear") or self.text("kg:year") or first
        found = [int(year) for year in (first or last, last) if year.isdecimal()]
        return (found[0], found[1]) if len(found) == 2 and last else None

    def is_since(self, year: int | None) -> bool:
        """Tell whether it reaches into a year or later ones; without a time it does."""
        return year is None or self.years is None or self.years[1] >= year

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the values of a property, each once: texts or IRIs, in the order in which they are listed."""
        return tuple(dict.fromkeys(value(term) for term in in_order(self.graph, self.said, key)))

    def text(self, key: str) -> str:
        """Return the first value of a property, or an empty string."""
        return next(iter(self.texts(key)), "")

    def things(self, key: str) -> tuple["Thing", ...]:
        """Return the things that a property leads to: the entries of a person as the profile lists them."""
        iris = [term.value for term in self.said.get(key, ()) if isinstance(term, NamedNode)]
        if self.kind.path == "person" and "#" not in self.iri:
            places = entry_places(self.graph, self.iri)
            iris.sort(key=lambda iri: places.get(iri, LAST))
        leading = (each for each in self.fields.values() if curie(each.iri) == key and each.sort == "kind")
        otherwise = next((self.graph.declaration.kinds[each.range] for each in leading), None)
        return tuple(thing(self.graph, iri, self.place, otherwise) for iri in iris)

    def labels(self, key: str) -> tuple[str, ...]:
        """Return what the things are called that a property leads to, as they are listed, else sorted."""
        found = sorted(((self.graph.label(iri), iri) for iri in self.texts(key)), key=lambda each: each[0].casefold())
        listed = list_places(self.graph, self.said)
        return tuple(name for name, _ in sorted(found, key=lambda each: listed.get(each[1], LAST)))

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where it is on the web, and the pages about it that have names."""
        fields = [self.fields[key] for key in self.shown if is_address(self.fields[key])]
        iris = (value(term) for each in fields if each.sort == "uri" for term in self.shown[each.key])
        linked = (term for each in fields if each.sort == "kind" for term in self.shown[each.key])
        found = (*places(iris), *pages(self.graph, linked, self.read))
        return tuple({address.href: address for address in found}.values())

    def _head(self) -> Iterator[tuple[Field, str, str]]:
        """Yield the fields that head it, with the words around them; where it has none, the first that is shown."""
        heads = [(part, key) for part in self.kind.heads if (key := next(filter(self.shown.get, part.keys), ""))]
        for part, key in heads:
            yield self.fields[key], part.before, part.after
        if not heads:
            yield from ((self.fields[key], "", "") for key in [key for key in self.shown if key not in TIMES][:1])

    def named(self, each: Field, term: Term) -> LinkedName:
        """Return a value of a field as people read it."""
        if isinstance(term, NamedNode):
            return self._named(each, term.value)
        text = _WORDS.get(each.range, words)(term)
        if each.range == "Amount":
            currencies = (key for key in self.shown if self.fields[key].range == "Currency")
            text = " ".join((text, *(value(term) for key in currencies for term in self.shown[key])))
        return LinkedName(text, language=(term.language or "") if isinstance(term, Literal) else "")

    def _named(self, each: Field, iri: str) -> LinkedName:
        """Return what a field leads to: a word of a list, a part that is shown in its place, a thing, a web page."""
        if each.sort == "enum":
            word = iri.removeprefix(KG)
            return LinkedName(vocabulary().words.get(word, word.rpartition("#")[2].replace("-", " ")))
        kind = self.graph.declaration.kinds.get(each.range)
        if kind and "#" in iri and not kind.path and not kind.refers:
            return self._part(kind, iri)
        return self._linked(iri)

    def _part(self, kind: Kind, iri: str) -> LinkedName:
        """A part in words: what it is, the rest with labels, leading to its contents; empty if nothing is shown."""
        part = Thing(self.graph, kind, iri, self.read(iri), self.place, self.read)
        fields = [kind.fields[key] for key in part.shown]
        content = [name.href for each in fields if each.iri == _CONTENT for name in part.names(each)]
        rest = [each for each in fields if each.iri != _CONTENT]
        rest.sort(key=lambda each: each is not kind.title and not each.has_language)
        values = [(label(each), ", ".join(name.name for name in part.names(each))) for each in rest]
        text = "; ".join([*(text for _, text in values[:1]), *(f"{name}: {text}" for name, text in values[1:])])
        return LinkedName(text or (label_of(kind) if content else ""), href="".join(content[:1]))

    def _of_another(self, each: Field) -> tuple[Term, ...]:
        """Return the values of a field that speaks of another thing: of one that this names, or of a role in this."""
        another = self.graph.declaration.kinds[each.of]
        if another.path:
            # What an organisation is elsewhere stands on its own page.
            if each.range == "Ror":
                return ()
            held = _held(self.graph, self.kind, self.said)
            naming = (other for other in self.fields.values() if other.range == each.of and not other.of)
            things = [value(term) for other in naming for term in held.get(other.key, ())]
        else:
            things = list(self._roles(another))
        return tuple(dict.fromkeys(term for thing in things for term in self.read(thing).get(curie(each.iri), ())))

    def _roles(self, role: Kind) -> Iterator[str]:
        """Yield the nodes that say what the person is in this."""
        leads = [curie(each.iri) for each in role.fields.values() if each.range == self.kind.name]
        for node in self.read(self.person).get(_ROLES, ()) if self.person else ():
            said = self.read(value(node))
            if any(value(term) == self.iri for key in leads for term in said.get(key, ())):
                yield value(node)


def thing(graph: Graph, iri: str, place: str = "cv", otherwise: Kind | None = None, person: str = "") -> Thing:
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
    return Thing(graph, kind, iri, said, place, graph.facts, person)


def subjects(graph: Graph, predicate: str, iri: str, place: str = "cv", person: str = "") -> tuple[Thing, ...]:
    """Return the things that have a thing as the value of a property, given as a CURIE; sorted by IRI."""
    prefix, _, local = predicate.partition(":")
    quads = graph.store.quads(None, NamedNode(PREFIXES[prefix] + local), NamedNode(iri), DefaultGraph())
    found = {quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode)}
    return tuple(thing(graph, each, place, person=person) for each in sorted(found))


def newest(things: Iterable[Thing]) -> list[Thing]:
    """Sort things by time: those that go on first, those without a time last; else in the order given."""

    def time(each: Thing) -> tuple[str, str]:
        last = _NO_END if each.is_current else each.end
        start = each.start or each.text("dcterms:date") or each.text("kg:term") or each.text("kg:year")
        return _sortable(last or start), _sortable(start)

    return sorted(things, key=time, reverse=True)


def _sortable(date: str) -> str:
    """Return a date so that texts sort as the dates do: a season counts as its last month."""
    if not dates.is_date(date):
        return date
    return f"{dates.year_of(date):04d}-{dates.month_of(date, last=True):02d}{date[7:]}"


def label(field: Field) -> str:
    """Return what a field is called at the head of a line."""
    return capitalized(field.labels.get(language()) or gettext(field.label))


def label_of(kind: Kind) -> str:
    """Return what one thing of a kind is called, as a heading."""
    return capitalized(kind.labels.get(language()) or gettext(kind.label))


def capitalized(text: str) -> str:
    """Return a text with a capital letter in front; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def facts(thing: Thing, fields: Iterable[Field]) -> Iterator[FieldLine]:
    """Yield a line for each of some fields that a thing has, though its kind does not declare them."""
    for each in fields:
        if terms := thing.said.get(curie(each.iri), ()):
            yield FieldLine(label(each), tuple(thing.named(each, term) for term in terms))


def _is_host(field: Field) -> bool:
    """Say whether a field names the one organisation or venue where something was, not a unit of it."""
    return field.is_place and not (field.is_many or field.is_text)


def is_address(field: Field) -> bool:
    """Say whether a field says where a thing is on the web, which needs no label."""
    is_link = field.sort == "kind" and field.range == "Link"
    return is_link or (field.sort == "uri" and curie(field.iri) in _ADDRESSES)


def reading(graph: Graph, known: Mapping[str, Facts]) -> Read:
    """Return a reader of what is known of things, and of the graph for the others."""
    return lambda iri: known[iri] if iri in known else graph.facts(iri)


def _held(graph: Graph, kind: Kind, said: Facts) -> Mapping[str, tuple[Term, ...]]:
    """Return the values of each field, as they are listed: where several have a property, each the one it takes best.

    Types of things are shown in words of their own.
    """
    found: dict[str, list[Term]] = {}
    listed = list_places(graph, said) if "kg:listed" in said else {}
    for key, fields in _by_property(graph.declaration, kind.name).items():
        terms = said.get(key, ())
        for term in sorted(terms, key=lambda term: listed.get(value(term), LAST)) if listed else terms:
            best = next((each for each in fields if _takes(graph, each, term)), fields[0])
            found.setdefault(best.key, []).append(term)
    return {key: tuple(terms) for key, terms in found.items()}


@lru_cache(maxsize=16)
def _declared(declaration: Declaration) -> frozenset[str]:
    fields = (each for kind in declaration.kinds.values() for each in kind.fields.values())
    return frozenset((*(curie(each.iri) for each in fields), curie(RDF_TYPE)))


@lru_cache(maxsize=256)
def told_of(declaration: Declaration, kind: str) -> Mapping[str, Field]:
    """Return the fields of a kind and those of its parts that have no node, such as the contact of a person."""
    found: dict[str, Field] = {}
    for key, each in declaration.kinds[kind].fields.items():
        is_part = each.sort == "kind" and each.is_inlined and each.is_untold
        found |= declaration.kinds[each.range].fields if is_part else {key: each}
    return found


@lru_cache(maxsize=256)
def _by_property(declaration: Declaration, kind: str) -> Mapping[str, tuple[Field, ...]]:
    found: dict[str, list[Field]] = {}
    for each in told_of(declaration, kind).values():
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


def _amount(term: Term) -> str:
    """Return an amount of money with its thousands apart."""
    whole, point, rest = value(term).partition(".")
    return f"{int(whole):,}{point}{rest}" if whole.isdecimal() else value(term)


_WORDS: Mapping[str, Callable[[Term], str]] = {"Amount": _amount, "Share": lambda term: percent(value(term))}
"""How values of some ranges are put into words."""
