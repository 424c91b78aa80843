"""Remote endpoints: a real SPARQL server, and small servers that misbehave."""

import base64
import contextlib
import gc
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from pyoxigraph import QueryBoolean

from kg.base.errors import KgError, QueryError, StoreError
from kg.profile.config import Credentials
from kg.store.release import DUMP, Release
from kg.store.remote.store import RemoteStore
from tests.conftest import Command
from tests.support.servers import OXIGRAPH, deaf_port, oxigraph_server
from tests.support.waiting import SECONDS

ASK = "ASK { ?s ?p ?o }"

Handle = Callable[[BaseHTTPRequestHandler], None]


@pytest.fixture(scope="module")
def endpoint(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of an oxigraph server that holds the sample."""
    store = tmp_path_factory.mktemp("server") / "store"
    dump = release.path / DUMP
    packed = subprocess.run(["gunzip", "-c", str(dump)], check=True, capture_output=True)
    subprocess.run([OXIGRAPH, "load", "--location", str(store), "--format", "nq"], input=packed.stdout, check=True)
    with oxigraph_server(store, command="serve-read-only") as server:
        yield server.query


@contextlib.contextmanager
def serving(handle: Handle) -> Iterator[str]:
    """Yield the address of a server that answers as a function says."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            handle(self)

        do_GET = do_PUT = do_POST

        def log_message(self, *_: object) -> None:
            pass

    # Solutions may be freed only by the thread that asked for them: keep the collector out of the server's.
    gc.collect()
    gc.disable()
    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/sparql"
    finally:
        server.shutdown()
        server.server_close()
        gc.enable()


def answer(
    request: BaseHTTPRequestHandler, code: int, body: bytes = b"", media_type: str = "text/plain", **headers: str
) -> None:
    """Answer a request; `_` in the name of a header stands for `-`."""
    request.send_response(code)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Type", media_type)
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


TRUE = b'{"head": {}, "boolean": true}'
RESULTS_JSON = "application/sparql-results+json"


def test_graphs_and_yes_or_no_come_from_a_remote_endpoint(endpoint: str) -> None:
    remote = RemoteStore(endpoint)

    graph = remote.query("CONSTRUCT { ?s a ?c } WHERE { ?s a ?c } LIMIT 5")
    assert isinstance(graph, Iterator)
    assert len(list(graph)) == 5
    yes = remote.query(ASK)
    assert isinstance(yes, QueryBoolean)
    assert bool(yes)


def test_the_command_line_asks_an_endpoint(kg: Command, endpoint: str) -> None:
    asked = kg("query", "publications", "--person", "Jinliang Wei", "--endpoint", endpoint, "--format", "csv")

    assert asked.code == 0
    assert asked.out.count("\n") == 14


PEOPLE = "SELECT * { ?s ?p ?o }"
UNREADABLE = "that cannot be read"
FAULTS = [
    (401, b"", "", "does not let you in", "set KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN"),
    (404, b"out of order", "", "cannot answer", ""),
    (500, b"out of order", "", "cannot answer: out of order", ""),
    (503, b"out of order", "", "answers with 503 Service Unavailable", ""),
    (200, b"<html>Welcome</html>", "text/html", UNREADABLE, "is it a SPARQL endpoint?"),
    (200, b'{"head": ', RESULTS_JSON, UNREADABLE, "is it a SPARQL endpoint?"),
    (200, b"\xff\xfe", RESULTS_JSON, UNREADABLE, "is it a SPARQL endpoint?"),
    (
        200,
        b'{"head": {"vars": ["s"]}, "results": {"bindings": [{"s": {"type": "literal", "value": "a"}}, {"s',
        RESULTS_JSON,
        UNREADABLE,
        "is it a SPARQL endpoint?",
    ),
]


@pytest.mark.parametrize(("code", "body", "media_type", "message", "hint"), FAULTS)
def test_what_a_server_answers_instead_of_an_answer_is_told(
    code: int, body: bytes, media_type: str, message: str, hint: str
) -> None:
    with (
        serving(lambda request: answer(request, code, body, media_type)) as address,
        pytest.raises(StoreError, match=message) as error,
    ):
        RemoteStore(address).query(PEOPLE)

    assert error.value.hint.startswith(hint)


@pytest.mark.thorough
def test_a_server_that_drips_is_given_up_in_time() -> None:
    def drip(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", RESULTS_JSON)
        request.end_headers()
        with contextlib.suppress(OSError):
            while True:  # until who asks goes away
                request.wfile.write(b" " * (1 << 16))
                time.sleep(0.1)

    with serving(drip) as address, pytest.raises(StoreError, match="did not answer within 1 seconds"):
        RemoteStore(address, timeout=1).query(ASK)


def test_a_connection_that_breaks_off_is_an_error() -> None:
    def break_off(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "100")
        request.end_headers()
        request.wfile.write(b"{")
        request.connection.close()

    with serving(break_off) as address, pytest.raises(KgError):
        RemoteStore(address, timeout=60).query(ASK)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("keys", "header"),
    [
        (Credentials("ada", "secret"), "Basic " + base64.b64encode(b"ada:secret").decode()),
        (Credentials(token="t0ken"), "Bearer t0ken"),
        (Credentials(), None),
    ],
)
def test_credentials_are_sent_to_the_endpoint_and_follow_no_redirect(keys: Credentials, header: str | None) -> None:
    seen: list[str | None] = []

    def look(request: BaseHTTPRequestHandler) -> None:
        seen.append(request.headers.get("Authorization"))
        answer(request, 200, TRUE, RESULTS_JSON)

    with (
        serving(look) as address,
        serving(lambda request: answer(request, 302, Location=address)) as elsewhere,
    ):
        RemoteStore(address, keys).query(ASK)
        RemoteStore(elsewhere, keys).query(ASK)

    assert seen == [header, None]


def test_an_endless_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.store.remote.client.MAX_ANSWER", 1_000_000)
    with (
        serving(lambda request: answer(request, 200, b" " * 2_000_000, RESULTS_JSON)) as address,
        pytest.raises(StoreError, match="larger than 1,000,000 bytes"),
    ):
        RemoteStore(address).query(ASK)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (COUNT(*) AS ?n) { ?v a schema:Periodical ; skos:prefLabel|schema:name ?name }",
        "PREFIX schema: <https://schema.org/>\nSELECT (COUNT(*) AS ?n) { ?v a schema:Periodical ; schema:name ?name }",
        "PREFIX kg: <https://schema.org/> SELECT (COUNT(*) AS ?n) { ?v a kg:Periodical ; schema:name ?name }",
    ],
)
def test_the_prefixes_of_the_graph_need_no_declaration(
    query: str, kg: Command, endpoint: str, release: Release
) -> None:
    for where in (("--endpoint", endpoint), ("--release", release.path)):
        assert kg("sparql", query, "--format", "csv", *where) == (0, "n\r\n3\r\n", "")


def test_a_malformed_query_is_refused_with_the_servers_words(endpoint: str) -> None:
    with pytest.raises(QueryError, match=r"refuses the query: .*1:14"):
        RemoteStore(endpoint).query("SELECT * { ?s")


def test_an_update_is_not_sent(endpoint: str) -> None:
    with pytest.raises(QueryError, match="updates are not sent"):
        RemoteStore(endpoint).query("INSERT DATA { <http://a> <http://b> <http://c> }")


@pytest.mark.thorough
def test_a_server_that_does_not_answer_is_given_up_in_time() -> None:
    is_given_up, waited = threading.Event(), queue.SimpleQueue[bool]()
    with serving(lambda _: waited.put(is_given_up.wait(SECONDS))) as address:
        with pytest.raises(StoreError, match="did not answer within 1 seconds"):
            RemoteStore(address, timeout=1).query(ASK)
        is_given_up.set()

    assert waited.get()


def test_nobody_at_home_is_said_so() -> None:
    with deaf_port() as port, pytest.raises(StoreError, match="cannot be reached") as error:
        RemoteStore(f"http://127.0.0.1:{port}/sparql").query(ASK)

    assert error.value.hint == "check the address, and whether the server runs"
