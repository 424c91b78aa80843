"""Each constraint of the shapes that are made from the declaration is broken once, in a graph of one thing."""

from collections.abc import Iterator

import pytest
from rdflib import RDF, SH, Graph, Literal, Namespace, Node, URIRef

from kg.base import resources
from kg.store.store import LocalStore
from kg.terms.formats import read_nquads
from kg.terms.generated import DECLARED
from kg.validation import validating

FILE = resources.directory("shapes") / DECLARED
EX = Namespace("https://example.org/")
MADE = Graph().parse(FILE)
XSD_STRING = "http://www.w3.org/2001/XMLSchema#string"


def constraints() -> Iterator[tuple[Node, Node, URIRef]]:
    """Yield each constraint: the shape of the things, that of the property, and the parameter."""
    for shape in sorted(MADE.subjects(RDF.type, SH.NodeShape), key=str):
        for of_property in sorted(MADE.objects(shape, SH.property), key=str):
            for parameter in (SH.minCount, SH.maxCount, SH.nodeKind, SH.datatype):
                if (of_property, parameter, None) in MADE:
                    yield shape, of_property, parameter


def broken(shape: Node, of_property: Node, parameter: URIRef) -> Graph:
    """Return a graph in which one thing breaks one constraint."""
    graph = Graph()
    for class_ in MADE.objects(shape, SH.targetClass):
        graph.add((EX.thing, RDF.type, class_))
    for predicate in MADE.objects(shape, SH.targetSubjectsOf):
        graph.add((EX.thing, URIRef(str(predicate)), EX.other))
    path = URIRef(str(MADE.value(of_property, SH.path)))
    wanted = {
        SH.minCount: (),
        SH.maxCount: (EX.one, EX.two),
        SH.datatype: (Literal("a text", datatype=XSD_STRING),),
        SH.nodeKind: (Literal("a text") if MADE.value(of_property, SH.nodeKind) == SH.IRI else EX.one,),
    }[parameter]
    for value in wanted:
        graph.add((EX.thing, path, value))
    return graph


@pytest.mark.parametrize(
    ("shape", "of_property", "parameter"),
    list(constraints()),
    ids=lambda each: str(each).rpartition("#")[2],
)
def test_what_breaks_a_made_shape_gives_its_message(shape: Node, of_property: Node, parameter: URIRef) -> None:
    store = LocalStore.in_memory(read_nquads(broken(shape, of_property, parameter).serialize(format="nt").encode()))

    results = validating.validate(store, [FILE]).results

    message = str(MADE.value(of_property, SH.message))
    assert message in {result.message for result in results if result.shape == str(of_property)}
