"""The dump of a release: N-Quads in pieces, each packed where it is made, and joined into one gzip file.

Packing takes longer than anything else that is done with the finished text, so that it is shared out. The pieces are
joined as pigz does it: deflated data that end at a byte can follow one another, and the checksum of the whole is
computed from those of the pieces.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO, NamedTuple

_LEVEL = 3  # a third of the time of level 6, for a fifth more bytes (benchmarks/RESULTS.md)
_RAW = -15  # zlib's sign for deflated data without a header
_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"  # RFC 1952 §2.3: deflated, without name and time
_END = b"\x03\x00"  # RFC 1951 §3.2.3: a last block, which is empty
GATHERED = 1 << 22
"""How many characters of text make a piece."""

_POLYNOMIAL = 0xEDB88320  # of CRC-32, the lowest power in the highest bit
_ONE = 1 << 31


class Piece(NamedTuple):
    """A part of a dump that ends at the end of a line.

    Attributes:
        lines: The file that holds it.
        packed: The same, deflated.
        size: How many bytes it has.
        crc: Its CRC-32.
    """

    lines: Path
    packed: bytes
    size: int
    crc: int

    def read(self) -> bytes:
        """Return the lines."""
        return self.lines.read_bytes()


@dataclass(frozen=True)
class Packed:
    """A piece of a dump that was written before.

    Attributes:
        path: The dump.
        start: Where the piece begins in it.
        length: How many bytes it has there.
        size: How many bytes these are when they are unpacked.
        crc: The CRC-32 of these.
    """

    path: Path
    start: int
    length: int
    size: int
    crc: int

    @property
    def packed(self) -> bytes:
        """The piece as it stands in the dump."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            return file.read(self.length)

    def read(self) -> bytes:
        """Return the lines.

        Raises:
            ValueError: If the piece is damaged.
        """
        return self.held().lines

    def held(self) -> "Held":
        """Return the piece with its lines in memory; raises what `read` raises."""
        packed = self.packed
        try:
            lines = zlib.decompress(packed + _END, _RAW, self.size + 1)  # at once, without the interpreter's lock
        except zlib.error as error:
            raise ValueError(f"a piece of {self.path} is damaged: {error}") from error
        if zlib.crc32(lines) != self.crc:
            raise ValueError(f"a piece of {self.path} is damaged")
        return Held(lines, packed, self.size, self.crc)


class Held(NamedTuple):
    """A piece of a dump whose lines are in memory; attributes as those of `Piece`."""

    lines: bytes
    packed: bytes
    size: int
    crc: int

    def read(self) -> bytes:
        """Return the lines."""
        return self.lines


def write_piece(lines: bytes, path: Path) -> Piece:
    """Make a piece of some lines, in a file."""
    path.write_bytes(lines)
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW)
    packed = packer.compress(lines) + packer.flush(zlib.Z_SYNC_FLUSH)
    return Piece(path, packed, len(lines), zlib.crc32(lines))


def pieces(texts: Iterable[str], directory: Path, name: str = "piece") -> Iterator[Piece]:
    """Yield texts, each of which ends at the end of a line, as pieces of some megabytes."""
    held: list[str] = []
    length = number = 0
    for text in texts:
        held.append(text)
        length += len(text)
        if length >= GATHERED:
            yield write_piece("".join(held).encode(), directory / f"{name}-{number}.nq")
            held, length, number = [], 0, number + 1
    yield write_piece("".join(held).encode(), directory / f"{name}-{number}.nq")


def packed_pieces(path: Path, sizes: Iterable[tuple[int, int, int]]) -> list[Packed]:
    """Return the pieces of a dump that was written before.

    Args:
        path: The dump.
        sizes: How many bytes each has when it is packed and when it is not, and its CRC-32; in order, from the first.
    """
    found = []
    start = len(_HEADER)
    for length, size, crc in sizes:
        found.append(Packed(path, start, length, size, crc))
        start += length
    return found


class Dump:
    """Joins pieces into one gzip file.

    Attributes:
        size: Bytes so far, before compression.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()
        self._crc = 0
        self.size = 0
        file.write(_HEADER)

    @property
    def sha256(self) -> str:
        """The hash of the uncompressed dump."""
        return self._hash.hexdigest()

    def joined(self, several: Iterable[Piece | Held]) -> Iterator[bytes]:
        """Write pieces and then the end, and yield the lines of each."""
        for piece in several:
            self._file.write(piece.packed)
            self._crc = _joined_crc(self._crc, piece.crc, piece.size)
            self.size += piece.size
            lines = piece.read()
            self._hash.update(lines)
            yield lines
        self._file.write(_END + self._crc.to_bytes(4, "little") + (self.size & 0xFFFFFFFF).to_bytes(4, "little"))


def _joined_crc(first: int, second: int, size: int) -> int:
    """Return the CRC-32 of two texts, one behind the other, from those of each and the size of the second.

    A CRC is a remainder of polynomials over GF(2); to put `size` bytes behind a text is to multiply with x^(8 size).
    """
    return _times(_power(8 * size), first) ^ second


def _power(exponent: int) -> int:
    """Return the remainder of x^exponent."""
    found, square = _ONE, _ONE >> 1
    while exponent:
        if exponent & 1:
            found = _times(found, square)
        square = _times(square, square)
        exponent >>= 1
    return found


def _times(one: int, other: int) -> int:
    """Return the remainder of a product."""
    found = 0
    while one:
        if one & _ONE:
            found ^= other
        one = one << 1 & 0xFFFFFFFF
        other = other >> 1 ^ (_POLYNOMIAL if other & 1 else 0)
    return found
