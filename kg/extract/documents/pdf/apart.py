"""Read the pages of a PDF file in a process of its own, whose memory and time are bounded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kg.base.apart import answer, read_apart
from kg.extract.documents.pdf.glyphs import Font, Glyph, GlyphBox, GlyphPage, pages

MEMORY = 400 << 20
"""Bytes beyond what the process holds when it begins; a book of 300 pages takes a quarter of it."""


def pages_of(content: bytes, path: Path) -> Iterator[GlyphPage]:
    """Yield the pages of a PDF file, the first `MAX_PAGES` of them.

    Raises:
        ReadError: If the file is damaged, protected by a password, or needs too much memory or time.
    """
    hint = "open it in a viewer and print it to PDF again"
    yield from map(_page, read_apart(main, content, path, memory=MEMORY, hint=hint))


def _page(data: dict[str, Any]) -> GlyphPage:
    fonts = [Font(*font) for font in data.pop("fonts")]
    glyphs = [
        Glyph(text, left, right, base, fonts[font], *others)
        for text, left, right, base, font, *others in data["glyphs"]
    ]
    boxes = {name: [GlyphBox(*box) for box in data[name]] for name in ("bullets", "rules")}
    return GlyphPage(**{**data, **boxes, "glyphs": glyphs})


def _plain(page: GlyphPage) -> dict[str, Any]:
    """Return a page as plain data, in which each font stands once."""
    fonts: dict[Font, int] = {}
    glyphs = [(*each[:4], fonts.setdefault(each.font, len(fonts)), *each[5:]) for each in page.glyphs]
    return {**page._asdict(), "glyphs": glyphs, "fonts": list(fonts)}


def main() -> None:
    """Write the pages of the file on stdin to stdout."""
    answer(lambda content: map(_plain, pages(content, Path("-"))), MEMORY)
