"""The workers of a build on a Spark cluster: they do what processes do, each task with the files that it reads.

A task and its result travel as parcels: pickles in which a path brings the file that lies there. A worker sees nothing
of the project's disk: it unpacks below a directory of its own, and what it writes there comes back the same way.
"""

import io
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.base.parallel import Result, Task, WorkerPool
from kg.pipeline.cluster import await_workers, session, working
from kg.profile.reading import Batch

if TYPE_CHECKING:
    from pyspark import Broadcast, SparkContext

_JOBS = 3  # at once, each of a task for every core: when one ends, the next has begun
_NAMED = {"/": "\x1froot", "..": "\x1fup"}  # no file that is read has such a name
_MEANT = {named: part for part, named in _NAMED.items()}
_Placed = tuple[str, bool, int, bytes | None]  # a name, whether it is a directory, what lies there from which byte on


class _Packer(pickle.Pickler):
    def __init__(self, to: io.BytesIO, below: Path | None, files: Iterable[Path], start: int, end: int) -> None:
        super().__init__(to, pickle.HIGHEST_PROTOCOL)
        self._below, self._start, self._size = below, start, end - start if end else -1
        self.files = set(files)

    def persistent_id(self, value: Any) -> _Placed | None:
        if not isinstance(value, Path):
            return None
        content, name = None, value
        if self._below and value.is_relative_to(self._below):
            name = Path(*(_MEANT.get(part, part) for part in value.relative_to(self._below).parts))
        if value not in self.files and value.is_file():
            self.files.add(value)
            with value.open("rb") as file:
                file.seek(self._start)
                content = file.read(self._size)
        return str(name), value.is_dir(), self._start, content


class _Unpacker(pickle.Unpickler):
    def __init__(self, parcel: bytes, below: Path | None) -> None:
        super().__init__(io.BytesIO(parcel))
        self._below = below
        self.files: set[Path] = set()

    def persistent_load(self, placed: _Placed) -> Path:
        name, is_directory, start, content = placed
        path = (
            self._below.joinpath(*(_NAMED.get(part, part) for part in Path(name).parts)) if self._below else Path(name)
        )
        (path if is_directory else path.parent).mkdir(parents=True, exist_ok=True)
        if content is not None:
            self.files.add(path)
            with path.open("wb") as file:  # what is before the place is a hole that takes no room
                file.seek(start)
                file.write(content)
        return path


def pack(value: Any, below: Path | None = None, known: Iterable[Path] = ()) -> tuple[bytes, set[Path]]:
    """Return a parcel and the files that are known to the other side then; of a file that is cut, only a batch travels.

    On a worker, what lies below a directory is called as on the driver.
    """
    to = io.BytesIO()
    packer = _Packer(to, below, known, *((value.start, value.end) if isinstance(value, Batch) else (0, 0)))
    packer.dump(value)
    return to.getvalue(), packer.files


def unpack(parcel: bytes, below: Path | None = None) -> tuple[Any, set[Path]]:
    """Return what is in a parcel, and the files that it brought: on a worker below a directory, else as called."""
    unpacker = _Unpacker(parcel, below)
    return unpacker.load(), unpacker.files


class SparkPool(WorkerPool):
    """The cores of a cluster; what is to be done beside everything else is done on the driver."""

    def __init__(self, context: "SparkContext", functions: tuple[Callable[[Any], Any], ...]) -> None:
        super().__init__(functions, None, 1)
        self._context = context
        self._known = context.broadcast(pack(functions)[0])
        self.threads = ThreadPoolExecutor(_JOBS, "job")

    def in_order(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results of one of the functions for some tasks, as `kg.base.parallel.in_order` does."""
        number, rest = self._functions.index(function), iter(tasks)
        window: deque[tuple[list[Task], Future[list[bytes]] | None]] = deque()
        while True:
            while len(window) < _JOBS and (several := list(islice(rest, self._context.defaultParallelism))):
                window.append((several, self._begun(number, several)))
            if not window:
                return
            several, job = window.popleft()
            yield from map(_accepted, self._done(job)) if job else map(function, several)

    def _begun(self, number: int, tasks: Sequence[Any]) -> Future[list[bytes]] | None:
        try:
            parcels = [pack(task)[0] for task in tasks]
        except OSError:  # a file cannot be read: who reads it here says what is wrong with it
            return None
        work = partial(_work, functions=self._known, number=number)
        return self.threads.submit(self._context.parallelize(parcels, len(parcels)).map(work).collect)

    def _done(self, job: Future[list[bytes]]) -> list[bytes]:
        while not wait([job], timeout=10).done:
            await_workers(self._context)
        with working("the build failed on the cluster", "nothing was published; the logs of the workers say more"):
            return job.result()


def _accepted(parcel: bytes) -> Any:
    """Return the result of a task, whose files are now where they would be had it been done here."""
    (result, gone), _ = unpack(parcel)
    for path in gone:
        path.unlink()
    return result


@contextmanager
def worker_pool(
    master: str, settings: Mapping[str, str], *functions: Callable[[Any], Any], **_workers: int
) -> Iterator[WorkerPool]:
    """Yield the workers of a cluster, as `kg.base.parallel.worker_pool` does; for the rest see `session`."""
    with session(master, settings) as context:
        pool = SparkPool(context, functions)
        try:
            yield pool
        finally:
            context.cancelAllJobs()
            pool.threads.shutdown(cancel_futures=True)


def _work(parcel: bytes, functions: "Broadcast[bytes]", number: int) -> bytes:
    """Do a task on a worker, and leave none of its files there."""
    task, brought = unpack(parcel, _root())
    known, kept = _unpacked(functions.value, _root())
    result = known[number](task)
    gone = [path for path in brought if not path.exists()]
    parcel, files = pack((result, gone), _root(), brought | kept)
    for path in files - kept:
        path.unlink(missing_ok=True)
    return parcel


_unpacked = lru_cache(1)(unpack)  # the functions, once in each process: they have caches


def _root() -> Path:
    """Return a directory of this process, which Spark deletes with the application."""
    from pyspark import SparkFiles

    return Path(SparkFiles.getRootDirectory()).absolute() / f"kg-{os.getpid()}"
