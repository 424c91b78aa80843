"""DOCX of documents: headings, lists and links of a word processor, with what is said as it was said."""

import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import mammoth
import pytest
from docx import Document
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import ReadError
from kg.base.reporting import clean
from kg.site.reports.model import ItemList, Paragraph, ReportDocument, ReportSection, Span, TextTable, plain
from kg.site.reports.word_processing import docx
from tests.support.reports import HOSTILE, document, full


def opened(made: ReportDocument, **options: Any) -> Any:
    return Document(io.BytesIO(docx(made, **options).content))


def as_html(made: ReportDocument) -> LexborHTMLParser:
    """Return a document as another reader of DOCX sees it."""
    return LexborHTMLParser(mammoth.convert_to_html(io.BytesIO(docx(made).content)).value)


@pytest.mark.thorough
@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_says_what_it_says(text: str) -> None:
    tree = as_html(full(text))

    assert tree.css_first("body").text(separator=" ").count(clean(text)) >= 10  # type: ignore[union-attr]
    assert not tree.css("script, img")


@pytest.mark.thorough
@given(st.text(min_size=1, max_size=40).filter(lambda text: bool(clean(text))))
def test_every_text_can_be_written(text: str) -> None:
    assert opened(full(text)).core_properties.author == clean(text)


def test_headings_lists_tables_and_links_are_those_of_a_word_processor() -> None:
    part = ReportSection("Part", (Paragraph((Span("Ada", href="https://ada.example.org/?a=b&c"),)),))
    table = TextTable(("Name", "Works"), (("Ada", "1"),), frozenset((1,)))
    section = ReportSection("Section", (ItemList((plain("a"), plain("b")), 1), ItemList((plain("c"),)), table), (part,))
    tree = as_html(replace(document(), sections=(section,)))

    assert [node.text() for node in tree.css("h1, h2")][-2:] == ["Section", "Part"]
    assert ([node.text() for node in tree.css("ol li")], [node.text() for node in tree.css("ul li")]) == (
        ["a", "b"],
        ["c"],
    )
    assert [node.text() for node in tree.css("th, td")] == ["Name", "Works", "Ada", "1"]
    assert [node.attributes["href"] for node in tree.css("a[href]")] == ["https://ada.example.org/?a=b&c"]


def test_a_document_says_what_it_is() -> None:
    made = opened(replace(document(title="Ada Lovelace"), day="1999-07-01"))
    properties = made.core_properties

    assert (properties.title, properties.author) == ("Ada Lovelace · Curriculum vitae", "Ada Lovelace")
    assert (properties.language, properties.comments) == ("en", "Note.")
    assert properties.created == datetime(1999, 7, 1, tzinfo=UTC)


def test_the_styles_of_a_document_of_ones_own_are_used(tmp_path: Path) -> None:
    own = Document()
    own.styles["Heading 1"].font.name = "Own Face"
    own.styles["List Number"].delete()  # those of Word hold only styles that were used
    own.save(str(tmp_path / "own.docx"))
    made = opened(full("Notes"), layout=tmp_path / "own.docx")

    assert made.styles["Heading 1"].font.name == "Own Face"


@pytest.mark.parametrize("content", [b"", b"PK", b"Notes"])
def test_a_layout_that_is_none_is_an_error_that_says_where(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "own.docx").write_bytes(content)
    with pytest.raises(ReadError, match="no document of Word"):
        docx(document(), layout=tmp_path / "own.docx")
    with pytest.raises(ReadError, match="no document of Word"):
        docx(document(), layout=tmp_path / "nowhere.docx")
