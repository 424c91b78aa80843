"""Read the layout of a PDF file in the place of the file: its words with their places, one page a line of JSON.

Layouts are kept where the files themselves are not. They have no links, no rules and no bullets that are drawn, and
where the letters of a word stand is estimated; else the reader of PDF reads the same lines in both.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.extract.documents.model import Document
from kg.extract.documents.pdf import lines_of_page
from kg.extract.documents.pdf.blocks import Setter, without_heads
from kg.extract.documents.pdf.columns import Measures
from kg.extract.documents.pdf.glyphs import MAX_GLYPHS, Font, Glyph, GlyphPage

SUFFIX = ".layout.jsonl.gz"

_SMALLEST = 3.0
"""Nobody reads what is set smaller."""

_INKED = 0.75
"""Words fill so much of the height of their font."""

_BOLD = re.compile(r"bold|black|heavy|demi|cmbx|sfbx|medi\b|-b$", re.IGNORECASE)
_ITALIC = re.compile(r"ital|obliq|slant|cmti|cmsl|sfti|sfsl|-it$|-i$", re.IGNORECASE)
_SMALL_CAPITALS = re.compile(r"csc|smallcap|caps10", re.IGNORECASE)
_BOLD_FLAG, _ITALIC_FLAG, _HEAVY = 0x40000, 0x40, 600
_NARROW, _WIDE = frozenset("iljtfrI.,;:'’!|()[]-1"), frozenset("mwMW—@%")


def read(path: Path) -> Document:
    """Return the document whose layout a file is.

    Raises:
        ReadError: If it has no words.
    """
    content = path.read_bytes()
    pages = [_page(json.loads(line)) for line in gzip.decompress(content).decode("utf-8").splitlines()]
    found = without_heads([lines_of_page(page) for page in pages])
    if not any(found):
        raise ReadError(Problem("holds no text", path))
    measures = Measures(found)
    printed = Setter(measures, joins=False)
    lines = tuple(printed.blocks(found))
    blocks = tuple(Setter(measures).blocks(found))
    digest = hashlib.sha256(content).hexdigest()
    return Document(path.as_posix(), "application/pdf", digest, blocks, layout=printed.layout, printed=lines)


def _page(data: Mapping[str, Any]) -> GlyphPage:
    fonts = [
        _font(name, _size(size, number, data["words"]), *how) for number, (name, size, *how) in enumerate(data["fonts"])
    ]
    height = float(data["height"])
    glyphs = [glyph for word in data["words"] for glyph in _glyphs(word, height, fonts)]
    return GlyphPage(data["page"], float(data["width"]), height, glyphs[:MAX_GLYPHS], [], [], has_image=False)


def _size(size: float, font: int, words: Sequence[Sequence[Any]]) -> float:
    """Return the size of a font; of one that is scaled as it is set, what the height of its words suggests."""
    if size >= _SMALLEST:
        return size
    heights = [bottom - top for _, _, top, _, bottom, _, number in words if number == font]
    return round(median(heights) / _INKED, 1) if heights else size


def _font(name: str, size: float, weight: int, flags: int) -> Font:
    is_bold = bool(_BOLD.search(name)) or bool(flags & _BOLD_FLAG) or weight >= _HEAVY
    is_italic = bool(_ITALIC.search(name)) or bool(flags & _ITALIC_FLAG)
    return Font(size, is_bold, is_italic, bool(_SMALL_CAPITALS.search(name)))


def _glyphs(word: Sequence[Any], height: float, fonts: Sequence[Font]) -> Iterator[Glyph]:
    """Yield the letters of a word, each as wide as such letters mostly are."""
    text, left, _, right, _, base, font = word
    widths = [0.55 if letter in _NARROW else 1.5 if letter in _WIDE else 1.0 for letter in text]
    scale = (right - left) / (sum(widths) or 1.0)
    for index, (letter, width) in enumerate(zip(text, widths, strict=True)):
        end = left + width * scale
        yield Glyph(letter, left, end, height - base, fonts[font], index == 0)
        left = end
