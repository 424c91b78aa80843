import pytest
from pyoxigraph import Literal, NamedNode

from kg.store import columns
from kg.terms.formats import XSD


@pytest.mark.parametrize(
    ("text", "datatype", "expected"),
    [
        ("12", "integer", 12),
        ("1200000", "decimal", 1_200_000),
        ("0.184", "decimal", 0.184),
        ("1234567890123456", "integer", "1234567890123456"),
        ("INF", "double", "INF"),
        ("1", "boolean", True),
        ("false", "boolean", False),
        ("12", "string", "12"),
    ],
)
def test_a_term_is_a_number_where_every_reader_of_json_reads_the_same(
    text: str, datatype: str, expected: columns.Cell
) -> None:
    found = columns.plain(Literal(text, datatype=NamedNode(XSD + datatype)))
    assert (found, type(found)) == (expected, type(expected))
