"""PDF is read in the order of a reader: columns, headings, items and paragraphs are told by how they are set."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.extract.documents import pdf as pdf_reader
from kg.extract.documents.pdf.glyphs import pages
from kg.extract.documents.reading import read
from tests.conftest import Golden
from tests.extract.test_documents_shown import shown
from tests.support.pdf_writer import Text, column, pdf

FULL = "A line that fills the whole width of the page so that there is no room left for one more word of it"
RIGHT = 72 + 470


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a document is to be written that is read in this process: another takes longer than the reading."""
    monkeypatch.setattr(pdf_reader, "pages_of", pages)
    return tmp_path / "cv.pdf"


LONG = "A job with a description that is long enough to fill the line up to its right edge"
TAIL = Text(72, 500, FULL)
WORDS = [["Alpha.", "Beta.", "Gamma."], ["Delta.", "Epsilon.", "Zeta."], ["Eta.", "Theta.", "Iota."]]


def hyphenated(before: str, after: str) -> list[Text]:
    return column(72, 700, [f"{FULL}x", f"{FULL[: -len(before) - 1]} {before}", f"{after} ends"])


CASES: dict[str, list[list[Text]]] = {
    "larger text is a heading": [[
        Text(72, 700, "Ada Lovelace", 20, "b"), Text(72, 660, "Education", 14, "b"),
        *column(72, 640, ["London", "1830"]), Text(72, 600, "Awards", 14, "b"), Text(72, 580, "A prize"),
    ]],
    "bold capitals are a heading": [[Text(72, 700, "AWARDS", 10, "b"), TAIL]],
    "what is bold alone is none": [[Text(72, 700, "Best Paper Award", 10, "b"), Text(72, 680, FULL)]],
    "lines that are wrapped are one": [column(72, 700, [FULL, FULL, "and ends."])],
    "lines that end early are lines": [[*column(72, 700, ["A title", "Ada Lovelace", "Nature"]), TAIL]],
    "a hyphen goes": [hyphenated("compu-", "tation")],
    "a hyphen of the word stays": [hyphenated("self-", "supervised")],
    "a hyphen of names stays": [hyphenated("Smith-", "Jones")],
    "a hyphen stays that stands elsewhere": [
        column(72, 700, ["Proof-reading", "", f"{FULL}x", f"{FULL[:-7]} proof-", "reading ends"], leading=12)
    ],
    "a date at the right edge is a column": [[
        Text(72, 700, "University", 10, "b"), Text(500, 700, "1830"), Text(72, 688, "PhD", 10, "i"), TAIL,
    ]],
    "columns of a table have edges": [[
        *column(72, 700, ["CS101", "CS102", "CS103"]), *column(115, 700, ["Programming", "Algorithms", "Engines"]),
        TAIL,
    ]],
    "dates in a column begin entries": [[
        Text(72, 700, "1843"), *column(150, 700, [LONG, "and wraps."]), Text(72, 674, "1841"),
        *column(150, 674, [LONG, "wraps too."]), Text(72, 648, "1840"), Text(150, 648, "Short"), TAIL,
    ]],
    "two columns are read one after the other": [[
        Text(230, 740, "Ada Lovelace", 20, "b"),
        *column(72, 700, [f"left {number} text that fills its column" for number in range(6)]),
        *column(320, 700, [f"right {number} text that fills the other" for number in range(6)]),
    ]],
    "bullets and numbers are items with depth": [[
        Text(80, 700, "\u2022"), Text(92, 700, "one"), Text(100, 688, "\u2013"), Text(112, 688, "sub"),
        Text(80, 676, "\u2022 two"), Text(72, 650, "1. first"), Text(72, 638, "2. second"), Text(72, 626, "[3] third"),
        TAIL,
    ]],
    **{f"the end of a period is no item: {end}": [column(72, 700, [f"{FULL} 2018", end])]
       for end in ("– 2019", "– present", "– Jan. 2019", "- Summer 2019")},
    "what is small and high is raised": [
        [Text(72, 700, "Ada"), Text(89.5, 704, "*", 7), Text(92.5, 700, ", Charles"), TAIL]
    ],
    "letters that are spaced out are words": [
        [*(Text(72 + 12 * number, 700, letter, 14, "b") for number, letter in enumerate("AWARDS")), TAIL]
    ],
    "letters between blanks are words": [[Text(72, 700, "A W A R D S   A N D   G R A N T S", 14, "b"), TAIL]],
    "a blank under an overhanging letter is one": [[Text(72, 700, "Journal of "), Text(117, 700, "Moss"), TAIL]],
    "where there is none, words touch": [[Text(72, 700, "Journal of"), Text(117, 700, "Moss"), TAIL]],
    "accents are joined to their letters": [
        [Text(72, 700, "Ga"), Text(86, 700, "\u00a8"), Text(85.0, 700, "etan"), TAIL]
    ],
    "links are told": [[Text(72, 700, "Code", link="https://git.example/ada"), TAIL]],
    "running heads and numbers of pages go": [
        [Text(72, 760, "Ada Lovelace, CV"), *column(72, 700, page, 30), Text(300, 40, f"Page {number} of 3")]
        for number, page in enumerate(WORDS, 1)
    ],
    "a sentence goes on on the next page": [column(72, 80, [FULL]), column(72, 700, ["and ends here."])],
    "others begin there": [column(72, 700, ["One."]), column(72, 700, ["Two."])],
    "a marker stands alone at its end": [[Text(72, 80, "-")], column(72, 700, [FULL, "and ends here."])],
}  # fmt: skip
SHAPES = {
    "what is ruled is a heading": ([Text(72, 650, "Talks"), Text(72, 630, FULL)], f"72 646 m {RIGHT} 646 l S"),
    "a bullet that is drawn is one": ([Text(92, 700, "one"), TAIL], "82 702 3 3 re f"),
}


def test_pages_are_read_as_they_are_set(path: Path, golden: Golden) -> None:
    found = []
    drawn = {name: pdf(page, shapes=shapes) for name, (page, shapes) in SHAPES.items()}
    for name, content in ({name: pdf(*each) for name, each in CASES.items()} | drawn).items():
        path.write_bytes(content)
        told = (f"{block.page}.{shown(block)}".replace(FULL, "FULL") for block in read(path).blocks)
        found += [f"# {name}", *told, ""]

    golden("documents/pages.pdf.txt", "\n".join(found))


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
