"""Write the tables of a document as CSV, for spreadsheets: no cell is read as a formula."""

import csv
from collections.abc import Iterator
from io import StringIO

from kg.columns import safe
from kg.pages.charts.text import clean
from kg.rendering.model import Document, Section, Table


def spreadsheet(document: Document) -> str:
    """Return the tables of a document, each below the title of its section and apart from the next."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")  # RFC 4180
    for title, table in _tables(document.sections):
        if out.tell():
            writer.writerow([])
        writer.writerows(map(_cell, row) for row in ((title,), table.columns, *table.rows))
    return out.getvalue()


def _tables(sections: tuple[Section, ...]) -> Iterator[tuple[str, Table]]:
    for section in sections:
        yield from ((section.title, block) for block in section.blocks if isinstance(block, Table))
        yield from _tables(section.parts)


def _cell(text: str) -> str:
    """Return what a spreadsheet shows as a text; an apostrophe before it says that it is one."""
    return safe(clean(text))
