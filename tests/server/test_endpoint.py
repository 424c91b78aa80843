"""`kg serve --endpoint`: the same answers as from a release on disk, and what happens while the endpoint is away."""

import asyncio
import time
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import httpx
import pytest

from kg.build.build import build
from kg.profile.config import read_project
from kg.server.served import ReleaseWatcher
from kg.server.settings import of_endpoint
from kg.store.endpoint.copying import copied
from kg.store.endpoint.store import Endpoint
from kg.store.push.pushing import push
from kg.store.release import Release
from kg.store.remote.addresses import Addresses
from tests.conftest import Command
from tests.support.endpoints import passing, pushed
from tests.support.servers import deaf_port, free_port, oxigraph_server
from tests.support.serving import served
from tests.support.waiting import SECONDS, comes, until

SAME = (
    "person/jinliang-wei/", "person/jinliang-wei.ttl", "person/jinliang-wei.jsonld", "person/jinliang-wei.nt",
    "person/jinliang-wei.rdf", "person/jinliang-wei.linkset.json", "person/", "search/?q=wei", "api/search?q=wei",
    "api/suggest?q=jin", "explore.json", "api/queries/publications?person=Jinliang%20Wei", "api/openapi.json",
    "api/queries/systems?format=csv", "queries/systems/", "sitemap.xml", "health", "person/nobody/", "nowhere",
)  # fmt: skip
"""Paths whose answers do not depend on dump and report."""
QUERIES = (
    "SELECT * WHERE { ?person a <https://schema.org/Person> ; <https://schema.org/name> ?name } ORDER BY ?name LIMIT 9",
    "ASK { ?s a <https://schema.org/Person> }",
    "SELECT (COUNT(*) AS ?n) { GRAPH <https://kg.example.org/graph/evidence> { ?s ?p ?o } }",
    "SELECT (COUNT(*) AS ?n) FROM <https://kg.example.org/graph/evidence> { ?s ?p ?o }",
    "SELECT ?n { </person/jinliang-wei> ?p ?n }",
    "PREFIX schema: <http://schema.org/> SELECT (COUNT(*) AS ?n) { ?s a schema:Person }",
)
REFUSED = {
    "INSERT DATA { <https://a.example/> <https://a.example/> 1 }": "INSERT would change data",
    "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }": "SERVICE would use the network",
    "DEFINE get:soft 'soft' SELECT * FROM <http://127.0.0.1:1/> { ?s ?p ?o }": "the query is not SPARQL at line 1",
    "SELECT (<bif:user>() AS ?user) {}": "there is no function <bif:user>",
    "SELECT * { ?s ?p": "the query is not SPARQL at line 1",
}


@pytest.fixture(scope="module")
def far(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Return a client of a server of an endpoint that holds the sample."""
    with (
        pushed(release, tmp_path_factory.mktemp("server") / "store") as endpoint,
        _served(endpoint.query, tmp_path_factory.mktemp("cache")) as client,
    ):
        yield client


def _served(address: str, cache: Path, **environment: str) -> "Served":
    return Served(address, cache, environment)


class Served:
    """A server of an endpoint, with a cache and an environment of its own, and its client."""

    def __init__(self, address: str, cache: Path, environment: dict[str, str]) -> None:
        self._patch = pytest.MonkeyPatch()
        for name, value in {**environment, "XDG_CACHE_HOME": str(cache)}.items():
            self._patch.setenv(name, value)
        self._server = served("--endpoint", address)

    def __enter__(self) -> httpx.Client:
        self._client = httpx.Client(base_url=self._server.__enter__(), timeout=SECONDS)
        return self._client

    def __exit__(self, *error: object) -> None:
        self._client.close()
        self._server.__exit__(None, None, None)
        self._patch.undo()


@pytest.mark.thorough
@pytest.mark.parametrize("path", SAME)
def test_the_answer_is_the_same_as_from_disk(path: str, far: httpx.Client, server: httpx.Client) -> None:
    ours, theirs = server.get(path), far.get(path)

    assert theirs.status_code == ours.status_code
    assert theirs.content == ours.content
    for name in ("content-type", "etag", "link", "vary", "cache-control"):
        assert theirs.headers.get(name) == ours.headers.get(name), name


@pytest.mark.parametrize("accept", ["text/html", "text/turtle", "application/ld+json"])
def test_a_thing_leads_to_its_page_or_document(accept: str, far: httpx.Client, server: httpx.Client) -> None:
    ours, theirs = (client.get("person/jinliang-wei", headers={"accept": accept}) for client in (server, far))

    assert (theirs.status_code, theirs.headers["location"]) == (303, ours.headers["location"])


@pytest.mark.parametrize("form", ["json", "xml", "csv", "tsv"])
@pytest.mark.parametrize("query", QUERIES)
def test_queries_of_anybody_have_the_same_answers(
    query: str, form: str, far: httpx.Client, server: httpx.Client
) -> None:
    parameters = {"query": query, "format": form}
    ours, theirs = (client.post("sparql", data=parameters) for client in (server, far))

    assert (theirs.status_code, theirs.content) == (ours.status_code, ours.content)


@pytest.mark.parametrize(("query", "message"), REFUSED.items())
def test_what_is_refused_never_reaches_the_endpoint(
    query: str, message: str, far: httpx.Client, server: httpx.Client
) -> None:
    ours, theirs = (client.post("sparql", data={"query": query}) for client in (server, far))

    assert theirs.status_code == 400
    assert message in theirs.json()["detail"]
    assert theirs.content == ours.content


def test_nothing_is_changed_over_http(far: httpx.Client) -> None:
    update = {"content-type": "application/sparql-update"}

    assert far.post("sparql", content="CLEAR ALL", headers=update).status_code == 403
    assert far.put("data?default", content="").status_code == 405
    assert far.post("sparql", data={"query": "ASK {}", "update": "CLEAR ALL"}).status_code == 403


def test_graphs_are_given_out_and_one_that_is_not_there_is_missed(far: httpx.Client, server: httpx.Client) -> None:
    paths = ("data?default", "data?graph=https://kg.example.org/graph/evidence")

    for path in paths:
        ours, theirs = (client.get(path, headers={"accept": "application/n-triples"}) for client in (server, far))
        assert sorted(theirs.text.splitlines()) == sorted(ours.text.splitlines())
    missing = far.get("data?graph=https://kg.example.org/graph/nothing")
    assert (missing.status_code, missing.json()["detail"]) == (
        404,
        "there is no graph https://kg.example.org/graph/nothing",
    )


def test_there_is_no_dump(far: httpx.Client) -> None:
    missing = far.get("graph.nq.gz")

    assert (missing.status_code, missing.json()["detail"]) == (404, "this release has no dump")


@pytest.mark.slow
def test_an_endpoint_that_ends_is_told_of_and_missed_no_longer_than_it_is_away(
    release: Release, tmp_path: Path
) -> None:
    port = free_port()
    with pushed(release, tmp_path / "store", port) as endpoint, _served(endpoint.query, tmp_path) as client:
        assert client.get("person/jinliang-wei/").status_code == 200
        endpoint.process.kill()
        endpoint.process.wait()
        kept = client.get("person/jinliang-wei/")
        page = client.get("person/jiamin-li/", headers={"accept": "text/html"})
        document, query = client.get("person/jiamin-li.ttl"), client.post("sparql", data={"query": QUERIES[0]})
        question = client.get("api/queries/systems")
        with oxigraph_server(tmp_path / "store", port):
            until(lambda: client.get("person/jiamin-li/").status_code == 200)
            until(lambda: client.post("sparql", data={"query": QUERIES[0]}).status_code == 200)

    assert kept.status_code == 200
    assert "The endpoint that holds the graph does not answer at present." in page.text
    for answer in (page, document, query, question):
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert "127.0.0.1" not in answer.text  # where the endpoint is concerns nobody but who runs the server


@pytest.mark.slow
def test_an_endpoint_that_hangs_is_not_asked_for_each_thing_of_a_page(release: Release, tmp_path: Path) -> None:
    hanging = False
    asked: list[str] = []

    def look(_: Message, query: str) -> int:
        if hanging:
            asked.append(query)
        while hanging:
            time.sleep(0.1)
        return 200

    with (
        pushed(release, tmp_path / "store") as endpoint,
        passing(endpoint.query, look) as address,
        _served(address, tmp_path) as client,
    ):
        hanging = True
        first = client.get("person/jiamin-li.ttl")
        next_one = client.get("person/jinliang-wei.ttl")
        health = client.get("health")
        hanging = False
        until(lambda: client.get("person/jiamin-li.ttl").status_code == 200)

    assert first.status_code == 503
    assert next_one.status_code == 503
    assert len(asked) <= 2  # each of them waits until it is given up, and the rest of the page does not
    assert health.status_code == 200


@pytest.mark.slow
def test_credentials_of_the_environment_reach_every_worker(release: Release, tmp_path: Path) -> None:
    seen: set[str | None] = set()

    def look(headers: Message, _: str) -> int:
        seen.add(headers["Authorization"])
        return 200 if headers["Authorization"] == "Bearer s3cret" else 401

    with (
        pushed(release, tmp_path / "store") as endpoint,
        passing(endpoint.query, look) as address,
        _served(address, tmp_path, KG_ENDPOINT_TOKEN="s3cret") as client,
    ):
        paths = ("person/jinliang-wei/", "queries/systems/", "data?default")
        statuses = [client.get(path).status_code for path in paths]
        statuses.append(client.post("sparql", data={"query": QUERIES[1]}).status_code)

    assert statuses == [200, 200, 200, 200]
    assert seen == {"Bearer s3cret"}


@pytest.mark.slow
def test_a_release_that_is_pushed_is_taken_up(release: Release, sample_copy: Path, tmp_path: Path) -> None:
    (sample_copy / "profiles" / "jiamin-li.yaml").unlink()
    changed = build(read_project(sample_copy), tmp_path / "build").release
    assert changed is not None
    with pushed(release, tmp_path / "store") as server:
        endpoint = Endpoint(server.query)
        copied(endpoint, tmp_path / "kept")
        watcher = ReleaseWatcher(tmp_path / "kept", of_endpoint(endpoint, watch=0.1))

        async def swapped() -> tuple[str, str]:
            await watcher.start()
            former = watcher.current.release.path.name
            await asyncio.to_thread(push, changed, Addresses(server.query))
            await comes(lambda: watcher.swaps > 0)
            now = watcher.current.release.path.name
            await watcher.close()
            return former, now

        assert asyncio.run(swapped()) == (release.path.name, changed.path.name)


def test_an_endpoint_that_is_not_there_is_told_of(kg: Command) -> None:
    with deaf_port() as port:
        address = f"http://127.0.0.1:{port}/query"
        asked = kg("serve", "--endpoint", address)

    assert asked.code == 2
    assert f"error: {address} cannot be reached" in asked.err
    assert "check the address, and whether the server runs" in asked.err


def test_an_endpoint_and_files_are_not_served_together(kg: Command, release: Release) -> None:
    asked = kg("serve", release.path, "--endpoint", "http://127.0.0.1:1/query")

    assert asked.code == 2
    assert "error: a project or files and an endpoint cannot both be served" in asked.err
