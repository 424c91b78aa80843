"""The dump of a release, written while the same lines go on into the store."""

import zlib
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import IO

_GZIP_LEVEL = 3  # a third of the time of level 6, for a fifth more bytes (benchmarks/RESULTS.md)


class Dump:
    """Compresses and hashes what passes through it.

    Attributes:
        size: Bytes so far, before compression.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()
        self._gzip = zlib.compressobj(_GZIP_LEVEL, wbits=31)  # 31: gzip, without name and time
        self.size = 0

    @property
    def sha256(self) -> str:
        """The hash of the uncompressed dump."""
        return self._hash.hexdigest()

    def tee(self, lines: Iterable[str]) -> Iterator[bytes]:
        """Yield some lines as bytes and compress them."""
        for chunk in _gathered(lines, 1 << 18):
            self._hash.update(chunk)
            self._file.write(self._gzip.compress(chunk))
            self.size += len(chunk)
            yield chunk

    def close(self) -> None:
        """Write what is left."""
        self._file.write(self._gzip.flush())


def _gathered(lines: Iterable[str], size: int) -> Iterator[bytes]:
    """Yield texts as pieces of about `size` characters: fewer system calls."""
    held: list[str] = []
    length = 0
    for line in lines:
        held.append(line)
        length += len(line)
        if length >= size:
            yield "".join(held).encode()
            held, length = [], 0
    yield "".join(held).encode()
