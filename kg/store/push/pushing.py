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
from kg.store.push import plan as journal
from kg.store.push.plan import (
    Destination,
    Journal,
    Plan,
    Planner,
    PushKind,
    PushTarget,
    marker_of,
    read_journal,
    staging_graphs,
    unless_overtaken,
)
from kg.store.release import Release
from kg.store.remote.addresses import Addresses, ServerEngine, find_addresses, read_marker
from kg.store.remote.client import ANONYMOUS, Login, Patience
from kg.store.remote.store import Method, RemoteStore, Writer, in_graph
from kg.terms.vocabulary import curie

# Send triples in batches, and go on where a push was cut off.

_SAMPLED = 20
_LONGEST_SAMPLE = 2_000


class PushBatch(NamedTuple):
    """Triples that are sent at once."""

    number: int  # counted from 0; the same triples each time
    part: Destination  # where they go
    triples: list[bytes]  # lines of N-Triples


class Upload(NamedTuple):
    """What was sent."""

    quads: int  # how many, those left out that had arrived before
    size: int  # how many bytes their lines have
    samples: dict[Destination, list[bytes]]  # a few triples of each part, those that had arrived before too
    resumed: int  # how many batches had arrived before


def upload(plan: Plan, target: PushTarget, before: Journal, size: int, progress: Progress) -> Upload:
    """Send what a plan says, but not what has arrived before."""
    quads = length = 0
    samples: dict[Destination, list[bytes]] = defaultdict(list)
    total = (plan.added + plan.removed) // size + len(plan.parts)
    for batch in progress.track(f"sending by {size:,}", batches(plan.lines(), size), total):
        _sample(samples[batch.part], batch.triples)
        if batch.number in before.done:
            continue
        target.writer.add(batch.part.sent_to, batch.triples)
        journal.note(target, plan.marker.base, batch.number)
        quads += len(batch.triples)
        length += sum(map(len, batch.triples))
    return Upload(quads, length, samples, len(before.done))


def batches(lines: Iterable[tuple[Destination, bytes]], size: int) -> Iterator[PushBatch]:
    """Yield triples in batches of one part each, in the same order each time."""
    held: dict[Destination, list[bytes]] = defaultdict(list)
    numbers = count()
    for part, line in lines:
        waiting = held[part]
        waiting.append(line)
        if len(waiting) == size:
            yield PushBatch(next(numbers), part, waiting)
            del held[part]
    for part in sorted(held):
        yield PushBatch(next(numbers), part, held[part])


def _sample(samples: list[bytes], triples: list[bytes]) -> None:
    # Keep a few triples of a batch, until there are enough.
    wanted = min(_SAMPLED - len(samples), max(1, _SAMPLED // 4))
    some = triples[:: len(triples) // max(1, wanted) or 1][:wanted]
    samples.extend(triple for triple in some if len(triple) <= _LONGEST_SAMPLE)


# See whether a server holds what was sent.


def check_arrival(plan: Plan, target: PushTarget, sent: Upload) -> None:
    """See whether all that was sent has arrived: its number, by predicate where that is known, and a sample."""
    for part in plan.parts:
        if plan.kind != PushKind.DELTA:
            _check_counts(target, part.sent_to, plan.expected[part.live])
    if plan.kind == PushKind.DELTA:
        _check_number(plan, target)
    for part, triples in sent.samples.items():
        for triple in triples:
            if not target.holds(part.sent_to, triple):
                raise _lacking(f"{target.address} does not hold what was sent: {triple.decode()}")


def check_live(plan: Plan, target: PushTarget) -> None:
    """See whether the graphs that are read hold the release."""
    for graph, expected in plan.expected.items():
        _check_counts(target, graph, expected)


def _check_number(plan: Plan, target: PushTarget) -> None:
    found = sum(target.size(part.sent_to) for part in plan.parts)
    if found != plan.added + plan.removed:
        raise _lacking(f"{target.address} holds {found:,} of {plan.added + plan.removed:,} triples that were sent")


def _check_counts(target: PushTarget, graph: str, expected: Mapping[str, int]) -> None:
    found = target.counts(graph)
    for predicate in sorted(expected.keys() | found.keys()):
        wanted, there = expected.get(predicate, 0), found.get(predicate, 0)
        if wanted != there:
            message = f"{target.address} holds {there:,} triples with {curie(predicate)} instead of {wanted:,}"
            raise _lacking(message)


def _lacking(message: str) -> StoreError:
    return StoreError(message, hint="push again: all is sent anew; docs/remote-stores.md says what servers change")


# The one update by which what was sent takes the place of what readers saw.

_TRIPLE = "?s ?p ?o"


def swap(plan: Plan, signature: str) -> str:
    """Return the update: of a release that is there for the first time only the marker, else its difference too.

    The difference to a whole release is taken by the server: writing costs it many times what reading does, and
    most of a release is as it was. Nothing is changed unless the journal still is that of this push: another one
    may have emptied the graphs beside.
    """
    ours = unless_overtaken(plan.marker.base, signature)
    return " ;\n".join((*_operations(plan, ours), plan.marker.update(ours)))


def _operations(plan: Plan, ours: str) -> Iterator[str]:
    for part in plan.parts:
        if plan.kind == PushKind.WHOLE:
            live, sent = in_graph(part.live, _TRIPLE), in_graph(part.sent_to, _TRIPLE)
            yield f"DELETE {{ {live} }} WHERE {{ {ours} {live} FILTER NOT EXISTS {{ {sent} }} }}"
            yield f"INSERT {{ {live} }} WHERE {{ {ours} {sent} FILTER NOT EXISTS {{ {live} }} }}"
        elif plan.kind == PushKind.DELTA:
            verb = "DELETE" if part.removed else "INSERT"
            yield f"{verb} {{ {in_graph(part.live, _TRIPLE)} }} WHERE {{ {ours} {in_graph(part.sent_to, _TRIPLE)} }}"


# Put a release into a server: look, send, check, swap, tidy up.

_WITHOUT_DEFAULT_GRAPH = (ServerEngine.VIRTUOSO, ServerEngine.RDF4J)
_PATIENCE = Patience()


@dataclass(frozen=True)
class PushOptions:
    """How a release is to be sent."""

    graph: str = ""  # the graph for the facts; empty for the default graph
    method: Method | None = None  # how triples are sent; None for what the server can best
    batch: int = 100_000  # how many triples are sent at once
    patience: Patience = _PATIENCE  # how long to wait for the server
    replaces: bool = False  # whether what no push has put there may go
    is_whole: bool = False  # whether all shall be sent, even where less would do
    only_looks: bool = False  # whether nothing is sent or changed


DEFAULT = PushOptions()


@dataclass(frozen=True)
class PushResult:
    """What a push has done."""

    plan: Plan  # what was to be sent
    engine: ServerEngine  # what the server is
    address: str  # where the release is asked now
    sent: Upload | None = None  # what was sent; None if nothing was
    # how long sending took, and how long taking the place of the former release
    seconds: tuple[float, float] = (0.0, 0.0)


def push(
    release: Release,
    addresses: Addresses,
    credentials: Credentials = ANONYMOUS,
    wishes: PushOptions = DEFAULT,
    progress: Progress = SILENT,
) -> PushResult:
    """Put a release into a SPARQL 1.1 server; only what differs, where the server holds another one of its kind.

    Args:
        release: The release.
        addresses: Where the server takes queries; and updates and graphs, where that is not as usual.
        credentials: How to log in.
        wishes: How to send it.
        progress: Shows how far it is.

    Raises:
        StoreError: If the server does not answer, lets nobody in, or does not hold what was sent.
        ReleaseError: If there is no space for the comparison of two releases.
    """
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
            self._begin_journal(Journal("", plan.kind, self._marker.facts))  # what has arrived is not to be relied on
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
        # What has arrived of just this; else remove what has arrived of another push, and begin anew.
        signature = self._signature(plan)
        if cut_off.signature == signature:
            return cut_off
        if (
            plan.former is None and cut_off.kind == PushKind.FIRST
        ):  # it sent to the graphs that are read, which were empty
            self._begin_journal(Journal("", cut_off.kind, cut_off.facts))  # until all is clear, nobody goes on
            self._clear(cut_off.facts, self._marker.evidence)
        self._begin_journal(Journal("", plan.kind, self._marker.facts))
        self._clear(*staging_graphs(self._base))
        return self._begin_journal(Journal(signature, plan.kind, self._marker.facts))

    def _begin_journal(self, begun: Journal) -> Journal:
        return journal.begin(self._target, self._base, begun)

    def _signature(self, plan: Plan) -> str:
        former = plan.former.manifest if plan.former else ""
        facts = [plan.kind, plan.marker.manifest, former, plan.parts, self._wishes.batch]
        return sha256(json.dumps(facts).encode()).hexdigest()

    def _tidy(self) -> None:
        self._progress.phase("tidying up")
        self._clear(*staging_graphs(self._base))
        journal.forget(self._target, self._base)

    def _clear(self, *graphs: str) -> None:
        for graph in graphs:
            if size := self._target.size(graph):
                self._target.writer.clear(graph, size)
