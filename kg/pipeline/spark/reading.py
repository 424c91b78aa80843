"""Read profiles on workers: whole files come in, batches go round, the same intake takes them in.

Spark hands over the bytes of a file, from whatever file system; the readers of `kg.profile.reading` want files.
So a worker writes what it is given into a directory of its own, under the name that the file has in the
project, and reads it as the embedded engine does.
"""

import os
import shutil
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from kg.base.errors import Problem
from kg.identity import Collected
from kg.pipeline.passes import CollectPass
from kg.pipeline.spark.files import FileStatus
from kg.profile import reading
from kg.profile.config import Authorities, Project
from kg.profile.reading import BYTES, FILES, Batch

CATALOGUES = "catalogues/"

Key = int
"""The number of a batch, in the order of the input; numbers are left out where files are cut in fewer pieces."""


class ByteRange(NamedTuple):
    """Some bytes of a file that go to one worker.

    Attributes:
        name: The file's path in the project.
        content: The bytes.
        start: The first byte that is meant.
        end: The byte behind the last, or 0 for the whole file.
        line: The number of the first line, from 1.
        sha256: The hash of the whole file, if the piece is not all of it.
    """

    name: str
    content: bytes
    start: int = 0
    end: int = 0
    line: int = 1
    sha256: str = ""

    def hash(self) -> str:
        """Return the hash of the whole file."""
        return self.sha256 or sha256(self.content).hexdigest()


class Taken(NamedTuple):
    """What came of a batch: as `kg.pipeline.passes.Part`, but nothing of it lies in a file.

    Attributes:
        collected: What its profiles mention.
        documents: The profiles that could be read, each as a line of JSON.
        inputs: Hash and name of each file that was read, as lines.
        warnings: What is odd but usable.
        problems: What is wrong.
    """

    collected: list[Collected]
    documents: list[str]
    inputs: list[str]
    warnings: list[Problem]
    problems: list[Problem]


def profile_names(names: Iterable[str]) -> list[str]:
    """Return those of the paths in the directory of profiles that hold profiles, in the order in which they are read.

    >>> profile_names(["b.yaml", "a-b/c.json", "a/x.jsonl", ".b.yaml.swp", "b.claims.jsonl", "README.md"])
    ['a/x.jsonl', 'a-b/c.json', 'b.yaml']
    """
    return [path.as_posix() for path in sorted(filter(reading.is_called_so, map(PurePosixPath, names)))]


def catalogue_names(names: Iterable[str]) -> list[str]:
    """Return those of the paths in the directory of catalogues that are read, in order: all that are not hidden."""
    return [path.as_posix() for path in sorted(map(PurePosixPath, names)) if not path.name.startswith(".")]


def numbers_of(files: Iterable[FileStatus]) -> dict[str, Key]:
    """Return for each file the number of its first batch: small files go together, large ones are cut."""
    found: dict[str, Key] = {}
    key, together = 0, 0
    for file in files:
        if file.name.startswith(CATALOGUES):
            key += bool(together)
            found[file.name], together = key, 0
            key += 1
            continue
        if file.name.endswith(".jsonl"):
            key += bool(together)
            found[file.name], together = key, 0
            key += file.size // BYTES + 1
            continue
        found[file.name] = key
        together = (together + 1) % FILES
        key += not together
    return found


@dataclass
class WorkerReader:
    """Where a worker process reads, and with what; it stays as long as the process, with its caches.

    Attributes:
        project: The project; its directory is that of this process.
        authorities: The organisations and venues that are known by name.
        judged: Keys of the mentions that people have judged one by one.
        shown: What stands for the project's directory in problems.
    """

    project: Project
    authorities: Authorities
    judged: frozenset[str]
    shown: Path

    @cached_property
    def root(self) -> Path:
        """A directory of this process, which Spark deletes with the application."""
        from pyspark import SparkFiles

        return Path(SparkFiles.getRootDirectory()).absolute() / f"kg-{os.getpid()}"

    @cached_property
    def _intake(self) -> CollectPass:
        return CollectPass(replace(self.project, root=self.root), self.authorities, self.judged)

    def cut(self, name: str, content: bytes, first: Key) -> Iterator[tuple[Key, ByteRange]]:
        """Yield the pieces of a file, each with the batch to which it belongs, given the number of the first."""
        path = self._write(ByteRange(name, content))
        try:
            named = [path], ()
            for index, batch in enumerate(
                reading.batches(*(reversed(named) if name.startswith(CATALOGUES) else named))
            ):
                said = content[batch.start : batch.end] if batch.end else content
                yield first + index, ByteRange(name, said, batch.start, batch.end, batch.line, batch.sha256)
        finally:
            path.unlink()

    def take_in(self, pieces: Sequence[ByteRange]) -> Taken:
        """Return what came of a batch."""
        ordered = sorted(pieces, key=lambda piece: PurePosixPath(piece.name))
        paths = tuple(map(self._write, ordered))
        first = ordered[0]
        try:
            is_catalogue = first.name.startswith(CATALOGUES)
            batch = Batch(paths, first.start, first.end, first.line, first.sha256, is_catalogue=is_catalogue)
            part = self._intake(batch)
            documents = zlib.decompress(part.documents).decode().split("\n")[:-1]
        finally:
            shutil.rmtree(self.root, ignore_errors=True)
        inputs = [f"{piece.hash()}\t{piece.name}\n" for piece in ordered if not piece.start]
        told = (list(map(self.retold, problems)) for problems in (part.warnings, part.problems))
        return Taken(part.collected, documents, inputs, *told)

    def retold(self, problem: Problem) -> Problem:
        """Return a problem with the file's name in the project, as its reader knows it."""
        return retold(problem, self.root, self.shown)

    def _write(self, piece: ByteRange) -> Path:
        """Write a piece to where it stands in its file; what is before it is a hole that takes no room."""
        path = self.root / piece.name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.seek(piece.start)
            file.write(piece.content)
        return path


def retold(problem: Problem, root: Path, shown: Path) -> Problem:
    """Return a problem that names a file below one directory as below another."""
    if problem.path is None or not problem.path.is_relative_to(root):
        return problem
    return replace(problem, path=shown / problem.path.relative_to(root))
