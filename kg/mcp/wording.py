"""Write replies as text: what data hold stays on its line, so that it cannot pass for a part of the reply."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kg.mcp.replies import Answer, Cell, Content, Description, Explanation, Found, Piece, Referrers, Thing

_INDENT = "  "


def line(text: str) -> str:
    r"""Return a text in one line.

    >>> line("one\n  two")
    'one two'
    """
    return " ".join(text.split())


def shortened(text: str, most: int) -> str:
    """Return a text in one line, cut after some characters.

    >>> shortened("Ada Lovelace", 7)
    'Ada Lo…'
    """
    text = line(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def found(reply: Found) -> str:
    """Return what a search found, a line each."""
    lines = [f"{_name(hit)}{f' – {line(hit.about)}' if hit.about else ''}" for hit in reply.things]
    return _joined(lines or ["Nothing was found."], reply)


def answer(reply: Answer) -> str:
    """Return an answer as a table, whose rows name their evidence."""
    if not reply.rows:
        return _joined([f"{reply.question}: nothing was found."], reply)
    head = [f"{reply.question}: {len(reply.rows)} of {reply.total} rows", ""]
    head += [_bar(reply.columns), _bar("---" for _ in reply.columns)]
    rows = (_bar(_cell(row.cells.get(name)) for name in reply.columns) + _marks(row.evidence) for row in reply.rows)
    return _joined([*head, *rows], reply)


def description(reply: Description) -> str:
    """Return a thing as nested lines, the references in it with what they are called."""
    lines = [f"{_name(reply.thing)}  {reply.iri}", "", *_facts(reply.facts, reply.labels, "")]
    if reply.referred_by:
        lines += ["", "referred to by"]
        lines += [f"- {key}: {_referrers(referrers)}" for key, referrers in reply.referred_by.items()]
    if reply.questions:
        lines += ["", f"ask: {', '.join(reply.questions)}"]
    return _joined(lines, reply)


def explanation(reply: Explanation) -> str:
    """Return an explanation as it was written."""
    return _joined(reply.lines, reply)


def _joined(lines: Iterable[str], reply: Content) -> str:
    parts = ["\n".join(lines)]
    if reply.evidence:
        parts.append("\n".join(("Evidence", *map(_footnote, reply.evidence))))
    if reply.notes:
        parts.append("\n".join(f"Note: {note}" for note in reply.notes))
    return "\n\n".join(parts)


def _footnote(piece: Piece) -> str:
    place = f"{piece.file}:{piece.lines}" if piece.lines else piece.file
    sure = "" if piece.confidence is None else f"confidence {piece.confidence:g}"
    how = ", ".join(filter(None, (piece.about, piece.reader and f"read by {piece.reader}", sure, piece.status)))
    return f"[{piece.number}] {place} {f'“{piece.quote}” ' if piece.quote else ''}({how})"


def _name(thing: Thing) -> str:
    return f"{line(thing.label)} ({thing.id})"


def _referrers(referrers: Referrers) -> str:
    left = referrers.count - len(referrers.things)
    return ", ".join(map(_name, referrers.things)) + (f" and {left} more" if left else "")


def _facts(node: Mapping[str, Any], labels: Mapping[str, str], indent: str) -> Iterator[str]:
    """Yield the keys of a node, a line each; nodes in it, indented below."""
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
