"""Write a document as HTML, Markdown, JSON or CSV."""

import csv
import json
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kg.site.charts.svg import clean, rules
from kg.site.reports.model import (
    Block,
    Document,
    Entries,
    Entry,
    Figure,
    Line,
    Listing,
    Paragraph,
    Run,
    Section,
    Table,
    text_of,
)
from kg.site.templating import environment
from kg.store.columns import safe

# Write a document as JSON: its texts and where they lead, for programs that lay it out themselves.


def as_json(document: Document) -> str:
    """Return a document as JSON; looks are kept, drawings are left out."""
    made = {
        "kind": document.kind,
        "title": document.title,
        "lines": list(map(_json_line, document.lines)),
        "sections": list(map(_json_section, document.sections)),
        "note": document.note,
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _json_section(section: Section) -> dict[str, Any]:
    blocks = [_block(block) for block in section.blocks if not isinstance(block, Figure)]
    return {"title": section.title, "blocks": blocks, "sections": list(map(_json_section, section.parts))}


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Paragraph(line):
            return {"paragraph": _json_line(line)}
        case Entries(entries):
            return {"entries": list(map(_json_entry, entries))}
        case Listing(items, first):
            return {"items": list(map(_json_line, items)), "first": first}
        case Table(columns, rows):
            return {"columns": list(columns), "rows": list(map(list, rows))}
    raise TypeError(f"{type(block).__name__} is no block of JSON")


def _json_entry(entry: Entry) -> dict[str, Any]:
    details, points = list(map(_json_line, entry.details)), list(map(_json_line, entry.points))
    return {"head": _json_line(entry.head), "when": entry.when, "details": details, "points": points}


def _json_line(line: Line) -> list[dict[str, Any]]:
    return list(map(_json_run, line))


def _json_run(run: Run) -> dict[str, Any]:
    looks = {"strong": run.is_strong, "emphasis": run.is_emphasis, "href": run.href}
    return {"text": run.text} | {name: look for name, look in looks.items() if look}


# Write a document as one HTML file for the screen and for paper: its style is in it, and there are no scripts.

_STYLE = Path(__file__).parent / "print.css"
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9 ]")


class Paper(StrEnum):
    """The sizes of paper that a document is laid out for."""

    A4 = "a4"
    LETTER = "letter"


def html(document: Document, paper: Paper = Paper.A4) -> str:
    """Return a document as an HTML file, laid out for a size of paper."""
    template = environment("kg.site.reports").get_template("document.html")
    return template.render(document=document, style=_style(document, paper))


def css_string(text: str) -> str:
    r"""Return a text as a string of CSS that nothing in it can end.

    >>> css_string('Ada "A" </style>')
    '"Ada \\22 A\\22  \\3c \\2f style\\3e "'
    """
    return f'"{_NOT_PLAIN.sub(lambda sign: f"{chr(92)}{ord(sign[0]):x} ", text)}"'


def _style(document: Document, paper: Paper) -> Markup:
    """Return the style sheet; what the graph says stands in it only as the text at the head and foot of each page."""
    head, note = css_string(document.head), css_string(document.note)
    page = f"@page {{ size: {paper}; @top-right {{ content: {head}; }} @bottom-left {{ content: {note}; }} }}"
    charts = rules() if _has_figure(document) else ""
    return Markup("\n").join(Markup(text) for text in (_sheet(), page, charts) if text)  # noqa: S704 no text of others


def _has_figure(document: Document) -> bool:
    return any(isinstance(block, Figure) for section in document.sections for block in section.blocks)


@cache
def _sheet() -> str:
    return _STYLE.read_text(encoding="utf-8").strip()


# Write a document as CommonMark with tables.

_SIGNS = re.compile(r"[\\`*_\[\]<>~|$]|&(?=#?\w+;)")
_AT_START = re.compile(r"^(?:([#+=-])|(\d{1,9})([.)]))")
_IN_ADDRESS = re.compile(r"[^A-Za-z0-9:/?#@!$&'*+,;=%._~-]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_LOWEST = 6


def markdown(document: Document) -> str:
    """Return a document as Markdown."""
    head = (_heading(document.title, 1), f"*{_inline(document.kind)}*", *map(_line, document.lines))
    parts = [part for section in document.sections for part in _section(section, 2)]
    note = [f"*{_inline(document.note)}*"] if document.note else []
    return "\n\n".join((*head, *parts, *note)) + "\n"


def _section(section: Section, level: int) -> Iterator[str]:
    yield _heading(section.title, level)
    for block in section.blocks:
        match block:
            case Paragraph(line):
                yield _line(line)
            case Entries(entries):
                yield "\n".join(map(_entry, entries))
            case Listing(items, first):
                yield "\n".join(_items(items, first))
            case Table():
                yield _table(block)
            case Figure():
                pass
    for part in section.parts:
        yield from _section(part, level + 1)


def _heading(text: str, level: int) -> str:
    """Return a heading; signs at its end would count as a part of its marks."""
    escaped = _inline(text).replace("#", r"\#")
    return f"{'#' * min(level, _LOWEST)} {escaped}"


def _entry(entry: Entry) -> str:
    is_said = text_of(entry.head).endswith(entry.when)
    when = "" if is_said else f" ({_inline(entry.when)})"
    lines = [f"- {_line(entry.head)}{when}"]
    lines += (f"  {_line(line)}" for line in entry.details)
    broken = "  \n".join(lines)  # two spaces: a line break
    return "\n".join((broken, *(f"  - {_line(point)}" for point in entry.points)))


def _items(items: tuple[Line, ...], first: int | None) -> Iterator[str]:
    for number, item in enumerate(items, first or 0):
        yield f"{'-' if first is None else f'{number}.'} {_line(item)}"


def _table(table: Table) -> str:
    marks = ("---:" if place in table.numeric else "---" for place in range(len(table.columns)))
    rows = (table.columns, *table.rows)
    head, *body = (f"| {' | '.join(map(_inline, row))} |" for row in rows)
    return "\n".join((head, f"| {' | '.join(marks)} |", *body))


def _line(line: Line) -> str:
    text = "".join(map(_run, line))
    return _AT_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", text)


def _run(run: Run) -> str:
    mark = "**" if run.is_strong else "*" if run.is_emphasis else ""
    text = f"{mark}{_inline(run.text)}{mark}"
    return f"[{text}]({_address(run.href)})" if run.href else text


def _inline(text: str) -> str:
    """Return a text in which no sign means anything but itself."""
    return _SIGNS.sub(lambda sign: f"\\{sign[0]}", text)


def _address(href: str) -> str:
    """Return an address of the web as it may stand in brackets."""
    encoded = _IN_ADDRESS.sub(lambda sign: "".join(f"%{byte:02X}" for byte in sign[0].encode()), href)
    return _ENTITY.sub("&amp;", encoded)


# Write the tables of a document as CSV, for spreadsheets: no cell is read as a formula.


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
