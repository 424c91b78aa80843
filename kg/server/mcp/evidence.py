"""The evidence of a reply, numbered as the reply refers to it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from time import monotonic

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.server.mcp.replies import EvidenceRecord
from kg.store.graph import Graph
from kg.terms.formats import Term, iri_of
from kg.terms.labels import shortened

_QUOTE = 240  # characters
_PER_NODE = 3  # pieces of evidence of a node in a description
_FRAME = 50  # characters of a record besides file, entry and quote
_SECONDS = 2.0  # a reply does not wait longer for its evidence

Solution = Mapping[str, Term]


class Footnotes:
    """Collects evidence; the same record keeps its number."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._records: dict[tuple[str, ...], EvidenceRecord] = {}
        self._until = monotonic() + _SECONDS
        self._left_out = 0
        self._skipped = False

    @property
    def records(self) -> tuple[EvidenceRecord, ...]:
        """The records, by number."""
        return tuple(self._records.values())

    @property
    def size(self) -> int:
        """About how many characters the records take."""
        return sum(len(each.file) + len(each.quote) + len(each.about) + _FRAME for each in self._records.values())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is missing of the evidence, and how to get it."""
        omitted = f"{self._left_out} further pieces of evidence are left out: ask evidence(thing) for all"
        late = "evidence of later facts was not looked for, since it took too long: ask evidence(thing)"
        return (*([omitted] if self._left_out else ()), *([late] if self._skipped else ()))

    def of(self, iri: str, beside: Collection[str] = (), *, kind: str = "", most: int) -> tuple[int, ...]:
        """Return the numbers of the evidence of a thing or node.

        Evidence goes first that mentions what else the fact is about (`beside`), then that of things of a kind.
        """

        def order(solution: Solution) -> tuple[int, bool]:
            node = iri_of(solution["node"])
            mentioned = sum(each in (node, node.partition("#")[0]) or self._refers(node, each) for each in beside)
            return -mentioned, not self._graph.local(node).startswith(kind)

        return self._numbers(sorted(self._found(iri), key=order), most)

    def of_row(
        self, row: Sequence[Term | None], given: Collection[str] = (), *, kind: str = "", most: int
    ) -> tuple[int, ...]:
        """Return the numbers of the evidence of a row: of its node, else its work, else the last thing in it.

        Evidence goes first that mentions what was asked about (`given`), then that of things of a kind.
        """
        base = self._graph.base
        iris = [term.value for term in row if isinstance(term, NamedNode) and term.value.startswith(base)]
        if not iris:
            return ()
        nodes = [iri for iri in iris if "#" in iri]
        works = [iri for iri in iris if self._graph.local(iri).startswith("work/")]
        subject = (nodes or works or iris)[-1]
        beside = {iri for iri in (*given, *iris) if iri != subject}
        return self.of(subject, beside, kind=kind, most=most)

    def of_nodes(self, iri: str, nodes: Collection[str]) -> dict[str, tuple[int, ...]]:
        """Return the numbers of the evidence of a thing and of some of its nodes, by IRI.

        A thing that no source describes has the evidence of what names it.
        """
        found = self._found(iri)
        own: dict[str, list[Solution]] = {}
        for solution in found:
            node = iri_of(solution["node"])
            if node in nodes:
                own.setdefault(node, []).append(solution)
        return {node: self._numbers(several, _PER_NODE) for node, several in (own or {iri: found}).items()}

    def _found(self, iri: str) -> list[Solution]:
        if monotonic() > self._until:
            self._skipped = True
            return []
        return list(self._graph.ask("evidence", thing=NamedNode(iri)).records())

    def _refers(self, node: str, iri: str) -> bool:
        return any(True for _ in self._graph.store.quads(NamedNode(node), None, NamedNode(iri), DefaultGraph()))

    def _numbers(self, solutions: Iterable[Solution], most: int) -> tuple[int, ...]:
        solutions = list(solutions)
        self._left_out += len(solutions[most:])
        numbers = []
        for solution in solutions[:most]:
            key = tuple(str(term) for name, term in sorted(solution.items()) if name != "node")
            if key not in self._records:
                self._records[key] = _record(len(self._records) + 1, solution)
            numbers.append(self._records[key].number)
        return tuple(dict.fromkeys(numbers))


def _record(number: int, solution: Solution) -> EvidenceRecord:
    found = {name: term.value for name, term in solution.items() if isinstance(term, Literal)}
    first, last = found.get("firstLine", ""), found.get("lastLine", "")
    confidence = found.get("confidence")
    return EvidenceRecord(
        number=number,
        lines=first if first == last else f"{first}-{last}",
        quote=shortened(found.get("quote", ""), _QUOTE),
        confidence=float(confidence) if confidence else None,
        **{key: found.get(key, "") for key in ("file", "about", "reader", "status")},
    )
