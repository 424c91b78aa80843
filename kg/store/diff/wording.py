"""Put changes into words."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from kg.store.columns import value
from kg.store.diff.naming import NameLookup, Properties, ThingFacts, first
from kg.terms.formats import Term
from kg.terms.kinds import Declaration, Kind
from kg.terms.labels import local_name, wording
from kg.terms.vocabulary import PREFIXES, RDF_TYPE, RDFS, curie

# How changes are put: values in quotation marks, properties by their names, nodes as phrases.

_LONGEST = 80  # how long a text may be to be quoted
_MOST = 5  # how many values are named

# What properties are called where the end of their IRI would be odd
_SAID: Mapping[str, str] = {
    "schema:creativeWorkStatus": "status",
    "schema:datePublished": "date",
    "schema:knowsAbout": "topic",
    "schema:about": "topic",
    "schema:sameAs": "identity elsewhere",
    "schema:url": "web address",
    "schema:superEvent": "series",
    "schema:isPartOf": "venue",
    "schema:roleName": "role",
    RDF_TYPE: "class",
}

_DATES = ("Date", "End", "Year")

_JOINERS = "\u200c\u200d"  # what joins letters or keeps them apart, as in Persian: it is part of names

_CONTACTS = frozenset(
    (
        *("address", "email", "emailaddress", "fax", "faxnumber", "hasaddress", "hasemail", "hastelephone"),
        *("homephone", "mbox", "mbox_sha1sum", "phone", "postalcode", "streetaddress", "tel", "telephone", "workphone"),
    )
)
_EMAIL = re.compile(r"[^\s@]@[^\s@.]++\.[^\s@]")
_CONTACT_SCHEMES = ("mailto:", "tel:", "sms:", "fax:")


@dataclass(frozen=True)
class Phrase:
    """How a node is told: `Research Intern at ByteDance (2019-2021)`."""

    noun: str  # what it is
    title: tuple[str, ...]  # the properties that say what it is called, the best first
    link: str  # the word before the place
    place: str  # the property that says where or for what


# How the nodes of a thing are told, by their kind, where that reads better than what is declared
PHRASES: Mapping[str, Phrase] = {
    "Position": Phrase("position", ("schema:roleName",), "at", "org:organization"),
    "Degree": Phrase("degree", ("schema:credentialCategory",), "from", "schema:recognizedBy"),
    "Membership": Phrase("membership", ("schema:roleName",), "in", "org:organization"),
    "Award": Phrase("award", ("schema:name",), "from", "kg:giver"),
    "Teaching": Phrase("teaching", ("schema:roleName",), "for", "kg:course"),
    "Supervision": Phrase("supervision", ("kg:supervisee",), "at", "kg:institution"),
    "Service": Phrase("service", ("schema:roleName",), "for", "kg:serviceFor"),
    "Editorship": Phrase("editorship", ("schema:roleName",), "of", "kg:editorOf"),
    "SystemRole": Phrase("role", ("schema:roleName",), "in", "kg:ofSystem"),
    "GrantRole": Phrase("role", ("schema:roleName",), "in", "kg:ofGrant"),
    "Talk": Phrase("talk", ("schema:name", "kg:describes"), "at", "kg:presentedAt"),
    "Outreach": Phrase("outreach", ("schema:name",), "in", "kg:outlet"),
}

_UNTOLD_NODES = ("Authorship", "Link", "ListItem")  # told with what they belong to


def is_contact(property_: str) -> bool:
    """Tell whether a property holds where somebody can be reached.

    >>> is_contact("schema:email"), is_contact("schema:name")
    (True, False)
    """
    return local_name(property_.rpartition(":")[2]).casefold() in _CONTACTS


def leads_to_contact(term: Term) -> bool:
    """Tell whether a value is an address at which somebody can be reached, such as `mailto:…`, or holds one."""
    if isinstance(term, Literal):
        return _EMAIL.search(term.value) is not None
    return isinstance(term, NamedNode) and term.value.casefold().startswith(_CONTACT_SCHEMES)


def called(property_: str, kind: Kind | None = None) -> str:
    """Return what a property, as a CURIE, is called: where a project declares it for the kind, as it says there.

    >>> called("schema:jobTitle"), called("schema:creativeWorkStatus")
    ('job title', 'status')
    """
    prefix, _, local = property_.partition(":")
    iri = PREFIXES[prefix] + local if prefix in PREFIXES else property_
    declared = [each for each in kind.fields.values() if each.iri == iri and not each.is_own] if kind else []
    return declared[0].label.lower() if declared else _SAID.get(property_) or wording(iri)


def is_untold(property_: str, kind: Kind | None) -> bool:
    """Tell whether things of a kind have a property only because of others, and it is shown nowhere."""
    fields = [each for each in kind.fields.values() if curie(each.iri) == property_] if kind else []
    return bool(fields) and all(each.is_derived and not each.show for each in fields)


def plain(text: str) -> str:
    r"""Return a text as one line without anything that steers a terminal or turns the direction of writing.

    >>> plain("Ada\x1b[2J\nLovelace")
    'Ada [2J Lovelace'
    """
    return " ".join("".join(map(_visible, text)).split())


def quoted(terms: Iterable[Term], names: NameLookup) -> str:
    """Return values as they are told, at most five: texts in quotation marks, things by their names."""
    told = sorted({_value(term, names) for term in terms})
    more = f" and {len(told) - _MOST:,} more" if len(told) > _MOST else ""
    return ", ".join(told[:_MOST]) + more


def is_long(terms: Iterable[Term]) -> bool:
    """Tell whether a value is too long to be quoted."""
    return any(isinstance(term, Literal) and len(term.value) > _LONGEST for term in terms)


def kind_of(said: Properties, declaration: Declaration) -> Kind | None:
    """Return the kind of a thing or a node, by its classes."""
    return declaration.kind_of([value(term) for term in said.get(RDF_TYPE, ())])


def phrase_of(kind: Kind | None) -> Phrase | None:
    """Return how a node of a kind is told, if it is told by itself."""
    if kind is None or not kind.fragment or kind.name in _UNTOLD_NODES:
        return None
    return PHRASES.get(kind.name) or _declared_phrase(kind)


def _declared_phrase(kind: Kind) -> Phrase:
    # How nodes of a kind are told of which only the declaration speaks.
    shown = [each for each in kind.fields.values() if {"cv", "page"} & each.show and not each.is_derived]
    texts = [each for each in (kind.title, *shown) if each and each.sort == "type" and each.range not in _DATES]
    places = [each for each in shown if each.sort == "kind"]
    return Phrase(kind.label, tuple(curie(each.iri) for each in texts[:1]), ",", curie(places[0].iri) if places else "")


def phrased(said: Properties, phrase: Phrase, names: NameLookup) -> str:
    """Return a node in words, such as `Research Intern at ByteDance (2019-2021)`."""
    title = next((_plain_value(said, key, names) for key in phrase.title if said.get(key)), "")
    if phrase.noun == "degree" and (subject := first(said, "schema:about")):
        title = f"{title} in {plain(subject)}"
    where = _plain_value(said, phrase.place, names)
    link = "," if phrase.link == "," else f" {phrase.link}"
    text = f"{title}{link} {where}" if title and where else title or where or phrase.noun
    years = period(said)
    return f"{text} ({years})" if years else text


def placed(said: Properties, phrase: Phrase, names: NameLookup) -> str:
    """Return where a node is, with its years: `ByteDance (2019-2021)`."""
    where = _plain_value(said, phrase.place, names) or phrased(said, phrase, names)
    years = period(said)
    return f"{where} ({years})" if years and not where.endswith(f"({years})") else where


def period(said: Properties) -> str:
    """Return the years of something: `2019–2021`, `2019–` or `2019`, or nothing."""
    start, end = first(said, "kg:startYear"), first(said, "kg:endYear")
    if start and start != end:
        return f"{start}–{end}"
    return start or end or first(said, "kg:year")


def _visible(character: str) -> str:
    if character in _JOINERS:
        return character
    category = unicodedata.category(character)
    return "" if category == "Cf" else " " if category[0] in "CZ" else character


def _plain_value(said: Properties, property_: str, names: NameLookup) -> str:
    found = (names.of(term.value) if isinstance(term, NamedNode) else _text(term) for term in said.get(property_, ()))
    return plain(min(found, default=""))


def _value(term: Term, names: NameLookup) -> str:
    if isinstance(term, NamedNode):
        return plain(names.of(term.value))
    return f"'{plain(_text(term))}'"


def _text(term: Term) -> str:
    return term.value if isinstance(term, Literal) else str(term)


# What happened to a thing, in clauses: its properties, its nodes, and what became of it.

# What follows from what is told, or is told in another way
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

_ALIKE = 0.5  # how much of two nodes must be the same for one to be the other, changed

Pairing = tuple[Properties | None, Properties | None]


@dataclass(frozen=True)
class ChangeWording:
    """Tells what happened to things."""

    names: NameLookup  # what things are called
    declaration: Declaration  # what there may be in the graphs
    is_public: bool = False  # whether anybody may read it: then no value of a contact is told

    def clauses(self, before: ThingFacts, after: ThingFacts) -> Iterator[str]:
        """Yield what happened to a thing that both graphs know."""
        for was, now in _pairs(before, after):
            phrase = phrase_of(kind_of(now or was or {}, self.declaration))
            if phrase is None:
                continue
            if was is None or now is None:
                text = phrased(now or was or {}, phrase, self.names)
                yield f"new {phrase.noun}: {text}" if now else f"{phrase.noun} not listed any more: {text}"
            else:
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
        yield from self._properties(before.own, after.own)
        yield from self._authors(before.own, after.own)

    def _properties(self, before: Properties, after: Properties) -> Iterator[str]:
        kind = kind_of(after or before, self.declaration)
        for key in sorted(before.keys() | after.keys()):
            removed = _told(before, key) - _told(after, key)
            added = _told(after, key) - _told(before, key)
            if (removed or added) and not (key in _DERIVED or is_untold(key, kind)):
                is_one = len(before.get(key, ())) == len(after.get(key, ())) == 1
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

    def _authors(self, before: Properties, after: Properties) -> Iterator[str]:
        for key, noun in (("schema:author", "author"), ("schema:contributor", "contributor")):
            was, now = before.get(key, frozenset()), after.get(key, frozenset())
            if now - was:
                yield f"{noun} added: {quoted(now - was, self.names)}"
            if was - now:
                yield f"{noun} removed: {quoted(was - now, self.names)}"


def _has_ended(was: Properties, now: Properties) -> bool:
    # Whether something went on, or was expected to end, and does not any more.
    went_on = "schema:endDate" not in was or "kg:current" in was or "kg:expected" in was
    goes_on = "schema:endDate" not in now or "kg:current" in now or "kg:expected" in now
    return went_on and not goes_on


def _pairs(before: ThingFacts, after: ThingFacts) -> Iterator[Pairing]:
    # What nodes were and are: those with one IRI, then those that are much alike, then the others.
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


def _likeness(one: Properties, other: Properties) -> float:
    # The share of what is said of either of two nodes that is said of both; 0 for different classes.
    if one.get(RDF_TYPE) != other.get(RDF_TYPE):
        return 0.0
    first, second = _statements(one), _statements(other)
    return len(first & second) / len(first | second) if first | second else 0.0


def _statements(said: Properties) -> set[tuple[str, str]]:
    return {(key, str(term)) for key, terms in said.items() if key not in (RDF_TYPE, "org:member") for term in terms}


def _without(said: Properties, keys: set[str]) -> Properties:
    return {key: terms for key, terms in said.items() if key not in keys}


def _told(said: Properties, key: str) -> frozenset[Term]:
    # The values of a property without the nodes of things, which are told by themselves.
    return frozenset(term for term in said.get(key, ()) if not (isinstance(term, NamedNode) and "#" in _local(term)))


def _local(term: NamedNode) -> str:
    # An IRI unless it is a concept of a vocabulary, whose own names stand after a '#'.
    return "" if value(term).startswith(("https://w3id.org/", "http://www.w3.org/")) else term.value
