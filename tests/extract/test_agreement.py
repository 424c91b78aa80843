"""Of two readings of the same lines one is believed, and what both say is surer than what one says."""

from typing import Any

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.extract.learned.agreement import HOW, WorkReading, united
from kg.profile.drafts.model import Fact, Quote

NOTES: dict[str, Any] = {"title": "Notes on the Analytical Engine", "authors": ["Ada Lovelace"], "year": 1843}


def reading(*lines: int, sure: float = 0.97, **values: Any) -> WorkReading:
    given = dict.fromkeys(values, sure)
    return WorkReading(Fact("publications", values, Quote("cv", "x", (1, 1)), given, dict.fromkeys(values, HOW)), lines)


def by_rules(*lines: int, **values: Any) -> WorkReading:
    return WorkReading(
        Fact("publications", values, Quote("cv", "x", (1, 1)), {}, dict.fromkeys(values, "quoted")), lines
    )


def test_a_title_of_which_models_are_sure_is_believed_against_the_rules_whose_links_stay() -> None:
    rule = by_rules(0, **NOTES | {"title": "Scientific Memoirs"}, doi="10.1234/a", status="preprint")
    found = united([rule], [reading(0, **NOTES)])[0]

    assert found.values == NOTES | {"doi": "10.1234/a"}
    assert found.how["title"] == "models' title, readers differ"


def test_lines_that_rules_take_for_one_work_are_two_where_models_read_two() -> None:
    flying: dict[str, Any] = {"title": "Flying by Steam", "authors": ["Ada Lovelace"], "year": 1844}
    found = united([by_rules(4, 5, 6, **NOTES)], [reading(6, **flying), reading(4, 5, **NOTES)])

    assert [fact.values for fact in found] == [NOTES, flying]


def test_works_of_which_one_runs_into_the_other_are_both_kept() -> None:
    flying: dict[str, Any] = {"title": "Flying by Steam", "authors": ["Ada Lovelace"], "year": 1844}
    found = united([by_rules(4, 5, 6, **NOTES)], [reading(6, 7, **flying)])

    assert [fact.values for fact in found] == [NOTES, flying]


def test_volume_and_pages_of_a_citation_are_read_and_what_both_say_is_sure() -> None:
    page = (
        "# Ada Lovelace\n\n## Publications\n\n"
        "- A. Lovelace, C. Babbage. Notes on the Analytical Engine. Journal of Looms, 12(3):45–67, 2019.\n"
        "- A. Lovelace. Weaving of patterns without a weaver. Journal of Looms, 13(1):1–12, 2020.\n"
    )
    works = [fact for fact in facts_of(read_text(page, "cv.md")) if fact.section == "publications"]

    assert [(each.values.get("volume"), each.values.get("pages")) for each in works] == [
        ("12", "45–67"), ("13", "1–12"),
    ]  # fmt: skip
    assert min(each.confidence["title"] for each in works) > 0.8
