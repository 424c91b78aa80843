"""Build a release: read, resolve, map and load, validate, index, release."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice
from pathlib import Path

from kg.base.errors import MAX_PROBLEMS, Problem, ReadError
from kg.base.progress import SILENT, Progress
from kg.build import fingerprint
from kg.build.fingerprint import Former
from kg.build.incremental import content_of, revise
from kg.build.ledger import LEDGER, NO_BATCH, LedgerWriter, Made
from kg.build.passes import Crew, Intake, Part, Sheet, Written, crew_of
from kg.build.result import Outcome, check_account, keep_report, manifest
from kg.build.statements import Statements, read_statements, terms_stated
from kg.identity import Resolution
from kg.identity.registry import Registry, RegistryRow, read_registry
from kg.identity.registry import append as append_rows
from kg.mapping.mapper import Mapper
from kg.profile import judgements as judgement_file
from kg.profile import reading
from kg.profile.account import ACCOUNT, Account, ProfileAccount
from kg.profile.config import Authorities, Project, read_authorities
from kg.profile.judgements import Judgements
from kg.profile.reading import Batch
from kg.store.dump import DumpChunk, chunked, write_chunk
from kg.store.release import ARCHIVE, INPUTS, Release, writing
from kg.store.staging import Staging, note_changes, staged, temporary
from kg.terms.generated import DECLARED
from kg.terms.generated import shapes as shapes_of
from kg.validation import validating
from kg.validation.report import Report
from kg.validation.screen.screening import Surveyed, candidates
from kg.validation.shacl import check_paths
from kg.validation.validating import Memory, Shapes

# The steps of a build, which fill a staging directory one after the other.


class Pipeline:
    """A build under way: fills a staging directory step by step."""

    def __init__(self, project: Project, staging: Staging, progress: Progress) -> None:
        self.project = project
        self.staging = staging
        self.progress = progress
        self.outcome = Outcome()
        self._former: Release | None = None
        self._made: list[Made] = []
        self._statements: list[Statements] = []
        self._surveyed: list[Surveyed] = []
        progress.phase("looking for changes")
        self._inputs = fingerprint.list_inputs(project)
        staging.write(INPUTS, self._inputs.text)

    # What is not needed where nothing has changed is read when it is asked for.

    @cached_property
    def registry(self) -> Registry:
        """The IRIs that were published so far; it learns the new ones."""
        return read_registry(self.project.registry)

    @cached_property
    def authorities(self) -> Authorities:
        """The organisations and venues that are known by name."""
        return read_authorities(self.project)

    @cached_property
    def judgements(self) -> Judgements:
        """What people have judged."""
        return judgement_file.read(self.project.judgements)

    @cached_property
    def batches(self) -> Sequence[Batch]:
        """What there is to read."""
        return list(reading.batches(self._inputs.files))

    @cached_property
    def _ledger(self) -> LedgerWriter:
        """Says of what each piece of the dump is made."""
        return LedgerWriter(self.staging.workdir / LEDGER, self.project.root)

    @cached_property
    def _contents(self) -> Sequence[str]:
        """A hash of what is read of each batch."""
        return [content_of(batch, self.project.root, self._inputs.hashes) for batch in self.batches]

    @property
    def added(self) -> Sequence[RegistryRow]:
        """The rows that the registry has learnt."""
        return () if self._former else self.registry.added

    @property
    def registry_digest(self) -> str:
        """A hash of all rows of the registry, with the new ones."""
        return str(self._former.manifest["registry"]) if self._former else self.registry.digest()

    def origin(self, options: Mapping[str, bool]) -> fingerprint.Origin:
        """Return from what the release is made."""
        return fingerprint.of(self.project, self._inputs, options)

    def shapes(self) -> Shapes:
        """Read the shapes; what is wrong with them is known before anything else is done."""
        self.progress.phase("reading shapes")
        files = validating.shape_files(self.project.shapes)
        check_paths(files, self.project.declaration, terms_stated(self.project))
        if self.project.additions:
            declared = self.staging.workdir / DECLARED
            declared.write_text(shapes_of(self.project.declaration, added=True), encoding="utf-8")
            files.append(declared)
        return validating.read_shapes(files)

    def crew(self, shapes: Shapes | None, workers: int) -> AbstractContextManager[Crew]:
        """Return the processes that read, map and screen."""
        return crew_of(self.project, self.batches, self.authorities, self.judgements, self.staging, shapes, workers)

    def revise(self, former: Former, shapes: Shapes | None, *, strict: bool) -> bool:
        """Make the release from the former one; say whether that could be done."""
        self.progress.phase("revising")
        intake = Intake(self.project, self.authorities, self.staging.workdir, self.judgements.mentions)
        batches, staging = (self.batches, self._contents), self.staging
        revised = revise(self.project, *batches, former, staging, intake, shapes, strict=strict)
        if revised is None:
            staging.clear()
            return False
        self._former = former.release
        self.outcome.warnings.extend(revised.warnings[:MAX_PROBLEMS])
        self.outcome.more_warnings = len(revised.warnings[MAX_PROBLEMS:])
        self.outcome.counts.update({**former.release.manifest["counts"], "quads": revised.quads})
        account = Account.like(former.release.manifest["account"])
        with self._noting(account) as note:
            for entry in revised.made:
                note(entry.accounts)
        self.outcome.account = account.as_json()
        if revised.report:
            self._report(revised.report)
        return True

    def make(self, shapes: Shapes | None, *, keep_going: bool, strict: bool, workers: int) -> None:
        """Make the release from the profiles alone."""
        with self.crew(shapes, workers) as crew:
            indexed: list[Callable[[], None]] = []
            begin = crew.begin_index
            self.stage(crew, keep_going=keep_going, dumped=lambda: indexed.append(begin(self.staging.path)))
            if shapes:
                self.validate(crew, shapes, strict=strict)
            if self.outcome.conforms:
                self.progress.phase("indexing")
                self._ledger.close()
                indexed[0]()

    def stage(self, crew: Crew, *, keep_going: bool, dumped: Callable[[], object] = lambda: None) -> None:
        """Read, resolve, map and load.

        Args:
            crew: Who does it.
            keep_going: Whether profiles that cannot be read are left out.
            dumped: Called when the dump is written, while the store still sorts.
        """
        with self.mapped(crew, keep_going=keep_going) as mapped:
            self.staging.load(mapped, dumped)
        store = self.staging.store()
        for each in self._statements:
            self.outcome.warnings.extend(each.unknown(store, self.project.config.base, self.project.root))
        self.outcome.counts["quads"] = len(store)
        check_account(self._account, store)
        self.outcome.account = self._account.as_json()

    @contextmanager
    def mapped(self, crew: Crew, *, keep_going: bool = False) -> Iterator[Iterator[DumpChunk]]:
        """Read and resolve, and yield the pieces of the dump, which are mapped as they are taken."""
        self._read_statements(keep_going=keep_going)
        with self._resolution() as resolution:
            total = sum(each.profiles for each in crew.batches)
            parts = self.progress.track("reading", crew.read(), total, _profiles_of)
            taken = self._take(parts, resolution, keep_going=keep_going)
            self.progress.phase("resolving")
            resolution.decide()
            written = crew.write(_sheets(taken, resolution))
            mapped = self.progress.track("mapping and loading", written, self.outcome.counts["profiles"], _profiles_of)
            yield self._pieces(mapped, resolution, crew)

    def validate(self, crew: Crew, shapes: Shapes, *, strict: bool) -> None:
        """Check the loaded graph, and keep the report if the graph conforms."""
        self.progress.phase("validating")
        store = self.staging.store()
        memory = Memory([each.survey for each in self._surveyed])
        found = candidates(self._surveyed, memory.noting(crew.look))
        self._report(shapes.report(store, found, strict=strict))
        self._ledger.remember(memory)

    @contextmanager
    def _noting(self, account: Account) -> Iterator[Callable[[Iterable[ProfileAccount]], None]]:
        """Yield what takes profiles into an account, and writes down what became of them."""
        path = self.staging.path / ACCOUNT
        with writing(path), path.open("w", encoding="utf-8") as file:

            def note(profiles: Iterable[ProfileAccount]) -> None:
                account.add(profiles)
                file.writelines(f"{each.as_json()}\n" for each in profiles)

            yield note

    def _report(self, found: Report) -> None:
        self.outcome.report = keep_report(found, self.staging, self.project.root, self.project.declaration)

    def _resolution(self) -> Resolution:
        return Resolution(
            self.authorities,
            self.judgements,
            self.registry,
            self.outcome.counts,
            self.project.root,
            self.staging.path / ARCHIVE,
        )

    def _read_statements(self, *, keep_going: bool) -> None:
        """Read the statements of the project's own, before anything that takes long."""
        read = list(read_statements(self.project))
        self._statements = [each for each in read if isinstance(each, Statements)]
        problems = [each for each in read if isinstance(each, Problem)]
        if problems and not keep_going:
            raise ReadError(problems)
        self.outcome.left_out.extend(problems)
        for each in self._statements:
            self.outcome.warnings.extend(each.warnings(self.project.root))

    def _take(self, parts: Iterable[Part], resolution: Resolution, *, keep_going: bool) -> list[tuple[Path, int]]:
        """Take in what the profiles mention.

        Returns:
            The documents of each batch, and how many mentions they have.
        """
        taken: list[tuple[Path, int]] = []
        problems: list[Problem] = []
        outcome = self.outcome
        outcome.counts["profiles"] = 0
        for part, content in zip(parts, self._contents, strict=True):
            problems.extend(part.problems[: MAX_PROBLEMS - len(problems)])
            room = MAX_PROBLEMS - len(outcome.warnings)
            outcome.warnings.extend(part.warnings[:room])
            outcome.more_warnings += len(part.warnings[room:])
            outcome.counts["profiles"] += part.profiles
            resolution.take(part.collected)
            self._made.append(Made(content, part.named, part.profiles, warnings=tuple(part.warnings)))
            taken.append((part.documents, sum(len(each.mentions) for each in part.collected)))
        if problems and not keep_going:
            raise ReadError(problems)
        outcome.left_out.extend(problems)
        return taken

    def _pieces(self, written: Iterable[Written], resolution: Resolution, crew: Crew) -> Iterator[DumpChunk]:
        """Yield the dump: dataset and authorities, the profiles, what was found out, the concepts in use.

        Each piece is surveyed where it is made, and the ledger says of what.
        """
        config, workdir, root = self.project.config, self.staging.workdir, self.project.root
        mapper = Mapper(config.base, self.project.declaration)
        own_terms: set[str] = set()
        ledger = self._ledger
        account = self._account = Account(resolution.union.authorships)

        def noted(several: Iterable[DumpChunk], made: Made = NO_BATCH) -> Iterator[DumpChunk]:
            for piece in several:
                self._surveyed.extend(crew.survey(piece))
                ledger.add(piece, made)
                yield piece

        yield from noted(chunked([mapper.dataset(config, resolution.authorities)], workdir, "dataset"))
        with self._noting(account) as note:
            for each, made in zip(written, self._made, strict=True):
                own_terms |= each.own_terms
                note(each.accounts)
                self._surveyed.extend(each.surveyed)
                said = replace(made, own_terms=each.own_terms, accounts=each.accounts, united=each.united)
                ledger.add(each.piece, said, each.entities)
                yield each.piece
            for number, stated in enumerate(self._statements):
                text = mapper.statements(stated.source, stated.triples, stated.subjects())
                piece = write_chunk(text.encode(), workdir / f"statements-{number}.nq")
                note([stated.account])
                yield from noted([piece], Made(accounts=[stated.account], warnings=stated.warnings(root)))
        works = mapper.works(resolution.union.works, resolution.title)
        yield from noted(chunked(chain(works, mapper.disagreements(resolution.disagreements)), workdir, "works"))
        yield from noted(chunked(mapper.identities(*resolution.findings()), workdir, "identity"))
        own_terms |= mapper.own_terms
        last = write_chunk(mapper.concepts(own_terms).encode(), workdir / "concepts.nq")
        yield from noted([last], Made(own_terms=frozenset(mapper.own_terms)))


def _profiles_of(part: Part | Written) -> int:
    return part.profiles


def _sheets(taken: Iterable[tuple[Path, int]], resolution: Resolution) -> Iterator[Sheet]:
    """Yield the documents of each batch with what their mentions mean."""
    entities = resolution.entities()
    for documents, mentions in taken:
        yield Sheet(documents, list(islice(entities, mentions)))


# Build a release: read → resolve → map and load → validate → index → release.


def build(
    project: Project,
    out: Path,
    *,
    check: bool = True,
    strict: bool = False,
    keep_going: bool = False,
    anew: bool = False,
    workers: int = 1,
    progress: Progress = SILENT,
) -> Outcome:
    """Build a release of a project under OUT, unless its graph does not conform.

    Args:
        project: What to build.
        out: Where releases go.
        check: Whether to validate.
        strict: Whether warnings keep the release back too.
        keep_going: Whether profiles that cannot be read are left out, instead of ending the build.
        anew: Whether to build even if nothing has changed since the current release was made.
        workers: How many processes read and map profiles, if there are many.
        progress: What shows how far it has come.

    Raises:
        ReadError: If an input cannot be used.
        ConfigError: If a shape or the context is broken.
        ReleaseError: If OUT cannot be written.
    """
    with staged(out) as staging:
        run = Pipeline(project, staging, progress)
        made_of = run.origin({"check": check, "strict": strict, "keep_going": keep_going})
        if not anew and (former := fingerprint.unchanged(out, made_of, project.root)):
            note_changes(out, ())
            return _unchanged(former)
        outcome = run.outcome
        shapes = run.shapes() if check else None
        former = None if anew else fingerprint.akin(out, made_of, project.root)
        if not (former and run.revise(former, shapes, strict=strict)):
            run.make(shapes, keep_going=keep_going, strict=strict, workers=workers)
        if not outcome.conforms:
            return outcome
        progress.phase("releasing")
        is_registered = _register(project, run.added, outcome)
        outcome.release = staging.publish(manifest(project, run.registry_digest, staging, outcome), out)
        made_of = replace(made_of, registry=fingerprint.registry_of(project) if is_registered else "not written")
        more = outcome.more_warnings
        fingerprint.write(
            outcome.release, made_of, outcome.warnings, outcome.left_out, project.root, more_warnings=more
        )
        staging.leave(LEDGER, outcome.release)
        note_changes(out, map("\t".join, run.added))
    return outcome


def validate(
    project: Project,
    *,
    strict: bool = False,
    keep_going: bool = False,
    workers: int = 1,
    progress: Progress = SILENT,
) -> Outcome:
    """Check a project without making a release; raises what `build` raises."""
    with temporary() as staging:
        run = Pipeline(project, staging, progress)
        shapes = run.shapes()
        with run.crew(shapes, workers) as crew:
            run.stage(crew, keep_going=keep_going)
            run.validate(crew, shapes, strict=strict)
    return run.outcome


def _unchanged(former: fingerprint.Former) -> Outcome:
    counts, account = (dict(former.release.manifest[key]) for key in ("counts", "account"))
    said = [*former.warnings], [*former.left_out]
    more = former.more_warnings
    return Outcome(former.release, None, *said, counts, is_new=False, account=account, more_warnings=more)


def _register(project: Project, added: Sequence[RegistryRow], outcome: Outcome) -> bool:
    """Remember the IRIs of the release before anybody sees them; say whether that could be done."""
    try:
        append_rows(project.registry, added)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "make it writable, or make room, and keep it with the profiles; else a later build may forget new IRIs"
        outcome.warnings.append(Problem(message, project.registry, hint=hint))
        return False
    return True
