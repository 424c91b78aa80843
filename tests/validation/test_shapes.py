"""Every shape is broken once for each of its constraints, in a graph that conforms without the change."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Quad
from rdflib import RDF, SH, Graph, URIRef

from kg.base import resources
from kg.building import build
from kg.profile.config import read_project
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.formats import read_rdf
from kg.terms.generated import DECLARED
from kg.terms.vocabulary import PREFIXES
from kg.validation import validating
from kg.validation.report import Result, ResultSeverity
from tests.conftest import ROOT
from tests.support.shape_cases import BASE, CASES, Case
from tests.support.validated import validate_store

PROJECT = ROOT / "tests" / "data" / "shapes"
KGSH = "https://w3id.org/profile-kg/shapes#"

ABOUT_SHAPES = frozenset(
    (
        *(SH.path, SH.message, SH.description, SH.severity, SH.property, SH.sparql),
        *(SH.targetClass, SH.targetSubjectsOf, SH.targetObjectsOf, SH.targetNode),
        SH.qualifiedValueShape,  # of which its counts say how many
    )
)
"""What a shape may say that is no constraint of its own (SHACL §2.1, §4.7.3 and §5)."""


@pytest.fixture(scope="module")
def shapes() -> Graph:
    """Return the shapes that come with kg and are written by hand (the others: tests/terms/test_made_shapes.py)."""
    graph = Graph()
    for path in validating.shape_files():
        if path.name == DECLARED:
            continue
        graph.parse(path, format="turtle")
    return graph


@pytest.fixture(scope="module")
def conforming(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Quad]:
    """Return the graph of a profile that says something of everything."""
    root = project_with(tmp_path_factory.mktemp("conforming") / "project", PROJECT / "ada-lovelace.yaml")
    outcome = build(read_project(root), root / "build")

    assert outcome.release is not None
    return tuple(outcome.release.store().quads())


def project_with(root: Path, profile: Path) -> Path:
    """Make a project of the shared authority files and one profile, and return its directory."""
    (root / "profiles").mkdir(parents=True)
    for name in ("kg.yaml", "organizations.yaml", "venues.yaml"):
        (root / name).write_bytes((PROJECT / name).read_bytes())
    (root / "profiles" / "ada-lovelace.yaml").write_bytes(profile.read_bytes())
    return root


def constraints(shapes: Graph) -> Iterator[tuple[str, str]]:
    """Yield shape and parameter of each constraint of each shape that has an IRI."""
    for shape, parameter in set(shapes.subject_predicates()):
        if not isinstance(shape, URIRef) or parameter in ABOUT_SHAPES or not str(parameter).startswith(str(SH)):
            continue
        yield shape.removeprefix(KGSH), str(parameter).removeprefix(str(SH))


def test_the_graph_that_the_cases_break_conforms(conforming: Sequence[Quad]) -> None:
    report = validate_store(LocalStore.in_memory(conforming), validating.shape_files(), strict=True)

    assert report.results == ()
    assert report.conforms


def test_each_target_of_a_shape_is_in_the_graph_that_the_cases_break(shapes: Graph, conforming: Sequence[Quad]) -> None:
    store = LocalStore.in_memory(conforming)
    rdf_type = NamedNode(str(RDF.type))
    classes = {str(target) for target in shapes.objects(predicate=SH.targetClass)}
    properties = {str(target) for target in shapes.objects(predicate=SH.targetSubjectsOf)}

    assert not [iri for iri in classes if not any(store.quads(predicate=rdf_type, obj=NamedNode(iri)))]
    one_source = {f"{PREFIXES['kg']}disagreement"}  # one profile does not contradict itself
    assert not [iri for iri in properties - one_source if not any(store.quads(predicate=NamedNode(iri)))]


def test_each_constraint_of_each_shape_has_a_case(shapes: Graph) -> None:
    cases = {(case.shape, case.constraint) for case in CASES}

    assert cases == set(constraints(shapes))


@pytest.mark.thorough
@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.shape}-{case.constraint}-{case.focus.rpartition('#')[2]}"
)
def test_what_breaks_a_shape_gives_its_message_and_no_other(
    case: Case, conforming: Sequence[Quad], shapes: Graph
) -> None:
    store = LocalStore.in_memory(conforming)
    store.backend.update(case.update)

    results = validate_store(store, validating.shape_files()).results

    expected = [result for result in results if is_of(result, case)]
    message = shapes.value(URIRef(KGSH + case.shape), SH.message)
    assert expected, f"not broken; found: {results}"
    assert {(result.severity, result.message, result.path) for result in expected} == {
        (case.severity, str(message), expanded(case.path))
    }
    assert {result.shape.removeprefix(KGSH) for result in results} <= {case.shape, *case.also}


def is_of(result: Result, case: Case) -> bool:
    """Say whether a result is of the shape and the constraint of a case."""
    word = "SPARQL" if case.constraint == "select" else case.constraint[0].upper() + case.constraint[1:]
    component = f"{SH}{word}ConstraintComponent"
    return (result.focus, result.shape, result.component) == (BASE + case.focus, KGSH + case.shape, component)


def expanded(curie: str) -> str:
    """Return the IRI of a CURIE; nothing of nothing."""
    prefix, _, local = curie.partition(":")
    return PREFIXES[prefix] + local if curie else ""


def test_the_shapes_hold_with_the_ontology_in_the_graph_too(conforming: Sequence[Quad], release: Release) -> None:
    ontology = list(read_rdf(resources.directory("ontology") / "kg.ttl"))

    for quads in (conforming, release.store().quads()):
        store = LocalStore.in_memory([*quads, *ontology])
        results = validate_store(store, validating.shape_files()).results
        assert [result for result in results if result.severity == ResultSeverity.VIOLATION] == []
