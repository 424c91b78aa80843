import pytest

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.profile.drafts.model import Fact
from tests.support.work import ends, linear


def read(text: str) -> list[Fact]:
    return [fact for fact in facts_of(read_text(text, "cv.md")) if fact.section in ("education", "positions")]


def told(text: str, *keys: str) -> list[tuple[object, ...]]:
    return [tuple(fact.values.get(key) for key in keys) for fact in read(text)]


def test_dates_on_lines_of_their_own_belong_to_the_entry_below() -> None:
    page = """# Ada Vane

## Employment

2015 – 2019

Professor, Northfield University

2011 – 2015

Lecturer, Eastmoor College

2008 – 2011

Research Assistant, Westbrook University
"""
    assert told(page, "organization", "start", "end") == [
        ("Northfield University", "2015", "2019"),
        ("Eastmoor College", "2011", "2015"),
        ("Westbrook University", "2008", "2011"),
    ]


def test_roles_of_one_organisation_have_it_and_quote_its_line() -> None:
    page = """# Ada Vane

## Employment

### University of Northfield

- Professor, 2019 – present
- Lecturer, 2013 – 2019
"""
    facts = read(page)
    assert {fact.values["organization"] for fact in facts} == {"University of Northfield"}
    assert all("University of Northfield" in fact.quote.text for fact in facts)


def test_a_sentence_states_what_somebody_is_and_got() -> None:
    page = """# Ada Vane

I am an assistant professor at Northfield University. I received my B.S. and M.S. from Eastmoor College in 2015 and
2017, respectively. From 2019 to 2021, I was a lecturer at Fern College, working with Prof. Bo Quist.
"""
    assert told(page, "degree", "institution", "role", "organization", "start", "end", "advisors") == [
        (None, None, "assistant professor", "Northfield University", None, "present", None),
        ("B.S.", "Eastmoor College", None, None, None, "2015", None),
        ("M.S.", "Eastmoor College", None, None, None, "2017", None),
        (None, None, "lecturer", "Fern College", "2019", "2021", ["Bo Quist"]),
    ]


def test_sentences_about_others_plans_and_news_say_nothing() -> None:
    for text in (
        "I will join Westbrook University as an assistant professor in 2026.",
        "I am looking for a postdoc at MIT.",
        "My advisor is a professor at MIT.",
        "If you are a student at Northfield University, write to me.",
        "## News\nI am a professor at Northfield University.",
    ):
        assert read(text) == [], text


def test_a_sentence_does_not_tell_again_what_a_list_of_its_page_says() -> None:
    page = "# Ada Vane\n\nI am a professor at Northfield University.\n\n## Employment\n"
    assert told(f"{page}- Professor, Northfield University, 2019 – present\n", "start") == [("2019",)]


@pytest.mark.parametrize("piece", ["a, ", "( ", "at ", "University of ", "Prof. ", "2019 ; ", "Ph.D. in ", "\t"])
def test_long_lines_take_work_in_proportion_to_their_length(piece: str) -> None:
    def read_line(size: int) -> None:
        line = piece * (size // len(piece))
        for text in (f"## Education\n{line}\n", f"## Experience\n{line}\n", f"I am {line}"):
            read(text)

    linear(read_line, 1_000)
    with ends():
        read_line(250_000)


def test_names_of_organisations_are_whole_and_supervisors_and_tasks_are_no_roles() -> None:
    page = """# Ada Vane

## Education

- PhD in Botany, Texas A&M University, 2015
- 修士(理学) 京都大学, 2020年3月

## Experience

- 2012 – 2016 Professore Associato, Università degli Studi di Milano – Bicocca
- 2009 – 2011 Wissenschaftliche Mitarbeiterin an der Technischen Universität Nordheim (Prof. Dr. Bo Quist)
- 2008 – 2009 Research Assistant, Westbrook University
    - Animation of labs
"""
    assert told(page, "degree", "institution", "role", "organization") == [
        ("PhD", "Texas A&M University", None, None),
        ("修士", "京都大学", None, None),
        (None, None, "Professore Associato", "Università degli Studi di Milano – Bicocca"),
        (None, None, "Wissenschaftliche Mitarbeiterin", "Technischen Universität Nordheim"),
        (None, None, "Research Assistant", "Westbrook University"),
    ]


def test_a_number_behind_the_name_of_a_course_is_nobody_who_speaks_and_a_title_with_study_is_no_abstract() -> None:
    page = """# Ada Vane

## Publications

1. Con Murphy, Mit Shah, and Ada Vane. The Study Skills of Engineers. Journal of Skills 3(4), 1--12, 2021.

## Teaching

- Calculus I for students of the engineering sciences, Lecturer, Fern University, Fall 2021
- Calculus I for Engineers, Lecturer, Fern University, Fall 2020
"""
    work, course, _ = (fact.values for fact in facts_of(read_text(page, "cv.md")) if fact.section)
    assert (work["title"], work["authors"]) == ("The Study Skills of Engineers", ["Con Murphy", "Mit Shah", "Ada Vane"])
    assert course["course"] == "Calculus I for students of the engineering sciences"
