"""What hostile clients send, over real HTTP: refused or ended in time, nothing fetched, and others are answered."""

import threading
from collections.abc import Iterator

import httpx2 as httpx
import pytest

from kg.store.release import Release
from tests.support.serving import served_with
from tests.support.trap import Trap
from tests.support.waiting import until

CHEAP = "ASK { <https://kg.example.org/person/jiamin-li> ?p ?o }"
LIMITS = {"quick_seconds": 0.4, "query_seconds": 0.8}
"""Nothing that is hostile takes long, and nothing that is not is taken for it on a busy machine."""
SECONDS = 60.0
"""Longer than anything takes on a machine that is busy with other things; what nobody ends takes for ever."""

PAIRS = " ".join(f"?a{n} ?b{n} ?c{n} ." for n in range(8))
DOUBLING = " ".join(f"BIND(CONCAT(?x{n}, ?x{n}) AS ?x{n + 1})" for n in range(40))

BOMBS = {
    "4 KB of braces": "SELECT * " + "{" * 2_300 + "}" * 2_300,
    "a product without end": f"SELECT (COUNT(*) AS ?n) {{ {PAIRS} }}",
    "a text that doubles": f'SELECT (STRLEN(?x40) AS ?n) {{ BIND("aaaaaaaa" AS ?x0) {DOUBLING} }}',
    "a graph without end": f"CONSTRUCT {{ ?a0 ?b0 ?c1 }} {{ {PAIRS} }}",
}
NETWORK = (  # every spelling: tests/store/test_guard_network.py
    "SELECT * { SERVICE <{address}> { ?s ?p ?o } }",
    "LOAD SILENT <{address}> INTO GRAPH <a:b>",
    "SELECT * FROM NAMED <{address}> { GRAPH ?g { ?s ?p ?o } }",
    "SELECT * { <{address}> <http://www.w3.org/2000/01/rdf-schema#seeAlso> ?x }",
)


@pytest.fixture(scope="module")
def server(release: Release) -> Iterator[httpx.Client]:
    with served_with(release.path, **LIMITS) as address, _client(address, 1) as client:
        yield client


@pytest.fixture(scope="module")
def hostile(server: httpx.Client) -> Iterator[httpx.Client]:
    with _client(str(server.base_url), 2) as client:
        yield client


def _client(address: str, number: int) -> httpx.Client:
    """Return a client at an address of its own: Linux has all of 127.0.0.0/8 on the loopback."""
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    return httpx.Client(base_url=address, transport=transport, timeout=SECONDS)


@pytest.fixture
def trap() -> Iterator[Trap]:
    trap = Trap()
    yield trap
    trap.close()


def _assert_others_are_answered(server: httpx.Client) -> None:
    for _ in range(5):
        answer = server.get("/sparql", params={"query": CHEAP})
        assert answer.json()["boolean"] is True


@pytest.mark.thorough
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_or_ended_and_others_are_answered(
    server: httpx.Client, hostile: httpx.Client, name: str
) -> None:
    answer = hostile.post("/sparql", content=BOMBS[name].encode(), headers={"content-type": "application/sparql-query"})

    assert answer.status_code in (400, 422, 503, 504), answer.text[:500]
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"]
    _assert_others_are_answered(server)


@pytest.mark.parametrize("query", NETWORK)
def test_no_query_reaches_for_the_network(hostile: httpx.Client, trap: Trap, query: str) -> None:
    answer = hostile.post(
        "/sparql",
        content=query.replace("{address}", trap.address).encode(),
        headers={"content-type": "application/sparql-query"},
    )

    assert answer.status_code in (200, 400)
    assert trap.asked == 0
    if answer.status_code == 200:
        assert "bindings" not in answer.text or answer.json()["results"]["bindings"] == []


@pytest.mark.thorough
def test_many_hostile_clients_do_not_keep_others_waiting(server: httpx.Client) -> None:
    stop = threading.Event()
    statuses: set[int] = set()

    def attack(number: int) -> None:
        with _client(str(server.base_url), 10 + number) as client:
            turn = 0
            while not stop.is_set():
                turn += 1
                query = f"SELECT * {{ {PAIRS} FILTER({number} != -{turn}) }} ORDER BY ?c0 ?c1"
                statuses.add(client.post("/sparql", data={"query": query}).status_code)

    threads = [threading.Thread(target=attack, args=(number,)) for number in range(6)]
    _assert_others_are_answered(server)
    for thread in threads:
        thread.start()
    try:
        until(lambda: 503 in statuses)  # who had to wait behind them would be refused too
        for _ in range(20):
            _assert_others_are_answered(server)
    finally:
        stop.set()
        for thread in threads:
            thread.join()

    assert statuses <= {422, 503, 504}
