"""What happened to a thing, in clauses: its properties, its nodes, and what became of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from kg.columns import value
from kg.declaration import Declaration, Kind
from kg.differences.facts import Facts, Said
from kg.differences.naming import Names
from kg.differences.wording import (
    Phrase,
    called,
    is_contact,
    is_long,
    is_untold,
    kind_of,
    leads_to_contact,
    phrase_of,
    phrased,
    placed,
    quoted,
)
from kg.formats import NamedNode, Term
from kg.vocabulary import RDF_TYPE, RDFS, curie

_DERIVED = frozenset(
    (
        *("foaf:name", "foaf:homepage", "schema:affiliation", "schema:alumniOf", "schema:subjectOf"),
        *("schema:author", "schema:contributor", "kg:authorship", "kg:year", "kg:startYear", "kg:endYear"),
        *(
            "kg:possiblySameAs",
            "kg:listedBy",
            "org:member",
            "kg:inUnit",
            "skos:inScheme",
            "kg:sha256",
            "skos:prefLabel",
            curie(f"{RDFS}label"),
        ),
    )
)
"""What follows from what is told, or is told in another way."""

_ALIKE = 0.5
"""How much of two nodes must be the same for one to be the other, changed."""

Pairing = tuple[Said | None, Said | None]


@dataclass(frozen=True)
class Teller:
    """Tells what happened to things.

    Attributes:
        names: What things are called.
        declaration: What there may be in the graphs.
        is_public: Whether anybody may read it: then no value of a contact is told.
    """

    names: Names
    declaration: Declaration
    is_public: bool = False

    def clauses(self, before: Facts, after: Facts) -> Iterator[str]:
        """Yield what happened to a thing that both graphs know."""
        yield from self._nodes(before, after)
        yield from self._properties(before.own, after.own)
        yield from self._authors(before.own, after.own)

    def _properties(self, before: Said, after: Said) -> Iterator[str]:
        kind = kind_of(after or before, self.declaration)
        for key in sorted(before.keys() | after.keys()):
            removed = _told(before, key) - _told(after, key)
            added = _told(after, key) - _told(before, key)
            if (removed or added) and not (key in _DERIVED or is_untold(key, kind)):
                is_one = len(before.get(key, ())) == len(after.get(key, ())) == 1
                yield from self._property(key, kind, removed, added, is_one=is_one)

    def _property(
        self, key: str, kind: Kind | None, removed: frozenset[Term], added: frozenset[Term], *, is_one: bool
    ) -> Iterator[str]:
        name = called(key, kind)
        values = removed | added
        if is_long(values) or (self.is_public and (is_contact(key) or any(map(leads_to_contact, values)))):
            yield f"{name} {'changed' if removed and added else 'added' if added else 'removed'}"
        elif is_one:
            yield f"{name} changed from {quoted(removed, self.names)} to {quoted(added, self.names)}"
        else:
            if added:
                known_as = key == "schema:alternateName"
                yield f"{'now also known as' if known_as else f'{name} added:'} {quoted(added, self.names)}"
            if removed:
                yield f"{name} removed: {quoted(removed, self.names)}"

    def _authors(self, before: Said, after: Said) -> Iterator[str]:
        for key, noun in (("schema:author", "author"), ("schema:contributor", "contributor")):
            was, now = before.get(key, frozenset()), after.get(key, frozenset())
            if now - was:
                yield f"{noun} added: {quoted(now - was, self.names)}"
            if was - now:
                yield f"{noun} removed: {quoted(was - now, self.names)}"

    def _nodes(self, before: Facts, after: Facts) -> Iterator[str]:
        for was, now in _pairs(before, after):
            phrase = phrase_of(kind_of(now or was or {}, self.declaration))
            if phrase is None:
                continue
            if was is None or now is None:
                text = phrased(now or was or {}, phrase, self.names)
                yield f"new {phrase.noun}: {text}" if now else f"{phrase.noun} not listed any more: {text}"
            else:
                yield from self._changed_node(was, now, phrase)

    def _changed_node(self, was: Said, now: Said, phrase: Phrase) -> Iterator[str]:
        told = {"schema:startDate", "schema:endDate", "kg:current", "kg:expected"}
        if _has_ended(was, now) and phrase.noun == "position":
            yield f"left {placed(now, phrase, self.names)}"
        elif _has_ended(was, now) and phrase.noun == "degree":
            yield f"degree completed: {phrased(now, phrase, self.names)}"
        else:
            told = {"kg:current"}
        rest = list(self._properties(_without(was, told), _without(now, told)))
        if rest:
            yield f"{phrase.noun} {phrased(now, phrase, self.names)}: {', '.join(rest)}"


def _has_ended(was: Said, now: Said) -> bool:
    """Tell whether something went on, or was expected to end, and does not any more."""
    went_on = "schema:endDate" not in was or "kg:current" in was or "kg:expected" in was
    goes_on = "schema:endDate" not in now or "kg:current" in now or "kg:expected" in now
    return went_on and not goes_on


def _pairs(before: Facts, after: Facts) -> Iterator[Pairing]:
    """Yield what nodes were and are: those with one IRI, then those that are much alike, then the others."""
    for iri in sorted(before.nodes.keys() & after.nodes.keys()):
        if before.nodes[iri] != after.nodes[iri]:
            yield before.nodes[iri], after.nodes[iri]
    gone = [before.nodes[iri] for iri in sorted(before.nodes.keys() - after.nodes.keys())]
    for iri in sorted(after.nodes.keys() - before.nodes.keys()):
        now = after.nodes[iri]
        was = max(gone, key=lambda each: _likeness(each, now), default=None)
        if was is not None and _likeness(was, now) >= _ALIKE:
            gone.remove(was)
            yield was, now
        else:
            yield None, now
    yield from ((was, None) for was in gone)


def _likeness(one: Said, other: Said) -> float:
    """Return the share of what is said of either of two nodes that is said of both; 0 for different classes."""
    if one.get(RDF_TYPE) != other.get(RDF_TYPE):
        return 0.0
    first, second = _statements(one), _statements(other)
    return len(first & second) / len(first | second) if first | second else 0.0


def _statements(said: Said) -> set[tuple[str, str]]:
    return {(key, str(term)) for key, terms in said.items() if key not in (RDF_TYPE, "org:member") for term in terms}


def _without(said: Said, keys: set[str]) -> Said:
    return {key: terms for key, terms in said.items() if key not in keys}


def _told(said: Said, key: str) -> frozenset[Term]:
    """Return the values of a property without the nodes of things, which are told by themselves."""
    return frozenset(term for term in said.get(key, ()) if not (isinstance(term, NamedNode) and "#" in _local(term)))


def _local(term: NamedNode) -> str:
    """Return an IRI unless it is a concept of a vocabulary, whose own names stand after a '#'."""
    return "" if value(term).startswith(("https://w3id.org/", "http://www.w3.org/")) else term.value
