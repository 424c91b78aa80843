"""Of two readings of the same lines one is believed, and what both say is surer than what one says."""

from typing import Any

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
