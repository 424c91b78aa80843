"""Releases put into real servers: the first, the difference, all anew, what is cut off, and what is refused."""

import contextlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from pyoxigraph import QuerySolutions

from kg.base.errors import StoreError
from kg.pipeline.build import build
from kg.profile.config import Credentials, read_project
from kg.store.push.plan import (
    Destination,
    Journal,
    PushKind,
    PushTarget,
    begin,
    counts,
    marker_of,
    split,
    staging_graphs,
)
from kg.store.push.pushing import PushOptions, PushResult, batches, push
from kg.store.release import Release
from kg.store.remote.addresses import Addresses
from kg.store.remote.client import Login, Patience
from kg.store.remote.marker import Marker, read_marker
from kg.store.remote.store import Method, RemoteStore, Writer
from tests.conftest import SAMPLE, Command, environment_without_kg
from tests.store.test_remote import RESULTS_JSON, TRUE, answer, serving
from tests.support.servers import Server, deaf_port, free_port, oxigraph_server, virtuoso_needed, virtuoso_server
from tests.support.waiting import until

BASE = "https://kg.example.org/"
FACTS = f"{BASE}graph/facts"
EVIDENCE = f"{BASE}graph/evidence"
VIRTUOSO = pytest.param("virtuoso", marks=(pytest.mark.slow, virtuoso_needed))
HASTY = Patience(60, (0.01, 0.01))


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
        return counts(RemoteStore(self.server.query), graph)

    def graphs(self) -> set[str]:
        """Return the named graphs of the release that are not empty."""
        found = RemoteStore(self.server.query).query("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }")
        assert isinstance(found, QuerySolutions)
        return {name for row in found if (name := str(row["g"].value)).startswith(BASE)} - {FACTS}


def held(release: Release) -> Mapping[str, Mapping[str, int]]:
    """Return what the graphs of a release hold."""
    store = release.store()
    return {"facts": counts(store, ""), "evidence": counts(store, EVIDENCE)}


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
@pytest.mark.parametrize("method", Method)
def test_an_empty_server_is_filled_and_says_with_what(method: Method, place: Place, pair: Pair) -> None:
    outcome = place.push(pair.old, method=method, batch=1_000)

    assert outcome.plan.kind == PushKind.FIRST
    assert place.holds() == held(pair.old)
    assert place.graphs() == SETTLED
    assert read_marker(RemoteStore(place.server.query), BASE) == marker_of(pair.old, place.graph)


def test_the_same_release_is_not_sent_again(place: Place, pair: Pair) -> None:
    place.push(pair.old)

    outcome = place.push(pair.old)

    assert outcome.plan.kind == PushKind.NOTHING
    assert outcome.sent is None


@pytest.mark.thorough
def test_of_a_changed_release_only_the_difference_is_sent(place: Place, pair: Pair) -> None:
    place.push(pair.old)

    there = place.push(pair.new)
    assert (there.plan.kind, there.plan.reason) == (PushKind.DELTA, f"the difference to release {pair.old.path.name}")
    assert there.sent is not None
    assert 0 < there.sent.quads == there.plan.added + there.plan.removed < 20
    assert place.holds() == held(pair.new)
    assert place.graphs() == SETTLED

    back = place.push(pair.old)
    assert (back.plan.added, back.plan.removed) == (there.plan.removed, there.plan.added)
    assert place.holds() == held(pair.old)


@pytest.mark.thorough
def test_all_is_sent_when_the_former_release_is_not_at_hand(place: Place, pair: Pair, tmp_path: Path) -> None:
    place.push(pair.old)
    alone = Release(Path(shutil.copytree(pair.new.path, tmp_path / "alone")), pair.new.manifest)

    outcome = place.push(alone)

    assert (outcome.plan.kind, outcome.plan.reason) == (PushKind.WHOLE, f"release {pair.old.path.name} is not at hand")
    assert place.holds() == held(pair.new)
    assert place.graphs() == SETTLED


@pytest.mark.thorough
def test_what_somebody_has_changed_is_set_right(place: Place, pair: Pair) -> None:
    place.push(pair.old)
    update = f"DELETE WHERE {{ GRAPH <{EVIDENCE}> {{ <{BASE}evidence/none> ?p ?o }} }}"
    update = f"{update} ; INSERT DATA {{ GRAPH <{EVIDENCE}> {{ <{BASE}evidence/none> <{BASE}p> 1 }} }}"
    _writer(place).update(update)

    outcome = place.push(pair.old)

    assert (outcome.plan.kind, outcome.plan.reason) == (PushKind.WHOLE, "what was there was not whole")
    assert place.holds() == held(pair.old)


@pytest.mark.thorough
def test_what_no_push_has_put_there_stays_unless_one_says_so(place: Place, pair: Pair) -> None:
    _writer(place).add(place.graph, [b"<https://a.example/s> <https://a.example/p> <https://a.example/o> ."])

    with pytest.raises(StoreError, match="holds 1 triples that no push has put there") as error:
        place.push(pair.old)
    assert error.value.hint.startswith("--replace removes them")
    assert sum(place.counts(place.graph).values()) == 1

    assert place.push(pair.old, replaces=True).plan.kind == PushKind.WHOLE
    assert place.holds() == held(pair.old)


def test_looking_changes_nothing(place: Place, pair: Pair) -> None:
    outcome = place.push(pair.old, only_looks=True)

    assert (outcome.plan.kind, outcome.plan.added) == (PushKind.FIRST, pair.old.manifest["counts"]["quads"])
    assert place.graphs() == set()


def test_facts_may_go_to_a_graph_of_their_own_and_are_asked_there(place: Place, pair: Pair) -> None:
    outcome = place.push(pair.old, graph=FACTS)

    assert place.counts(FACTS) == held(pair.old)["facts"]
    assert counts(RemoteStore(outcome.address), "") == held(pair.old)["facts"]
    with pytest.raises(StoreError, match="facts in the graph"):
        place.push(pair.new, graph=f"{BASE}graph/elsewhere")


class Gone(Exception):
    """Somebody who sends is gone."""


class Leaving:
    """Progress that is left at the fifth batch."""

    def track(self, phase: str, items: Iterator[object], total: int | None = None) -> Iterator[object]:  # noqa: ARG002
        for number, item in enumerate(items):
            if phase.startswith("sending") and number == 4:
                raise Gone
            yield item

    def phase(self, name: str) -> None:
        pass


def leave(place: Place, release: Release, **wishes: object) -> None:
    """Begin a push that is cut off."""
    wished = PushOptions(**{"graph": place.graph, "batch": 1_000, "patience": HASTY, **wishes})  # type: ignore[arg-type]
    with contextlib.suppress(Gone):
        push(release, Addresses(place.server.query), place.server.credentials, wished, Leaving())  # type: ignore[arg-type]


@pytest.mark.thorough
def test_a_sender_that_is_gone_half_way_is_followed_by_one_that_goes_on(place: Place, pair: Pair) -> None:
    place.push(pair.old)
    for release, sent_before in ((pair.new, 4), (pair.old, 4)):
        leave(place, release, is_whole=True)
        assert place.holds() == held(pair.old)

        outcome = place.push(release, batch=1_000, is_whole=True)

        assert outcome.sent is not None
        assert outcome.sent.resumed == sent_before
        assert place.holds() == held(release)
        assert place.graphs() == SETTLED
        place.push(pair.old)


@pytest.mark.thorough
def test_a_first_push_that_was_cut_off_gives_no_leave_to_empty_other_graphs(place: Place, pair: Pair) -> None:
    others = "https://others.example/people"
    _writer(place).add(others, [b"<https://a.example/s> <https://a.example/p> <https://a.example/o> ."])
    leave(place, pair.old)

    with pytest.raises(StoreError, match="holds 1 triples that no push has put there"):
        place.push(pair.old, graph=others)
    assert sum(place.counts(others).values()) == 1

    assert place.push(pair.old, graph=FACTS).plan.kind == PushKind.FIRST
    assert place.counts(FACTS) == held(pair.old)["facts"]
    assert place.graph == FACTS or not sum(place.counts(place.graph).values())


@pytest.mark.thorough
def test_a_push_that_is_overtaken_changes_nothing_and_says_so(place: Place, pair: Pair) -> None:
    class Overtaken:
        def track(self, phase: str, items: Iterator[object], total: int | None = None) -> Iterator[object]:  # noqa: ARG002
            yield from items

        def phase(self, name: str) -> None:
            if name == "taking the place":
                for graph in staging_graphs(BASE):
                    _writer(place).clear(graph, 10_000)
                target = PushTarget("", RemoteStore(place.server.query), _writer(place), HASTY)
                begin(target, BASE, Journal("another", PushKind.WHOLE))

    place.push(pair.old)
    wishes = PushOptions(place.graph, is_whole=True, patience=HASTY)

    with pytest.raises(StoreError, match="has overtaken this one"):
        push(pair.new, Addresses(place.server.query), place.server.credentials, wishes, Overtaken())  # type: ignore[arg-type]

    assert place.holds() == held(pair.old)
    assert read_marker(RemoteStore(place.server.query), BASE) == marker_of(pair.old, place.graph)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["oxigraph", pytest.param("virtuoso", marks=virtuoso_needed)])
@pytest.mark.parametrize("is_first", [True, False], ids=["first", "whole"])
def test_a_killed_push_leaves_what_was_there_and_goes_on(
    engine: str, is_first: bool, pair: Pair, tmp_path: Path
) -> None:
    running, graph = (oxigraph_server, "") if engine == "oxigraph" else (virtuoso_server, FACTS)
    killed, all_sent = 0, pair.new.manifest["counts"]["quads"] // 200
    with running(tmp_path / "server") as server:
        place = Place(server, graph)
        if not is_first:
            place.push(pair.old)
        for batches_sent in (0, 4, all_sent // 2, all_sent):
            with pushing(server, pair.new, graph, "--batch", "200", "--whole") as process:
                _await_batches(place, batches_sent, process)
                process.kill()
                process.wait()
            killed += process.returncode == -signal.SIGKILL
            marker = read_marker(RemoteStore(server.query), BASE)
            if marker and marker.manifest == marker_of(pair.new, graph).manifest:
                assert place.holds() == held(pair.new)
                break
            assert (marker is None) is is_first
            if not is_first:
                assert place.holds() == held(pair.old)
        place.push(pair.new, batch=200)
        assert place.holds() == held(pair.new)
        assert place.graphs() == SETTLED

    assert killed >= 3


@pytest.mark.slow
def test_a_server_that_is_gone_half_way_is_named_and_the_next_push_goes_on(pair: Pair, tmp_path: Path) -> None:
    port = free_port()
    with oxigraph_server(tmp_path / "server", port) as server:
        Place(server, "").push(pair.old)
        with pushing(server, pair.new, "", "--batch", "200", "--whole") as process:
            _await_batches(Place(server, ""), 4, process)
            server.process.kill()
            _, said = process.communicate()
    assert process.returncode == 2
    assert "goes on where this one stopped" in said.decode()
    assert "Traceback" not in said.decode()

    with oxigraph_server(tmp_path / "server", port) as server:
        place = Place(server, "")
        assert place.holds() == held(pair.old)
        outcome = place.push(pair.new, batch=200, is_whole=True)
        assert outcome.sent is not None
        assert outcome.sent.resumed
        assert place.holds() == held(pair.new)


@virtuoso_needed
@pytest.mark.slow
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
    assert "a second" in done.err
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


def test_a_fact_about_the_evidence_is_no_evidence() -> None:
    marker = marker_of_sample()
    parts = {graph: Destination(graph, graph) for graph in ("", EVIDENCE)}
    fact = f"<{BASE}dataset> <{BASE}part> <{EVIDENCE}> .".encode()
    other = f'<{BASE}e> <{BASE}quote> "a b" <{EVIDENCE}> .'.encode()

    assert list(split([fact, other], marker, parts)) == [
        (parts[""], fact),
        (parts[EVIDENCE], f'<{BASE}e> <{BASE}quote> "a b" .'.encode()),
    ]


def test_batches_are_of_one_graph_and_the_same_each_time() -> None:
    one, other = Destination("a", "a"), Destination("b", "b")
    lines = [(one if number % 3 else other, str(number).encode()) for number in range(20)]

    first, second = (list(batches(lines, 5)) for _ in range(2))

    assert first == second
    assert [batch.number for batch in first] == list(range(len(first)))
    assert all(len(batch.triples) <= 5 for batch in first)
    assert sorted(triple for batch in first for triple in batch.triples) == sorted(line for _, line in lines)


@contextlib.contextmanager
def pushing(server: Server, release: Release, graph: str, *options: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run `kg push` as a process of its own."""
    keys = {"KG_ENDPOINT_USER": server.credentials.user, "KG_ENDPOINT_PASSWORD": server.credentials.password}
    command = [sys.executable, "-m", "kg", "push", server.query, "--release", str(release.path), *options]
    command += ["--graph", graph] if graph else []
    environment = {**environment_without_kg(), **keys}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment) as process:
        yield process


def _await_batches(place: Place, count: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the journal at a server tells of more than so many batches of a push, or its sender has ended."""
    until(lambda: sum(place.counts(f"{BASE}graph/push").values()) > count or process.poll() is not None)


def _writer(place: Place) -> Writer:
    return Writer(place.server.addresses, Login(place.server.credentials, waits=True), HASTY)


def marker_of_sample() -> Marker:
    return Marker("0", BASE, "2026-11-22", "{}")
