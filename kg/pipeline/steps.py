"""The steps of a build. What the former release knows of a batch, a chunk or a line is not done again.

What is the same is told by its content, so that a release has the same bytes as one that was made from nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256
from itertools import chain, islice

from pydantic_core import to_json

from kg.base.errors import MAX_PROBLEMS, Problem, ReadError
from kg.base.parallel import OpenPool, worker_pool
from kg.identity.explaining import archive
from kg.identity.registry import RegistryRow
from kg.identity.resolution import Resolution
from kg.mapping.mapper import Mapper
from kg.pipeline.cache import Identity
from kg.pipeline.context import BuildContext
from kg.pipeline.difference import DumpDifference
from kg.pipeline.passes import BatchWorkers, CollectedBatch, ResolvedBatch, WrittenBatch, batch_workers
from kg.pipeline.result import check_account
from kg.pipeline.statements import Statements, read_statements
from kg.profile.account import Account
from kg.store.dump import DumpChunk, PackedChunk, gathered, write_chunk
from kg.store.release import ARCHIVE, DUMP, Release
from kg.validation import validating

_FEW = 4
"""Where at most one batch in so many is new, this machine builds alone and amends the former store; else loading all is
as fast."""


class BuildSteps:
    """Builds a release, batch by batch, in `workers` processes or what else a pool has."""

    def __init__(self, context: BuildContext, workers: int, open_pool: OpenPool = worker_pool) -> None:
        self._context = context
        self._workers = workers
        self._open_pool = open_pool
        self._open = ExitStack()
        self._read: list[CollectedBatch] = []
        self._statements: list[Statements] = []
        self._resolution: Resolution | None = None
        self._difference: DumpDifference | None = None
        self._indexed: Callable[[], None] = lambda: None

    def __enter__(self) -> "BuildSteps":
        context = self._context
        several = zip(context.batches, context.contents, strict=True)
        new = [batch for batch, content in several if content not in context.cache]
        project, judgements = context.project, context.judgements
        open_pool = self._open_pool if _FEW * len(new) > len(context.batches) else worker_pool
        pool = batch_workers(project, new, context.authorities, judgements, self._workers, open_pool)
        self.pool: BatchWorkers = self._open.enter_context(pool)
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
        total = sum(each.profiles for each in context.batches)
        problems: list[Problem] = []
        result.counts["profiles"] = catalogues = 0
        for batch in context.progress.track("reading", self._batches(), total, _profiles_of):
            problems.extend(batch.problems[: MAX_PROBLEMS - len(problems)])
            result.warn(batch.warnings)
            result.counts["profiles"] += batch.summary.owned
            catalogues += batch.summary.catalogues
            self._read.append(batch)
        if catalogues:
            result.counts["catalogues"] = catalogues
        self._leave_out(problems)

    def resolve(self) -> None:
        """Decide who is who, and which IRI each entity has, unless all that is decided from is the same."""
        context = self._context
        context.progress.phase("resolving")
        known = context.cache.identity(self._decided_from())
        if context.previous and known:
            self._take_identity(context.previous.release)
        else:
            self._resolution = resolution = self._resolve_anew()
            entities = resolution.entities()
            several = [list(islice(entities, each.summary.mentions)) for each in self._read]
            known = Identity(several, resolution.union.authorships)
        context.cache.add_identity(self._decided_from(), known)
        self._entities, self._account = known.entities, Account(known.authorships)
        contents = zip(context.contents, self._entities, strict=True)
        self._made_of = [_hashed(content.encode(), to_json(entities)) for content, entities in contents]

    def map_and_load(self) -> None:
        """Write the dump and the store, and check that nothing that was read is missing there."""
        context, result = self._context, self._context.result
        new = [made_of for made_of in self._made_of if context.cache.chunk(made_of) is None]
        if context.previous and _FEW * len(new) <= len(self._made_of):
            former, chunks = context.previous.release, [*self.chunks()]
            self._difference = DumpDifference(context.cache, former, context.staging, chunks)
            self._difference.amend_store()
        else:
            context.staging.load(self.chunks(), self._begin_index)
        store = context.staging.store()
        for each in self._statements:
            result.warn(each.unknown(store, context.project.config.base, context.project.root))
        result.counts["quads"] = len(store)
        check_account(self._account, store)
        result.account = self._account.as_json()

    def validate(self) -> None:
        """Check the graph against the shapes; of one that was amended, what the difference may concern."""
        context, difference = self._context, self._difference
        if context.shapes is None:
            return
        context.progress.phase("validating")
        dump = context.staging.path / DUMP
        changed = (context.staging.store(), difference.changes()) if difference else None
        report, candidates = validating.validate_dump(dump, context.shapes, changed=changed, strict=context.strict)
        context.report(report)
        context.cache.add_candidates(candidates)

    def index(self) -> None:
        """Amend the search index, or wait for it: a worker has begun it as soon as the dump was written."""
        self._context.progress.phase("indexing")
        self._context.cache.close()
        if self._difference:
            self._difference.amend_index(self._context.project.declaration)
        self._indexed()

    def chunks(self) -> Iterator[DumpChunk | PackedChunk]:
        """Yield the dump: dataset and authorities, profiles, statements, united works, identity, concepts in use.

        The profiles are mapped as their chunks are taken.
        """
        context, project = self._context, self._context.project
        mapper = Mapper(project.config.base, project.declaration)
        own_terms: set[str] = set()
        yield from self._gathered([mapper.dataset(project.config, context.authorities)])
        total = sum(each.profiles for each in self._read)
        mapped = context.progress.track("mapping and loading", self._written(), total, _profiles_of)
        with context.accounting(self._account) as account:
            for written in mapped:
                own_terms |= written.own_terms
                account(written.accounts)
                yield written.chunk
            for stated in self._statements:
                account([stated.account])
                yield from self._gathered([mapper.statements(stated.source, stated.triples, stated.subjects())])
        for written in self._of_identity(mapper):
            own_terms |= written.own_terms
            yield written.chunk
        yield from self._gathered([mapper.concepts(own_terms | mapper.own_terms)])

    def _batches(self) -> Iterator[CollectedBatch]:
        """Yield what was read of each batch, now or before."""
        cache, fresh = self._context.cache, self.pool.read()
        for content in self._context.contents:
            if content in cache:
                yield cache.batch(content)
            else:
                batch = next(fresh)
                cache.add_batch(content, batch)
                yield batch

    def _decided_from(self) -> str:
        """Return a hash of all from which is decided who is who, as long as what steers the project is the same."""
        return _hashed(self._context.registry.digest().encode(), *(each.summary.named.encode() for each in self._read))

    def _resolve_anew(self) -> Resolution:
        context = self._context
        resolution = self._open.enter_context(
            Resolution(
                context.authorities, context.judgements, context.registry, context.result.counts,
                context.project.root, context.staging.path / ARCHIVE,
            )
        )  # fmt: skip
        for batch in self._read:
            resolution.take(batch.collected)
        resolution.decide()
        return resolution

    def _take_identity(self, former: Release) -> None:
        """Take from the former release who is who, but for the lines in which mentions stand now."""
        context = self._context
        context.result.counts.update(former.manifest["counts"])
        places: dict[int, str] = {}
        first = 1
        for batch in self._read:
            places.update(enumerate((each.places for each in batch.fresh or ()), first))
            first += batch.profiles
        archive.amend(former.path / ARCHIVE, context.staging.path / ARCHIVE, places)

    def _of_identity(self, mapper: Mapper) -> Iterator[WrittenBatch]:
        """Yield the chunks of united works and of findings."""
        cache, resolution = self._context.cache, self._resolution
        if resolution is None:
            for made_of, written in cache.of_identity:
                cache.add_chunk(made_of, written)
                yield written
            return
        works = mapper.works(resolution.union.works, resolution.title)
        for texts in (
            chain(works, mapper.disagreements(resolution.disagreements)),
            mapper.identities(*resolution.findings()),
        ):
            yield from self._chunked(texts, mapper)

    def _resolved(self) -> Iterator[ResolvedBatch]:
        """Yield the batches of which the former dump has no chunk."""
        context = self._context
        for number, entities in enumerate(self._entities):
            if context.cache.chunk(self._made_of[number]) is None:
                path = context.staging.workdir / f"{number}.nq"
                yield ResolvedBatch(path, context.cache.documents(context.contents[number]), entities)

    def _written(self) -> Iterator[WrittenBatch]:
        """Yield what was written of each batch, now or before."""
        cache, fresh = self._context.cache, self.pool.write(self._resolved())
        for made_of in self._made_of:
            written = cache.chunk(made_of) or next(fresh)
            cache.add_chunk(made_of, written)
            yield written

    def _gathered(self, texts: Iterable[str]) -> Iterator[DumpChunk | PackedChunk]:
        return (written.chunk for written in self._chunked(texts))

    def _chunked(self, texts: Iterable[str], of_identity: Mapper | None = None) -> Iterator[WrittenBatch]:
        """Yield texts of whole lines as chunks; what the former dump has is not written again.

        Args:
            texts: The lines.
            of_identity: What has mapped them, if they say who is who.
        """
        cache = self._context.cache
        for lines in gathered(texts):
            made_of = _hashed(lines)
            known = cache.chunk(made_of)
            chunk = known.chunk if known else write_chunk(lines, self._context.staging.workdir / f"{made_of}.nq")
            own_terms = frozenset(of_identity.own_terms if of_identity else ())
            written = WrittenBatch(chunk, own_terms=own_terms, of_identity=of_identity is not None)
            cache.add_chunk(made_of, written)
            yield written

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

    def _begin_index(self) -> None:
        self._indexed = self.pool.begin_index(self._context.staging.path)


def _profiles_of(batch: CollectedBatch | WrittenBatch) -> int:
    return batch.profiles


def _hashed(*texts: bytes) -> str:
    return sha256(b"\n".join(texts)).hexdigest()
