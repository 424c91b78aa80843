"""Invented people come back from their CVs: in any style, in any format, as the CV states them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.cv_scoring import METRICS, Result, score, total
from tests.support.cv_styles import STYLES, printing

WANTED = {"md": 0.95, "html": 0.95, "docx": 0.90, "print": 0.90, "latex": 0.90}
"""The share of publications that come back with title, authors and year."""
CAREER = 0.85

needs_chromium = pytest.mark.skipif(printing.browser() is None, reason="Chromium prints the pages; install chromium")
needs_latex = pytest.mark.skipif(
    printing.typesetter() is None, reason="pdflatex sets the CVs; install texlive-latex-extra and tex-gyre"
)

Scores = dict[str, list[Result]]


def _scores(form: str, seeds: Sequence[int], folder: Path, styles: Sequence[str] = tuple(STYLES)) -> Scores:
    """Return the results of styles, by style."""
    return {style: [score(style, form, seed, folder) for seed in seeds] for style in styles}


def _told(scores: Scores) -> str:
    """Say how each style fared, for whom the test fails."""
    rows = []
    for style, results in scores.items():
        tallies = total(results)
        rows.append(f"{style:14}" + "  ".join(f"{metric} {tallies[metric].score:.2f}" for metric in METRICS))
    return "\n" + "\n".join(rows)


def _assert_comes_back(form: str, seeds: Sequence[int], folder: Path, styles: Sequence[str] = tuple(STYLES)) -> None:
    scores = _scores(form, seeds, folder, styles)
    tallies = total(result for results in scores.values() for result in results)

    assert tallies["record"].score >= WANTED[form], _told(scores)
    assert min(tallies[metric].score for metric in ("position", "education", "award")) >= CAREER, _told(scores)


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
    for style, results in _scores("md", (2, 3), tmp_path).items():
        wrong = [miss for result in results for miss in result.misses if miss.metric == "name"]

        assert [miss for miss in wrong if miss.found != "None"] == [], style
