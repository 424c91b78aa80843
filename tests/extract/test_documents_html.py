"""The text of a page is that of its parser, whatever its tags are."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import ReadError
from kg.extract.documents.model import Document
from kg.extract.documents.reading import read_text


def page(source: str) -> Document:
    return read_text(source, "index.html", "text/html")


def test_front_matter_stands_before_the_head() -> None:
    document = page("---\ntitle: Ada\n---\n<title>other</title><p>x</p>")
    assert document.front_matter["title"] == "Ada"
    assert document.blocks[0].lines == (4, 4)


def test_a_page_without_text_is_an_error() -> None:
    with pytest.raises(ReadError, match="shows no text") as error:
        page("<html><body><div id=root></div><script>fill()</script></body></html>")
    assert "print it to PDF" in error.value.hint


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
def test_the_text_is_that_of_the_parsed_page(source: str) -> None:
    assume(not re.search(r"<([a-z][^<>]*)?<!--", source))  # a comment goes before tags are read, even within one
    tree = LexborHTMLParser(source)
    body = tree.body
    expected = "" if body is None else "".join(re.sub(r"\s", "", body.text()))
    try:
        document = page(source)
    except ReadError:
        assert not expected
        return
    assert "".join("".join(block.text.split()) for block in document) == expected
    lines = source.count("\n") + 1
    assert all(1 <= run.line <= lines for block in document for run in block.runs)
