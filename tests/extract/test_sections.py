"""Below a heading that nobody knows nothing is read as the section before it: its lines are unread, and said so."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kg.extract.documents.reading import read_text
from kg.extract.extraction import extract, facts_of
from kg.extract.sections import OTHER, sections_of
from tests.support.pdf_writer import Text, pdf

SHIPS = ("The Northern Star, Lundby harbour, 2012", "The Grey Heron, Norvik, 2015", "The Old Weaver, Lundby, 2019")
TALK = "Engines and Cards, Norvik Colloquium, 2016"
PHD = "PhD in History, University of Lundby, 2010–2014"

Head = Callable[[str], str]
MARKDOWN: dict[str, Head] = {
    "heading": lambda text: f"## {text}", "bold": lambda text: f"**{text}**", "colon": lambda text: f"**{text}:**",
    "capitals": str.upper, "italics": lambda text: f"*{text}*", "underlined": lambda text: f"{text}\n{'-' * len(text)}",
}  # fmt: skip
HTML: dict[str, Head] = {
    "h3": lambda text: f"<h3>{text}</h3>", "strong": lambda text: f"<p><strong>{text}</strong></p>",
    "div": lambda text: f'<div class="t"><b>{text}</b></div>',
}  # fmt: skip
LATEX: dict[str, Head] = {
    "section": lambda text: rf"\section*{{{text}}}", "bold": lambda text: rf"\noindent\textbf{{{text}}}" + "\n",
    "large": lambda text: rf"{{\large\bfseries {text}}}" + "\n",
}  # fmt: skip


def markdown(head: Head, *sections: tuple[str, tuple[str, ...]]) -> str:
    parts = (f"{head(heading)}\n\n" + "".join(f"- {item}\n" for item in items) for heading, items in sections)
    return "# Ada Vane\n\n" + "\n".join(parts)


def html(head: Head, *sections: tuple[str, tuple[str, ...]]) -> str:
    items = (f"{head(heading)}<ul><li>{'<li>'.join(items)}</ul>" for heading, items in sections)
    return f"<html><body><h1>Ada Vane</h1>{''.join(items)}</body></html>"


def latex(head: Head, *sections: tuple[str, tuple[str, ...]]) -> str:
    lists = "\n".join(
        head(heading) + "\n\\begin{itemize}\n\\item " + "\n\\item ".join(items) + "\n\\end{itemize}\n"
        for heading, items in sections
    )
    return f"\\documentclass{{article}}\\begin{{document}}\n{{\\Huge Ada Vane}}\n\n{lists}\\end{{document}}\n"


def said(text: str, name: str) -> list[tuple[str, str]]:
    """Return the sections of facts that tell of a ship, with the words that do."""
    facts = facts_of(read_text(text, name))
    return [(fact.section, fact.quote.text) for fact in facts if any(ship[:8] in fact.quote.text for ship in SHIPS)]


@pytest.mark.parametrize(
    ("talks", "unknown"),
    [("Talks", "Ships built"), ("Vorträge", "Gebaute Schiffe"), ("Invited lectures", "Navires construits"),
     ("Awards", "建造した船"), ("Service", "Ships built"), ("Teaching", "Ships built"), ("Employment", "Ships built")],
)  # fmt: skip
@pytest.mark.parametrize("style", MARKDOWN)
def test_what_stands_below_an_unknown_heading_is_not_of_the_section_before(
    talks: str, unknown: str, style: str
) -> None:
    if not unknown.isascii() and style == "capitals":
        pytest.skip("a script without capitals")
    text = markdown(MARKDOWN[style], ("Education", (PHD,)), (talks, (TALK,)), (unknown, SHIPS))

    assert said(text, "cv.md") == []
    assert list(sections_of(read_text(text, "cv.md")))[-1].kind == OTHER


@pytest.mark.parametrize("style", HTML)
def test_a_web_page_has_unknown_headings_too(style: str) -> None:
    text = html(HTML[style], ("Education", (PHD,)), ("Talks", (TALK,)), ("Ships built", SHIPS))

    assert said(text, "cv.html") == []


@pytest.mark.parametrize("style", LATEX)
def test_a_latex_file_has_unknown_headings_too(style: str) -> None:
    text = latex(LATEX[style], ("Education", (PHD,)), ("Talks", (TALK,)), ("Ships built", SHIPS))

    assert said(text, "cv.tex") == []


def test_a_page_has_unknown_headings_too(tmp_path: Path) -> None:
    shown = [("Ada Vane", 18, "b"), ("Education", 13, "b"), (PHD, 10, ""), ("Talks", 13, "b"), (TALK, 10, "")]
    shown += [("Ships built", 13, "b"), *((ship, 10, "") for ship in SHIPS)]
    lines = [Text(72, 720 - 20 * number, text, size, font) for number, (text, size, font) in enumerate(shown)]
    path = tmp_path / "cv.pdf"
    path.write_bytes(pdf(lines))

    assert [fact for fact in extract([path]).facts if "Northern" in fact.quote.text] == []


@pytest.mark.parametrize(
    ("heading", "items"),
    [("Places I have spoken at", ("University of Lundby", "Norvik Institute of Technology, 2016")),
     ("Conferences organised", ("Loom Days 2018, Oslo", "Norvik Colloquium on Cards, 2016"))],
)  # fmt: skip
@pytest.mark.parametrize("style", ["heading", "bold"])
def test_lists_of_places_and_meetings_are_no_talks(heading: str, items: tuple[str, ...], style: str) -> None:
    text = markdown(MARKDOWN[style], ("Education", (PHD,)), ("Talks", (TALK,)), (heading, items))
    talks = [fact.quote.text for fact in facts_of(read_text(text, "cv.md")) if fact.section == "talks"]

    assert talks == [TALK]


def test_the_unread_lines_are_told_with_their_heading(tmp_path: Path) -> None:
    path = tmp_path / "cv.md"
    path.write_text(markdown(MARKDOWN["bold"], ("Education", (PHD,)), ("Talks", (TALK,)), ("Ships built", SHIPS)))
    unread = [each for each in extract([path]).unread if each.heading == "Ships built"]

    assert all(ship in "\n".join(each.quote.text for each in unread) for ship in SHIPS)


def test_bold_lines_of_entries_are_no_headings() -> None:
    jobs = "".join(
        f"**Lecturer in {field}**\n\nUniversity of Lundby, 201{place}\n\n" for place, field in enumerate("abc")
    )
    kinds = [
        section.kind
        for section in sections_of(read_text(f"# A\n\n**Education**\n\n- {PHD}\n\n**Employment**\n\n{jobs}", "cv.md"))
    ]

    assert kinds == ["head", "education", "positions"]
