"""Describe a thing: its facts, with what they refer to, what refers to it, and its evidence."""

import json
from collections.abc import Iterator
from typing import Any

from kg.formats import DefaultGraph, NamedNode, iri_of
from kg.mcp.footnotes import Footnotes
from kg.mcp.replies import Description, Referrers, Thing
from kg.mcp.wording import shortened
from kg.pages.documents import serialized
from kg.pages.graph import Graph
from kg.vocabulary import RDF_TYPE, curie

_TEXT = 600
_REFERRERS = 8
_COUNTED = 2_000


def thing_of(graph: Graph, iri: str) -> Thing:
    """Return what a thing is called, and of what kind it is."""
    return Thing(
        id=iri.removeprefix(graph.base),
        label=shortened(graph.label(iri), _TEXT),
        kind=graph.kind(iri),
    )


def description(graph: Graph, iri: str, most: int, notes: tuple[str, ...] = ()) -> Description:
    """Return the description of a thing.

    Args:
        graph: Where it is.
        iri: The thing.
        most: How many values of a property to show at most.
        notes: What is to be said besides.
    """
    document = json.loads(serialized(graph, iri, "jsonld"))
    document.pop("@context", None)
    cut: list[str] = []
    facts = _trimmed(document, most, cut)
    footnotes = Footnotes(graph)
    nodes = {graph.base + node["id"]: node for node in _nodes(facts) if isinstance(node.get("id"), str)}
    for node, numbers in footnotes.of_nodes(iri, nodes).items():
        nodes.get(node, facts)["evidence"] = list(numbers)
    return Description(
        base=graph.base,
        thing=thing_of(graph, iri),
        iri=iri,
        facts=facts,
        labels=dict(_labels(graph, facts)),
        referred_by=_referred_by(graph, iri),
        questions=tuple(_questions(graph, iri)),
        evidence=footnotes.pieces,
        notes=(*notes, *cut, *footnotes.notes),
    )


def _trimmed(value: Any, most: int, cut: list[str], key: str = "") -> Any:
    """Return a value with short texts and lists, and literals without their types; what was left out is noted."""
    if isinstance(value, dict) and "@value" in value:
        return _trimmed(value["@value"], most, cut, key)
    if isinstance(value, dict):
        return {name: _trimmed(each, most, cut, name) for name, each in value.items()}
    if isinstance(value, list):
        if len(value) > most:
            cut.append(f"'{key}' has {len(value)} values, of which {most} are shown")
        return [_trimmed(each, most, cut, key) for each in value[:most]]
    return shortened(value, _TEXT) if isinstance(value, str) else value


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(each)


def _labels(graph: Graph, facts: Any) -> Iterator[tuple[str, str]]:
    """Yield the references in facts, each with what it is called."""
    for node in _nodes(facts):
        for key, value in node.items():
            if key in ("id", "evidence"):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and graph.local(graph.base + each):
                    yield each, shortened(graph.label(graph.base + each), _TEXT)


def _referred_by(graph: Graph, iri: str) -> dict[str, Referrers]:
    """Return the things that refer to one, by property; those that its own nodes are left out."""
    quads = graph.store.quads(None, None, NamedNode(iri), DefaultGraph(), limit=_COUNTED)
    found: dict[str, set[str]] = {}
    for quad in quads:
        subject = iri_of(quad.subject).partition("#")[0]
        if subject != iri and quad.predicate.value != RDF_TYPE:
            found.setdefault(curie(quad.predicate.value), set()).add(subject)
    return {
        key: Referrers(count=len(iris), things=tuple(thing_of(graph, each) for each in sorted(iris)[:_REFERRERS]))
        for key, iris in sorted(found.items())
    }


def _questions(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the named questions that a thing may be the parameter of."""
    kind = graph.kind(iri)
    for name, query in graph.queries.items():
        if kind and (parameter := query.header.parameter_for(kind)):
            yield f"{name}({parameter})"
