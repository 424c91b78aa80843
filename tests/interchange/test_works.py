"""What formats say of the time of works."""

from typing import Any

import pytest

from kg.interchange import works


@pytest.mark.parametrize(
    ("year", "date"), [("1843", "1843"), (1000, "1000"), (2999, "2999"), (843, ""), (3000, ""), ("18", ""), (None, "")]
)
def test_years_have_four_digits_and_are_of_our_era(year: Any, date: str) -> None:
    assert works.partial_date(year) == date


@pytest.mark.parametrize(
    ("text", "date"),
    [("2019-05-17T10:00:00Z", "2019-05-17"), ("2019-5", "2019-05"), ("20190517", ""), ("", "")],
)
def test_a_date_ends_where_its_digits_do(text: str, date: str) -> None:
    assert works.date_in(text) == date
