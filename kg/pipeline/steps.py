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
from kg.identity import Entity, Resolution
from kg.identity.registry import RegistryRow
from kg.mapping.mapper import Mapper
from kg.pipeline.context import BuildContext
from kg.pipeline.difference import DumpDifference
from kg.pipeline.passes import BatchWorkers, CollectedBatch, ResolvedBatch, WrittenBatch, batch_workers
from kg.pipeline.result import check_account
from kg.pipeline.statements import Statements, read_statements
from kg.profile.account import Account
from kg.store.dump import DumpChunk, PackedChunk, gathered, write_chunk
from kg.store.release import ARCHIVE, DUMP
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
        self._profiles: list[int] = []  # how many each batch has
        self._mentions: list[int] = []
        self._statements: list[Statements] = []
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
        self._resolution = self._open.enter_context(
            Resolution(
                context.authorities, context.judgements, context.registry, result.counts,
                context.project.root, context.staging.path / ARCHIVE,
            )
        )  # fmt: skip
        total = sum(each.profiles for each in context.batches)
        problems: list[Problem] = []
        result.counts["profiles"] = catalogues = 0
        for batch in context.progress.track("reading", self._batches(), total, _profiles_of):
            problems.extend(batch.problems[: MAX_PROBLEMS - len(problems)])
            result.warn(batch.warnings)
            result.counts["profiles"] += batch.owned
            catalogues += batch.catalogues
            self._resolution.take(batch.collected)
            self._profiles.append(batch.profiles)
            self._mentions.append(batch.mentions)
        if catalogues:
            result.counts["catalogues"] = catalogues
        self._leave_out(problems)

    def resolve(self) -> None:
        """Decide who is who, and which IRI each entity has."""
        self._context.progress.phase("resolving")
        self._resolution.decide()
        several = zip(self._context.contents, self._entities(), strict=True)
        self._made_of = [_hashed(content.encode(), to_json(entities)) for content, entities in several]

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
        context, resolution = self._context, self._resolution
        project = context.project
        mapper = Mapper(project.config.base, project.declaration)
        own_terms: set[str] = set()
        self._account = Account(resolution.union.authorships)
        yield from self._gathered([mapper.dataset(project.config, resolution.authorities)])
        mapped = context.progress.track("mapping and loading", self._written(), sum(self._profiles), _profiles_of)
        with context.accounting(self._account) as account:
            for written in mapped:
                own_terms |= written.own_terms
                account(written.accounts)
                yield written.chunk
            for stated in self._statements:
                account([stated.account])
                yield from self._gathered([mapper.statements(stated.source, stated.triples, stated.subjects())])
        works = mapper.works(resolution.union.works, resolution.title)
        yield from self._gathered(chain(works, mapper.disagreements(resolution.disagreements)))
        yield from self._gathered(mapper.identities(*resolution.findings()))
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

    def _entities(self) -> Iterator[list[Entity]]:
        """Yield what the mentions of each batch mean."""
        entities = self._resolution.entities()
        return (list(islice(entities, mentions)) for mentions in self._mentions)

    def _resolved(self) -> Iterator[ResolvedBatch]:
        """Yield the batches of which the former dump has no chunk."""
        context = self._context
        for number, entities in enumerate(self._entities()):
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
        """Yield texts of whole lines as chunks; what the former dump has is not written again."""
        cache = self._context.cache
        for lines in gathered(texts):
            made_of = _hashed(lines)
            path = self._context.staging.workdir / f"{made_of}.nq"
            written = cache.chunk(made_of) or WrittenBatch(write_chunk(lines, path))
            cache.add_chunk(made_of, written)
            yield written.chunk

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
