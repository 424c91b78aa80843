"""Markdown that nobody would write by hand: templates, large and dense texts."""

from pathlib import Path

import pytest

from kg.extract.documents.model import DocumentBlock
from kg.extract.documents.reading import read_text


def blocks(text: str) -> tuple[DocumentBlock, ...]:
    return read_text(text, "cv.md").blocks


def test_an_unedited_template_has_no_entries() -> None:
    text = "Papers\n======\n  <ul>{% for post in site.papers %}\n    {% include a.html %}\n  {% endfor %}</ul>\n"
    assert [(block.kind, block.text) for block in blocks(text)] == [("heading", "Papers")]


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
