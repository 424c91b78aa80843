"""Ask pySHACL whether a single value conforms to constraints, which travel as text to where the value is."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pyshacl.graph_abstraction import to_rdf
from pyshacl.pytypes import SHACLExecutor
from pyshacl.shapes_graph import ShapesGraph
from rdflib import RDF, BNode, Graph, URIRef
from rdflib.term import Node

from kg.terms.formats import read_nquads
from kg.terms.vocabulary import SHACL

_SHAPE = URIRef("urn:shape")


def constraints(said: Iterable[tuple[Node, Node]], source: Graph | None = None) -> str:
    """Return a node shape `<urn:shape>` that says something, as N-Triples in a fixed order.

    Args:
        said: Parameters and their values.
        source: The graph that holds those of the values that are lists.
    """
    graph = Graph()
    graph.add((_SHAPE, RDF.type, URIRef(f"{SHACL}NodeShape")))
    for parameter, value in said:
        graph.add((_SHAPE, parameter, value))
        rest = value
        while source is not None and isinstance(rest, BNode):
            for triple in source.triples((rest, None, None)):
                graph.add(triple)
            rest = source.value(rest, RDF.rest) or RDF.nil
    return "".join(sorted(graph.serialize(format="nt").splitlines(keepends=True)))


def conforms(shape: str, term: str) -> bool:
    """Whether a term conforms to a shape that `constraints` made; raises what pySHACL raises."""
    (quad,) = read_nquads(f"<urn:s> <urn:p> {term} .".encode())
    verdict, _ = _single_shape(shape).validate(SHACLExecutor(), Graph(), focus=to_rdf(quad.object))
    return bool(verdict)


@lru_cache(1 << 8)
def _single_shape(shape: str) -> Any:
    graph = ShapesGraph(Graph().parse(data=shape, format="nt"))
    return next(each for each in graph.shapes if each.node == _SHAPE)
