"""Replies as text, with numbered evidence: each value from the data is kept on one line.

A line break in a name or a quote could make it pass for another part of the reply.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kg.server.mcp.models import (
    AskReply,
    Cell,
    DescribeReply,
    EvidenceRecord,
    PropertyUsage,
    SchemaReply,
    SearchReply,
    SparqlReply,
    ThingReference,
    ToolReply,
    WhyReply,
)

_INDENT = "  "


def line(text: str) -> str:
    r"""Return a text in one line.

    >>> line("one\n  two")
    'one two'
    """
    return " ".join(text.split())


def search(reply: SearchReply) -> str:
    """Return the things that were found, a line each."""
    lines = [f"{_name(hit)}{f' – {line(hit.about)}' if hit.about else ''}" for hit in reply.things]
    return _joined(lines or ["Nothing was found."], reply)


def answer(reply: AskReply) -> str:
    """Return an answer as a table, whose rows name their evidence."""
    if not reply.rows:
        return _joined([f"{reply.question}: nothing was found."], reply)
    head = [f"{reply.question}: {len(reply.rows)} of {reply.total} rows", ""]
    head += [_bar(reply.columns), _bar("---" for _ in reply.columns)]
    rows = (_bar(_cell(row.cells.get(name)) for name in reply.columns) + _marks(row.evidence) for row in reply.rows)
    return _joined([*head, *rows], reply)


def description(reply: DescribeReply) -> str:
    """Return a thing as nested lines, with the labels of references."""
    lines = [f"{_name(reply.thing)}  {reply.iri}", "", *_facts(reply.facts, reply.labels, "")]
    if reply.referred_by:
        lines += ["", "referred to by"]
        for key, each in reply.referred_by.items():
            more = each.count - len(each.things)
            lines.append(f"- {key}: {', '.join(map(_name, each.things))}{f' and {more} more' if more else ''}")
    if reply.questions:
        lines += ["", f"ask: {', '.join(reply.questions)}"]
    return _joined(lines, reply)


def explanation(reply: WhyReply) -> str:
    """Return the lines of an explanation."""
    return _joined(reply.lines, reply)


def schema(reply: SchemaReply) -> str:
    """Return kinds or properties, a line each, and how to go on."""
    lines = []
    if reply.prefixes:
        prefixes = (f"{name}: <{iri}>" for name, iri in reply.prefixes.items())
        lines += [f"Base <{reply.base}>; prefixes {', '.join(prefixes)}", ""]
    for kind in reply.kinds:
        path = f"; IRIs <{kind.path}/…>" if kind.path else ""
        lines.append(f"{kind.kind}: {kind.things:,} things, {', '.join(kind.classes)}{path}")
    if reply.properties:
        lines += ["", *map(_property, reply.properties)]
    if reply.unused:
        lines += ["", f"Declared, without a value here: {', '.join(reply.unused)}"]
    if reply.example:
        lines += ["", f"Example: {reply.example}"]
    return _joined([*lines, *_next(reply.next)], reply)


def solutions(reply: SparqlReply) -> str:
    """Return an answer to a query as a table with the names of things; rows name their evidence."""
    if not reply.rows:
        return _joined(["Nothing was found."], reply)
    head = [f"{len(reply.rows)} of {reply.total:,} rows", "", _bar(reply.columns), _bar("---" for _ in reply.columns)]
    unsaid = dict(reply.labels)  # a label stands where the thing comes first
    rows = (_bar(_labelled(each, unsaid) for each in row.cells) + _marks(row.evidence) for row in reply.rows)
    return _joined([*head, *rows, *_next(reply.next)], reply)


def _labelled(value: Cell, unsaid: dict[str, str]) -> str:
    text = _cell(value)
    label = unsaid.pop(text, "")
    return f"{_cell(label)} ({text})" if label else text


def _property(each: PropertyUsage) -> str:
    meaning = f", {line(each.meaning)}" if each.meaning else ""
    return f"- {each.property} → {' | '.join(each.values)}: {each.triples:,}{' (many)' * each.is_many}{meaning}"


def _next(offset: int | None) -> list[str]:
    return [] if offset is None else ["", f"Next page: offset {offset}"]


def _joined(lines: Iterable[str], reply: ToolReply) -> str:
    parts = ["\n".join(lines)]
    if reply.evidence:
        parts.append("\n".join(("Evidence", *map(_footnote, reply.evidence))))
    if reply.notes:
        parts.append("\n".join(f"Note: {note}" for note in reply.notes))
    return "\n\n".join(parts)


def _footnote(record: EvidenceRecord) -> str:
    place = f"{record.file}:{record.lines}" if record.lines else record.file
    sure = "" if record.confidence is None else f"confidence {record.confidence:g}"
    how = ", ".join(filter(None, (record.about, record.reader and f"read by {record.reader}", sure, record.status)))
    quote = f" “{record.quote}”" if record.quote else ""
    return f"[{record.number}] {place}{quote}{f' ({how})' if how else ''}"


def _name(thing: ThingReference) -> str:
    return f"{line(thing.label)} ({thing.id})"


def _facts(node: Mapping[str, Any], labels: Mapping[str, str], indent: str) -> Iterator[str]:
    for key, value in node.items():
        if key in ("id", "evidence"):
            continue
        values = value if isinstance(value, list) else [value]
        plain = [_value(each, labels) for each in values if not isinstance(each, dict)]
        if plain:
            yield f"{indent}{key}: {'; '.join(plain)}"
        for each in values:
            if isinstance(each, dict):
                yield f"{indent}{key}{_marks(each.get('evidence', ()))}"
                yield from _facts(each, labels, indent + _INDENT)


def _value(value: Cell, labels: Mapping[str, str]) -> str:
    text = line(str(value))
    return f"{line(labels[text])} ({text})" if text in labels else text


def _marks(numbers: Sequence[int]) -> str:
    return " " + "".join(f"[{number}]" for number in numbers) if numbers else ""


def _bar(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(value: Cell) -> str:
    return "" if value is None else line(str(value)).replace("|", "\\|")
