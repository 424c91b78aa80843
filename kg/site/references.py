"""What refers to a thing, by the fields that lead to it, unless a query of a panel shows it already."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pyoxigraph import Literal, NamedNode

from kg.site.entries import EntryTime, MergedEntry
from kg.site.thing import EntryView, HeadPart, Thing, newest
from kg.site.works import LinkedName
from kg.store.columns import value
from kg.store.graph import Graph
from kg.terms.formats import term_text
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import curie

MOST = 200
"""How much of what refers to a thing its page shows; the description of the thing leads to all."""

_CURIE = re.compile(r"\b[a-z]+:[A-Za-z]\w*")
_VARIABLE = re.compile(r"\?(\w+)")
_VALUE = re.compile(r"\b([a-z]+:[A-Za-z]\w*) \?(\w+)")
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
class LeadingField:
    """A field that leads to things of a kind: of what kind, and of which section of a person, if of one."""

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
class ReferringThings:
    """What refers to a thing by one field: the IRIs of works, and entries of all else."""

    by: LeadingField
    works: tuple[str, ...]
    entries: tuple[MergedEntry, ...]


@lru_cache(maxsize=64)
def panel_properties(graph: Graph, kind: str) -> frozenset[str]:
    """Return the properties that the queries of the panels of a kind name: their values are shown there."""
    return frozenset(name for query in graph.panels.get(kind, ()) for name in _CURIE.findall(query.sparql))


@lru_cache(maxsize=64)
def listed_properties(graph: Graph, kind: str) -> frozenset[str]:
    """Return the properties whose values have a row each in a panel of a kind, and need not be told besides."""
    found = set()
    for query in graph.panels.get(kind, ()):
        columns = set(_VARIABLE.findall(query.sparql.partition("SELECT")[2].partition("WHERE")[0]))
        found |= {name for name, variable in _VALUE.findall(query.sparql) if variable in columns}
    return frozenset(found)


def referring(graph: Graph, iri: str) -> tuple[list[ReferringThings], bool]:
    """Return what refers to a thing, by the fields that lead to it, and whether there is more than is shown."""
    path = graph.kind(iri)
    in_panels = panel_properties(graph, path)
    if path == "person":  # its own sections stand on its page
        in_panels |= {curie(field.iri) for field in graph.declaration.person.fields.values() if field.is_reverse}
    leading = [each for each in _leading(graph.declaration, path) if curie(each.field.iri) not in in_panels]
    if not leading:
        return [], False
    roles = _role_properties(graph.declaration, graph.declaration.listed[path])
    nodes = _nodes(graph, iri, dict.fromkeys((*(each.field.iri for each in leading), *roles)))
    roles_of = {node.iri.partition("#")[0]: node.role for node in nodes if node.property in roles}
    found = []
    for by in leading:
        having = [node for node in nodes if node.property == by.field.iri]
        if by.kind.path:
            things = [each.iri for each in having if graph.kind(each.iri) == by.kind.path and "#" not in each.iri]
        else:
            things = [each.iri for each in having if by.kind.iri in each.classes]
        if things and by.kind.path == "work":
            found.append(ReferringThings(by, tuple(things), ()))
        elif things:
            found.append(ReferringThings(by, (), tuple(_entries(graph, by, things, roles_of))))
    return found, len(nodes) >= MOST


def _entries(graph: Graph, by: LeadingField, iris: Iterable[str], roles: Mapping[str, str]) -> Iterator[MergedEntry]:
    """Yield things by name with the roles in them, or entries of people after the person, in few words."""
    if by.kind.path:
        for iri in sorted(iris, key=lambda iri: graph.label(iri).casefold()):
            role = roles.get(iri, "")
            head = (HeadPart(LinkedName(graph.label(iri), iri), ""), *([HeadPart(LinkedName(role))] if role else []))
            yield MergedEntry(EntryView(iri, head, "", (), (), (), ()), (EntryTime(iri, ""),))
        return
    for thing in newest(Thing(graph, by.kind, iri, graph.facts(iri), "page", graph.facts) for iri in iris):
        owner, entry = thing.iri.partition("#")[0], thing.entry(without=(by.field.key,))
        first = (HeadPart(part.name, part.before or ", ", part.after) for part in entry.head)
        head = (HeadPart(LinkedName(graph.label(owner), owner), ""), *first)
        shown = EntryView(thing.iri, head, entry.when, entry.facts, (), (), ())
        yield MergedEntry(shown, (EntryTime(thing.iri, entry.when),))


@dataclass
class _ReferringNode:
    property: str
    iri: str
    classes: set[str]
    label: str = ""
    role: str = ""


def _nodes(graph: Graph, iri: str, properties: Iterable[str]) -> list[_ReferringNode]:
    listed = " ".join(term_text(NamedNode(each)) for each in properties)
    question = _REFERRING.format(properties=listed, thing=term_text(NamedNode(iri)), most=MOST)
    found: dict[tuple[str, str], _ReferringNode] = {}
    labels: dict[str, dict[Literal, None]] = {}
    for property_, node, class_, label, role in graph.select(question).rows:
        key = value(property_), value(node)
        each = found.setdefault(key, _ReferringNode(*key, set()))
        each.classes.add(value(class_))
        each.role = value(role)
        if isinstance(label, Literal):
            labels.setdefault(value(node), {})[label] = None
    graph.learn(labels)
    return list(found.values())


@lru_cache(maxsize=64)
def _leading(declaration: Declaration, path: str) -> tuple[LeadingField, ...]:
    """Return the fields that people write and that lead to things of a kind, each property of a kind once."""
    meant = {
        kind.name
        for kind in declaration.kinds.values()
        if path in (kind.path, declaration.kinds[kind.refers].path if kind.refers else "")
    }
    meant |= {"Venue"} if path == "event" else set()
    sections = {kind.name: declaration.person.fields[key] for key, kind in declaration.sections.items()}
    found: dict[tuple[str, str], LeadingField] = {}
    for kind in declaration.kinds.values():
        if kind.is_abstract or kind.is_derived or kind.refers:
            continue
        for each in kind.shown("page"):
            if each.range in meant and not (each.is_derived or each.is_reverse or each.of or each.is_untold):
                found.setdefault((kind.path or kind.name, each.iri), LeadingField(kind, each, sections.get(kind.name)))
    return tuple(found.values())


def _role_properties(declaration: Declaration, kind: Kind) -> frozenset[str]:
    """Return the properties by which nodes that say what somebody is in a thing of a kind lead to it."""
    named = {each.of for each in kind.fields.values() if each.of and not declaration.kinds[each.of].path}
    fields = (each for name in named for each in declaration.kinds[name].fields.values())
    return frozenset(each.iri for each in fields if each.range == kind.name)
