"""The nodes that queries name are all of which pySHACL reports something."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from pyoxigraph import Quad, RdfFormat
from pyshacl.errors import ConstraintLoadError, ReportableRuntimeError, ShapeLoadError, ValidationFailure
from pyshacl.graph_abstraction import OxigraphDataGraph
from pyshacl.validator import Validator
from rdflib import Graph

from kg.base.errors import ConfigError
from kg.store.store import LocalStore
from kg.validation.candidates import Candidates, CandidateSearch, Changes
from kg.validation.report import Report
from kg.validation.shacl import Judge, results_in
from tests.support.generated_shapes import PREFIXES, graphs, shapes_graphs
from tests.support.often import often
from tests.support.validated import validate_store

logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it says of each ill-formed literal that it is

# The same examples each time: what fails is due to the change at hand. To look further, let them be drawn anew.
FEW = settings(max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
SLOWLY = settings(FEW, max_examples=2_000)

REFUSED = "the shapes are refused"
C = f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; "


def store_of(trig: str) -> LocalStore:
    store = LocalStore.in_memory()
    store.backend.load(trig.encode(), format=RdfFormat.TRIG)
    return store


def outcome(report: Callable[[], Report]) -> Report | str:
    try:
        return report()
    except (ConfigError, ShapeLoadError, ConstraintLoadError, ValidationFailure, ReportableRuntimeError, SyntaxError):
        return REFUSED
    except (TypeError, DeprecationWarning) as error:  # rdflib cannot compare ill-formed literals
        assume("PyNamedOrBlankNodeRef" not in str(error))  # pySHACL asks the store about a literal as a subject
        return REFUSED


def of_pyshacl_alone(store: LocalStore, shapes: Graph) -> Report:
    graph = OxigraphDataGraph(store.backend)
    graph.default_union = True
    _, results, _ = Validator(graph, shacl_graph=shapes, options={"inplace": True}).run()
    return Report.of(results_in(results, shapes))


def assert_agree(trig: str, shapes: str) -> None:
    store = store_of(trig)
    with TemporaryDirectory() as directory:
        file = Path(directory) / "shapes.ttl"
        file.write_text(shapes)
        alone = outcome(lambda: of_pyshacl_alone(store, Graph().parse(file, format="turtle")))
        assert outcome(lambda: validate_store(store, [file])) == alone


@FEW
@given(graphs(), shapes_graphs())
@example(
    f"{PREFIXES}:g {{ :a a :C ; :p _:e }}",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:lessThan :q ] .",
)
@example(
    f"{PREFIXES}:g {{ _:e :q :a }}",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetSubjectsOf :q ; "
    "sh:not [ sh:path [ sh:zeroOrMorePath :p ] ; sh:lessThan :p ] .",
)
@example(
    f'{PREFIXES}:g {{ :a :p "a b" . :b :p "a b" }}',
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetSubjectsOf :p ; "
    "sh:property [ sh:path :p ; sh:property [ sh:path [ sh:inversePath :p ] ; sh:maxCount 1 ] ] .",
)
@example(
    f'{PREFIXES}:g {{ :a a :C ; :p "abcdef" }}',
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:maxLength 5 ] .",
)
@example(
    f"{PREFIXES}:g {{ :a a :F . :F rdfs:subClassOf :E . :E rdfs:subClassOf :D . :D rdfs:subClassOf :C }}",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :q ; sh:minCount 1 ] .",
)
@example(
    f"{PREFIXES}:g {{ :a :p :z . :b :p :z . :z a :C }}",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; "
    "sh:property [ sh:path [ sh:inversePath :p ] ; sh:maxCount 1 ] .",
)
@example(
    f'{PREFIXES}:g {{ :a a :C ; :p "a  b"^^xsd:token, "a b"^^xsd:token, "x"^^xsd:normalizedString }}',
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:minCount 3 ] .",
)
@example(
    f'{PREFIXES}:g {{ :a a :C ; :p "x" . :b a :C ; :p "x", "y" }}',
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:minCount 2 ] .",
)
def test_a_report_is_that_of_pyshacl_alone(trig: str, shapes: str) -> None:
    assert_agree(trig, shapes)


@pytest.mark.exhaustive
@SLOWLY
@given(graphs(), shapes_graphs())
def test_thousands_of_reports_are_those_of_pyshacl_alone(trig: str, shapes: str) -> None:
    assert_agree(trig, shapes)


def test_a_value_must_be_below_all_that_it_is_compared_with(tmp_path: Path) -> None:
    store = store_of(f"{PREFIXES}:g {{ :a a :C ; :p 2 ; :q 1, 3 }}")
    (tmp_path / "shapes.ttl").write_text(f"{C}sh:property [ sh:path :p ; sh:lessThanOrEquals :q ] .")

    assert len(validate_store(store, [tmp_path / "shapes.ttl"]).results) == 1


def candidates_in(quads: Sequence[Quad], judge: Judge, changes: Changes | None = None) -> Candidates:
    search = CandidateSearch(LocalStore.in_memory(quads), changes)
    for shape in judge.shapes:
        search.candidates(shape)
    return search.found


@settings(FEW, max_examples=often(120))
@given(graphs(), shapes_graphs(), st.integers(0, 40))
@example(
    f"{PREFIXES}:a a :C ; :p :b . :b a :D .",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:class :D ] .",
    2,
)
@example(
    f"{PREFIXES}:a a :C ; :p :b . :b :q :c .",
    f"{PREFIXES}:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path ( :p :q ) ; sh:minCount 1 ] .",
    2,
)
def test_after_a_change_those_concerned_are_all_that_may_have_become_candidates(
    trig: str, shapes: str, number: int
) -> None:
    quads = sorted(store_of(trig).quads(), key=str)
    assume(number < len(quads))
    fewer = [quad for quad in quads if quad != quads[number]]
    with TemporaryDirectory() as directory:
        file = Path(directory) / "shapes.ttl"
        file.write_text(shapes)
        try:
            judge = Judge([file])
        except ConfigError:
            return

    for before, after in ((quads, fewer), (fewer, quads)):
        changes = Changes([quads[number]], candidates_in(before, judge))
        assert candidates_in(after, judge, changes) == candidates_in(after, judge)


QUERIES = (
    "$this <urn:x:p>/<urn:x:q> ?value . FILTER NOT EXISTS { $this <urn:x:r> ?value }",
    "$this <urn:x:p> ?one, ?two . ?one <urn:x:q> ?value . ?two <urn:x:q> ?value FILTER(STR(?one) < STR(?two))",
    "?other <urn:x:p> $this ; a <urn:x:D> . FILTER NOT EXISTS { ?other <urn:x:r>|<urn:x:q> ?more }",
    "FILTER NOT EXISTS { ?other (<urn:x:p>|<urn:x:r>)/<urn:x:q> $this }",
    "$this ^<urn:x:p> ?other . ?other <urn:x:r> ?value .",
    "$this <urn:x:r> ?value . FILTER(?value = 5.5 || EXISTS { ?value <urn:x:q> ?more })",
    "$this <urn:x:p>+ ?value . ?any <urn:x:r> 5 .",
)


@pytest.mark.parametrize("body", QUERIES)
def test_of_queries_those_concerned_are_all_that_may_have_become_candidates(body: str, tmp_path: Path) -> None:
    trig = (
        ":a a :C ; :p :b, :c ; :r :d . :b a :C, :D ; :q :d, :a ; :p :a . :c a :C ; :q :d ; :r 5, 5.5 . "
        ":d a :C ; :q :e . :e a :D ; :p :c ."
    )
    quads = list(store_of(PREFIXES + trig).quads())
    (tmp_path / "shapes.ttl").write_text(f'{C}sh:sparql [ sh:select "SELECT $this WHERE {{ {body} }}" ] .')
    judge = Judge([tmp_path / "shapes.ttl"])

    found = [candidates_in(quads, judge)]
    for quad in quads:
        fewer = [each for each in quads if each != quad]
        found.append(candidates_in(fewer, judge))
        for before, after in ((quads, fewer), (fewer, quads)):
            changes = Changes([quad], candidates_in(before, judge))
            assert candidates_in(after, judge, changes) == candidates_in(after, judge)
    assert len({repr(sorted(map(str, each.get("urn:x:S", ())))) for each in found}) > 1
