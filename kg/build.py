"""Build a release: read → resolve → map and load → validate → index → release.

What each step does stands in `kg.pipeline` and in the module of its name. Nothing is done where nothing has changed,
and little where little has (`kg.revising`).
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kg import origin
from kg.config import Project
from kg.errors import Problem
from kg.identity.registry import Row
from kg.identity.registry import append as append_rows
from kg.ledger import LEDGER
from kg.outcome import Outcome, manifest
from kg.pipeline import Pipeline
from kg.progress import SILENT, Progress
from kg.staging import note_changes, staged, temporary

__all__ = ["Outcome", "build", "validate"]


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
        if not anew and (former := origin.unchanged(out, made_of, project.root)):
            note_changes(out, ())
            return _unchanged(former)
        outcome = run.outcome
        shapes = run.shapes() if check else None
        former = None if anew else origin.akin(out, made_of, project.root)
        if not (former and run.revise(former, shapes, strict=strict)):
            run.make(shapes, keep_going=keep_going, strict=strict, workers=workers)
        if not outcome.conforms:
            return outcome
        progress.phase("releasing")
        is_registered = _register(project, run.added, outcome)
        outcome.release = staging.publish(manifest(project, run.registry_digest, staging, outcome), out)
        made_of = replace(made_of, registry=origin.registry_of(project) if is_registered else "not written")
        more = outcome.more_warnings
        origin.write(outcome.release, made_of, outcome.warnings, outcome.left_out, project.root, more_warnings=more)
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


def _unchanged(former: origin.Former) -> Outcome:
    counts, account = (dict(former.release.manifest[key]) for key in ("counts", "account"))
    said = [*former.warnings], [*former.left_out]
    more = former.more_warnings
    return Outcome(former.release, None, *said, counts, is_new=False, account=account, more_warnings=more)


def _register(project: Project, added: Sequence[Row], outcome: Outcome) -> bool:
    """Remember the IRIs of the release before anybody sees them; say whether that could be done."""
    try:
        append_rows(project.registry, added)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "make it writable, or make room, and keep it with the profiles; else a later build may forget new IRIs"
        outcome.warnings.append(Problem(message, project.registry, hint=hint))
        return False
    return True
