from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pages import facts_of, values_of

HEADING = "# Ada Lovelace\n\n## Awards and Honors\n\n"


def read(text: str) -> list[dict[str, Any]]:
    return values_of("awards", HEADING + text)


def award(name: str, year: int | None = None, **more: Any) -> dict[str, Any]:
    return {"name": name, **more} | ({"year": year} if year else {})


def test_a_line_tells_name_giver_place_and_year() -> None:
    for line, expected in (
        ("- Engine Prize 1998", award("Engine Prize", 1998)),
        ("- [2019] Engine Prize", award("Engine Prize", 2019)),
        ("- Engine Prize (2019)", award("Engine Prize", 2019)),
        ("Engine Prize\tUniversity of London\t2019", award("Engine Prize", 2019, giver="University of London")),
        ("2019\tEngine Prize\tUniversity of London", award("Engine Prize", 2019, giver="University of London")),
        ("**Engine Prize** SoCC 2015", award("Engine Prize", 2015, venue="SoCC")),
        ("- Engine Prize, University of London, 2019", award("Engine Prize", 2019, giver="University of London")),
        ("- Engine Prize awarded by the Royal Society, 2019", award("Engine Prize", 2019, giver="Royal Society")),
        ("- Engine Prize (top 5%), 2019", award("Engine Prize", 2019, summary="top 5%")),
        ("- [2024.04] Engine Prize", award("Engine Prize", 2024, start="2024-04")),
        ("- ICML2020 Top Reviewer", award("ICML2020 Top Reviewer", 2020)),
        ("| 2019 | Engine Prize | University of London |\n", award("Engine Prize", 2019, giver="University of London")),
    ):
        table = "| Year | Award | Institution |\n|---|---|---|\n" if line.startswith("|") else ""

        assert read(table + line) == [expected]


def test_two_years_are_two_awards() -> None:
    assert read("- Engine Prize 2017, 2018") == [award("Engine Prize", 2017), award("Engine Prize", 2018)]


def test_two_awards_of_one_line_are_two() -> None:
    found = read("- ICML 2020 Top Reviewer, NeurIPS 2022 Top Reviewer; Engine Prize 2023")

    assert [each["name"] for each in found] == ["ICML 2020 Top Reviewer", "NeurIPS 2022 Top Reviewer", "Engine Prize"]


def test_columns_torn_apart_are_put_together() -> None:
    found = read(
        "Full Studentship  \nDean's List (College of Engines)\n\nUniversity of London  \nUniversity of Turin\n\n"
        "2019 – 2023  \n2015 – 2019"
    )

    assert found == [
        award("Full Studentship", giver="University of London", start="2019", end="2023"),
        award("Dean's List (College of Engines)", giver="University of Turin", start="2015", end="2019"),
    ]


def test_name_giver_and_date_may_stand_in_lines_of_their_own() -> None:
    found = read("Engine Prize\n\nUniversity of London\n\n2019\n\nNote Medal\n\nUniversity of Turin\n\n2018")

    assert found == [
        award("Engine Prize", 2019, giver="University of London"),
        award("Note Medal", 2018, giver="University of Turin"),
    ]


def test_a_year_above_holds_for_all_below() -> None:
    assert read("### 2019\n\n- Engine Prize\n- Note Medal\n\n### 2018\n\n- Loom Grant") == [
        award("Engine Prize", 2019),
        award("Note Medal", 2019),
        award("Loom Grant", 2018),
    ]


@pytest.mark.parametrize(
    "line", ["See the full list on my homepage.", "- I love engines.", "2019", "-", "### Fellowships"]
)
def test_what_is_no_award_is_left_out(line: str) -> None:
    assert read(line) == []


@given(st.text(alphabet="Prize Award,;()[]-–—2019'\"\t\n*#", max_size=200))
def test_any_text_is_read(text: str) -> None:
    read("- " + text)


def test_a_table_of_contents_names_no_awards() -> None:
    contents = "1 Education 1\n\n2 Awards and Honors 2\n\n3 Grants and Fellowships 3"
    text = f"# Ada Lovelace\n\n{contents}\n\n## Awards\n\n- Prizes . . . 4\n"
    found = facts_of("awards", f"{text}- Engine Prize, Royal Society, 2013\n")

    assert [fact.values["name"] for fact in found if fact.section == "awards"] == ["Engine Prize"]
