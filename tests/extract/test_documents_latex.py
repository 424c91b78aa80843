"""LaTeX is read by a reader of its own: sections, items, entries of CV classes, commands that the document defines."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.documents import reading
from kg.extract.documents.model import DocumentBlock
from kg.extract.documents.reading import LATEX, read_text
from tests.support.work import ends


def blocks(body: str, head: str = "") -> tuple[DocumentBlock, ...]:
    source = f"\\documentclass{{article}}\n{head}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return read_text(source, "cv.tex", LATEX).blocks


def said(body: str, head: str = "") -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(body, head)]


def test_the_name_in_the_preamble_is_the_first_heading() -> None:
    assert said(r"\section{Skills} Looms", r"\name{Ada}{Lovelace}")[0] == ("heading", "Ada Lovelace")
    head = r"\firstname{Dr.~Ada}\familyname{L\"ovelace\hfill}"
    assert said(r"\section{Skills} Looms", head)[0] == ("heading", "Dr. Ada Lövelace")


@pytest.mark.parametrize(
    "body",
    [
        r"\def\a{\a\a}\a",
        r"\newcommand{\b}[1]{#1#1\b{#1}}\b{x}",
        "{" * 20_000,
        r"\textbf{" * 20_000,
        r"\item" * 5_000,
        "$" * 9_999,
        r"\begin{itemize}" * 3_000 + "x",
        r"\begin{comment}" * 60_000,
        r"\iffalse" * 60_000,
        r"\(" * 200_000,
        "\\foo" + "%\n" * 20_000 + "{x}",
        pytest.param(
            "".join(rf"\newcommand{{\{name}}}[1]{{{'#1' * 20}}}" for name in "abcdefghij")
            + "".join(rf"\{name}{{" for name in "abcdefghij") + "x" + "}" * 10,
            marks=pytest.mark.thorough,
        ),
        rf"\newcommand{{\b}}[1]{{{'#1' * 2_400}}}" + rf"\b{{{'y' * 39_000}}}" * 300,
    ],
)  # fmt: skip
def test_hostile_sources_end(body: str) -> None:
    with ends():
        blocks("text " + body)


def test_what_the_commands_of_a_document_stand_for_beyond_all_bounds_is_left_out_with_a_warning() -> None:
    source = rf"\newcommand{{\b}}[1]{{{'#1' * 2_400}}}text \b{{{'y' * 39_000}}}"

    [warning] = read_text(source, "cv.tex", LATEX).warnings
    assert warning.message == "only a part is read: its commands expand without end"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
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
    ],
)  # fmt: skip
def test_what_a_condition_hides_ends_where_tex_ends_it(body: str, shown: str) -> None:
    assert " ".join(blocks(body)[0].text.split()) == shown


@given(st.text(alphabet="\\{}[]$%&~^_#ab 1\n", max_size=200))
def test_any_text_is_read(body: str) -> None:
    blocks("x " + body)


def test_a_tex_file_is_read_as_latex_whatever_it_is_called(tmp_path: Path) -> None:
    for name in ("cv.tex", "cv.txt"):
        path = tmp_path / name
        path.write_text("\\documentclass{article}\\begin{document}\\section{Talks}\nOn looms\n\\end{document}")

        assert reading.read(path).media_type == LATEX
