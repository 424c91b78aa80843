"""HTML is read as a browser shows it, with the lines of its source; the judge of the text is the parser itself."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import ReadError
from kg.extract.documents.model import Document, DocumentBlock, TextRun
from kg.extract.documents.reading import read_text


def page(source: str) -> Document:
    return read_text(source, "index.html", "text/html")


def shown(source: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in page(source)]


def runs(source: str) -> tuple[TextRun, ...]:
    (block,) = page(source)
    return block.runs


def test_blocks_are_told_apart() -> None:
    source = (
        "<h2>A</h2><p>p</p><div>d<div>e</div>f</div><hr><ul><li>i<ol start=3><li>j</ol></ul><blockquote>q</blockquote>"
    )
    found = [(block.kind, block.text, block.level, block.depth, block.marker) for block in page(source)]
    assert found == [
        ("heading", "A", 2, 0, ""),
        ("paragraph", "p", 0, 0, ""),
        ("paragraph", "d", 0, 0, ""),
        ("paragraph", "e", 0, 0, ""),
        ("paragraph", "f", 0, 0, ""),
        ("rule", "", 0, 0, ""),
        ("item", "i", 0, 1, ""),
        ("item", "j", 0, 2, "3."),
        ("paragraph", "q", 0, 0, ""),
    ]


def test_every_run_has_the_line_of_its_source() -> None:
    source = (
        "<!DOCTYPE html>\n<!-- a\nb -->\n<p\n class='x'>one\n  two <b>three\nfour</b>\n"
        "<a href='u'\n title='a > b'>five</a></p>"
    )
    assert runs(source) == (
        TextRun("one ", 5),
        TextRun("two ", 6),
        TextRun("three ", 6, bold=True),
        TextRun("four", 7, bold=True),
        TextRun(" ", 7),
        TextRun("five", 9, target="u"),
    )


def test_white_space_is_that_of_a_browser() -> None:
    assert shown("<p> a \n\t b<b> c</b> <i> d</i>&nbsp;e </p>") == [("paragraph", "a b c d e")]


def test_breaks_end_lines_and_two_of_them_paragraphs() -> None:
    assert shown("<p>a<br>b<br/><br>c</p>") == [("paragraph", "a\nb"), ("paragraph", "c")]


def test_tables_are_rows_of_cells() -> None:
    source = "<table><thead><tr><th>A<th>B<tbody><tr><td>1<td><p>2</p><p>3</p><tr><td><td>x</table>"
    assert shown(source) == [("row", "A\tB"), ("row", "1\t2\n3"), ("row", "\tx")]
    assert TextRun("\t", 1) in page(source).blocks[1].runs


def test_a_table_that_lays_out_a_page_is_read_as_text() -> None:
    source = (
        "<table><tr><td><img src=a><td><b>T</b><br>Ada<br>1843</tr></table>"
        "<table><tr><td><h2>H</h2><ul><li>i</ul>z</table>"
    )
    assert shown(source) == [("paragraph", "T\nAda\n1843"), ("heading", "H"), ("item", "i"), ("paragraph", "z")]


def test_terms_and_definitions_are_rows() -> None:
    assert shown("<dl><dt>2019<dd>PhD<dt>2015<dd>BSc<dd>London</dl>") == [
        ("row", "2019\tPhD"),
        ("row", "2015\tBSc"),
        ("paragraph", "London"),
    ]


def test_preformatted_text_keeps_its_lines_and_code_is_code() -> None:
    source = "<pre>Ada\n  1843\n\nnext</pre><pre><code>x\n y</code></pre>"
    assert shown(source) == [("paragraph", "Ada\n1843"), ("paragraph", "next"), ("code", "x\n y")]
    assert [block.lines for block in page(source)] == [(1, 2), (4, 4), (4, 5)]


def test_styles_come_from_tags_and_from_css() -> None:
    found = runs(
        "<p><strong>a</strong><em>b</em><sup>c</sup><span style='font-weight: bold; font-style:italic'>d</span>"
        "<span style='vertical-align:super'>e</span><a href=' u '>f</a></p>"
    )
    assert [(run.text, run.bold, run.italic, run.raised, run.target) for run in found] == [
        ("a", True, False, False, ""),
        ("b", False, True, False, ""),
        ("c", False, False, True, ""),
        ("d", True, True, False, ""),
        ("e", False, False, True, ""),
        ("f", False, False, False, "u"),
    ]


def test_an_inner_end_tag_does_not_end_an_outer_style() -> None:
    assert [run.bold for run in runs("<span style='font-weight:bold'>a<span>b</span>c</span><span>d</span>")] == [
        True,
        False,
    ]


def test_what_floats_to_the_right_is_a_column() -> None:
    assert shown("<p>Ada <span style='float: right'>1843</span></p>") == [("paragraph", "Ada\t1843")]
    assert shown("<p><span class='pull-right'>1843</span>Ada</p>") == [("paragraph", "1843\tAda")]


def test_what_is_not_shown_is_not_read() -> None:
    for hidden in (
        "<nav>no</nav>",
        "<script>no</script>",
        "<style>no</style>",
        "<noscript>no</noscript>",
        "<template>no</template>",
        "<p hidden>no</p>",
        "<p style='DISPLAY : none'>no</p>",
        "<div class='bibtex hidden'>no<p>no</p></div>",
        "<span class=sr-only>no</span>",
        "<textarea>no</textarea>",
        "<svg><text>no</text></svg>",
        "{{ no }}",
        "<select><option>no</select>",
    ):
        assert shown(f"<p>a</p>{hidden}<p>b</p>") == [("paragraph", "a"), ("paragraph", "b")]


def test_what_is_hidden_on_small_screens_only_is_shown() -> None:
    assert shown("<p class='hidden md:block'>a</p><p class='d-none d-md-block overflow-hidden'>b</p>") == [
        ("paragraph", "a"),
        ("paragraph", "b"),
    ]


def test_a_link_without_text_keeps_where_it_leads() -> None:
    assert runs("<p>Ada <a href='https://git.example/ada'><i class='icon'></i></a></p>") == (
        TextRun("Ada", 1),
        TextRun("", 1, target="https://git.example/ada"),
    )


def test_the_head_says_who_and_what() -> None:
    head = page(
        "<title> Ada &amp;\n Co </title><meta name=Author content='Ada'><meta name=description content='d'>"
        '<script type=\'application/ld+json\'>{"@type": "Person"}</script>'
        "<script type='application/ld+json'>{</script><p>x"
    ).front_matter
    assert head == {"title": "Ada & Co", "author": "Ada", "description": "d", "json_ld": [{"@type": "Person"}]}


def test_front_matter_stands_before_the_head() -> None:
    document = page("---\ntitle: Ada\n---\n<title>other</title><p>x</p>")
    assert document.front_matter["title"] == "Ada"
    assert document.blocks[0].lines == (4, 4)


def test_a_page_without_text_is_an_error() -> None:
    with pytest.raises(ReadError, match="shows no text") as error:
        page("<html><body><div id=root></div><script>fill()</script></body></html>")
    assert "print it to PDF" in error.value.hint


def test_numbers_of_lines_cannot_be_forged() -> None:
    document = page("<p>a&#xe000;&#xe04f;&#xe04f;&#xe04f;&#xe04f;b</p>")
    assert document.blocks == (DocumentBlock("paragraph", (TextRun("ab", 1),), (1, 1)),)


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
