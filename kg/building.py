"""Build a release: read, resolve, map and load, validate, index, release."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kg.base.errors import Problem
from kg.base.parallel import OpenPool, worker_pool
from kg.base.progress import SILENT, Progress
from kg.identity.registry import RegistryRow, accept
from kg.identity.registry import append as append_rows
from kg.pipeline import fingerprint
from kg.pipeline.context import BuildContext
from kg.pipeline.result import BuildResult, check_registry, manifest
from kg.pipeline.steps import BuildSteps
from kg.profile.config import Project
from kg.site.own.face import add_face
from kg.store.release import REGISTRY, release_path
from kg.store.staging import note_changes, staged, temporary


def build(
    project: Project,
    out: Path,
    *,
    check: bool = True,
    strict: bool = False,
    keep_going: bool = False,
    anew: bool = False,
    accept_registry: bool = False,
    workers: int = 1,
    open_pool: OpenPool = worker_pool,
    progress: Progress = SILENT,
) -> BuildResult:
    """Build a release of a project under OUT, unless its graph does not conform.

    Args:
        project: What to build.
        out: Where releases go.
        check: Whether to validate.
        strict: Whether warnings keep the release back too.
        keep_going: Whether profiles that cannot be read are left out, instead of ending the build.
        anew: Whether to build even if nothing has changed since the current release was made.
        accept_registry: Whether the registry of IRIs may lack what the current release knows.
        workers: How many processes read and map profiles, if there are many.
        open_pool: Opens these, or the workers of a cluster (`kg.pipeline.spark`).
        progress: Shows how far the build has come.

    Raises:
        ReadError: If an input cannot be used.
        ConfigError: If a shape or the context is broken.
        ReleaseError: If OUT cannot be written.
    """
    with staged(out) as staging:
        context = BuildContext(project, staging, progress, strict=strict, keep_going=keep_going)
        inputs = context.inputs(
            {"check": check, "strict": strict, "keep_going": keep_going, "internal": project.is_internal}
        )
        previous = None if anew else fingerprint.previous_build(out, project.root)
        if previous and previous.is_of(inputs, project.root):
            note_changes(out, ())
            return _unchanged(previous)
        if accept_registry:
            accept(project.registry)
        else:
            check_registry(project.registry, release_path(out), project.config.base)
        if check:
            context.read_shapes()
        if previous and previous.is_cache(inputs):
            context.previous = previous
        with BuildSteps(context, workers, open_pool) as steps:
            _graph(steps)
            if context.result.conforms:
                is_of_program = previous is not None and previous.inputs.code == inputs.code
                _add_face(context, previous if is_of_program else None)
                steps.index()
                _release(context, steps, inputs, out)
        return context.result


def validate(
    project: Project,
    *,
    strict: bool = False,
    keep_going: bool = False,
    workers: int = 1,
    progress: Progress = SILENT,
) -> BuildResult:
    """Check a project without making a release; raises what `build` raises."""
    with temporary() as staging:
        context = BuildContext(project, staging, progress, strict=strict, keep_going=keep_going)
        context.read_shapes()
        with BuildSteps(context, workers) as steps:
            _graph(steps)
            if context.result.conforms:  # else the report is what is wanted
                _add_face(context)
    return context.result


def _graph(steps: BuildSteps) -> None:
    steps.read()
    steps.resolve()
    steps.map_and_load()
    steps.validate()


def _add_face(context: BuildContext, former: fingerprint.PreviousBuild | None = None) -> None:
    made = (former.release.path, former.pictures) if former else (Path(), {})
    remarks, context.pictures = add_face(context.project, context.staging, *made)
    context.result.warn(remarks)


def _release(context: BuildContext, steps: BuildSteps, inputs: fingerprint.BuildInputs, out: Path) -> None:
    project, staging, result = context.project, context.staging, context.result
    context.progress.phase("releasing")
    # IRIs are registered before anybody sees the release: a build that fails here may forget some, but never reuse one.
    # The registry is public: what only an internal view knows of is not named there.
    is_registered = project.is_internal or _register(project, steps.added, result)
    if project.registry.exists():
        staging.add(REGISTRY, project.registry.read_bytes())
    result.release = staging.publish(manifest(project, steps.registry_digest, staging, result), out)
    inputs = replace(inputs, registry=fingerprint.registry_of(project) if is_registered else "not written")
    fingerprint.write(
        result.release, inputs, result.warnings, result.left_out, project.root,
        more_warnings=result.more_warnings, pictures=context.pictures, cache=staging.workdir / fingerprint.CACHE,
    )  # fmt: skip
    staging.leave(fingerprint.CACHE, result.release)
    note_changes(out, map("\t".join, steps.added))


def _unchanged(previous: fingerprint.PreviousBuild) -> BuildResult:
    counts, account = (dict(previous.release.manifest[key]) for key in ("counts", "account"))
    return BuildResult(
        previous.release, None, [*previous.warnings], [*previous.left_out], counts,
        is_new=False, account=account, more_warnings=previous.more_warnings,
    )  # fmt: skip


def _register(project: Project, added: Sequence[RegistryRow], result: BuildResult) -> bool:
    try:
        append_rows(project.registry, added)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        hint = "make it writable, or make room, and keep it with the profiles; else a later build may forget new IRIs"
        result.warnings.append(Problem(message, project.registry, hint=hint))
        return False
    return True
