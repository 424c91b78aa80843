"""Untrusted SPARQL: every form and format is answered, and whoever asks too much hears which limit was reached."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from kg.server.settings import ServerSettings
from kg.server.workers import queries
from kg.server.workers.errors import TooMuch
from kg.server.workers.pool import Pool
from kg.server.workers.queries import GraphDump, QueryResult, SparqlQuestion
from kg.store.dump import bulk_load
from kg.store.sparql.guard import Limits
from kg.terms.formats import RESULT_FORMATS
from tests.support.waiting import SECONDS

pytestmark = pytest.mark.thorough

IRI = "https://x.example/"
GRAPH = f"{IRI}graph"
SIZE = 2000
QUICK = SparqlQuestion(f"SELECT ?o {{ <{IRI}1> ?p ?o }}")
ENDLESS = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
LIMITS = ServerSettings(query_seconds=SECONDS, wait_seconds=SECONDS)
Ask = Callable[[SparqlQuestion | GraphDump, str], Awaitable[QueryResult]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("queries") / "store"
    facts = (f'<{IRI}{number}> <{IRI}p> "{number}" .\n' for number in range(SIZE))
    evidence = f'<{IRI}e> <{IRI}p> "quote" <{GRAPH}> .\n'
    bulk_load(path, [text.encode() for text in (*facts, evidence)])
    return path


def alone(store: Path, job: Callable[[Ask], Awaitable[None]], limits: ServerSettings = LIMITS) -> None:
    """Do something with a pool that answers queries."""

    async def run() -> None:
        pool = Pool(partial(queries.opened, store, limits), limits)
        await pool.start()

        async def ask(question: SparqlQuestion | GraphDump, client: str) -> QueryResult:
            return queries.result(*await pool.ask(*question.job(), client=client))

        try:
            await job(ask)
        finally:
            await pool.close()

    asyncio.run(run())


def values(result: QueryResult) -> list[list[str | None]]:
    """Return the values of solutions in JSON."""
    document = json.loads(result.body)
    names = document["head"]["vars"]
    return [[row[name]["value"] if name in row else None for name in names] for row in document["results"]["bindings"]]


async def next_is_answered(ask: Ask) -> None:
    assert values(await ask(QUICK, "somebody else")) == [["1"]]


def doubled(times: int) -> str:
    """Return a query that doubles a text so many times."""
    binds = " ".join(f"BIND(CONCAT(?x{number}, ?x{number}) AS ?x{number + 1})" for number in range(times))
    return f"SELECT (STRLEN(?x{times}) AS ?n) {{ BIND('0123456789abcdef' AS ?x0) {binds} }}"


@pytest.mark.parametrize(
    ("sparql", "limit", "value"),
    [
        (f"{ENDLESS}", "time", 0.8),
        (doubled(40), "memory", 256 << 20),
        ("SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?c ?f ?i", "memory", 256 << 20),
        ("SELECT ?a ?d { ?a ?b ?c . ?d ?e ?f }", "bytes", 1 << 20),
        ("SELECT (1 AS ?n) { ?a ?b ?c . ?d ?e ?f }", "rows", 5000),
    ],
)
def test_a_question_that_takes_too_much_hears_which_limit_it_reached(
    sparql: str, limit: str, value: float, store: Path
) -> None:
    rows, seconds = 5000 if limit == "rows" else 1 << 20, 0.8 if limit == "time" else SECONDS
    limits = replace(LIMITS, query_memory=256, query_size=1, query_rows=rows, query_seconds=seconds)

    async def job(ask: Ask) -> None:
        with pytest.raises(TooMuch) as error:
            await ask(SparqlQuestion(sparql), "hostile")
        assert (error.value.limit, error.value.value) == (limit, value)
        assert error.value.hint
        await next_is_answered(ask)

    alone(store, job, limits)


def test_as_many_rows_as_are_allowed_come_whole_and_one_more_not_at_all(store: Path) -> None:
    async def job(ask: Ask) -> None:
        for form in RESULT_FORMATS:
            found = await ask(SparqlQuestion("SELECT ?o { ?s ?p ?o } LIMIT 1000", form), form)
            assert found.body.count(b"binding name") in (0, 1000)
            with pytest.raises(TooMuch, match="the answer has more than 1,000 rows, and nothing of it is shown"):
                await ask(SparqlQuestion("SELECT ?o { ?s ?p ?o } LIMIT 1001", form), form)

    alone(store, job, replace(LIMITS, query_rows=1000))


def test_a_crash_of_the_engine_is_an_error_and_the_next_question_is_answered_at_once(store: Path) -> None:
    wide = Limits(nesting=1 << 20, patterns=1 << 20, items=1 << 20, operators=1 << 20)

    async def job(ask: Ask) -> None:
        with pytest.raises(TooMuch, match="the question brings the engine down") as error:
            await ask(SparqlQuestion("SELECT * " + "{" * 20_000 + "}" * 20_000), "hostile")
        assert error.value.limit == "stack"
        await next_is_answered(ask)

    alone(store, job, replace(LIMITS, guard=wide))
