"""Markdown is read as a reader of the page sees it: blocks, styles, links, each with its line."""

from pathlib import Path

import pytest

from kg.extract.documents.model import DocumentBlock, TextRun
from kg.extract.documents.reading import read_text


def blocks(text: str) -> tuple[DocumentBlock, ...]:
    return read_text(text, "cv.md").blocks


def shown(text: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(text)]


def runs(text: str) -> tuple[TextRun, ...]:
    (block,) = blocks(text)
    return block.runs


def test_headings_have_their_level_and_line() -> None:
    found = [
        (block.level, block.text, block.lines) for block in blocks("# Ada\n\nEducation\n===\n\n##Awards\n### B ###\n")
    ]
    assert found == [(1, "Ada", (1, 1)), (1, "Education", (3, 3)), (2, "Awards", (6, 6)), (3, "B", (7, 7))]


def test_items_have_depth_and_number() -> None:
    text = "- a\n  - b\n\n    more\n3. c\n4) d\n"
    found = [(block.kind, block.text, block.depth, block.marker) for block in blocks(text)]
    assert found == [
        ("item", "a", 1, ""),
        ("item", "b", 2, ""),
        ("paragraph", "more", 2, ""),
        ("item", "c", 1, "3."),
        ("item", "d", 1, "4)"),
    ]


def test_a_line_that_begins_with_a_year_is_no_item() -> None:
    (block,) = blocks("2019. A prize\n")
    assert (block.text, block.marker) == ("2019. A prize", "")


@pytest.mark.parametrize("marker", ["[3]", "[P12]", "[C-1]"])
def test_a_number_in_brackets_is_a_marker(marker: str) -> None:
    for text in (
        f"- {marker} Ada Lovelace",
        f"{marker} Ada Lovelace",
        f"- {marker} **Ada** Lovelace",
        f"**{marker}** Ada Lovelace",
    ):
        (block,) = blocks(text)
        assert (block.kind, block.text, block.depth, block.marker) == ("item", "Ada Lovelace", 1, marker)


@pytest.mark.parametrize("text", ["[2021] A grant", "[Oral] A talk", "[3](https://example.org) A"])
def test_other_brackets_are_text(text: str) -> None:
    assert blocks(f"- {text}")[0].marker == ""


def test_a_bullet_typed_as_text_makes_items() -> None:
    for bullet in (
        "• ",
        "◦ ",
        "▪",
        "– ",
        "· ",
        r"$\bullet$ ",
    ):
        found = [
            (block.kind, block.text, block.depth, block.lines)
            for block in blocks(f"Ada\n{bullet}one\n{bullet}two\nmore\n")
        ]
        assert found == [("paragraph", "Ada", 0, (1, 1)), ("item", "one", 1, (2, 2)), ("item", "two\nmore", 1, (3, 4))]


def test_rows_of_a_torn_table_do_not_join_the_item_before() -> None:
    assert shown("Intern\t2019\n· Mentor: Babbage\t\nAssistant\t2020\n") == [
        ("paragraph", "Intern\t2019"),
        ("item", "Mentor: Babbage"),
        ("paragraph", "Assistant\t2020"),
    ]


def test_a_bullet_alone_on_its_line_belongs_to_the_next() -> None:
    assert shown("Skills\n•\nCOBOL\n") == [("paragraph", "Skills"), ("item", "COBOL")]


def test_every_break_is_a_run_and_every_run_has_its_line() -> None:
    assert runs("a  \nb\\\nc\nd") == (
        TextRun("a", 1),
        TextRun("\n", 1),
        TextRun("b", 2),
        TextRun("\n", 2),
        TextRun("c", 3),
        TextRun("\n", 3),
        TextRun("d", 4),
    )


def test_styles_and_links_are_told() -> None:
    found = runs("**B** *I* <u>U</u> [L](https://a.example) 5<sup>th</sup> <b>x[y](z)</b>")
    assert found == (
        TextRun("B", 1, bold=True),
        TextRun(" ", 1),
        TextRun("I", 1, italic=True),
        TextRun(" ", 1),
        TextRun("U", 1, italic=True),
        TextRun(" ", 1),
        TextRun("L", 1, target="https://a.example"),
        TextRun(" 5", 1),
        TextRun("th", 1, raised=True),
        TextRun(" ", 1),
        TextRun("x", 1, bold=True),
        TextRun("y", 1, bold=True, target="z"),
    )


def test_a_link_without_text_keeps_where_it_leads() -> None:
    assert runs("A [![DOI](x.svg)](https://doi.example)")[-1] == TextRun("", 1, target="https://doi.example")


def test_a_link_to_a_script_leads_nowhere() -> None:
    assert runs("[A](javascript:alert)") == (TextRun("A", 1),)


def test_tables_are_rows_of_cells() -> None:
    found = blocks("| A | B |\n|---|---|\n| *1* | 2 |\n")
    assert [(block.kind, block.text, block.lines) for block in found] == [
        ("row", "A\tB", (1, 1)),
        ("row", "1\t2", (3, 3)),
    ]
    assert TextRun("\t", 3) in found[1].runs


def test_tabs_and_wide_gaps_part_columns() -> None:
    assert shown("A\tB \t 2023\n") == [("paragraph", "A\tB\t2023")]
    assert shown("A        2023\n") == [("paragraph", "A\t2023")]
    assert shown(r"**A** \hfill 2023") == [("paragraph", "A\t2023")]


def test_quotes_rules_and_code_are_kept_apart() -> None:
    text = "> quoted\n\n***\n\n```\nx = 1\n\ny\n```\n"
    assert shown(text) == [("paragraph", "quoted"), ("rule", ""), ("code", "x = 1\n\ny")]
    assert blocks(text)[2].lines == (6, 8)


def test_indented_text_is_text() -> None:
    assert shown("a\n\n        b\n\n\tc\n") == [("paragraph", "a"), ("paragraph", "b"), ("paragraph", "c")]


def test_escapes_and_entities_are_resolved() -> None:
    assert shown(r"Ada\* &amp; C\_B, 5\% a\\_b &nbsp;x") == [("paragraph", "Ada* & C_B, 5% a_b x")]


def test_formulas_are_read_as_they_look() -> None:
    for source, text in (
        (r"$2\times$ larger", "2× larger"),
        (r"top $5\%$", "top 5%"),
        (r"$\text{\LaTeX}$", "LaTeX"),
        (r"$2 - 3\times$", "2 - 3×"),
        ("$5 and $10", "$5 and $10"),
        ("from $5M to $7M", "from $5M to $7M"),
        ("costs 5$ a piece", "costs 5$ a piece"),
        (r"$\alpha$-stable", "α-stable"),
        (r"$O(n^{2})$", "O(n2)"),
        (r"$\unknown{kept}$", "kept"),
    ):
        assert "".join(run.text for run in runs(source)) == text


@pytest.mark.parametrize(
    ("source", "mark"),
    [("$^*$", "*"), (r"$^\dagger$", "†"), (r"$^{*\dagger}$", "*†"), ("$^{1}$", "1"), ("<sup>&#42;</sup>", "*")],
)
def test_marks_of_authors_are_raised(source: str, mark: str) -> None:
    assert runs(f"Ada{source}, B") == (TextRun("Ada", 1), TextRun(mark, 1, raised=True), TextRun(", B", 1))


def test_markdown_within_html_is_read() -> None:
    text = (
        '<font size="6">Preprints</font>\n<br/>\n\n<b>[T](u) <font>[ORAL]</font> </b><br>\nAda <br>\n<i> arXiv </i>\n'
    )
    assert shown(text) == [("paragraph", "Preprints"), ("paragraph", "T [ORAL]\nAda\narXiv")]
    assert [run.line for run in blocks(text)[1].runs if run.text != "\n"] == [4, 4, 5, 6]


def test_lists_of_html_in_markdown_are_items() -> None:
    text = "<ul>\n\n    <li> <b>[2024]</b> One </li>\n\n    <li>Two *x*<ol><li>sub</li></ol></li>\n\n</ul>\n\nAfter\n"
    found = [(block.kind, block.text, block.depth, block.marker) for block in blocks(text)]
    assert found == [
        ("item", "[2024] One", 1, ""),
        ("item", "Two x", 1, ""),
        ("item", "sub", 2, "1."),
        ("paragraph", "After", 0, ""),
    ]


def test_a_tag_left_open_ends_with_its_paragraph() -> None:
    assert [run.bold for block in blocks("<b>a\n\nb\n") for run in block.runs] == [True, False]


def test_an_end_tag_does_not_close_an_item_of_markdown() -> None:
    assert [(block.text, block.depth) for block in blocks("- a</li></ul>\n  - b\n")] == [("a", 1), ("b", 2)]


def test_what_is_hidden_is_not_read() -> None:
    assert shown('A <span style="display:none">no</span><i hidden>no</i><span class="sr-only">no</span> b') == [
        ("paragraph", "A b")
    ]


def test_noise_is_taken_out_line_by_line() -> None:
    for noise in (
        "{% include base_path %}",
        "{{ site.url }}",
        "<!-- a\n\nb -->",
        "[//]: # (* **Skills** (all))",
        "{:toc}",
        "{: .no_toc}",
        "<script>\nalert()\n</script>",
        "<style>p{}</style>",
        "{% for post in site.posts %}\n<li>{{ post.title }} - x</li>\n{% endfor %}",
        "{% comment %}\nno\n{% endcomment %}",
        "::: {.section}",
        '{{< figure src="a.png" >}}',
        "{{% notice %}}",
        r"\newpage",
        "<svg><path d='M0'/></svg>",
    ):
        found = blocks(f"A\n\n{noise}\n\nB\n")
        last = noise.count("\n") + 5
        assert [(block.text, block.lines) for block in found] == [("A", (1, 1)), ("B", (last, last))]


def test_attribute_lists_are_taken_out() -> None:
    assert shown('## A {#a .b}\n\n[L](u){:target="_blank"} and [M](v){.x} x\n') == [
        ("heading", "A"),
        ("paragraph", "L and M x"),
    ]


def test_braces_of_text_stay() -> None:
    assert shown("The set {a, b} and {x}\n") == [("paragraph", "The set {a, b} and {x}")]


def test_shortcodes_carry_links() -> None:
    text = (
        '[{{<text color="#7" url="https://a.example">}}ICLR{{</text>}}] {{< text weight="bold" >}}Y. Liu{{< /text >}}.'
    )
    assert runs(text) == (TextRun("[", 1), TextRun("ICLR", 1, target="https://a.example"), TextRun("] Y. Liu.", 1))


def test_a_definition_stands_below_its_term() -> None:
    assert shown("2010-2014\n:   **PhD**, London\n") == [("paragraph", "2010-2014\nPhD, London")]


def test_an_unedited_template_has_no_entries() -> None:
    text = "Papers\n======\n  <ul>{% for post in site.papers %}\n    {% include a.html %}\n  {% endfor %}</ul>\n"
    assert shown(text) == [("heading", "Papers")]


def test_text_that_is_nested_without_end_is_read_plainly() -> None:
    document = read_text("Ada\n\n" + "> " * 60 + "deep\n\n- after\n", "cv.md")
    assert [block.text for block in document][-1] == "after"
    assert any("deep" in block.text for block in document)
    assert document.warnings[0].path == Path("cv.md")


@pytest.mark.thorough
def test_a_large_text_keeps_its_lines_from_part_to_part() -> None:
    entry = "- **Ada Lovelace** and Charles Babbage, *On the Analytical Engine*, 1843.\n\n  A second paragraph.\n\n"
    found = blocks(entry * 4000)
    assert [(block.kind, block.lines[0]) for block in found[-2:]] == [
        ("item", 4000 * 4 - 3),
        ("paragraph", 4000 * 4 - 1),
    ]
    assert len(found) == 8000
    assert all(block.runs[0].bold for block in found[::2])


def test_a_dense_text_is_read_plainly_with_a_warning() -> None:
    document = read_text("# A\n* b\n3. c\nd\ne\n\n" * 4000, "cv.md")
    assert [(block.kind, block.text, block.lines, block.marker) for block in document.blocks[:4]] == [
        ("heading", "A", (1, 1), ""),
        ("item", "b", (2, 2), ""),
        ("item", "c", (3, 3), "3."),
        ("paragraph", "d\ne", (4, 5), ""),
    ]
    assert len(document.warnings) == 1
