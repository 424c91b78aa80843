r"""Write a document as CommonMark with tables.

What the graph says is text: a backslash stands before each sign that Markdown would read as its own.
"""

import re
from collections.abc import Iterator

from kg.rendering.lines import text_of
from kg.rendering.model import Document, Entries, Entry, Figure, Line, Listing, Paragraph, Run, Section, Table

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
