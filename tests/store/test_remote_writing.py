"""Where servers take what, and what is not sent to them."""

from http.server import BaseHTTPRequestHandler

import pytest

from kg.base.errors import StoreError
from kg.base.progress import SILENT
from kg.profile.config import Credentials
from kg.store.remote.addresses import Addresses, ServerEngine, find_addresses, recognise
from kg.store.remote.client import ANONYMOUS, Login, Patience
from kg.store.remote.graphs import GraphStore
from tests.store.test_remote import RESULTS_JSON, TRUE, answer, serving

HASTY = Patience(5, ())
TRIPLE = b"<https://a.example/s> <https://a.example/p> <https://a.example/o> .\n"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "engine", "graphs"),
    [
        ("/people/query", ServerEngine.FUSEKI, "/people/data"),
        ("/people/sparql", ServerEngine.FUSEKI, "/people/data"),
        ("/repositories/people", ServerEngine.RDF4J, "/repositories/people/rdf-graphs/service"),
    ],
)
def test_addresses_follow_from_that_of_queries(path: str, engine: ServerEngine, graphs: str) -> None:
    with serving(lambda request: answer(request, 200, TRUE, RESULTS_JSON)) as address:
        base = address.removesuffix("/sparql")
        found = find_addresses(Addresses(base + path), Login(ANONYMOUS))

    assert found == Addresses(base + path, base + graphs, engine)


@pytest.mark.thorough
def test_addresses_that_are_said_hold() -> None:
    with serving(lambda request: answer(request, 200, TRUE, RESULTS_JSON)) as address:
        found = find_addresses(Addresses(address, "https://a.example/g"), Login(ANONYMOUS))

    assert found.graph_store == "https://a.example/g"


def test_a_server_is_known_by_what_it_calls_itself() -> None:
    assert recognise("https://a.example/sparql", "Oxigraph/0.5.13") == ServerEngine.OXIGRAPH
    assert recognise("https://a.example/ask", "nginx") == ServerEngine.OTHER


@pytest.mark.thorough
def test_what_is_led_elsewhere_is_not_sent_after() -> None:
    seen: list[str | None] = []

    def look(request: BaseHTTPRequestHandler) -> None:
        seen.append(request.headers.get("Authorization"))
        answer(request, 200, b"welcome")

    with serving(look) as other:

        def redirect(request: BaseHTTPRequestHandler) -> None:
            answer(request, 302, Location=other)

        with serving(redirect) as address:
            graphs = GraphStore(Addresses(address, address), Login(Credentials("ada", "secret")), HASTY)
            with pytest.raises(StoreError, match="answers with 302"):
                graphs.replace("https://a.example/g", TRIPLE, SILENT)

    assert seen == []


@pytest.mark.thorough
def test_a_password_waits_until_the_server_asks_for_it() -> None:
    seen: list[str | None] = []

    def challenge(request: BaseHTTPRequestHandler) -> None:
        seen.append((request.headers.get("Authorization") or "").partition(" ")[0])
        if not seen[-1]:
            asked = 'Digest realm="SPARQL", nonce="n", qop="auth", algorithm="MD5"'
            answer(request, 401, WWW_Authenticate=asked)
        else:
            answer(request, 200, b"done")

    with serving(challenge) as address:
        graphs = GraphStore(Addresses(address, address), Login(Credentials("ada", "secret"), waits=True), HASTY)
        graphs.replace("https://a.example/g", TRIPLE, SILENT)
        graphs.replace("https://a.example/h", TRIPLE, SILENT)

    assert seen == ["", "Digest", "Digest"]


@pytest.mark.parametrize("asked", ['Digest realm="r", nonce="n", algorithm=SHA-256', "Digest foo"])
def test_a_way_to_log_in_that_is_not_understood_is_said_so(asked: str) -> None:
    with serving(lambda request: answer(request, 401, WWW_Authenticate=asked)) as address:
        graphs = GraphStore(Addresses(address, address), Login(Credentials("ada", "secret"), waits=True), HASTY)
        with pytest.raises(StoreError, match="asks for a password in a way that is not understood") as refused:
            graphs.replace("https://a.example/g", TRIPLE, SILENT)

    assert refused.value.hint.startswith("let it take Basic over HTTPS")
