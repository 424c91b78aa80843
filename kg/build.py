"""Build a release: read → resolve → map → stage → validate → index → release.

The module is the picture of the pipeline; what each step does stands in the module of its name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import kg
from kg import judgements as judgement_file
from kg import mapping, parallel, release, resources, search, sources, validation
from kg.config import Project
from kg.errors import ConfigError, Problem, ReadError
from kg.identity import Collected, Resolution
from kg.identity.registry import Registry, read_registry
from kg.identity.registry import append as append_rows
from kg.intake import Intake
from kg.mapping.context import context
from kg.progress import SILENT, Progress
from kg.release import ARCHIVE, INPUTS, REPORT, SEARCH, Release, Staging
from kg.sources.project import read_authorities
from kg.validation import Report, Severity, renderings
from kg.validation.trace import traced
from kg.vocabulary import vocabulary

MAX_PROBLEMS = 1_000


@dataclass
class Outcome:
    """What came of a build.

    Attributes:
        release: The release, or None where the graph does not conform.
        report: The validation report, or None where validation was skipped.
        warnings: What is odd but usable, at most 1,000 entries.
        counts: How many entities there are of each kind, and how many `profiles` and `quads`.
    """

    release: Release | None = None
    report: Report | None = None
    warnings: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)


def build(
    project: Project,
    out: Path,
    *,
    check: bool = True,
    strict: bool = False,
    workers: int = 1,
    progress: Progress = SILENT,
) -> Outcome:
    """Build a release of a project under OUT, unless its graph does not conform.

    Args:
        project: What to build.
        out: Where releases go.
        check: Whether to validate.
        strict: Whether warnings keep the release back too.
        workers: How many processes read profiles, if there are many.
        progress: What shows how far it has come.

    Raises:
        ReadError: If an input cannot be used.
        ConfigError: If a shape or the context is broken.
        ReleaseError: If OUT cannot be written.
    """
    with release.staging(out) as staging:
        registry = read_registry(project.registry)
        outcome = _stage(project, registry, staging, workers, progress)
        if check:
            outcome.report = _validate(project, staging, strict, progress)
            if not outcome.report.conforms:
                return outcome
            staging.write(REPORT, renderings.turtle(outcome.report))
        progress.phase("indexing")
        search.write(staging.store(), project.config.base, staging.path / SEARCH)
        progress.phase("releasing")
        _register(project, registry, outcome)
        outcome.release = staging.publish(_manifest(project, registry, staging, outcome), out)
        release.note_changes(out, map("\t".join, registry.added))
    return outcome


def validate(
    project: Project,
    *,
    strict: bool = False,
    workers: int = 1,
    progress: Progress = SILENT,
) -> Outcome:
    """Check a project without making a release; raises what `build` raises."""
    with release.temporary() as staging:
        outcome = _stage(project, read_registry(project.registry), staging, workers, progress)
        outcome.report = _validate(project, staging, strict, progress)
    return outcome


def _stage(project: Project, registry: Registry, staging: Staging, workers: int, progress: Progress) -> Outcome:
    """Read, resolve, map and load: fill the staging directory with everything but the verdict."""
    outcome = Outcome()
    authorities, judgements = read_authorities(project), judgement_file.read(project.judgements)
    resolution = Resolution(
        authorities,
        staging.workdir,
        judgements,
        registry,
        outcome.warnings,
        outcome.counts,
        project.root,
        staging.path / ARCHIVE,
    )
    intake = Intake(project, authorities, judgements.mentions)
    collected = _collected(project, intake, staging, outcome, workers)
    resolved = resolution.resolve(progress.track("reading", collected))
    mapped = progress.track("mapping and loading", resolved)
    quads = mapping.nquads(mapped, project.config, authorities, context(), vocabulary(), resolution.findings)
    staging.load(quads)
    outcome.counts["quads"] = len(staging.store())
    return outcome


def _collected(
    project: Project, intake: Intake, staging: Staging, outcome: Outcome, workers: int
) -> Iterator[Collected]:
    """Yield what the profiles mention, without anything private, and write down what was read."""
    problems: list[Problem] = []
    outcome.counts["profiles"] = 0
    batches = list(sources.batches(sources.profile_files(project.profiles)))
    with (staging.path / INPUTS).open("w", encoding="utf-8") as inputs:
        inputs.writelines(_hash_line(path, project.root) for path in _other_inputs(project))
        for part in parallel.in_order(intake, batches, workers=min(workers, len(batches) // 2)):
            inputs.writelines(part.inputs)
            problems.extend(part.problems[: MAX_PROBLEMS - len(problems)])
            outcome.warnings.extend(part.warnings[: MAX_PROBLEMS - len(outcome.warnings)])
            outcome.counts["profiles"] += len(part.collected)
            yield from part.collected
    if problems:
        raise ReadError(problems)


def _register(project: Project, registry: Registry, outcome: Outcome) -> None:
    """Remember the IRIs of the release before anybody sees them."""
    try:
        append_rows(project.registry, registry.added)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "make it writable and keep it with the profiles; else a later build may forget IRIs of this release"
        outcome.warnings.append(Problem(message, project.registry, hint=hint))


def _validate(project: Project, staging: Staging, strict: bool, progress: Progress) -> Report:
    progress.phase("validating")
    store = staging.store()
    report = validation.validate(store, validation.shape_files(project.shapes), strict=strict)
    return traced(report, store, project.root, context())


def _manifest(project: Project, registry: Registry, staging: Staging, outcome: Outcome) -> dict[str, Any]:
    """Say what a release holds; nothing in it depends on the time or the machine."""
    report = outcome.report
    return {
        "kg": kg.__version__,
        "base": project.config.base,
        "title": project.config.title,
        "license": project.config.license,
        "inputs": _hash(staging.path / INPUTS),
        "declarations": _declarations(),
        "registry": registry.digest(),
        "identity": _hash(staging.path / ARCHIVE),
        "search": _hash(staging.path / SEARCH),
        "counts": outcome.counts,
        "validated": report is not None,
        "results": {severity: report.counts[severity] for severity in Severity} if report else {},
        "dump": {"sha256": staging.dump_sha256, "bytes": staging.dump_bytes},
    }


def _other_inputs(project: Project) -> Iterator[Path]:
    yield project.root / "kg.yaml"
    yield from filter(Path.exists, (project.organizations, project.venues, project.judgements))
    yield from sorted(project.shapes.glob("*.ttl"))


def _hash_line(path: Path, root: Path) -> str:
    try:
        return f"{_hash(path)}\t{path.relative_to(root).as_posix()}\n"
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ConfigError(Problem(message, path, hint="check the path and its permissions")) from error


def _hash(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _declarations() -> str:
    """Return one hash of everything in `ontology/` and `shapes/`."""
    files = [*resources.directory("ontology").iterdir(), *resources.directory("shapes").iterdir()]
    return sha256("".join(_hash(path) for path in sorted(files)).encode()).hexdigest()
