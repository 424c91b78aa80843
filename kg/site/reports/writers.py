"""Write a document as JSON, as HTML for screen and paper, or as Markdown."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kg.site.reports.model import (
    Block,
    DatedItem,
    DatedItems,
    ItemList,
    Line,
    Paragraph,
    ReportDocument,
    ReportSection,
    Span,
    TextTable,
    text_of,
)
from kg.site.templating import environment


def as_json(document: ReportDocument) -> str:
    """Write JSON, for programs that lay it out themselves."""
    return json.dumps(vars(document), indent=2, ensure_ascii=False, default=_json_value) + "\n"


def _json_value(value: object) -> dict[str, Any]:
    match value:
        case Span(text, is_strong, is_emphasis, href):
            looks = {"strong": is_strong, "emphasis": is_emphasis, "href": href}
            return {"text": text} | {name: look for name, look in looks.items() if look}
        case ReportSection(title, blocks, parts):
            return {"title": title, "blocks": blocks, "sections": parts}
        case Paragraph(line):
            return {"paragraph": line}
        case TextTable(numeric=numeric):
            return vars(value) | {"numeric": sorted(numeric)}
    return vars(value)


def html(document: ReportDocument) -> str:
    """Write one HTML file: its style is in it, and there are no scripts."""
    style = Markup(_sheet(*document.colour))  # noqa: S704  (it has no text of the graph)
    template = environment("kg.site.reports").get_template("document.html")
    return template.render(document=document, style=style)


@cache
def _sheet(hue: float, chroma: float) -> str:
    own = f":root {{ --hue: {hue}; --chroma: {chroma}; }}\n"
    return own + (Path(__file__).parent / "print.css").read_text(encoding="utf-8").strip()


# Characters that CommonMark, or GitHub's tables, strike-through and formulas, read as markup anywhere in a text; an
# ampersand only where an entity follows.
_MARKUP = re.compile(r"[\\`*_\[\]<>~|$]|&(?=#?\w+;)")
# Only at the start of a line: headings, lists, and underlines of headings.
_LINE_START = re.compile(r"^(?:([#+=-])|(\d{1,9})([.)]))")
_NOT_IN_ADDRESS = re.compile(r"[^A-Za-z0-9:/?#@!$&'*+,;=%._~-]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_MAX_LEVEL = 6


def markdown(document: ReportDocument) -> str:
    """Write CommonMark with tables."""
    head = (_heading(document.title, 1), f"*{_escaped(document.kind)}*", *map(_markdown_line, document.lines))
    parts = (part for section in document.sections for part in _markdown_section(section, 2))
    note = [f"*{_escaped(document.note)}*"] if document.note else []
    return "\n\n".join((*head, *parts, *note)) + "\n"


def _markdown_section(section: ReportSection, level: int) -> Iterator[str]:
    yield _heading(section.title, level)
    yield from (_markdown_block(block) for block in section.blocks)
    for part in section.parts:
        yield from _markdown_section(part, level + 1)


def _markdown_block(block: Block) -> str:
    match block:
        case Paragraph(line):
            return _markdown_line(line)
        case DatedItems(entries):
            return "\n".join(map(_markdown_item, entries))
        case ItemList(items, None):
            return "\n".join(f"- {_markdown_line(item)}" for item in items)
        case ItemList(items, int(first)):
            return "\n".join(f"{number}. {_markdown_line(item)}" for number, item in enumerate(items, first))
        case TextTable(columns, rows, numeric):
            marks = ("---:" if index in numeric else "---" for index in range(len(columns)))
            head, *body = (f"| {' | '.join(map(_escaped, row))} |" for row in (columns, *rows))
            return "\n".join((head, f"| {' | '.join(marks)} |", *body))
    raise TypeError(f"{type(block).__name__} has no form in Markdown")


def _markdown_item(item: DatedItem) -> str:
    when = "" if text_of(item.head).endswith(item.when) else f" ({_escaped(item.when)})"
    lines = (f"- {_markdown_line(item.head)}{when}", *(f"  {_markdown_line(line)}" for line in item.details))
    broken = "  \n".join(lines)  # two spaces: a line break
    return "\n".join((broken, *(f"  - {_markdown_line(point)}" for point in item.points)))


def _heading(text: str, level: int) -> str:
    escaped = _escaped(text).replace("#", r"\#")  # at the end they would count as marks of the heading
    return f"{'#' * min(level, _MAX_LEVEL)} {escaped}"


def _markdown_line(line: Line) -> str:
    text = ""
    for span in line:
        mark = "**" if span.is_strong else "*" if span.is_emphasis else ""
        content = f"{mark}{_escaped(span.text)}{mark}"
        if span.href:
            encoded = _NOT_IN_ADDRESS.sub(lambda sign: "".join(f"%{b:02X}" for b in sign[0].encode()), span.href)
            content = f"[{content}]({_ENTITY.sub('&amp;', encoded)})"
        text += content
    return _LINE_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", text)


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", text)
