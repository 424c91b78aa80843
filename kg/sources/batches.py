"""Cut a project's profiles into batches that can be read apart: some files, or some lines of one.

Where a batch ends is read off the name or the line that stands there, so that a change moves the ends near it alone:
the other batches stay what they were, and need not be read again (`kg.revising`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, groupby
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from kg.errors import Problem, ReadError

Item = TypeVar("Item", Path, bytes)

FILES = 48
"""How many files a batch has at least, and at most three times as many."""

BYTES = 160_000
"""How many bytes of a JSON Lines file a batch has at least, and at most three times as many."""

_ONE_IN = 16  # a batch that has enough ends with one item in so many, as a rule
_CHUNK = 1 << 18


@dataclass(frozen=True)
class Batch:
    """Some profiles to be read.

    Attributes:
        paths: Files, read whole.
        start: For a single JSON Lines file: the first byte that is meant.
        end: The byte behind the last one; 0 where whole files are meant.
        line: The number of the first line, from 1.
        sha256: The hash of the whole JSON Lines file.
        number: Its place among all batches, from 0.
        profiles: How many profiles there are in it, if none is faulty and no line empty.
        lines: The hash of the lines that are meant; empty where whole files are meant.
    """

    paths: tuple[Path, ...]
    start: int = 0
    end: int = 0
    line: int = 1
    sha256: str = ""
    number: int = 0
    profiles: int = 0
    lines: str = ""


def batches(files: Iterable[Path]) -> Iterator[Batch]:
    """Yield batches of files, in their order; large JSON Lines files are cut at line ends.

    Raises:
        ReadError: If a file cannot be read.
    """
    numbers = count()
    for is_lines, several in groupby(files, key=lambda path: path.suffix == ".jsonl"):
        if is_lines:
            for path in several:
                yield from _pieces(path, numbers)
            continue
        for paths in _cut(several, lambda _: 1, FILES, lambda path: path.name.encode()):
            yield Batch(tuple(paths), number=next(numbers), profiles=len(paths))


def sha256_of(path: Path) -> str:
    """Return the hash of a file's bytes, in hexadecimal."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _pieces(path: Path, numbers: Iterator[int]) -> Iterator[Batch]:
    try:
        digest = sha256_of(path)
        with path.open("rb") as file:
            start, line = 0, 1
            for lines in _cut(file, len, BYTES, bytes):
                text = b"".join(lines)
                end = start + len(text)
                own = sha256(text).hexdigest()
                yield Batch((path,), start, end, line, digest, next(numbers), len(lines), own)
                start, line = end, line + len(lines)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error


def _cut(
    items: Iterable[Item], size: Callable[[Item], int], least: int, text: Callable[[Item], bytes]
) -> Iterator[Sequence[Item]]:
    """Yield items in groups that have the least size, and at most about three times as much."""
    held: list[Item] = []
    total = 0
    for item in items:
        held.append(item)
        total += size(item)
        if total >= least and (total >= 3 * least or crc32(text(item)) % _ONE_IN == 0):
            yield held
            held, total = [], 0
    if held:
        yield held
