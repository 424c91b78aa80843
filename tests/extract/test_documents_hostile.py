"""Whatever stands in a file, it is read or refused: with work in proportion, in bounds, and never with a crash."""

import contextlib
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.base.errors import ReadError
from kg.extract.documents.model import Document
from kg.extract.documents.reading import LATEX, read, read_text
from tests.support.damage import flipped
from tests.support.often import often
from tests.support.pdf_writer import Text, column, pdf
from tests.support.work import LIMIT, ends, linear, lines

SIZE = 60_000
COUNTED = {"text/markdown": 1_500, "text/html": 6_000}
"""Characters for which lines of code are counted, which is slow: of HTML enough to be nested as deep as is followed."""

MARKDOWN = (
    ">", "> ", "[", "]", "![", "[a](", "[a](<b", "[[a]", "*", "*a ", "*a_ ", "a***b ", "_a__b", "~~a", "`", "`a", "<",
    "<a ", '<a b="', "<!", "<?", "<!--", "<!-- a ", "<div>", "<ul><li>", "<ul>\n<li>a\n", "<b>a", "<b>a\n\n",
    "<script>", "<td>a", "&", "&#x", "$", "$a ", "$\\a ", "\\", "a\\\n", "{", "{{", "{%", "{% for %}", "{{<a>}}",
    "{: a", "a){", "[a]: b\n", "[a]: <b\n", "[a\n", '[a]: b "c\n', "- ", "> - ", "- a\n", "1. a\n", "-\n",
    "- a\n  - b\n", "a\n\n", "a\n", "\n", " ", "\t", "\ta\n", "a     b ", "• a\n", "•", "[1] ", "#", "# a\n",
    "a\n=\n", "---\n", "---\na: b\n", "|", "|a\n|-\n", ": a\n", "```\n", "```\na\n", "<http:", "\0a", "\ud800a",
    "a\u0301\u0316", "\u0301", "\ue000a", "<br>", "a<br>\n<br>", "$^{a}$ ", "<sup>", "<b hidden>", "<svg>a",
    "*[a`<b>_(", "\\hfill", "[//]: # ", ":::\n", "\u202e",
)  # fmt: skip
HTML = (
    "<div>", "<div>a", "<b>a", "<p>a", "<ul><li>", "<li>a", "<dl><dd>a", "<table><tr><td>a", "<table>a",
    "<table><b>a", "<form><div>", '<a b="', "<a b='", "<", "<a", ">", "&", "&amp;", "&#x110000;", "&nbsp;a", "<!--",
    "<!", "<?", "<![CDATA[", "<script>", "<script type=application/ld+json>", "<h1>a", "<br>", "<a href=x>", "<sup>a",
    "<pre>", "<svg>", "<math><mi>a", "<template>", "<select><option>a", "a\n", "\n", "<b hidden>a", "<hr>", "<nobr>a",
    "<ul><b><table><i><tr><p>a</b>", "&#xe000;&#xe010;", "&#0;a", "{{ a",
)  # fmt: skip


def attempt(text: str, media_type: str = "text/markdown") -> Document | None:
    try:
        document = read_text(text, "cv", media_type)
    except ReadError:
        return None
    most = text.count("\n") + text.count("\r") + 1
    for block in document:
        assert 1 <= block.lines[0] <= block.lines[1] <= most
        assert all("\n" not in run.text or run.text == "\n" for run in block.runs)
    return document


def repeated(piece: str, size: int) -> str:
    return piece * (size // len(piece))


CASES = [
    pytest.param(piece, media_type, id=f"{media_type[5:]}-{piece!r}", marks=[pytest.mark.exhaustive] * bool(number % 8))
    for media_type, pieces in (("text/markdown", MARKDOWN), ("text/html", HTML))
    for number, piece in enumerate(pieces)
]


@pytest.mark.thorough
@pytest.mark.parametrize(("piece", "media_type"), CASES)
def test_what_is_repeated_without_end_is_read_to_the_end_with_work_in_proportion(piece: str, media_type: str) -> None:
    linear(lambda size: attempt(repeated(piece, size), media_type), COUNTED[media_type])
    with ends():
        attempt(repeated(piece, 3 * SIZE), media_type)


@pytest.mark.thorough
def test_a_paragraph_of_more_marks_than_anybody_writes_is_read_as_plain_text() -> None:
    for piece in ("![", "*a ", "[", "`a", "<a"):  # without a bound, some take 1,700 lines a character
        assert lines(lambda piece=piece: attempt(repeated(piece, 60_000))) < 60_000  # type: ignore[misc]


SLOW = {
    "text/markdown": (
        "[" * SIZE + "]" * SIZE,
        "*a" * SIZE + "a*" * SIZE,
        "".join("a" + "`" * length for length in range(300)),
        "\n".join(" " * 2 * depth + "- a" for depth in range(300)),
        "".join(f"[a{number}]: b{number}\n" for number in range(3000)) + "[a1] " * 3000,
        "|a" * 300 + "\n" + "|-" * 300 + "\n" + "a\n" * 3000,
        "---\na: " + "{a: " * SIZE + "\n---\nx",
        "---\n" + "a: &a [*a, *a]\n" * 3000 + "---\nx",
        "+++\na = " + "[" * SIZE + "\n+++\nx",
        "<a " + "b=c " * SIZE + ">x",
        "$" + "{" * 250 + "$",
        "x" + " " * 500_000 + "x",
    ),
    "text/html": (
        "<div>" * 20_000 + "</p>" * 20_000,
        "<span>" * 20_000 + "</i>" * 20_000,
        "".join(f"<b class=a{number}>" for number in range(3000)) + "<p>x" * 10_000,
        "<a " + " ".join(f"a{number}=b" for number in range(20_000)) + ">x",
        "<script type=application/ld+json>" + "[" * SIZE + "</script>x",
        "<p class='" + "sr-only" * SIZE + "'>a",
        "<" + "a" * SIZE + ">x",
    ),
    LATEX: (
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
        rf"\newcommand{{\b}}[1]{{{'#1' * 2_400}}}" + rf"\b{{{'y' * 39_000}}}" * 300,
    ),
}  # fmt: skip


@pytest.mark.thorough
def test_what_is_made_to_be_slow_is_read_to_the_end() -> None:
    for media_type, texts in SLOW.items():
        for text in texts:
            with ends():
                attempt(rf"\begin{{document}}text {text}" if media_type == LATEX else text, media_type)


def test_depth_is_bounded_whatever_is_nested() -> None:
    document = attempt("<ul><li>a" * 5000, "text/html")
    assert document is not None
    assert max(block.depth for block in document) <= 64


SYNTAX = st.text(st.sampled_from("#*_-+>[]()`<>/!&;:|$\\{}%=~^ \t\n\rab1.•\u0301\xa0\ud800\ue000é"), max_size=200)
TAGS = (
    "<ul>", "<li>", "</li>", "<b>", "</b>", "<td>", "<tr>", "<table>", "</table>", "<br>", "x", "\n", "- ", "# ",
    "**", "<pre>", "<p>", "</ul>", "<dl>", "<dt>", "<dd>", "<h2>", "<div hidden>", "</div>",
)  # fmt: skip


@given(
    SYNTAX | st.lists(st.sampled_from(TAGS), max_size=40).map("".join),
    st.sampled_from(("text/markdown", "text/html", LATEX)),
)
@settings(deadline=None)
def test_any_signs_and_tags_are_read(text: str, media_type: str) -> None:
    attempt(text, media_type)


@given(st.text(st.characters(exclude_categories=())))
@settings(deadline=None)
def test_no_letter_of_a_text_is_lost(text: str) -> None:
    words = "".join(character for character in text if character.isalpha() and character.isascii())
    document = attempt(f"a {words}")
    assert document is not None
    assert document.blocks[0].text.split() == ["a", words] if words else True


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=often(20))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    for name in ("a.md", "a.html", "a.docx"):  # a process for each PDF file would take long: damaged ones are below
        path = tmp_path_factory.mktemp("bytes") / name
        path.write_bytes(content)
        with contextlib.suppress(ReadError):
            read(path)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(4, 60))]
)
def test_damaged_pdf_files_are_read_or_refused(tmp_path: Path, seed: int) -> None:
    content = pdf([*column(72, 700, ["Ada Lovelace", "London"]), Text(72, 500, "Code", link="https://a.example")])
    path = tmp_path / "cv.pdf"
    path.write_bytes(flipped(content, seed))
    with contextlib.suppress(ReadError):
        assert read(path).blocks


@pytest.mark.thorough
def test_a_crowded_pdf_page_is_read_to_the_end(tmp_path: Path) -> None:
    chance = random.Random(7)  # noqa: S311
    page = [
        Text(chance.randrange(600), chance.randrange(780), "a1*•", chance.choice((3, 7, 10, 30))) for _ in range(10_000)
    ]
    path = tmp_path / "cv.pdf"
    path.write_bytes(pdf(page, shapes="82 702 3 3 re f 10 10 m 500 10 l S " * 3000))
    with ends():
        assert read(path).blocks


ENTRY = (
    "- **Ada Lovelace**, [Charles Babbage](https://babbage.example) and A. De Morgan. *Sketch of the Analytical Engine "
    "invented by Charles Babbage*. Taylor's Scientific Memoirs, 1843.\n"
)
PAGE = (
    "<li><b>Ada Lovelace</b>, <a href='https://babbage.example'>Charles Babbage</a>. <i>Sketch of the Analytical "
    "Engine invented by Charles Babbage</i>. Taylor's Scientific Memoirs, 1843.</li>\n"
)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("entry", "media_type"), [(ENTRY, "text/markdown"), (PAGE, "text/html")], ids=["markdown", "html"]
)
def test_memory_is_bounded(entry: str, media_type: str) -> None:
    text = entry * (400_000 // len(entry))
    tracemalloc.start()
    try:
        document = read_text(text, "cv", media_type)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(document.blocks) == text.count("\n")
    assert peak < 40 * len(text)


@pytest.mark.exhaustive
@pytest.mark.parametrize("piece", [ENTRY, "a\n", "[" * 1000 + "\n"])
def test_fifty_megabytes_are_read_or_refused(tmp_path: Path, piece: str) -> None:
    path = tmp_path / "cv.md"
    path.write_bytes(piece.encode() * (50_000_000 // len(piece)))
    with ends(10 * LIMIT), contextlib.suppress(ReadError):
        assert read(path).blocks


def test_of_a_document_that_is_too_long_for_a_cv_only_the_first_part_is_kept() -> None:
    text = "\n\n".join(
        f"Paragraph {number} of a very long page, of which no CV has so many." for number in range(20_000)
    )
    document = read_text(text, name="long.md", media_type="text/markdown")
    warning = next(each for each in document.warnings if "only the first 400,000 characters" in each.message)

    assert sum(len(block.text) for block in document.blocks) <= 400_000
    assert warning.line == document.blocks[-1].lines[1] + 2
