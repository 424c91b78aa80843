"""Apply a function to many tasks on all cores: results in order, few in flight, no surprise on a kill."""

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from kg.errors import KgError

Task = TypeVar("Task")
Result = TypeVar("Result")

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
    if workers <= 1:
        yield from map(function, tasks)
        return
    # Started afresh, not forked: a fork copies threads' locks in whatever state they are.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(function,))
    try:
        yield from _windowed(pool, iter(tasks), workers * (AHEAD + 1))
    except BrokenProcessPool as error:
        hint = "check the free memory, or use one process: --workers 1"
        raise KgError("a worker process was killed", hint=hint) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _windowed(pool: ProcessPoolExecutor, tasks: Iterator[Any], size: int) -> Iterator[Any]:
    window: deque[Future[Any]] = deque()
    while True:
        window.extend(_submitted(pool, task) for task in islice(tasks, size - len(window)))
        if not window:
            return
        yield window.popleft().result()


def _submitted(pool: ProcessPoolExecutor, task: Any) -> Future[Any]:
    """Submit a task; a worker that is started for it inherits that Ctrl-C is blocked, and imports in peace."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_work, task)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


_function: Callable[[Any], Any]  # in a worker: what it does, sent once and not with every task


def _begin(function: Callable[[Any], Any]) -> None:
    """Prepare a worker: leave Ctrl-C to the parent, and the imported modules out of garbage collection."""
    global _function  # noqa: PLW0603  (the only way to hand something to a pool's worker)
    _function = function
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    gc.freeze()


def _end_with_the_parent() -> None:
    """End the process when the parent has ended: a killed one cannot say so, and workers would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(task: Any) -> Any:
    return _function(task)
