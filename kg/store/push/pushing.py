"""Push a release into a SPARQL server: look, send, check, swap, tidy up."""

import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from kg.base.errors import StoreError, Unavailable
from kg.base.progress import SILENT, Progress
from kg.profile.config import Credentials
from kg.store.push.plan import (
    Destination,
    Journal,
    Plan,
    Planner,
    PushKind,
    PushTarget,
    begin,
    forget,
    marker_of,
    note,
    read_journal,
    staging_graphs,
    unless_overtaken,
)
from kg.store.release import Release
from kg.store.remote.addresses import Addresses, ServerEngine, find_addresses
from kg.store.remote.client import ANONYMOUS, Login, Patience
from kg.store.remote.marker import read_marker
from kg.store.remote.store import Method, RemoteStore, Writer, in_graph
from kg.terms.identifiers import is_example, is_own_machine
from kg.terms.vocabulary import curie

_SAMPLED = 20  # triples of each destination that are looked up in the end
_LONGEST_SAMPLE = 2_000
_TRIPLE = "?s ?p ?o"
_WITHOUT_DEFAULT_GRAPH = (ServerEngine.VIRTUOSO, ServerEngine.RDF4J)
_PATIENCE = Patience()


class PushBatch(NamedTuple):
    """Triples that are sent at once: lines of N-Triples, the same for a number each time."""

    number: int
    part: Destination
    triples: list[bytes]


class Upload(NamedTuple):
    """What was sent; what had arrived before counts only as samples."""

    quads: int
    size: int  # bytes of their lines
    samples: dict[Destination, list[bytes]]
    resumed: int  # batches that had arrived before


@dataclass(frozen=True)
class PushOptions:
    """How a release is sent."""

    graph: str = ""  # for the facts; empty for the default graph
    method: Method | None = None  # None for the fastest that the server knows
    batch: int = 100_000  # triples that are sent at once
    patience: Patience = _PATIENCE
    replaces: bool = False  # whether what no push has put there may be removed
    is_whole: bool = False  # whether all is sent even if less would do
    only_looks: bool = False  # whether nothing is sent or changed


DEFAULT = PushOptions()


@dataclass(frozen=True)
class PushResult:
    """What a push has done."""

    plan: Plan
    engine: ServerEngine
    address: str  # at which the release is queried now
    sent: Upload | None = None
    seconds: tuple[float, float] = (0.0, 0.0)  # for sending, and for replacing the former release


def upload(plan: Plan, target: PushTarget, before: Journal, size: int, progress: Progress) -> Upload:
    """Send the triples of a plan in batches of a size, without those that have arrived before."""
    quads = length = 0
    samples: dict[Destination, list[bytes]] = defaultdict(list)
    total = (plan.added + plan.removed) // size + len(plan.parts)
    for batch in progress.track(f"sending by {size:,}", batches(plan.lines(), size), total):
        found, triples = samples[batch.part], batch.triples
        wanted = min(_SAMPLED - len(found), max(1, _SAMPLED // 4))
        some = triples[:: len(triples) // max(1, wanted) or 1][:wanted]
        found.extend(triple for triple in some if len(triple) <= _LONGEST_SAMPLE)
        if batch.number in before.done:
            continue
        target.writer.add(batch.part.sent_to, triples)
        note(target, plan.marker.base, batch.number)
        quads += len(triples)
        length += sum(map(len, triples))
    return Upload(quads, length, samples, len(before.done))


def batches(lines: Iterable[tuple[Destination, bytes]], size: int) -> Iterator[PushBatch]:
    """Yield triples in batches of one destination each, in the same order each time."""
    waiting: dict[Destination, list[bytes]] = defaultdict(list)
    numbers = count()
    for part, line in lines:
        waiting[part].append(line)
        if len(waiting[part]) == size:
            yield PushBatch(next(numbers), part, waiting.pop(part))
    for part in sorted(waiting):
        yield PushBatch(next(numbers), part, waiting[part])


def check_arrival(plan: Plan, target: PushTarget, sent: Upload) -> None:
    """Raise `StoreError` unless all has arrived: its number, by predicate where that is known, and a sample."""
    if plan.kind == PushKind.DELTA:
        found, wanted = sum(target.size(part.sent_to) for part in plan.parts), plan.added + plan.removed
        if found != wanted:
            raise _lacking(f"{target.address} holds {found:,} of {wanted:,} triples that were sent")
    else:
        for part in plan.parts:
            _check_counts(target, part.sent_to, plan.expected[part.live])
    for part, triples in sent.samples.items():
        for triple in triples:
            if not target.holds(part.sent_to, triple):
                raise _lacking(f"{target.address} does not hold what was sent: {triple.decode()}")


def check_live(plan: Plan, target: PushTarget) -> None:
    """Raise `StoreError` unless the graphs that are read hold the release."""
    for graph, expected in plan.expected.items():
        _check_counts(target, graph, expected)


def _check_counts(target: PushTarget, graph: str, expected: Mapping[str, int]) -> None:
    found = target.counts(graph)
    for predicate in sorted(expected.keys() | found.keys()):
        wanted, there = expected.get(predicate, 0), found.get(predicate, 0)
        if wanted != there:
            message = f"{target.address} holds {there:,} triples with {curie(predicate)} instead of {wanted:,}"
            raise _lacking(message)


def _lacking(message: str) -> StoreError:
    return StoreError(message, hint="push again: all is sent anew; docs/remote-stores.md says what servers change")


def swap(plan: Plan, signature: str) -> str:
    """Return the one update by which what was sent replaces what readers saw.

    Of a first release it sets only the marker: the triples are where they belong. The difference to a whole release
    is computed by the server: writing costs it many times what reading does, and most of a release is as it was.
    Nothing changes unless the journal still is that of this push: another one may have emptied the staging graphs.
    """
    ours = unless_overtaken(plan.marker.base, signature)
    operations: list[str] = []
    for part in plan.parts:
        live, sent = in_graph(part.live, _TRIPLE), in_graph(part.sent_to, _TRIPLE)
        if plan.kind == PushKind.WHOLE:
            operations.append(f"DELETE {{ {live} }} WHERE {{ {ours} {live} FILTER NOT EXISTS {{ {sent} }} }}")
            operations.append(f"INSERT {{ {live} }} WHERE {{ {ours} {sent} FILTER NOT EXISTS {{ {live} }} }}")
        elif plan.kind == PushKind.DELTA:
            operations.append(f"{'DELETE' if part.removed else 'INSERT'} {{ {live} }} WHERE {{ {ours} {sent} }}")
    return " ;\n".join((*operations, plan.marker.update(ours)))


def push(
    release: Release,
    addresses: Addresses,
    credentials: Credentials = ANONYMOUS,
    wishes: PushOptions = DEFAULT,
    progress: Progress = SILENT,
) -> PushResult:
    """Put a release into a SPARQL 1.1 server; only the difference if it holds another one.

    The server's addresses for updates and graphs are found out unless `addresses` gives them.

    Raises:
        StoreError: If the server does not answer, lets nobody in, or does not hold what was sent; if it is another
            machine, and the base of the IRIs was never chosen.
        ReleaseError: If there is no space for the comparison of two releases.
    """
    if is_example(release.base) and not is_own_machine(addresses.query):
        message = f"the base of the IRIs is that of the examples, {release.base}, under which others push, too"
        raise StoreError(message, hint="choose 'base' in kg.yaml, and build again; nothing was sent")
    login = Login(credentials, waits=True)
    found = find_addresses(addresses, login, wishes.patience.timeout)
    if not wishes.graph and found.engine in _WITHOUT_DEFAULT_GRAPH:
        message = f"the server at {found.query} is {found.engine}, which has no default graph of its own to write to"
        raise StoreError(message, hint=f"name a graph for the facts: --graph {release.base}graph/facts")
    store = RemoteStore(found.query, login, wishes.patience.timeout)
    target = PushTarget(found.query, store, Writer(found, login, wishes.patience, wishes.method), wishes.patience)
    try:
        return _Push(release, target, wishes, progress).run()
    except Unavailable as error:
        hint = "readers see what they saw; when the server is back, the same command goes on where this one stopped"
        raise StoreError(str(error), hint=hint) from error


class _Push:
    """One push to one server."""

    def __init__(self, release: Release, target: PushTarget, wishes: PushOptions, progress: Progress) -> None:
        self._release, self._target, self._wishes, self._progress = release, target, wishes, progress
        self._marker = marker_of(release, wishes.graph)
        self._base = release.base

    def run(self) -> PushResult:
        cut_off = read_journal(self._target, self._base)
        former = read_marker(self._target.store, self._base)
        wishes = self._wishes
        planner = Planner(self._release, self._marker, self._target, wishes.replaces, wishes.is_whole, self._progress)
        plan = planner.plan(former, cut_off)
        outcome = PushResult(plan, self._target.writer.engine, self._marker.address(self._target.address))
        if wishes.only_looks:
            return outcome
        if plan.kind == PushKind.NOTHING:
            if cut_off.kind:
                self._tidy()
            return outcome
        return self._carry_out(outcome, cut_off)

    def _carry_out(self, outcome: PushResult, cut_off: Journal) -> PushResult:
        plan, started = outcome.plan, time.monotonic()
        before = self._begin(plan, cut_off)
        sent = upload(plan, self._target, before, self._wishes.batch, self._progress)
        self._progress.phase("counting what is there")
        try:
            check_arrival(plan, self._target, sent)
        except Unavailable:
            raise
        except StoreError:
            begin(
                self._target, self._base, Journal("", plan.kind, self._marker.facts)
            )  # what has arrived is not reliable
            raise
        arrived = time.monotonic()
        self._progress.phase("taking the place")
        self._target.writer.update(swap(plan, self._signature(plan)))
        swapped = time.monotonic()
        there = read_marker(self._target.store, self._base)
        if there is None or there.manifest != self._marker.manifest:
            message = f"another push to {self._target.address} has overtaken this one"
            raise StoreError(message, hint="look what is there now: kg push --dry-run")
        if plan.kind != PushKind.FIRST:
            check_live(plan, self._target)
        self._tidy()
        return PushResult(plan, outcome.engine, outcome.address, sent, (arrived - started, swapped - arrived))

    def _begin(self, plan: Plan, cut_off: Journal) -> Journal:
        signature = self._signature(plan)
        if cut_off.signature == signature:
            return cut_off
        if plan.former is None and cut_off.kind == PushKind.FIRST:
            # It sent to the graphs that are read, which were empty.
            begin(
                self._target, self._base, Journal("", cut_off.kind, cut_off.facts)
            )  # until all is clear, nobody goes on
            self._clear(cut_off.facts, self._marker.evidence)
        begin(self._target, self._base, Journal("", plan.kind, self._marker.facts))
        self._clear(*staging_graphs(self._base))
        return begin(self._target, self._base, Journal(signature, plan.kind, self._marker.facts))

    def _signature(self, plan: Plan) -> str:
        former = plan.former.manifest if plan.former else ""
        facts = [plan.kind, plan.marker.manifest, former, plan.parts, self._wishes.batch]
        return sha256(json.dumps(facts).encode()).hexdigest()

    def _tidy(self) -> None:
        self._progress.phase("tidying up")
        self._clear(*staging_graphs(self._base))
        forget(self._target, self._base)

    def _clear(self, *graphs: str) -> None:
        for graph in graphs:
            if size := self._target.size(graph):
                self._target.writer.clear(graph, size)
