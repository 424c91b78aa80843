"""A document is read by what it is; what cannot be read is an error that says what to do."""

import hashlib
import os
from pathlib import Path

import pytest

from kg.base.errors import ReadError
from kg.extract.documents.model import MAX_LINES, Document
from kg.extract.documents.reading import HTML, MARKDOWN, MAX_BYTES, PDF, SUFFIXES, read, read_text
from tests.support.pdf_writer import Text, pdf


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cv.md"


def texts(document: Document) -> list[str]:
    return [block.text for block in document]


@pytest.mark.parametrize("suffix", [suffix for suffix, kind in SUFFIXES.items() if kind == MARKDOWN])
def test_text_is_markdown(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"cv{suffix.upper()}"
    path.write_text("# Ada", "utf-8")
    document = read(path)
    assert (document.media_type, document.name) == (MARKDOWN, path.as_posix())
    assert document.blocks[0].kind == "heading"


@pytest.mark.parametrize(
    ("name", "content", "media_type"),
    [
        ("cv.htm", b"<p>Ada", HTML),
        ("cv", b"\n <!DOCTYPE html><p>Ada", HTML),
        ("cv.txt", b"<html><p>Ada", HTML),
        ("cv.md", b"<p>Ada", MARKDOWN),
        ("cv", b"Ada", MARKDOWN),
        ("cv.unknown", pdf([Text(72, 700, "Ada")]), PDF),
    ],
)
def test_the_bytes_of_a_file_say_what_it_is(tmp_path: Path, name: str, content: bytes, media_type: str) -> None:
    (tmp_path / name).write_bytes(content)
    document = read(tmp_path / name)
    assert document.media_type == media_type
    assert texts(document) == ["Ada"]


def test_name_and_hash_are_those_of_the_file(path: Path) -> None:
    path.write_bytes(b"Ada\r\n")
    document = read(path, "profiles/ada.md")
    assert (document.name, document.sha256) == ("profiles/ada.md", hashlib.sha256(b"Ada\r\n").hexdigest())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_encodings_with_a_mark_are_read(path: Path, encoding: str) -> None:
    path.write_bytes("# Gaëtan\n\n刘彦辰".encode(encoding))
    document = read(path)
    assert texts(document) == ["Gaëtan", "刘彦辰"]
    assert not document.warnings


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


def test_characters_that_nobody_sees_are_left_out() -> None:
    text = "A\u00a0d\u200ba \x00\x07L\u00advelace \ue000x e\u0301 \ud800 \u202e\u05d0 \u2066"
    assert texts(read_text(text, "cv.md")) == ["A da Lvelace x é \u202e\u05d0 \u2066"]


def test_line_ends_of_all_systems_are_ends_of_lines() -> None:
    found = read_text("a\r\n\r\nb\r\rc\n\nd", "cv.md")
    assert [block.lines[0] for block in found] == [1, 3, 5, 7]


FRONT = """---
title: "Ada: a life"
date: 2020-3-05
links: [a, b]
---

# Ada
"""


def test_front_matter_is_data_and_lines_stay() -> None:
    document = read_text(FRONT, "cv.md")
    assert document.front_matter == {"title": "Ada: a life", "date": "2020-3-05", "links": ["a", "b"]}
    assert document.blocks[0].lines == (7, 7)


def test_front_matter_of_hugo_may_be_toml() -> None:
    document = read_text("+++\ntitle = 'Ada'\n+++\nx", "cv.md")
    assert document.front_matter == {"title": "Ada"}
    assert document.blocks[0].lines == (4, 4)


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("title: Ada\nother: a: b\n", 3),
        ("title: Ada\ntitle: Bob\n", 3),
        ("title: Ada\nx: &a [1]\ny: *a\n", 3),
        ("title: Ada\nx: [\n", 4),
    ],
)
def test_broken_front_matter_is_a_warning(head: str, line: int) -> None:
    document = read_text(f"---\n{head}---\n# Body\n", "cv.md")
    assert texts(document) == ["Body"]
    assert document.blocks[0].lines[0] == head.count("\n") + 3
    assert [document.warnings[0].line, document.warnings[0].path] == [line, Path("cv.md")]
    assert document.warnings[0].hint


def test_broken_toml_is_a_warning() -> None:
    document = read_text("+++\ntitle = Ada\n+++\nx", "cv.md")
    assert (texts(document), len(document.warnings)) == (["x"], 1)


@pytest.mark.parametrize(
    "text", ["---\n\nAda\n\n---\n\nBob\n", "---\nAda\n", "---\n- a\n---\n\nBob", "Ada\n\n---\na: b\n---\n"]
)
def test_rules_are_no_front_matter(text: str) -> None:
    document = read_text(text, "cv.md")
    assert not document.front_matter
    assert document.blocks[0].text in ("Ada", "", "a")


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf", b"\x00"])
def test_an_empty_file_is_an_error(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ReadError, match="holds no text"):
        read(path)


@pytest.mark.parametrize("text", ["---\ntitle: Ada\n---\n", "{% include x %}", "<!-- nothing -->"])
def test_a_template_without_text_is_no_error(text: str) -> None:
    assert not read_text(text, "cv.md").blocks


def test_binary_content_is_an_error(path: Path) -> None:
    path.write_bytes(bytes(range(32)) * 100)
    with pytest.raises(ReadError, match="is not text") as error:
        read(path)
    assert "UTF-8" in error.value.hint


def test_a_file_of_too_many_bytes_is_refused_unread(path: Path) -> None:
    with path.open("wb") as file:
        os.truncate(file.fileno(), MAX_BYTES + 1)
    with pytest.raises(ReadError, match="at most 67,108,864 are read"):
        read(path)


def test_a_text_of_too_many_lines_is_refused(path: Path) -> None:
    path.write_bytes(b"\n" * MAX_LINES + b"a\n")
    with pytest.raises(ReadError, match="at most 1,000,000 are read"):
        read(path)


def test_a_missing_file_is_an_error(path: Path) -> None:
    with pytest.raises(ReadError, match="No such file") as error:
        read(path)
    assert error.value.problems[0].path == path


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="cannot be read"):
        read(tmp_path)
