"""The two passes over the profiles, batch by batch."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pydantic_core import to_json

from kg.base import parallel
from kg.base.errors import Problem, ReadError
from kg.identity import Collected, Collector, Entity, attach
from kg.identity.collecting import load
from kg.interchange import catalogues
from kg.mapping.mapper import Mapper
from kg.pipeline.ledger import BatchRecord, pack
from kg.profile import contacts, privacy, reading
from kg.profile.account import ProfileAccount, together
from kg.profile.config import Authorities, Project
from kg.profile.judgements import Judgements
from kg.profile.reading import Batch
from kg.profile.records import Record, Resolved
from kg.store.dump import DumpChunk, write_chunk
from kg.store.release import DUMP, SEARCH, writing
from kg.store.search.writing import write
from kg.store.staging import Staging

# The first pass: read a batch, keep private what is private, take the mentions out.


@dataclass(frozen=True)
class CollectedBatch:
    """A batch that was read: what its profiles mention, and where they wait for the second pass.

    Attributes:
        documents: A file with the profiles that could be read, one a line, for the second pass.
        collected: What these mention.
        warnings: What is odd but usable.
        problems: What is wrong.
        named: A hash of what identity is decided from; while it is the same, everybody keeps their IRIs.
    """

    documents: Path
    collected: list[Collected]
    warnings: list[Problem]
    problems: list[Problem]
    named: str = ""

    @property
    def profiles(self) -> int:
        """How many profiles, and entries of catalogues, could be read."""
        return len(self.collected)

    @property
    def owned(self) -> int:
        """How many of these are profiles."""
        return sum(bool(each.listed.owner) for each in self.collected)

    @property
    def catalogues(self) -> int:
        """How many catalogues could be read."""
        return sum(each.listed.opens_catalogue for each in self.collected)


class CollectPass:
    """The first pass: reads a batch, keeps private what is private, and collects mentions.

    Args:
        project: The project.
        authorities: The organisations and venues that are known by name.
        spool: A directory for the documents.
        judged: Keys of the mentions that people have judged one by one.
    """

    def __init__(
        self, project: Project, authorities: Authorities, spool: Path, judged: frozenset[str] = frozenset()
    ) -> None:
        self._project = project
        self._authorities = authorities
        self._spool = spool
        self._judged = judged

    @cached_property
    def _collector(self) -> Collector:
        """Made where it is used: its caches do not travel between processes."""
        return Collector(self._authorities, self._judged, self._project.declaration)

    def __call__(self, batch: Batch) -> CollectedBatch:
        """Process one batch.

        Raises:
            ReleaseError: If its documents cannot be written.
        """
        part = CollectedBatch(self._spool / f"{batch.number}.jsonl", [], [], [])
        with writing(part.documents), part.documents.open("w", encoding="utf-8") as documents:
            try:
                project, config = self._project, self._project.config
                for record in self._records(batch):
                    redacted = privacy.redact(record, config.privacy, project.declaration)
                    part.warnings.extend(map(_without_contacts, redacted.warnings))
                    collected, document = self._collector.collect(redacted)
                    part.collected.append(collected)
                    documents.write(document)
            except ReadError as error:
                part.problems.extend(map(_without_contacts, error.problems))
        return replace(part, named=_profile_hash(part.collected))

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


def _profile_hash(several: list[Collected]) -> str:
    """Return a hash of what some profiles mention; where they do so is left out, since nothing is decided from it."""
    said = [
        (each.listed, each.persons, each.works, each.mentions, each.judged, each.venues, each.in_ror)
        for each in several
    ]
    return sha256(to_json(said)).hexdigest()


# The second pass: put the entities into the documents of a batch, and write them as N-Quads.


class ResolvedBatch(NamedTuple):
    """A batch whose mentions are decided.

    Attributes:
        documents: The file with its profiles, which the first pass wrote; the second one removes it.
        entities: What each of their mentions means, in order.
    """

    documents: Path
    entities: list[Entity]


class WrittenBatch(NamedTuple):
    """A batch that was written as a chunk of the dump.

    Attributes:
        chunk: Its part of the dump.
        profiles: How many profiles, and entries of catalogues, that are.
        own_terms: Local names of the terms of the ontology that it refers to.
        entities: What its mentions mean, packed for the ledger.
        accounts: What became of each profile.
        united: A hash of what it says of works that other lists name too; what these are depends on it.
    """

    chunk: DumpChunk
    profiles: int
    own_terms: frozenset[str]
    entities: bytes
    accounts: list[ProfileAccount]
    united: str

    def record(self, collected: BatchRecord) -> BatchRecord:
        """Complete the record of the first pass with what the second one has found."""
        return replace(collected, own_terms=self.own_terms, accounts=self.accounts, united=self.united)


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
        shared: list[bytes] = []
        texts = list(self._texts(batch, accounts, shared))
        path = batch.documents.with_suffix(".nq")
        text = "".join(texts).encode()
        with writing(path):
            chunk = write_chunk(text, path)
        batch.documents.unlink()
        return WrittenBatch(
            chunk,
            len(texts),
            frozenset(self._mapper.own_terms),
            pack(batch.entities),
            together(accounts),
            _hashed(shared),
        )

    def _texts(self, batch: ResolvedBatch, accounts: list[ProfileAccount], shared: list[bytes]) -> Iterator[str]:
        entities = iter(batch.entities)
        with batch.documents.open(encoding="utf-8") as lines:
            for line in lines:
                resolved = attach(load(line), entities, self._project.declaration)
                accounts.append(self._mapper.account(resolved))
                shared.extend(_shared(resolved))
                yield self._mapper.profile(resolved)


def _shared(resolved: Resolved) -> Iterator[bytes]:
    """Yield what a profile says of works that other lists name too: all of it, since nearly all of it is united."""
    for item in resolved.document.get("publications", ()):
        if not item["is_new"]:
            yield to_json(item)


def _hashed(texts: Iterable[bytes]) -> str:
    return sha256(b"\n".join(texts)).hexdigest()


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
    staging: Staging,
    workers: int,
    open_pool: parallel.OpenPool = parallel.worker_pool,
) -> Iterator[BatchWorkers]:
    """Yield the processes that build a project; few batches are not worth any, and are done here.

    Args:
        project: What to build.
        batches: What there is to read.
        authorities: The organisations and venues that are known by name.
        judgements: What people have judged.
        staging: Where the release is made.
        workers: How many processes, at most.
        open_pool: Opens them.
    """
    collect = CollectPass(project, authorities, staging.workdir, judgements.mentions)
    write_pass = WritePass(project)
    indexing = _Indexing(project)
    known = collect, write_pass, indexing
    with open_pool(*known, workers=min(workers, len(batches) // 2)) as processes:
        yield BatchWorkers(batches, processes, *known)
