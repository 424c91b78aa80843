"""A pool of workers of one kind: a queue of jobs, and another fork for each worker that has ended."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kg.server.workers.frames import encoded, frame
from kg.server.workers.process import Job, Template, Worker, WorkerCommand, WorkerError, WorkerReply

_PAUSE = 0.005
_RETRY, _MAX_RETRY = 0.1, 5.0


class QueueFull(WorkerError):
    """So many jobs wait that one more would wait too long.

    Attributes:
        waiting: How many may wait.
    """

    def __init__(self, waiting: int) -> None:
        super().__init__(f"{waiting} jobs are waiting already")
        self.waiting = waiting


class WaitedTooLong(WorkerError):
    """No worker was free in time.

    Attributes:
        seconds: How long a job may wait.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no worker was free within {seconds:g} s")
        self.seconds = seconds


class PoolClosed(WorkerError):
    """The pool takes no more jobs."""


@dataclass
class PoolCounts:
    """Events in a pool since it was made."""

    asked: int = 0
    refused: int = 0
    ended: int = 0
    started: int = 0


class Pool:
    """Workers that answer jobs, at most `size` at once.

    Attributes:
        counts: Events since it was made.
    """

    def __init__(
        self,
        entry: WorkerCommand,
        *,
        size: int,
        spares: int = 0,
        reserved: int = 0,
        depth: int = 1,
        queue: int = 1000,
        wait: float = 10.0,
    ) -> None:
        """Make a pool that is still to be started.

        Args:
            entry: What its workers run.
            size: How many answer at once.
            spares: How many more stand ready, so that nobody waits while one that has ended is replaced.
            reserved: How many of them guests cannot have.
            depth: How many jobs a worker may have in hand, none of them a guest's: it goes on to the next at once.
            queue: How many jobs may wait for a worker.
            wait: Seconds that one may wait.
        """
        self.counts = PoolCounts()
        self._entry, self._size, self._spares = entry, size, spares
        self._template: Template | None = None
        self._most_guests = size - min(reserved, size - 1)
        self._depth, self._queue, self._wait = depth, queue, wait
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._guests: set[Worker] = set()
        self._ending: set[Worker] = set()
        self._waiting: dict[Job, asyncio.TimerHandle] = {}  # the longest first
        self._starting: set[asyncio.Task[None]] = set()
        self._closing = self._closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._waiting)

    @property
    def workers(self) -> tuple[Worker, ...]:
        """The workers that are alive."""
        return (*self._idle, *self._busy)

    async def start(self) -> None:
        """Start all workers and wait until they are ready.

        Raises:
            WorkerError: If one does not come up.
        """
        template = self._template = Template(self._entry)
        starts = (Worker.start(template, self._released) for _ in range(self._size + self._spares))
        started = await asyncio.gather(*starts, return_exceptions=True)
        self._idle += [worker for worker in started if isinstance(worker, Worker) and worker.alive]
        for failure in started:
            if isinstance(failure, BaseException):
                await self.close()
                raise failure

    def ask(
        self, header: Mapping[str, Any] | bytes, body: bytes = b"", *, deadline: float, guest: bool = False
    ) -> "asyncio.Future[WorkerReply]":
        """Have a job answered within `deadline` seconds from when a worker takes it; a guest gets no reserved worker.

        The header may be encoded already. What is awaited is the reply, or one of the errors below; who cancels it
        takes no turn, or leaves the worker to its reply.

        Raises:
            WorkerError: `QueueFull`, `WaitedTooLong`, `PoolClosed`, `DeadlinePassed`, `WorkerEnded`, `WorkerFault`.
        """
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[WorkerReply] = loop.create_future()
        if self._closing:
            reply.set_exception(PoolClosed("the workers are being closed"))
            return reply
        self.counts.asked += 1
        job = Job(frame(header if isinstance(header, bytes) else encoded(header), body), deadline, guest, reply)
        worker = None if self._waiting else self._next(guest)
        if worker is not None:
            worker.ask(job)
        elif len(self._waiting) >= self._queue:
            self.counts.refused += 1
            reply.set_exception(QueueFull(self._queue))
        else:
            self._let_wait(job)
            self._hand_out()
        return reply

    async def close(self) -> None:
        """Take no more jobs, answer those that were taken, and end all workers."""
        self._closing = True
        while self._busy or self._waiting:
            await asyncio.sleep(_PAUSE)
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._idle:
            worker.kill()
        await asyncio.gather(*(worker.gone for worker in (*self._idle, *self._ending)))
        if self._template is not None:
            await self._template.close()

    def _next(self, guest: bool) -> Worker | None:
        """Return a worker that is idle, or one that has little to do, none of it of guests."""
        if not self._idle or len(self._busy) >= self._size:
            return None if guest else self._least_busy()
        if guest and len(self._guests) >= self._most_guests:
            return None
        worker = self._idle.pop()  # the one that was busy last: its memory is warm
        self._busy.add(worker)
        if guest:
            self._guests.add(worker)
        return worker

    def _least_busy(self) -> Worker | None:
        if self._depth == 1:
            return None
        others = (worker for worker in self._busy if worker not in self._guests and worker.alive)
        least = min(others, key=lambda worker: len(worker.jobs), default=None)
        return least if least is not None and len(least.jobs) < self._depth else None

    def _let_wait(self, job: Job) -> None:
        self._waiting[job] = asyncio.get_running_loop().call_later(self._wait, self._give_up, job)
        job.reply.add_done_callback(lambda _: self._waits_no_more(job))

    def _give_up(self, job: Job) -> None:
        if not job.reply.done():
            self.counts.refused += 1
            job.reply.set_exception(WaitedTooLong(self._wait))

    def _waits_no_more(self, job: Job) -> None:
        if (timer := self._waiting.pop(job, None)) is not None:
            timer.cancel()

    def _released(self, worker: Worker) -> None:
        """Take back a worker that has answered, or replace one that has ended."""
        if worker.alive and worker.jobs:
            self._hand_out()
            return
        self._busy.discard(worker)
        self._guests.discard(worker)
        if worker.alive:
            self._idle.append(worker)
        else:
            self._replace(worker)
        self._hand_out()

    def _replace(self, worker: Worker) -> None:
        if worker in self._idle:
            self._idle.remove(worker)
        self._ending.add(worker)
        worker.gone.add_done_callback(lambda _: self._ending.discard(worker))
        self.counts.ended += 1
        others, self._waiting = self._waiting, {}
        for job in worker.jobs:  # it had not begun with them
            self._let_wait(job)
        self._waiting |= others
        if not self._closed and self._template is not None:
            task = asyncio.get_running_loop().create_task(self._start_another(self._template))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    def _hand_out(self) -> None:
        for job in tuple(self._waiting) if self._waiting else ():
            if job.reply.done():
                continue
            worker = self._next(job.guest)
            if worker is not None:
                self._waits_no_more(job)
                worker.ask(job)
            elif not job.guest or len(self._guests) < self._most_guests:
                return  # nobody is overtaken, but guests who wait for the end of others

    async def _start_another(self, template: Template) -> None:
        pause = _RETRY
        while True:
            worker = None
            with suppress(WorkerError):
                worker = await Worker.start(template, self._released)
            if worker is not None and worker.alive:
                self.counts.started += 1
                self._idle.append(worker)
                self._hand_out()
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, _MAX_RETRY)
