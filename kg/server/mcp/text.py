"""Write replies as text, with numbered evidence."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.server.mcp.models import Answer, Cell, Content, Description, Explanation, Found, Piece, Referrers, Thing
from kg.store.graph import Graph
from kg.terms.formats import Term, iri_of

# Write replies as text: what data hold stays on its line, so that it cannot pass for a part of the reply.

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


# The evidence of an answer, numbered as the answer refers to it.

_QUOTE = 240
_FRAME = 50  # characters of a piece besides file, entry and quote
_SECONDS = 2.0  # an answer does not wait longer for its evidence

Record = Mapping[str, Term]


class Footnotes:
    """Collects pieces of evidence; the same piece keeps its number."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._pieces: dict[tuple[str, ...], Piece] = {}
        self._until = monotonic() + _SECONDS
        self._left_out = 0
        self._skipped = False

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, by number."""
        return tuple(self._pieces.values())

    @property
    def size(self) -> int:
        """How many characters the pieces take, about."""
        return sum(len(piece.file) + len(piece.quote) + len(piece.about) + _FRAME for piece in self._pieces.values())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is missing of the evidence, and how to get it."""
        notes = []
        if self._left_out:
            notes.append(f"{self._left_out} further pieces of evidence are left out: ask evidence(thing) for all")
        if self._skipped:
            notes.append("evidence of later facts was not looked for, since it took too long: ask evidence(thing)")
        return tuple(notes)

    def of(self, iri: str, beside: Collection[str] = (), *, kind: str = "", most: int = 3) -> tuple[int, ...]:
        """Return the numbers of what is evidence of a thing.

        Args:
            iri: The thing, or one of its nodes.
            beside: What the fact is about besides: evidence that mentions it goes first.
            kind: What the evidence should be of, such as `work`: that goes first among the equal.
            most: How many pieces to return at most.
        """

        def order(record: Record) -> tuple[int, bool]:
            node = iri_of(record["node"])
            return -self._mentioned(node, beside), not self._graph.local(node).startswith(kind)

        records = sorted(self._records(iri), key=order)
        return self._numbers(records, most)

    def of_nodes(self, iri: str, nodes: Collection[str], *, most: int = 3) -> dict[str, tuple[int, ...]]:
        """Return the numbers of what is evidence of a thing and of some of its nodes, by IRI.

        A thing that no source describes has the evidence of what names it.
        """
        records = self._records(iri)
        own: dict[str, list[Record]] = {}
        for record in records:
            node = iri_of(record["node"])
            if node in nodes:
                own.setdefault(node, []).append(record)
        return {node: self._numbers(found, most) for node, found in (own or {iri: records}).items()}

    def _records(self, iri: str) -> list[Record]:
        if monotonic() > self._until:
            self._skipped = True
            return []
        return list(self._graph.ask("evidence", thing=NamedNode(iri)).records())

    def _numbers(self, records: list[Record], most: int) -> tuple[int, ...]:
        self._left_out += len(records[most:])
        return tuple(dict.fromkeys(self._number(record) for record in records[:most]))

    def _number(self, record: Record) -> int:
        key = tuple(str(term) for name, term in sorted(record.items()) if name != "node")
        if key not in self._pieces:
            self._pieces[key] = _piece(len(self._pieces) + 1, record)
        return self._pieces[key].number

    def _mentioned(self, node: str, iris: Iterable[str]) -> int:
        """Return how many of some IRIs a node has something to do with."""
        return sum(1 for iri in iris if iri in (node, node.partition("#")[0]) or any(self._links(node, iri)))

    def _links(self, node: str, iri: str) -> Iterator[object]:
        return self._graph.store.quads(NamedNode(node), None, NamedNode(iri), DefaultGraph())


def _piece(number: int, record: Record) -> Piece:
    said = {name: term.value for name, term in record.items() if isinstance(term, Literal)}
    first, last = said.get("firstLine", ""), said.get("lastLine", "")
    confidence = said.get("confidence")
    return Piece(
        number=number,
        file=said.get("file", ""),
        lines=first if first == last else f"{first}-{last}",
        quote=shortened(said.get("quote", ""), _QUOTE),
        about=said.get("about", ""),
        reader=said.get("reader", ""),
        confidence=float(confidence) if confidence else None,
        status=said.get("status", ""),
    )
