"""PDF is read in the order of a reader: columns, headings, items and paragraphs are told by how they are set."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.extract.documents import pdf as pdf_reader
from kg.extract.documents.model import DocumentBlock, TextRun
from kg.extract.documents.pdf.glyphs import pages
from kg.extract.documents.reading import read
from tests.support.pdf_writer import Text, column, pdf

FULL = "A line that fills the whole width of the page so that there is no room left for one more word of it"
RIGHT = 72 + 470


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a document is to be written that is read in this process: another takes longer than the reading."""
    monkeypatch.setattr(pdf_reader, "pages_of", pages)
    return tmp_path / "cv.pdf"


def blocks(path: Path, *pages: list[Text], shapes: str = "") -> tuple[DocumentBlock, ...]:
    path.write_bytes(pdf(*pages, shapes=shapes))
    return read(path).blocks


def shown(path: Path, *pages: list[Text], shapes: str = "") -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(path, *pages, shapes=shapes)]


def test_larger_text_is_a_heading_by_its_size(path: Path) -> None:
    page = [
        Text(72, 700, "Ada Lovelace", 20, "b"),
        Text(72, 660, "Education", 14, "b"),
        *column(72, 640, ["London", "1830"]),
        Text(72, 600, "Awards", 14, "b"),
        Text(72, 580, "A prize"),
    ]
    found = [(block.kind, block.text, block.level, block.lines, block.page) for block in blocks(path, page)]
    assert found == [
        ("heading", "Ada Lovelace", 1, (1, 1), 1),
        ("heading", "Education", 2, (2, 2), 1),
        ("paragraph", "London\n1830", 0, (3, 4), 1),
        ("heading", "Awards", 2, (5, 5), 1),
        ("paragraph", "A prize", 0, (6, 6), 1),
    ]


def test_bold_capitals_and_what_is_ruled_are_headings(path: Path) -> None:
    page = [Text(72, 700, "AWARDS", 10, "b"), Text(72, 680, FULL), Text(72, 650, "Talks"), Text(72, 630, FULL)]
    rule = f"72 646 m {RIGHT} 646 l S"
    assert shown(path, page, shapes=rule)[::2] == [("heading", "AWARDS"), ("heading", "Talks")]


def test_bold_text_alone_is_no_heading(path: Path) -> None:
    page = [Text(72, 700, "Best Paper Award", 10, "b"), Text(72, 680, FULL)]
    assert shown(path, page)[0] == ("paragraph", "Best Paper Award")


def test_a_wrapped_paragraph_is_one_line_of_text_with_the_lines_it_comes_from(path: Path) -> None:
    found = blocks(path, column(72, 700, [FULL, FULL, "and ends."]))
    assert [block.text for block in found] == [f"{FULL} {FULL} and ends."]
    assert [run.line for run in found[0].runs] == [1, 2, 3]


def test_lines_that_end_early_stay_lines(path: Path) -> None:
    assert shown(path, column(72, 700, ["A title", "Ada Lovelace", "Nature"]) + column(72, 500, [FULL])) == [
        ("paragraph", "A title\nAda Lovelace\nNature"),
        ("paragraph", FULL),
    ]


@pytest.mark.parametrize(
    ("before", "after", "joined"),
    [
        ("compu-", "tation", "computation"),
        ("self-", "supervised", "self-supervised"),
        ("Smith-", "Jones", "Smith-Jones"),
    ],
)
def test_hyphens_at_the_end_of_a_line_are_joined(path: Path, before: str, after: str, joined: str) -> None:
    full = FULL[: -len(before) - 1]
    (block,) = blocks(path, column(72, 700, [f"{FULL}x", f"{full} {before}", f"{after} ends"]))
    assert block.text.endswith(f" {joined} ends")


def test_a_hyphen_stays_where_the_document_writes_it_elsewhere(path: Path) -> None:
    full = FULL[:-7]
    found = blocks(
        path, column(72, 700, ["Proof-reading", "", f"{FULL}x", f"{full} proof-", "reading ends"], leading=12)
    )
    assert found[-1].text.endswith("proof-reading ends")


def test_a_date_at_the_right_edge_is_a_column(path: Path) -> None:
    page = [
        Text(72, 700, "University", 10, "b"),
        Text(500, 700, "1830"),
        Text(72, 688, "PhD", 10, "i"),
        Text(72, 600, FULL),
    ]
    found = blocks(path, page)[0]
    assert found.runs == (
        TextRun("University", 1, bold=True),
        TextRun("\t1830", 1),
        TextRun("\n", 1),
        TextRun("PhD", 2, italic=True),
    )


def test_columns_of_a_table_are_told_by_their_edges(path: Path) -> None:
    page = [
        *column(72, 700, ["CS101", "CS102", "CS103"]),
        *column(115, 700, ["Programming", "Algorithms", "Engines"]),
        Text(72, 600, FULL),
    ]
    assert shown(path, page)[0] == ("paragraph", "CS101\tProgramming\nCS102\tAlgorithms\nCS103\tEngines")


def test_dates_in_a_column_of_their_own_begin_entries(path: Path) -> None:
    long = "A job with a description that is long enough to fill the line up to its right edge"
    page = [
        Text(72, 700, "1843"),
        *column(150, 700, [long, "and wraps."]),
        Text(72, 674, "1841"),
        *column(150, 674, [long, "wraps too."]),
        Text(72, 648, "1840"),
        Text(150, 648, "Short"),
        Text(72, 500, FULL),
    ]
    assert shown(path, page)[:3] == [
        ("paragraph", f"1843\t{long} and wraps."),
        ("paragraph", f"1841\t{long} wraps too."),
        ("paragraph", "1840\tShort"),
    ]


def test_two_columns_are_read_one_after_the_other(path: Path) -> None:
    left = [f"left {number} text that fills its column" for number in range(12)]
    right = [f"right {number} text that fills the other" for number in range(12)]
    page = [Text(230, 740, "Ada Lovelace", 20, "b"), *column(72, 700, left), *column(320, 700, right)]
    found = blocks(path, page)
    assert found[0].text == "Ada Lovelace"
    text = " ".join(block.text for block in found[1:]).replace("\n", " ")
    assert text == " ".join(left + right)


def test_bullets_and_numbers_are_items_with_depth(path: Path) -> None:
    page = [
        Text(80, 700, "\u2022"),
        Text(92, 700, "one"),
        Text(100, 688, "\u2013"),
        Text(112, 688, "sub"),
        Text(80, 676, "\u2022 two"),
        Text(72, 650, "1. first"),
        Text(72, 638, "2. second"),
        Text(72, 626, "[3] third"),
        Text(72, 560, FULL),
    ]
    found = [(block.kind, block.text, block.depth, block.marker) for block in blocks(path, page)[:6]]
    assert found == [
        ("item", "one", 1, ""),
        ("item", "sub", 2, ""),
        ("item", "two", 1, ""),
        ("item", "first", 1, "1."),
        ("item", "second", 1, "2."),
        ("item", "third", 1, "[3]"),
    ]


@pytest.mark.parametrize("end", ["– 2019", "– present", "– Jan. 2019", "- Summer 2019"])
def test_the_end_of_a_period_is_no_item(path: Path, end: str) -> None:
    (block,) = blocks(path, column(72, 700, [f"{FULL} 2018", end]))
    assert block.text == f"{FULL} 2018 {end}"


def test_a_bullet_that_is_drawn_is_one(path: Path) -> None:
    assert shown(path, [Text(92, 700, "one"), Text(72, 600, FULL)], shapes="82 702 3 3 re f") == [
        ("item", "one"),
        ("paragraph", FULL),
    ]


def test_what_is_small_and_high_is_raised(path: Path) -> None:
    page = [Text(72, 700, "Ada"), Text(89.5, 704, "*", 7), Text(92.5, 700, ", Charles"), Text(72, 600, FULL)]
    assert blocks(path, page)[0].runs == (TextRun("Ada", 1), TextRun("*", 1, raised=True), TextRun(", Charles", 1))


def test_letters_that_are_spaced_out_are_words(path: Path) -> None:
    page = [Text(72 + 12 * number, 700, letter, 14, "b") for number, letter in enumerate("AWARDS")]
    assert shown(path, [*page, Text(72, 600, FULL)])[0] == ("heading", "AWARDS")


def test_a_blank_of_the_file_is_one_though_the_letter_before_it_reaches_over_it(path: Path) -> None:
    def title(first: str) -> str:
        return shown(path, [Text(72, 700, first), Text(117, 700, "Moss"), Text(72, 600, FULL)])[0][1]

    assert [title("Journal of "), title("Journal of")] == ["Journal of Moss", "Journal ofMoss"]


def test_letters_between_blanks_of_the_file_are_words(path: Path) -> None:
    page = [Text(72, 700, "A W A R D S   A N D   G R A N T S", 14, "b"), Text(72, 600, FULL)]
    assert shown(path, page)[0] == ("heading", "AWARDS AND GRANTS")


def test_accents_drawn_over_letters_are_joined_to_them(path: Path) -> None:
    page = [Text(72, 700, "Ga"), Text(86, 700, "\u00a8"), Text(85.0, 700, "etan"), Text(72, 600, FULL)]
    assert shown(path, page)[0] == ("paragraph", "Gaëtan")


def test_links_are_told(path: Path) -> None:
    page = [Text(72, 700, "Code", link="https://git.example/ada"), Text(72, 600, FULL)]
    assert blocks(path, page)[0].runs == (TextRun("Code", 1, target="https://git.example/ada"),)


def test_running_heads_and_page_numbers_are_left_out(path: Path) -> None:
    words = [["Alpha.", "Beta.", "Gamma."], ["Delta.", "Epsilon.", "Zeta."], ["Eta.", "Theta.", "Iota."]]
    pages = [
        [Text(72, 760, "Ada Lovelace, CV"), *column(72, 700, page, 30), Text(300, 40, f"Page {number} of 3")]
        for number, page in enumerate(words, 1)
    ]
    assert [block.text for block in blocks(path, *pages)] == ["Ada Lovelace, CV", *words[0], *words[1], *words[2]]


def test_a_sentence_goes_on_on_the_next_page(path: Path) -> None:
    found = blocks(path, column(72, 80, [FULL]), column(72, 700, ["and ends here."]))
    assert [(block.text, block.page, block.lines) for block in found] == [(f"{FULL} and ends here.", 1, (1, 1))]


def test_blocks_have_their_page(path: Path) -> None:
    found = blocks(path, column(72, 700, ["One."]), column(72, 700, ["Two."]))
    assert [(block.text, block.page, block.lines) for block in found] == [("One.", 1, (1, 1)), ("Two.", 2, (1, 1))]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (pdf([], image=True), "seems to be a scan"),
        (pdf([]), "holds no text"),
        (pdf([Text(72, 700, "Ada")], locked=True), "password"),
        (b"%PDF-1.4\n" + bytes(range(256)) * 10, "damaged"),
        (pdf([Text(72, 700, "Ada")])[:300], "damaged"),
    ],
    ids=["scan", "empty", "locked", "noise", "cut"],
)
def test_what_cannot_be_read_is_an_error_that_says_why(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "cv.pdf"
    path.write_bytes(content)
    with pytest.raises(ReadError, match=message) as error:
        read(path)
    assert error.value.hint


PAGE = """
<style>body { font: 11pt serif } .e { display: flex; justify-content: space-between }</style>
<h1>Ada Lovelace</h1><h2>Education</h2>
<div class=e><b>University of London</b><span>1830–1833</span></div><i>Ph.D.</i><ul><li>Advisor: A. De Morgan</ul>
<h2>Publications</h2><ol><li>Ada Lovelace<sup>*</sup>, C. Babbage. “Sketch of the Analytical Engine: a title
that is there to wrap around the end of the line.” <i>ICOF</i>, 1843.</ol>
"""
TITLE = "Sketch of the Analytical Engine: a title that is there to wrap around the end of the line"
EXPECTED = [
    ("heading", "Ada Lovelace"),
    ("heading", "Education"),
    ("paragraph", "University of London\t1830–1833\nPh.D."),
    ("item", "Advisor: A. De Morgan"),
    ("heading", "Publications"),
    ("item", f"Ada Lovelace*, C. Babbage. “{TITLE}.” ICOF, 1843."),
]

TEX = r"""
\documentclass{article}\usepackage[margin=1in]{geometry}\begin{document}\pagestyle{plain}
\section*{Office} \textbf{Universit\"at Z\"urich} \hfill 1830--1833\\ \'Elan
\begin{itemize}\item efficient waffles $^\dagger$\begin{itemize}\item deeper\end{itemize}\end{itemize}
The paragraph after the list is long enough to be broken into several lines, with characteristically unforeseeable
hyphenations in representations of incomprehensibilities, internationalization and uncharacteristically long words.
\end{document}
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
def test_a_page_printed_by_a_browser_is_read(tmp_path: Path) -> None:
    path, source = tmp_path / "cv.pdf", tmp_path / "cv.html"
    source.write_text(f"<!DOCTYPE html><meta charset=utf-8>{PAGE}", "utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-pdf-header-footer"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    command = ["chromium", *flags, profile, f"--print-to-pdf={path}", str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert [(block.kind, block.text) for block in read(path)] == EXPECTED


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs LaTeX")
def test_a_page_set_by_tex_is_read(tmp_path: Path) -> None:
    (tmp_path / "cv.tex").write_text(TEX, "utf-8")
    command = ["pdflatex", "-interaction=batchmode", "cv.tex"]
    subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=tmp_path)
    found = read(tmp_path / "cv.pdf").blocks
    assert [(block.kind, block.text) for block in found[:4]] == [
        ("heading", "Office"),
        ("paragraph", "Universität Zürich\t1830–1833\nÉlan"),
        ("item", "efficient waffles †"),
        ("item", "deeper"),
    ]
    words = {"characteristically", "representations", "incomprehensibilities", "internationalization"}
    assert words <= set(found[4].text.replace(",", "").split())


def test_the_process_that_reads_pages_imports_no_other_reader() -> None:
    program = "import sys, kg.extract.documents.pdf.apart; print(*sys.modules)"
    imported = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()

    assert not {"mammoth", "markdown_it", "pydantic", "pycrfsuite", "kg.extract.extraction"} & set(imported)
