from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.base.errors import IdentifierError
from kg.terms import dates


def test_dates_that_no_calendar_has_are_refused_with_the_reason() -> None:
    for text, reason in (
        ("2019-13", "no such month"),
        ("2019-00", "no such month"),
        ("2019-02-30", "no such day"),
        ("2019-02-00", "no such day"),
        ("2021-02-29", "no such day"),
        ("0000", "no such year"),
        ("May 2019", "is not a date"),
        ("2019/05", "is not a date"),
        ("19", "is not a date"),
        ("２０１９", "is not a date"),
        ("", "is not a date"),
    ):
        with pytest.raises(IdentifierError, match=reason):
            dates.partial_date(text)


def test_terms_become_edtf() -> None:
    for text, edtf in (
        ("Spring 2023", "2023-21"),
        ("WS 2020/21", "2020-24"),
        ("WiSe 2020/2021", "2020-24"),
        ("Wintersemester 1999/00", "1999-24"),
        ("Winter 2020/21", "2020-24"),
        ("WS2020", "2020-24"),
        ("SoSe 2021", "2021-22"),
        ("SS 2021", "2021-22"),
        ("Sommersemester 2021", "2021-22"),
        ("WS 2020/21 - SS 2022", "2020-24/2022-22"),
        ("summer 2011", "2011-22"),
        ("2022 Fall", "2022-23"),
        ("Autumn 2022", "2022-23"),
        ("Winter 2020", "2020-24"),
        ("2023-21", "2023-21"),
        ("2023", "2023"),
        ("Fall 2009 - Spring 2011", "2009-23/2011-21"),
        ("Fall 2009 – Spring 2011", "2009-23/2011-21"),
        ("2009-23/2011-21", "2009-23/2011-21"),
    ):
        assert dates.term(text) == edtf


def test_what_is_no_term_is_refused_with_examples() -> None:
    for text in (
        "Monsoon 2020",
        "WS 20/21",
        "SS 2020/21/22",
        "Spring",
        "2023-25",
        "Spring 2020 - Fall 2020 - Spring 2021",
    ):
        with pytest.raises(IdentifierError, match=r"Spring 2023"):
            dates.term(text)


@given(st.text(max_size=30))
def test_any_text_is_a_term_or_refused(text: str) -> None:
    with suppress(IdentifierError):
        assert dates.term(dates.term(text)) == dates.term(text)


def test_a_winter_may_be_that_of_either_turn_of_the_year() -> None:
    for end, start, is_before in (
        ("2018-22", "2018-23", True),
        ("2018-24", "2018-21", False),  # the winter at whose end spring begins, or that of the end of the year
        ("2018-21", "2018-24", False),
        ("2017-24", "2018-21", True),
        ("2018-23", "2018-11", False),
        ("2011-22", "2011-09", False),
        ("2011-08", "2011-23", False),
        ("2010", "2011-22", True),
    ):
        assert dates.is_before(end, start) == is_before


@given(st.dates(), st.dates(), st.sampled_from([4, 7, 10]), st.sampled_from([4, 7, 10]))
def test_no_date_is_before_one_that_it_may_equal(one: object, other: object, first: int, second: int) -> None:
    start, end = str(one)[:first], str(other)[:second]

    assert not (dates.is_before(end, start) and dates.is_before(start, end))
    assert dates.is_before(end, start) == (end[: min(first, second)] < start[: min(first, second)])
