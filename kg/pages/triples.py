"""Documents made of triples of any vocabulary, with blank nodes: the engine's own writers."""

from collections.abc import Sequence
from io import BytesIO

from kg.errors import QueryError
from kg.export.groups import node_of
from kg.export.rdfxml import sayable
from kg.formats import RDF_FORMATS, BlankNode, NamedNode, Triple, serialize
from kg.pages.graph import Graph
from kg.pages.terms import prefixes_of

MAX_TRIPLES = 100_000
"""How many triples a document of a node may hold."""


def triples(graph: Graph, name: str) -> list[Triple]:
    """Return what is said of a node and of the blank nodes that hang on it, sorted.

    Raises:
        QueryError: If these are more than `MAX_TRIPLES`.
    """
    todo: list[NamedNode | BlankNode] = [node_of(name)]
    seen, found = set(todo), set[Triple]()
    while todo:
        for quad in graph.store.quads(todo.pop(), None, None, None):
            found.add(quad.triple)
            if isinstance(quad.object, BlankNode) and quad.object not in seen:
                seen.add(quad.object)
                todo.append(quad.object)
            if len(found) > MAX_TRIPLES:
                raise QueryError(
                    f"{name} has more than {MAX_TRIPLES:,} triples", hint="ask for a part of it at /sparql"
                )
    return sorted(found, key=str)


def serialized(triples: Sequence[Triple], form: str) -> bytes:
    """Return triples in a syntax of `kg.formats.RDF_FORMATS`.

    Raises:
        QueryError: If the syntax cannot hold them.
    """
    out = BytesIO()
    held = sayable(triples) if form == "rdfxml" else triples
    try:
        serialize(held, out, RDF_FORMATS[form], prefixes=prefixes_of(triples))
    except OSError as error:  # JSON-LD knows no triple terms
        raise QueryError(f"this cannot be written: {error}", hint="ask for Turtle") from error
    return out.getvalue()
