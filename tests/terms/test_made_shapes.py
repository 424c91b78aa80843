"""Each constraint of the shapes that are made from the declaration is broken once, by a thing of its own."""

from collections.abc import Iterator

from rdflib import RDF, SH, Graph, Literal, Namespace, Node, URIRef

from kg.base import resources
from kg.store.store import LocalStore
from kg.terms.formats import read_nquads
from kg.terms.generated import DECLARED
from tests.support.validated import validate_store

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


def breaking(thing: URIRef, shape: Node, of_property: Node, parameter: URIRef) -> Iterator[tuple[Node, Node, Node]]:
    """Yield triples by which a thing breaks one constraint."""
    for class_ in MADE.objects(shape, SH.targetClass):
        yield thing, RDF.type, class_
    for predicate in MADE.objects(shape, SH.targetSubjectsOf):
        yield thing, URIRef(str(predicate)), EX.other
    values = {
        SH.minCount: (),
        SH.maxCount: (EX.one, EX.two),
        SH.datatype: (Literal("a text", datatype=XSD_STRING),),
        SH.nodeKind: (Literal("a text") if MADE.value(of_property, SH.nodeKind) == SH.IRI else EX.one,),
    }[parameter]
    for value in values:
        yield thing, URIRef(str(MADE.value(of_property, SH.path))), value


def test_what_breaks_a_made_shape_gives_its_message() -> None:
    graph, expected = Graph(), set()
    for number, (shape, of_property, parameter) in enumerate(constraints()):
        for triple in breaking(EX[f"thing{number}"], shape, of_property, parameter):
            graph.add(triple)
        expected.add((EX[f"thing{number}"], str(of_property), str(MADE.value(of_property, SH.message))))
    store = LocalStore.in_memory(read_nquads(graph.serialize(format="nt").encode()))

    results = validate_store(store, [FILE]).results

    assert len(expected) > 100
    assert expected <= {(URIRef(result.focus), result.shape, result.message) for result in results}
