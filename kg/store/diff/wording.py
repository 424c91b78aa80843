"""Put the changes of a thing into words."""

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

_LONGEST = 80  # how long a text may be to be quoted
_MOST = 5  # how many values are named

_LABELS: Mapping[str, str] = {"schema:sameAs": "identity elsewhere", "schema:url": "web address", RDF_TYPE: "class"}
"""Labels of properties by which fields say many things."""

_JOINERS = "\u200c\u200d"  # what joins letters or keeps them apart, as in Persian: it is part of names

_CONTACTS = frozenset(
    (
        *("address", "email", "emailaddress", "fax", "faxnumber", "hasaddress", "hasemail", "hastelephone"),
        *("homephone", "mbox", "mbox_sha1sum", "phone", "postalcode", "streetaddress", "tel", "telephone", "workphone"),
    )
)
_EMAIL = re.compile(r"[^\s@]@[^\s@.]++\.[^\s@]")
_CONTACT_SCHEMES = ("mailto:", "tel:", "sms:", "fax:")


# What follows from other statements, or is described in another way.
_DERIVED = frozenset(
    (
        *("foaf:name", "foaf:homepage", "schema:affiliation", "schema:alumniOf", "schema:subjectOf"),
        *("schema:author", "schema:contributor", "kg:authorship", "kg:year", "kg:startYear", "kg:endYear"),
        *("kg:possiblySameAs", "kg:listedBy", "org:member", "kg:inUnit", "skos:inScheme", "kg:sha256"),
        *("skos:prefLabel", curie(f"{RDFS}label")),
    )
)
_ALIKE = 0.5  # the likeness from which two nodes are one that changed


def is_contact(property_: str) -> bool:
    """Whether a property holds where somebody can be reached.

    >>> is_contact("schema:email"), is_contact("schema:name")
    (True, False)
    """
    return local_name(property_.rpartition(":")[2]).casefold() in _CONTACTS


def leads_to_contact(term: Term) -> bool:
    """Whether a value is an address at which somebody can be reached, such as `mailto:…`, or a text with one."""
    if isinstance(term, Literal):
        return _EMAIL.search(term.value) is not None
    return isinstance(term, NamedNode) and term.value.casefold().startswith(_CONTACT_SCHEMES)


def called(property_: str, kind: Kind | None = None) -> str:
    """Return the name of a property, given as a CURIE: the label that is declared for the kind, if there is one.

    >>> called("schema:jobTitle"), called("schema:url")
    ('job title', 'web address')
    """
    prefix, _, local = property_.partition(":")
    iri = PREFIXES[prefix] + local if prefix in PREFIXES else property_
    labels = {each.label for each in kind.fields.values() if each.iri == iri and not each.of} if kind else ()
    if len(labels) != 1 or property_ in _LABELS:
        return _LABELS.get(property_) or wording(iri)
    (label,) = labels
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def plain(text: str) -> str:
    r"""Return a text as one line without anything that steers a terminal or turns the direction of writing.

    >>> plain("Ada\x1b[2J\nLovelace")
    'Ada [2J Lovelace'
    """
    shown = []
    for character in text:
        category = "" if character in _JOINERS else unicodedata.category(character)
        shown.append("" if category == "Cf" else " " if category[:1] in ("C", "Z") else character)
    return " ".join("".join(shown).split())


def period(stated: Properties) -> str:
    """Return the years of something: `2019–2021`, `2019–` or `2019`, or nothing."""
    start, end = first(stated, "kg:startYear"), first(stated, "kg:endYear")
    if start and start != end:
        return f"{start}–{end}"
    return start or end or first(stated, "kg:year")


@dataclass(frozen=True)
class ChangeWording:
    """Puts the changes of things into words: values in quotation marks, things by name, nodes as phrases."""

    names: NameLookup
    declaration: Declaration
    is_public: bool = False  # then values of contacts are not shown

    def clauses(self, before: ThingFacts, after: ThingFacts) -> Iterator[str]:
        """Yield what happened to a thing that both graphs have."""
        for was, now in _pairs(before, after):
            yield from self._node(was, now)
        yield from self._properties(before.own, after.own)
        yield from self._authors(before.own, after.own)

    def _node(self, was: Properties | None, now: Properties | None) -> Iterator[str]:
        kind = self._kind(now or was or {})
        # Links, authorships and the like are told with what they belong to.
        if kind is None or not kind.fragment or (kind.is_own and kind.name not in self.declaration.of_person):
            return
        if was is None or now is None:
            text = self._headed(now or was or {}, kind)
            yield f"new {kind.label}: {text}" if now else f"{kind.label} not listed any more: {text}"
            return
        covered = {"kg:current"}
        if not _is_open(now) and _is_open(was):
            yield f"{kind.label} finished: {self._headed(now, kind)}"
            covered |= {"schema:startDate", "schema:endDate", "kg:expected"}
        if rest := list(self._properties(_without(was, covered), _without(now, covered))):
            yield f"{kind.label} {self._headed(now, kind)}: {', '.join(rest)}"

    def quoted(self, terms: Iterable[Term]) -> str:
        """Return values, at most five: texts in quotation marks, things by their names."""
        shown = sorted(
            {self._value(term) if isinstance(term, NamedNode) else f"'{self._value(term)}'" for term in terms}
        )
        more = f" and {len(shown) - _MOST:,} more" if len(shown) > _MOST else ""
        return ", ".join(shown[:_MOST]) + more

    def _properties(self, before: Properties, after: Properties) -> Iterator[str]:
        kind = self._kind(after or before)
        for key in sorted((before.keys() | after.keys()) - _DERIVED):
            removed = _without_nodes(before, key) - _without_nodes(after, key)
            added = _without_nodes(after, key) - _without_nodes(before, key)
            values = removed | added
            fields = [each for each in kind.fields.values() if curie(each.iri) == key] if kind else []
            # What follows from other fields and is shown nowhere would only repeat their changes.
            if not values or (fields and all(each.is_derived and not each.show for each in fields)):
                continue
            name = called(key, kind)
            is_long = any(isinstance(term, Literal) and len(term.value) > _LONGEST for term in values)
            if is_long or (self.is_public and (is_contact(key) or any(map(leads_to_contact, values)))):
                yield f"{name} {'changed' if removed and added else 'added' if added else 'removed'}"
            elif len(before.get(key, ())) == len(after.get(key, ())) == 1:
                yield f"{name} changed from {self.quoted(removed)} to {self.quoted(added)}"
            else:
                if added:
                    also = "now also known as" if key == "schema:alternateName" else f"{name} added:"
                    yield f"{also} {self.quoted(added)}"
                if removed:
                    yield f"{name} removed: {self.quoted(removed)}"

    def _authors(self, before: Properties, after: Properties) -> Iterator[str]:
        for key, noun in (("schema:author", "author"), ("schema:contributor", "contributor")):
            was, now = before.get(key, frozenset()), after.get(key, frozenset())
            if now - was:
                yield f"{noun} added: {self.quoted(now - was)}"
            if was - now:
                yield f"{noun} removed: {self.quoted(was - now)}"

    def _kind(self, stated: Properties) -> Kind | None:
        return self.declaration.kind_of([value(term) for term in stated.get(RDF_TYPE, ())])

    def _headed(self, node: Properties, kind: Kind) -> str:
        """Return a node as its kind is headed, with its years: `Research Intern, ByteDance (2019–2021)`."""
        text = ""
        for part in kind.heads:
            stated = (node.get(curie(kind.fields[key].iri)) for key in part.keys if not kind.fields[key].of)
            if terms := next(filter(None, stated), None):
                text += (part.before if text else "") + min(map(self._value, terms)) + part.after
        years = period(node)
        return f"{text or kind.label} ({years})" if years and not text.endswith(years) else text or kind.label

    def _value(self, term: Term) -> str:
        if isinstance(term, NamedNode):
            return plain(self.names.of(term.value))
        return plain(term.value if isinstance(term, Literal) else str(term))


def _is_open(node: Properties) -> bool:
    """Whether something goes on, or is expected to end."""
    return "schema:endDate" not in node or "kg:current" in node or "kg:expected" in node


def _pairs(before: ThingFacts, after: ThingFacts) -> Iterator[tuple[Properties | None, Properties | None]]:
    """Yield nodes before and after: those with one IRI, then those that are much alike, then the others alone."""
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
    """Return the Jaccard index of two nodes' statements; 0 for different classes."""
    if one.get(RDF_TYPE) != other.get(RDF_TYPE):
        return 0.0
    first, second = (
        {(key, str(term)) for key, terms in node.items() if key not in (RDF_TYPE, "org:member") for term in terms}
        for node in (one, other)
    )
    return len(first & second) / len(first | second) if first | second else 0.0


def _without(stated: Properties, keys: set[str]) -> Properties:
    return {key: terms for key, terms in stated.items() if key not in keys}


def _without_nodes(stated: Properties, key: str) -> frozenset[Term]:
    # Nodes of things are described by themselves; the names of a vocabulary's concepts have a '#' too.
    return frozenset(
        term
        for term in stated.get(key, ())
        if not isinstance(term, NamedNode) or "#" not in term.value or curie(term.value) != term.value
    )
