"""A document is read by what it is; what cannot be read is an error that says what to do."""

import hashlib
import os
import re
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import ReadError
from kg.extract.documents.model import MAX_LINES, Document
from kg.extract.documents.reading import HTML, LATEX, MARKDOWN, MAX_BYTES, PDF, read, read_text
from tests.support.pdf_writer import Text, pdf


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cv.md"


def texts(document: Document) -> list[str]:
    return [block.text for block in document]


def test_the_bytes_of_a_file_say_what_it_is_and_its_name_where_they_do_not(tmp_path: Path) -> None:
    tex = b"\\documentclass{article}\\begin{document}Ada\\end{document}"
    for name, content, media_type in (
        ("cv.htm", b"<p>Ada", HTML),
        ("cv", b"\n <!DOCTYPE html><p>Ada", HTML),
        ("cv.txt", b"<html><p>Ada", HTML),
        ("cv.md", b"<p>Ada", MARKDOWN),
        ("cv.MARKDOWN", b"Ada", MARKDOWN),
        ("cv", b"Ada", MARKDOWN),
        ("cv.tex", tex, LATEX),
        ("cv.txt", tex, LATEX),
        ("cv.unknown", pdf([Text(72, 700, "Ada")]), PDF),
    ):
        (tmp_path / name).write_bytes(content)
        document = read(tmp_path / name)
        assert (document.media_type, texts(document)) == (media_type, ["Ada"]), name


def test_name_and_hash_are_those_of_the_file(path: Path) -> None:
    path.write_bytes(b"Ada\r\n")
    document = read(path, "profiles/ada.md")
    assert (document.name, document.sha256) == ("profiles/ada.md", hashlib.sha256(b"Ada\r\n").hexdigest())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_encodings_with_a_mark_are_read(path: Path, encoding: str) -> None:
    path.write_bytes("# Gaëtan\n\n刘彦辰".encode(encoding))
    document = read(path)
    assert (texts(document), document.warnings) == (["Gaëtan", "刘彦辰"], ())


def test_lines_that_are_not_utf8_are_read_as_windows_1252_with_a_warning(path: Path) -> None:
    path.write_bytes("Björn\n\n".encode() + "Gaëtan “x”".encode("cp1252") + b" \x81")
    document = read(path)
    assert texts(document) == ["Björn", "Gaëtan “x”"]
    assert [(problem.line, problem.path) for problem in document.warnings] == [(3, path)]


def test_a_page_may_declare_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_bytes("<meta charset='gb2312'><p>刘彦</p>".encode("gb2312"))
    assert texts(read(path)) == ["刘彦"]
    path.write_bytes(b"<meta charset='zip'><p>G\xe9</p>")
    assert texts(read(path)) == ["Gé"]


def test_characters_that_nobody_sees_are_left_out_and_line_ends_of_all_systems_end_lines() -> None:
    text = "A\u00a0d\u200ba \x00\x07L\u00advelace \ue000x e\u0301 \ud800 \u202e\u05d0 \u2066"
    assert texts(read_text(text, "cv.md")) == ["A da Lvelace x é \u202e\u05d0 \u2066"]
    assert [block.lines[0] for block in read_text("a\r\n\r\nb\r\rc\n\nd", "cv.md")] == [1, 3, 5, 7]


FRONT = """---
title: "Ada: a life"
date: 2020-3-05
links: [a, b]
---

# Ada
"""


def test_front_matter_is_data_and_lines_stay() -> None:
    for text, media_type, data, line in (
        (FRONT, MARKDOWN, {"title": "Ada: a life", "date": "2020-3-05", "links": ["a", "b"]}, 7),
        ("+++\ntitle = 'Ada'\n+++\nx", MARKDOWN, {"title": "Ada"}, 4),
        ("---\ntitle: Ada\n---\n<title>other</title><p>x</p>", HTML, {"title": "Ada"}, 4),
    ):
        document = read_text(text, "cv.md", media_type)
        assert (document.front_matter, document.blocks[0].lines) == (data, (line, line))


def test_broken_front_matter_is_a_warning() -> None:
    for mark, head, line in (
        ("---", "title: Ada\nother: a: b\n", 3),
        ("---", "title: Ada\ntitle: Bob\n", 3),
        ("---", "title: Ada\nx: &a [1]\ny: *a\n", 3),
        ("---", "title: Ada\nx: [\n", 4),
        ("+++", "title = Ada\n", 2),
    ):
        document = read_text(f"{mark}\n{head}{mark}\n# Body\n", "cv.md")
        assert (texts(document), document.blocks[0].lines[0]) == (["Body"], head.count("\n") + 3)
        assert [(each.path, each.line or 2) for each in document.warnings[:1]] == [(Path("cv.md"), line)], head


def test_rules_are_no_front_matter() -> None:
    for text in ("---\n\nAda\n\n---\n\nBob\n", "---\nAda\n", "---\n- a\n---\n\nBob", "Ada\n\n---\na: b\n---\n"):
        document = read_text(text, "cv.md")
        assert not document.front_matter
        assert document.blocks[0].text in ("Ada", "", "a")


def test_an_unedited_template_has_no_entries_and_is_no_error() -> None:
    for text, said in (
        ("---\ntitle: Ada\n---\n", []),
        ("{% include x %}", []),
        (
            "Papers\n======\n  <ul>{% for post in site.papers %}\n    {% include a.html %}\n  {% endfor %}</ul>",
            ["Papers"],
        ),
    ):
        assert texts(read_text(text, "cv.md")) == said


def test_what_cannot_be_read_is_an_error_that_says_why(path: Path) -> None:
    for content, message in (
        (b"", "holds no text"),
        (b"\xef\xbb\xbf \n", "holds no text"),
        (b"\x00", "holds no text"),
        (bytes(range(32)) * 100, "is not text"),
        (b"\n" * MAX_LINES + b"a\n", "at most 1,000,000 are read"),
        (b"<html><body><div id=root></div><script>fill()</script></body></html>", "shows no text"),
    ):
        file = path.with_suffix(".html") if b"<" in content else path
        file.write_bytes(content)
        with pytest.raises(ReadError, match=message):
            read(file)
    with path.open("wb") as large:
        os.truncate(large.fileno(), MAX_BYTES + 1)
    for file, message in (
        (path, "at most 67,108,864 are read"),
        (path.with_name("none"), "No such file"),
        (path.parent, "cannot be read"),
    ):
        with pytest.raises(ReadError, match=message) as error:
            read(file)
        assert error.value.problems[0].path == file


def test_text_that_is_nested_without_end_and_a_dense_one_are_read_plainly_with_a_warning() -> None:
    nested = read_text("Ada\n\n" + "> " * 60 + "deep\n\n- after\n", "cv.md")
    assert texts(nested)[-1] == "after"
    assert any("deep" in text for text in texts(nested))
    dense = read_text("# A\n* b\n3. c\nd\ne\n\n" * 4000, "cv.md")
    assert [(block.kind, block.text, block.lines, block.marker) for block in dense.blocks[:4]] == [
        ("heading", "A", (1, 1), ""),
        ("item", "b", (2, 2), ""),
        ("item", "c", (3, 3), "3."),
        ("paragraph", "d\ne", (4, 5), ""),
    ]
    assert (len(nested.warnings), len(dense.warnings)) == (1, 1)


@pytest.mark.thorough
def test_a_large_text_keeps_its_lines_from_part_to_part() -> None:
    entry = "- **Ada Lovelace** and Charles Babbage, *On the Analytical Engine*, 1843.\n\n  A second paragraph.\n\n"
    found = read_text(entry * 4000, "cv.md").blocks
    assert [(block.kind, block.lines[0]) for block in found[-2:]] == [
        ("item", 4000 * 4 - 3),
        ("paragraph", 4000 * 4 - 1),
    ]
    assert len(found) == 8000
    assert all(block.runs[0].bold for block in found[::2])


TAGS = st.sampled_from(
    "p div b i a li ul ol table tr td h2 span br hr dl dt dd pre em strong sup section font body center".split()  # noqa: SIM905
)
PIECES = st.one_of(
    TAGS.map("<{}>".format),
    TAGS.map("</{}>".format),
    st.sampled_from(("x", "yz", " ", "\n", "&amp;", "<", "<!-- c -->", "é", "a<b")),
)


@pytest.mark.thorough
@given(st.lists(PIECES, max_size=40).map("".join))
@settings(deadline=None)
def test_the_text_of_a_page_is_that_of_its_parser_whatever_its_tags_are(source: str) -> None:
    assume(not re.search(r"<([a-z][^<>]*)?<!--", source))  # a comment goes before tags are read, even within one
    body = LexborHTMLParser(source).body
    expected = "" if body is None else "".join(re.sub(r"\s", "", body.text()))
    try:
        document = read_text(source, "index.html", HTML)
    except ReadError:
        assert not expected
        return
    assert "".join("".join(block.text.split()) for block in document) == expected
    lines = source.count("\n") + 1
    assert all(1 <= run.line <= lines for block in document for run in block.runs)
