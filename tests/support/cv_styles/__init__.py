"""One invented person as any of many CVs, in any format, and what exactly that CV says: unlimited gold."""

from dataclasses import replace
from pathlib import Path

from tests.support.cv_people import invent
from tests.support.cv_styles import html, latex, markdown, printing, stating, word
from tests.support.cv_styles.catalogue import STYLES
from tests.support.cv_styles.composing import compose
from tests.support.cv_styles.mixing import mixed
from tests.support.cv_styles.stating import Gold
from tests.support.cv_styles.style import Style

FORMATS = {"md": ".md", "html": ".html", "docx": ".docx", "print": ".pdf", "latex": ".pdf"}
"""The formats and how their files end; `print` is PDF by a browser, `latex` PDF by pdflatex."""

__all__ = ["FORMATS", "STYLES", "Gold", "render"]


def render(style: str, form: str, seed: int, folder: Path) -> tuple[Path, Gold]:
    """Write the CV of a person in a style and a format; return the file and the gold.

    Args:
        style: One of `STYLES`, or `mixed` and a number: the parts of several styles (`tests/cv_styles/mixing.py`).
        form: One of `FORMATS`.
        seed: The number of the person.
        folder: Where the file goes.
    """
    chosen, person = _suited(style, form), invent(seed)
    if form == "latex":
        person = latex.spelled(person, chosen.look)
    said = stating.stated(person, chosen)
    nodes = compose(said, chosen)
    path = folder / f"{style}-{form}-{seed}{FORMATS[form]}"
    page = html.write(nodes, chosen.look, f"CV of {said.name.full}")
    match form:
        case "md":
            path.write_text(markdown.write(nodes), encoding="utf-8")
        case "html":
            path.write_text(page, encoding="utf-8")
        case "docx":
            word.write(nodes, chosen.look, path)
        case "print":
            source = path.with_suffix(".html")
            source.write_text(page, encoding="utf-8")
            printing.print_page(source, path)
        case "latex":
            printing.typeset(latex.write(nodes, chosen.look), path)
    return path, stating.gold(said, chosen)


def _suited(name: str, form: str) -> Style:
    """Return a style without what a format cannot write."""
    number = name.removeprefix("mixed")
    style = mixed(int(number)) if number.isdigit() else STYLES[name]
    if form in ("print", "latex"):  # their fonts have letters of few scripts
        style = replace(style, says=style.says - {"native"})
    if form == "latex" and number.isdigit():  # LaTeX sets no long tables in columns
        style = replace(style, order=style.order.replace(" | ", " "))
    return style
