"""The writers of documents: what is said comes out as it was said, whatever signs are in it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from selectolax.lexbor import LexborHTMLParser, LexborNode

from kg.base.reporting import clean
from kg.site.reports.model import (
    Paragraph,
    ended,
    plain,
    text_of,
)
from kg.site.reports.writers import as_json, html, markdown
from tests.support.reports import HOSTILE, document, full

COMMON = MarkdownIt("commonmark").enable("table")


def one(tree: LexborHTMLParser, selector: str) -> LexborNode:
    found = tree.css_first(selector)
    assert found is not None
    return found


def shape(tokens: list[Token]) -> list[str]:
    """Return the elements of a Markdown text in order; breaks and texts are not told apart."""
    found = []
    for token in tokens:
        found.append(f"{token.type}{token.attrs.get('start', '')}")
        found += [child.type for child in token.children or () if child.type not in ("text", "hardbreak")]
    return [name.replace("text_special", "") for name in found if name != "text_special"]


def words(tokens: list[Token]) -> str:
    """Return what a Markdown text says."""
    return "".join(
        child.content if child.type in ("text", "text_special") else " "
        for token in tokens
        for child in token.children or ()
        if child.type in ("text", "text_special", "hardbreak", "softbreak")
    )


texts = st.one_of(
    st.text(min_size=1, max_size=40),
    st.text(alphabet="\\`*_{}[]<>()#+-.!|~&$= \n1a@;:\"'/", min_size=1, max_size=20),
    st.sampled_from(HOSTILE),
).filter(lambda text: bool(clean(text)))


@given(texts)
def test_no_text_changes_the_structure_of_markdown(text: str) -> None:
    expected = shape(COMMON.parse(markdown(full("word"))))

    assert shape(COMMON.parse(markdown(full(text)))) == expected


@given(texts)
def test_markdown_says_what_the_text_says(text: str) -> None:
    said = words(COMMON.parse(markdown(document(Paragraph(plain(text))))))

    assert clean(text) in said


@given(texts)
def test_no_text_changes_the_structure_of_html(text: str) -> None:
    expected = [node.tag for node in LexborHTMLParser(html(full("word"))).css("*")]
    made = LexborHTMLParser(html(full(text)))

    assert [node.tag for node in made.css("*")] == expected
    assert one(made, "h1").text() == clean(text)
    assert one(made, "title").text().strip() == f"{clean(text)} · Curriculum vitae"


@given(texts)
def test_no_text_ends_the_style_sheet(text: str) -> None:
    style = one(LexborHTMLParser(html(full(text))), "style").text()

    assert style.count("{") == one(LexborHTMLParser(html(full("word"))), "style").text().count("{")
    assert "<" not in style


@given(texts)
def test_json_says_what_the_text_says(text: str) -> None:
    made = json.loads(as_json(full(text)))

    assert made["title"] == clean(text)
    assert made["sections"][0]["blocks"][0] == {"paragraph": [{"text": clean(text)}]}


def test_html_has_no_scripts_and_loads_nothing() -> None:
    tree = LexborHTMLParser(html(full("<script src=x></script>")))

    assert not tree.css("script, link, img, iframe, [style], [src]")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Notes", "Notes."),
        ("Why?", "Why?"),
        ("So “why?”", "So “why?”"),
        ("et al.", "et al."),
        ("(ATC 2015)", "(ATC 2015)."),
    ],
)
def test_a_sentence_ends_once(text: str, expected: str) -> None:
    assert text_of(ended(plain(text))) == expected
