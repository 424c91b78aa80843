import pytest
from pyoxigraph import Literal, NamedNode

from kg.store import columns
from kg.terms.formats import XSD, Term

BASE = "https://kg.example.org/"
ADA = NamedNode(f"{BASE}person/ada")
ROR = NamedNode("https://ror.org/03q8dnn23")
TWO = Literal("2", datatype=NamedNode(f"{XSD}integer"))
WORD = Literal("word")


@pytest.mark.parametrize(
    ("names", "row", "expected"),
    [
        (["organizationName", "organization"], [WORD, ADA], {1: 0}),
        (["role", "organizationName", "organization", "node"], [WORD, WORD, ADA, ADA], {2: 1, 3: 0}),
        (["relation", "name", "other"], [WORD, WORD, ADA], {2: 1}),
        (["name", "coauthorName", "works", "author", "coauthor"], [WORD, WORD, TWO, ADA, ADA], {3: 0, 4: 1}),
        (["works", "coauthor"], [TWO, ADA], {}),
        (["name", "ror"], [WORD, ROR], {}),
        (["name", "organization"], [WORD, None], {}),
    ],
)
def test_columns_of_iris_go_with_the_columns_that_name_them(
    names: list[str], row: list[Term | None], expected: dict[int, int]
) -> None:
    assert columns.links(names, [row], BASE) == expected


def test_a_column_of_numbers_may_have_gaps_but_not_only_gaps() -> None:
    assert columns.numbers(["a", "b", "c"], [[TWO, None, WORD], [None, None, TWO]]) == {0}


def test_all_columns_are_shown_where_none_would_be_left() -> None:
    assert columns.without(["a", "b"], [0]) == [1]
    assert columns.without(["a", "b"], [0, 1]) == [0, 1]


@pytest.mark.parametrize(
    ("text", "datatype", "expected"),
    [
        ("12", "integer", 12),
        ("12", "long", 12),
        ("1200000", "decimal", 1_200_000),
        ("0.184", "decimal", 0.184),
        ("1234567890123456", "integer", "1234567890123456"),
        ("INF", "double", "INF"),
        ("many", "integer", "many"),
        ("1", "boolean", True),
        ("false", "boolean", False),
        ("2024", "gYear", "2024"),
        ("12", "string", "12"),
    ],
)
def test_a_term_is_a_number_where_every_reader_of_json_reads_the_same(
    text: str, datatype: str, expected: columns.Cell
) -> None:
    found = columns.plain(Literal(text, datatype=NamedNode(XSD + datatype)))
    assert (found, type(found)) == (expected, type(expected))
