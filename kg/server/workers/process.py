"""One worker as its parent sees it: a process at the other end of a pair of sockets.

It is driven by events of the loop: a job costs one write and one read, and no task or thread of its own.
"""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from kg.base.errors import KgError
from kg.server.workers.frames import PREFIX, frame, header_of

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


class Worker(asyncio.Protocol):
    """A process that answers one job at a time.

    Attributes:
        pid: Its number.
        hello: Its first message: which parts of its sandbox are in force.
        alive: May it be asked?
        gone: Done when the process has ended and is reaped.
    """

    def __init__(self, entry: WorkerCommand) -> None:
        self.hello: Mapping[str, Any] = {}
        self.alive = False
        self._loop = asyncio.get_running_loop()
        self.gone: asyncio.Future[None] = self._loop.create_future()
        self._released: Callable[[Worker], None] | None = None
        self._received = bytearray()
        self._answer: asyncio.Future[WorkerReply] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._patience = entry.patience
        self._extensions = 0
        self._computed = 0.0  # seconds of its core at the start of the job
        self._process, self._socket = _launch(entry)
        self.pid = self._process.pid

    @classmethod
    async def start(cls, entry: WorkerCommand, released: Callable[["Worker"], None]) -> "Worker":
        """Start a worker and wait until it is ready.

        `released` is called with the worker each time it may be asked again, and when it has ended.

        Raises:
            WorkerError: If it does not come up.
        """
        worker = cls(entry)
        ready = worker._expect(START_LIMIT)
        try:
            await worker._loop.create_unix_connection(lambda: worker, sock=worker._socket)
            worker.hello = (await ready).header
        except BaseException:
            worker.kill()
            await worker.gone
            raise
        worker._released = released
        return worker

    def ask(self, header: Mapping[str, Any], body: bytes, deadline: float) -> "asyncio.Future[WorkerReply]":
        """Send a job to a worker that is alive and idle; return the reply to come, or a `WorkerError`.

        The process is ended after `deadline` seconds. The future may be cancelled: the worker then goes on to its
        reply or its deadline, and nobody reads it.
        """
        answer = self._expect(deadline)
        if self._transport is not None:
            self._transport.write(frame(header, body))
        return answer

    def kill(self) -> None:
        """End the process at once."""
        self.alive = False
        self._process.kill()
        if self._transport is not None:
            self._transport.abort()
        else:
            self._socket.close()
            self._reap()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = transport  # type: ignore[assignment]  # a pair of stream sockets makes an asyncio.Transport

    def data_received(self, data: bytes) -> None:
        """Collect a reply; one that is too long or unexpected ends the process."""
        received = self._received
        received += data
        if len(received) < PREFIX.size:
            return
        length, rest = PREFIX.unpack_from(received)
        end = PREFIX.size + length
        if self._answer is None or end + rest > _MAX_REPLY or len(received) > end + rest:
            self._fail(WorkerEnded("the worker's reply is malformed"))
            self.kill()
        elif len(received) == end + rest:
            self._received = bytearray()
            self._take(received[PREFIX.size : end], bytes(memoryview(received)[end:]))

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  (the signature of asyncio)
        """Make sure that the process has ended, and tell the pool."""
        self.alive = False
        self._process.kill()
        self._reap()
        if self._released is not None:
            self._released(self)

    def _expect(self, deadline: float) -> "asyncio.Future[WorkerReply]":
        self._answer = self._loop.create_future()
        self._timer = self._loop.call_later(deadline, self._overrun, deadline)
        self._extensions = self._patience - 1
        self._computed = _seconds_computed(self.pid) if self._extensions else 0.0
        return self._answer

    def _take(self, encoded: bytearray, body: bytes) -> None:
        try:
            header = header_of(encoded)
        except ValueError:
            self._fail(WorkerEnded("the worker's reply is malformed"))
            self.kill()
            return
        answer = self._settle()
        if answer is not None and "fault" in header:
            answer.set_exception(WorkerFault(str(header["fault"])))
        elif answer is not None:
            answer.set_result(WorkerReply(header, body))
        self.alive = True
        if "last" in header:
            self.kill()
        elif self._released is not None:
            self._released(self)

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
        answer, self._answer = self._answer, None
        if self._timer is not None:
            self._timer.cancel()
        return None if answer is None or answer.done() else answer

    def _reap(self) -> None:
        """Learn how the process ended; the kernel needs a moment to take a large one down."""
        status = self._process.poll()
        if status is None:
            self._loop.call_later(_REAP_PAUSE, self._reap)
            return
        how = f"by signal {-status}" if status < 0 else f"with exit code {status}"
        self._fail(WorkerEnded(f"the worker ended {how}", max(0, -status)))
        if not self.gone.done():
            self.gone.set_result(None)


def _seconds_computed(pid: int) -> float:
    """Return for how long a process has had a core, or infinity where the system does not say."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) gives on Linux
    except (OSError, OverflowError):
        return inf


def _launch(entry: WorkerCommand) -> tuple["subprocess.Popen[bytes]", socket.socket]:
    """Start a process whose standard input is the other end of the socket that is returned.

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
            os.setpriority(os.PRIO_PROCESS, process.pid, entry.nice)
    except OSError as error:
        ours.close()
        raise WorkerError(f"no worker can be started: {error}") from error
    return process, ours
