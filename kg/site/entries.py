"""The sections of a person, entry by entry, as their kinds are declared: panels that no query makes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from kg.site.thing import LAST, EntryView, Thing, entry_places, newest, reading
from kg.site.works import Facts
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import Term, term_text
from kg.terms.kinds import Field
from kg.terms.vocabulary import KG, RDF_TYPE, curie

_ROLES = f"{KG}contributed"
_LABELS = "schema:name|skos:prefLabel"

_ENTRIES = """
SELECT ?leads ?node ?property ?value ?label WHERE {{
  VALUES ?person {{ {person} }}
  {{ VALUES ?leads {{ {leading} }} ?person ?leads ?node }}
  UNION
  {{ VALUES ?leads {{ {led} }} ?node ?leads ?person }}
  ?node ?property ?value .
  OPTIONAL {{ ?value {labels} ?label }}
}}
"""
_NODES = """
SELECT ?node ?property ?value ?label WHERE {{
  VALUES ?node {{ {nodes} }}
  ?node ?property ?value .
  OPTIONAL {{ ?value {labels} ?label }}
}}
"""


@dataclass(frozen=True)
class EntryTime:
    """The time of an entry, and the node that says so."""

    iri: str
    when: str


@dataclass(frozen=True)
class MergedEntry:
    """Entries that differ in their time alone, shown as one."""

    entry: EntryView
    times: tuple[EntryTime, ...]


def sections(graph: Graph, person: str, keys: Iterable[str], place: str = "page") -> Mapping[str, list[Thing]]:
    """Return the things of some sections of a person: what lasts and the newest first, else as the profile lists them.

    All is read by two queries, however many entries there are.
    """
    fields = {key: graph.declaration.person.fields[key] for key in keys}
    nodes, said = _read(graph, person, fields.values())
    listed = entry_places(graph, person) if any(len(each) > 1 for each in nodes.values()) else {}
    read = reading(graph, {**said, person: {"kg:contributed": tuple(map(NamedNode, nodes.get(_ROLES, ())))}})
    found: dict[str, list[Thing]] = {}
    for key, field in fields.items():
        kind = graph.declaration.kinds[field.range]
        own = sorted(nodes.get(field.iri, ()), key=lambda iri: (listed.get(iri, LAST), iri))
        # Some properties lead to nodes of several kinds.
        own = [iri for iri in own if kind.iri in map(value, said[iri].get(RDF_TYPE, (NamedNode(kind.iri),)))]
        found[key] = newest(Thing(graph, kind, iri, said[iri], place, read, person) for iri in own)
    return found


def merged(things: Iterable[Thing], without: Collection[str] = ()) -> Iterator[MergedEntry]:
    """Yield things as entries, without some fields; those that differ in time alone are one, where the first stands."""
    alike: dict[object, list[EntryView]] = {}
    for each in things:
        entry = each.entry(without)
        alike.setdefault(entry.body, []).append(entry)
    for same in alike.values():
        yield MergedEntry(same[0], tuple(EntryTime(each.iri, each.when) for each in same))


def _read(graph: Graph, person: str, fields: Iterable[Field]) -> tuple[dict[str, list[str]], dict[str, Facts]]:
    """Return the nodes to which a person's fields lead, by property, and what is said of all these nodes."""
    fields = list(fields)
    leading = (_ROLES, *(each.iri for each in fields if not each.is_reverse))
    rows = graph.select(
        _ENTRIES.format(
            person=term_text(NamedNode(person)),
            leading=_terms(leading),
            led=_terms(each.iri for each in fields if each.is_reverse),
            labels=_LABELS,
        )
    ).rows
    nodes: dict[str, dict[str, None]] = {}
    for leads, node, *_ in rows:
        nodes.setdefault(value(leads), {})[value(node)] = None
    said = _facts(graph, (row[1:] for row in rows))
    further = sorted(set(_further_nodes(graph, fields, said)) - said.keys())
    if further:
        said |= _facts(graph, graph.select(_NODES.format(nodes=_terms(further), labels=_LABELS)).rows)
    return {leads: list(found) for leads, found in nodes.items()}, said


def _facts(graph: Graph, rows: Iterable[Sequence[Term | None]]) -> dict[str, Facts]:
    """Return what rows of node, property, value and label say, and let the graph know what the values are called."""
    found: dict[str, dict[str, dict[Term, None]]] = {}
    labels: dict[str, dict[Literal, None]] = {}
    for node, property_, term, label in rows:
        if term is not None:
            found.setdefault(value(node), {}).setdefault(curie(value(property_)), {})[term] = None
        if isinstance(label, Literal):
            labels.setdefault(value(term), {})[label] = None
    graph.learn(labels)
    return {
        node: {key: tuple(sorted(terms, key=str)) for key, terms in properties.items()}
        for node, properties in found.items()
    }


def _further_nodes(graph: Graph, fields: Iterable[Field], said: Mapping[str, Facts]) -> Iterator[str]:
    """Yield what must be read too: the nodes of entries, and the things that fields of the entries describe."""
    kinds = graph.declaration.kinds
    spoken_of = {each.of for field in fields for each in kinds[field.range].fields.values() if each.of}
    paths = {kinds[name].path for name in spoken_of - {"Organization"}} - {""}
    for facts in said.values():
        for term in (term for terms in facts.values() for term in terms if isinstance(term, NamedNode)):
            if (kind := graph.kind(term.value)) and ("#" in term.value or kind in paths):
                yield term.value


def _terms(iris: Iterable[str]) -> str:
    return " ".join(term_text(NamedNode(iri)) for iri in dict.fromkeys(iris))
