"""The W3C's SPARQL suites over HTTP, if `KG_W3C_SUITES` names the folder `sparql` of a checkout of rdf-tests.

The server does not write: each update is refused and changes nothing. What the protocol asks of a server is in
`test_protocol`.
"""

import csv
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pyoxigraph as ox
import pytest

from tests.support.serving import served
from tests.support.w3c_queries import (
    Answer,
    Case,
    answer_of,
    cases,
    expected_of,
    iri_of,
    quads_of,
    same,
)

GIVEN = os.environ.get("KG_W3C_SUITES", "")
SUITES = Path(GIVEN)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not GIVEN, reason="KG_W3C_SUITES names no folder")]

RESULTS = "application/sparql-results+json, application/n-triples;q=0.9"
UPDATE = {"content-type": "application/sparql-update"}
NOWHERE = "http://w3c.example/no-such-graph"


class Patient(httpx.HTTPTransport):
    """Asks again when a server is busy, as a machine that runs many tests is."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        for _ in range(10):
            answer = super().handle_request(request)
            if answer.status_code not in (503, 504):
                break
            answer.close()
            time.sleep(1)
        return answer


@contextmanager
def client_of(*files: Path) -> Iterator[httpx.Client]:
    """Yield a client of a server of some files, which sends no headers but those it is given."""
    with served(*files) as address, httpx.Client(base_url=address, timeout=60, transport=Patient()) as client:
        client.headers.clear()
        yield client


def written(path: Path, quads: Iterable[ox.Quad]) -> Path:
    with path.open("wb") as file:
        ox.serialize(quads, file, ox.RdfFormat.N_QUADS)
    return path


def media_type(answer: httpx.Response) -> str:
    return str(answer.headers.get("content-type", "")).partition(";")[0]


def assert_refused(answer: httpx.Response) -> None:
    assert 400 <= answer.status_code < 500, answer.text
    assert media_type(answer) == "application/problem+json"
    assert answer.json()["detail"]


# Queries

CASES = cases(SUITES) if GIVEN else []
EVALUATED = [case for case in CASES if case.expected]
PARSED = [case for case in CASES if "SyntaxTest" in case.sort]


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Serve the data of all tests: each file is a named graph, which has the file's IRI."""
    files = sorted({file for case in EVALUATED for file in case.files})
    quads = (quad for file in files for quad in quads_of(file, graph_of(file), iri_of(file, SUITES)))
    with client_of(written(tmp_path_factory.mktemp("w3c") / "data.nq", quads)) as client:
        yield client


def graph_of(file: Path) -> ox.NamedNode:
    return ox.NamedNode(iri_of(file, SUITES))


def asked(endpoint: httpx.Client, case: Case, accept: str = RESULTS) -> httpx.Response:
    """Ask the query of a test of its dataset; it has the base that it has as a file."""
    query = f"BASE <{iri_of(case.query, SUITES)}>\n".encode() + case.query.read_bytes()
    dataset = {"default-graph-uri": [iri_of(file, SUITES) for file in case.default]}
    dataset["named-graph-uri"] = [iri_of(file, SUITES) for file in case.named]
    if not case.files:
        dataset["default-graph-uri"] = [NOWHERE]
    if case.mentioned:  # which the graphs of the request would take the place of
        dataset = {}
    headers = {"content-type": "application/sparql-query", "accept": accept}
    return endpoint.post("/sparql", params=dataset, content=query, headers=headers)


def in_process(case: Case) -> object:
    """Ask the query of a test of the engine itself.

    Raises:
        SyntaxError: If it is none.
    """
    store = ox.Store()
    for file in case.default:
        store.extend(quads_of(file, ox.DefaultGraph(), iri_of(file, SUITES)))
    for file in (*case.named, *case.mentioned):
        store.extend(quads_of(file, graph_of(file), iri_of(file, SUITES)))
    return store.query(case.query.read_text(), base_iri=iri_of(case.query, SUITES))


def over_http(answer: httpx.Response) -> Answer:
    if media_type(answer) == "application/n-triples":
        return frozenset(quad.triple for quad in ox.parse(answer.content, ox.RdfFormat.N_TRIPLES))
    return answer_of(ox.parse_query_results(answer.content, ox.QueryResultsFormat.JSON))


@pytest.mark.parametrize("case", EVALUATED, ids=str)
def test_a_query_is_answered_as_by_the_engine_itself(endpoint: httpx.Client, case: Case) -> None:
    try:
        here = answer_of(in_process(case))
    except SyntaxError:
        assert_refused(asked(endpoint, case))
        return

    answer = asked(endpoint, case)

    assert answer.status_code == 200, answer.text
    assert same(over_http(answer), here)


@pytest.mark.parametrize("case", [case for case in EVALUATED if case.sort == "CSVResultFormatTest"], ids=str)
def test_csv_is_as_the_engine_writes_it(endpoint: httpx.Client, case: Case) -> None:
    here = in_process(case)

    answer = asked(endpoint, case, "text/csv")

    assert isinstance(here, ox.QuerySolutions)
    assert bag_of(answer.text) == bag_of((here.serialize(format=ox.QueryResultsFormat.CSV) or b"").decode())


def bag_of(text: str) -> list[list[tuple[str, str]]]:
    """Return the rows of CSV in an order of their own, blank nodes without their names."""
    rows = csv.DictReader(text.splitlines())
    return sorted(sorted((key, "_" if value.startswith("_:") else value) for key, value in row.items()) for row in rows)


@pytest.mark.parametrize("case", PARSED, ids=str)
def test_what_is_a_query_and_what_is_none_is_told_as_by_the_engine_itself(endpoint: httpx.Client, case: Case) -> None:
    try:
        in_process(case)
    except (SyntaxError, RuntimeError):  # the latter of functions that it does not have
        assert_refused(asked(endpoint, case))
        return

    assert asked(endpoint, case).status_code == 200


def test_the_engine_passes_nearly_all_of_the_suites() -> None:
    """What it answers otherwise is its own: `01` and `1` are one number to it, and the like."""
    passed = [case for case in EVALUATED if case.sort == "QueryEvaluationTest" and passes(case)]

    assert len(passed) >= 489


def passes(case: Case) -> bool:
    expected = expected_of(case, SUITES)
    try:
        return expected is not None and same(answer_of(in_process(case)), expected)
    except SyntaxError:
        return False


# Updates


@pytest.mark.parametrize("file", sorted(SUITES.glob("sparql11/**/*.ru")) if GIVEN else [], ids=lambda file: file.name)
def test_an_update_is_refused_and_changes_nothing(endpoint: httpx.Client, file: Path) -> None:
    before = contents(endpoint)

    assert_refused(endpoint.post("/sparql", content=file.read_bytes(), headers=UPDATE))
    assert_refused(endpoint.post("/sparql", data={"update": file.read_text()}))
    assert contents(endpoint) == before


def contents(endpoint: httpx.Client) -> str:
    """Return how much there is in each graph."""
    query = "SELECT ?g (COUNT(*) AS ?n) { { GRAPH ?g { ?s ?p ?o } } UNION { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g"
    answer = endpoint.get("/sparql", params={"query": query}, headers={"accept": "text/csv"})
    assert answer.status_code == 200
    return answer.text
