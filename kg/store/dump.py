"""The dump of a release, and the store that is loaded from it.

The dump is N-Quads in chunks, each deflated where it is made (RFC 1951), joined into one gzip file. That has a single
member: the `DecompressionStream` of browsers, which read the dump of a published site, refuses data after the first.
"""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
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


_LOADED_BYTES = 32 << 20
"""At least so much is loaded at once; the loader takes some seven times as much memory."""


def bulk_load(path: Path, chunks: Iterable[bytes]) -> None:
    """Make a store in a new directory from N-Quads, while these are still being written.

    A thread loads one piece while the caller makes the next, so that the two take turns on two cores.

    Args:
        path: The directory.
        chunks: The quads, in whole lines.

    Raises:
        StoreError: If the store cannot be written.
    """
    with _writing(path):
        store = LocalStore.make(path).backend
    # Lenient: our writer only makes valid IRIs (a property test holds it to that).
    load = partial(store.bulk_load, format=RdfFormat.N_QUADS, lenient=True)
    loaded = 0
    with ThreadPoolExecutor(1, "loader") as thread:
        loading: Future[None] = thread.submit(lambda: None)
        for piece in _pieces(chunks):
            with _writing(path):
                loading.result()
            loading = thread.submit(load, piece)
            loaded += 1
        with _writing(path):
            loading.result()
            if loaded > 1:
                store.optimize()  # else each query looks into the files of each piece
            store.flush()


def _pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    piece = bytearray()
    for chunk in chunks:
        piece += chunk
        if len(piece) >= _LOADED_BYTES:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


def amend(path: Path, former: LocalStore, removed: Iterable[Quad], added: Iterable[Quad]) -> None:
    """Make a store in a new directory from another one, and change some quads in it.

    The two share the files that stay as they are, by hard links where they are on one file system.
    """
    with _writing(path):
        former.backend.backup(str(path))
        store = LocalStore.make(path).backend
        for quad in removed:
            store.remove(quad)
        store.extend(added)
        store.flush()


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Turn the errors of a store that is written into one that says what to do."""
    try:
        yield
    except (OSError, ValueError, RuntimeError, SyntaxError) as error:  # SyntaxError: pyoxigraph's, of N-Quads
        message = f"the store in {path} cannot be written: {error}"
        raise StoreError(message, hint="check the free space and the permissions of the target") from error
