"""Below a heading that nobody knows nothing is read as the section before it: its lines are unread, and said so."""

from pathlib import Path

from kg.extract.documents.reading import read_text
from kg.extract.extraction import extract, facts_of
from tests.support.pdf_writer import Text, pdf

SHIPS = ("The Northern Star, Lundby harbour, 2012", "The Grey Heron, Norvik, 2015", "The Old Weaver, Lundby, 2019")
TALK = "Engines and Cards, Norvik Colloquium, 2016"
PHD = "PhD in History, University of Lundby, 2010–2014"
PAGE = """# Ada Vane

{head}

- PhD in History, University of Lundby, 2010–2014

{known}

- Engines and Cards, Norvik Colloquium, 2016

{unknown}

"""
HEADINGS = (
    ("## {}", "Talks", "Ships built"),
    ("**{}**", "Vorträge", "Gebaute Schiffe"),
    ("**{}:**", "Invited lectures", "Navires construits"),
    ("*{}*", "Awards", "建造した船"),
    ("{}\n---", "Service", "Ships built"),
    ("{}", "TEACHING", "SHIPS BUILT"),
    ("## {}", "Employment", "Ships built"),
)
"""How a page sets headings, and a known and an unknown one."""
HTML = "<html><body><h1>Ada Vane</h1>{head}<ul><li>{phd}</ul>{known}<ul><li>{talk}</ul>{unknown}<ul><li>{ships}</ul>"
LATEX = r"""\documentclass{{article}}\begin{{document}}
{{\Huge Ada Vane}}

{head}
\begin{{itemize}}\item {phd}\end{{itemize}}
{known}
\begin{{itemize}}\item {talk}\end{{itemize}}
{unknown}
\begin{{itemize}}\item {ships}\end{{itemize}}
\end{{document}}
"""


def page(style: str, known: str = "Talks", unknown: str = "Ships built") -> str:
    headings = (style.format(heading) for heading in ("Education", known, unknown))
    return PAGE.format(**dict(zip(("head", "known", "unknown"), headings, strict=True)))


def ships_in(text: str, name: str) -> list[tuple[str, str]]:
    """Return the sections of facts that tell of a ship, with the words that do."""
    facts = facts_of(read_text(text, name))
    return [(fact.section, fact.quote.text) for fact in facts if any(ship[:8] in fact.quote.text for ship in SHIPS)]


def test_what_stands_below_an_unknown_heading_is_not_of_the_section_before() -> None:
    for style, known, unknown in HEADINGS:
        text = page(style, known, unknown) + "".join(f"- {ship}\n" for ship in SHIPS)

        assert ships_in(text, "cv.md") == [], (style, known)


def test_a_web_page_and_a_latex_file_have_unknown_headings_too() -> None:
    for form, name, between, styles in (
        (HTML, "cv.html", "<li>", ("<h3>{}</h3>", "<p><strong>{}</strong></p>", '<div class="t"><b>{}</b></div>')),
        (LATEX, "cv.tex", "\n\\item ", (r"\section*{{{}}}", r"\noindent\textbf{{{}}}", r"{{\large\bfseries {}}}")),
    ):
        for style in styles:
            named = {"head": "Education", "known": "Talks", "unknown": "Ships built"}
            headings = {place: style.format(heading) for place, heading in named.items()}
            text = form.format(**headings, phd=PHD, talk=TALK, ships=between.join(SHIPS))

            assert ships_in(text, name) == [], style


def test_a_page_has_unknown_headings_too(tmp_path: Path) -> None:
    shown = [("Ada Vane", 18, "b"), ("Education", 13, "b"), (PHD, 10, ""), ("Talks", 13, "b"), (TALK, 10, "")]
    shown += [("Ships built", 13, "b"), *((ship, 10, "") for ship in SHIPS)]
    lines = [Text(72, 720 - 20 * number, text, size, font) for number, (text, size, font) in enumerate(shown)]
    path = tmp_path / "cv.pdf"
    path.write_bytes(pdf(lines))

    assert [fact for fact in extract([path]).facts if "Northern" in fact.quote.text] == []


def test_lists_of_places_and_meetings_are_no_talks() -> None:
    for style in ("## {}", "**{}**"):
        for heading, items in (
            ("Places I have spoken at", "- University of Lundby\n- Norvik Institute of Technology, 2016\n"),
            ("Conferences organised", "- Loom Days 2018, Oslo\n- Norvik Colloquium on Cards, 2016\n"),
        ):
            facts = facts_of(read_text(page(style, unknown=heading) + items, "cv.md"))

            assert [fact.quote.text for fact in facts if fact.section == "talks"] == [TALK]


def test_the_unread_lines_are_told_with_their_heading(tmp_path: Path) -> None:
    path = tmp_path / "cv.md"
    path.write_text(page("**{}**") + "".join(f"- {ship}\n" for ship in SHIPS))
    unread = [each for each in extract([path]).unread if each.heading == "Ships built"]

    assert all(ship in "\n".join(each.quote.text for each in unread) for ship in SHIPS)
