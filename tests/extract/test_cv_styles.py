"""The invented CVs are what they are said to be: the same each time, and all of the gold stands in them."""

import re
import subprocess
import unicodedata
from html import unescape
from pathlib import Path
from shutil import which

import pytest
from docx import Document

from tests.support.cv_people import invent
from tests.support.cv_styles import FORMATS, STYLES, Gold, printing, render

needs_chromium = pytest.mark.skipif(printing.browser() is None, reason="Chromium prints the pages")
needs_latex = pytest.mark.skipif(printing.typesetter() is None, reason="pdflatex sets the sources")
needs_poppler = pytest.mark.skipif(which("pdftotext") is None, reason="pdftotext reads what was printed")
PROGRAMS = {
    "print": (pytest.mark.slow, needs_chromium, needs_poppler),
    "latex": (pytest.mark.slow, needs_latex, needs_poppler),
}


def _letters(text: str) -> str:
    """Letters and digits; hyphens at ends of lines and marks that fonts part from their letters do not matter."""
    dotted = text.replace("ı", "i")  # of which TeX makes í
    return "".join(letter for letter in unicodedata.normalize("NFKD", dotted).casefold() if letter.isalnum())


def _visible(path: Path) -> str:
    """The text of a document, by other means than those of kg."""
    if path.suffix == ".docx":
        body = Document(str(path)).element.body
        return "".join(node.text or "" for node in body.iter("{*}t"))
    if path.suffix == ".pdf":
        return subprocess.run(["pdftotext", "-raw", path, "-"], check=True, capture_output=True, text=True).stdout
    text = path.read_text(encoding="utf-8")
    return unescape(re.sub(r"<[^>]*>", "", text)) if path.suffix == ".html" else text


def _words(gold: Gold) -> list[str]:
    """Everything that must stand in the document as it stands in the gold, names in their parts."""
    made = [gold["name"]]
    for work in gold["publications"]:
        made += [work["title"], work["award"], str(work["year"] or "")]
        made += [part for name in work["authors"] for part in name.split() if not part.endswith(".")]
    for entry in (*gold["positions"], *gold["education"]):
        made += [entry.get("role") or entry["degree"], entry.get("organization") or entry["institution"]]
        made += [entry["unit"], entry["location"], entry["thesis"], *entry["advisors"], *entry["highlights"]]
        made += [date[:4] for date in (entry["start"], entry["end"]) if date and date != "present"]
    for prize in gold["awards"]:
        made += [prize["name"], str(prize["year"]), prize["giver"]]
    return [word for word in made if word]


@pytest.mark.thorough
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("form", [pytest.param(form, marks=PROGRAMS.get(form, ())) for form in FORMATS])
def test_every_value_of_the_gold_stands_in_the_document(style: str, form: str, tmp_path: Path) -> None:
    path, gold = render(style, form, 1, tmp_path)
    text = _letters(_visible(path))

    assert [word for word in _words(gold) if _letters(word) not in text] == []


def test_the_same_seed_gives_the_same_person_and_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()

    assert invent(7) == invent(7)
    assert invent(7) != invent(8)
    for form in ("md", "html"):
        first, _ = render("hfill", form, 7, tmp_path)
        second, _ = render("hfill", form, 7, tmp_path / "again")

        assert first.read_bytes() == second.read_bytes()
