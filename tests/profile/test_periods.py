import calendar
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.profile.periods import Period, find, is_period, without

MONTHS = list(calendar.month_name)[1:]


def only(text: str) -> Period:
    (period,) = find(text)
    return period


def test_a_range_of_dates_is_read_in_all_its_forms() -> None:
    for text, start, end in (
        ("Aug. 2013 – Jul. 2017", "2013-08", "2017-07"),
        ("June. 2018 – June. 2020", "2018-06", "2020-06"),
        ("2014–2018", "2014", "2018"),
        ("2022/06 - Present", "2022-06", "present"),
        ("08/2010 – 12/2010", "2010-08", "2010-12"),
        ("2022.8 - 2026.7", "2022-08", "2026-07"),
        ("2009-10 - 2010-11", "2009-10", "2010-11"),
        ("2021 -- current", "2021", "present"),
        ("2023-", "2023", "present"),
        ("Sep 2023-", "2023-09", "present"),
        ("(2022–)", "2022", "present"),
        ("2018 to date", "2018", "present"),
        ("Sept 2018 until now", "2018-09", "present"),
        ("2019, ongoing", "2019", "present"),
        ("July 2016 ‑ Sept. 2016", "2016-07", "2016-09"),
        ("May - August, 2021", "2021-05", "2021-08"),
        ("Nov – Feb 2022", "2021-11", "2022-02"),
        ("Sept 15 2021 -- Oct 31 2022", "2021-09-15", "2022-10-31"),
        ("2022-09-15 – 2023-10-31", "2022-09-15", "2023-10-31"),
        ("01.10.2018 – 30.09.2021", "2018-10-01", "2021-09-30"),
        ("Fall 2008 - Spring 2010", "2008-23", "2010-21"),
        ("since 2018", "2018", "present"),
        ("seit Oktober 2020", "2020-10", "present"),
        ("März 2019 bis heute", "2019-03", "present"),
        ("octobre 2016 – déc. 2018", "2016-10", "2018-12"),
        ("septiembre de 2018 - actualidad", "2018-09", "present"),
        ("from 2017 to 2019", "2017", "2019"),
        ("between 2016 and 2018", "2016", "2018"),
        ("2017-18", "2017", "2018"),
        ("2019–pres Fellow", "2019", "present"),
        ("29 March – 2 April 2017", "2017-03-29", "2017-04-02"),
        ("University of London, 2015–16.", "2015", "2016"),
        ("University of London, 2016–.", "2016", "present"),
        ("2019年9月至今", "2019-09", "present"),
        ("2018年9月－2022年6月", "2018-09", "2022-06"),
        ("２０１８/０９ － ２０２０/０６", "2018-09", "2020-06"),
        ("Sept.\xa02019\xa0–\xa0May\xa02020", "2019-09", "2020-05"),
        ("Jun '19 – Aug '19", "2019-06", "2019-08"),
        ("May 2-5, 2022", "2022-05-02", "2022-05-05"),
        ("Aug 31 – Sep 2, 2022", "2022-08-31", "2022-09-02"),
        ("Present – 2019", None, None),
        ("2021 – 2018", "2018", "2021"),
    ):
        if start is None:
            assert all(period.form == "date" or period.form == "until" for period in find(text))
        else:
            assert (only(text).start, only(text).end) == (start, end)


def test_a_single_date_begins_and_ends_at_once() -> None:
    for text, date in (
        ("2023", "2023"),
        ("May 2017", "2017-05"),
        ("Summer 2010", "2010-22"),
        ("2021 Fall", "2021-23"),
        ("Spring semester 2016", "2016-21"),
        ("Winter 2019", "2019-24"),
        ("Winter 2019/20", "2019-24"),
        ("WS 2019/20", "2019-24"),
        ("Sommersemester 2019", "2019-22"),
        ("Summer '15", "2015-22"),
        ("12.03.2019", "2019-03-12"),
        ("25/12/2019", "2019-12-25"),
        ("12/25/2019", "2019-12-25"),
        ("12/03/2019", "2019"),
        ("2025.09", "2025-09"),
        ("2019-05-17", "2019-05-17"),
        ("31 June 2019", "2019-06"),
        ("1er mars 2020", "2020-03-01"),
        ("März 2020", "2020-03"),
        (unicodedata.normalize("NFD", "März 2020"), "2020-03"),
        ("15-Sep-2022", "2022-09-15"),
        ("September 15th, 2022", "2022-09-15"),
        ("2019年9月", "2019-09"),
    ):
        assert (only(text).start, only(text).end, only(text).form) == (date, date, "date")


def test_a_date_may_be_an_end_only() -> None:
    for text, end in (
        ("until 2019", "2019"),
        ("bis 2019", "2019"),
        ("Class of 2014", "2014"),
        ("– 2018", "2018"),
        ("(expected 2026)", "2026"),
        ("Expected May 2026", "2026-05"),
        ("Expected graduation: May 2026", "2026-05"),
        ("May 2026 (expected)", "2026-05"),
    ):
        assert only(text).end == end
        assert only(text).form == "until" or only(text).expected


@pytest.mark.parametrize(
    "text",
    [
        "2020 - 2024(Expected)",
        "2020 – 2024 (expected)",
        "2020 – Expected 2024",
        "2020- 2024, expected",
        "2020–2024 (exp.)",
    ],
)
def test_an_end_may_be_a_plan(text: str) -> None:
    assert (only(text).start, only(text).end, only(text).expected) == ("2020", "2024", True)


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Summer 2004, 2005", ("2004-22", "2005-22")),
        ("2008, 2009", ("2008", "2009")),
        ("2008,2009 and 2011", ("2008", "2009", "2011")),
        ("2022 Fall, 2019 Fall", ("2022-23", "2019-23")),
    ],
)
def test_a_list_of_dates_goes_from_the_first_to_the_last(text: str, dates: tuple[str, ...]) -> None:
    period = only(text)
    assert (period.form, period.dates) == ("list", dates)
    assert (period.start, period.end) == (min(dates), max(dates))


def test_what_is_no_certain_date_is_not_read() -> None:
    for text in (
        "'15", "2024-25 Fall", "Fall 2024-25", "2010-11", "2011/12", "ATC'17", "pp. 2010–2021", "pages 1999-2012",
        "12(3):2001-2010", "arXiv:2006.12567", "2006.12567v2", "doi:10.1145/2019.2020",
        "https://example.org/2019/05/news", "https://doi.org/10.1000/2020.2021", "+1 202 2019 2020",
        "Tel: 2019 2020", "(202) 555-2019", "$2019", "€ 2,019", "2000 USD", "2048 GPUs", "1000 V100 GPUs",
        "2000 citations", "1920x1080", "v2019.1", "Room 2019", "vol. 2019", "12019", "CS2019", "20190", "May be",
        "the present", "Spring School", "in the fall", "",
    ):  # fmt: skip
        assert find(text) == []


def test_a_modal_verb_is_not_a_month() -> None:
    assert only("what in 2019 may have been").start == "2019"


def test_ranges_beside_each_other_stay_apart() -> None:
    found = find("Editor, 2014–2016, 2018–present; reviewer 2019")
    assert [(period.start, period.end) for period in found] == [
        ("2014", "2016"),
        ("2018", "present"),
        ("2019", "2019"),
    ]


def test_a_period_is_taken_out_with_its_brackets() -> None:
    line = "Reviewer (2019 – 2021), The Analyst"
    assert without(line, find(line)) == "Reviewer, The Analyst"
    assert is_period("[Feb 2021-Present]")
    assert not is_period("Feb 2021-Present at home")


@given(st.text(max_size=300))
def test_any_text_is_read_and_places_are_right(text: str) -> None:
    for period in find(text):
        assert text[period.begin : period.stop] == period.text
        assert period.start or period.end


_PIECES = st.sampled_from(
    [*"0123456789", "19", "20", "2019", "-", "–", "/", ".", " ", ",", "'", "May", "fall", "to", "now", "(", ")"]
)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_texts_full_of_dates_are_read_in_order(text: str) -> None:
    place = 0
    for period in find(text):
        assert text[period.begin : period.stop] == period.text
        assert place <= period.begin < period.stop
        place = period.stop
        for date in (period.start, period.end):
            assert date is None or date == "present" or re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", date)


_DATES = st.tuples(st.integers(1950, 2040), st.integers(1, 12))
_NOTATIONS = [
    "{m:02}/{y}", "{y}/{m:02}", "{y}.{m:02}", "{m:02}.{y}", "{name} {y}", "{short}. {y}", "{short} {y}",
    "{name}, {y}",
]  # fmt: skip
_TO = [" – ", " - ", "–", " -- ", "---", " to ", " ‑ ", "~", " until "]


@given(_DATES, _DATES, st.sampled_from(_NOTATIONS), st.sampled_from(_TO))
def test_every_range_is_read_as_it_was_written(
    first: tuple[int, int], second: tuple[int, int], notation: str, to: str
) -> None:
    written = [
        notation.format(y=year, m=month, name=MONTHS[month - 1], short=MONTHS[month - 1][:3])
        for year, month in sorted((first, second))
    ]
    period = only(to.join(written))
    assert (period.start, period.end) == tuple(f"{year}-{month:02}" for year, month in sorted((first, second)))


@pytest.mark.parametrize(
    "text",
    ["2019 " * 4_000, "- " * 50_000, " " * 90_000 + "2019", "jan 1 - " * 9_000 + "2019", "1 (1) : " * 9_000 + " 2019"],
)
def test_long_texts_take_no_longer_than_their_length(text: str) -> None:
    find(text)
