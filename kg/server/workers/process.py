"""One worker as its parent sees it, and the template that forks it: processes at the other ends of pairs of sockets.

They are driven by events of the loop: a job costs one write and one read, and no task or thread of its own.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from signal import SIGKILL
from typing import Any, NamedTuple

from kg.base.errors import KgError
from kg.server.workers.frames import PREFIX, header_of
from kg.server.workers.serving import FORK, ORDER, OUTCOME, RUNNING, WAIT

START_LIMIT = 300.0  # seconds; one that fails ends at once, and on a busy machine a niced one starts slowly
_MAX_REPLY = 1 << 28
_REAP_PAUSE = 0.002
_INHERITED = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")  # from the environment; the rest may be secret


class WorkerError(KgError):
    """A worker did not answer a job."""


class WorkerEnded(WorkerError):
    """A worker ended by itself, or was ended because its answer made no sense.

    Attributes:
        signal: The number of the signal that ended it, or 0.
    """

    def __init__(self, message: str, signal: int = 0) -> None:
        super().__init__(message)
        self.signal = signal


class DeadlinePassed(WorkerError):
    """A job took longer than it may; its worker was ended.

    Attributes:
        seconds: How long it was allowed to take.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} s")
        self.seconds = seconds


class WorkerFault(WorkerError):
    """A job raised an exception that its entry module did not expect; the worker lives on."""


@dataclass(frozen=True)
class WorkerCommand:
    """What a worker runs.

    Attributes:
        module: A module that calls `serve` when it is run.
        arguments: Its arguments.
        nice: Its niceness, 0 to 19.
        patience: How many deadlines a job may take while other processes keep it from the CPU.
    """

    module: str
    arguments: tuple[str, ...] = ()
    nice: int = 0
    patience: int = 1


class WorkerReply(NamedTuple):
    """What a worker answers."""

    header: Mapping[str, Any]
    body: bytes


@dataclass(eq=False, slots=True)
class Job:
    """A frame for a worker, and who waits for the reply.

    Attributes:
        message: The frame.
        deadline: Seconds that a worker may take, which is ended then.
        guest: Does it get no reserved worker?
        reply: The reply to come, or a `WorkerError`. Who cancels it leaves the worker to its reply or its deadline.
    """

    message: bytes
    deadline: float
    guest: bool
    reply: "asyncio.Future[WorkerReply]"


class Template:
    """A process that has imported what workers need, and forks them.

    Started with the first order, and again where it has ended. It forgets how a worker ended only when it is asked,
    so that until then no other process has the worker's number.
    """

    def __init__(self, command: WorkerCommand) -> None:
        self.command = command
        self._loop = asyncio.get_running_loop()
        self._orders: deque[asyncio.Future[tuple[int, int]]] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    async def fork(self, given: socket.socket) -> int:
        """Return the number of a new worker that has a socket as its standard input.

        Raises:
            WorkerError: If there is none.
        """
        if self._socket is None:
            self._process, self._socket = _launch(self.command)
            self._loop.add_reader(self._socket, self._read, self._socket)
        try:
            async with asyncio.timeout(START_LIMIT):
                pid, _ = await self._order(FORK, 0, [given.fileno()])
        except TimeoutError:
            await self.close()
            raise DeadlinePassed(START_LIMIT) from None
        if pid < 0:
            raise WorkerError("no worker can be started: the system forks no process")
        return pid

    def outcome(self, pid: int) -> "asyncio.Future[tuple[int, int]]":
        """Ask how a worker ended, which is then forgotten; `RUNNING` if it has not."""
        return self._order(WAIT, pid, [])

    async def close(self) -> None:
        """End the process."""
        self._disconnect()
        if self._process is not None:
            self._process.kill()
            await self._ended(self._process)

    def _disconnect(self) -> None:
        if self._socket is not None:
            self._loop.remove_reader(self._socket)
            self._socket.close()
            self._socket = None

    def _order(self, kind: bytes, pid: int, descriptors: list[int]) -> "asyncio.Future[tuple[int, int]]":
        answer: asyncio.Future[tuple[int, int]] = self._loop.create_future()
        if self._socket is None:
            answer.set_exception(WorkerEnded("the worker ended"))
            return answer
        self._orders.append(answer)
        with suppress(OSError):  # it has ended: read as the end of its socket
            socket.send_fds(self._socket, [ORDER.pack(kind, pid)], descriptors)
        return answer

    def _read(self, ours: socket.socket) -> None:
        """Read the answers to orders, or that there will be none."""
        try:
            received = ours.recv(OUTCOME.size)
        except BlockingIOError:
            return
        except OSError:
            received = b""
        if received:
            answer = self._orders.popleft()
            if not answer.done():
                answer.set_result(OUTCOME.unpack(received))
            return
        self._disconnect()
        if self._process is not None:
            ending = self._loop.create_task(self._ended(self._process))
            ending.add_done_callback(partial(self._fail, tuple(self._orders)))
        self._orders.clear()

    def _fail(self, orders: tuple["asyncio.Future[tuple[int, int]]", ...], ended: "asyncio.Task[int]") -> None:
        for answer in orders:
            if not answer.done():
                answer.set_exception(_ended(ended.result()))

    async def _ended(self, process: "subprocess.Popen[bytes]") -> int:
        while (code := process.poll()) is None:
            await asyncio.sleep(_REAP_PAUSE)
        return code


class Worker(asyncio.Protocol):
    """A process that answers one job after the other.

    The clock of a job starts when it is the first. Where a process ends, only that one is lost: the others, which it
    had read perhaps, are in `jobs` when the pool hears of it.

    Attributes:
        pid: Its number.
        jobs: What it is to answer, the first of which it computes.
        hello: Its first message: which parts of its sandbox are in force.
        alive: May it be asked?
        gone: Done when the process has ended and is reaped.
    """

    def __init__(self, pid: int, template: Template) -> None:
        self.pid = pid
        self.hello: Mapping[str, Any] = {}
        self.alive = False
        self._template = template
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._released: Callable[[Worker], None] | None = None
        self._received = bytearray()
        self.jobs: deque[Job] = deque()
        self._lost: Job | None = None
        self._is_killed = False
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._extensions = 0
        self._computed = 0.0  # seconds of its core at the start of the job

    @classmethod
    async def start(cls, template: Template, released: Callable[["Worker"], None]) -> "Worker":
        """Start a worker and wait until it is ready.

        `released` is called with the worker each time it may be asked again, and when it has ended.

        Raises:
            WorkerError: If it does not come up.
        """
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            try:
                worker = cls(await template.fork(theirs), template)
            except BaseException:
                ours.close()
                raise
        os.setpriority(os.PRIO_PROCESS, worker.pid, template.command.nice)
        ready: asyncio.Future[WorkerReply] = worker._loop.create_future()
        worker._add(Job(b"", START_LIMIT, False, ready))
        try:
            await worker._loop.create_unix_connection(lambda: worker, sock=ours)
            worker.hello = (await ready).header
        except BaseException:
            worker.kill()
            await worker.gone
            raise
        worker._released = released
        return worker

    def ask(self, job: Job) -> None:
        """Send a job to a worker that is alive."""
        self._add(job)
        if self._transport is not None:
            self._transport.write(job.message)

    def kill(self) -> None:
        """End the process at once."""
        self.alive = False
        self._is_killed = True
        self._end()
        if self._transport is not None:
            self._transport.abort()
        else:
            self._reap()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = transport  # type: ignore[assignment]  # a pair of stream sockets makes an asyncio.Transport

    def data_received(self, data: bytes) -> None:
        """Collect replies; one that is too long or unexpected ends the process."""
        received = self._received
        received += data
        while len(received) >= PREFIX.size and not self._is_killed:
            length, rest = PREFIX.unpack_from(received)
            end = PREFIX.size + length
            if not self.jobs or end + rest > _MAX_REPLY:
                self._malformed()
                return
            if len(received) < end + rest:
                return
            with memoryview(received) as view:
                encoded, body = bytes(view[PREFIX.size : end]), bytes(view[end : end + rest])
            del received[: end + rest]
            self._take(encoded, body)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  (the signature of asyncio)
        """Make sure that the process has ended, and tell the pool."""
        self.alive = False
        if self.jobs and not self._is_killed:
            self._lost = self.jobs.popleft()
        self._end()
        self._reap()
        if self._released is not None:
            self._released(self)

    def _add(self, job: Job) -> None:
        self.jobs.append(job)
        if len(self.jobs) == 1:
            self._start_clock(job)

    def _start_clock(self, job: Job) -> None:
        self._timer = self._loop.call_later(job.deadline, self._overrun, job.deadline)
        self._extensions = self._template.command.patience - 1
        self._computed = _seconds_computed(self.pid) if self._extensions else 0.0

    def _take(self, encoded: bytes, body: bytes) -> None:
        try:
            header = header_of(encoded)
        except ValueError:
            self._malformed()
            return
        answer = self._settle()
        self.alive = True
        if self.jobs:
            self._start_clock(self.jobs[0])
        if "last" in header:
            self.kill()
        elif self._released is not None:
            self._released(self)  # first, so that it computes while its reply is sent on
        if answer is not None and "fault" in header:
            answer.set_exception(WorkerFault(str(header["fault"])))
        elif answer is not None:
            answer.set_result(WorkerReply(header, body))

    def _malformed(self) -> None:
        self._fail(WorkerEnded("the worker's reply is malformed"))
        self.kill()

    def _overrun(self, seconds: float) -> None:
        if self._extensions and _seconds_computed(self.pid) - self._computed < seconds / 2:
            self._extensions -= 1
            self._timer = self._loop.call_later(seconds, self._overrun, seconds)
            return
        self._fail(DeadlinePassed(seconds))
        self.kill()

    def _fail(self, error: WorkerError) -> None:
        if (answer := self._settle()) is not None:
            answer.set_exception(error)

    def _settle(self) -> "asyncio.Future[WorkerReply] | None":
        """Stop the clock and return the answer that somebody still waits for."""
        if self._timer is not None:
            self._timer.cancel()
        answer = self.jobs.popleft().reply if self.jobs else None
        return None if answer is None or answer.done() else answer

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self.gone.done():  # until then the number is its own
            with suppress(ProcessLookupError):
                os.kill(self.pid, SIGKILL)

    def _reap(self) -> None:
        """Learn how the process ended; the kernel needs a moment to take a large one down."""
        self._template.outcome(self.pid).add_done_callback(self._reaped)

    def _reaped(self, told: "asyncio.Future[tuple[int, int]]") -> None:
        status = 0 if told.cancelled() or told.exception() else told.result()[1]
        if status == RUNNING:
            self._loop.call_later(_REAP_PAUSE, self._reap)
            return
        if self._lost is not None and not self._lost.reply.done():
            self._lost.reply.set_exception(_ended(status))
        if not self.gone.done():
            self.gone.set_result(None)


def _ended(status: int) -> WorkerEnded:
    """Return how a process ended, by its exit code or, below 0, a signal."""
    how = f"by signal {-status}" if status < 0 else f"with exit code {status}"
    return WorkerEnded(f"the worker ended {how}", max(0, -status))


def _seconds_computed(pid: int) -> float:
    """Return for how long a process has had a core, or infinity where the system does not say."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) gives on Linux
    except (OSError, OverflowError):
        return inf


def _launch(entry: WorkerCommand) -> tuple["subprocess.Popen[bytes]", socket.socket]:
    """Start a template, whose standard input is the other end of the socket that is returned.

    Raises:
        WorkerError: If the system does not start another process.
    """
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    # -P and the path: the worker imports what its parent does, and nothing from the working directory.
    command = [sys.executable, "-P", "-m", entry.module, *entry.arguments]
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    environment = kept | {"MALLOC_ARENA_MAX": "2", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        with theirs:
            # A group of its own: Ctrl-C ends the parent, which then closes its workers.
            process = subprocess.Popen(
                command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, env=environment, process_group=0
            )
    except OSError as error:
        ours.close()
        raise WorkerError(f"no worker can be started: {error}") from error
    return process, ours
