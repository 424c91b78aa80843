from typing import Any

import pytest

from kg.profile.model import Teaching
from tests.support.pages import facts_of, values_of


def read(text: str, heading: str = "Teaching") -> list[dict[str, Any]]:
    return values_of("teaching", f"# Ada Lovelace\n\n## {heading}\n\n{text}")


def test_a_line_tells_course_code_term_and_role() -> None:
    for text, expected in (
        (
            "Head TA, Engines (Honor Track)\t2023 Spring",
            {"course": "Engines (Honor Track)", "term": ["2023 Spring"], "role": "Head TA"},
        ),
        (
            "• TA, IERG3050: Simulation and Engines\n\nFall 2021, University of London",
            {
                "course": "Simulation and Engines",
                "code": ["IERG3050"],
                "institution": "University of London",
                "term": ["Fall 2021"],
                "role": "TA",
            },
        ),
        (
            "- Instructor for CS 101: Engines at the University of London (Spring 2020)",
            {
                "course": "Engines",
                "code": ["CS 101"],
                "institution": "University of London",
                "term": ["Spring 2020"],
                "role": "Instructor",
            },
        ),
    ):
        found = read(text)

        assert found == [expected]
        Teaching.model_validate(found[0])


def test_role_and_university_may_stand_above() -> None:
    found = read(
        "### University of London\n\n**Teaching Assistant**\n\n- CS 101: Engines, Fall 2019\n- Looms, Spring 2020"
    )

    assert found == [
        {
            "course": "Engines",
            "code": ["CS 101"],
            "institution": "University of London",
            "term": ["Fall 2019"],
            "role": "Teaching Assistant",
        },
        {
            "course": "Looms",
            "institution": "University of London",
            "term": ["Spring 2020"],
            "role": "Teaching Assistant",
        },
    ]


def test_the_heading_tells_the_role_and_is_quoted() -> None:
    [fact] = facts_of(
        "teaching", "## TEACHING EXPERIENCE (TEACHING ASSISTANT)\n\n**15-719 – Engines (CMU)** Spring 2017"
    )

    assert fact.values == {
        "course": "Engines",
        "code": ["15-719"],
        "institution": "CMU",
        "term": ["Spring 2017"],
        "role": "TEACHING ASSISTANT",
    }
    assert "TEACHING ASSISTANT" in fact.quote.text


def test_instructors_and_what_was_done_stand_below() -> None:
    found = read(
        "**15-719 – Engines** Spring 2017\n\nInstructors: Prof. Charles Babbage, Prof. Mary Somerville\n\n"
        "Designed a course project that uses punched cards."
    )

    assert found[0]["instructors"] == ["Charles Babbage", "Mary Somerville"]
    assert found[0]["summary"] == "Designed a course project that uses punched cards."


@pytest.mark.parametrize(
    "text",
    [
        "University of London, UK, 2013 – 2015",
        "I enjoy teaching engines to all ages.",
    ],
)
def test_what_is_no_course_is_left_out(text: str) -> None:
    assert read(text) == []


def test_a_term_below_is_no_sentence_and_an_advanced_course_is_none_either() -> None:
    found = read("- TA, CS 101: Engines\n\nSpring 2022, University of London\n\n- Advanced Engines (Fall 2019)")

    assert [each["term"] for each in found] == [["Spring 2022"], ["Fall 2019"]]


def test_names_of_columns_are_no_courses() -> None:
    found = read("| Term | Course | Role |\n|---|---|---|\n| Fall 2021 | CS 3410 Engine Organization | Head TA |")

    assert found == [
        {"course": "Engine Organization", "code": ["CS 3410"], "term": ["Fall 2021"], "role": "Head TA"},
    ]


def test_a_university_below_the_courses_of_another_is_that_of_the_next_courses() -> None:
    found = read(
        "University of London\n\n- Ethics of Looms, 2017/2018\n- Ethics of Silk, 2018/2019\n\n"
        "University of Bath\n\n- Philosophy of Looms, 2012/2013\n- Philosophy of Silk, 2011/2012"
    )

    assert [course["institution"] for course in found] == ["University of London"] * 2 + ["University of Bath"] * 2
