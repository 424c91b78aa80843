"""Talks, courses, service, awards, grants and memberships of whole documents, as the learned reader has them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.extract.extraction import extract
from kg.profile.drafts.writing import text
from kg.profile.model import Teaching
from tests.support.pages import facts_of, values_of

ADA = """# Ada Vane

## Education

- Ph.D. in Weaving, University of Leeds, 2015 - 2019

## Academic Services

- Conference Reviewer: ICML 2022-2024, NeurIPS (2021, 2022), ICLR 2023.
- Journal Reviewer: IEEE Transactions on Looms, Journal of Weaving
- Area Chair: ACL 2024

## Teaching

### University of Leeds

**Teaching Assistant**

- CS 540: Machine Weaving, Fall 2021
- Introduction to Looms, 2014-2015

## Talks

- "Weaving with Graphs", University of Bath, Mar. 2020
- "Looms of the North", Loom Days, Oslo, 3 May 2019

## Honors and Awards

- Loom Medal, Royal Society, 2019
- Engine Prize 2017, 2018

## Grants

- Royal Society, “Looms for All”, PI, £20,000, 2019–2021

## Professional Memberships

- IEEE Computer Society
- Association for Computing Machinery (ACM), student member, since 2016
"""


def said(section: str, *keys: str) -> Iterator[tuple[Any, ...]]:
    yield from (tuple(each.get(key) for key in keys) for each in values_of(section, ADA))


def test_each_venue_of_a_line_is_a_service_with_the_role_that_it_names_first() -> None:
    assert list(said("service", "role", "venue", "year")) == [
        ("Conference Reviewer", "ICML", 2022),
        ("Conference Reviewer", "NeurIPS", 2021),
        ("Conference Reviewer", "NeurIPS", 2022),
        ("Conference Reviewer", "ICLR", 2023),
        ("Journal Reviewer", "IEEE Transactions on Looms", None),
        ("Journal Reviewer", "Journal of Weaving", None),
        ("Area Chair", "ACL", 2024),
    ]
    assert next(said("service", "summary")) == ("2022-2024",), "what lasts is kept as it is written"


def test_headings_say_where_and_as_what_somebody_taught_and_are_quoted() -> None:
    found = facts_of("teaching", ADA)

    assert [fact.values for fact in found] == [
        {
            "course": course, "institution": "University of Leeds", "role": "Teaching Assistant", **more,
        }
        for course, more in (
            ("Machine Weaving", {"code": ["CS 540"], "term": ["Fall 2021"]}),
            ("Introduction to Looms", {"term": ["2014/2015"]}),
        )
    ]  # fmt: skip
    for fact in found:
        assert "Teaching Assistant" in fact.quote.text
        Teaching.model_validate(fact.values)


def test_talks_awards_grants_and_memberships_are_read() -> None:
    assert list(said("talks", "title", "venue", "year", "date")) == [
        ("Weaving with Graphs", "University of Bath", 2020, "2020-03"),
        ("Looms of the North", "Loom Days", 2019, "2019-05-03"),
    ]
    assert list(said("awards", "name", "giver", "year")) == [
        ("Loom Medal", "Royal Society", 2019),
        ("Engine Prize", None, 2017),
        ("Engine Prize", None, 2018),
    ]
    assert list(said("grants", "name", "funder", "amount", "currency", "start", "end")) == [
        ("Looms for All", "Royal Society", 20000, "GBP", "2019", "2021"),
    ]
    assert list(said("memberships", "organization", "role", "start")) == [
        ("IEEE Computer Society", None, None),
        ("Association for Computing Machinery (ACM)", "student member", "2016"),
    ]


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("Service", "- Currently signed in to 43 different slack teams"),
        ("Awards", "See the full list on my homepage."),
        ("Awards", "- I love engines."),
        ("Teaching", "I enjoy teaching engines to all ages."),
    ],
)
def test_what_says_nothing_of_the_kind_is_left_out(heading: str, text: str) -> None:
    sections = ("service", "awards", "teaching", "talks")

    assert [facts_of(section, f"# Ada Vane\n\n## {heading}\n\n{text}\n") for section in sections] == [[]] * 4


@settings(max_examples=20)
@given(st.text(alphabet="Prize Award,;()[]-–—2019'\"\t\n*#", max_size=200))
def test_any_text_is_read(text: str) -> None:
    values_of("awards", f"# Ada Vane\n\n## Awards\n\n- {text}")


def test_courses_below_a_bare_heading_are_kept_in_the_profile(tmp_path: Path) -> None:
    page = tmp_path / "ada.md"
    page.write_text("# Ada Vane\n\n## Teaching\n\n- CS 540 Machine Weaving, University of Leeds, Fall 2021\n")

    assert "course: Machine Weaving" in text(extract([page]))


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("## Teaching\n\nAs a doctoral student I have been in so many courses, and all were fun.\n", []),
        ("## Career\n\n- Médico do Programa Musgo (2026-atual)\n- Técnico em Musgos (2013-2016)\n", []),
        ("## Teaching Experience\n\n- History of Moss, University of Leeds, 2019\n", [("History of Moss", "Teaching")]),
    ],
)  # fmt: skip
def test_courses_are_believed_below_a_heading_or_with_words_of_teaching(text: str, entries: list[Any]) -> None:
    page = f"# Ada Vane\n\n{text}"

    assert [(each["course"], each["role"]) for each in values_of("teaching", page)] == entries


def test_what_a_profile_cannot_hold_is_unread_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "cv.md").write_text("# Ada Vane\n\n## Activities\n\n- Society of Looms, 2019\n\nNothing else.\n")

    draft = extract([tmp_path / "cv.md"])
    assert any("Society of Looms" in each.quote.text for each in draft.unread)
