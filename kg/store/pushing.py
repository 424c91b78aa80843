"""Push a release into a SPARQL server: each graph by the Graph Store Protocol, then counts, then its marker."""

import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO, NamedTuple

from kg.base.errors import ReleaseError, StoreError, Unavailable
from kg.base.progress import SILENT, Progress
from kg.profile.config import Credentials
from kg.store.diff.dump_sources import open_source
from kg.store.release import MANIFEST, Release
from kg.store.remote.addresses import Addresses, ServerEngine, find_addresses
from kg.store.remote.client import ANONYMOUS, Login, Patience
from kg.store.remote.graphs import GraphStore, count_by_predicate
from kg.store.remote.marker import Marker, read_marker
from kg.terms.identifiers import is_example, is_own_machine
from kg.terms.vocabulary import curie

_WITHOUT_DEFAULT_GRAPH = (ServerEngine.VIRTUOSO, ServerEngine.RDF4J)
_PATIENCE = Patience()

Counts = Mapping[str, Mapping[str, int]]
"""Triples in each graph, by predicate; the IRI of the default graph is empty."""


@dataclass(frozen=True)
class PushOptions:
    """How a release is sent."""

    graph: str = ""  # for the facts; empty for the default graph
    patience: Patience = _PATIENCE
    replaces: bool = False  # whether what no push has put there may be removed
    only_looks: bool = False  # whether nothing is sent or changed


DEFAULT = PushOptions()


class PushResult(NamedTuple):
    """What a push has done."""

    release: str  # its id
    engine: ServerEngine
    address: str  # at which the release is queried
    reason: str  # why all is sent; empty if the server holds the release already
    quads: int
    seconds: float = 0.0  # for sending; 0 if nothing was sent


def push(
    release: Release,
    addresses: Addresses,
    credentials: Credentials = ANONYMOUS,
    options: PushOptions = DEFAULT,
    progress: Progress = SILENT,
) -> PushResult:
    """Put a release into a SPARQL 1.1 server with a Graph Store, unless it holds that release.

    Where the server takes queries is given; where it takes graphs is found out unless `addresses` says so.

    Raises:
        StoreError: If the server does not answer, lets nobody in, holds what no push has put there, or does not hold
            what was sent; if it is another machine, and the base of the IRIs was never chosen.
        ReleaseError: If there is no space for the triples of a graph.
    """
    if is_example(release.base) and not is_own_machine(addresses.query):
        message = f"the base of the IRIs is that of the examples, {release.base}, under which others push, too"
        raise StoreError(message, hint="choose 'base' in kg.yaml, and build again; nothing was sent")
    login = Login(credentials, waits=True)
    found = find_addresses(addresses, login, options.patience.timeout)
    if not options.graph and found.engine in _WITHOUT_DEFAULT_GRAPH:
        message = f"the server at {found.query} is {found.engine}, which has no default graph of its own to write to"
        raise StoreError(message, hint=f"name a graph for the facts: --graph {release.base}graph/facts")
    server = GraphStore(found, login, options.patience)
    marker = Marker(release.path.name, release.base, release.date, _manifest(release), options.graph)
    try:
        return _push(release, marker, server, options, progress)
    except Unavailable as error:
        raise StoreError(str(error), hint="when the server is back, push again: all is sent anew") from error


def _push(release: Release, marker: Marker, server: GraphStore, options: PushOptions, progress: Progress) -> PushResult:
    progress.phase("counting what is there")
    there = {graph: server.counts(graph) for graph in (marker.facts, marker.evidence)}
    store = release.store()
    expected = {
        marker.facts: count_by_predicate(store, ""),
        marker.evidence: count_by_predicate(store, marker.evidence),
    }
    reason = _reason(marker, read_marker(server.store, marker.base), there, expected, server, options)
    quads = sum(sum(counts.values()) for counts in expected.values())
    result = PushResult(marker.release, server.engine, marker.address(server.address), reason, quads)
    if not reason or options.only_looks:
        return result
    started = time.monotonic()
    with _graphs(release, marker) as files:  # first: a full disk leaves the server as it was
        server.replace(marker.iri, marker.unfinished().triples().encode(), progress)
        for graph, triples in files.items():
            server.replace(graph, triples, progress)
    progress.phase("counting what has arrived")
    for graph, counts in expected.items():
        _check(server, graph, counts)
    server.replace(marker.iri, marker.triples().encode(), progress)
    return result._replace(seconds=time.monotonic() - started)


def _reason(
    marker: Marker, former: Marker | None, there: Counts, expected: Counts, server: GraphStore, options: PushOptions
) -> str:
    """Why all is sent; empty if the server holds the release already."""
    if former is not None and former.facts != marker.facts:
        called = f"in the graph {former.facts}" if former.facts else "in the default graph"
        message = f"{server.address} holds release {former.release} with its facts {called}"
        chosen = f"--graph {former.facts}" if former.facts else "leave out --graph"
        raise StoreError(message, hint=f"{chosen}, or remove that release first")
    filled = [graph for graph, counts in there.items() if counts]
    if former is None and filled and not options.replaces:
        called = f"the graph {filled[0]}" if filled[0] else "the default graph"
        size = sum(there[filled[0]].values())
        message = f"{called} of {server.address} holds {size:,} triples that no push has put there"
        raise StoreError(message, hint="--replace removes them; --graph IRI puts the facts into a graph of their own")
    if former is None:
        return "what was there had been put there otherwise" if filled else "nothing was there"
    if former.manifest != marker.manifest:
        return f"it takes the place of release {former.release}" if former.manifest else "the push before did not end"
    return "" if there == expected else "what was there was not whole"


def _check(server: GraphStore, graph: str, expected: Mapping[str, int]) -> None:
    found = server.counts(graph)
    for predicate in sorted(expected.keys() | found.keys()):
        wanted, there = expected.get(predicate, 0), found.get(predicate, 0)
        if wanted != there:
            message = f"{server.address} holds {there:,} triples with {curie(predicate)} instead of {wanted:,}"
            raise StoreError(
                message, hint="push again: all is sent anew; docs/remote-stores.md says what servers change"
            )


@contextmanager
def _graphs(release: Release, marker: Marker) -> Iterator[Mapping[str, IO[bytes]]]:
    """Yield a file of N-Triples for each graph of a release."""
    try:
        with ExitStack() as writing:
            files = {g: writing.enter_context(tempfile.TemporaryFile()) for g in (marker.facts, marker.evidence)}
            lines = (line for text in open_source(release.path).texts() for line in text.split(b"\n") if line)
            for is_evidence, line in split(lines, marker.evidence):
                files[marker.evidence if is_evidence else marker.facts].write(line + b"\n")
            for file in files.values():
                file.flush()  # or a full disk would be met while the file is sent
            written = writing.pop_all()
    except OSError as error:
        message = f"the triples cannot be written to {tempfile.gettempdir()}: {error.strerror or error}"
        raise ReleaseError(message, hint="check the free space there, or name another one in TMPDIR") from error
    with written:
        yield files


def split(lines: Iterable[bytes], evidence: str) -> Iterator[tuple[bool, bytes]]:
    """Yield lines of N-Quads as lines of N-Triples, each with whether it belongs to the graph of evidence."""
    end = f" <{evidence}> .".encode()
    for line in lines:
        # Four spaces at least: a fact may be about the graph, `<s> <p> <graph> .`
        is_evidence = line.endswith(end) and line.count(b" ") >= 4
        yield is_evidence, line[: -len(end)] + b" ." if is_evidence else line


def _manifest(release: Release) -> str:
    return (release.path / MANIFEST).read_text(encoding="utf-8")
