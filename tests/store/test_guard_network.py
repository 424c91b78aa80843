"""The guard before the network: the bare engine, asked thousands of spellings, says which of them are calls.

Whatever makes the engine ask a server on this machine must be refused; whatever does not, and is honest, must pass
and have the same answer as without the guard.
"""

import contextlib
import random
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kg.base.errors import QueryError
from kg.store.sparql.guard import SERVER_LIMITS, check
from tests.support.trap import Trap


@pytest.fixture(scope="module")
def trap() -> Iterator[Trap]:
    trap = Trap()
    yield trap
    trap.close()


WORDS = ("SERVICE", "service", "SeRvIcE", "Service")
SPACES = ("", " ", "\t", "\r\n", "# a\n", "#\r", " # SERVICE\n# b\n\t")
SILENT = ("", "SILENT", "silent ", "SiLeNt# a\n", "SILENT\n")
PREFIXES = ("x", "", "é", "x.y", "x-y", "x1", "名", "X", "silent", "service", "a·b", "SERVICEx", "_x")
LOCALS = ("y", "", "1", "a.b", "a-b", "%41", "\\~a", "a:b", "é", ":", "a\\.", "SERVICE", "\\#", "a\\'b")
BEFORE = (
    "", "?s ?p ?o ", "?s ?p ?o.", "?s ?p 1", "?s ?p 1.0", "?s ?p 1e5", "?s ?p true", "?s ?p 'a'", "?s ?p 'a'@en.",
    "?s ?p '''a''' ", "?s ?p []", "?s ?p ()", "?s ?p _:b ", "?s ?p <http://x/> ", "?s ?p 'a'^^<http://x/>", "{}", "{}.",
    "FILTER(1<2)", "FILTER(?s<?o&&?o>?s)", "BIND(1 AS ?b)", "VALUES ?v { 1 }", "?s ?p 'it\\'s'", "?s ?p '#' ",
    "?s ?p ?o ; ", "# a\n", "?s ?p \"\"\"a\"b\\\\\"\"\" ", "?s <http://x/>* 1", "FILTER(1<'>')",
)  # fmt: skip
FRAMES = (
    "SELECT * { ~ }", "ASK{~}", "SELECT ?s WHERE{~}", "CONSTRUCT { ?s ?p ?o } WHERE { ~ }", "DESCRIBE ?s { ~ }",
    "SELECT * { OPTIONAL { ~ } }", "SELECT * { { ~ } UNION { } }", "SELECT * { { SELECT * { ~ } } }",
    "SELECT * { FILTER EXISTS { ~ } }", "SELECT * { ?s ?p ?o FILTER NOT EXISTS{~} }", "SELECT * { { { ~ } } }",
    "SELECT * { ?s ?p ?o MINUS { ~ } }", "SELECT * { LATERAL { ~ } }", "SELECT * { BIND(EXISTS{~} AS ?e) }",
    "SELECT (COUNT(*) AS ?n) { ~ } GROUP BY ?s HAVING(1=1)",
)  # fmt: skip
ODD = (  # in which the engine reads something else than the eye
    "PREFIX x: <http://127.0.0.1:81> SELECT * { ?s ?p x:SERVICE <HERE> {} }",
    "PREFIX x: <http://[::1]> SELECT * { ?s ?p 'a'^^x:SERVICE <HERE> {} }",
    "PREFIX x: <http://h:8> PREFIX y: <HERE> SELECT * { ?s ?p x:a.SERVICEy:a {} }",
    "PREFIX x: <http://h:8> PREFIX y: <HERE> SELECT * { ?s ?p x:SERVICEy:a {} }",
    "PREFIX x: <http://h:8> SELECT * { BIND(<HERE> AS ?x) ?s ?p x:SERVICE ?x {} }",
    "SELECT * { FILTER(1<<http://a#b>) SERVICE <HERE> {} }",
    "SELECT * { FILTER(1 <<http://a#b>) SERVICE <HERE> {} }",
    "SELECT * { VALUES ?x { ''' ' } SERVICE <HERE> {} # \\x '''\n }",
    'SELECT * { VALUES ?x { """ " } SERVICE <HERE> {} # \\x """\n }',
    "SELECT * { VALUES ?x { ''' ' } SERVICE <HERE> {} # \\uD800 '''\n }",
    "SELECT * { VALUES ?x { ''' ' } SERVICE <HERE> {} # \\U00110000 '''\n }",
    "SELECT * { VALUES ?x { ''' ' } # \\x ''' GRAPH\nSERVICE <HERE> {} }",
    "PREFIX SERVICE: <HERE> SELECT * { VALUES ?x { ''' ' } # \\x ''' GRAPH\nSERVICE:x {} }",
    "PREFIX SERVICE: <HERE> SELECT * { ?s ?p 1 SERVICE :x {} }",
    "PREFIX SERVICEx: <http://x/> PREFIX x: <HERE> SELECT * { SERVICEx:y {} }",
    "PREFIX x: <HERE> PREFIX GRAPHSERVICEx: <http://x/> SELECT * { GRAPH SERVICEx:y { SERVICEx:y {} } }",
    "SELECT * { FILTER(1<2)SERVICE#>\n<HERE> {} }",
    "SELECT * { ?s ?p ?o SERVICE <HERE> # {\n # }\n { # '\n } }",
    "BASE <HERE> SELECT * { SERVICE <> {} }",
    "BASE <HERE> SELECT * { SERVICE<a#b>{} }",
    "SELECT * { SERVICE <\\u0068ttp://127.0.0.1:PORT/> {} }",
    "SELECT * { ?s ?p <<( ?s ?p ?o )>>SERVICE <HERE> {} }",
    "SELECT * { ?s ?p ?o {| ?p ?o |}SERVICE <HERE> {} }",
    "SELECT * { ?s ?p ?o ~SERVICE <HERE> {} }",
    "VERSION '1.2' SELECT * { SERVICE <HERE> {} }",
    "SELECT * FROM <http://x/> { SERVICE <HERE> {} }",
    "SELECT * { SERVICE <HERE> { SERVICE <HERE> {} } }",
    "SELECT * { FILTER EXISTS { FILTER NOT EXISTS { SERVICE <HERE> {} } } }",
    "SELECT * { ?s ?p ?o } ORDER BY EXISTS { SERVICE <HERE> {} }",
    "SELECT (EXISTS { SERVICE <HERE> {} } AS ?x) {}",
    "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING(EXISTS { SERVICE <HERE> {} })",
)


def spellings(address: str, number: int) -> list[str]:
    """Return queries that may call a server: some of all that can be put together, the same each time."""
    chosen = random.Random(18)  # noqa: S311  (nothing secret)
    written = [text.replace("HERE", address).replace("PORT", address[:-1].rpartition(":")[2]) for text in ODD]
    plain = [f"{word}{space}<{address}>{{}}" for word, space in product(WORDS, SPACES)]
    glued = [f"{word}{silent}{prefix}:{local}{{}}" for word in WORDS[:2] for silent in SILENT[:2]
             for prefix, local in product(PREFIXES, LOCALS)]  # fmt: skip
    written += [_declared(f"SELECT * {{ {text} }}", address) for text in (*plain, *glued)]
    while len(written) < number:
        name = f"{chosen.choice(PREFIXES)}:{chosen.choice(LOCALS)}"
        called = chosen.choice((f"<{address}>", "?v", "$v", name, name, name))
        call = f"{chosen.choice(WORDS)}{chosen.choice(SPACES)}{chosen.choice(SILENT)}{called}{chosen.choice(SPACES)}"
        bound = f"VALUES ?v {{ <{address}> }} " if called in ("?v", "$v") else ""
        pattern = f"{bound}{chosen.choice(BEFORE)}{call}{{{chosen.choice(('', '?s ?p ?o', ' # }'))}\n}}"
        written.append(_declared(chosen.choice(FRAMES).replace("~", pattern), address))
    return written


def _declared(sparql: str, address: str) -> str:
    return "".join(f"PREFIX {prefix}: <{address}>\n" for prefix in PREFIXES if prefix != "_x") + sparql


@pytest.mark.thorough
def test_what_makes_the_bare_engine_ask_the_network_is_refused(trap: Trap) -> None:
    texts = spellings(trap.address, 4_000)
    calls = [text for text in texts if trap.catches(text)]
    passed = [text for text in calls if _passes(text)]

    assert passed == []
    assert len(texts) > 2_500
    assert len(calls) > 2_000


def test_each_spelling_of_a_call_is_refused(trap: Trap) -> None:
    texts = spellings(trap.address, 0)
    passed = [text for text in texts if _passes(text)]

    assert not set(passed) & set(texts[: len(ODD)])
    assert [text for text in passed if trap.catches(text)] == []
    assert len(passed) < len(texts) / 2


_FRAGMENTS = st.sampled_from(
    ("SERVICE", "service", "SILENT", "x:", "x:y", "x:SERVICE", ":", "<HERE>", "?v", "{", "{}", "}", "'", "'''", '"',
     "#",
     "\n", " ", ".", "\\", "\\u0053", "<", "<<", ">", "(", ")", "GRAPH", "FROM", "1", "true", "-", "é", "@en", "^^",
     "\\x", "VALUES ?v { <HERE> }", "FILTER(1", "?s ?p ?o", "?", "$", "_:a", "a", ",", ";", "%", "%41", "x.y:a", "[]")
)  # fmt: skip
_PASSAGES = st.lists(_FRAGMENTS, max_size=8).map("".join)


@given(_PASSAGES, _PASSAGES, _PASSAGES)
@example("?s ?p ?o GRAPH ", " ", "")
def test_nothing_that_passes_calls(trap: Trap, before: str, between: str, behind: str) -> None:
    pattern = f"VALUES ?v {{ <HERE> }} {before}SERVICE{between}{{{behind}}} }}"
    text = f"PREFIX x: <HERE> PREFIX x.y: <http://h:8> SELECT * {{ {pattern}".replace("HERE", trap.address)
    with contextlib.suppress(QueryError):
        assert not trap.catches(check(text))
        assert not trap.catches(text)


def _passes(sparql: str) -> bool:
    try:
        check(sparql, SERVER_LIMITS)
    except QueryError:
        return False
    return True
