"""Cut a project's profiles into batches that can be read apart: some files, or some lines of one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from kg.errors import Problem, ReadError

FILES = 64
BYTES = 1 << 20


@dataclass(frozen=True)
class Batch:
    """Some profiles to be read.

    Attributes:
        paths: Files, read whole.
        start: For a single JSON Lines file: the first byte that is meant.
        end: The byte behind the last one; 0 where whole files are meant.
        line: The number of the first line, from 1.
        sha256: The hash of the whole JSON Lines file.
    """

    paths: tuple[Path, ...]
    start: int = 0
    end: int = 0
    line: int = 1
    sha256: str = ""


def batches(files: Iterable[Path]) -> Iterator[Batch]:
    """Yield batches of files, in their order; large JSON Lines files are cut at line ends.

    Raises:
        ReadError: If a file cannot be read.
    """
    waiting: list[Path] = []
    for path in files:
        if path.suffix != ".jsonl":
            waiting.append(path)
            if len(waiting) < FILES:
                continue
        if waiting:
            yield Batch(tuple(waiting))
            waiting = []
        if path.suffix == ".jsonl":
            yield from _pieces(path)
    if waiting:
        yield Batch(tuple(waiting))


def sha256_of(path: Path) -> str:
    """Return the hash of a file's bytes, in hexadecimal."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(BYTES):
            digest.update(chunk)
    return digest.hexdigest()


def _pieces(path: Path) -> Iterator[Batch]:
    try:
        digest = sha256_of(path)
        with path.open("rb") as file:
            start, line = 0, 1
            while lines := file.readlines(BYTES):
                end = file.tell()
                yield Batch((path,), start, end, line, digest)
                start, line = end, line + len(lines)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error
