"""The guard: nothing that gets past it ends the engine, stalls it or asks the network, and nothing else is refused."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, QuerySolutions

from kg.base.errors import KgError, QueryError
from kg.store.sparql.guard import LIMITS, SERVER_LIMITS, Limits, check
from kg.store.store import LocalStore
from tests.support.trap import Trap
from tests.support.work import LIMIT, ends, linear

X = NamedNode("https://x.example/x")
QUADS = {Quad(X, X, X)}
PREFIX = "PREFIX : <https://x.example/> "


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Trap]:
    """Yield a server that nobody may ask."""
    trap = Trap()
    yield trap
    trap.close()


def test_a_call_is_refused_with_advice() -> None:
    with pytest.raises(QueryError, match="SERVICE would use the network, which queries do not do here") as error:
        LocalStore.in_memory().query("SELECT * { SERVICE <https://x.example/> {} }")

    assert error.value.hint.startswith("ask the other endpoint directly")


@pytest.mark.parametrize("clause", ["FROM <HERE>", "FROM NAMED <HERE>", "FROM<HERE>FROM NAMED<HERE>"])
@pytest.mark.parametrize(
    "form", ["SELECT * %s { ?s ?p ?o }", "SELECT * %s { GRAPH ?g { ?s ?p ?o } }", "DESCRIBE ?s %s {}"]
)
def test_graphs_that_are_named_are_those_of_the_store(form: str, clause: str, elsewhere: Trap) -> None:
    query = form % clause.replace("HERE", elsewhere.address)

    assert list(LocalStore.in_memory(QUADS).query(query)) == []  # type: ignore[arg-type]
    assert elsewhere.asked == 0


UPDATES = (
    "INSERT DATA { <https://x.example/s> <https://x.example/p> 1 }",
    "DELETE WHERE { ?s ?p ?o }",
    "delete { ?s ?p ?o } insert { ?s ?p 1 } where { ?s ?p ?o }",
    "PREFIX x: <https://x.example/>\nINSERT DATA { x:s x:p x:o }",
    "WITH <https://x.example/g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "DELETE{?s ?p ?o}WHERE{?s ?p ?o}",
    "CLEAR ALL",
    *(f"{word} GRAPH <https://x.example/g>" for word in ("DROP", "CREATE")),
    *(f"{word} DEFAULT TO <https://x.example/g>" for word in ("COPY", "MOVE", "ADD")),
)


def test_updates_are_refused() -> None:
    for sparql in UPDATES:
        store = LocalStore.in_memory(QUADS)

        with pytest.raises(QueryError, match="would change data, which queries do not do here") as error:
            store.query(sparql)

        assert error.value.hint == "change the files and build again: kg build"
        assert set(store.backend) == QUADS


def test_what_only_looks_like_it_is_allowed() -> None:
    for sparql in (
        "SELECT * { ?s ?p 'SERVICE' }",
        'SELECT * { ?s ?p """a "LOAD" of { { {""" }',
        "SELECT * { ?s <http://SERVICE/#LOAD> ?o } # SERVICE <x>",
        "SELECT * { ?s ?p ?o } # SERVICE { { {",
        "SELECT * { ?s ?p 'it\\'s a SERVICE' }",
        "SELECT * { _:service ?p 'x'@add }",
        "SELECT * { ?s ?p ?o FILTER(?o<3&&?o>2) }",
        "SELECT * { VALUES (?s ?o) { (<https://x.example/a#b> <https://x.example/c(d)>) } ?s ?s ?o }",
        "SELECT * { ?s <https://x.example/SERVICE> ?service }",
        "PREFIX load: <https://x.example/> SELECT * { ?s load:service ?load ; load:insert $delete }",
        "PREFIX service: <https://x.example/> SELECT * { ?s service:y ?o . GRAPH service:g { ?s service:y ?z } }",
        "SELECT * { ?s ?p '\\u0053ERVICE' }",
        "SELECT * { ?s ?p <https://x.example/\\u0053ERVICE> }",
        "BASE <https://x.example/> SELECT * { <SERVICE> ?p ?o }",
        "SELECT * { ?s ?p ?o FILTER(?s<?o && ?o>?s) }",
        "SELECT * { ?s ?p ?o FILTER(?o IN (<https://x.example/a#b>, <https://x.example/c(d)#e>)) }",
        "SELECT * { ?s (<https://x.example/a#b>/<https://x.example/c#d>)* 3.0 }",
    ):
        assert check(sparql, SERVER_LIMITS) == sparql
        answer = LocalStore.in_memory().query(sparql)
        assert isinstance(answer, QuerySolutions)
        assert list(answer) == []


@pytest.mark.parametrize(
    ("sparql", "says", "hint"),
    [
        ("ASK { FILTER(1 = 'a) }", "a string is not closed at character 18", "close the quote"),
        ("ASK { FILTER(1 = '''a) }", "a string is not closed at character 20", "close the quote"),
        ("\\u0041SK {}", "a codepoint escape stands outside of strings and IRIs", "write the character itself"),
        (
            "ASK { FILTER(?x<https://x.example/#a>) }",
            "<https://x.example/#a> may be an IRI or a comparison",
            "write the IRI with a prefix, or a space behind <",
        ),
    ],
)
def test_what_two_readers_might_read_differently_is_refused(sparql: str, says: str, hint: str) -> None:
    with pytest.raises(QueryError) as error:
        check(sparql)

    assert (str(error.value), error.value.hint) == (says, hint)


@pytest.mark.parametrize(
    ("sparql", "hint"),
    [
        ("PREFIX text: <http://jena.apache.org/text#> SELECT * { ?s text:query 'ada' }", "/api/search"),
        ("SELECT * { ?s <http://jena.apache.org/text#query> ('ada' 10) }", "/api/search"),
        (
            "PREFIX geof: <http://www.opengis.net/def/function/geosparql/> ASK { FILTER(geof:sfWithin(1, 2)) }",
            "geometry",
        ),
        ("PREFIX : <http://jena.apache.org/ARQ/function#> SELECT (:now() AS ?now) {}", "17.4"),
    ],
)
def test_what_only_other_engines_know_is_refused_with_advice(sparql: str, hint: str) -> None:
    with pytest.raises(QueryError, match="nothing that this engine knows") as refused:
        check(sparql)

    assert hint in refused.value.hint


def test_schema_org_is_asked_in_its_https_form_and_strings_are_left_alone() -> None:
    query = (
        "PREFIX s: <%s://schema.org/> ASK { ?s <%s://schema.org/name> '<http://schema.org/>' } # <http://schema.org/>"
    )

    assert check(query % ("http", "http")) == query % ("https", "https")
    assert check("ASK { ?s ?p <http://schema.organic/> }") == "ASK { ?s ?p <http://schema.organic/> }"


def repeated(before: str, one: str, after: str = "", join: str = "") -> Callable[[int], str]:
    """Return what writes a query with something in it so many times, ~ being the number of each."""
    return lambda times: before + join.join(one.replace("~", str(number)) for number in range(times)) + after


def nested(before: str, opening: str, inner: str, closing: str, after: str) -> Callable[[int], str]:
    return lambda times: before + opening * times + inner + closing * times + after


KILLERS = {  # what ends the engine's process when it is asked often enough
    "parentheses": nested("ASK { FILTER(", "(", "1", ")", ") }"),
    "braces": nested("SELECT * ", "{", "", "}", ""),
    "paths": nested(f"{PREFIX}ASK {{ ?s ", "(", ":p", ")*", " ?o }"),
    "negations": nested("ASK { FILTER(", "!", "true", "", ") }"),
    "sums": repeated("ASK { FILTER(1", "+1", ") }"),
    "alternatives": repeated("ASK { FILTER(?a", "||?b", ") }"),
    "functions": nested("ASK { FILTER(", "STR(", "1", ")", ") }"),
    "unions": repeated("SELECT * { {}", "UNION {}", "}"),
    "exists": nested("ASK { ", "FILTER EXISTS { ", "?s ?p ?o", "}", " }"),
    "blank nodes": nested(f"{PREFIX}CONSTRUCT {{ ?s :p ", "[ :p ", "1", "]", " } { ?s ?p ?o }"),
    "projections": repeated("SELECT ", "(1 AS ?x~) ", "{}"),
    "groupings": repeated("SELECT (1 AS ?x) { ?s ?p ?o } GROUP BY", " (STR(?s))"),
    "descriptions": repeated("DESCRIBE ", "<https://x.example/> "),
    "triple terms": nested(f"{PREFIX}ASK {{ ?s ?p ", "<<( :s :p ", ":o", " )>>", " }"),
    "bindings": repeated("SELECT * { ", "BIND(1 AS ?x~) ", "}"),
    "comparisons that look like IRIs": repeated("ASK { FILTER(1<1", "!=-1", ">1) }"),
}
STALLERS = {  # what the engine thinks about for too long, on an empty store
    "patterns": repeated("ASK { ", "?s ?p ?o . ", "}"),
    "stars": repeated(f"{PREFIX}ASK {{ ", "?s :p~ ?o~ . ", "}"),
    "objects": repeated("ASK { ?s ?p ", "?o", " }", join=","),
    "optional patterns": repeated("SELECT * { ?s ?p ?o ", "OPTIONAL {?s ?p ?o} ", "}"),
    "glued names": repeated(f"PREFIX true.a: <https://x.example/> {PREFIX}ASK {{ ", ":s :p ", ":s }", join="true.:s "),
    "nested lists": nested(f"{PREFIX}ASK {{ ?s :p ", "(1 ", "", ")", " }"),
    "sequences": repeated(f"{PREFIX}ASK {{ ?s ", ":p", " ?o }", join="/"),
    "subqueries": repeated("SELECT * { ", "{ SELECT * { ?s ?p ?o } } ", "}"),
    "reified triples": nested(f"{PREFIX}ASK {{ ", "<< ", ":s :p :o", " >> :p :o ", " }"),
}
HARMLESS = {  # of which there may be as many as the size allows
    "rows": repeated("SELECT * { VALUES ?x { ", "1 ", "} }"),
    "members": repeated("ASK { FILTER(?x IN (", "1", ")) }", join=","),
    "graphs": repeated("SELECT * ", "FROM <https://x.example/> ", "{ ?s ?p ?o }"),
}


def allows(sparql: str, limits: Limits) -> bool:
    try:
        check(sparql, limits)
    except QueryError:
        return False
    return True


def most(write: Callable[[int], str], limits: Limits) -> int:
    """Return how many times the guard lets pass."""
    low, high = 0, 1
    while allows(write(high), limits):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if allows(write(middle), limits) else (low, middle)
    return low


def engine(sparql: str) -> str:
    """Return how the engine fares with a query on an empty store: "done", "dead" or "stalled"."""
    program = (
        "import sys, pyoxigraph, contextlib, resource\n"
        f"resource.setrlimit(resource.RLIMIT_CPU, ({LIMIT}, {LIMIT} + 1))\n"
        "with contextlib.suppress(SyntaxError, RuntimeError, TypeError):\n"
        "    list(pyoxigraph.Store().query(sys.stdin.read()))\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], input=sparql, text=True, capture_output=True, check=False)
    return {0: "done", -signal.SIGXCPU: "stalled"}.get(ended.returncode, "dead")


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", KILLERS)
def test_the_engine_stands_twice_and_more_of_what_would_kill_it(name: str) -> None:
    passed = most(KILLERS[name], LIMITS)

    assert passed > 5
    assert engine(KILLERS[name](5 * passed // 2)) != "dead"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", STALLERS)
def test_the_engine_gets_done_with_what_would_stall_it(name: str) -> None:
    passed = most(STALLERS[name], LIMITS)

    assert passed > 5
    assert engine(STALLERS[name](passed)) == "done"


@pytest.mark.thorough
@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_no_harm_is_only_limited_in_size(name: str) -> None:
    limits = replace(LIMITS, size=32 << 10)
    passed = most(HARMLESS[name], limits)

    assert len(HARMLESS[name](passed + 1)) > limits.size
    assert engine(HARMLESS[name](passed)) == "done"


def test_a_limit_is_named() -> None:
    for sparql, says, hint in (
        ("ASK " + "{" * 65, "the query is nested deeper than 64 levels", "flatten it"),
        ("SELECT (" + "(" * 100_000, "the query is nested deeper than 64 levels", "flatten it"),
        ("ASK {}".ljust(262_145), "the query has 262,145 bytes; at most 262,144 are read", "ask in several queries"),
        (
            KILLERS["bindings"](200),
            "the query has more than 128 triples, groups and steps of paths",
            "ask in several queries",
        ),
        (KILLERS["sums"](601), "the query has more than 600 operators", "ask in several queries"),
        (KILLERS["projections"](601), "the query has more than 600 parentheses and terms", "ask in several queries"),
    ):
        with pytest.raises(QueryError) as error:
            check(sparql)

        assert (str(error.value), error.value.hint) == (says, hint)


def test_a_query_is_read_up_to_its_limits() -> None:
    assert check("ASK {}".ljust(LIMITS.size))
    assert check("SELECT * " + "{" * 64 + "}" * 64)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "piece",
    [
        "#", "a.:", "<a", '"""\\', "1e", "_:a.", "e:%4", "<<", "VALUES{", "(?a<b", "'\\", "((<a>",
    ],
)  # fmt: skip
def test_reading_takes_work_in_proportion_to_the_text(piece: str) -> None:
    endless = Limits(nesting=1 << 20, patterns=1 << 20, items=1 << 20, operators=1 << 20)

    def read(size: int) -> None:
        allows(piece * (size // len(piece.encode())), endless)

    linear(read, 2_000)
    with ends():
        read(LIMITS.size)


@pytest.mark.thorough
@pytest.mark.parametrize("piece", ["", "#\n", "<a", " ?x#", " silent ", " x:y#\n"])
def test_words_of_the_network_are_looked_for_with_work_in_proportion_to_the_text(piece: str) -> None:
    word = f"service{piece}"

    def look(size: int) -> None:
        check(f"ASK {{ ?s ?p '''{word * (size // len(word) - 5)}''' }}")

    linear(look, 2_000)
    with ends():
        look(LIMITS.size)


@given(st.text(max_size=60))
def test_no_text_is_more_than_refused(text: str) -> None:
    with contextlib.suppress(QueryError):
        check(text)


def test_no_text_at_all_is_more_than_refused() -> None:
    with contextlib.suppress(KgError):
        LocalStore.in_memory().query("ASK { ?s ?p '\ud800' }")
