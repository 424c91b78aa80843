"""Turns: one pool of killable workers, and a fair share of it for each client.

Of the clients who wait, the one is served whose jobs took the least processor time so far; a newcomer begins with what
the last one had who was served (start-time fair queueing). At once there run

    queries of known clients  on all workers, several in the hand of each
    queries of guests         on a third of them, alone: nobody knows how long they take
    pages, lists, batches     on a third of them, alone
    what was not quick        beside the workers: one query, which others go before (nice), and one page

A client is known once a query of it was quick, and a guest again when one was not. A query that is not quick while the
place beside the workers is taken ends, and waits to be begun anew there.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from math import ceil
from typing import Any, get_args

from kg.base.errors import KgError
from kg.base.sandbox import Sandbox
from kg.server.settings import ServerSettings
from kg.server.workers.errors import Busy, TooMuch, WorkerError
from kg.server.workers.process import Job, Share, Worker, WorkerReply, start_forkserver
from kg.server.workers.worker import Handler, encoded, message

_TICK_SECONDS = 0.02
_BLINK_SECONDS = 0.002  # of processor time: several small queries
_PATIENCE = 8  # times the quick seconds: on a busy machine a quick query takes longer
_RETRY_SECONDS, _MAX_RETRY_SECONDS = 0.1, 5.0
_SPARES = 1  # so that nobody waits while a worker is replaced
_SHARES: tuple[Share, ...] = get_args(Share)


@dataclass
class Counts:
    """Events since the start."""

    asked: int = 0
    slow: int = 0
    killed: int = 0
    crashed: int = 0
    refused: int = 0
    respawned: int = 0


@dataclass(slots=True)
class _Client:
    """What is remembered of a client: seconds of processor time, and whether its queries are quick."""

    spent: float = 0.0
    is_known: bool = False


class Pool:
    """Workers that answer jobs.

    Attributes:
        settings: The limits.
        counts: Events since the start.
        workers: Those that are there.

    Args:
        opened: Called in each worker; returns what answers its jobs.
        settings: The limits.
    """

    def __init__(self, opened: Callable[[], Handler], settings: ServerSettings) -> None:
        self.settings, self.counts = settings, Counts()
        self.workers: list[Worker] = []
        self._opened = opened
        self._sandbox = Sandbox(memory=settings.query_memory << 20, resident=settings.worker_growth << 20)
        self._clients: OrderedDict[str, _Client] = OrderedDict()
        self._waiting: list[Job] = []  # in the order in which they came: few enough to look at all of them
        self._served = 0.0  # what the client had spent who was served last
        self._ticking: asyncio.TimerHandle | None = None
        self._retry_seconds = _RETRY_SECONDS
        self._starting: set[asyncio.Task[None]] = set()
        self._is_closing = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._waiting)

    async def start(self) -> None:
        """Start all workers and wait until they are ready.

        Raises:
            WorkerError: If one does not come up.
        """
        await asyncio.to_thread(start_forkserver, self._opened)
        self._fill()
        try:
            done, _ = await asyncio.wait([each.ready for each in self.workers], return_when=asyncio.FIRST_EXCEPTION)
            for ready in done:
                ready.result()
        except BaseException:
            await self.close()
            raise

    def ask(
        self, header: Mapping[str, Any] | bytes, body: bytes = b"", *, client: str, is_page: bool = False
    ) -> "asyncio.Future[WorkerReply]":
        """Have a job answered; what is awaited is the reply, or one of the errors below.

        A client that goes away (cancels) takes no turn; for what is begun it pays all the same.

        Args:
            header: What a worker is asked, which may be encoded already.
            body: What belongs to it.
            client: Who asks, such as an address; what one does slows no other down.
            is_page: Is it work of kg's own? It may take longer than a query of anybody.

        Raises:
            TooMuch: If it goes beyond the time or memory that it may take.
            Busy: If too much is asked at present.
            WorkerError: If the worker fails for another reason.
        """
        reply: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        text = message(header if isinstance(header, bytes) else encoded(header), body)
        job = Job(text, client, "page" if is_page else "query", reply)
        if self._is_closing:
            job.fail(WorkerError("the server is being closed"))
            return reply
        self.counts.asked += 1
        account = self._account(client)
        account.spent = max(account.spent, self._served)
        has_before = any(each.kind == job.kind for each in self._waiting)
        worker = None if has_before else self._place(self._share(job))
        if worker is not None:
            self._hand(job, worker)
        else:
            self._let_wait(job)
            self._feed()
        if self._ticking is None:
            self._tick()
        return reply

    async def close(self) -> None:
        """Take no more jobs, answer those for whose reply somebody waits, and end all workers."""
        self._is_closing = True
        try:
            while not all(job.reply.done() for job in chain(self._waiting, *(each.jobs for each in self.workers))):
                await asyncio.sleep(_TICK_SECONDS)
        finally:
            for worker in self.workers:
                worker.kill()
        await asyncio.gather(*(worker.gone for worker in self.workers))
        if self._ticking is not None:
            self._ticking.cancel()

    # What workers report

    def came(self) -> None:
        """Note that a worker is ready."""
        self._retry_seconds = _RETRY_SECONDS
        self._feed()

    def answered(self, worker: Worker, job: Job, seconds: float, reply: WorkerReply) -> None:
        """Note that a worker has answered a job, for which it had a core for some seconds."""
        account = self._account(job.client)
        account.spent += seconds
        account.is_known |= job.kind == "query"
        if "last" in reply.header or worker.is_niced:
            self.end(worker)
            self._fill()
        elif worker.state == "beside":
            worker.state = "ready"
            self._fill()
        self._feed()  # first, so that the worker computes while its reply is sent on
        if job.reply.done():
            return
        if "fault" in reply.header:
            job.fail(WorkerError(str(reply.header["fault"])))
        else:
            job.reply.set_result(reply)

    def end(self, worker: Worker, error: Exception | None = None) -> None:
        """End a worker and, with an error, its first job; what else it has in hand is for others."""
        if error is not None and worker.jobs:
            job = worker.jobs.pop(0)
            self._account(job.client).spent += worker.computed()
            job.fail(error)
        worker.kill()
        self._waiting[:0] = worker.take_from(0)

    def ended(self, worker: Worker, error: KgError) -> None:
        """Note that the process of a worker has ended, by itself or killed."""
        self.workers.remove(worker)
        if worker.jobs:
            job = worker.jobs.pop(0)
            self.counts.crashed += 1
            self._account(job.client).is_known = False
            job.fail(error)
            self._waiting[:0] = worker.take_from(0)
        self.counts.respawned += 1
        if worker.ready.exception() is None:
            self._fill()
            self._feed()
        else:
            asyncio.get_running_loop().call_later(self._retry_seconds, self._fill)
            self._retry_seconds = min(2 * self._retry_seconds, _MAX_RETRY_SECONDS)

    # Whose turn it is

    def _account(self, client: str) -> _Client:
        account = self._clients.get(client)
        if account is None:
            account = self._clients[client] = _Client()
            if len(self._clients) > self.settings.remembered:
                self._clients.popitem(last=False)
        self._clients.move_to_end(client)
        return account

    def _share(self, job: Job) -> Share:
        if job.kind == "query":
            return "known" if self._account(job.client).is_known else "guest"
        return job.kind

    def _place(self, share: Share) -> Worker | None:
        """The worker that may take a job of a share now."""
        ready = [worker for worker in self.workers if worker.state == "ready"]
        free, busy = [each for each in ready if not each.jobs], [each for each in ready if each.jobs]
        if share == "slow":
            return free[0] if free and self._has_room_beside(share) else None
        third = max(1, self.settings.query_workers // 3)
        if share != "known" and sum(each.share == share for each in busy) >= third:
            return None
        same = [each for each in busy if each.share == share == "known" and len(each.jobs) < self.settings.depth]
        fullest = max(same, key=lambda each: len(each.jobs), default=None)
        if fullest is not None and fullest.computed() < _BLINK_SECONDS:
            return fullest  # to wake another one costs more than a small query
        if free and len(busy) < self.settings.query_workers:
            return max(free, key=lambda each: each.has_pages == (share == "page"))
        return min(same, key=lambda each: len(each.jobs), default=None)

    def _has_room_beside(self, share: Share) -> bool:
        beside = [each for each in self.workers if each.state == "beside" and each.share == share]
        return len(beside) < self.settings.slow

    def _hand(self, job: Job, worker: Worker) -> None:
        self._served = max(self._served, self._account(job.client).spent)
        worker.share = self._share(job)
        worker.give(job)
        if job.kind == "slow":
            worker.set_aside()
            self._fill()

    def _feed(self) -> None:
        """Hand out what waits, as far as there is room: first to who has spent least."""
        while self._waiting:
            places = {share: self._place(share) for share in _SHARES}
            able = [job for job in self._waiting if places[self._share(job)]]
            if not able:
                return
            job = min(able, key=lambda job: self._account(job.client).spent)
            self._waiting.remove(job)
            worker = places[self._share(job)]
            if worker is not None and not job.reply.done():
                self._hand(job, worker)

    def _let_wait(self, job: Job) -> None:
        """Let a job wait; where too many do, the last one of who has most of them is refused."""
        self._waiting.append(job)
        if (waiting := len(self._waiting) - 1) >= self.settings.queue:
            [(client, _)] = Counter(each.client for each in self._waiting).most_common(1)
            last = next(each for each in reversed(self._waiting) if each.client == client)
            self._refuse(last, Busy(f"{waiting} are waiting already", "queue", waiting, "jobs", retry_after=1))

    def _refuse(self, job: Job, error: Busy) -> None:
        self.counts.refused += 1
        self._waiting.remove(job)
        job.fail(error)

    # What takes long

    def _tick(self) -> None:
        """Look at what has taken or waited too long, as long as there is something."""
        now, seconds = time.monotonic(), self.settings.wait_seconds
        for worker in tuple(self.workers):
            if worker.jobs and worker.state != "killed":
                self._look_at(worker, worker.jobs[0], now - worker.begun)
        for job in [each for each in self._waiting if each.since < now - seconds]:
            text, after = f"no worker was free within {seconds:g} s", ceil(self.settings.query_seconds)
            self._refuse(job, Busy(text, "waiting", seconds, "s", retry_after=after))
        self._feed()
        is_busy = self._waiting or any(worker.jobs for worker in self.workers)
        self._ticking = asyncio.get_running_loop().call_later(_TICK_SECONDS, self._tick) if is_busy else None

    def _look_at(self, worker: Worker, job: Job, seconds: float) -> None:
        settings = self.settings
        most, quick = (
            (settings.page_seconds, settings.quick_page_seconds)
            if job.kind == "page"
            else (settings.query_seconds, min(settings.quick_seconds, settings.query_seconds))
        )
        if seconds > most:
            self.counts.killed += 1
            hint = "ask for less, or download the data and ask them yourself"
            self.end(worker, TooMuch(f"no answer within {most:g} s", "time", most, "s", hint=hint))
            self._fill()
        elif worker.share == "guest" and not worker.is_niced and worker.computed() > quick / _PATIENCE:
            worker.stand_back()
        elif (
            worker.state == "ready"
            and seconds > quick
            and (worker.computed() > quick / 2 or seconds > _PATIENCE * quick)
        ):
            self._overran(worker, job)

    def _overran(self, worker: Worker, job: Job) -> None:
        """Let a job that is not quick go on beside the workers, or begin anew when there is room."""
        share: Share = "page" if job.kind == "page" else "slow"
        has_room = self._has_room_beside(share)
        if job.kind == "page" and not has_room:
            return  # it keeps its place: pages end
        self._waiting[:0] = worker.take_from(1)
        if share == "slow":
            job.kind = "slow"
            self.counts.slow += 1
            self._account(job.client).is_known = False
        if has_room:
            worker.share = share
            worker.set_aside()
        else:
            self._account(job.client).spent += worker.computed()
            worker.jobs.clear()
            worker.kill()
            self._let_wait_for_place(job)
        self._fill()
        self._feed()

    def _let_wait_for_place(self, job: Job) -> None:
        """Let a query that is not quick wait until it may be begun anew."""
        settings, slow = self.settings, [each.client for each in self._waiting if each.kind == "slow"]
        running = [each.jobs[0].client for each in self.workers if each.state == "beside" and each.share == "slow"]
        job.since = time.monotonic()
        self._waiting.append(job)
        if len(slow) >= settings.slow_queue or (slow + running).count(job.client) >= settings.slow_each:
            text, most = "other slow queries are waiting already", settings.slow_each
            self._refuse(job, Busy(text, "slow queries", most, "queries", retry_after=ceil(settings.query_seconds)))

    # How many workers there are

    def _fill(self) -> None:
        """Start workers until there is a spare one, or end what is too many."""
        if self._is_closing:
            return
        present = [worker for worker in self.workers if worker.state in ("starting", "ready")]
        missing = self.settings.query_workers + _SPARES - len(present)
        for _ in range(missing):
            worker = Worker(self, self._opened, self._sandbox)
            self.workers.append(worker)
            task = asyncio.get_running_loop().create_task(worker.start())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
        idle = [worker for worker in present if worker.state == "ready" and not worker.jobs]
        for worker in sorted(idle, key=lambda worker: worker.has_pages)[: max(0, -missing)]:
            worker.kill()
