"""Write a document as one HTML file for the screen and for paper: its style is in it, and there are no scripts."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path

from markupsafe import Markup

from kg.pages.charts.svg import rules
from kg.pages.templating import environment
from kg.rendering.model import Document, Figure

_STYLE = Path(__file__).parent / "print.css"
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 ]")


class Paper(StrEnum):
    """The sizes of paper that a document is laid out for."""

    A4 = "a4"
    LETTER = "letter"


def html(document: Document, paper: Paper = Paper.A4) -> str:
    """Return a document as an HTML file, laid out for a size of paper."""
    template = environment("kg.rendering").get_template("document.html")
    return template.render(document=document, style=_style(document, paper))


def css_string(text: str) -> str:
    r"""Return a text as a string of CSS that nothing in it can end.

    >>> css_string('Ada "A" </style>')
    '"Ada \\22 A\\22  \\3c \\2f style\\3e "'
    """
    return f'"{_NOT_PLAIN.sub(lambda sign: f"{chr(92)}{ord(sign[0]):x} ", text)}"'


def _style(document: Document, paper: Paper) -> Markup:
    """Return the style sheet; what the graph says stands in it only as the text at the head and foot of each page."""
    head, note = css_string(document.head), css_string(document.note)
    page = f"@page {{ size: {paper}; @top-right {{ content: {head}; }} @bottom-left {{ content: {note}; }} }}"
    charts = rules() if _has_figure(document) else ""
    return Markup("\n").join(Markup(text) for text in (_sheet(), page, charts) if text)  # noqa: S704 no text of others


def _has_figure(document: Document) -> bool:
    return any(isinstance(block, Figure) for section in document.sections for block in section.blocks)


@cache
def _sheet() -> str:
    return _STYLE.read_text(encoding="utf-8").strip()
