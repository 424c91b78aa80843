"""Walk through a store resource by resource, in a fixed order."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from kg.formats import BlankNode, DefaultGraph, NamedNode, Quad, Term
from kg.mapping import GRAPH
from kg.store import LocalStore
from kg.vocabulary import KG

KINDS = (
    ("dataset", "The dataset"),
    ("person", "People"),
    ("work", "Works"),
    ("organization", "Organisations"),
    ("venue", "Venues"),
    ("event", "Events"),
    ("system", "Systems"),
    ("course", "Courses"),
    ("topic", "Topics"),
    ("source", "Sources"),
    ("evidence", "Evidence"),
)
_DIGITS = re.compile(r"(\d+)")
_RANKS = {kind: rank for rank, (kind, _) in enumerate(KINDS)}


class Group(NamedTuple):
    """A resource with its nodes.

    Attributes:
        iri: The resource; of a blank node, `_:` and its label.
        kind: Its kind, such as `person`; empty for what is not under the base.
        quads: Its own quads and those of its nodes, by subject.
    """

    iri: str
    kind: str
    quads: list[Quad]


def groups(store: LocalStore, base: str, resource: NamedNode | None, *, evidence: bool) -> Iterator[Group]:
    """Yield the resources of one graph, ordered by kind and IRI, with their nodes after them.

    Args:
        store: The store.
        base: The base of its IRIs.
        resource: The one resource that is meant, or None for all.
        evidence: Whether the evidence graph is meant, else the default graph.
    """
    graph = NamedNode(base + GRAPH) if evidence else DefaultGraph()
    subjects = _subjects(store, base, resource, evidence=evidence)
    for (rank, iri), members in groupby(subjects, key=lambda subject: _key(subject, base)):
        quads = [
            quad for member in members for quad in store.backend.quads_for_pattern(node_of(member), None, None, graph)
        ]
        yield Group(iri, KINDS[rank][0] if rank < len(KINDS) else "", quads)


def _subjects(store: LocalStore, base: str, resource: NamedNode | None, *, evidence: bool) -> list[str]:
    graph = NamedNode(base + GRAPH) if evidence else DefaultGraph()
    if resource is None:
        quads = store.backend.quads_for_pattern(None, None, None, graph)
        found = {name_of(quad.subject) for quad in quads}
    elif evidence:
        found = _evidence_of(store, base, resource)
    else:
        found = _with_nodes(store, resource)
    return sorted(found, key=lambda subject: (*_key(subject, base), natural(subject)))


def _with_nodes(store: LocalStore, resource: NamedNode) -> set[str]:
    """Return a resource and the nodes that belong to it: those with its IRI and a fragment."""
    found, todo = {resource.value}, [resource]
    while todo:
        for quad in store.backend.quads_for_pattern(todo.pop(), None, None, DefaultGraph()):
            target = quad.object
            if not isinstance(target, NamedNode) or target.value in found:
                continue
            if target.value.startswith(f"{resource.value}#"):
                found.add(target.value)
                todo.append(target)
    return found


def _evidence_of(store: LocalStore, base: str, resource: NamedNode) -> set[str]:
    graph, supports = NamedNode(base + GRAPH), NamedNode(f"{KG}supports")
    return {
        name_of(quad.subject)
        for node in _with_nodes(store, resource)
        for quad in store.backend.quads_for_pattern(None, supports, NamedNode(node), graph)
    }


def name_of(node: Term) -> str:
    """Return how a node is called among IRIs: a blank node by a name that no IRI has.

    >>> name_of(BlankNode("b0"))
    '_:b0'
    """
    return node.value if isinstance(node, NamedNode) else str(node)


def node_of(name: str) -> NamedNode | BlankNode:
    """Return the node that is called so.

    Raises:
        ValueError: If it cannot be an IRI.
    """
    return BlankNode(name[2:]) if name.startswith("_:") else NamedNode(name)


def natural(iri: str) -> tuple[str | int, ...]:
    """Return a key by which numbers in fragments count as numbers: `#author-2` before `#author-10`."""
    resource, _, fragment = iri.partition("#")
    parts = _DIGITS.split(fragment)
    return resource, *(int(part) if index % 2 else part for index, part in enumerate(parts))


def _key(subject: str, base: str) -> tuple[int, str]:
    """Return the rank of a subject's kind, and the resource to which it belongs."""
    if not base or not subject.startswith(base):
        return len(KINDS), subject
    resource = subject.partition("#")[0]
    kind = resource.removeprefix(base).partition("/")[0]
    return _RANKS.get(kind, len(KINDS)), resource
