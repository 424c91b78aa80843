"""Read PDF as blocks: text in reading order, put together from the places of its characters.

A line is a line of a page, as a reader counts them; every block has its page.
"""

from itertools import pairwise
from pathlib import Path

from kg.base.errors import Problem, ReadError
from kg.extract.documents.model import ReaderOutput
from kg.extract.documents.pdf.apart import pages_of
from kg.extract.documents.pdf.blocks import Setter, without_heads
from kg.extract.documents.pdf.columns import Measures, parts
from kg.extract.documents.pdf.glyphs import MAX_PAGES, GlyphPage
from kg.extract.documents.pdf.lines import PdfLine, lines_of, mark, mark_cells, page_chunks, right_edge

__all__ = ["read"]


def read(content: bytes, path: Path) -> ReaderOutput:
    """Return the content of a PDF file.

    Raises:
        ReadError: If it is damaged, protected, holds pictures of text only, or needs too much memory or time.
    """
    found: list[list[PdfLine]] = []
    has_image = False
    for page in pages_of(content, path):
        has_image = has_image or page.has_image
        found.append(lines_of_page(page))
    if not any(found):
        if has_image:
            raise ReadError(Problem("holds no text: it seems to be a scan", path, hint="run OCR on it first"))
        raise ReadError(Problem("holds no text", path, hint="check that it is the right file"))
    warnings: tuple[Problem, ...] = ()
    if len(found) == MAX_PAGES:
        warnings = (Problem(f"only the first {MAX_PAGES} pages are read", path, hint="split it"),)
    found = without_heads(found)
    measures = Measures(found)
    printed = Setter(measures, joins=False)
    lines = tuple(printed.blocks(found))
    return ReaderOutput(list(Setter(measures).blocks(found)), warnings=warnings, layout=printed.layout, printed=lines)


def lines_of_page(page: GlyphPage) -> list[PdfLine]:
    """Return the lines of a page in reading order, numbered."""
    lines: list[PdfLine] = []
    for part in parts(page_chunks(page)):
        within = lines_of(part.chunks)
        edges = (part.edges[0], right_edge(within, *part.edges))
        for above, line in pairwise(within):
            line.above = above.base - line.base
        for line in within:
            line.column = edges
        mark_cells(within)
        lines += within
    for number, line in enumerate(lines, 1):
        line.page, line.number = page.number, number
    mark(lines, page.bullets, page.rules)
    return lines
