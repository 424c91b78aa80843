"""Apply functions to many tasks on all cores: results in order, few in flight, no surprise on a kill."""

import gc
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from multiprocessing.context import BaseContext
from pathlib import Path
from tempfile import NamedTemporaryFile, gettempdir
from typing import Any, Protocol, TypeVar

from kg.base.errors import KgError

Task = TypeVar("Task")
Result = TypeVar("Result")

_END: Any = object()

AHEAD = 2
"""How many tasks wait for each worker, beyond the one it has."""


def in_order(function: Callable[[Task], Result], tasks: Iterable[Task], *, workers: int) -> Iterator[Result]:
    """Yield the results of a function for some tasks, in the order of the tasks.

    Args:
        function: What to do; it and the tasks travel to other processes.
        tasks: Taken only as workers become free, so that memory does not grow with their number. An iterator that
            has none at the moment may have more once results were taken.
        workers: How many processes; with one, all happens here.

    Raises:
        KgError: If a worker was killed.
    """
    with worker_pool(function, workers=workers) as working:
        yield from working.in_order(function, tasks)


def ahead(items: Iterable[Result]) -> Iterator[Result]:
    """Yield items that a thread makes a few ahead; it pays where making them mostly leaves the interpreter alone."""
    source = iter(items)
    with ThreadPoolExecutor(1, "ahead") as thread:
        window = deque(thread.submit(next, source, _END) for _ in range(AHEAD))
        while (item := window.popleft().result()) is not _END:
            window.append(thread.submit(next, source, _END))
            yield item


class OpenPool(Protocol):
    """Opens the workers of a build: processes, as `worker_pool` does, or those of a cluster."""

    def __call__(self, *functions: Callable[[Any], Any], workers: int) -> AbstractContextManager["WorkerPool"]:
        """Yield workers that know some functions."""
        ...


@contextmanager
def worker_pool(*functions: Callable[[Any], Any], workers: int) -> Iterator["WorkerPool"]:
    """Yield processes that know some functions; they start with the first task and end in the end.

    Args:
        functions: What there is to do; they travel to each process once, and not with every task.
        workers: How many processes; with one, all happens here.
    """
    if workers <= 1:
        yield WorkerPool(functions, None, workers)
        return
    with _in_file(functions) as known:
        pool = ProcessPoolExecutor(workers, mp_context=_context(), initializer=_begin, initargs=(known,))
        try:
            yield WorkerPool(functions, pool, workers)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _context() -> BaseContext:
    """Return how workers are started: forked, with all that is imported, where this process has one thread.

    A fork copies the locks of other threads, also of libraries, in whatever state they are: beside any, and where
    nobody says how many there are, workers are started afresh.
    """
    try:
        threads = sum(1 for _ in Path("/proc/self/task").iterdir())
    except OSError:
        threads = 0
    return multiprocessing.get_context("fork" if threads == 1 else "spawn")


@contextmanager
def _in_file(functions: tuple[Callable[[Any], Any], ...]) -> Iterator[str]:
    """Write functions to a file, for the workers to read.

    What a worker is given when it starts comes through a pipe, and one that dies before it has read more than the pipe
    holds would let this process wait for ever.
    """
    try:
        file = NamedTemporaryFile(prefix="kg-crew-")  # noqa: SIM115
        file.write(pickle.dumps(functions))
        file.flush()
    except OSError as error:
        hint = "check the free space there, or name another one in TMPDIR"
        raise KgError(f"{gettempdir()} cannot be written: {error.strerror or error}", hint=hint) from error
    with file:
        yield file.name


class WorkerPool:
    """Some processes, or this one alone."""

    def __init__(
        self, functions: tuple[Callable[[Any], Any], ...], pool: ProcessPoolExecutor | None, workers: int
    ) -> None:
        self._functions = functions
        self._pool = pool
        self._workers = workers

    def in_order(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results of one of the functions for some tasks, as the function `in_order` does."""
        if self._pool is None:
            yield from map(function, tasks)
            return
        yield from self._windowed(self._pool, self._functions.index(function), iter(tasks))

    def start(self, function: Callable[[Task], Result], task: Task) -> Callable[[], Result]:
        """Begin one task beside everything else; what is returned waits for its result.

        Alone, this process does it when the result is wanted.
        """
        if self._pool is None:
            return lambda: function(task)
        begun = _submitted(self._pool, self._functions.index(function), task)
        return lambda: _result(begun)

    def _windowed(self, pool: ProcessPoolExecutor, function: int, tasks: Iterator[Any]) -> Iterator[Any]:
        size = self._workers * (AHEAD + 1)
        window: deque[Future[Any]] = deque()
        while True:
            window.extend(_submitted(pool, function, task) for task in islice(tasks, size - len(window)))
            if not window:
                return
            yield _result(window.popleft())


def _result(begun: Future[Result]) -> Result:
    with _saying_who_was_killed():
        return begun.result()


@contextmanager
def _saying_who_was_killed() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        hint = "check the free memory, or use one process: --workers 1"
        raise KgError("a worker process was killed", hint=hint) from error


def _submitted(pool: ProcessPoolExecutor, function: int, task: Any) -> Future[Any]:
    """Submit a task; a worker that is started for it inherits that Ctrl-C is blocked, and imports in peace."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with _saying_who_was_killed():
            return pool.submit(_work, function, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


_functions: tuple[Callable[[Any], Any], ...]  # in a worker: what it can do


def _begin(known: str) -> None:
    """Prepare a worker: leave Ctrl-C to the parent, and the imported modules out of garbage collection."""
    global _functions  # noqa: PLW0603  (the only way to hand something to a pool's worker)
    _functions = pickle.loads(Path(known).read_bytes())  # noqa: S301  (the parent wrote it just now)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    gc.freeze()


def _end_with_the_parent() -> None:
    """End the process when the parent has ended: a killed one cannot say so, and workers would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(function: int, task: Any) -> Any:
    return _functions[function](task)
