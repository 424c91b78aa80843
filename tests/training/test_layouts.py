"""A layout is read in the lines in which the PDF file is read that it stands for."""

import gzip
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kg.base.errors import ReadError
from kg.extract.documents import reading
from kg.extract.documents.pdf.glyphs import Glyph, GlyphPage, pages
from kg.extract.learned.units import lines_of
from tests.support.pdf_writer import Text, column, pdf
from training import layouts
from training.documents import read

CV = [
    Text(72, 720, "Ada Lovelace", 18, "b"),
    *column(72, 690, ["Education"], font="b", size=12),
    *column(72, 672, ["PhD in Mathematics, University of London, 2009 – 2013", "MA in Poetry, London, 2008"]),
    *column(72, 630, ["Publications"], font="b", size=12),
    *column(72, 612, ["Ada Lovelace, Charles Babbage. Notes on the Analytical", "Engine. Scientific Memoirs, 2013."]),
]  # fmt: skip


def layout(page: GlyphPage, scale: float = 1.0) -> dict[str, Any]:
    """Return the words of a page as a layout has them, their fonts as large as they are or smaller."""
    words: list[list[Glyph]] = []
    for before, glyph in pairwise([None, *page.glyphs]):
        assert glyph is not None
        if before is None or glyph.spaced or glyph.base != before.base:
            words.append([])
        words[-1].append(glyph)
    fonts = list(dict.fromkeys(glyph.font for glyph in page.glyphs))
    return {
        "page": page.number, "width": page.width, "height": page.height,
        "fonts": [["Helvetica-Bold" if font.bold else "Helvetica", font.size * scale, 400, 0] for font in fonts],
        "words": [
            [
                "".join(glyph.text for glyph in word), word[0].left,
                page.height - word[0].base - 0.75 * word[0].font.size, word[-1].right, page.height - word[0].base,
                page.height - word[0].base, fonts.index(word[0].font),
            ]
            for word in words
        ],
    }  # fmt: skip


def written(path: Path, *pages_of_words: dict[str, Any]) -> Path:
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, pages_of_words)).encode()))
    return path


@pytest.mark.parametrize("scale", [1.0, 0.1], ids=["as large as they are set", "scaled as they are set"])
def test_a_layout_has_the_lines_of_its_file(tmp_path: Path, scale: float) -> None:
    (tmp_path / "cv.pdf").write_bytes(pdf(CV))
    (page,) = pages(pdf(CV), tmp_path / "cv.pdf")
    path = written(tmp_path / "cv.layout.jsonl.gz", layout(page, scale))
    lines, shown = lines_of(read(path)), lines_of(reading.read(tmp_path / "cv.pdf"))

    assert [line.text for line in lines] == [line.text for line in shown]
    assert [line.block.kind for line in lines] == [line.block.kind for line in shown]
    assert [round(line.bold) for line in lines] == [round(line.bold) for line in shown]


def test_a_layout_without_words_holds_no_text(tmp_path: Path) -> None:
    path = written(tmp_path / "cv.layout.jsonl.gz", {"page": 1, "width": 1, "height": 1, "fonts": [], "words": []})

    with pytest.raises(ReadError, match="holds no text"):
        layouts.read(path)
