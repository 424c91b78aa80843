"""LaTeX is read by a reader of its own: sections, items, entries of CV classes, commands that the document defines."""

from kg.extract.documents.model import DocumentBlock
from kg.extract.documents.reading import LATEX, read_text


def blocks(body: str, head: str = "") -> tuple[DocumentBlock, ...]:
    source = f"\\documentclass{{article}}\n{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return read_text(source, "cv.tex", LATEX).blocks


def said(body: str, head: str = "") -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(body, head)]


def test_the_name_in_the_preamble_is_the_first_heading() -> None:
    assert said(r"\section{Skills} Looms", r"\name{Ada}{Lovelace}")[0] == ("heading", "Ada Lovelace")
    head = r"\firstname{Dr.~Ada}\familyname{L\"ovelace\hfill}"
    assert said(r"\section{Skills} Looms", head)[0] == ("heading", "Dr. Ada Lövelace")


def test_what_the_commands_of_a_document_stand_for_beyond_all_bounds_is_left_out_with_a_warning() -> None:
    source = rf"\newcommand{{\b}}[1]{{{'#1' * 2_400}}}text \b{{{'y' * 39_000}}}"

    [warning] = read_text(source, "cv.tex", LATEX).warnings
    assert warning.message == "only a part is read: its commands expand without end"


def test_what_a_condition_hides_ends_where_tex_ends_it() -> None:
    for body, shown in (
        (r"Looms \iffalse Cogs \fi Engines", "Looms Engines"),
        (r"Looms \iffalse Cogs \hspace{\fill} Wheels \fi Engines", "Looms Engines"),
        (r"Looms \iffalse Cogs \ifnum1=1 Wheels\fi{} Rods \fi Engines", "Looms Engines"),
        (r"Looms \iffalse Cogs $a \iff b$ \fi Engines", "Looms Engines"),
        (r"\newif\ifold Looms \iffalse Cogs \ifold Wheels\fi{} Rods \fi Engines", "Looms Engines"),
        (r"Looms \iffalse Cogs \else Wheels \fi Engines", "Looms Wheels Engines"),
        ("Looms % \\iffalse\nCogs \\fi Engines", "Looms Cogs Engines"),
        ("Looms \\iffalse Cogs % \\fi\nWheels \\fi Engines", "Looms Engines"),
        (r"Looms \\iffalse Cogs", "Looms iffalse Cogs"),
        (r"Looms \iffalsehood Cogs \fi Engines", "Looms Cogs Engines"),
        (r"Looms \begin{comment} Cogs % \end{comment} Engines", "Looms Engines"),
    ):
        assert " ".join(blocks(body)[0].text.split()) == shown
