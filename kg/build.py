"""Build a release: read → resolve → map and load → validate → index → release.

The module is the picture of the pipeline; what each step does stands in the module of its name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import kg
from kg import judgements as judgement_file
from kg import origin, resources, sources, validation
from kg.config import Project
from kg.dump import Piece, pieces
from kg.errors import Problem, ReadError
from kg.identity import Resolution
from kg.identity.registry import Registry, read_registry
from kg.identity.registry import append as append_rows
from kg.mapping import Mapper
from kg.mapping.context import context
from kg.passes import Crew, Part, Sheet, Written, crew_of
from kg.progress import SILENT, Progress
from kg.release import ARCHIVE, INPUTS, REPORT, SEARCH, Release
from kg.sources.project import read_authorities
from kg.staging import Staging, note_changes, staged, temporary
from kg.validation import Report, Severity, Shapes, Surveyed, renderings
from kg.validation.trace import traced

MAX_PROBLEMS = 1_000


@dataclass
class Outcome:
    """What came of a build.

    Attributes:
        release: The release, or None where the graph does not conform.
        report: The validation report, or None where validation was skipped.
        warnings: What is odd but usable, at most 1,000 entries.
        left_out: Why profiles were left out, at most 1,000 entries.
        counts: How many entities there are of each kind, and how many `profiles` and `quads`.
        is_new: Whether the release was made now; else nothing had changed since it was made.
    """

    release: Release | None = None
    report: Report | None = None
    warnings: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    is_new: bool = True


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
        run = _Run(project, staging, progress)
        made_of = run.origin({"check": check, "strict": strict, "keep_going": keep_going})
        if not anew and (former := origin.unchanged(out, made_of)):
            note_changes(out, ())
            return _former(former)
        outcome = run.outcome
        shapes = run.shapes() if check else None
        with crew_of(project, run.authorities, run.judgements, staging, shapes, workers) as crew:
            indexed: list[Callable[[], None]] = []
            run.stage(crew, keep_going=keep_going, dumped=lambda: indexed.append(crew.begin_index(staging.path)))
            if shapes:
                run.validate(crew, shapes, strict=strict)
                if outcome.report and not outcome.report.conforms:
                    return outcome
            progress.phase("indexing")
            indexed[0]()
        progress.phase("releasing")
        _register(project, run.registry, outcome)
        outcome.release = staging.publish(_manifest(project, run.registry, staging, outcome), out)
        made_of = replace(made_of, registry=run.registry.digest())
        origin.write(outcome.release, made_of, outcome.warnings, outcome.left_out)
        note_changes(out, map("\t".join, run.registry.added))
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
        run = _Run(project, staging, progress)
        shapes = run.shapes()
        with crew_of(project, run.authorities, run.judgements, staging, shapes, workers) as crew:
            run.stage(crew, keep_going=keep_going)
            run.validate(crew, shapes, strict=strict)
    return run.outcome


class _Run:
    """A build under way: fills a staging directory step by step."""

    def __init__(self, project: Project, staging: Staging, progress: Progress) -> None:
        self.project = project
        self.staging = staging
        self.progress = progress
        self.registry = read_registry(project.registry)
        self.authorities = read_authorities(project)
        self.judgements = judgement_file.read(project.judgements)
        self.outcome = Outcome()
        self._surveyed: list[Surveyed] = []

    def origin(self, options: Mapping[str, bool]) -> origin.Origin:
        """Write down what is to be read, and return from what the release is made."""
        self.progress.phase("looking for changes")
        inputs = origin.list_inputs(self.project)
        self.staging.write(INPUTS, inputs)
        return origin.Origin(origin.code(), sha256(inputs.encode()).hexdigest(), self.registry.digest(), options)

    def shapes(self) -> Shapes:
        """Read the shapes; what is wrong with them is known before anything else is done."""
        return validation.read_shapes(validation.shape_files(self.project.shapes))

    def stage(self, crew: Crew, *, keep_going: bool, dumped: Callable[[], object] = lambda: None) -> None:
        """Read, resolve, map and load.

        Args:
            crew: Who does it.
            keep_going: Whether profiles that cannot be read are left out.
            dumped: Called when the dump is written, while the store still sorts.
        """
        with self._resolution() as resolution:
            total = sum(each.profiles for each in crew.batches)
            parts = self.progress.track("reading", crew.read(), total, _profiles_of)
            taken = self._take(parts, resolution, keep_going=keep_going)
            self.progress.phase("resolving")
            resolution.decide()
            written = crew.write(_sheets(taken, resolution))
            mapped = self.progress.track("mapping and loading", written, self.outcome.counts["profiles"], _profiles_of)
            self.staging.load(self._pieces(mapped, resolution, crew), dumped)
        self.outcome.counts["quads"] = len(self.staging.store())

    def validate(self, crew: Crew, shapes: Shapes, *, strict: bool) -> None:
        """Check the loaded graph, and keep the report if the graph conforms."""
        self.progress.phase("validating")
        store = self.staging.store()
        found = shapes.report(store, crew.screen(self._surveyed), strict=strict)
        self.outcome.report = report = traced(found, store, self.project.root, context())
        if report.conforms:
            self.staging.write(REPORT, renderings.turtle(report))

    def _resolution(self) -> Resolution:
        return Resolution(
            self.authorities,
            self.judgements,
            self.registry,
            self.outcome.warnings,
            self.outcome.counts,
            self.project.root,
            self.staging.path / ARCHIVE,
        )

    def _take(self, parts: Iterable[Part], resolution: Resolution, *, keep_going: bool) -> list[tuple[Path, int]]:
        """Take in what the profiles mention.

        Returns:
            The documents of each batch, and how many mentions they have.
        """
        taken: list[tuple[Path, int]] = []
        problems: list[Problem] = []
        outcome = self.outcome
        outcome.counts["profiles"] = 0
        for part in parts:
            problems.extend(part.problems[: MAX_PROBLEMS - len(problems)])
            outcome.warnings.extend(part.warnings[: MAX_PROBLEMS - len(outcome.warnings)])
            outcome.counts["profiles"] += part.profiles
            resolution.take(part.collected)
            taken.append((part.documents, sum(len(each.mentions) for each in part.collected)))
        if problems and not keep_going:
            raise ReadError(problems)
        outcome.left_out.extend(problems)
        return taken

    def _pieces(self, written: Iterable[Written], resolution: Resolution, crew: Crew) -> Iterator[Piece]:
        """Yield the dump: dataset and authorities, the profiles, what was found out, the concepts in use.

        Each piece is surveyed where it is made.
        """

        def surveyed(piece: Piece) -> Piece:
            self._surveyed.extend(crew.survey(piece))
            return piece

        config, workdir = self.project.config, self.staging.workdir
        mapper = Mapper(config.base)
        own_terms: set[str] = set()
        yield from map(surveyed, pieces([mapper.dataset(config, resolution.authorities)], workdir, "dataset"))
        for each in written:
            own_terms |= each.own_terms
            self._surveyed.extend(each.surveyed)
            yield each.piece
        yield from map(surveyed, pieces(_ending(mapper, resolution, own_terms), workdir, "identity"))


def _former(former: origin.Former) -> Outcome:
    counts = dict(former.release.manifest["counts"])
    return Outcome(former.release, None, [*former.warnings], [*former.left_out], counts, is_new=False)


def _profiles_of(part: Part | Written) -> int:
    return part.profiles


def _sheets(taken: Iterable[tuple[Path, int]], resolution: Resolution) -> Iterator[Sheet]:
    """Yield the documents of each batch with what their mentions mean."""
    entities = resolution.entities()
    for documents, mentions in taken:
        yield Sheet(documents, list(islice(entities, mentions)))


def _ending(mapper: Mapper, resolution: Resolution, own_terms: Set[str]) -> Iterator[str]:
    yield from mapper.identities(*resolution.findings())
    yield mapper.concepts(own_terms | mapper.own_terms)


def _register(project: Project, registry: Registry, outcome: Outcome) -> None:
    """Remember the IRIs of the release before anybody sees them."""
    try:
        append_rows(project.registry, registry.added)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "make it writable and keep it with the profiles; else a later build may forget IRIs of this release"
        outcome.warnings.append(Problem(message, project.registry, hint=hint))


def _manifest(project: Project, registry: Registry, staging: Staging, outcome: Outcome) -> dict[str, Any]:
    """Say what a release holds; nothing in it depends on the time or the machine."""
    report = outcome.report
    return {
        "kg": kg.__version__,
        "base": project.config.base,
        "title": project.config.title,
        "license": project.config.license,
        "inputs": sources.sha256_of(staging.path / INPUTS),
        "declarations": _declarations(),
        "registry": registry.digest(),
        "identity": sources.sha256_of(staging.path / ARCHIVE),
        "search": sources.sha256_of(staging.path / SEARCH),
        "counts": outcome.counts,
        "left_out": len({(each.path, each.line if _is_of_lines(each) else 0) for each in outcome.left_out}),
        "validated": report is not None,
        "results": {severity: report.counts[severity] for severity in Severity} if report else {},
        "dump": staging.dump,
    }


def _is_of_lines(problem: Problem) -> bool:
    """Say whether a problem is in a file of which each line is a profile."""
    return problem.path is not None and problem.path.suffix == ".jsonl"


def _declarations() -> str:
    """Return one hash of everything in `ontology/` and `shapes/`."""
    files = [*resources.directory("ontology").iterdir(), *resources.directory("shapes").iterdir()]
    return sha256("".join(sources.sha256_of(path) for path in sorted(files)).encode()).hexdigest()
