"""Put a release into a server: look, send, check, swap, tidy up."""

import json
import time
from dataclasses import dataclass
from hashlib import sha256

from kg.config import Credentials
from kg.errors import StoreError, Unavailable
from kg.progress import SILENT, Progress
from kg.pushing import journal
from kg.pushing.checks import check_arrival, check_live
from kg.pushing.journal import Journal, read_journal
from kg.pushing.plan import Kind, Plan, Planner, marker_of, staging_graphs
from kg.pushing.swap import swap
from kg.pushing.target import Target
from kg.pushing.upload import Sent, upload
from kg.release import Release
from kg.remote.addresses import Addresses, Engine, find_addresses
from kg.remote.login import ANONYMOUS, Login
from kg.remote.marker import read_marker
from kg.remote.patience import Patience
from kg.remote.store import RemoteStore
from kg.remote.writing import Method, Writer

_WITHOUT_DEFAULT_GRAPH = (Engine.VIRTUOSO, Engine.RDF4J)
_PATIENCE = Patience()


@dataclass(frozen=True)
class Wishes:
    """How a release is to be sent.

    Attributes:
        graph: The graph for the facts; empty for the default graph.
        method: How triples are sent; None for what the server can best.
        batch: How many triples are sent at once.
        patience: How long to wait for the server.
        replaces: Whether what no push has put there may go.
        is_whole: Whether all shall be sent, even where less would do.
        only_looks: Whether nothing is sent or changed.
    """

    graph: str = ""
    method: Method | None = None
    batch: int = 100_000
    patience: Patience = _PATIENCE
    replaces: bool = False
    is_whole: bool = False
    only_looks: bool = False


DEFAULT = Wishes()


@dataclass(frozen=True)
class Outcome:
    """What a push has done.

    Attributes:
        plan: What was to be sent.
        engine: What the server is.
        address: Where the release is asked now.
        sent: What was sent; None if nothing was.
        seconds: How long sending took, and how long taking the place of the former release.
    """

    plan: Plan
    engine: Engine
    address: str
    sent: Sent | None = None
    seconds: tuple[float, float] = (0.0, 0.0)


def push(
    release: Release,
    addresses: Addresses,
    credentials: Credentials = ANONYMOUS,
    wishes: Wishes = DEFAULT,
    progress: Progress = SILENT,
) -> Outcome:
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
    target = Target(found.query, store, Writer(found, login, wishes.patience, wishes.method), wishes.patience)
    try:
        return _Push(release, target, wishes, progress).run()
    except Unavailable as error:
        hint = "readers see what they saw; when the server is back, the same command goes on where this one stopped"
        raise StoreError(str(error), hint=hint) from error


class _Push:
    """One push to one server."""

    def __init__(self, release: Release, target: Target, wishes: Wishes, progress: Progress) -> None:
        self._release, self._target, self._wishes, self._progress = release, target, wishes, progress
        self._marker = marker_of(release, wishes.graph)
        self._base = release.base

    def run(self) -> Outcome:
        cut_off = read_journal(self._target, self._base)
        former = read_marker(self._target.store, self._base)
        wishes = self._wishes
        planner = Planner(self._release, self._marker, self._target, wishes.replaces, wishes.is_whole, self._progress)
        plan = planner.plan(former, cut_off)
        outcome = Outcome(plan, self._target.writer.engine, self._marker.address(self._target.address))
        if wishes.only_looks:
            return outcome
        if plan.kind == Kind.NOTHING:
            if cut_off.kind:
                self._tidy()
            return outcome
        return self._carry_out(outcome, cut_off)

    def _carry_out(self, outcome: Outcome, cut_off: Journal) -> Outcome:
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
        self._check_overtaken()
        if plan.kind != Kind.FIRST:
            check_live(plan, self._target)
        self._tidy()
        return Outcome(plan, outcome.engine, outcome.address, sent, (arrived - started, swapped - arrived))

    def _begin(self, plan: Plan, cut_off: Journal) -> Journal:
        """Return what has arrived of just this; else remove what has arrived of another push, and begin anew."""
        signature = self._signature(plan)
        if cut_off.signature == signature:
            return cut_off
        if plan.former is None and cut_off.kind == Kind.FIRST:  # it sent to the graphs that are read, which were empty
            self._begin_journal(Journal("", cut_off.kind, cut_off.facts))  # until all is clear, nobody goes on
            self._clear(cut_off.facts, self._marker.evidence)
        self._begin_journal(Journal("", plan.kind, self._marker.facts))
        self._clear(*staging_graphs(self._base))
        return self._begin_journal(Journal(signature, plan.kind, self._marker.facts))

    def _begin_journal(self, begun: Journal) -> Journal:
        return journal.begin(self._target, self._base, begun)

    def _check_overtaken(self) -> None:
        there = read_marker(self._target.store, self._base)
        if there is None or there.manifest != self._marker.manifest:
            message = f"another push to {self._target.address} has overtaken this one"
            raise StoreError(message, hint="look what is there now: kg push --dry-run")

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
