"""The steps of a build from the profiles alone."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path

from kg.base.errors import MAX_PROBLEMS, Problem, ReadError
from kg.base.parallel import OpenPool, worker_pool
from kg.identity import Resolution
from kg.identity.registry import RegistryRow
from kg.mapping.mapper import Mapper
from kg.pipeline.context import BuildContext
from kg.pipeline.ledger import NO_BATCH, BatchRecord
from kg.pipeline.passes import BatchWorkers, CollectedBatch, ResolvedBatch, WrittenBatch, batch_workers
from kg.pipeline.result import check_account
from kg.pipeline.statements import Statements, read_statements
from kg.profile.account import Account
from kg.store.dump import DumpChunk, chunked, write_chunk
from kg.store.release import ARCHIVE, DUMP
from kg.validation import validating


class FullBuild:
    """Builds everything, batch by batch, in `workers` processes or what else a pool has."""

    def __init__(self, context: BuildContext, workers: int, open_pool: OpenPool = worker_pool) -> None:
        self._context = context
        self._workers = workers
        self._open_pool = open_pool
        self._open = ExitStack()
        self._records: list[BatchRecord] = []
        self._taken: list[tuple[Path, int]] = []  # the documents of each batch, and how many mentions they have
        self._statements: list[Statements] = []
        self._indexed: Callable[[], None] | None = None

    def __enter__(self) -> "FullBuild":
        context = self._context
        self.pool: BatchWorkers = self._open.enter_context(
            batch_workers(
                context.project, context.batches, context.authorities, context.judgements,
                context.staging, self._workers, self._open_pool,
            )
        )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def added(self) -> Sequence[RegistryRow]:
        """The rows that the registry of IRIs has gained."""
        return self._context.registry.added

    @property
    def registry_digest(self) -> str:
        """A hash of all rows of the registry, with the new ones."""
        return self._context.registry.digest()

    def read(self) -> None:
        """Read the profiles and the project's own statements, and collect what they mention."""
        context, result = self._context, self._context.result
        result.warn(context.warnings)
        self._read_statements()
        self._resolution = self._open.enter_context(
            Resolution(
                context.authorities, context.judgements, context.registry, result.counts,
                context.project.root, context.staging.path / ARCHIVE,
            )
        )  # fmt: skip
        total = sum(each.profiles for each in context.batches)
        batches = context.progress.track("reading", self.pool.read(), total, _profiles_of)
        problems: list[Problem] = []
        result.counts["profiles"] = catalogues = 0
        for batch, content in zip(batches, context.contents, strict=True):
            problems.extend(batch.problems[: MAX_PROBLEMS - len(problems)])
            result.warn(batch.warnings)
            result.counts["profiles"] += batch.owned
            catalogues += batch.catalogues
            self._resolution.take(batch.collected)
            self._records.append(BatchRecord(content, batch.named, batch.profiles, warnings=tuple(batch.warnings)))
            self._taken.append((batch.documents, sum(len(each.mentions) for each in batch.collected)))
        if catalogues:
            result.counts["catalogues"] = catalogues
        self._leave_out(problems)

    def resolve(self) -> None:
        """Decide who is who, and which IRI each entity has."""
        self._context.progress.phase("resolving")
        self._resolution.decide()

    def map_and_load(self) -> None:
        """Write the dump, load it into a store, and check that nothing that was read is missing there."""
        context, result = self._context, self._context.result
        context.staging.load(self.chunks(), self._begin_index)
        store = context.staging.store()
        for each in self._statements:
            result.warn(each.unknown(store, context.project.config.base, context.project.root))
        result.counts["quads"] = len(store)
        check_account(self._account, store)
        result.account = self._account.as_json()

    def validate(self) -> None:
        """Check the store against the shapes."""
        context = self._context
        if context.shapes is None:
            return
        context.progress.phase("validating")
        dump = context.staging.path / DUMP
        report, candidates = validating.validate_dump(dump, context.shapes, strict=context.strict)
        context.report(report)
        context.ledger.add_candidates(candidates)

    def index(self) -> None:
        """Wait for the search index, which a worker has begun as soon as the dump was written."""
        self._context.progress.phase("indexing")
        self._context.ledger.close()
        if self._indexed is not None:
            self._indexed()

    def chunks(self) -> Iterator[DumpChunk]:
        """Yield the dump: dataset and authorities, profiles, statements, united works, identity, concepts in use.

        The profiles are mapped as their chunks are taken. Each chunk is recorded in the ledger.
        """
        context, resolution = self._context, self._resolution
        project, workdir = context.project, context.staging.workdir
        mapper = Mapper(project.config.base, project.declaration)
        own_terms: set[str] = set()
        self._account = Account(resolution.union.authorships)

        def recorded(chunks: Iterable[DumpChunk], record: BatchRecord = NO_BATCH) -> Iterator[DumpChunk]:
            for chunk in chunks:
                context.ledger.add(chunk, record)
                yield chunk

        written = self.pool.write(self._resolved())
        total = sum(record.profiles for record in self._records)
        mapped = context.progress.track("mapping and loading", written, total, _profiles_of)
        yield from recorded(chunked([mapper.dataset(project.config, resolution.authorities)], workdir, "dataset"))
        with context.accounting(self._account) as account:
            for batch, record in zip(mapped, self._records, strict=True):
                own_terms |= batch.own_terms
                account(batch.accounts)
                context.ledger.add(batch.chunk, batch.record(record), batch.entities)
                yield batch.chunk
            for number, stated in enumerate(self._statements):
                text = mapper.statements(stated.source, stated.triples, stated.subjects())
                chunk = write_chunk(text.encode(), workdir / f"statements-{number}.nq")
                account([stated.account])
                said = BatchRecord(accounts=[stated.account], warnings=stated.warnings(project.root))
                yield from recorded([chunk], said)
        works = mapper.works(resolution.union.works, resolution.title)
        yield from recorded(chunked(chain(works, mapper.disagreements(resolution.disagreements)), workdir, "works"))
        yield from recorded(chunked(mapper.identities(*resolution.findings()), workdir, "identity"))
        own_terms |= mapper.own_terms
        last = write_chunk(mapper.concepts(own_terms).encode(), workdir / "concepts.nq")
        yield from recorded([last], BatchRecord(own_terms=frozenset(mapper.own_terms)))

    def _read_statements(self) -> None:
        context = self._context
        read = list(read_statements(context.project))
        self._statements = [each for each in read if isinstance(each, Statements)]
        self._leave_out([each for each in read if isinstance(each, Problem)])
        for each in self._statements:
            context.result.warn(each.warnings(context.project.root))

    def _leave_out(self, problems: list[Problem]) -> None:
        if problems and not self._context.keep_going:
            raise ReadError(problems)
        self._context.result.left_out.extend(problems)

    def _resolved(self) -> Iterator[ResolvedBatch]:
        entities = self._resolution.entities()
        for documents, mentions in self._taken:
            yield ResolvedBatch(documents, list(islice(entities, mentions)))

    def _begin_index(self) -> None:
        self._indexed = self.pool.begin_index(self._context.staging.path)


def _profiles_of(batch: CollectedBatch | WrittenBatch) -> int:
    return batch.profiles
