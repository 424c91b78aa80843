import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of as read_facts
from kg.profile.drafts.model import Fact
from tests.support.often import often
from tests.support.work import ends, linear


def facts_of(text: str) -> list[Fact]:
    found = read_facts(read_text(text, "cv.md"))
    return [fact for fact in found if fact.section in ("education", "positions")]


def only(text: str) -> Fact:
    (fact,) = facts_of(text)
    return fact


def test_a_degree_has_all_that_its_lines_say() -> None:
    fact = only(
        """## Education
**University of Northfield, Northfield, UK** Sep. 2016 – present

Ph.D. Candidate in Computer Science, School of Informatics

Advisors: Prof. Mary Somerville (MIT), Dr. Tom Reed

Dissertation Title: “Looms and Flowers” (WIP)

GPA: 3.9/4.0
"""
    )
    assert fact.values == {
        "degree": "Ph.D.",
        "field": "Computer Science",
        "institution": "University of Northfield",
        "unit": "School of Informatics",
        "start": "2016-09",
        "end": "present",
        "location": "Northfield, UK",
        "advisors": [{"name": "Mary Somerville", "organization": "MIT"}, "Tom Reed"],
        "thesis": "Looms and Flowers",
        "grade": "3.9/4.0",
    }
    assert fact.quote.lines == (2, 10)
    assert fact.how["institution"].startswith("own line;")


def test_minor_distinction_and_a_planned_end_are_kept() -> None:
    fact = only(
        "## Education\n- B.S. in Physics, Minor in Music with Distinction, Eastmoor College, 2022 – 2026 (expected)\n"
    )
    assert fact.values["minor"] == "Music"
    assert fact.values["distinction"] == "Distinction"
    assert fact.values["expected"] is True


def test_a_position_has_its_unit_place_advisors_and_results() -> None:
    fact = only(
        """## Experience
- Research Intern at Loom Lab, Eastmoor University
  May 2020 – Aug 2020, Remote
  - Mentor: Tom Reed
  - Built a loom.
  - Wove a flower.
"""
    )
    assert fact.values == {
        "role": "Research Intern",
        "organization": "Eastmoor University",
        "unit": "Loom Lab",
        "start": "2020-05",
        "end": "2020-08",
        "location": "Remote",
        "advisors": ["Tom Reed"],
        "highlights": ["Built a loom.", "Wove a flower."],
    }


def test_whom_one_assists_is_the_advisor() -> None:
    fact = only("## Experience\n**Research Assistant** to Mary Somerville — University of Northfield. *2006 – 2012*\n")
    assert (fact.values["role"], fact.values["advisors"]) == ("Research Assistant", ["Mary Somerville"])


def test_dates_torn_from_two_degrees_are_given_back_in_order() -> None:
    text = """## Education

Northfield University Ph.D. in Physics. Advisor: Tom Reed

Northfield University B.S. in Physics. Sep 2022 - Present

Sep 2018 - June 2022 GPA: 3.8/4.0
"""
    doctor, bachelor = facts_of(text)
    assert (doctor.values["start"], doctor.values["end"]) == ("2022-09", "present")
    assert (bachelor.values["start"], bachelor.values["end"]) == ("2018-09", "2022-06")
    assert bachelor.values["grade"] == "3.8/4.0"
    assert doctor.how["start"] == bachelor.how["end"] == "torn column; ; heading and lines"


def test_stacked_degrees_share_the_institution_and_the_first_has_the_thesis() -> None:
    text = """## Education
### Northfield University
*Ph.D. Candidate in Physics*

*M.S. in Physics*

Advisors: Mary Somerville, Tom Reed

**Pittsburgh, PA**

*Aug 2012 – Sep 2019 (Expected)*

*Aug 2012 – Dec 2018*
"""
    doctor, master = facts_of(text)
    assert doctor.values["advisors"] == ["Mary Somerville", "Tom Reed"]
    assert (doctor.values["end"], doctor.values["expected"]) == ("2019-09", True)
    assert master.values["institution"] == "Northfield University"
    assert master.values["end"] == "2018-12"
    assert "advisors" not in master.values


def test_what_is_not_plain_is_left_out() -> None:
    for text in (
        "## Experience\nI like looms and have done so for years.\n",
        "## Experience\n- Developed a compiler in 2019.\n- Built a loom at home.\n",
        "## Education\n- Read many books, 2019\n",
        "## Education\n- Northfield University, 2019\n",
        "## Experience\n- Engineer, 2019\n",
        "## Education\n- **Habilitation in Physics**, 2019\n  - *Looms driven by cards and their patterns of silk*\n",
    ):
        assert facts_of(text) == []


def prose_of(text: str, owner: str = "") -> list[tuple[str, dict[str, object]]]:
    found = facts_of(f"# {owner}\n\n{text}" if owner else text)
    return [(fact.section, dict(fact.values)) for fact in found]


def test_sentences_state_positions_and_degrees() -> None:
    text = """I am an assistant professor of Computing at the [Northfield University](https://x.example)
in Ely. Before that, I was a postdoc researcher at
Eastmoor College, working with Dr. Mary Somerville and Dr. Tom Reed in the Loom Lab. I received my
Ph.D. degree in Physics from University of Westbrook (UWB) in 2015, supervised by Prof. Jane Noor.
"""
    assert prose_of(text) == [
        ("positions", {"role": "assistant professor", "organization": "Northfield University", "end": "present"}),
        (
            "positions",
            {
                "role": "postdoc researcher",
                "organization": "Eastmoor College",
                "advisors": ["Mary Somerville", "Tom Reed"],
            },
        ),
        (
            "education",
            {
                "degree": "Ph.D.",
                "field": "Physics",
                "institution": "University of Westbrook",
                "end": "2015",
                "advisors": ["Jane Noor"],
            },
        ),
    ]


def test_a_student_studies_for_the_degree() -> None:
    text = "I am a third-year Ph.D. student at LoomLab, CUHK, advised by Prof. Mary Somerville."
    assert prose_of(text) == [
        (
            "education",
            {
                "degree": "Ph.D.",
                "institution": "CUHK",
                "unit": "LoomLab",
                "end": "present",
                "advisors": ["Mary Somerville"],
            },
        )
    ]


def test_sentences_may_speak_of_the_owner_by_name() -> None:
    text = "Mary Ellis is a Professor in the Department of Computing at the University of California, Berkeley."
    expected = {
        "role": "Professor",
        "organization": "University of California, Berkeley",
        "unit": "Department of Computing",
        "end": "present",
    }
    assert prose_of(text, "Mary Ellis") == [("positions", expected)]
    assert prose_of(text, "Tom Reed") == []


def test_sentences_about_others_plans_and_news_say_nothing() -> None:
    for text in (
        "I will join Westbrook University as an assistant professor in 2026.",
        "I am looking for a postdoc at MIT.",
        "My advisor is a professor at MIT.",
        "I am interested in systems at the scale of Google.",
        "If you are a student at Northfield University, write to me.",
        "- I am a professor at Northfield University.",
        "## News\nI am a professor at Northfield University.",
    ):
        assert facts_of(text) == [], text


def test_sentences_are_not_read_where_a_list_says_better() -> None:
    listed = "## Employment\n- Professor, Northfield University, 2019 – present\n"
    text = f"I am a professor at Northfield University.\n\n{listed}"
    (fact,) = facts_of(text)
    assert fact.values["start"] == "2019"


_LINES = st.sampled_from(
    [
        "## Education",
        "## Experience",
        "### Lyra",
        "**University of Northfield** Sep 2019 – May 2020",
        "- Ph.D. in Physics, Eastmoor College (2019)",
        "  - Advisor: Prof. Mary Somerville (MIT)",
        "2019 – 2021",
        "*Research Intern*",
        "Boston, MA",
        "| 2019 | Engineer | Lyra Inc. |",
        "Developed a loom.",
        "(",
        "at, — | ; :",
        "",
        "Advisor:",
        "1. [2019] at @ Google,, Inc.",
    ]
)


@settings(max_examples=often(200), deadline=None)
@given(st.lists(st.one_of(_LINES, st.text(max_size=40)), max_size=25).map("\n".join))
def test_any_lines_are_read_and_facts_are_whole(text: str) -> None:
    try:
        found = facts_of(text)
    except ReadError:
        return
    for fact in found:
        keys = ("institution", "degree") if fact.section == "education" else ("organization",)
        assert all(fact.values[key] for key in keys)
        assert fact.quote.text


@pytest.mark.parametrize(
    ("piece", "end"),
    [
        ("a, ", ""),
        ("( ", ""),
        ("at ", ""),
        ("University of ", ""),
        ("Research ", "Intern"),
        ("Advisor: ", ""),
        ("Prof. ", ""),
        ("2019 ; ", ""),
        ("Ph.D. in ", ""),
        ("I am a professor at ", ""),
        ("\t", ""),
    ],
)
def test_long_lines_take_work_in_proportion_to_their_length(piece: str, end: str) -> None:
    def read(size: int) -> None:
        line = piece * (size // len(piece)) + end
        for heading in ("## Education", "## Experience"):
            facts_of(f"{heading}\n{line}\n")
        prose_of(f"I am {line}")

    linear(read, 1_000)
    with ends():
        read(250_000)


def test_the_subject_of_a_degree_is_no_unit() -> None:
    fact = only("## Education\n\n- M.Sc., Ecology, 2011, Turin University, Italy (Summa cum laude)\n")
    assert (fact.values["field"], fact.values["institution"]) == ("Ecology", "Turin University")
    assert "unit" not in fact.values


def test_the_title_of_whose_a_laboratory_is_is_no_role() -> None:
    fact = only("## Experience\n\n2019 - 2020 Research assistant: Prof. Ada Lovelace's lab, University of Turin\n")
    assert (fact.values["role"], fact.values["organization"]) == ("Research assistant", "University of Turin")


@pytest.mark.parametrize(
    "line",
    [
        "Maître de conférences hors classe à l'Université de Nantes (2009 - 2015)",
        "2010-2015 : Maitresse de conferences à l'Université de Nantes",
    ],
)
def test_a_french_organisation_begins_behind_its_article(line: str) -> None:
    assert only(f"# Ada Lovelace\n\n## Expérience\n\n* {line}\n").values["organization"] == "Université de Nantes"
