"""What refers to a thing: for each field that leads to it, what has it, unless a panel's query asks for it already."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pyoxigraph import Literal, NamedNode

from kg.site.entries import EntryTime, MergedEntry, newest
from kg.site.fields import EntryView, ThingFields
from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import term_text
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import curie

MOST = 200
"""How much of what refers to a thing its page shows; the description of the thing leads to all."""

_CURIE = re.compile(r"\b[a-z]+:[A-Za-z]\w*")
_REFERRING = """
SELECT ?property ?node ?class ?label ?role WHERE {{
  {{ SELECT DISTINCT ?property ?node WHERE {{ VALUES ?property {{ {properties} }} ?node ?property {thing} }}
     ORDER BY ?property ?node LIMIT {most} }}
  OPTIONAL {{ ?node a ?class }}
  OPTIONAL {{ ?node schema:name ?label }}
  OPTIONAL {{ ?node schema:roleName ?role }}
}}
"""


@dataclass(frozen=True)
class Leading:
    """A field that leads to things of a kind.

    Attributes:
        kind: The kind of what has the field.
        field: The field.
        section: The section of a person whose entries have it, or empty.
    """

    kind: Kind
    field: Field
    section: Field | None

    @property
    def name(self) -> str:
        """A name by which it is found on a page."""
        return f"{self.kind.path or self.kind.name}-{self.field.key}".lower().replace("_", "-")

    @property
    def title(self) -> str:
        """What stands above what has it: what these are, and what the field is called."""
        if self.kind.path == "person":
            return self.kind.plural
        several = self.section.label if self.section and not self.kind.path else self.kind.plural
        return f"{several}: {self.field.label.lower()}"


@dataclass(frozen=True)
class Referring:
    """What refers to a thing by one field.

    Attributes:
        by: The field.
        works: The IRIs of the works among it.
        entries: All else.
    """

    by: Leading
    works: tuple[str, ...]
    entries: tuple[MergedEntry, ...]


@lru_cache(maxsize=64)
def panel_properties(graph: Graph, kind: str) -> frozenset[str]:
    """Return the properties of which the panels of the things of a kind tell, since their queries name them."""
    return frozenset(name for query in graph.panels.get(kind, ()) for name in _CURIE.findall(query.sparql))


def referring(graph: Graph, iri: str) -> tuple[list[Referring], bool]:
    """Return what refers to a thing, by the fields that lead to it, and whether there is more than is shown."""
    kind = graph.kind(iri)
    leading = _uncovered(graph, kind)
    roles = _roles(graph.declaration, graph.declaration.listed[kind])
    properties = dict.fromkeys((*(each.field.iri for each in leading), *roles))
    if not leading:
        return [], False
    nodes = _nodes(graph, iri, properties)
    held = {node.iri.partition("#")[0]: node.role for node in nodes if node.property in roles}
    found = [_referring(graph, each, [node for node in nodes if _has(graph, node, each)], held) for each in leading]
    return [each for each in found if each.works or each.entries], len(nodes) >= MOST


@dataclass
class _Node:
    property: str
    iri: str
    classes: set[str]
    label: str = ""
    role: str = ""


def _nodes(graph: Graph, iri: str, properties: Iterable[str]) -> list[_Node]:
    listed = " ".join(term_text(NamedNode(each)) for each in properties)
    question = _REFERRING.format(properties=listed, thing=term_text(NamedNode(iri)), most=MOST)
    found: dict[tuple[str, str], _Node] = {}
    labels: dict[str, dict[Literal, None]] = {}
    for property_, node, class_, label, role in graph.select(question).rows:
        key = value(property_), value(node)
        each = found.setdefault(key, _Node(*key, set()))
        each.classes.add(value(class_))
        each.role = value(role)
        if isinstance(label, Literal):
            labels.setdefault(value(node), {})[label] = None
    graph.learn(labels)
    return list(found.values())


def _referring(graph: Graph, by: Leading, nodes: list[_Node], roles: Mapping[str, str]) -> Referring:
    if by.kind.path == "work":
        return Referring(by, tuple(node.iri for node in nodes), ())
    if by.kind.path:
        named = sorted(nodes, key=lambda node: graph.label(node.iri).casefold())
        return Referring(by, (), tuple(_thing(graph, node.iri, roles.get(node.iri, "")) for node in named))
    things = (ThingFields(graph, by.kind, node.iri, graph.facts(node.iri), "page", graph.facts) for node in nodes)
    return Referring(by, (), tuple(_entry(graph, each, by.field.key) for each in newest(things)))


def _thing(graph: Graph, iri: str, role: str) -> MergedEntry:
    head = (LinkedName(graph.label(iri), iri), *([LinkedName(role)] if role else []))
    return MergedEntry(EntryView(iri, head, "", (), (), (), ()), (EntryTime(iri, ""),))


def _entry(graph: Graph, thing: ThingFields, key: str) -> MergedEntry:
    """Return an entry of a person, after the person, in few words."""
    owner, entry = thing.iri.partition("#")[0], thing.entry(besides=(key,))
    head = (LinkedName(graph.label(owner), owner), *entry.head)
    return MergedEntry(
        EntryView(thing.iri, head, entry.when, entry.facts, (), (), ()), (EntryTime(thing.iri, entry.when),)
    )


def _has(graph: Graph, node: _Node, by: Leading) -> bool:
    if node.property != by.field.iri:
        return False
    if by.kind.path:
        return graph.kind(node.iri) == by.kind.path and "#" not in node.iri
    return by.kind.iri in node.classes


def _uncovered(graph: Graph, kind: str) -> list[Leading]:
    """Return the fields that lead to things of a kind and of which no panel of theirs tells."""
    asked = panel_properties(graph, kind)
    return [each for each in _leading(graph.declaration, kind) if curie(each.field.iri) not in asked]


@lru_cache(maxsize=64)
def _leading(declaration: Declaration, path: str) -> tuple[Leading, ...]:
    """Return the fields that people write and that lead to things of a kind, each property of a kind once."""
    meant = {kind.name for kind in declaration.kinds.values() if path in (kind.path, _path_of(declaration, kind))}
    meant |= {"Venue"} if path == "event" else set()
    sections = {kind.name: declaration.kinds["Person"].fields[key] for key, kind in declaration.sections.items()}
    found: dict[tuple[str, str], Leading] = {}
    for kind in declaration.kinds.values():
        if kind.is_abstract or kind.is_derived or kind.refers:
            continue
        for each in kind.shown("page"):
            if each.range in meant and not (each.is_derived or each.is_reverse or each.of or each.is_untold):
                found.setdefault((kind.path or kind.name, each.iri), Leading(kind, each, sections.get(kind.name)))
    return tuple(found.values())


def _path_of(declaration: Declaration, kind: Kind) -> str:
    return declaration.kinds[kind.refers].path if kind.refers else ""


def _roles(declaration: Declaration, kind: Kind) -> frozenset[str]:
    """Return the properties by which nodes that say what somebody is in a thing of a kind lead to it."""
    named = {each.of for each in kind.fields.values() if each.of and not declaration.kinds[each.of].path}
    fields = (each for name in named for each in declaration.kinds[name].fields.values())
    return frozenset(each.iri for each in fields if each.range == kind.name)
