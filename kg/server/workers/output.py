"""What an answer is written into: a file in memory that refuses more than it may hold."""

import re
from io import BytesIO
from typing import NamedTuple


class _Mark(NamedTuple):
    """What stands once in each row but the first, or in each row and the head, and how long it is."""

    pattern: re.Pattern[bytes]
    length: int


_MARKS = {
    "json": _Mark(re.compile(rb"\}(?=,\{[\"}])"), 4),  # within a string the quote would be escaped
    "xml": _Mark(re.compile(rb"<result>"), 8),  # within a text < would be escaped
    "tsv": _Mark(re.compile(rb"\n"), 1),
    "csv": _Mark(re.compile(rb"\n"), 1),  # between quotes it is none
}


class Beyond(Exception):
    """An answer goes beyond what it may hold."""

    def __init__(self, limit: str, value: int) -> None:
        super().__init__(limit)
        self.limit, self.value = limit, value


class Rows:
    r"""Counts the rows of a result format as it is written, in pieces that are cut anywhere.

    >>> rows = Rows("csv")
    >>> [rows.more(piece) for piece in (b"name\r", b"\nAda\r\n", b'"Ada\r', b'\nL."\r\n')]
    [0, 1, 1, 2]
    """

    def __init__(self, form: str) -> None:
        self._pattern, self._length = _MARKS[form]
        self._quotes = form == "csv"
        self._quoted = False
        self._tail = b""
        self._found = -1 if form in ("csv", "tsv") else 0  # the head ends as a row does
        self._rest = 1 if form == "json" else 0  # what stands between rows

    def more(self, piece: bytes) -> int:
        """Return how many rows there are with another piece, up to one more where the last is not complete."""
        text = self._tail + (self._unquoted(piece) if self._quotes else piece)
        self._found += len(self._pattern.findall(text))
        self._tail = text[max(0, len(text) - self._length + 1) :]
        return max(0, self._found + self._rest)

    def _unquoted(self, piece: bytes) -> bytes:
        parts = piece.split(b'"')
        outside = b"".join(parts[self._quoted :: 2])
        self._quoted ^= len(parts) % 2 == 0
        return outside


class Output(BytesIO):
    """A file in memory that takes an answer as long as it is within its bounds.

    Attributes:
        rows: What counts its rows, if it has any.
    """

    def __init__(self, max_bytes: int, max_rows: int) -> None:
        super().__init__()
        self.rows: Rows | None = None
        self._max_bytes, self._max_rows = max_bytes, max_rows

    def write(self, piece: bytes, /) -> int:  # type: ignore[override]  # of all buffers the engine writes bytes
        """Take a piece.

        Raises:
            Beyond: If it is too much.
        """
        written = super().write(piece)
        if self.tell() > self._max_bytes:
            raise Beyond("bytes", self._max_bytes)
        if self.rows is not None and self.rows.more(piece) > self._max_rows:
            raise Beyond("rows", self._max_rows)
        return written
