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
from kg.store.remote.addresses import Marker
from kg.store.remote.client import Patience
from kg.store.remote.store import Writer, in_graph
from kg.store.store import Store
from kg.terms.vocabulary import PREFIXES

# The server to which a release goes: what its graphs hold, and what writes to it.


@dataclass(frozen=True)
class PushTarget:
    """A server."""

    address: str  # where it is asked
    store: Store  # what asks it
    writer: Writer  # what writes to it
    patience: Patience  # how long to wait for its answers

    def size(self, graph: str) -> int:
        """Return how many triples a graph holds; its IRI is empty for the default graph."""
        rows = self._rows(f"SELECT (COUNT(*) AS ?n) {{ {in_graph(graph, '?s ?p ?o')} }}")
        return next(iter([_number(row["n"].value) for row in rows]), 0)

    def counts(self, graph: str) -> Mapping[str, int]:
        """Return how many triples of a graph have each predicate."""
        return self.patience.call(lambda: counts(self.store, graph))

    def holds(self, graph: str, triple: bytes) -> bool:
        """Say whether a graph holds a triple, a line of N-Triples without its line break."""
        answer = self.patience.call(lambda: self.store.query(f"ASK {{ {in_graph(graph, triple.decode())} }}"))
        return isinstance(answer, QueryBoolean) and bool(answer)

    def values(self, graph: str, predicate: str) -> list[str]:
        """Return the values of all objects of a predicate in a named graph."""
        rows = self._rows(f"SELECT ?o {{ GRAPH <{graph}> {{ ?s <{predicate}> ?o }} }}")
        return [str(row["o"].value) for row in rows]

    def _rows(self, sparql: str) -> QuerySolutions:
        return _solutions(self.patience.call(lambda: self.store.query(sparql)))


def counts(store: Store, graph: str) -> Mapping[str, int]:
    """Return how many triples of a graph of any store have each predicate."""
    pattern = in_graph(graph, "?s ?p ?o")
    rows = _solutions(store.query(f"SELECT ?p (COUNT(*) AS ?n) {{ {pattern} }} GROUP BY ?p"))
    return Counter({str(row["p"].value): _number(row["n"].value) for row in rows if row["p"] is not None})


def _solutions(answer: object) -> QuerySolutions:
    if not isinstance(answer, QuerySolutions):
        raise StoreError("a server answers a SELECT without solutions", hint="is it a SPARQL endpoint?")
    return answer


def _number(text: str) -> int:
    if not text.isdecimal():
        raise StoreError(f"a server counts {text!r} triples", hint="is it a SPARQL endpoint?")
    return int(text)


# How far a push has come, written down in the server itself: any machine may go on with it.

GRAPH = "graph/push"
_SIGNATURE = PREFIXES["dcterms"] + "identifier"
_KIND = PREFIXES["dcterms"] + "type"
_FACTS = PREFIXES["dcterms"] + "relation"
_DONE = PREFIXES["prov"] + "value"


@dataclass(frozen=True)
class Journal:
    """What a server says of a push that is under way, or was cut off."""

    signature: str = ""  # what is sent where; empty if there was none, or what has arrived is to be removed
    kind: str = ""  # what the push had to do
    facts: str = ""  # the graph in which its facts shall be asked; empty for the default graph
    done: frozenset[int] = frozenset()  # the numbers of the batches that have arrived


def read_journal(target: PushTarget, base: str) -> Journal:
    """Return what a server says of a push to it."""
    graph = base + GRAPH
    said = [target.values(graph, name) for name in (_SIGNATURE, _KIND, _FACTS)]
    if any(len(values) != 1 for values in said):
        return Journal()
    signature, kind, facts = (values[0] for values in said)
    done = target.values(graph, _DONE)
    return Journal(signature, kind, facts, frozenset(int(number) for number in done if number.isdecimal()))


def begin(target: PushTarget, base: str, begun: Journal) -> Journal:
    """Write down that a push begins, and return the journal of it."""
    graph = f"<{base}{GRAPH}>"
    said = f'{graph} <{_SIGNATURE}> "{begun.signature}" ; <{_KIND}> "{begun.kind}" ; <{_FACTS}> "{begun.facts}" .'
    target.writer.update(f"{_forgotten(graph)} ;\nINSERT DATA {{ GRAPH {graph} {{ {said} }} }}")
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


def _forgotten(graph: str) -> str:
    return f"DELETE WHERE {{ GRAPH {graph} {{ ?s ?p ?o }} }}"


# Find out what must be sent so that a server holds a release.

STAGING = "graph/push/"
_GRAPHS = ("facts", "evidence")
_WAYS = ("all", "added", "removed")


class PushKind(StrEnum):
    """What a push has to do."""

    NOTHING = "nothing"
    FIRST = "first"
    DELTA = "delta"
    WHOLE = "whole"


class Destination(NamedTuple):
    """Triples that are sent to one graph."""

    sent_to: str  # the graph that they are sent to; empty for the default graph
    live: str  # the graph that readers ask, and where they shall be in the end, or no more
    removed: bool = False  # whether they shall be there no more


Lines = Callable[[], Iterable[tuple[Destination, bytes]]]


@dataclass(frozen=True)
class Plan:
    """What is to be sent."""

    kind: PushKind  # what the push has to do
    marker: Marker  # what the server shall say of the release in the end
    former: Marker | None  # what it says now
    expected: Mapping[str, Mapping[str, int]]  # how many triples each live graph shall hold in the end, by predicate
    parts: tuple[Destination, ...] = ()  # where triples are sent to
    lines: Lines = tuple  # returns the triples, as lines of N-Triples with their part, in the same order each time
    added: int = 0  # how many triples shall be sent to be there
    removed: int = 0  # how many triples shall go; of a whole release only the server knows
    reason: str = ""  # why just this, in words


@dataclass(frozen=True)
class Planner:
    """Compares a release with what a server holds."""

    release: Release  # the release
    marker: Marker  # what the server shall say of it
    target: PushTarget  # the server
    replaces: bool  # whether what no push has put there may go
    is_whole: bool  # whether all shall be sent, even where less would do
    progress: Progress  # shows how far the comparison is

    @property
    def graphs(self) -> tuple[str, str]:
        """The graphs that readers ask: that of the facts, and that of the evidence."""
        return self.marker.facts, self.marker.evidence

    @cached_property
    def expected(self) -> Mapping[str, Mapping[str, int]]:
        """How many triples each of them shall hold, by predicate; counted only when something is to be sent."""
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
            raise _elsewhere(self.target.address, former)
        if self.is_whole:
            return self._whole(former, "as you wish")
        return self._after(former, sizes)

    def _without_former(self, sizes: Mapping[str, int], journal: Journal) -> Plan:
        ours = (journal.facts, self.marker.evidence) if journal.kind == PushKind.FIRST else ()
        foreign = [(graph, size) for graph, size in sizes.items() if size and graph not in ours]
        if not foreign:
            return self._first()
        if self.replaces:
            return self._whole(None, "what was there had been put there otherwise")
        graph, size = foreign[0]
        called = f"the graph {graph}" if graph else "the default graph"
        message = f"{called} of {self.target.address} holds {size:,} triples that no push has put there"
        raise StoreError(message, hint="--replace removes them; --graph IRI puts the facts into a graph of their own")

    def _after(self, former: Marker, sizes: Mapping[str, int]) -> Plan:
        if former.manifest == self.marker.manifest:
            if sum(sizes.values()) == _size(self.release):
                return Plan(PushKind.NOTHING, self.marker, former, {})
            return self._whole(former, "what was there was not whole")
        old = self._former_release(former)
        if old is None:
            return self._whole(former, f"release {former.release} is not at hand")
        if sum(sizes.values()) != _size(old):
            return self._whole(former, f"what was there was not what release {former.release} holds")
        return self._delta(old, former) or self._whole(former, f"little is as in release {former.release}")

    def _former_release(self, former: Marker) -> Release | None:
        # The release that the server holds, if it still stands beside the new one.
        place = self.release.path.parent / former.release
        try:
            found = open_release(place)
            return found if manifest_text(found) == former.manifest else None
        except (ReleaseError, OSError):
            return None

    def _first(self) -> Plan:
        parts = {graph: Destination(graph, graph) for graph in self.graphs}
        return self._all(PushKind.FIRST, None, parts, "nothing was there")

    def _whole(self, former: Marker | None, reason: str) -> Plan:
        staged = dict(zip(self.graphs, staging_graphs(self.marker.base), strict=False))
        parts = {graph: Destination(staged[graph], graph) for graph in self.graphs}
        return self._all(PushKind.WHOLE, former, parts, reason)

    def _all(self, kind: PushKind, former: Marker | None, parts: Mapping[str, Destination], reason: str) -> Plan:
        def lines() -> Iterator[tuple[Destination, bytes]]:
            return split(open_source(self.release.path).lines(), self.marker, parts)

        added = _size(self.release)
        return Plan(kind, self.marker, former, self.expected, tuple(parts.values()), lines, added, reason=reason)

    def _delta(self, old: Release, former: Marker) -> Plan | None:
        # The difference, unless it is as large as half of the release.
        names = iter(staging_graphs(self.marker.base)[len(_GRAPHS) :])
        parts = {
            (graph, gone): Destination(next(names), graph, gone) for gone in (False, True) for graph in self.graphs
        }
        most = _size(self.release) // 2
        found: list[tuple[Destination, bytes]] = []
        with compared(open_source(old.path), open_source(self.release.path), self.progress) as comparison:
            for pair in comparison.pairs():
                for gone, quads in ((False, pair.added), (True, pair.removed)):
                    for quad in quads:
                        graph = self.marker.facts if isinstance(quad.graph_name, DefaultGraph) else self.marker.evidence
                        found.append((parts[graph, gone], f"{quad.triple} .".encode()))
                if len(found) > most:
                    return None
        found.sort()
        removed = sum(part.removed for part, _ in found)
        used = tuple(sorted({part for part, _ in found}))
        added, reason = len(found) - removed, f"the difference to release {former.release}"
        return Plan(PushKind.DELTA, self.marker, former, self.expected, used, lambda: found, added, removed, reason)


def staging_graphs(base: str) -> list[str]:
    """Return the graphs beside those that are read, into which pushes send."""
    return [f"{base}{STAGING}{graph}-{way}" for way in _WAYS for graph in _GRAPHS]


def split(
    lines: Iterable[bytes], marker: Marker, parts: Mapping[str, Destination]
) -> Iterator[tuple[Destination, bytes]]:
    """Yield lines of N-Quads as lines of N-Triples, with the part that they belong to."""
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
    """Return what a server shall say of a release."""
    return Marker(release.path.name, release.base, release.date, manifest_text(release), facts)


def manifest_text(release: Release) -> str:
    """Return the text of a release's manifest."""
    return (release.path / MANIFEST).read_text(encoding="utf-8")


def _size(release: Release) -> int:
    # How many quads a release has, no two of them the same.
    return int(release.manifest["counts"]["quads"])


def _elsewhere(address: str, former: Marker) -> StoreError:
    called = f"in the graph {former.facts}" if former.facts else "in the default graph"
    message = f"{address} holds release {former.release} with its facts {called}"
    chosen = f"--graph {former.facts}" if former.facts else "leave out --graph"
    return StoreError(message, hint=f"{chosen}, or remove that release first")
