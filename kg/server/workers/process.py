"""A worker process as the server sees it: it is started, given jobs one after the other, and may be killed at any time.

It is a fork of a process that has imported everything (the forkserver of `multiprocessing`), and has a pair of sockets
to this process.
"""

import asyncio
import gc
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerProcess
from signal import SIGABRT, SIGBUS, SIGSEGV
from typing import Any, Literal, NamedTuple, Protocol

from kg.base.errors import KgError
from kg.base.sandbox import Sandbox
from kg.server.workers.errors import TooMuch, WorkerError
from kg.server.workers.worker import Handler, first_message, work

_NICE = 15
_READ = 1 << 18
_MAX_REPLY = 1 << 28
_LOCK = threading.Lock()  # what multiprocessing notes of its processes is for one thread at a time
_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")  # the rest may be secret


Share = Literal["known", "guest", "page", "slow"]
"""Of whom there are jobs: known clients, guests, whoever wants a page; and queries that were not quick."""


class WorkerReply(NamedTuple):
    """What a worker answers."""

    header: Mapping[str, Any]
    body: bytes


@dataclass(eq=False, slots=True)
class Job:
    """What a worker is asked, by whom, and since when; `slow` is a query that was not quick."""

    message: bytes
    client: str
    kind: Literal["query", "page", "slow"]
    reply: "asyncio.Future[WorkerReply]"
    since: float = field(default_factory=time.monotonic)

    def fail(self, error: Exception) -> None:
        """Report an error to whoever waits for the reply; who went away hears nothing."""
        if not self.reply.done():
            self.reply.set_exception(error)


class WorkerOwner(Protocol):
    """What hears of a worker's events."""

    def came(self) -> None:
        """Note that a worker is ready."""

    def answered(self, worker: "Worker", job: Job, seconds: float, reply: WorkerReply) -> None:
        """Note that a worker has answered a job, for which it had a core for some seconds."""

    def end(self, worker: "Worker", error: Exception | None = None) -> None:
        """End a worker that does not keep to the form of replies."""

    def ended(self, worker: "Worker", error: KgError) -> None:
        """Note that the process of a worker has ended, by itself or killed."""


class Worker:
    """A worker process as the pool sees it.

    Attributes:
        pid: The number of its process.
        state: May it be asked? `beside` it is at a job that is not quick, and another worker has its place.
        jobs: What it has in hand, the first of which it computes.
        begun: When it began with that.
        share: What they are of.
        is_niced: Do other processes go before it?
        has_pages: Has it made a page, and thus what pages share?
        walls: Which parts of its sandbox are in force.
        ready: Done when it may be asked, or has failed to start.
        gone: Done when its process has ended.
    """

    def __init__(self, owner: WorkerOwner, opened: Callable[[], Handler], sandbox: Sandbox) -> None:
        self._owner, self._opened, self._sandbox, self._loop = owner, opened, sandbox, asyncio.get_running_loop()
        self.state: Literal["starting", "ready", "beside", "killed"] = "starting"
        self.jobs: list[Job] = []
        self.share: Share = "guest"
        self.begun = self._computed = 0.0
        self.is_niced = self.has_pages = False
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
        arguments = theirs, self._opened, self._sandbox
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

    def give(self, job: Job) -> None:
        """Send it a job."""
        self.jobs.append(job)
        if len(self.jobs) == 1:
            self._start_clock()
        self.has_pages |= job.kind == "page"
        is_clear = not self._unsent
        self._unsent += job.message
        if is_clear:
            self._write()

    def computed(self) -> float:
        """Return for how many seconds it has had a core for the first job."""
        return _seconds_computed(self.pid) - self._computed

    def take_from(self, number: int) -> list[Job]:
        """Take the jobs from it that it has not begun with, from the one of a number on."""
        rest, self.jobs = self.jobs[number:], self.jobs[:number]
        return rest

    def set_aside(self) -> None:
        """Let another worker have its place until its job is done; queries there stand back."""
        self.state = "beside"
        if self.share == "slow":
            self.stand_back()

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
            self._owner.end(self, WorkerError("the worker's reply is malformed"))

    def _take(self, reply: WorkerReply) -> None:
        if self.state == "starting":
            self.walls, self.state = reply.header, "ready"
            self.ready.set_result(None)
            self._owner.came()
            return
        if not self.jobs:
            raise ValueError("a reply to nothing")
        job, seconds = self.jobs.pop(0), self.computed()
        if self.jobs:
            self._start_clock()
        self._owner.answered(self, job, seconds, reply)

    def _end(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self.state = "killed"
        self._ending = self._loop.create_task(self._reap())

    async def _reap(self) -> None:
        code = await asyncio.to_thread(_exit_code, self._process)
        self._gone(_cause(code, self._sandbox.memory or 0))

    def _gone(self, error: KgError) -> None:
        self._socket.close()
        if not self.ready.done():
            self.ready.set_exception(error)
            self.ready.exception()  # it is retrieved, whether or not somebody waits for it
        self._owner.ended(self, error)
        self.gone.set_result(None)


def _cause(code: int, memory: int) -> KgError:
    """What the end of a process says about its job, by its exit code or, below 0, a signal.

    Args:
        code: The code.
        memory: Bytes of memory that a job may take.
    """
    if -code == SIGABRT:  # an allocation that fails ends the engine
        text = f"the question takes more than {memory >> 20} MiB of memory"
        return TooMuch(text, "memory", memory, "bytes", hint="sort, group or join fewer rows")
    if -code in (SIGSEGV, SIGBUS):
        return TooMuch("the question brings the engine down", "stack", 0, "", hint="make it simpler")
    return WorkerError(f"the worker ended {f'by signal {-code}' if code < 0 else f'with exit code {code}'}")


def _seconds_computed(pid: int) -> float:
    """Return for how long a process has had a core, or the time where the system does not say."""
    try:
        return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) gives on Linux
    except (OSError, OverflowError):
        return time.monotonic()


def start_forkserver(opened: Callable[[], Handler]) -> None:
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
