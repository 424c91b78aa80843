"""Two lanes for untrusted questions: a fast one, and a slow one for those known to take time.

Each question first gets the short deadline of the fast lane. If it overruns that, its text and its client are
remembered and go to the slow lane at once the next time, so that quick questions stay quick.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from signal import SIGABRT, SIGBUS, SIGSEGV

from kg.base.errors import KgError
from kg.server.workers.pool import Pool, PoolClosed, QueueFull, WaitedTooLong
from kg.server.workers.process import DeadlinePassed, WorkerCommand, WorkerEnded, WorkerReply
from kg.server.workers.query import Caps
from kg.server.workers.questions import Busy, GraphDump, QueryResult, SparqlQuestion, TooMuch, result

_MODULE = "kg.server.workers.query"
_NICE = 15
_PATIENCE = 4  # times the deadline: on a busy machine a quick question takes longer


@dataclass(frozen=True)
class Lane:
    """The limits of a lane.

    Attributes:
        workers: How many questions it answers at once.
        spares: How many more workers are idle.
        deadline: Seconds that a question may take.
        queue: How many questions may wait.
        wait: Seconds that one may wait.
        reserved: How many workers are kept for clients who were answered quickly before.
    """

    workers: int
    spares: int
    deadline: float
    queue: int
    wait: float
    reserved: int = 0


@dataclass(frozen=True)
class Rules:
    """The limits of both lanes.

    Attributes:
        fast: The lane of every question.
        slow: The lane of what overran the fast one.
        slow_each: How many slow questions a client may have there at once.
        penalty: Seconds for which a client who overran the fast lane goes to the slow one.
        memory: Seconds for which a text that did so goes there, and for which a good client is known.
        remembered: How many clients and texts are remembered at most.
        caps: What an answer may take.
    """

    fast: Lane = Lane(workers=2, spares=1, deadline=0.15, queue=256, wait=2.0, reserved=1)
    slow: Lane = Lane(workers=1, spares=0, deadline=5.0, queue=4, wait=10.0)
    slow_each: int = 2
    penalty: float = 30.0
    memory: float = 600.0
    remembered: int = 10_000
    caps: Caps = field(default_factory=Caps)


@dataclass
class Counts:
    """Events since the start."""

    asked: int = 0
    slow: int = 0
    killed: int = 0
    crashed: int = 0
    refused: int = 0


@dataclass(frozen=True)
class Gauges:
    """The present state.

    Attributes:
        workers: How many processes are ready or busy.
        respawned: How many have replaced another.
        fast_waiting: Questions that wait in the fast lane.
        slow_waiting: Questions that wait in the slow lane.
        sandboxed: Are sockets denied to all workers?
    """

    workers: int
    respawned: int
    fast_waiting: int
    slow_waiting: int
    sandboxed: bool


class _ExpiringSet:
    """Keys that are forgotten after some time, and the oldest ones where they become too many."""

    def __init__(self, seconds: float, most: int) -> None:
        self._seconds, self._most = seconds, most
        self._until: dict[Hashable, float] = {}  # in the order of time

    def add(self, key: Hashable) -> None:
        self._until.pop(key, None)
        self._until[key] = time.monotonic() + self._seconds
        if len(self._until) > self._most:
            del self._until[next(iter(self._until))]

    def __contains__(self, key: Hashable) -> bool:
        return self._until.get(key, 0.0) > time.monotonic()


class Lanes:
    """Answers questions about the store of a release.

    Attributes:
        counts: Events since the start.
    """

    def __init__(self, store: Path, rules: Rules | None = None) -> None:
        """Make lanes that are still to be started.

        Args:
            store: The store of a release.
            rules: Their limits.
        """
        self.rules = rules = rules or Rules()
        self.counts = Counts()
        entry = WorkerCommand(_MODULE, (str(store), rules.caps.written()), patience=_PATIENCE)
        self._fast = _pool(entry, rules.fast)
        self._slow = _pool(replace(entry, nice=_NICE, patience=1), rules.slow)
        self._texts = _ExpiringSet(rules.memory, rules.remembered)
        self._clients = _ExpiringSet(rules.penalty, rules.remembered)
        self._good = _ExpiringSet(rules.memory, rules.remembered)
        self._slow_of: Counter[str] = Counter()
        self._open: set[asyncio.Task[QueryResult]] = set()
        self._closing = False

    async def start(self) -> None:
        """Start all workers.

        Raises:
            WorkerError: If one does not come up.
        """
        await self._fast.start()
        await self._slow.start()

    async def ask(self, question: SparqlQuestion | GraphDump, client: str) -> QueryResult:
        """Have a question answered.

        Args:
            question: What is asked.
            client: Who asks, such as an address; what one does slows no other down.

        Raises:
            QueryError: If it is malformed or refused.
            NotFound: If the graph to dump does not exist.
            TooMuch: If it goes beyond the time, memory, bytes or rows that it may take.
            Busy: If too much is asked at present.
            StoreError: If the store does not answer.
            WorkerError: If the worker fails for another reason.
        """
        if self._closing:
            raise PoolClosed("the server is being closed")
        self.counts.asked += 1
        # A client that goes away while a question is answered still pays for the time it takes.
        task = asyncio.get_running_loop().create_task(self._answer(question, client))
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        return await asyncio.shield(task)

    def gauges(self) -> Gauges:
        """Return the present state."""
        workers = (*self._fast.workers, *self._slow.workers)
        return Gauges(
            workers=len(workers),
            respawned=self._fast.counts.started + self._slow.counts.started,
            fast_waiting=self._fast.waiting,
            slow_waiting=self._slow.waiting,
            sandboxed=all(worker.hello.get("sockets") for worker in workers),
        )

    async def close(self) -> None:
        """Take no more questions, answer those that were taken, and end all workers."""
        self._closing = True
        while self._open:
            await asyncio.wait(self._open)
        await self._fast.close()
        await self._slow.close()

    async def _answer(self, question: SparqlQuestion | GraphDump, client: str) -> QueryResult:
        if hash(question) not in self._texts and client not in self._clients:
            try:
                reply = await self._run(self._fast, self.rules.fast, question, client)
            except DeadlinePassed:
                self._overran(question, client)
            else:
                self._good.add(client)
                return result(reply, "fast")
        with self._place(client):
            try:
                return result(await self._run(self._slow, self.rules.slow, question, client), "slow")
            except DeadlinePassed as passed:
                self._overran(question, client)
                hint = "ask for less, or download the data and ask them yourself"
                raise TooMuch(str(passed), "time", passed.seconds, "s", hint=hint) from None

    @contextmanager
    def _place(self, client: str) -> Iterator[None]:
        """Hold one of the places that a client has in the slow lane."""
        most = self.rules.slow_each
        if self._slow_of[client] >= most:
            self.counts.refused += 1
            message = f"you have {most} slow questions here already"
            raise Busy(message, "slow questions", most, "questions", retry_after=_after(self.rules.slow))
        self.counts.slow += 1
        self._slow_of[client] += 1
        try:
            yield
        finally:
            self._slow_of[client] -= 1
            if not self._slow_of[client]:
                del self._slow_of[client]

    async def _run(self, pool: Pool, lane: Lane, question: SparqlQuestion | GraphDump, client: str) -> WorkerReply:
        header, body = question.job()
        try:
            return await pool.ask(header, body, deadline=lane.deadline, guest=client not in self._good)
        except QueueFull as full:
            self.counts.refused += 1
            message = f"{full.waiting} questions are waiting already"
            raise Busy(message, "queue", full.waiting, "questions", retry_after=_after(lane)) from None
        except WaitedTooLong as waited:
            self.counts.refused += 1
            raise Busy(str(waited), "waiting", waited.seconds, "s", retry_after=_after(lane)) from None
        except WorkerEnded as ended:
            self.counts.crashed += 1
            self._remember(question, client)
            raise self._error_of(ended) from None

    def _overran(self, question: SparqlQuestion | GraphDump, client: str) -> None:
        self.counts.killed += 1
        self._remember(question, client)

    def _remember(self, question: SparqlQuestion | GraphDump, client: str) -> None:
        self._texts.add(hash(question))
        self._clients.add(client)

    def _error_of(self, ended: WorkerEnded) -> KgError:
        """Return what the end of a worker says about the question."""
        if ended.signal == SIGABRT:  # an allocation that fails ends the engine
            memory = self.rules.caps.memory
            message = f"the question takes more than {memory >> 20} MiB of memory"
            return TooMuch(message, "memory", memory, "bytes", hint="sort, group or join fewer rows")
        if ended.signal in (SIGSEGV, SIGBUS):
            return TooMuch("the question brings the engine down", "stack", 0, "", hint="make it simpler")
        return ended


def _pool(entry: WorkerCommand, lane: Lane) -> Pool:
    return Pool(entry, size=lane.workers, spares=lane.spares, reserved=lane.reserved, queue=lane.queue, wait=lane.wait)


def _after(lane: Lane) -> int:
    """Return after how many seconds it is worth to ask again."""
    return max(1, ceil(lane.deadline))
