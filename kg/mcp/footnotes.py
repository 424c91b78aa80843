"""The evidence of an answer, numbered as the answer refers to it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from time import monotonic

from kg.formats import DefaultGraph, Literal, NamedNode, Term, iri_of
from kg.mcp.replies import Piece
from kg.mcp.wording import shortened
from kg.pages.graph import Graph

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
