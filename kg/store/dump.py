"""The dump of a release, and the store that is loaded from it.

The dump is N-Quads in chunks, each deflated where it is made (RFC 1951), joined into one gzip file. That has a single
member: the `DecompressionStream` of browsers, which read the dump of a published site, refuses data after the first.
"""

import contextlib
import fcntl
import gzip
import os
import threading
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

from pyoxigraph import Quad, RdfFormat

from kg.base.errors import Problem, ReadError, StoreError
from kg.base.stretches import stretches
from kg.store.store import LocalStore

_LEVEL = 3  # a third of the time of level 6, for a fifth more bytes (benchmarks/RESULTS.md)
_RAW = -15  # zlib's sign for deflated data without a header
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"  # RFC 1952 §2.3: deflated, without name and time
_END = b"\x03\x00"  # RFC 1951 §3.2.3: a last block, which is empty
_PIECE_BYTES = 1 << 18
_MAX_LINE_BYTES = 64 << 20
GATHERED = 1 << 20  # the least number of characters of text in a chunk


class DumpChunk(NamedTuple):
    """Whole lines of a dump in a file."""

    lines: Path
    packed: bytes  # deflated, up to a byte boundary
    size: int  # bytes of the lines
    crc: int  # CRC-32 of the lines

    @property
    def length(self) -> int:
        """How many bytes it has in the dump."""
        return len(self.packed)

    def held(self) -> "HeldChunk":
        """Return the chunk with its lines in memory."""
        return HeldChunk(self.lines.read_bytes(), self.packed)


@dataclass(frozen=True)
class PackedChunk:
    """A chunk of an earlier dump."""

    path: Path
    start: int  # its place in the dump
    length: int  # bytes there
    size: int  # bytes of the lines
    crc: int  # CRC-32 of the lines

    def held(self) -> "HeldChunk":
        """Return the chunk with its lines in memory."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            packed = file.read(self.length)
        # At once, without the interpreter's lock.
        return HeldChunk(zlib.decompress(packed + _END, _RAW, self.size + 1), packed)


class HeldChunk(NamedTuple):
    """A chunk in memory."""

    lines: bytes
    packed: bytes


def write_chunk(lines: bytes, path: Path) -> DumpChunk:
    """Write lines to a file, and return them as a chunk."""
    path.write_bytes(lines)
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
    packed = packer.compress(lines) + packer.flush(zlib.Z_SYNC_FLUSH)
    return DumpChunk(path, packed, len(lines), zlib.crc32(lines))


def gathered(texts: Iterable[str]) -> Iterator[bytes]:
    """Yield texts of whole lines together, some megabytes each; one more or less changes few of these."""
    for several in stretches(texts, len, GATHERED, str.encode):
        yield "".join(several).encode()


def packed_chunks(path: Path, sizes: Iterable[tuple[int, int, int]]) -> list[PackedChunk]:
    """Return the chunks of an earlier dump from their packed sizes, unpacked sizes and CRC-32s, in order."""
    found = []
    start = len(_HEADER)
    for length, size, crc in sizes:
        found.append(PackedChunk(path, start, length, size, crc))
        start += length
    return found


def whole_lines(file: Path) -> Iterator[bytes]:
    """Yield what a file of N-Quads or N-Triples holds, packed or not, some whole lines at a time.

    Raises:
        ReadError: If it cannot be read, or not unpacked.
    """
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as source:
            rest = b""
            while piece := source.read1(_PIECE_BYTES):
                lines, newline, rest = (rest + piece).rpartition(b"\n")
                yield lines + newline
                if len(rest) > _MAX_LINE_BYTES:
                    raise ReadError(Problem("holds a line of more than 64 MiB", file, hint="check that it is N-Quads"))
            if rest:
                yield rest + b"\n"
    except (OSError, EOFError, zlib.error) as error:
        hint = "check the file and its permissions; if it is compressed: gzip -t FILE"
        raise ReadError(Problem(f"cannot be read: {error}", file, hint=hint)) from error


class DumpWriter:
    """Joins chunks into one gzip file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()
        self._crc = 0
        self.size = 0  # bytes before compression
        file.write(_HEADER)

    @property
    def sha256(self) -> str:
        """The hash of the uncompressed dump."""
        return self._hash.hexdigest()

    def joined(self, several: Iterable[DumpChunk | PackedChunk]) -> Iterator[bytes]:
        """Write chunks and then the end, and yield the lines of each."""
        for piece in several:
            lines, packed = piece.held()
            self._file.write(packed)
            self._crc = zlib.crc32(lines, self._crc)
            self.size += len(lines)
            self._hash.update(lines)
            yield lines
        self._file.write(_END + self._crc.to_bytes(4, "little") + (self.size & 0xFFFFFFFF).to_bytes(4, "little"))


_PIPE_BYTES = 1 << 20  # few switches between the threads


def bulk_load(path: Path, chunks: Iterable[bytes]) -> None:
    """Make a store in a new directory from N-Quads, while these are still being written.

    The loader runs beside the caller and reads from a pipe, so that what makes the quads and what loads
    them take turns on two cores, and no more than a pipe's fill is held.
    """
    reading, writing = _wide_pipe()
    loader = _Loader(path, reading)
    loader.start()
    try:
        with os.fdopen(writing, "wb") as pipe:
            for chunk in chunks:
                pipe.write(chunk)
    except BrokenPipeError:
        pass  # the loader has failed, and says why below
    finally:
        loader.join()
    if loader.error is not None:
        raise _unwritten(path, loader.error) from loader.error


def amend(path: Path, former: LocalStore, removed: Iterable[Quad], added: Iterable[Quad]) -> None:
    """Make a store in a new directory from another one, and change some quads in it.

    The two share the files that stay as they are, by hard links where they are on one file system.
    """
    try:
        former.backend.backup(str(path))
        store = LocalStore.make(path).backend
        for quad in removed:
            store.remove(quad)
        store.extend(added)
        store.flush()
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritten(path, error) from error


def _unwritten(path: Path, error: Exception) -> StoreError:
    message = f"the store in {path} cannot be written: {error}"
    return StoreError(message, hint="check the free space and the permissions of the target")


def _wide_pipe() -> tuple[int, int]:
    reading, writing = os.pipe()
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        with contextlib.suppress(OSError):
            fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return reading, writing


class _Loader(threading.Thread):
    """Loads what comes out of a pipe, and closes the pipe when it ends, well or badly."""

    def __init__(self, path: Path, pipe: int) -> None:
        super().__init__(name="loader", daemon=True)
        self.error: Exception | None = None
        self._path = path
        self._pipe = pipe

    def run(self) -> None:
        try:
            store = LocalStore.make(self._path).backend
            # A path, not a file object: pyoxigraph reads it without holding the interpreter's lock.
            # Lenient: our writer only makes valid IRIs (a property test holds it to that).
            store.bulk_load(path=f"/dev/fd/{self._pipe}", format=RdfFormat.N_QUADS, lenient=True)
            store.flush()
        except Exception as error:  # handed to the caller, whatever it is
            self.error = error
        finally:
            os.close(self._pipe)
