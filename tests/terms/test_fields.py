"""The kinds of value that a key can hold: one form for what people type, a reason for what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from kg.terms import fields


def read(kind: Any, value: Any) -> Any:
    return TypeAdapter(kind).validate_python(value)


def reasons(kind: Any, value: Any) -> list[str]:
    with pytest.raises(ValidationError) as refused:
        read(kind, value)
    return [detail["msg"] for detail in refused.value.errors()]


def test_what_people_type_is_brought_to_one_form() -> None:
    for kind, typed, kept in (
        (fields.Text, "  Notes\non\tthe engine \n", "Notes\non\tthe engine"),
        (fields.Name, " Ada Lovelace ", "Ada Lovelace"),
        (fields.Name, "李飞飞", "李飞飞"),
        (fields.Slug, " ada-lovelace-2 ", "ada-lovelace-2"),
        (fields.Url, " https://example.org/a?b#c ", "https://example.org/a?b#c"),
        (fields.Date, 1843, "1843"),
        (fields.Date, " 1843-07 ", "1843-07"),
        (fields.End, 1852, "1852"),
        (fields.End, "1852-11-27", "1852-11-27"),
        (fields.End, "present", "present"),
        (fields.Term, "Spring 2023", "2023-21"),
        (fields.Term, 2023, "2023"),
        (fields.Year, "1843", 1843),
        (fields.Year, 2999, 2999),
        (fields.Orcid, "0000-0002-1825-0097", "https://orcid.org/0000-0002-1825-0097"),
        (fields.SemanticScholar, 1741101, "https://www.semanticscholar.org/author/1741101"),
        (fields.Doi, "doi:10.1145/3575693", "https://doi.org/10.1145/3575693"),
    ):
        assert read(kind, typed) == kept


def test_what_cannot_be_meant_is_refused_with_the_reason() -> None:
    for kind, typed, reason in (
        (fields.Slug, "x" * 101, "String should have at most 100 characters"),
        (fields.Name, "x" * 501, "String should have at most 500 characters"),
        (fields.Text, "x" * 10_001, "String should have at most 10000 characters"),
        (fields.Text, " \n ", "String should have at least 1 character"),
        (fields.Name, True, "Input should be a valid string"),
        (fields.Date, True, "Input should be a valid string"),
        (fields.Date, 2019.5, "Input should be a valid string"),
        (fields.Date, 20190517, "'20190517' is not a date; write 2019, 2019-05 or 2019-05-17"),
        (fields.Date, "present", "'present' is not a date; write 2019, 2019-05 or 2019-05-17"),
        (fields.End, "today", "'today' is not a date; write present"),
        (fields.End, "2019-02-29", "'2019-02-29' has no such day; that month has 28"),
        (fields.Year, 999, "Input should be greater than or equal to 1000"),
        (fields.Year, 3000, "Input should be less than or equal to 2999"),
        (fields.Orcid, 1825, "'1825' is not a valid ORCID iD; write it like 0000-0002-1825-0097"),
        (
            fields.Url,
            "javascript:alert(1)",
            "'javascript:alert(1)' is not a web address; write https:// and no spaces or quotes",
        ),
    ):
        assert reasons(kind, typed) == [reason]


def test_the_last_sign_of_an_issn_checks_the_others() -> None:
    for typed, kept in (("2434-561X", "2434-561X"), ("2434 561x", "2434-561X"), ("03178471", "0317-8471")):
        assert read(fields.Issn, typed) == kept
    for wrong in (f"2434-561{sign}" for sign in "0123456789"):
        assert reasons(fields.Issn, wrong) == [f"the ISSN '{wrong}' has a wrong checksum; look for a mistyped digit"]


def test_a_share_is_a_canonical_decimal() -> None:
    for typed, share in (
        ("18.4%", "0.184"),
        ("18.4 %", "0.184"),
        (0.184, "0.184"),
        ("0.1840", "0.184"),
        ("100%", "1"),
        (1, "1"),
        ("0", "0"),
        ("0.00%", "0"),
        ("007%", "0.07"),
        (0.1 + 0.2, "0.30000000000000004"),
    ):
        assert read(fields.Share, typed) == share


def test_what_is_no_share_is_refused_with_examples() -> None:
    for typed in (
        "%",
        "-1%",
        -0.5,
        "a fifth",
        "18,4%",
        "NaN",
        "Infinity",
        "1e-9999999",
        True,
        "1%%",
    ):
        assert reasons(fields.Share, typed) == [f"'{typed}' is not a share; write 18.4% or 0.184"]


@given(st.text(max_size=30) | st.integers() | st.floats(), st.sampled_from(["Share", "Date", "End", "Term", "Url"]))
def test_any_value_is_brought_to_a_form_that_stays_or_refused(value: Any, kind: str) -> None:
    try:
        kept = read(getattr(fields, kind), value)
    except ValidationError:
        return

    assert read(getattr(fields, kind), kept) == kept


Names = fields.Many[fields.Name]


def test_a_single_entry_may_stand_alone_where_several_are_allowed() -> None:
    for typed, kept in (("Ada", ("Ada",)), (["Ada", "Charles"], ("Ada", "Charles")), ([], ())):
        assert read(Names, typed) == kept


def test_an_end_at_or_after_its_start_stays() -> None:
    for end, start in (
        (None, None),
        ("2019", None),
        (None, "2019"),
        ("2019", "2019-09"),
        ("2019-09", "2019"),
        ("present", "2999"),
    ):
        assert fields.end_not_before_start(end, start) == end
