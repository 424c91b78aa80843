"""What is tied to a thing: the other things that its triples, and those of its nodes, name."""

from collections.abc import Iterator

from kg.formats import DefaultGraph, NamedNode
from kg.pages.graph import Graph
from kg.vocabulary import PREFIXES

MOST = 5_000
"""How many triples of a thing are looked at: a topic may have millions."""

_SERIES = NamedNode(f"{PREFIXES['schema']}superEvent")
_LEFT_OUT = ("source",)


def neighbours(graph: Graph, iri: str) -> tuple[str, ...]:
    """Return the IRIs of the things that a thing is tied to, sorted.

    A node of a thing, such as a position, stands for it; an event stands for its series.
    """
    found = {*_named(graph, iri), *_naming(graph, iri)}
    things = {_series(graph, each) for each in found}
    return tuple(sorted(each for each in things - {iri, ""} if graph.kind(each) not in _LEFT_OUT))


def _named(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the things that a thing or one of its nodes names."""
    for value in _objects(graph, iri):
        if value.startswith(f"{iri}#"):
            yield from (_thing(graph, each) for each in _objects(graph, value))
        else:
            yield _thing(graph, value)


def _objects(graph: Graph, subject: str) -> Iterator[str]:
    for quad in graph.store.quads(NamedNode(subject), None, None, DefaultGraph(), limit=MOST):
        if isinstance(quad.object, NamedNode):
            yield quad.object.value


def _naming(graph: Graph, iri: str) -> Iterator[str]:
    """Yield the things that name a thing, themselves or by a node."""
    for quad in graph.store.quads(None, None, NamedNode(iri), DefaultGraph(), limit=MOST):
        if isinstance(quad.subject, NamedNode):
            yield _thing(graph, quad.subject.value)


def _thing(graph: Graph, iri: str) -> str:
    """Return the thing that an IRI stands for, or nothing if it has no page."""
    return iri.partition("#")[0] if graph.local(iri) else ""


def _series(graph: Graph, iri: str) -> str:
    if graph.kind(iri) != "event":
        return iri
    quads = graph.store.quads(NamedNode(iri), _SERIES, None, DefaultGraph())
    return next((quad.object.value for quad in quads if isinstance(quad.object, NamedNode)), "")
