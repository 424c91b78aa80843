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


def test_sections_items_and_rows_become_blocks() -> None:
    body = r"""\section*{Education}
\begin{itemize}
  \item PhD, \textbf{ETH Z\"urich}, 2010--2014
  \item MSc, \'Ecole Polytechnique % not shown
\end{itemize}
\begin{tabular}{ll}
2019 & A Prize \\
2018 & Another \& more
\end{tabular}"""

    assert said(body) == [
        ("heading", "Education"),
        ("item", "PhD, ETH Zürich, 2010–2014"),
        ("item", "MSc, École Polytechnique"),
        ("row", "2019\tA Prize"),
        ("row", "2018\tAnother & more"),
    ]


def test_the_groups_of_an_entry_are_cells_of_one_row() -> None:
    body = r"\cventry{2010--2014}{PhD}{ETH}{Z\"urich}{}{Thesis on looms}"

    assert said(body) == [("item", "2010–2014\tPhD\tETH\tZürich\tThesis on looms")]


def test_the_groups_of_an_environment_are_cells_and_one_alone_is_a_heading() -> None:
    body = r"\begin{rSection}{Jobs}\begin{rSubsection}{Bath Looms}{1841 -- 1843}{Analyst}{London}\end{rSubsection}"

    assert said(body) == [("heading", "Jobs"), ("item", "Bath Looms\t1841 – 1843\tAnalyst\tLondon")]


def test_commands_of_the_document_are_expanded() -> None:
    head = r"\newcommand{\job}[3][now]{\textit{#2}, #3 (#1)}" + "\n" + r"\def\uni{University of London}"

    assert said(r"\job[2019]{Lecturer}{\uni{}}\\ \job{Reader}{\uni{}}", head) == [
        ("paragraph", "Lecturer, University of London (2019)\nReader, University of London (now)")
    ]


def test_styles_and_links_are_kept() -> None:
    (block,) = blocks(r"\textbf{Lovelace}, \emph{Notes}, \href{https://example.org/a\_b}{link}, {\bf bold} plain")
    runs = {run.text.strip(" ,"): run for run in block.runs}

    assert runs["Lovelace"].bold
    assert runs["Notes"].italic
    assert runs["link"].target == "https://example.org/a_b"
    assert runs["bold"].bold
    assert not runs["plain"].bold


def test_quotes_of_german_texts_are_quotes() -> None:
    assert said("\"`Webst\\\"uhle\"' and ``looms''") == [("paragraph", "„Webstühle“ and “looms”")]


def test_the_name_in_the_preamble_is_the_first_heading() -> None:
    assert said(r"\section{Skills} Looms", r"\name{Ada}{Lovelace}")[0] == ("heading", "Ada Lovelace")
    head = r"\firstname{Dr.~Ada}\familyname{L\"ovelace\hfill}"
    assert said(r"\section{Skills} Looms", head)[0] == ("heading", "Dr. Ada Lövelace")


def test_heads_of_cv_classes_are_headings_and_fonts_are_not_shown() -> None:
    assert said(r"\header{ada}{lovelace}{analyst}") == [("heading", "ada lovelace"), ("paragraph", "analyst")]
    assert said("\\begin{cv}{\\huge Ada Lovelace}\n\\begin{cvlist}{Degrees}\n\\item PhD\n\\end{cvlist}\n\\end{cv}") == [
        ("heading", "Ada Lovelace"), ("heading", "Degrees"), ("item", "PhD"),
    ]  # fmt: skip
    assert said(r"\setromanfont[Mapping={tex-text}]{Minion Pro} \newfontface\head[Numbers={Old}]{Unit Medium} x") == [
        ("paragraph", "x")
    ]


def test_lines_are_those_of_the_source() -> None:
    found = blocks("\\section{One}\n\nText\n\n\\section{Two}")

    assert [block.lines[0] for block in found] == [4, 6, 8]


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


@given(st.text(alphabet="\\{}[]$%&~^_#ab 1\n", max_size=200))
def test_any_text_is_read(body: str) -> None:
    blocks("x " + body)


def test_a_tex_file_is_read_as_latex_whatever_it_is_called(tmp_path: Path) -> None:
    for name in ("cv.tex", "cv.txt"):
        path = tmp_path / name
        path.write_text("\\documentclass{article}\\begin{document}\\section{Talks}\nOn looms\n\\end{document}")

        assert reading.read(path).media_type == LATEX
