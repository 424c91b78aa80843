"""Tables that a package brings along are read without remarks and empty lines; empty cells stay."""

from kg.base.tables import rows_of, words_of


def test_a_row_may_begin_with_an_empty_cell() -> None:
    rows = list(rows_of("kg.extract", "tables/confidence.tsv"))

    assert rows[0][0] == ""
    assert {len(row) for row in rows} == {8}


def test_remarks_are_no_words() -> None:
    assert "#" not in words_of("kg.extract", "tables/column_names.txt")
    assert {"year", "venue"} <= words_of("kg.extract", "tables/column_names.txt")
