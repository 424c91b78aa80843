"""Two lanes for questions that nobody vouches for: a fast one, and a slow one for what is known to take time.

Each question first gets the short deadline of the fast lane. What overruns it, its text and its client, is
remembered and goes to the slow lane at once the next time, so that quick questions stay quick.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from signal import SIGABRT, SIGBUS, SIGSEGV

from kg.base.errors import KgError
from kg.server.workers.outcomes import Busy, TooMuch
from kg.server.workers.pool import Pool, PoolClosed, QueueFull, WaitedTooLong
from kg.server.workers.process import DeadlinePassed, Entry, Reply, WorkerEnded
from kg.server.workers.query import Caps
from kg.server.workers.questions import Dump, Question, Result, result
from kg.server.workers.recent import Recent

_MODULE = "kg.server.workers.query"
_NICE = 15
_PATIENCE = 4  # on a busy machine a quick question takes longer, and is no slow one for that


@dataclass(frozen=True)
class Lane:
    """How a lane works.

    Attributes:
        workers: How many questions it answers at once.
        spares: How many more workers stand ready.
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
    """How the lanes work together.

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
    """What has happened since the start."""

    asked: int = 0
    slow: int = 0
    killed: int = 0
    crashed: int = 0
    refused: int = 0


@dataclass(frozen=True)
class Gauges:
    """How it is now.

    Attributes:
        workers: How many processes are ready or busy.
        respawned: How many have been started anew.
        fast_waiting: Questions that wait in the fast lane.
        slow_waiting: Questions that wait in the slow lane.
        sandboxed: Are sockets denied to all workers?
    """

    workers: int
    respawned: int
    fast_waiting: int
    slow_waiting: int
    sandboxed: bool


class Lanes:
    """Answers questions about the store of a release.

    Attributes:
        counts: What has happened.
    """

    def __init__(self, store: Path, rules: Rules | None = None, entry: Entry | None = None) -> None:
        """Make lanes that are still to be started.

        Args:
            store: The store of a release.
            rules: How they work together.
            entry: What the workers run, if the release has its store elsewhere.
        """
        self.rules = rules = rules or Rules()
        self.counts = Counts()
        entry = entry or Entry(_MODULE, (str(store), rules.caps.written()), patience=_PATIENCE)
        self._fast = _pool(entry, rules.fast)
        self._slow = _pool(replace(entry, nice=_NICE, patience=1), rules.slow)
        self._texts = Recent(rules.memory, rules.remembered)
        self._clients = Recent(rules.penalty, rules.remembered)
        self._good = Recent(rules.memory, rules.remembered)
        self._slow_of: Counter[str] = Counter()
        self._open: set[asyncio.Task[Result]] = set()
        self._closing = False

    async def start(self) -> None:
        """Start all workers.

        Raises:
            WorkerError: If one does not come up.
        """
        await self._fast.start()
        await self._slow.start()

    async def ask(self, question: Question | Dump, client: str) -> Result:
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
        # Who goes away while a question is answered still counts for what it takes.
        task = asyncio.get_running_loop().create_task(self._answer(question, client))
        self._open.add(task)
        task.add_done_callback(self._open.discard)
        return await asyncio.shield(task)

    def gauges(self) -> Gauges:
        """Return how it is now."""
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

    async def _answer(self, question: Question | Dump, client: str) -> Result:
        if hash(question) in self._texts or client in self._clients:
            return await self._ask_slow(question, client)
        try:
            reply = await self._run(self._fast, self.rules.fast, question, client)
        except DeadlinePassed:
            self._overran(question, client)
            return await self._ask_slow(question, client)
        self._good.note(client)
        return result(reply, "fast")

    async def _ask_slow(self, question: Question | Dump, client: str) -> Result:
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

    async def _run(self, pool: Pool, lane: Lane, question: Question | Dump, client: str) -> Reply:
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
            raise self._ending(ended) from None

    def _ending(self, ended: WorkerEnded) -> KgError:
        """Return what the end of a worker says about the question."""
        if ended.signal == SIGABRT:  # an allocation that fails ends the engine
            memory = self.rules.caps.memory
            message = f"the question takes more than {memory >> 20} MiB of memory"
            return TooMuch(message, "memory", memory, "bytes", hint="sort, group or join fewer rows")
        if ended.signal in (SIGSEGV, SIGBUS):
            return TooMuch("the question brings the engine down", "stack", 0, "", hint="make it simpler")
        return ended

    def _overran(self, question: Question | Dump, client: str) -> None:
        self.counts.killed += 1
        self._remember(question, client)

    def _remember(self, question: Question | Dump, client: str) -> None:
        self._texts.note(hash(question))
        self._clients.note(client)


def _pool(entry: Entry, lane: Lane) -> Pool:
    return Pool(entry, size=lane.workers, spares=lane.spares, reserved=lane.reserved, queue=lane.queue, wait=lane.wait)


def _after(lane: Lane) -> int:
    """Return after how many seconds it is worth to ask again."""
    return max(1, ceil(lane.deadline))
