"""Of two readings of the same lines one is believed, and what both say is surer than what one says."""

from typing import Any

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.extract.learned.agreement import HOW, MOST, WorkReading, united
from kg.profile.drafts.model import Fact, Quote

NOTES: dict[str, Any] = {"title": "Notes on the Analytical Engine", "authors": ["Ada Lovelace"], "year": 1843}


def reading(*lines: int, sure: float = 0.97, how: str = HOW, **values: Any) -> WorkReading:
    given = dict.fromkeys(values, sure)
    return WorkReading(Fact("publications", values, Quote("cv", "x", (1, 1)), given, dict.fromkeys(values, how)), lines)


def by_rules(*lines: int, **values: Any) -> WorkReading:
    return reading(*lines, sure=0.9, how="quoted", **values)


def test_what_both_readers_say_is_surer_than_what_one_says() -> None:
    both = united([by_rules(0, **NOTES)], [reading(0, **NOTES)])[0]
    rules, models = united([by_rules(0, **NOTES)], [])[0], united([], [reading(0, **NOTES)])[0]

    assert both.values == NOTES
    assert min(both.confidence.values()) > 0.9
    assert all(both.confidence[key] > max(rules.confidence[key], models.confidence[key]) for key in NOTES)


def test_a_work_of_both_readers_has_the_values_of_both() -> None:
    found = united([by_rules(0, **NOTES, url="https://example.org")], [reading(0, **NOTES, volume="3", pages="1–9")])[0]

    assert found.values == NOTES | {"url": "https://example.org", "volume": "3", "pages": "1–9"}
    assert found.confidence["pages"] == MOST
    assert found.confidence["url"] == 0.9


def test_a_title_of_which_models_are_sure_is_believed_against_the_rules_whose_links_stay() -> None:
    rule = by_rules(0, **NOTES | {"title": "Scientific Memoirs"}, doi="10.1234/a", status="preprint")
    found = united([rule], [reading(0, **NOTES)])[0]

    assert found.values == NOTES | {"doi": "10.1234/a"}
    assert found.confidence["title"] < 0.9


def test_a_title_that_models_take_for_the_venue_is_not_believed() -> None:
    rule = by_rules(
        0, **NOTES | {"title": "Journal of Looms, 45, pp. 10–20", "venue": "Notes on the Analytical Engine"}
    )
    found = united([rule], [reading(0, sure=0.7, **NOTES, venue="Journal of Looms")])

    assert found[0].values == NOTES | {"venue": "Journal of Looms"}


def test_authors_whom_rules_lost_at_the_head_of_a_list_are_those_of_models() -> None:
    everybody = ["Charles Babbage", "Mary Somerville", "Ada Lovelace"]
    found = united([by_rules(0, **NOTES)], [reading(0, **NOTES | {"authors": everybody})])
    others = united([by_rules(0, **NOTES)], [reading(0, **NOTES | {"authors": ["Ada Lovelace", "Charles Babbage"]})])

    assert found[0].values["authors"] == everybody
    assert others[0].values["authors"] == ["Ada Lovelace"]


def test_a_title_above_its_own_citation_is_no_second_work() -> None:
    found = united([by_rules(2, **NOTES)], [reading(0, 1, **NOTES | {"authors": ["A. King"]}), reading(2, **NOTES)])

    assert [fact.values for fact in found] == [NOTES]


def test_a_work_whose_title_is_its_venue_or_a_page_of_text_is_none() -> None:
    assert united([by_rules(0, title="A & A, Volume 617, id", venue="A & A", year=2018)], []) == []
    assert united([by_rules(0, title="Loom. A Review", venue="Loom", year=2018)], []) != []
    assert united([by_rules(0, title="courses taught " * 50, year=2018)], []) == []  # a page of text


def test_a_title_of_which_models_are_not_sure_is_not_believed_against_the_rules() -> None:
    found = united([by_rules(0, **NOTES)], [reading(0, sure=0.7, title="the Analytical Engine", year=1843, volume="3")])

    assert [fact.values for fact in found] == [NOTES | {"volume": "3"}]


def test_a_journal_that_models_tell_from_the_archive_beside_it_makes_the_work_no_preprint() -> None:
    rule = reading(0, how="arXiv", **NOTES, venue="arXiv", status="preprint", status_note="arXiv")

    assert united([rule], [reading(0, **NOTES, venue="Scientific Memoirs")])[0].values == NOTES | {
        "venue": "Scientific Memoirs"
    }


def test_lines_that_rules_take_for_one_work_are_two_where_models_read_two() -> None:
    flying: dict[str, Any] = {"title": "Flying by Steam", "authors": ["Ada Lovelace"], "year": 1844}
    found = united([by_rules(4, 5, 6, **NOTES)], [reading(6, **flying), reading(4, 5, **NOTES)])

    assert [fact.values for fact in found] == [NOTES, flying]


def test_works_of_which_one_runs_into_the_other_are_both_kept() -> None:
    flying: dict[str, Any] = {"title": "Flying by Steam", "authors": ["Ada Lovelace"], "year": 1844}
    found = united([by_rules(4, 5, 6, **NOTES)], [reading(6, 7, **flying)])

    assert [fact.values for fact in found] == [NOTES, flying]


def test_a_title_that_breaks_off_inside_a_word_is_not_believed() -> None:
    found = united([by_rules(0, title="Looms.jl: Weaving", year=1843)], [reading(0, title="Looms", year=1843)])

    assert found[0].values["title"] == "Looms.jl: Weaving"


def test_works_stand_in_the_order_of_their_lines_whoever_read_them() -> None:
    titled = [
        reading(line, **NOTES | {"title": title}) for line, title in ((0, "Flying by Steam"), (5, "Looms of Wool"))
    ]
    rules, models = [by_rules(2, **NOTES)], titled

    assert [fact.values["title"] for fact in united(rules, models)] == [
        "Flying by Steam", NOTES["title"], "Looms of Wool",
    ]  # fmt: skip


def test_the_date_of_models_goes_where_the_year_is_another() -> None:
    found = united([by_rules(0, **NOTES)], [reading(0, **NOTES | {"year": 1842}, date="1842-09")])

    assert found[0].values == NOTES


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
    assert min(each.confidence["title"] for each in works) >= 0.9


def test_words_of_a_title_that_rules_take_for_authors_are_of_the_title() -> None:
    title = "Another way to weave: Silk Cards, Pastoral Looms and the engines of London"
    rule = by_rules(0, **NOTES | {"title": "Another way to weave", "authors": ["Silk Cards", "Pastoral Looms"]})
    people = by_rules(0, **NOTES | {"title": "Review of looms by", "authors": ["Mary Reed", "John Cole"]})

    assert united([rule], [reading(0, sure=0.7, **NOTES | {"title": title})])[0].values == NOTES | {"title": title}
    assert united([people], [reading(0, sure=0.7, **NOTES | {"title": "Mary Reed and John Cole"})])[0].values == (
        NOTES | {"title": "Review of looms by", "authors": ["Mary Reed", "John Cole"]}
    )
