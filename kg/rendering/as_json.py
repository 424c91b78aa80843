"""Write a document as JSON: its texts and where they lead, for programs that lay it out themselves."""

import json
from typing import Any

from kg.rendering.model import Block, Document, Entries, Entry, Figure, Line, Listing, Paragraph, Run, Section, Table


def as_json(document: Document) -> str:
    """Return a document as JSON; looks are kept, drawings are left out."""
    made = {
        "kind": document.kind,
        "title": document.title,
        "lines": list(map(_line, document.lines)),
        "sections": list(map(_section, document.sections)),
        "note": document.note,
    }
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


def _section(section: Section) -> dict[str, Any]:
    blocks = [_block(block) for block in section.blocks if not isinstance(block, Figure)]
    return {"title": section.title, "blocks": blocks, "sections": list(map(_section, section.parts))}


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Paragraph(line):
            return {"paragraph": _line(line)}
        case Entries(entries):
            return {"entries": list(map(_entry, entries))}
        case Listing(items, first):
            return {"items": list(map(_line, items)), "first": first}
        case Table(columns, rows):
            return {"columns": list(columns), "rows": list(map(list, rows))}
    raise TypeError(f"{type(block).__name__} is no block of JSON")


def _entry(entry: Entry) -> dict[str, Any]:
    details, points = list(map(_line, entry.details)), list(map(_line, entry.points))
    return {"head": _line(entry.head), "when": entry.when, "details": details, "points": points}


def _line(line: Line) -> list[dict[str, Any]]:
    return list(map(_run, line))


def _run(run: Run) -> dict[str, Any]:
    looks = {"strong": run.is_strong, "emphasis": run.is_emphasis, "href": run.href}
    return {"text": run.text} | {name: look for name, look in looks.items() if look}
