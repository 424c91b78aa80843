"""Invented people come back from their CVs: in any style, in any format, as the CV states them."""

from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

import pytest

from kg.extract.extraction import extract
from kg.profile.drafts.model import PERSON
from tests.support.cv_judging import Tally, judge, tally
from tests.support.cv_styles import STYLES, printing, render

WANTED = {"md": 0.95, "html": 0.95, "docx": 0.90, "print": 0.90, "latex": 0.90}
"""The share of publications that come back with title, authors and year."""
CAREER = 0.85
SECTIONS = ("publications", "positions", "education", "awards")

needs_chromium = pytest.mark.skipif(printing.browser() is None, reason="Chromium prints the pages; install chromium")
needs_latex = pytest.mark.skipif(
    printing.typesetter() is None, reason="pdflatex sets the CVs; install texlive-latex-extra and tex-gyre"
)


def _assert_comes_back(form: str, seeds: Sequence[int], folder: Path, styles: Sequence[str] = tuple(STYLES)) -> None:
    scores: dict[str, list[list[Tally]]] = {style: [] for style in styles}
    for style, seed in product(styles, seeds):
        path, gold = render(style, form, seed, folder)
        facts = extract([path]).facts
        scores[style].append([tally(facts, gold, section) for section in SECTIONS])
    works, *career = _total(each for tallies in scores.values() for each in tallies)
    by_style = {style: dict(zip(SECTIONS, _total(tallies), strict=True)) for style, tallies in scores.items()}

    assert works >= WANTED[form], by_style
    assert min(career) >= CAREER, by_style


def _total(documents: Iterable[Sequence[Tally]]) -> list[float]:
    """The score of each section over all documents."""
    return [Tally(*map(sum, zip(*tallies, strict=True))).score for tallies in zip(*documents, strict=True)]


@pytest.mark.parametrize("form", ["md", "html", pytest.param("docx", marks=pytest.mark.thorough)])
def test_what_a_cv_says_comes_back(form: str, tmp_path: Path) -> None:
    _assert_comes_back(form, (1,), tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("form", ["md", "html", "docx"])
def test_what_many_cvs_say_comes_back(form: str, tmp_path: Path) -> None:
    _assert_comes_back(form, range(100, 110), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("styles", "seeds"),
    [(tuple(STYLES)[::2], (100,)), pytest.param(tuple(STYLES), (100, 101, 102), marks=pytest.mark.exhaustive)],
    ids=["some", "all"],
)
@pytest.mark.parametrize(
    "form",
    [pytest.param("print", marks=needs_chromium), pytest.param("latex", marks=needs_latex)],
)
def test_what_a_printed_cv_says_comes_back(
    form: str, styles: Sequence[str], seeds: Sequence[int], tmp_path: Path
) -> None:
    _assert_comes_back(form, seeds, tmp_path, styles)


@pytest.mark.thorough
def test_a_name_is_never_invented(tmp_path: Path) -> None:
    """Whatever name is proposed stands in the CV as the person's own."""
    for style, seed in product(STYLES, (2, 3)):
        path, gold = render(style, "md", seed, tmp_path)
        verdicts = judge(extract([path]).facts, gold)

        assert [each for each in verdicts if each.section == PERSON and each.key == "name" and not each.right] == []
