"""One pool of killable workers, and a fair share of it for each client.

A worker is a fork of a process that has imported everything (the forkserver of `multiprocessing`), and has a pair of
sockets to this process. What is slow, crashes or takes too much memory costs its own worker alone: a spare takes its
place.

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
import gc
import os
import socket
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerProcess
from signal import SIGABRT, SIGBUS, SIGSEGV
from typing import Any, Literal, NamedTuple

from kg.base.errors import KgError
from kg.base.sandbox import Sandbox
from kg.server.workers.limits import Busy, Rules, TooMuch, WorkerError
from kg.server.workers.worker import Handler, encoded, first_message, message, work

_TICK_SECONDS = 0.02
_BLINK_SECONDS = 0.002  # of processor time: several small queries
_PATIENCE = 8  # times the quick seconds: on a busy machine a quick query takes longer
_NICE = 15
_RETRY_SECONDS, _MAX_RETRY_SECONDS = 0.1, 5.0
_SPARES = 1  # so that nobody waits while a worker is replaced
_READ = 1 << 18
_MAX_REPLY = 1 << 28
_LOCK = threading.Lock()  # what multiprocessing notes of its processes is for one thread at a time
_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")  # the rest may be secret


@dataclass
class Counts:
    """Events since the start."""

    asked: int = 0
    slow: int = 0
    killed: int = 0
    crashed: int = 0
    refused: int = 0
    respawned: int = 0


class WorkerReply(NamedTuple):
    """What a worker answers."""

    header: Mapping[str, Any]
    body: bytes


@dataclass(slots=True)
class _Client:
    """What is remembered of a client: seconds of processor time, and whether its queries are quick."""

    spent: float = 0.0
    is_known: bool = False


@dataclass(eq=False, slots=True)
class _Job:
    message: bytes
    client: str
    is_page: bool
    reply: "asyncio.Future[WorkerReply]"
    since: float = field(default_factory=time.monotonic)
    is_slow: bool = False

    def fail(self, error: Exception) -> None:
        if not self.reply.done():  # who went away hears nothing
            self.reply.set_exception(error)


class _Queue(dict[str, "deque[_Job]"]):
    """What waits, by client; the longest first."""

    def add(self, job: _Job) -> None:
        self.setdefault(job.client, deque()).append(job)

    def add_first(self, job: _Job) -> None:
        self.setdefault(job.client, deque()).appendleft(job)

    def take(self, client: str, *, last: bool = False) -> _Job:
        jobs = self[client]
        job = jobs.pop() if last else jobs.popleft()
        if not jobs:
            del self[client]
        return job

    def take_older(self, than: float) -> Iterator[_Job]:
        for client in tuple(self):
            while client in self and self[client][0].since < than:
                yield self.take(client)


class Worker:
    """A worker process as the pool sees it.

    Attributes:
        pid: The number of its process.
        state: May it be asked? `beside` it is at a job that is not quick, and another worker has its place.
        jobs: What it has in hand, the first of which it computes.
        begun: When it began with that.
        is_guest: Is that a query of a guest?
        is_niced: Do other processes go before it?
        has_pages: Has it made a page, and thus what pages share?
        walls: Which parts of its sandbox are in force.
        ready: Done when it may be asked, or has failed to start.
        gone: Done when its process has ended.
    """

    def __init__(self, pool: "Pool") -> None:
        self._pool, self._loop = pool, asyncio.get_running_loop()
        self.state: Literal["starting", "ready", "beside", "killed"] = "starting"
        self.jobs: deque[_Job] = deque()
        self.begun = self._computed = 0.0
        self.is_guest = self.is_niced = self.has_pages = False
        self.walls: Mapping[str, Any] = {}
        self.ready: asyncio.Future[None] = self._loop.create_future()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._received, self._unsent = bytearray(), bytearray()
        self.pid = 0

    async def start(self) -> None:
        """Start the process, and hear when it is ready, or has ended.

        A thread waits for it, since the forkserver may have to wait for a core.
        """
        self._socket, theirs = socket.socketpair()
        self._socket.setblocking(False)
        arguments = theirs, self._pool.opened, self._pool.sandbox
        self._process = get_context("forkserver").Process(target=work, args=arguments, daemon=True)
        try:
            with theirs:
                await asyncio.to_thread(_start, self._process)
        except Exception as error:
            self._gone(WorkerError(f"no worker can be started: {error}"))
            return
        self.pid = self._process.pid or 0
        self._loop.add_reader(self._socket, self._read)
        self._loop.add_reader(self._process.sentinel, self._end)
        if self.state == "killed":
            self._process.kill()

    def give(self, job: _Job) -> None:
        """Send it a job."""
        self.jobs.append(job)
        if len(self.jobs) == 1:
            self._start_clock()
        self.has_pages |= job.is_page
        is_clear = not self._unsent
        self._unsent += job.message
        if is_clear:
            self._write()

    def computed(self) -> float:
        """Return for how many seconds it has had a core for the first job."""
        return _seconds_computed(self.pid) - self._computed

    def stand_back(self) -> None:
        """Let other processes go before this one, which ends when its job is done: there is no way back."""
        self.is_niced = True
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.pid, _NICE)

    def kill(self) -> None:
        """End the process at once."""
        if self.pid and self.state != "killed":
            self._process.kill()
        self.state = "killed"

    def _start_clock(self) -> None:
        self.begun, self._computed = time.monotonic(), _seconds_computed(self.pid)

    def _write(self) -> None:
        try:
            del self._unsent[: self._socket.send(self._unsent)]
        except BlockingIOError:
            pass
        except OSError:  # its process ends, which is heard of by itself
            self._unsent.clear()
        if self._unsent:
            self._loop.add_writer(self._socket, self._write)
        else:
            self._loop.remove_writer(self._socket)

    def _read(self) -> None:
        try:
            data = self._socket.recv(_READ)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._socket)
            if self.state != "killed":
                self._process.kill()  # if it has not ended by itself
            return
        self._received += data
        try:
            while self.state != "killed" and (found := first_message(self._received)) is not None:
                self._take(WorkerReply(*found))
            if len(self._received) > _MAX_REPLY:
                raise ValueError("a reply is too long")
        except ValueError:
            self._pool.end(self, WorkerError("the worker's reply is malformed"))

    def _take(self, reply: WorkerReply) -> None:
        if self.state == "starting":
            self.walls, self.state = reply.header, "ready"
            self.ready.set_result(None)
            self._pool.came()
            return
        if not self.jobs:
            raise ValueError("a reply to nothing")
        job, seconds = self.jobs.popleft(), self.computed()
        if self.jobs:
            self._start_clock()
        self._pool.answered(self, job, seconds, reply)

    def _end(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self.state = "killed"
        self._ending = self._loop.create_task(self._reap())

    async def _reap(self) -> None:
        self._gone(self._pool.cause(await asyncio.to_thread(_exit_code, self._process)))

    def _gone(self, error: KgError) -> None:
        self._socket.close()
        if not self.ready.done():
            self.ready.set_exception(error)
            self.ready.exception()  # it is retrieved, whether or not somebody waits for it
        self._pool.ended(self, error)
        self.gone.set_result(None)


class Pool:
    """Workers that answer jobs.

    Attributes:
        rules: The limits.
        counts: Events since the start.
        opened: Called in each worker; returns what answers its jobs.
        sandbox: What a worker may do.
        workers: Those that are there.
        waiting: How many jobs wait for a worker.
    """

    def __init__(self, opened: Callable[[], Handler], rules: Rules | None = None) -> None:
        self.rules = rules = rules or Rules()
        self.counts = Counts()
        self.opened, self.sandbox = opened, Sandbox(memory=rules.caps.memory, resident=rules.caps.resident)
        self.workers: list[Worker] = []
        self.waiting = 0
        self._clients: OrderedDict[str, _Client] = OrderedDict()
        self._queries, self._pages, self._slow = _Queue(), _Queue(), _Queue()
        self._served = 0.0  # what the client had spent who was served last
        self._ticking: asyncio.TimerHandle | None = None
        self._retry_seconds = _RETRY_SECONDS
        self._starting: set[asyncio.Task[None]] = set()
        self._is_closing = False

    async def start(self) -> None:
        """Start all workers and wait until they are ready.

        Raises:
            WorkerError: If one does not come up.
        """
        await asyncio.to_thread(_start_forkserver, self.opened)
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
        job = _Job(message(header if isinstance(header, bytes) else encoded(header), body), client, is_page, reply)
        if self._is_closing:
            job.fail(WorkerError("the server is being closed"))
            return reply
        self.counts.asked += 1
        account = self._account(client)
        account.spent = max(account.spent, self._served)
        queue = self._pages if is_page else self._queries
        worker = None if queue else self._place(queue, is_known=account.is_known)
        if worker is not None:
            self._hand(job, worker)
        else:
            self._let_wait(job, queue)
            self._feed()
        if self._ticking is None:
            self._tick()
        return reply

    async def close(self) -> None:
        """Take no more jobs, answer those that were taken, and end all workers."""
        self._is_closing = True
        try:
            while self.waiting or any(worker.jobs for worker in self.workers):
                await asyncio.sleep(_TICK_SECONDS)
        finally:
            for worker in self.workers:
                worker.kill()
        await asyncio.gather(*(worker.gone for worker in self.workers))
        if self._ticking is not None:
            self._ticking.cancel()

    def came(self) -> None:
        """Note that a worker is ready."""
        self._retry_seconds = _RETRY_SECONDS
        self._feed()

    def answered(self, worker: Worker, job: _Job, seconds: float, reply: WorkerReply) -> None:
        """Note that a worker has answered a job."""
        account = self._account(job.client)
        account.spent += seconds
        account.is_known |= not job.is_page and worker.state == "ready"
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
            job = worker.jobs.popleft()
            self._account(job.client).spent += worker.computed()
            job.fail(error)
        worker.kill()
        self._return_jobs(worker.jobs)

    def ended(self, worker: Worker, error: KgError) -> None:
        """Note that the process of a worker has ended, by itself or killed."""
        self.workers.remove(worker)
        if worker.jobs:
            job = worker.jobs.popleft()
            self.counts.crashed += 1
            self._account(job.client).is_known = False
            job.fail(error)
            self._return_jobs(worker.jobs)
        self.counts.respawned += 1
        if worker.ready.exception() is None:
            self._fill()
            self._feed()
        else:
            asyncio.get_running_loop().call_later(self._retry_seconds, self._fill)
            self._retry_seconds = min(2 * self._retry_seconds, _MAX_RETRY_SECONDS)

    def _account(self, client: str) -> _Client:
        account = self._clients.get(client)
        if account is None:
            account = self._clients[client] = _Client()
            if len(self._clients) > self.rules.remembered:
                self._clients.popitem(last=False)
        self._clients.move_to_end(client)
        return account

    def _place(self, queue: "_Queue", *, is_known: bool = False) -> Worker | None:
        """Return the worker that may take a job of a queue now."""
        rules, is_page = self.rules, queue is self._pages
        free = [worker for worker in self.workers if worker.state == "ready" and not worker.jobs]
        if queue is self._slow:
            return free[0] if free and len(self._beside(is_page=False)) < rules.slow else None
        busy = [worker for worker in self.workers if worker.state == "ready" and worker.jobs]
        shared: Sequence[Worker] = ()
        if is_page or not is_known:
            same = [worker for worker in busy if (worker.jobs[0].is_page if is_page else worker.is_guest)]
            if len(same) >= max(1, rules.workers // 3):
                return None
        else:
            small = [each for each in busy if not each.is_guest and not each.jobs[0].is_page]
            shared = [each for each in small if len(each.jobs) < rules.depth]
        fullest = max(shared, key=lambda worker: len(worker.jobs), default=None)
        if fullest is not None and fullest.computed() < _BLINK_SECONDS:
            return fullest  # to wake another one costs more than a small query
        if free and len(busy) < rules.workers:
            return max(free, key=lambda worker: worker.has_pages == is_page)
        return min(shared, key=lambda worker: len(worker.jobs), default=None)

    def _beside(self, *, is_page: bool) -> Sequence[Worker]:
        return [each for each in self.workers if each.state == "beside" and each.jobs[0].is_page == is_page]

    def _hand(self, job: _Job, worker: Worker) -> None:
        account = self._account(job.client)
        self._served = max(self._served, account.spent)
        worker.is_guest = not job.is_page and not account.is_known
        worker.give(job)
        if job.is_slow:
            self._set_aside(worker)
            self._fill()

    def _feed(self) -> None:
        """Hand out what waits, as far as there is room: first to who has spent least."""
        for queue in (self._queries, self._pages, self._slow):
            while queue:
                places = {known: self._place(queue, is_known=known) for known in (False, True)}
                able = [client for client in queue if places[self._account(client).is_known]]
                if not able:
                    break
                client = min(able, key=lambda client: self._account(client).spent)
                job = queue.take(client)
                self.waiting -= 1
                worker = places[self._account(client).is_known]
                if worker is not None and not job.reply.done():
                    self._hand(job, worker)

    def _let_wait(self, job: _Job, queue: "_Queue") -> None:
        """Let a job wait; where too many do, one of those who have most is refused."""
        if self.waiting >= self.rules.queue:
            longest, client = max(
                ((each, client) for each in (self._queries, self._pages) for client in each),
                key=lambda found: len(found[0][found[1]]),
                default=(queue, job.client),
            )
            error = Busy(f"{self.waiting} are waiting already", "queue", self.waiting, "jobs", retry_after=1)
            self.counts.refused += 1
            if longest is queue and client == job.client:
                job.fail(error)
                return
            longest.take(client, last=True).fail(error)
            self.waiting -= 1
        queue.add(job)
        self.waiting += 1

    def _return_jobs(self, jobs: "deque[_Job]") -> None:
        """Let jobs wait again that a worker has not begun with."""
        while jobs:
            self._queries.add_first(jobs.pop())
            self.waiting += 1

    def _tick(self) -> None:
        """Look at what has taken or waited too long, as long as there is something."""
        now = time.monotonic()
        for worker in tuple(self.workers):
            if worker.jobs and worker.state != "killed":
                self._look_at(worker, worker.jobs[0], now - worker.begun)
        for queue in (self._queries, self._pages, self._slow):
            for job in queue.take_older(now - self.rules.wait_seconds):
                self.waiting -= 1
                self.counts.refused += 1
                seconds = self.rules.wait_seconds
                text = f"no worker was free within {seconds:g} s"
                job.fail(Busy(text, "waiting", seconds, "s", retry_after=ceil(self.rules.query_seconds)))
        self._feed()
        is_busy = self.waiting or any(worker.jobs for worker in self.workers)
        self._ticking = asyncio.get_running_loop().call_later(_TICK_SECONDS, self._tick) if is_busy else None

    def _look_at(self, worker: Worker, job: _Job, seconds: float) -> None:
        rules = self.rules
        most, quick = (
            (rules.page_seconds, rules.quick_page_seconds)
            if job.is_page
            else (rules.query_seconds, min(rules.quick_seconds, rules.query_seconds))
        )
        if seconds > most:
            self.counts.killed += 1
            hint = "ask for less, or download the data and ask them yourself"
            self.end(worker, TooMuch(f"no answer within {most:g} s", "time", most, "s", hint=hint))
            self._fill()
        elif worker.is_guest and not worker.is_niced and worker.computed() > quick / _PATIENCE:
            worker.stand_back()
        elif (
            worker.state == "ready"
            and seconds > quick
            and (worker.computed() > quick / 2 or seconds > _PATIENCE * quick)
        ):
            self._overran(worker, job)

    def _overran(self, worker: Worker, job: _Job) -> None:
        """Let a job that is not quick go on beside the workers, or begin anew when there is room."""
        has_room = len(self._beside(is_page=job.is_page)) < self.rules.slow
        if job.is_page and not has_room:
            return  # it keeps its place: pages end
        worker.jobs.popleft()
        self._return_jobs(worker.jobs)
        if not job.is_page:
            job.is_slow = True
            self.counts.slow += 1
            self._account(job.client).is_known = False
        if has_room:
            worker.jobs.append(job)
            self._set_aside(worker)
        else:
            self._account(job.client).spent += worker.computed()
            worker.kill()
            self._let_wait_for_place(job)
        self._fill()
        self._feed()

    def _set_aside(self, worker: Worker) -> None:
        worker.state = "beside"
        if not worker.jobs[0].is_page:
            worker.stand_back()

    def _let_wait_for_place(self, job: _Job) -> None:
        """Let a query that is not quick wait until it may be begun anew."""
        waiting = [each.client for jobs in self._slow.values() for each in jobs]
        running = [worker.jobs[0].client for worker in self._beside(is_page=False)]
        most, rules = self.rules.slow_each, self.rules
        if len(waiting) >= rules.slow_queue or (waiting + running).count(job.client) >= most:
            self.counts.refused += 1
            after = ceil(rules.query_seconds)
            job.fail(Busy("other slow queries are waiting already", "slow queries", most, "queries", retry_after=after))
            return
        job.since = time.monotonic()
        self._slow.add(job)
        self.waiting += 1

    def _fill(self) -> None:
        """Start workers until there is a spare one, or end what is too many."""
        if self._is_closing:
            return
        present = [worker for worker in self.workers if worker.state in ("starting", "ready")]
        missing = self.rules.workers + _SPARES - len(present)
        for _ in range(missing):
            worker = Worker(self)
            self.workers.append(worker)
            task = asyncio.get_running_loop().create_task(worker.start())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
        idle = [worker for worker in present if worker.state == "ready" and not worker.jobs]
        for worker in sorted(idle, key=lambda worker: worker.has_pages)[: max(0, -missing)]:
            worker.kill()

    def cause(self, code: int) -> KgError:
        """Return what the end of a worker says about its job."""
        if -code == SIGABRT:  # an allocation that fails ends the engine
            memory = self.rules.caps.memory
            text = f"the question takes more than {memory >> 20} MiB of memory"
            return TooMuch(text, "memory", memory, "bytes", hint="sort, group or join fewer rows")
        if -code in (SIGSEGV, SIGBUS):
            return TooMuch("the question brings the engine down", "stack", 0, "", hint="make it simpler")
        return _end_of(code)


def _end_of(code: int) -> WorkerError:
    """Return how a process ended, by its exit code or, below 0, a signal."""
    return WorkerError(f"the worker ended {f'by signal {-code}' if code < 0 else f'with exit code {code}'}")


def _seconds_computed(pid: int) -> float:
    """Return for how long a process has had a core, or the time where the system does not say."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) gives on Linux
    except (OSError, OverflowError):
        return time.monotonic()


def _start_forkserver(opened: Callable[[], Handler]) -> None:
    """Start the process that workers are forked from, and wait until it has imported what they need.

    The environment may hold secrets of the server, and is kept from it.
    """
    before = dict(os.environ)
    given = {name: before[name] for name in _ENVIRONMENT if name in before}
    # It imports what this process does, and nothing from the working directory.
    given |= {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONSAFEPATH": "1", "MALLOC_ARENA_MAX": "2"}
    forkserver.set_forkserver_preload([(opened.func if isinstance(opened, partial) else opened).__module__])
    try:
        os.environ.clear()
        os.environ.update(given)
        forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)
    first = get_context("forkserver").Process(target=gc.collect)
    _start(first)  # which takes until all is imported
    _exit_code(first)


def _exit_code(process: ForkServerProcess) -> int:
    """Return how a process ended, and forget it."""
    with _LOCK:
        process.join()
        code = process.exitcode or 0
        process.close()
        return code


def _start(process: ForkServerProcess) -> None:
    """Start a process, which is kept from running anew the program that this one was started as."""
    with _LOCK:
        main = vars(sys.modules["__main__"])
        file = main.pop("__file__", None)
        try:
            process.start()
        finally:
            if file is not None:
                main["__file__"] = file
