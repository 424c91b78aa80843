"""The store: what is loaded is there, and nothing that is asked can do harm."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, QuerySolutions, serialize

from kg.base.errors import QueryError, StoreError
from kg.store.dump import bulk_load
from kg.store.store import LocalStore
from kg.terms.formats import RDF_FORMATS, XSD
from tests.support.often import often

ADA = NamedNode("https://kg.example.org/person/ada-lovelace")
NAME = NamedNode("https://schema.org/name")
KNOWS = NamedNode("https://schema.org/knows")
EVIDENCE = NamedNode("https://kg.example.org/evidence")
QUADS = {
    Quad(ADA, NAME, Literal("Ada Lovelace", language="en")),
    Quad(ADA, KNOWS, NamedNode("https://kg.example.org/person/charles-babbage")),
    Quad(ADA, NAME, Literal("Ada"), EVIDENCE),
}

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)
nodes = st.builds(lambda number: NamedNode(f"https://x.example/é{number}"), st.integers(0, 20))
literals = st.one_of(
    st.builds(Literal, words),
    st.builds(lambda text: Literal(text, language="de-at"), words),
    st.builds(lambda text: Literal(text, datatype=NamedNode(f"{XSD}token")), words),
    st.builds(lambda number: Literal(str(number), datatype=NamedNode(f"{XSD}integer")), st.integers()),
)
quads = st.builds(Quad, nodes, nodes, st.one_of(nodes, literals), st.one_of(nodes, st.just(DefaultGraph())))


def n_quads(several: Iterable[Quad]) -> bytes:
    return serialize(several, format=RDF_FORMATS["nquads"]) or b""


def loaded(path: Path, content: bytes, *, size: int = 1 << 16) -> LocalStore:
    """Return a store of N-Quads that came in pieces."""
    bulk_load(path, (content[start : start + size] for start in range(0, len(content), size)))
    return LocalStore.open(path)


@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_what_is_loaded_is_there_wherever_it_is_cut(size: int, tmp_path: Path) -> None:
    store = loaded(tmp_path / "store", n_quads(QUADS), size=size)

    assert set(store.backend) == QUADS
    assert len(store) == 3


@pytest.mark.thorough
@settings(max_examples=often(30), deadline=None)
@given(st.sets(quads, max_size=20))
def test_any_quads_survive_the_way_through_the_store(several: set[Quad]) -> None:
    with TemporaryDirectory() as directory:
        store = loaded(Path(directory) / "store", n_quads(several), size=50)

        assert set(store.backend) == several
    assert set(LocalStore.in_memory(several).backend) == several


@pytest.mark.parametrize(
    "content",
    [
        b"no quad\n",
        b"<https://x.example/s> <https://x.example/p> .\n",
        b'<https://x.example/s> <https://x.example/p> "\n',
    ],
)
def test_what_is_no_n_quads_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be written: .*line 4") as error:
        loaded(tmp_path / "store", n_quads(QUADS) + content)

    assert error.value.hint == "check the free space and the permissions of the target"


def test_a_faulty_line_ends_the_load_before_all_is_made(tmp_path: Path) -> None:
    made = 0

    def endless() -> Iterator[bytes]:
        nonlocal made
        while made < 100:
            made += 1
            yield b"no quad\n" * (1 << 17)

    with pytest.raises(StoreError):
        bulk_load(tmp_path / "store", endless())
    assert made < 100


def test_an_error_of_what_makes_the_quads_is_passed_on(tmp_path: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield n_quads(QUADS)
        raise KeyError("cause")

    with pytest.raises(KeyError, match="cause"):
        bulk_load(tmp_path / "store", failing())


def test_a_store_is_only_read(tmp_path: Path) -> None:
    store = loaded(tmp_path / "store", n_quads(QUADS))

    with pytest.raises(RuntimeError, match="only possible on read-write"):
        store.backend.add(Quad(ADA, NAME, Literal("Somebody else")))


def test_a_triple_is_found_in_any_graph() -> None:
    charles, grace = (NamedNode(f"https://kg.example.org/person/{name}") for name in ("charles-babbage", "grace"))
    store = LocalStore.in_memory([Quad(ADA, KNOWS, charles), Quad(ADA, KNOWS, grace, EVIDENCE)])

    assert store.holds(ADA, KNOWS, charles)
    assert store.holds(ADA, KNOWS, grace)
    assert not store.holds(grace, KNOWS, ADA)


def test_a_function_that_does_not_exist_is_the_fault_of_the_query() -> None:
    with pytest.raises(QueryError, match="there is no function <http://example"):
        LocalStore.in_memory().query("SELECT (<http://example.org/f>(1) AS ?x) {}")


@pytest.mark.parametrize(
    ("sparql", "place"),
    [
        ("SELECT * { ?s ?p }", "line 1, column 19: SELECT * { ?s ?p }"),
        ("SELECT *\nWHERE {\n  ?s <x:p> ?o ?x\n}", "line 4, column 2: }"),
        ("SELECT * {\n", "line 2, column 1: the end of the query"),
        ("SELECT * {\r\n  ?s ?p\r\n}", "line 3, column 2: }"),
        ("", "line 1, column 1: the end of the query"),
    ],
)
def test_a_syntax_error_names_line_and_column(sparql: str, place: str) -> None:
    with pytest.raises(QueryError) as error:
        LocalStore.in_memory().query(sparql)

    assert str(error.value) == f"the query is not SPARQL at {place}"
    assert error.value.hint == "look for a missing dot, brace, quote or PREFIX before that place"


def test_the_variables_of_a_star_stand_in_the_order_of_the_query() -> None:
    for query, names in (
        ("SELECT * { ?s ?p ?o }", ["s", "p", "o"]),
        (
            "# ?o\nPREFIX x: <https://x.example/> BASE <https://b.example/>\nselect distinct*{ ?z ?a ?b }",
            ["z", "a", "b"],
        ),
        ("SELECT * { ?s ?p ?o . { SELECT ?s ?c { ?s ?c ?x } } }", ["s", "p", "o", "c"]),
        ("SELECT ?p ?s { ?s ?p ?o { SELECT * { ?s ?p ?o } } }", ["p", "s"]),
        ("SELECT * {}", []),
        ("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", ["n"]),
    ):
        answer = LocalStore.in_memory([]).query(query)

        assert isinstance(answer, QuerySolutions)
        assert [variable.value for variable in answer.variables] == names


@pytest.mark.parametrize(
    ("sparql", "prefix"),
    [
        ("SELECT * { ?s x:p ?o }", "x:"),
        ("PREFIX a: <https://a.example/> SELECT * { ?s a:p ?o ; b:p ?x }", "b:"),
        ("SELECT (STR(c.d:e) AS ?x) {}", "c.d:"),
        ("SELECT * { ?s ?p 'x:p' . ?s ?p <x:p> . # y:\n ?s :q ?o }", ":"),
    ],
)
def test_a_prefix_that_is_not_declared_is_named_with_what_to_write(sparql: str, prefix: str) -> None:
    with pytest.raises(QueryError) as error:
        LocalStore.in_memory().query(sparql)

    hint = f"the prefix {prefix} is not declared: write PREFIX {prefix} <its namespace> before the query"
    assert error.value.hint == hint


def test_a_store_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(StoreError, match=r"the store in .*/file/store cannot be written: .*Not a directory"):
        loaded(tmp_path / "file" / "store", n_quads(QUADS))


def test_a_store_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"the store in .*/nowhere cannot be opened: ") as error:
        LocalStore.open(tmp_path / "nowhere")

    assert error.value.hint == "build again: kg build"
