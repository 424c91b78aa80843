"""The old and the new values of each property of a thing; other things stand in them by IRI until they are named."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg.base.reporting import clean
from kg.store.columns import value
from kg.store.export.groups import name_of
from kg.terms.formats import Term
from kg.terms.kinds import Declaration, Kind
from kg.terms.labels import local_name, wording
from kg.terms.vocabulary import EVIDENCE_GRAPH, PREFIXES, RDF_TYPE, RDFS, curie

_MAX_CHARS = 200  # of a text that is quoted
_MAX_VALUES = 5  # that are named
UNNAMED = re.compile("\0([^\0]*)\0")
_EMAIL = re.compile(r"[^\s@]@[^\s@.]++\.[^\s@]")
_CONTACT_SCHEMES = ("mailto:", "tel:", "sms:", "fax:")
_CONTACTS = frozenset(
    (
        *("address", "email", "emailaddress", "fax", "faxnumber", "hasaddress", "hasemail", "hastelephone"),
        *("homephone", "mbox", "mbox_sha1sum", "phone", "postalcode", "streetaddress", "tel", "telephone", "workphone"),
    )
)
_YEARS = tuple(f"{PREFIXES['kg']}{key}" for key in ("startYear", "endYear", "year"))

Properties = Mapping[str, Set[Term]]
"""The values of each property, by its IRI."""

Facts = Mapping[str, Properties]
"""The properties of a thing and of its nodes, by their IRIs."""

Nodes = dict[tuple[str, str], list[Properties]]
"""Nodes by the label of their kind and by what heads them."""


def facts(quads: Iterable[Quad]) -> Facts:
    """Return the properties of subjects, without evidence."""
    found: dict[str, dict[str, set[Term]]] = defaultdict(lambda: defaultdict(set))
    for quad in quads:
        if not is_evidence(quad):
            found[name_of(quad.subject)][quad.predicate.value].add(quad.object)
    return {name: dict(properties) for name, properties in found.items()}


def is_evidence(quad: Quad) -> bool:
    """Whether a quad is of the graph of evidence."""
    return not isinstance(quad.graph_name, DefaultGraph) and value(quad.graph_name).endswith(f"/{EVIDENCE_GRAPH}")


def is_contact(iri: str) -> bool:
    """Whether a property holds where somebody can be reached.

    >>> is_contact("https://schema.org/email"), is_contact("https://schema.org/name")
    (True, False)
    """
    return local_name(iri).casefold() in _CONTACTS


def leads_to_contact(term: Term) -> bool:
    """Whether a value is an address at which somebody can be reached, such as `mailto:…`, or a text with one."""
    if isinstance(term, Literal):
        return _EMAIL.search(term.value) is not None
    return isinstance(term, NamedNode) and term.value.casefold().startswith(_CONTACT_SCHEMES)


def unnamed(iri: str) -> str:
    """Return what stands for the name of a thing, until `UNNAMED` finds it."""
    return f"\0{iri}\0"


def period(properties: Properties) -> str:
    """Return the years of something: `2019–2021`, `2019–` or `2019`, or nothing."""
    start, end, year = (min(map(value, properties.get(key, ())), default="") for key in _YEARS)
    return f"{start}–{end}" if start and start != end else start or end or year


def quoted(terms: Iterable[Term]) -> str:
    """Return values in quotation marks, the first five."""
    return _listed(map(_text, terms))


@dataclass(frozen=True)
class Wording:
    """Compares what two graphs hold about a thing."""

    declaration: Declaration

    def rows(self, thing: str, before: Facts, after: Facts) -> Iterator[str]:
        """Yield what differs, as `label: old → new`: properties of the thing, then its nodes by what heads them."""
        yield from self._properties(before.get(thing, {}), after.get(thing, {}))
        gone, come = (
            self._nodes({iri: node for iri, node in one.items() if iri != thing and node != other.get(iri)})
            for one, other in ((before, after), (after, before))
        )
        _pair_lone_nodes(gone, come)
        single = [_single_heads(one, other) for one, other in ((gone, come), (come, gone))]
        for label in sorted(single[0].keys() | single[1].keys()):
            yield f"{label}: {_change(*(_listed(each.get(label, ())) for each in single))}"
        for label, head in sorted(key for key in gone.keys() | come.keys() if not key[1] or key in gone.keys() & come):
            old, new = (_united(each.get((label, head), ())) for each in (gone, come))
            # Nodes of one head may have changed places: then no value of all together differs.
            yield f"{label} {head}".rstrip() + f": {', '.join(self._properties(old, new)) or 'changed'}"

    def _nodes(self, nodes: Facts) -> Nodes:
        found: Nodes = defaultdict(list)
        for iri, node in sorted(nodes.items()):
            kind = self._kind(node)
            if kind is None:
                found["node", f"#{iri.partition('#')[2]}"].append(node)
            elif any(each.show for each in kind.fields.values()):
                # The label of an entry is made of what heads it.
                head = _head(node, kind)
                entry = {iri: terms for iri, terms in node.items() if not head or iri != f"{RDFS}label"}
                found[kind.label, head].append(entry)
        return found

    def _properties(self, before: Properties, after: Properties) -> Iterator[str]:
        kind = self._kind(after or before)
        rows: dict[str, list[str]] = defaultdict(list)
        for iri in sorted(before.keys() | after.keys(), key=curie):
            was, now = (_without_nodes(each.get(iri, ())) for each in (before, after))
            fields = [each for each in kind.fields.values() if each.iri == iri] if kind else []
            # What follows from other fields and is shown nowhere would only repeat their changes.
            if was != now and not (fields and all(each.is_derived and not each.show for each in fields)):
                label = fields[0].label if len(fields) == 1 and not fields[0].of else wording(iri)
                rows[_row(iri, was - now, now - was)].append(label)
        # Several properties may hold the same value, such as a name.
        for row, labels in rows.items():
            yield f"{', '.join(dict.fromkeys(map(_lower, labels)))}: {row}"

    def _kind(self, properties: Properties) -> Kind | None:
        return self.declaration.kind_of([value(term) for term in properties.get(RDF_TYPE, ())])


def _row(iri: str, removed: Set[Term], added: Set[Term]) -> str:
    texts = [value(term) for term in (*removed, *added)]
    if is_contact(iri) or any(map(leads_to_contact, (*removed, *added))) or max(map(len, texts)) > _MAX_CHARS:
        return "changed" if removed and added else "added" if added else "removed"
    return _change(quoted(removed), quoted(added))


def _change(old: str, new: str) -> str:
    return f"{old} → {new}" if old and new else f"added {new}" if new else f"removed {old}"


def _listed(texts: Iterable[str]) -> str:
    shown = sorted({f"'{text}'" for text in texts})
    return ", ".join(shown[:_MAX_VALUES]) + (
        f" and {len(shown) - _MAX_VALUES:,} more" if len(shown) > _MAX_VALUES else ""
    )


def _text(term: Term) -> str:
    return unnamed(term.value) if isinstance(term, NamedNode) else clean(value(term) or str(term))


def _head(node: Properties, kind: Kind) -> str:
    """Return a node as its kind is headed: `Research Intern, ByteDance`."""
    text = ""
    for part in kind.heads:
        stated = (node.get(kind.fields[key].iri) for key in part.keys if not kind.fields[key].of)
        if terms := next(filter(None, stated), None):
            text += (part.before if text else "") + min(map(_text, terms)) + part.after
    return text


def _pair_lone_nodes(gone: Nodes, come: Nodes) -> None:
    """Give the one node of a kind that is gone the head of the one that has come: their properties are compared."""
    for label in sorted({label for label, _ in gone}):
        old, new = (
            [key for key in one if key[0] == label and key not in other] for one, other in ((gone, come), (come, gone))
        )
        if len(old) == len(new) == 1:
            gone[new[0]] = gone.pop(old[0])


def _single_heads(nodes: Nodes, others: Nodes) -> dict[str, list[str]]:
    """Return, by kind, the heads of nodes of which there are no others, with their years."""
    found: dict[str, list[str]] = defaultdict(list)
    for label, head in nodes.keys() - others.keys():
        for years in map(period, nodes[label, head] if head else ()):
            found[label].append(head if not years or head.endswith(years) else f"{head} ({years})")
    return found


def _united(nodes: Iterable[Properties]) -> Properties:
    found: dict[str, set[Term]] = defaultdict(set)
    for node in nodes:
        for iri, terms in node.items():
            found[iri] |= terms
    return found


def _without_nodes(terms: Iterable[Term]) -> frozenset[Term]:
    # Nodes of things are compared by themselves; the names of a vocabulary's concepts have a '#' too.
    return frozenset(
        term
        for term in terms
        if not isinstance(term, NamedNode) or "#" not in term.value or curie(term.value) != term.value
    )


def _lower(label: str) -> str:
    return label if label[:2].isupper() else label[:1].lower() + label[1:]
