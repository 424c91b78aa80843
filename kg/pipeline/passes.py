"""The two passes over the profiles, batch by batch."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter
from pydantic_core import to_json

from kg.base import parallel
from kg.base.errors import Problem, ReadError
from kg.identity.collecting import Collected, Collector, load
from kg.identity.register import Entity
from kg.identity.resolution import attach
from kg.interchange import catalogues
from kg.mapping.mapper import Mapper
from kg.profile import contacts, privacy, reading
from kg.profile.account import ProfileAccount, together
from kg.profile.config import Authorities, Project
from kg.profile.judgements import Judgements
from kg.profile.reading import Batch
from kg.profile.records import Record
from kg.store.dump import DumpChunk, PackedChunk, write_chunk
from kg.store.release import DUMP, SEARCH, writing
from kg.store.search.writing import write

_LEVEL = 1
_COLLECTED = TypeAdapter(list[Collected])

# The first pass: read a batch, keep private what is private, take the mentions out.


class BatchSummary(NamedTuple):
    """What is known of a batch without unpacking what it mentions.

    Attributes:
        profiles: How many profiles, and entries of catalogues, could be read.
        owned: How many of these are profiles.
        catalogues: How many catalogues could be read.
        mentions: How many mentions they have.
        named: A hash of what who is who is decided from: all but the places of the mentions.
    """

    profiles: int
    owned: int
    catalogues: int
    mentions: int
    named: str

    @classmethod
    def of(cls, several: Sequence[Collected]) -> "BatchSummary":
        """Return that of some profiles."""
        return cls(
            len(several),
            sum(bool(each.listed.owner) for each in several),
            sum(each.listed.opens_catalogue for each in several),
            sum(len(each.mentions) for each in several),
            sha256(to_json([each._replace(places="") for each in several])).hexdigest(),
        )


@dataclass(frozen=True)
class CollectedBatch:
    """A batch that was read: what its profiles mention, and the profiles for the second pass.

    Attributes:
        summary: What can be said of it in few words.
        packed: What they mention as JSON, deflated, for the next build.
        documents: The profiles that could be read as lines of JSON, deflated.
        warnings: What is odd but usable.
        problems: What is wrong.
        fresh: What they mention, where it was read in this build.
    """

    summary: BatchSummary
    packed: bytes
    documents: bytes
    warnings: list[Problem]
    problems: list[Problem]
    fresh: list[Collected] | None = None

    @property
    def profiles(self) -> int:
        """How many profiles, and entries of catalogues, could be read."""
        return self.summary.profiles

    @property
    def collected(self) -> list[Collected]:
        """What the profiles mention."""
        return _COLLECTED.validate_json(zlib.decompress(self.packed)) if self.fresh is None else self.fresh


class CollectPass:
    """The first pass: reads a batch, keeps private what is private, and collects mentions.

    Args:
        project: The project.
        authorities: The organisations and venues that are known by name.
        judged: Keys of the mentions that people have judged one by one.
    """

    def __init__(self, project: Project, authorities: Authorities, judged: frozenset[str] = frozenset()) -> None:
        self._project = project
        self._authorities = authorities
        self._judged = judged

    @cached_property
    def _collector(self) -> Collector:
        """Made where it is used: its caches do not travel between processes."""
        return Collector(self._authorities, self._judged, self._project.declaration)

    def __call__(self, batch: Batch) -> CollectedBatch:
        """Process one batch."""
        several: list[Collected] = []
        documents: list[str] = []
        warnings: list[Problem] = []
        problems: list[Problem] = []
        project, config = self._project, self._project.config
        try:
            for record in self._records(batch):
                redacted = privacy.redact(record, config.privacy, project.declaration)
                warnings.extend(map(_without_contacts, redacted.warnings))
                collected, document = self._collector.collect(redacted)
                several.append(collected)
                documents.append(document)
        except ReadError as error:
            problems.extend(map(_without_contacts, error.problems))
        packed, lines = (zlib.compress(each, _LEVEL) for each in (to_json(several), "".join(documents).encode()))
        return CollectedBatch(BatchSummary.of(several), packed, lines, warnings, problems, several)

    def _records(self, batch: Batch) -> Iterator[Record]:
        project = self._project
        if not batch.is_catalogue:
            return reading.read(batch, project.root, project.declaration, project.config.publish)
        (path,) = batch.paths
        name = path.relative_to(project.root).as_posix()
        organization = project.config.organization_of(project.name_of(path))
        return catalogues.read(path, name, project.declaration, organization, project.config.publish)


def _without_contacts(problem: Problem) -> Problem:
    """Return a problem that quotes nothing private: it is printed, and kept with the release."""
    message, field = contacts.blanked(problem.message), contacts.blanked(problem.field)
    return replace(problem, message=message, field=field)


# The second pass: put the entities into the documents of a batch, and write them as N-Quads.


class ResolvedBatch(NamedTuple):
    """A batch whose mentions are decided.

    Attributes:
        path: The file to write.
        documents: Its profiles, as the first pass packed them.
        entities: What each of their mentions means, in order.
    """

    path: Path
    documents: bytes
    entities: list[Entity]


class WrittenBatch(NamedTuple):
    """A batch that was written as a chunk of the dump.

    Attributes:
        chunk: Its part of the dump.
        profiles: How many profiles, and entries of catalogues, that are.
        own_terms: Local names of the terms of the ontology that it refers to.
        accounts: What became of each profile.
        of_identity: Whether it says who is who: what lists have together, and why names are joined.
    """

    chunk: DumpChunk | PackedChunk
    profiles: int = 0
    own_terms: frozenset[str] = frozenset()
    accounts: Sequence[ProfileAccount] = ()
    of_identity: bool = False


class WritePass:
    """The second pass: puts the IRIs of entities into the documents of a batch, and writes them as N-Quads.

    Args:
        project: The project.
    """

    def __init__(self, project: Project) -> None:
        self._project = project

    @cached_property
    def _mapper(self) -> Mapper:
        """Made where it is used: it does not travel between processes."""
        return Mapper(self._project.config.base, self._project.declaration)

    def __call__(self, batch: ResolvedBatch) -> WrittenBatch:
        """Process one batch.

        Raises:
            ReleaseError: If its chunk of the dump cannot be written.
        """
        self._mapper.own_terms.clear()
        accounts: list[ProfileAccount] = []
        texts = list(self._texts(batch, accounts))
        with writing(batch.path):
            chunk = write_chunk("".join(texts).encode(), batch.path)
        return WrittenBatch(chunk, len(texts), frozenset(self._mapper.own_terms), together(accounts))

    def _texts(self, batch: ResolvedBatch, accounts: list[ProfileAccount]) -> Iterator[str]:
        entities = iter(batch.entities)
        for line in zlib.decompress(batch.documents).splitlines():
            resolved = attach(load(line), entities, self._project.declaration)
            accounts.append(self._mapper.account(resolved))
            yield self._mapper.profile(resolved)


# The processes that share out what can be done batch by batch.


@dataclass(frozen=True)
class _Indexing:
    """Writes the search index of a release that is being made.

    Attributes:
        project: Its project, of which the declaration cannot be given to another process.
    """

    project: Project

    def __call__(self, directory: Path) -> None:
        """Write it beside the dump."""
        write(directory / DUMP, self.project.config.base, directory / SEARCH, self.project.declaration)


@dataclass(frozen=True)
class BatchWorkers:
    """Processes, and what they do with the batches of a project.

    Attributes:
        batches: What there is to read.
    """

    batches: Sequence[Batch]
    _processes: parallel.WorkerPool
    _collect: CollectPass
    _write: WritePass
    _indexing: _Indexing

    def read(self) -> Iterator[CollectedBatch]:
        """Yield what comes of each batch in the first pass."""
        return self._processes.in_order(self._collect, self.batches)

    def write(self, batches: Iterable[ResolvedBatch]) -> Iterator[WrittenBatch]:
        """Yield what comes of each batch in the second pass."""
        return self._processes.in_order(self._write, batches)

    def begin_index(self, directory: Path) -> Callable[[], None]:
        """Begin the search index of the dump in a directory; what is returned waits for its end."""
        return self._processes.start(self._indexing, directory)


@contextmanager
def batch_workers(
    project: Project,
    batches: Sequence[Batch],
    authorities: Authorities,
    judgements: Judgements,
    workers: int,
    open_pool: parallel.OpenPool = parallel.worker_pool,
) -> Iterator[BatchWorkers]:
    """Yield the processes that build a project; few batches are not worth any, and are done here.

    Args:
        project: What to build.
        batches: What there is to read.
        authorities: The organisations and venues that are known by name.
        judgements: What people have judged.
        workers: How many processes, at most.
        open_pool: Opens them.
    """
    collect = CollectPass(project, authorities, judgements.mentions)
    write_pass = WritePass(project)
    indexing = _Indexing(project)
    known = collect, write_pass, indexing
    with open_pool(*known, workers=min(workers, len(batches) // 2)) as processes:
        yield BatchWorkers(batches, processes, *known)
