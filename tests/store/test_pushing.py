"""Releases put into real servers: the first, another one, what is cut off, and what is refused."""

import contextlib
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from pyoxigraph import QuerySolutions

from kg.base.errors import ReleaseError, StoreError
from kg.base.progress import SILENT
from kg.building import build
from kg.profile.config import Credentials, read_project
from kg.store.diff.dump_sources import open_source
from kg.store.pushing import PushOptions, PushResult, push, split
from kg.store.release import Release
from kg.store.remote import graphs
from kg.store.remote.addresses import Addresses
from kg.store.remote.client import Login, Patience
from kg.store.remote.graphs import GraphStore, count_by_predicate
from kg.store.remote.marker import read_marker
from kg.store.remote.store import RemoteStore
from tests.conftest import SAMPLE, Command, environment_without_kg
from tests.store.test_remote import RESULTS_JSON, TRUE, answer, serving
from tests.support.servers import Server, deaf_port, oxigraph_server, virtuoso_needed, virtuoso_server
from tests.support.waiting import until

BASE = "https://kg.example.org/"
FACTS = f"{BASE}graph/facts"
EVIDENCE = f"{BASE}graph/evidence"
VIRTUOSO = pytest.param("virtuoso", marks=(pytest.mark.exhaustive, virtuoso_needed))
HASTY = Patience(60, (0.01, 0.01))
FOREIGN = b"<https://a.example/s> <https://a.example/p> <https://a.example/o> .\n"


class Pair(NamedTuple):
    """Two releases of one project, the second with a changed profile."""

    old: Release
    new: Release


@pytest.fixture(scope="session")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    root = tmp_path_factory.mktemp("pair")
    project = Path(shutil.copytree(SAMPLE, root / "project", ignore=shutil.ignore_patterns("build")))
    built = [build(read_project(project), root / "out").release]
    profile = project / "profiles" / "jinliang-wei.yaml"
    profile.write_text(profile.read_text().replace("final-year Ph.D. student", "engineer"))
    built.append(build(read_project(project), root / "out").release)
    old, new = built
    assert old is not None
    assert new is not None
    return Pair(old, new)


class Place(NamedTuple):
    """A server that is still empty, and the graph that facts go to there."""

    server: Server
    graph: str

    def push(self, release: Release, **wishes: object) -> PushResult:
        wished = PushOptions(**{"graph": self.graph, "patience": HASTY, **wishes})  # type: ignore[arg-type]
        return push(release, Addresses(self.server.query), self.server.credentials, wished)

    def holds(self) -> Mapping[str, Mapping[str, int]]:
        """Return what the graphs hold that readers ask."""
        return {"facts": self.counts(self.graph), "evidence": self.counts(EVIDENCE)}

    def counts(self, graph: str) -> Mapping[str, int]:
        return count_by_predicate(RemoteStore(self.server.query), graph)

    def graphs(self) -> set[str]:
        """Return the named graphs of the release that are not empty."""
        found = RemoteStore(self.server.query).query("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")
        assert isinstance(found, QuerySolutions)
        return {name for row in found if (name := str(row["g"].value)).startswith(BASE)} - {FACTS}


def held(release: Release) -> Mapping[str, Mapping[str, int]]:
    """Return what the graphs of a release hold."""
    store = release.store()
    return {"facts": count_by_predicate(store, ""), "evidence": count_by_predicate(store, EVIDENCE)}


SETTLED = {EVIDENCE, f"{BASE}graph/release"}
"""The named graphs that are left when a push is over."""


@pytest.fixture(params=["oxigraph", VIRTUOSO])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Yield each server, empty."""
    if request.param == "oxigraph":
        with oxigraph_server(tmp_path / "server") as server:
            yield Place(server, "")
    else:
        with virtuoso_server(tmp_path / "server") as server:
            yield Place(server, FACTS)


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["oxigraph", VIRTUOSO], indirect=True)
@pytest.mark.parametrize("at_once", [graphs.MAX_ATOMIC_TRIPLES, 1_000], ids=["at once", "in chunks"])
def test_a_release_takes_the_place_of_what_was_there_and_says_so(
    at_once: int, place: Place, pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs, "MAX_ATOMIC_TRIPLES", at_once)
    reasons = []
    for release in (pair.old, pair.new, pair.old):
        outcome = place.push(release)
        reasons.append(outcome.reason)
        assert place.holds() == held(release)
        assert place.graphs() == SETTLED
        marker = read_marker(RemoteStore(place.server.query), BASE)
        assert marker is not None
        assert (marker.release, marker.facts) == (release.path.name, place.graph)

    assert reasons == ["nothing was there", *(f"it takes the place of release {each.path.name}" for each in pair)]


def test_the_same_release_is_not_sent_again(place: Place, pair: Pair) -> None:
    place.push(pair.old)

    assert place.push(pair.old)[3:] == ("", pair.old.manifest["counts"]["quads"], 0.0)


@pytest.mark.thorough
def test_what_somebody_has_changed_is_set_right(place: Place, pair: Pair) -> None:
    place.push(pair.old)
    _graphs(place).replace(EVIDENCE, f"<{BASE}evidence/none> <{BASE}p> <{BASE}o> .".encode(), SILENT)

    assert place.push(pair.old).reason == "what was there was not whole"
    assert place.holds() == held(pair.old)


@pytest.mark.thorough
def test_what_no_push_has_put_there_stays_unless_one_says_so(place: Place, pair: Pair) -> None:
    _graphs(place).replace(place.graph, FOREIGN, SILENT)

    with pytest.raises(StoreError, match="holds 1 triples that no push has put there") as error:
        place.push(pair.old)
    assert error.value.hint.startswith("--replace removes them")
    assert sum(place.counts(place.graph).values()) == 1

    assert place.push(pair.old, replaces=True).reason == "what was there had been put there otherwise"
    assert place.holds() == held(pair.old)


def test_facts_may_go_to_a_graph_of_their_own_and_are_asked_there(place: Place, pair: Pair) -> None:
    outcome = place.push(pair.old, graph=FACTS)

    assert place.counts(FACTS) == held(pair.old)["facts"]
    assert count_by_predicate(RemoteStore(outcome.address), "") == held(pair.old)["facts"]
    with pytest.raises(StoreError, match="facts in the graph"):
        place.push(pair.new, graph=f"{BASE}graph/elsewhere")


@pytest.mark.parametrize("at", ["the first bytes", "the last byte"])
def test_a_full_disk_is_told_as_one_of_this_machine_and_leaves_the_server_as_it_was(
    at: str, place: Place, pair: Pair
) -> None:
    sizes = {True: 0, False: 0}
    lines = (line for text in open_source(pair.old.path).texts() for line in text.split(b"\n") if line)
    for is_evidence, line in split(lines, EVIDENCE):
        sizes[is_evidence] += len(line) + 1
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(
        resource.RLIMIT_FSIZE, (100_000 if at == "the first bytes" else max(sizes.values()) - 1, before[1])
    )
    try:
        with pytest.raises(ReleaseError, match="the triples cannot be written to ") as error:
            place.push(pair.old)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert "TMPDIR" in error.value.hint
    assert read_marker(RemoteStore(place.server.query), BASE) is None
    assert place.graphs() == set()


@pytest.mark.thorough
def test_a_push_that_did_not_end_is_repeated(place: Place, pair: Pair) -> None:
    place.push(pair.old)
    marker = read_marker(RemoteStore(place.server.query), BASE)
    assert marker is not None
    _graphs(place).replace(marker.iri, marker.unfinished().triples().encode(), SILENT)

    assert place.push(pair.old).reason == "the push before did not end"
    assert place.push(pair.old).reason == ""


@pytest.mark.slow
def test_after_a_push_that_was_killed_pushing_again_makes_it_whole(pair: Pair, tmp_path: Path) -> None:
    with oxigraph_server(tmp_path / "server") as server:
        place = Place(server, "")
        place.push(pair.old)
        with pushing(server, pair.new, "") as process:
            until(lambda: _manifest(place) == "" or process.poll() is not None)
            time.sleep(0.02)
            process.kill()

        until(lambda: not place.push(pair.new).reason)  # the server may still be at work for who was killed

        assert place.holds() == held(pair.new)
        assert place.graphs() == SETTLED


@pytest.mark.slow
def test_a_server_that_is_gone_half_way_is_named(pair: Pair, tmp_path: Path) -> None:
    with oxigraph_server(tmp_path / "server") as server:
        place = Place(server, "")
        place.push(pair.old)
        with pushing(server, pair.new, "") as process:
            until(lambda: _manifest(place) == "" or process.poll() is not None)
            server.process.kill()
            _, said = process.communicate()

    assert process.returncode == 2
    assert "when the server is back, push again: all is sent anew" in said.decode()
    assert "Traceback" not in said.decode()


@virtuoso_needed
@pytest.mark.exhaustive
def test_a_wrong_password_is_said_so_and_nothing_is_sent(pair: Pair, tmp_path: Path) -> None:
    with virtuoso_server(tmp_path / "server") as server:
        for keys in (Credentials(), Credentials("dba", "wrong")):
            with pytest.raises(StoreError, match="does not let you in"):
                push(pair.old, Addresses(server.query), keys, PushOptions(graph=FACTS, patience=HASTY))
        with pytest.raises(StoreError, match="has no default graph") as error:
            push(pair.old, Addresses(server.query), server.credentials)
    assert error.value.hint == f"name a graph for the facts: --graph {FACTS}"


@pytest.mark.thorough
def test_a_busy_server_is_asked_again_but_not_for_ever(pair: Pair) -> None:
    asked: list[str] = []

    def busy(request: object) -> None:
        asked.append("")
        answer(request, 503, b"later")  # type: ignore[arg-type]

    with serving(busy) as address, pytest.raises(StoreError, match="answers with 503"):
        Patience(60, (0.01, 0.01)).call(lambda: RemoteStore(address).query("ASK { ?s ?p ?o }"))

    assert len(asked) == 3


def test_the_command_line_pushes_and_says_where_to_ask(kg: Command, pair: Pair, tmp_path: Path) -> None:
    with oxigraph_server(tmp_path / "server") as server:
        would = kg("push", server.query, "--release", pair.old.path, "--dry-run")
        done = kg("push", server.query, "--release", pair.old.path)
        again = kg("push", server.query, "--release", pair.old.path)
        local = kg("query", "people", "--release", pair.old.path, "--format", "csv")
        remote = kg("query", "people", "--endpoint", done.out.strip(), "--format", "csv")

    assert (would.code, done.code, again.code) == (0, 0, 0)
    quads = f"{pair.old.manifest['counts']['quads']:,} quads of release {pair.old.path.name}"
    assert would.err.startswith(f"Would send {quads}")
    assert done.err.startswith(f"Sent {quads}")
    assert "It took" in done.err
    assert again.err.startswith("Nothing to send: the server (Oxigraph) holds release")
    assert done.out == f"{server.query}\n"
    assert remote == local


def test_a_base_that_nobody_chose_is_pushed_to_the_own_machine_alone(kg: Command, pair: Pair) -> None:
    outcome = kg("push", "https://sparql.moss.edu/query", "--release", pair.old.path)

    assert outcome.code == 2
    assert outcome.err == (
        f"error: the base of the IRIs is that of the examples, {BASE}, under which others push, too\n\n"
        "hint: choose 'base' in kg.yaml, and build again; nothing was sent\n\n"
    )


@pytest.mark.thorough
def test_a_server_that_is_none_is_said_so(kg: Command, pair: Pair) -> None:
    with deaf_port() as port:
        asked = kg("push", f"http://127.0.0.1:{port}/query", "--release", pair.old.path)
    with serving(lambda request: answer(request, 200, b"<html>", "text/html")) as address:
        page = kg("push", address, "--release", pair.old.path)
    with serving(lambda request: answer(request, 200, TRUE, RESULTS_JSON)) as address:
        unknown = kg("push", address.removesuffix("/sparql") + "/ask", "--release", pair.old.path)
    keys = kg("push", "https://ada:secret@127.0.0.1/sparql", "--release", pair.old.path)

    assert [outcome.code for outcome in (asked, page, unknown, keys)] == [2, 2, 2, 2]
    assert "cannot be reached" in asked.err
    assert "answers a query with text/html" in page.err
    assert "it is not known where the server" in unknown.err
    assert "an address that holds a user or a password is not taken" in keys.err
    assert "secret" not in keys.err


@contextlib.contextmanager
def pushing(server: Server, release: Release, graph: str, *options: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run `kg push` as a process of its own."""
    keys = {"KG_ENDPOINT_USER": server.credentials.user, "KG_ENDPOINT_PASSWORD": server.credentials.password}
    command = [sys.executable, "-m", "kg", "push", server.query, "--release", str(release.path), *options]
    command += ["--graph", graph] if graph else []
    environment = {**environment_without_kg(), **keys}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as process:
        yield process


def _manifest(place: Place) -> str:
    marker = read_marker(RemoteStore(place.server.query), BASE)
    assert marker is not None
    return marker.manifest


def _graphs(place: Place) -> GraphStore:
    return GraphStore(place.server.addresses, Login(place.server.credentials, waits=True), HASTY)
