"""Confidence keeps its word on people that it was not fitted on, and never trusts what it does not know."""

from pathlib import Path

import pytest
from fitting import BOUND, Judged, Share, fit

from kg.extract import confidence
from kg.extract.confidence import ANY, measured
from kg.extract.extraction import extract
from tests.support.cv_judging import Verdict, judge
from tests.support.cv_styles import STYLES, render

FORMS = ("md", "html", "docx")
SEED = 1000
"""Far from the people that confidence is fitted on."""


def _verdict(pattern: str, *, right: bool, key: str = "year") -> Verdict:
    return Verdict("publications", key, pattern, right, 0, 1843)


def _judged(*verdicts: Verdict, layout: str = "plain", real: bool = False) -> Judged:
    return Judged(layout, "md", SEED, real, verdicts)


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[float, bool]]:
    """What confidence says of each value of CVs of unseen people, and whether it is right."""
    folder = tmp_path_factory.mktemp("unseen")
    made: list[tuple[float, bool]] = []
    for place, style in enumerate([*STYLES, *(f"mixed{number}" for number in range(90_001, 90_013, 2))]):
        path, gold = render(style, FORMS[place % 3], SEED + place, folder)
        facts = extract([path]).facts
        made += [(facts[v.fact].confidence[v.key], v.right) for v in judge(facts, gold) if v.right is not None]
    return made


@pytest.mark.thorough
def test_what_is_sure_is_right(claims: list[tuple[float, bool]]) -> None:
    sure = [right for said, right in claims if said >= 0.9]

    assert sum(sure) / len(sure) >= 0.98


@pytest.mark.thorough
def test_most_values_are_sure(claims: list[tuple[float, bool]]) -> None:
    assert sum(said >= 0.9 for said, _ in claims) / len(claims) >= 0.75


@pytest.mark.thorough
def test_what_is_unsure_is_wrong_more_often(claims: list[tuple[float, bool]]) -> None:
    sure, unsure = ([right for said, right in claims if (said >= 0.9) is wanted] for wanted in (True, False))

    assert sum(unsure) / len(unsure) < sum(sure) / len(sure)


def test_a_pattern_is_as_sure_as_was_measured_an_unknown_one_as_its_key_its_section_or_doubted() -> None:
    table = measured()

    assert confidence.of("publications", "title", "quoted") == table["publications", "title", "quoted"]
    assert confidence.of("publications", "title", "in the stars") == table["publications", "title", ANY]
    assert confidence.of("publications", "colour", "bold") == table["publications", ANY, ANY]
    assert confidence.of("hobbies", "name", "bold") == confidence.UNMEASURED < 0.9


def test_nothing_unmeasured_is_sure() -> None:
    assert max(share for row, share in measured().items() if row[2] == ANY) <= BOUND < 0.9


def test_every_share_is_of_a_kind() -> None:
    assert all(0 < share < 1 for share in measured().values())


def test_a_pattern_that_was_seen_once_is_not_sure() -> None:
    table = fit([_judged(_verdict("bold", right=True))])

    assert table["publications", "year", "bold"].expected < 0.9


def test_a_pattern_that_is_right_in_many_layouts_is_sure() -> None:
    table = fit(_judged(*[_verdict("bold", right=True)] * 5, layout=f"style {number}") for number in range(10))

    assert table["publications", "year", "bold"].expected > 0.95


def test_values_of_one_layout_count_less_than_those_of_many() -> None:
    one = fit([_judged(*[_verdict("bold", right=True)] * 50)])
    many = fit(_judged(*[_verdict("bold", right=True)] * 5, layout=f"style {number}") for number in range(10))

    assert one["publications", "year", "bold"].expected < many["publications", "year", "bold"].expected


def test_real_documents_outweigh_invented_ones_that_are_read_better() -> None:
    invented = (_judged(*[_verdict("bold", right=True)] * 20, layout=f"style {number}") for number in range(50))
    real = _judged(*[_verdict("bold", right=True)] * 4, _verdict("bold", right=False), layout="page", real=True)

    assert fit([*invented, real])["publications", "year", "bold"] == Share(1004, 1005, 0.8)


def test_an_entry_that_the_gold_does_not_have_is_wrong_in_all_its_values(tmp_path: Path) -> None:
    path, gold = render("hfill", "md", SEED, tmp_path)
    facts = extract([path]).facts

    verdicts = list(judge(facts, gold | {"awards": []}))

    assert {verdict.right for verdict in verdicts if verdict.section == "awards"} == {False}


def test_a_value_is_judged_by_itself(tmp_path: Path) -> None:
    path, gold = render("hfill", "md", SEED, tmp_path)
    works = [work | {"year": 1843} for work in gold["publications"]]

    verdicts = list(judge(extract([path]).facts, gold | {"publications": works}))

    years = [v.right for v in verdicts if (v.section, v.key) == ("publications", "year")]
    titles = [v.right for v in verdicts if (v.section, v.key) == ("publications", "title")]
    assert not any(years)
    assert all(titles)


def test_what_the_gold_does_not_speak_of_is_not_judged(tmp_path: Path) -> None:
    path, gold = render("hfill", "md", SEED, tmp_path)
    del gold["awards"]

    verdicts = judge(extract([path]).facts, gold)

    assert {verdict.right for verdict in verdicts if verdict.section == "awards"} == {None}
