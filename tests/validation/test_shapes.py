"""Every constraint of every shape is broken in a graph that conforms without the change."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pytest
import yaml
from pyoxigraph import Literal, NamedNode, Quad
from rdflib import RDF, SH, Graph, URIRef

from kg.base import resources
from kg.building import build
from kg.profile.config import read_project
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.formats import XSD, read_rdf
from kg.terms.generated import DECLARED
from kg.terms.vocabulary import PREFIXES
from kg.validation import validating
from kg.validation.report import ResultSeverity
from tests.conftest import ROOT
from tests.support.validated import validate_store

PROJECT = ROOT / "tests" / "data" / "shapes"
KGSH = "https://w3id.org/profile-kg/shapes#"
BASE = "https://kg.example.org/"
ABOUT_SHAPES = frozenset(
    (
        *(SH.path, SH.message, SH.description, SH.severity, SH.property, SH.sparql),
        *(SH.targetClass, SH.targetSubjectsOf, SH.targetObjectsOf, SH.targetNode),
        SH.qualifiedValueShape,  # of which its counts say how many
    )
)
"""What a shape may say that is no constraint of its own (SHACL §2.1, §4.7.3 and §5)."""
WRONG: Sequence[NamedNode | Literal] = (
    *(NamedNode("urn:x:a"), NamedNode(f"{BASE}person/ada-lovelace"), Literal("")),
    *(Literal("a", language="en"), Literal("b", language="en")),
    *(Literal(text, datatype=NamedNode(f"{XSD}integer")) for text in ("-1", "99999")),
    *(Literal(text, datatype=NamedNode(f"{XSD}decimal")) for text in ("-0.5", "9.5")),
)
"""Values of which no property may have all: too many, of several kinds, too short, too small, too large."""
WRITTEN: Mapping[str, str] = yaml.safe_load((PROJECT / "broken.yaml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def shapes() -> Graph:
    """Return the shapes that come with kg and are written by hand (the others: tests/terms/test_made_shapes.py)."""
    graph = Graph()
    for path in validating.shape_files():
        if path.name != DECLARED:
            graph.parse(path, format="turtle")
    return graph


@pytest.fixture(scope="module")
def conforming(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Quad]:
    """Return the graph of a profile that says something of everything."""
    root = tmp_path_factory.mktemp("conforming") / "project"
    (root / "profiles").mkdir(parents=True)
    for name in ("kg.yaml", "organizations.yaml", "venues.yaml"):
        (root / name).write_bytes((PROJECT / name).read_bytes())
    (root / "profiles" / "ada-lovelace.yaml").write_bytes((PROJECT / "ada-lovelace.yaml").read_bytes())
    outcome = build(read_project(root), root / "build")

    assert outcome.release is not None
    return tuple(outcome.release.store().quads())


def constraints(shapes: Graph) -> Iterator[str]:
    """Yield shape and parameter of each constraint of each shape that has an IRI."""
    for shape, parameter in set(shapes.subject_predicates()):
        if isinstance(shape, URIRef) and parameter not in ABOUT_SHAPES and str(parameter).startswith(str(SH)):
            yield f"{shape.removeprefix(KGSH)}-{str(parameter).removeprefix(str(SH))}"


def broken(store: LocalStore, shapes: Graph) -> set[str]:
    """Return the constraints that a graph breaks, once each says its message and its severity."""
    found = set()
    for result in validate_store(store, validating.shape_files()).results:
        if (shape := URIRef(result.shape), SH.message, None) in shapes:
            word = result.component.removeprefix(str(SH)).removesuffix("ConstraintComponent")
            assert result.message == str(shapes.value(shape, SH.message))
            found.add(f"{shape.removeprefix(KGSH)}-{'select' if word == 'SPARQL' else word[0].lower() + word[1:]}")
    return found


def test_the_graph_that_is_broken_conforms(conforming: Sequence[Quad]) -> None:
    report = validate_store(LocalStore.in_memory(conforming), validating.shape_files(), strict=True)

    assert report.results == ()
    assert report.conforms


def test_each_target_of_a_shape_is_in_the_graph_that_is_broken(shapes: Graph, conforming: Sequence[Quad]) -> None:
    store = LocalStore.in_memory(conforming)
    rdf_type = NamedNode(str(RDF.type))
    classes = {str(target) for target in shapes.objects(predicate=SH.targetClass)}
    properties = {str(target) for target in shapes.objects(predicate=SH.targetSubjectsOf)}

    assert not [iri for iri in classes if not any(store.quads(predicate=rdf_type, obj=NamedNode(iri)))]
    one_source = {f"{PREFIXES['kg']}disagreement"}  # one profile does not contradict itself
    assert not [iri for iri in properties - one_source if not any(store.quads(predicate=NamedNode(iri)))]


def test_every_constraint_of_every_shape_is_broken(shapes: Graph, conforming: Sequence[Quad]) -> None:
    bare, wrong = set(conforming), set(conforming)
    for shape, path in shapes.subject_objects(SH.path):
        for focus in targets(shape, shapes, conforming) if isinstance(shape, URIRef) else ():
            if inverse := shapes.value(path, SH.inversePath):
                bare -= {quad for quad in bare if (quad.object, quad.predicate.value) == (focus, str(inverse))}
                wrong |= {Quad(NamedNode(f"urn:x:{name}"), NamedNode(str(inverse)), focus) for name in "ab"}
            else:
                if (None, SH.targetSubjectsOf, path) not in shapes:  # or it would be no target
                    bare -= {quad for quad in bare if (quad.subject, quad.predicate.value) == (focus, str(path))}
                # Of a literal pySHACL does not ask whether it conforms to the shape of a node: it ends.
                values = WRONG[:2] if (shape, SH.node, None) in shapes else WRONG
                wrong |= {Quad(focus, NamedNode(str(path)), value) for value in values}

    found = {each for quads in (bare, wrong) for each in broken(LocalStore.in_memory(quads), shapes)}

    assert set(constraints(shapes)) - WRITTEN.keys() == found - WRITTEN.keys()


def targets(shape: URIRef, shapes: Graph, quads: Sequence[Quad]) -> Iterator[NamedNode]:
    """Yield a node of each target of a shape, or of the shapes that refer to it."""
    for owner in (shape, *shapes.subjects(SH.property, shape)):
        sought = {(str(RDF.type), f"<{target}>") for target in shapes.objects(owner, SH.targetClass)}
        sought |= {(str(target), "") for target in shapes.objects(owner, SH.targetSubjectsOf)}
        for predicate, obj in sought:
            found = (quad for quad in quads if quad.predicate.value == predicate and obj in ("", str(quad.object)))
            yield from (quad.subject for quad in islice(found, 1) if isinstance(quad.subject, NamedNode))
        yield from (NamedNode(str(target)) for target in shapes.objects(owner, SH.targetNode))


def test_what_more_than_one_property_breaks_gives_its_result(conforming: Sequence[Quad], shapes: Graph) -> None:
    for name, change in WRITTEN.items():
        store = LocalStore.in_memory(conforming)
        store.backend.update(change, prefixes=PREFIXES, base_iri=BASE)

        assert name in broken(store, shapes)


def test_the_shapes_hold_with_the_ontology_in_the_graph_too(conforming: Sequence[Quad], release: Release) -> None:
    ontology = list(read_rdf(resources.directory("ontology") / "kg.ttl"))

    for quads in (conforming, release.store().quads()):
        store = LocalStore.in_memory([*quads, *ontology])
        results = validate_store(store, validating.shape_files()).results
        assert [result for result in results if result.severity == ResultSeverity.VIOLATION] == []
