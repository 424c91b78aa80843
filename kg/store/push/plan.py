"""Plan a push: what a server holds, and what must be sent."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from pyoxigraph import DefaultGraph, QueryBoolean, QuerySolutions

from kg.base.errors import ReleaseError, StoreError
from kg.base.progress import Progress
from kg.store.diff.comparing import compared, open_source
from kg.store.release import MANIFEST, Release, open_release
from kg.store.remote.client import Patience
from kg.store.remote.marker import Marker
from kg.store.remote.store import Writer, in_graph
from kg.store.store import Store
from kg.terms.vocabulary import PREFIXES

GRAPH = "graph/push"
STAGING = "graph/push/"
_GRAPHS = ("facts", "evidence")
_WAYS = ("all", "added", "removed")
_SIGNATURE = PREFIXES["dcterms"] + "identifier"
_KIND = PREFIXES["dcterms"] + "type"
_FACTS = PREFIXES["dcterms"] + "relation"
_DONE = PREFIXES["prov"] + "value"


@dataclass(frozen=True)
class PushTarget:
    """A server; every method raises `StoreError` if it does not answer. The IRI of the default graph is empty."""

    address: str
    store: Store
    writer: Writer
    patience: Patience

    def size(self, graph: str) -> int:
        """Return the number of triples in a graph."""
        rows = self._rows(f"SELECT (COUNT(*) AS ?n) {{ {in_graph(graph, '?s ?p ?o')} }}")
        return next((_number(row["n"].value) for row in rows), 0)

    def counts(self, graph: str) -> Mapping[str, int]:
        """Return the number of triples in a graph by predicate."""
        return self.patience.call(lambda: counts(self.store, graph))

    def holds(self, graph: str, triple: bytes) -> bool:
        """Return whether a graph has a triple, a line of N-Triples without its line break."""
        answer = self.patience.call(lambda: self.store.query(f"ASK {{ {in_graph(graph, triple.decode())} }}"))
        return isinstance(answer, QueryBoolean) and bool(answer)

    def values(self, graph: str, predicate: str) -> list[str]:
        """Return the objects of a predicate in a named graph."""
        rows = self._rows(f"SELECT ?o {{ GRAPH <{graph}> {{ ?s <{predicate}> ?o }} }}")
        return [str(row["o"].value) for row in rows]

    def _rows(self, sparql: str) -> QuerySolutions:
        return _solutions(self.patience.call(lambda: self.store.query(sparql)))


def counts(store: Store, graph: str) -> Mapping[str, int]:
    """Return the number of triples in a graph of any store by predicate."""
    rows = _solutions(store.query(f"SELECT ?p (COUNT(*) AS ?n) {{ {in_graph(graph, '?s ?p ?o')} }} GROUP BY ?p"))
    return Counter({str(row["p"].value): _number(row["n"].value) for row in rows if row["p"] is not None})


def _solutions(answer: object) -> QuerySolutions:
    if not isinstance(answer, QuerySolutions):
        raise StoreError("a server answers a SELECT without solutions", hint="is it a SPARQL endpoint?")
    return answer


def _number(text: str) -> int:
    if not text.isdecimal():
        raise StoreError(f"a server counts {text!r} triples", hint="is it a SPARQL endpoint?")
    return int(text)


@dataclass(frozen=True)
class Journal:
    """The progress of a push, written down in the server itself, so that any machine may resume it."""

    signature: str = ""  # of what is sent where; empty if there was none, or what has arrived is to be removed
    kind: str = ""
    facts: str = ""  # the graph in which its facts will be read; empty for the default graph
    done: frozenset[int] = frozenset()  # the numbers of the batches that have arrived


def read_journal(target: PushTarget, base: str) -> Journal:
    """Return the journal of the push that is under way or was interrupted."""
    graph = base + GRAPH
    stated = [target.values(graph, name) for name in (_SIGNATURE, _KIND, _FACTS)]
    if any(len(values) != 1 for values in stated):
        return Journal()
    signature, kind, facts = (values[0] for values in stated)
    done = target.values(graph, _DONE)
    return Journal(signature, kind, facts, frozenset(int(number) for number in done if number.isdecimal()))


def begin(target: PushTarget, base: str, begun: Journal) -> Journal:
    """Replace the journal, and return it."""
    graph = f"<{base}{GRAPH}>"
    triples = f'{graph} <{_SIGNATURE}> "{begun.signature}" ; <{_KIND}> "{begun.kind}" ; <{_FACTS}> "{begun.facts}" .'
    emptied = f"DELETE WHERE {{ GRAPH {graph} {{ ?s ?p ?o }} }}"
    target.writer.update(f"{emptied} ;\nINSERT DATA {{ GRAPH {graph} {{ {triples} }} }}")
    return begun


def note(target: PushTarget, base: str, batch: int) -> None:
    """Write down that a batch has arrived."""
    graph = f"<{base}{GRAPH}>"
    target.writer.update(f"INSERT DATA {{ GRAPH {graph} {{ {graph} <{_DONE}> {batch} . }} }}")


def unless_overtaken(base: str, signature: str) -> str:
    """Return the pattern that has a solution as long as the journal is that of one push."""
    return f'GRAPH <{base}{GRAPH}> {{ <{base}{GRAPH}> <{_SIGNATURE}> "{signature}" }}'


def forget(target: PushTarget, base: str) -> None:
    """Remove the journal: the push is over."""
    target.writer.update(f"DROP SILENT GRAPH <{base}{GRAPH}>")


class PushKind(StrEnum):
    """What a push has to do."""

    NOTHING = "nothing"
    FIRST = "first"
    DELTA = "delta"
    WHOLE = "whole"


class Destination(NamedTuple):
    """A graph to which triples are sent; an empty IRI is the default graph."""

    sent_to: str
    live: str  # the graph that readers query: there the triples are added or removed in the end
    removed: bool = False


Lines = Callable[[], Iterable[tuple[Destination, bytes]]]


@dataclass(frozen=True)
class Plan:
    """What a push sends, and what the server holds in the end."""

    kind: PushKind
    marker: Marker  # of the release that is pushed
    former: Marker | None  # of the release in the server
    expected: Mapping[str, Mapping[str, int]]  # triples in each live graph in the end, by predicate
    parts: tuple[Destination, ...] = ()
    lines: Lines = tuple  # triples as lines of N-Triples, in the same order at each call
    added: int = 0
    removed: int = 0  # of a whole release only the server knows
    reason: str = ""


@dataclass(frozen=True)
class Planner:
    """Compares a release with what a server holds."""

    release: Release
    marker: Marker
    target: PushTarget
    replaces: bool  # whether what no push has put there may be removed
    is_whole: bool  # whether all is sent even if less would do
    progress: Progress

    @property
    def graphs(self) -> tuple[str, str]:
        """The graphs that readers query: facts and evidence."""
        return self.marker.facts, self.marker.evidence

    @cached_property
    def expected(self) -> Mapping[str, Mapping[str, int]]:
        """The triples that each will hold, by predicate; counted only if something is sent."""
        store = self.release.store()
        return {self.marker.facts: counts(store, ""), self.marker.evidence: counts(store, self.marker.evidence)}

    def plan(self, former: Marker | None, journal: Journal) -> Plan:
        """Return what is to be sent.

        Raises:
            StoreError: If the graphs hold what no push has put there.
            ReleaseError: If there is no space for the comparison.
        """
        self.progress.phase("looking what is there")
        sizes = {graph: self.target.size(graph) for graph in self.graphs}
        if former is None:
            return self._without_former(sizes, journal)
        if former.facts != self.marker.facts:
            called = f"in the graph {former.facts}" if former.facts else "in the default graph"
            message = f"{self.target.address} holds release {former.release} with its facts {called}"
            chosen = f"--graph {former.facts}" if former.facts else "leave out --graph"
            raise StoreError(message, hint=f"{chosen}, or remove that release first")
        if self.is_whole:
            return self._all(former, "as you wish")
        return self._after(former, sum(sizes.values()))

    def _without_former(self, sizes: Mapping[str, int], journal: Journal) -> Plan:
        ours = (journal.facts, self.marker.evidence) if journal.kind == PushKind.FIRST else ()
        foreign = [(graph, size) for graph, size in sizes.items() if size and graph not in ours]
        if not foreign:
            return self._all(None, "nothing was there", PushKind.FIRST)
        if self.replaces:
            return self._all(None, "what was there had been put there otherwise")
        graph, size = foreign[0]
        called = f"the graph {graph}" if graph else "the default graph"
        message = f"{called} of {self.target.address} holds {size:,} triples that no push has put there"
        raise StoreError(message, hint="--replace removes them; --graph IRI puts the facts into a graph of their own")

    def _after(self, former: Marker, size: int) -> Plan:
        if former.manifest == self.marker.manifest:
            if size == _size(self.release):
                return Plan(PushKind.NOTHING, self.marker, former, {})
            return self._all(former, "what was there was not whole")
        try:
            old = open_release(self.release.path.parent / former.release)
            is_old = manifest_text(old) == former.manifest
        except (ReleaseError, OSError):
            is_old = False
        if not is_old:
            return self._all(former, f"release {former.release} is not at hand")
        if size != _size(old):
            return self._all(former, f"what was there was not what release {former.release} holds")
        return self._delta(old, former) or self._all(former, f"little is as in release {former.release}")

    def _all(self, former: Marker | None, reason: str, kind: PushKind = PushKind.WHOLE) -> Plan:
        staged = self.graphs if kind == PushKind.FIRST else staging_graphs(self.marker.base)
        parts = {live: Destination(sent_to, live) for live, sent_to in zip(self.graphs, staged, strict=False)}

        def lines() -> Iterator[tuple[Destination, bytes]]:
            return split(open_source(self.release.path).lines(), self.marker, parts)

        added = _size(self.release)
        return Plan(kind, self.marker, former, self.expected, tuple(parts.values()), lines, added, reason=reason)

    def _delta(self, old: Release, former: Marker) -> Plan | None:
        names = iter(staging_graphs(self.marker.base)[len(_GRAPHS) :])
        parts = {
            (graph, gone): Destination(next(names), graph, gone) for gone in (False, True) for graph in self.graphs
        }
        found: list[tuple[Destination, bytes]] = []
        with compared(open_source(old.path), open_source(self.release.path), self.progress) as comparison:
            for pair in comparison.pairs():
                for gone, quads in ((False, pair.added), (True, pair.removed)):
                    for quad in quads:
                        graph = self.marker.facts if isinstance(quad.graph_name, DefaultGraph) else self.marker.evidence
                        found.append((parts[graph, gone], f"{quad.triple} .".encode()))
                if len(found) > _size(self.release) // 2:
                    return None  # the whole is compared by the server, in less time and memory
        found.sort()
        removed = sum(part.removed for part, _ in found)
        used = tuple(sorted({part for part, _ in found}))
        added, reason = len(found) - removed, f"the difference to release {former.release}"
        return Plan(PushKind.DELTA, self.marker, former, self.expected, used, lambda: found, added, removed, reason)


def staging_graphs(base: str) -> list[str]:
    """Return the graphs into which pushes send, which nobody reads."""
    return [f"{base}{STAGING}{graph}-{way}" for way in _WAYS for graph in _GRAPHS]


def split(
    lines: Iterable[bytes], marker: Marker, parts: Mapping[str, Destination]
) -> Iterator[tuple[Destination, bytes]]:
    """Yield lines of N-Quads as lines of N-Triples with their destination."""
    facts, evidence = parts[marker.facts], parts[marker.evidence]
    end = f" <{marker.evidence}> .".encode()
    cut = -len(end)
    for line in lines:
        # Four spaces at least: a fact may be about the graph, `<s> <p> <graph> .`
        if line.endswith(end) and line.count(b" ") >= 4:
            yield evidence, line[:cut] + b" ."
        else:
            yield facts, line


def marker_of(release: Release, facts: str) -> Marker:
    """Return the marker of a release; the IRI of the default graph is empty."""
    return Marker(release.path.name, release.base, release.date, manifest_text(release), facts)


def manifest_text(release: Release) -> str:
    """Return the text of a release's manifest."""
    return (release.path / MANIFEST).read_text(encoding="utf-8")


def _size(release: Release) -> int:
    return int(release.manifest["counts"]["quads"])
