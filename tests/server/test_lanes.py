"""The lanes: whatever is asked, its asker hears which limit was reached, and the next quick question is quick."""

import asyncio
import json
import os
import random
import signal
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad, QuerySolutions

from kg.base.errors import KgError, NotFound, QueryError
from kg.server.workers.lanes import Lane, Lanes, Rules
from kg.server.workers.pool import PoolClosed
from kg.server.workers.process import WorkerEnded
from kg.server.workers.query import Caps, Rows
from kg.server.workers.questions import Busy, GraphDump, LimitReached, QueryResult, SparqlQuestion, TooMuch
from kg.store.dump import bulk_load
from kg.store.store import LocalStore, QueryDataset
from kg.terms.formats import RDF_FORMATS, RESULT_FORMATS, read_rdf_text
from kg.terms.sparql_guard import SERVER_LIMITS, Limits
from tests.support.waiting import SECONDS, comes

pytestmark = pytest.mark.thorough

IRI = "https://x.example/"
GRAPH = f"{IRI}graph"
SIZE = 2000
X = NamedNode(f"{IRI}x")
QUICK = SparqlQuestion(f"SELECT ?o {{ <{IRI}1> ?p ?o }}")
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
RULES = Rules(
    # On a busy machine a quick question may wait a while for its turn; benchmarks/serve.py measures how long it takes.
    fast=Lane(workers=2, spares=1, deadline=0.4, queue=50, wait=SECONDS, reserved=1),
    slow=Lane(workers=1, spares=0, deadline=0.8, queue=2, wait=SECONDS),
)
Job = Callable[[Lanes], Awaitable[None]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lanes") / "store"
    facts = (f'<{IRI}{number}> <{IRI}p> "{number}" .\n' for number in range(SIZE))
    evidence = f'<{IRI}e> <{IRI}p> "quote" <{GRAPH}> .\n'
    bulk_load(path, [text.encode() for text in (*facts, evidence)])
    return path


def alone(store: Path, job: Job, rules: Rules = RULES) -> None:
    """Do something with lanes, and leave no process behind."""

    async def run() -> None:
        lanes = Lanes(store, rules)
        await lanes.start()
        try:
            await job(lanes)
        finally:
            await lanes.close()
        assert lanes.gauges().workers == 0

    asyncio.run(run())
    assert children() == []


def children() -> list[int]:
    """Return the workers that are there, dead or alive, which are forked by children of this process."""
    if sys.platform != "linux":
        return []
    templates = [pid for pid in forked_by(os.getpid()) if "query" in Path(f"/proc/{pid}/cmdline").read_text()]
    return [pid for template in templates for pid in forked_by(template)]


def forked_by(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def values(result: QueryResult) -> list[list[str | None]]:
    """Return the values of solutions in JSON."""
    document = json.loads(result.body)
    names = document["head"]["vars"]
    return [[row[name]["value"] if name in row else None for name in names] for row in document["results"]["bindings"]]


async def next_is_quick(lanes: Lanes) -> None:
    """Have somebody else ask a quick question, after a first one that makes them known."""
    answered = await lanes.ask(QUICK, "somebody else")
    assert answered.lane == "fast"
    assert values(answered) == [["1"]]


@pytest.mark.thorough
def test_solutions_and_booleans_come_in_every_format(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        for form in RESULT_FORMATS:
            found = await lanes.ask(SparqlQuestion(QUICK.sparql, form), "a")
            assert (found.form, found.format, found.lane) == ("solutions", form, "fast")
            assert b"1" in found.body

            found = await lanes.ask(SparqlQuestion("ASK { ?s ?p ?o }", form), "a")
            assert (found.form, found.format) == ("boolean", form)
            assert b"true" in found.body

    alone(store, job)


@pytest.mark.thorough
def test_graphs_come_in_every_format(store: Path) -> None:
    wanted = Quad(NamedNode(f"{IRI}1"), NamedNode(f"{IRI}p"), Literal("1")).triple

    async def job(lanes: Lanes) -> None:
        for name, form in RDF_FORMATS.items():
            found = await lanes.ask(SparqlQuestion(f"CONSTRUCT WHERE {{ <{IRI}1> ?p ?o }}", graph=name), "a")
            assert (found.form, found.format) == ("graph", name)
            assert list(read_rdf_text(found.body, form)) == [wanted]

    alone(store, job)


@pytest.mark.thorough
def test_variables_of_a_star_stand_in_the_order_of_the_query(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        found = await lanes.ask(SparqlQuestion("SELECT * { ?s ?p ?o } LIMIT 1"), "a")
        assert json.loads(found.body)["head"]["vars"] == ["s", "p", "o"]

    alone(store, job)


@pytest.mark.thorough
def test_the_dataset_of_the_protocol_is_asked(store: Path) -> None:
    query = "SELECT (COUNT(*) AS ?n) { %s }"
    cases = (
        (None, SIZE, 1),
        (QueryDataset(default=(GRAPH,)), 1, 0),
        (QueryDataset(named=(GRAPH,)), 0, 1),
        (QueryDataset(default=(GRAPH, f"{IRI}nothing")), 1, 0),
        (QueryDataset(named=(f"{IRI}nothing",)), 0, 0),
    )

    async def job(lanes: Lanes) -> None:
        for dataset, default, named in cases:
            found = await lanes.ask(SparqlQuestion(query % "?s ?p ?o", dataset=dataset), "a")
            assert values(found) == [[str(default)]], dataset
            found = await lanes.ask(SparqlQuestion(query % "GRAPH ?g { ?s ?p ?o }", dataset=dataset), "a")
            assert values(found) == [[str(named)]], dataset

    alone(store, job)


def test_a_graph_is_dumped_and_one_that_is_not_there_is_missing(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        assert (await lanes.ask(GraphDump(graph="ntriples"), "a")).body.count(b"\n") == SIZE
        for name, form in RDF_FORMATS.items():
            found = await lanes.ask(GraphDump(GRAPH, name), "a")
            assert [triple.object for triple in read_rdf_text(found.body, form)] == [Literal("quote")]
        with pytest.raises(NotFound, match=f"there is no graph {IRI}nothing"):
            await lanes.ask(GraphDump(f"{IRI}nothing"), "a")

    alone(store, job)


@pytest.mark.thorough
def test_what_cannot_be_asked_is_an_error_that_ends_nothing(store: Path) -> None:
    cases: list[tuple[SparqlQuestion | GraphDump, type[KgError], str]] = [
        (SparqlQuestion("SELECT * { ?s ?p"), QueryError, "the query is not SPARQL at line 1"),
        (SparqlQuestion("SELECT * { SERVICE <https://x.example/> {} }"), QueryError, "SERVICE would use the network"),
        (SparqlQuestion("CLEAR ALL"), QueryError, "CLEAR would change data"),
        (SparqlQuestion("ASK " + "{" * 5000), QueryError, "nested deeper than 64 levels"),
        (SparqlQuestion("ASK {} #" + "x" * (64 << 10)), QueryError, "at most 65,536 are read"),
        (SparqlQuestion(f"SELECT (<{IRI}f>(1) AS ?x) {{}}"), QueryError, "function"),
        (SparqlQuestion("ASK {}", dataset=QueryDataset(default=("no iri",))), QueryError, "'no iri' is not an IRI"),
        (GraphDump("no iri"), QueryError, "'no iri' is not an IRI"),
        (SparqlQuestion("ASK { ?s ?p '\ud800' }"), QueryError, "is not Unicode"),
    ]

    async def job(lanes: Lanes) -> None:
        for question, error, says in cases:
            with pytest.raises(error, match=says):
                await lanes.ask(question, "a")
            assert lanes.gauges().respawned == 0
            await next_is_quick(lanes)

    alone(store, job)


def doubled(times: int) -> str:
    """Return a query that doubles a text so many times."""
    binds = " ".join(f"BIND(CONCAT(?x{number}, ?x{number}) AS ?x{number + 1})" for number in range(times))
    return f"SELECT (STRLEN(?x{times}) AS ?n) {{ BIND('0123456789abcdef' AS ?x0) {binds} }}"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sparql", "limit", "value"),
    [
        (f"{ENDLESS}", "time", 0.8),
        ("SELECT (GROUP_CONCAT(?c) AS ?x) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }", "time", 0.8),
        (doubled(40), "memory", 256 << 20),
        ("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i", "memory", 256 << 20),
        ("SELECT DISTINCT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c", "memory", 256 << 20),
        ("SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f }", "bytes", 1 << 20),
        ("CONSTRUCT { ?a ?b ?f } { ?a ?b ?c . ?d ?e ?f }", "bytes", 1 << 20),
        ("SELECT (1 AS ?n) { ?a ?b ?c . ?d ?e ?f }", "rows", 5000),
    ],
)
def test_a_question_that_takes_too_much_hears_which_limit_it_reached(
    sparql: str, limit: str, value: float, store: Path
) -> None:
    rules = replace(RULES, slow=replace(RULES.slow, deadline=0.8 if limit == "time" else 60.0))
    rows = 5000 if limit == "rows" else 1 << 20
    rules = replace(rules, caps=Caps(memory=256 << 20, bytes=1 << 20, rows=rows))

    async def job(lanes: Lanes) -> None:
        await lanes.ask(QUICK, "somebody else")
        with pytest.raises(TooMuch) as error:
            await lanes.ask(SparqlQuestion(sparql), "hostile")
        assert (error.value.limit, error.value.value) == (limit, value)
        assert error.value.hint
        await next_is_quick(lanes)

    alone(store, job, rules)


def test_as_many_rows_as_are_allowed_come_whole_and_one_more_not_at_all(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        for form in RESULT_FORMATS:
            found = await lanes.ask(SparqlQuestion("SELECT ?o { ?s ?p ?o } LIMIT 1000", form), form)
            assert found.body.count(b"binding name") in (0, 1000)
            with pytest.raises(TooMuch, match="the answer has more than 1,000 rows, and nothing of it is shown"):
                await lanes.ask(SparqlQuestion("SELECT ?o { ?s ?p ?o } LIMIT 1001", form), form)

    alone(store, job, replace(RULES, caps=Caps(rows=1000)))


def test_a_crash_of_the_engine_is_an_error_and_the_next_question_is_answered_at_once(store: Path) -> None:
    wide = Limits(nesting=1 << 20, patterns=1 << 20, items=1 << 20, operators=1 << 20)

    async def job(lanes: Lanes) -> None:
        await lanes.ask(QUICK, "somebody else")
        with pytest.raises(TooMuch, match="the question brings the engine down") as error:
            await lanes.ask(SparqlQuestion("SELECT * " + "{" * 20_000 + "}" * 20_000), "hostile")
        assert error.value.limit == "stack"
        assert lanes.counts.crashed == 1
        await next_is_quick(lanes)

    alone(store, job, replace(RULES, caps=Caps(guard=wide)))


@pytest.mark.thorough
def test_a_worker_that_is_killed_from_outside_is_an_error_and_is_replaced(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        await lanes.ask(QUICK, "somebody else")
        asked = asyncio.ensure_future(lanes.ask(SparqlQuestion(ENDLESS), "a"))
        await asyncio.sleep(0.05)
        for pid in children():
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(WorkerEnded, match="the worker ended by signal 9"):
            await asked
        await comes(lambda: lanes.gauges().respawned >= 4)  # until then somebody may get one whose end nobody has seen
        assert values(await lanes.ask(QUICK, "b")) == [["1"]]
        assert lanes.gauges().workers == 4

    alone(store, job)


@pytest.mark.thorough
def test_a_slow_text_and_its_client_go_to_the_slow_lane_at_once(store: Path) -> None:
    slow = f"SELECT (COUNT(*) AS ?n) {{ ?a ?b ?c . ?d ?e ?f FILTER(STRLEN(CONCAT(?c, ?f)) > {SIZE}) }}"
    rules = replace(RULES, penalty=3600.0, slow=replace(RULES.slow, deadline=600.0))  # however slow the machine is

    async def job(lanes: Lanes) -> None:
        assert (await lanes.ask(SparqlQuestion(slow), "a")).lane == "slow"
        assert lanes.counts.killed == 1
        assert (await lanes.ask(QUICK, "a")).lane == "slow"
        assert (await lanes.ask(QUICK, "b")).lane == "fast"
        assert (await lanes.ask(SparqlQuestion(slow), "b")).lane == "slow"
        assert (await lanes.ask(QUICK, "b")).lane == "fast"
        assert lanes.counts.killed == 1
        assert lanes.counts.slow == 3

    alone(store, job, rules)


@pytest.mark.thorough
def test_a_penalty_ends(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        with pytest.raises(TooMuch):
            await lanes.ask(SparqlQuestion(ENDLESS), "a")
        assert (await lanes.ask(QUICK, "a")).lane == "slow"
        await asyncio.sleep(0.5)
        assert (await lanes.ask(QUICK, "a")).lane == "fast"

    alone(store, job, replace(RULES, penalty=0.5))


def test_a_client_has_so_many_slow_questions_and_no_more(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        with pytest.raises(TooMuch):
            await lanes.ask(SparqlQuestion(ENDLESS), "a")
        texts = [SparqlQuestion(f"{ENDLESS} #{number}") for number in range(6)]
        came = await asyncio.gather(*(lanes.ask(text, "a") for text in texts), return_exceptions=True)
        refused = [error for error in came if isinstance(error, Busy)]
        assert {error.limit for error in refused} == {"slow questions"}
        assert {(error.value, error.unit, error.retry_after) for error in refused} == {(2, "questions", 1)}
        assert len(refused) == lanes.counts.refused == 4

    alone(store, job)


@pytest.mark.thorough
def test_the_slow_lane_refuses_what_would_wait_too_long(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        with pytest.raises(TooMuch):
            await lanes.ask(SparqlQuestion(ENDLESS), "a")
        await comes(lambda: lanes.gauges().workers >= 4)
        came = await asyncio.gather(
            *(lanes.ask(SparqlQuestion(ENDLESS), str(number)) for number in range(6)), return_exceptions=True
        )
        limits = [error.limit for error in came if isinstance(error, LimitReached)]
        assert sorted(limits) == ["queue"] * 3 + ["time"] * 3

    alone(store, job)


@pytest.mark.thorough
def test_who_goes_away_is_remembered_all_the_same(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        asked = asyncio.ensure_future(lanes.ask(SparqlQuestion(ENDLESS), "a"))
        await asyncio.sleep(0.05)
        asked.cancel()
        await comes(lambda: lanes.counts.killed == 1)
        assert (await lanes.ask(QUICK, "a")).lane == "slow"

    alone(store, job)


@pytest.mark.thorough
def test_quick_questions_stay_quick_beside_hostile_ones(store: Path) -> None:
    lanes_used: list[str] = []
    is_over = asyncio.Event()

    async def quick(lanes: Lanes, client: str) -> None:
        await comes(lambda: lanes.counts.refused > 0)  # the slow lane is full
        for _ in range(25):
            answered = await lanes.ask(QUICK, client)
            assert values(answered) == [["1"]]
            lanes_used.append(answered.lane)
            await asyncio.sleep(0.01)

    async def hostile(lanes: Lanes, client: str) -> None:
        while not is_over.is_set():
            with pytest.raises(LimitReached):
                await lanes.ask(SparqlQuestion(f"{ENDLESS} #{random.random()}"), client)  # noqa: S311
            await asyncio.sleep(0.01)

    async def job(lanes: Lanes) -> None:
        for client in "abcd":
            await lanes.ask(QUICK, client)
        attack = [asyncio.ensure_future(hostile(lanes, f"hostile {number}")) for number in range(5)]
        await asyncio.gather(*(quick(lanes, client) for client in "abcd"))
        is_over.set()
        await asyncio.gather(*attack)

    alone(store, job)
    assert lanes_used == ["fast"] * 100


@pytest.mark.thorough
def test_closing_answers_what_was_asked_and_takes_nothing_more(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        asked = [asyncio.ensure_future(lanes.ask(QUICK, str(number))) for number in range(20)]
        stuck = asyncio.ensure_future(lanes.ask(SparqlQuestion(ENDLESS), "hostile"))
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(lanes.close())
        await asyncio.sleep(0)
        with pytest.raises(PoolClosed):
            await lanes.ask(QUICK, "late")
        assert [values(found) for found in await asyncio.gather(*asked)] == [[["1"]]] * 20
        with pytest.raises(TooMuch):
            await stuck
        await closing
        assert children() == []

    alone(store, job)


@pytest.mark.skipif(sys.platform != "linux", reason="what the kernel of Linux does")
def test_the_sandbox_stands_in_all_workers(store: Path) -> None:
    async def job(lanes: Lanes) -> None:
        assert lanes.gauges().sandboxed
        for pid in children():
            status = Path(f"/proc/{pid}/status").read_text()
            assert "Seccomp:\t2" in status
            limits = Path(f"/proc/{pid}/limits").read_text()
            assert "Max address space         unlimited" not in limits

    alone(store, job)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="what the kernel of Linux does")
def test_a_worker_that_has_grown_makes_room_for_a_fresh_one(store: Path) -> None:
    rules = replace(RULES, slow=replace(RULES.slow, deadline=60.0), caps=Caps(resident=1 << 16))

    async def job(lanes: Lanes) -> None:
        assert values(await lanes.ask(SparqlQuestion(doubled(22)), "a")) == [[str(16 << 22)]]
        await comes(lambda: lanes.gauges().respawned > 0)
        assert values(await lanes.ask(QUICK, "b")) == [["1"]]
        assert lanes.counts.crashed == 0

    alone(store, job, rules)


def test_caps_are_written_and_read() -> None:
    caps = Caps(memory=1, bytes=2, rows=3, guard=SERVER_LIMITS)

    assert Caps.read(caps.written()) == caps


@pytest.mark.parametrize("form", RESULT_FORMATS)
@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_rows_are_counted_however_they_are_cut(form: str, size: int) -> None:
    text = '"\'},{\r\n"<result>\\'
    store = LocalStore.in_memory(Quad(NamedNode(f"{IRI}{number}"), X, Literal(text)) for number in range(20))
    answer = store.query("SELECT ?o ?none { ?s ?p ?o }")
    assert isinstance(answer, QuerySolutions)
    body = answer.serialize(format=RESULT_FORMATS[form]) or b""
    counting = Rows(form)
    pieces = [body[start : start + size] for start in range(0, len(body), size)]

    assert [counting.more(piece) for piece in pieces][-1] == 20
