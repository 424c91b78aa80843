"""Files written atomically, links that lead out of a directory, and text sorted on disk."""

import heapq
import os
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from io import FileIO
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from kg.base.errors import ConfigError, KgError, Problem

# Write a file whole or not at all.


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file that takes the place of another one, with its permissions, once it is complete.

    Args:
        path: The name; what a symbolic link leads to is replaced, not the link.

    Raises:
        OSError: If it cannot be written; then the former file stays.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
        temporary.chmod(_mode(target))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def _mode(path: Path) -> int:
    with suppress(FileNotFoundError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


# Refuse links that lead out: who proposes a change to a project could else read files of the machine that checks it.


def refuse_links_out(root: Path, names: Collection[str]) -> None:
    """Refuse symbolic links that lead out of a directory, by their names alone; hidden ones are nobody's business.

    Args:
        root: The directory.
        names: The files and directories right in it that matter, with all below them.

    Raises:
        ConfigError: With every such link.
    """
    hint = "put a copy of what it leads to in its place"
    message = "this link leads out of the project, and is not followed"
    if found := sorted(_links_out(root, names)):
        raise ConfigError([Problem(message, path, hint=hint) for path in found])


def _links_out(root: Path, names: Collection[str]) -> Iterator[Path]:
    home = root.resolve()
    waiting, seen = [root], {home}
    while waiting:
        here = waiting.pop()
        with suppress(OSError), os.scandir(here) as entries:  # who reads it says why it cannot be read
            for entry in entries:
                if entry.name.startswith(".") or (here == root and entry.name not in names):
                    continue
                path = here / entry.name
                if entry.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(home):
                    yield path
                elif entry.is_dir() and (target := path.resolve()) not in seen:
                    seen.add(target)
                    waiting.append(path)


# Sort more text than memory holds: in pieces with keys, through sorted runs in a temporary file.

Keyed = tuple[str, bytes]
"""A piece of text with its key."""

Cut = Callable[[bytes], Iterable[Keyed]]
"""Cuts whole lines into pieces of whole lines, each with its key."""

RUN = 1 << 23
"""How many bytes are sorted at a time; what they are cut into takes a few times as much."""

_BATCH = 1 << 15  # bytes of each run that are held when runs are merged: hundreds of runs fit
_KEY = itemgetter(0)


def sort_text(produce: Callable[[Callable[[bytes], int]], object], cut: Cut, *, run: int = RUN) -> Iterator[Keyed]:
    """Yield the pieces of a text with their keys, in their order; those with one key stay as they came.

    Args:
        produce: Writes the text, in any portions, with the function that it gets.
        cut: Cuts lines into pieces. It sees the lines twice where they do not fit, neighbours together.
        run: How many bytes are sorted at a time.

    Raises:
        KgError: If the disk is full.
    """
    runs = _Runs(cut, run)
    try:
        produce(runs.write)
        yield from runs.merged()
    finally:
        runs.close()


class _Runs:
    """Sorted runs of a text in a file, which is only made when there is one, and what came after the last one."""

    def __init__(self, cut: Cut, size: int) -> None:
        self._cut = cut
        self._size = size
        self._file: FileIO | None = None
        self._held: list[bytes] = []
        self._length = 0
        self._runs: list[list[tuple[int, int]]] = []  # the offset and length of each batch of a run

    def write(self, portion: bytes) -> int:
        self._held.append(portion)
        self._length += len(portion)
        if self._length >= self._size and b"\n" in portion:
            self._spill()
        return len(portion)

    def merged(self) -> Iterator[Keyed]:
        last = self._sorted(b"".join(self._held))
        self._held.clear()
        if self._file is None:
            return iter(last)
        return heapq.merge(*map(partial(self._read, self._file.fileno()), self._runs), last, key=_KEY)

    def _spill(self) -> None:
        """Write what is held into the file as a run, but for a line that is not whole yet."""
        text, newline, rest = b"".join(self._held).rpartition(b"\n")
        self._held, self._length = [rest], len(rest)
        try:
            self._file = self._file or TemporaryFile(prefix="kg-", buffering=0)  # noqa: SIM115  (see `close`)
            self._runs.append([_written(self._file, batch) for batch in _batches(self._sorted(text + newline))])
        except OSError as error:
            hint = "free some space, or name a directory with more in TMPDIR"
            raise KgError(f"a temporary file for sorting cannot be written: {error}", hint=hint) from error

    def _sorted(self, text: bytes) -> list[Keyed]:
        return sorted(self._cut(text), key=_KEY)

    def _read(self, file: int, run: Iterable[tuple[int, int]]) -> Iterator[Keyed]:
        for offset, length in run:
            yield from self._cut(os.pread(file, length, offset))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _written(file: FileIO, batch: bytes) -> tuple[int, int]:
    """Write a batch at the end of a file, and return its offset and length."""
    offset, left = file.tell(), memoryview(batch)
    while left:
        left = left[file.write(left) :]
    return offset, len(batch)


def _batches(pieces: Iterable[Keyed]) -> Iterator[bytes]:
    held: list[bytes] = []
    length = 0
    for _, piece in pieces:
        held.append(piece)
        length += len(piece)
        if length >= _BATCH:
            yield b"".join(held)
            held, length = [], 0
    if held:
        yield b"".join(held)
