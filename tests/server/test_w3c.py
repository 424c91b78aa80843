"""The W3C's SPARQL suites over HTTP, if `KG_W3C_SUITES` names the folder `sparql` of a checkout of rdf-tests.

The server does not write, so that each reading request of a suite is answered from the data that the test wants
there by then, and each writing one is refused and changes nothing. The 18 tests of `http-rdf-update` are deprecated
prose; their requests are those of `graph-store-protocol`.
"""

import csv
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pyoxigraph as ox
import pytest

from tests.support.serving import served
from tests.support.w3c_protocol import GRAPH_STORE, PROTOCOL, Exchange, ProtocolCase, protocol_cases
from tests.support.w3c_queries import (
    Answer,
    Case,
    answer_of,
    cases,
    expected_of,
    iri_of,
    isomorphic,
    quads_of,
    same,
)

GIVEN = os.environ.get("KG_W3C_SUITES", "")
SUITES = Path(GIVEN)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not GIVEN, reason="KG_W3C_SUITES names no folder")]

RESULTS = "application/sparql-results+json, application/n-triples;q=0.9"
UPDATE = {"content-type": "application/sparql-update"}
NOWHERE = "http://w3c.example/no-such-graph"
FORMS = {
    "boolean": {"application/sparql-results+json", "application/sparql-results+xml"},
    "tabular": {"application/sparql-results+json", "application/sparql-results+xml", "text/csv"},
    "RDF": {"text/turtle", "application/n-triples", "application/rdf+xml", "application/ld+json"},
}


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


# The protocol

PROTOCOL_CASES = protocol_cases(SUITES / PROTOCOL, SUITES) if GIVEN else []


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Serve the graphs of the protocol tests."""
    graphs = {iri: file for case in PROTOCOL_CASES for iri, file in case.graphs.items()}
    quads = (quad for iri, file in graphs.items() for quad in quads_of(file, ox.NamedNode(iri)))
    with client_of(written(tmp_path_factory.mktemp("w3c") / "data.nq", quads)) as client:
        yield client


@pytest.mark.parametrize("case", PROTOCOL_CASES, ids=str)
def test_the_protocol_is_spoken_as_the_suite_wants_and_updates_are_refused(
    service: httpx.Client, case: ProtocolCase
) -> None:
    before = contents(service)

    for number, exchange in enumerate(case.exchanges):
        answer = sent(service, exchange)
        if not exchange.reads:
            assert_refused(answer)
        else:
            changed = any(not former.reads for former in case.exchanges[:number])
            assert_as_wanted(answer, exchange, truth=False if changed else exchange.truth)

    assert contents(service) == before


def sent(client: httpx.Client, exchange: Exchange, target: str = "") -> httpx.Response:
    target = target or exchange.target.replace("/sparql/", "/sparql")
    return client.request(exchange.method, target, headers=exchange.headers, content=exchange.body)


def assert_as_wanted(answer: httpx.Response, exchange: Exchange, *, truth: bool | None) -> None:
    assert exchange.allows(answer.status_code), answer.text
    if exchange.form:
        assert media_type(answer) in FORMS[exchange.form]
    if truth is not None:
        assert answer.json()["boolean"] is truth


# Graph stores

Contents = dict[str | None, str]
"""Graphs by name, as Turtle; an empty one is not there."""

STORE_CASES = [case for name in GRAPH_STORE for case in protocol_cases(SUITES / name, SUITES)] if GIVEN else []
READS = [(case, number) for case in STORE_CASES for number, each in enumerate(case.exchanges) if each.reads]


def wanted(case: ProtocolCase, number: int) -> Contents:
    """Return what a store must hold for a reading exchange to be answered as the suite wants."""
    exchange = case.exchanges[number]
    if exchange.allows(404):
        return {exchange.graph: ""}
    put = [former.body.decode() for former in case.exchanges[:number] if former.body]
    return {exchange.graph: exchange.turtle or put[-1]}


def stores() -> list[Contents]:
    """Return as few contents as serve all reading exchanges."""
    found: list[Contents] = []
    for case, number in READS:
        each = wanted(case, number)
        fitting = [held for held in found if all(held.get(name, text) == text for name, text in each.items())]
        if fitting:
            fitting[0].update(each)
        else:
            found.append(each)
    return found


@pytest.fixture(scope="module")
def graph_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Contents, httpx.Client]]]:
    """Serve each of the contents that the suite wants at some time."""
    directory = tmp_path_factory.mktemp("w3c")
    with ExitStack() as stack:
        yield [
            (held, stack.enter_context(client_of(written(directory / f"{number}.nq", quads_in(held)))))
            for number, held in enumerate(stores())
        ]


def quads_in(held: Contents) -> Iterator[ox.Quad]:
    for name, text in held.items():
        graph = ox.DefaultGraph() if name is None else ox.NamedNode(name)
        for triple in triples_of(text.encode()):
            yield ox.Quad(triple.subject, triple.predicate, triple.object, graph)


def triples_of(turtle: bytes) -> frozenset[ox.Triple]:
    parsed = ox.parse(turtle, ox.RdfFormat.TURTLE, rename_blank_nodes=True)
    return frozenset(quad.triple for quad in parsed)


def address_of(exchange: Exchange) -> str:
    """Return the address of a graph here; one that the suite calls by its own address is named by it."""
    query = urlsplit(exchange.target).query
    return f"/data?{query}" if query or exchange.target == "/gsp" else f"/data?graph={exchange.graph}"


@pytest.mark.parametrize(("case", "number"), READS, ids=str)
def test_a_graph_is_read_as_the_suite_wants(
    graph_stores: list[tuple[Contents, httpx.Client]], case: ProtocolCase, number: int
) -> None:
    exchange, held = case.exchanges[number], wanted(case, number)
    client = next(client for served_there, client in graph_stores if held.items() <= served_there.items())

    answer = sent(client, exchange, address_of(exchange))

    assert exchange.allows(answer.status_code), answer.text
    if answer.status_code == 200:
        assert answer.headers["content-type"] == "text/turtle; charset=utf-8"
    if exchange.turtle:
        assert isomorphic(triples_of(answer.content), triples_of(exchange.turtle.encode()))


@pytest.mark.parametrize("case", STORE_CASES, ids=str)
def test_a_graph_is_not_written(graph_stores: list[tuple[Contents, httpx.Client]], case: ProtocolCase) -> None:
    _, client = graph_stores[0]
    before = contents(client)

    for exchange in case.exchanges:
        if not exchange.reads:
            assert_refused(sent(client, exchange, address_of(exchange)))

    assert contents(client) == before


# The service description

SD = "http://www.w3.org/ns/sparql-service-description#"


def test_the_endpoint_describes_itself_in_rdf(service: httpx.Client) -> None:
    answer = service.get("/sparql")

    assert answer.status_code == 200
    assert media_type(answer) in FORMS["RDF"]


def test_the_description_names_the_endpoint(service: httpx.Client) -> None:
    described = store_of(service.get("/sparql"))
    endpoint = f"{str(service.base_url).rstrip('/')}/sparql"

    assert described.query(f"ASK {{ ?service a <{SD}Service> ; <{SD}endpoint> <{endpoint}> }}")


def test_the_description_keeps_to_its_schema(service: httpx.Client) -> None:
    """The classes of what its properties connect (SPARQL 1.1 Service Description, section 3)."""
    described = store_of(service.get("/sparql"))
    wrong = """ASK {{
        ?one <{SD}{name}> ?other
        FILTER (NOT EXISTS {{ ?one a <{SD}{domain}> }} || !({test}))
    }}"""
    is_a = "EXISTS {{ ?other a <{SD}{kind}> }}"
    for name, domain, test in (
        ("endpoint", "Service", "isIRI(?other)"),
        ("supportedLanguage", "Service", f"STRSTARTS(STR(?other), '{SD}SPARQL')"),
        ("resultFormat", "Service", "STRSTARTS(STR(?other), 'http://www.w3.org/ns/formats/')"),
        ("defaultDataset", "Service", is_a.format(SD=SD, kind="Dataset")),
        ("defaultGraph", "Dataset", is_a.format(SD=SD, kind="Graph")),
        ("namedGraph", "Dataset", is_a.format(SD=SD, kind="NamedGraph")),
        ("name", "NamedGraph", "isIRI(?other)"),
    ):
        assert described.query(f"ASK {{ ?one <{SD}{name}> ?other }}"), name
        assert not described.query(wrong.format(SD=SD, name=name, domain=domain, test=test)), name


def store_of(answer: httpx.Response) -> ox.Store:
    store = ox.Store()
    store.load(answer.content, ox.RdfFormat.TURTLE)
    return store
