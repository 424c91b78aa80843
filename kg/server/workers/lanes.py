"""Two lanes for untrusted questions: a fast one, and a slow one for those known to take time.

Each question first gets the short deadline of the fast lane. If it overruns that, its text and its client are
remembered and go to the slow lane at once the next time, so that quick questions stay quick.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from pathlib import Path
from signal import SIGABRT, SIGBUS, SIGSEGV
from typing import NamedTuple

from kg.base.errors import KgError
from kg.server.workers.pool import Pool, PoolClosed, QueueFull, WaitedTooLong
from kg.server.workers.process import DeadlinePassed, WorkerCommand, WorkerEnded, WorkerReply
from kg.server.workers.query import Caps
from kg.server.workers.questions import Busy, GraphDump, QueryResult, SparqlQuestion, TooMuch, result

_MODULE = "kg.server.workers.query"
_NICE = 15
_PAUSE = 0.005
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
        depth: How many questions of such clients a worker has in hand.
    """

    workers: int
    spares: int
    deadline: float
    queue: int
    wait: float
    reserved: int = 0
    depth: int = 1


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

    fast: Lane = Lane(workers=2, spares=1, deadline=0.15, queue=256, wait=2.0, reserved=1, depth=8)
    slow: Lane = Lane(workers=1, spares=0, deadline=5.0, queue=4, wait=10.0)
    slow_each: int = 2
    penalty: float = 30.0
    memory: float = 600.0
    remembered: int = 10_000
    caps: Caps = field(default_factory=Caps)

    def __str__(self) -> str:
        """What a query may take, in a sentence for operators and clients."""
        caps = self.caps
        return (
            f"A query may take {self.slow.deadline:g} s and {caps.memory >> 20:,} MiB, and its answer have "
            f"{caps.rows:,} rows and {caps.bytes >> 20:,} MiB; {self.fast.workers} are answered at once."
        )


def limited(seconds: float, memory: int, rows: int, size: int, workers: int) -> Rules:
    """Return the rules with limits of an operator.

    Args:
        seconds: How long a query may take.
        memory: Mebibytes that it may take beyond what a worker holds.
        rows: Rows of its answer.
        size: Mebibytes of its answer.
        workers: How many queries are answered at once; of more than one, one is kept for quick clients.
    """
    rules = Rules()
    fast = replace(
        rules.fast, workers=workers, deadline=min(rules.fast.deadline, seconds), reserved=min(1, workers - 1)
    )
    caps = replace(rules.caps, memory=memory << 20, rows=rows, bytes=size << 20)
    return replace(rules, fast=fast, slow=replace(rules.slow, deadline=seconds), caps=caps)


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


class _Asked(NamedTuple):
    """A question, who asks it, and the result to come."""

    question: SparqlQuestion | GraphDump
    client: str
    result: "asyncio.Future[QueryResult]"

    def fail(self, error: BaseException) -> None:
        if not self.result.done():
            self.result.set_exception(error)


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

    def discard(self, key: Hashable) -> None:
        self._until.pop(key, None)

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
        self._open = 0
        self._closing = False

    async def start(self) -> None:
        """Start all workers.

        Raises:
            WorkerError: If one does not come up.
        """
        await self._fast.start()
        await self._slow.start()

    def ask(self, question: SparqlQuestion | GraphDump, client: str) -> "asyncio.Future[QueryResult]":
        """Have a question answered; what is awaited is the result, or one of the errors below.

        A client that goes away (cancels) while a question is answered still pays for the time it takes.

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
        asked = _Asked(question, client, asyncio.get_running_loop().create_future())
        if self._closing:
            asked.fail(PoolClosed("the server is being closed"))
            return asked.result
        self.counts.asked += 1
        self._open += 1
        if hash(question) in self._texts or client in self._clients:
            self._ask_slow_lane(asked)
        else:
            self._run(self._fast, self.rules.fast, asked).add_done_callback(partial(self._take_fast, asked))
        return asked.result

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
            await asyncio.sleep(_PAUSE)
        await self._fast.close()
        await self._slow.close()

    def _take_fast(self, asked: "_Asked", reply: "asyncio.Future[WorkerReply]") -> None:
        error = reply.exception()
        if isinstance(error, DeadlinePassed):
            self._overran(asked)
            self._ask_slow_lane(asked)
            return
        if error is None:
            self._good.add(asked.client)
        self._settle(asked, self.rules.fast, reply, "fast")

    def _ask_slow_lane(self, asked: "_Asked") -> None:
        """Ask there, where a client has few places."""
        most = self.rules.slow_each
        if self._slow_of[asked.client] >= most:
            self.counts.refused += 1
            self._open -= 1
            message = f"you have {most} slow questions here already"
            asked.fail(Busy(message, "slow questions", most, "questions", retry_after=_after(self.rules.slow)))
            return
        self.counts.slow += 1
        self._slow_of[asked.client] += 1
        self._run(self._slow, self.rules.slow, asked).add_done_callback(partial(self._take_slow, asked))

    def _take_slow(self, asked: "_Asked", reply: "asyncio.Future[WorkerReply]") -> None:
        self._slow_of[asked.client] -= 1
        if not self._slow_of[asked.client]:
            del self._slow_of[asked.client]
        if isinstance(reply.exception(), DeadlinePassed):
            self._overran(asked)
        self._settle(asked, self.rules.slow, reply, "slow")

    def _run(self, pool: Pool, lane: Lane, asked: "_Asked") -> "asyncio.Future[WorkerReply]":
        header, body = asked.question.job()
        return pool.ask(header, body, deadline=lane.deadline, guest=asked.client not in self._good)

    def _settle(self, asked: "_Asked", lane: Lane, reply: "asyncio.Future[WorkerReply]", name: str) -> None:
        """Say how a question was answered."""
        self._open -= 1
        error = reply.exception()
        if error is not None:
            asked.fail(self._error_of(error, lane, asked))
            return
        try:
            found = result(reply.result(), name)
        except Exception as refused:  # a fault of ours has an answer, too: what waits for none would wait for ever
            asked.fail(refused)
        else:
            if not asked.result.done():
                asked.result.set_result(found)

    def _overran(self, asked: "_Asked") -> None:
        self.counts.killed += 1
        self._remember(asked)

    def _remember(self, asked: "_Asked") -> None:
        self._texts.add(hash(asked.question))
        self._clients.add(asked.client)
        self._good.discard(asked.client)

    def _error_of(self, error: BaseException, lane: Lane, asked: "_Asked") -> BaseException:
        """Return what an error of the pool says about the question."""
        match error:
            case QueueFull():
                self.counts.refused += 1
                message = f"{error.waiting} questions are waiting already"
                return Busy(message, "queue", error.waiting, "questions", retry_after=_after(lane))
            case WaitedTooLong():
                self.counts.refused += 1
                return Busy(str(error), "waiting", error.seconds, "s", retry_after=_after(lane))
            case DeadlinePassed():
                hint = "ask for less, or download the data and ask them yourself"
                return TooMuch(str(error), "time", error.seconds, "s", hint=hint)
            case WorkerEnded():
                self.counts.crashed += 1
                self._remember(asked)
                return self._cause_of(error)
        return error

    def _cause_of(self, ended: WorkerEnded) -> KgError:
        """Return what the end of a worker says about the question."""
        if ended.signal == SIGABRT:  # an allocation that fails ends the engine
            memory = self.rules.caps.memory
            message = f"the question takes more than {memory >> 20} MiB of memory"
            return TooMuch(message, "memory", memory, "bytes", hint="sort, group or join fewer rows")
        if ended.signal in (SIGSEGV, SIGBUS):
            return TooMuch("the question brings the engine down", "stack", 0, "", hint="make it simpler")
        return ended


def _pool(entry: WorkerCommand, lane: Lane) -> Pool:
    return Pool(
        entry,
        size=lane.workers,
        spares=lane.spares,
        reserved=lane.reserved,
        depth=lane.depth,
        queue=lane.queue,
        wait=lane.wait,
    )


def _after(lane: Lane) -> int:
    """Return after how many seconds it is worth to ask again."""
    return max(1, ceil(lane.deadline))
