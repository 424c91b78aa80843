"""Cut a project's profiles into batches that can be read apart: some files, or some lines of one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count, groupby, islice
from pathlib import Path

from kg.errors import Problem, ReadError

FILES = 64
BYTES = 1 << 18


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
    """

    paths: tuple[Path, ...]
    start: int = 0
    end: int = 0
    line: int = 1
    sha256: str = ""
    number: int = 0
    profiles: int = 0


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
        while paths := tuple(islice(several, FILES)):
            yield Batch(paths, number=next(numbers), profiles=len(paths))


def sha256_of(path: Path) -> str:
    """Return the hash of a file's bytes, in hexadecimal."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _pieces(path: Path, numbers: Iterator[int]) -> Iterator[Batch]:
    try:
        digest = sha256_of(path)
        with path.open("rb") as file:
            start, line = 0, 1
            while lines := file.readlines(BYTES):
                end = file.tell()
                yield Batch((path,), start, end, line, digest, next(numbers), len(lines))
                start, line = end, line + len(lines)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error
