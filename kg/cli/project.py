"""Commands on a project: build, validate, info, schema."""

import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kg.base.errors import ConfigError, KgError, ReadError
from kg.cli import messages
from kg.cli.messages import manifest_lines, show_outcome, show_warnings
from kg.cli.options import (
    CORES,
    KeepGoingOption,
    ProjectArgument,
    ReleaseOption,
    SkipValidationOption,
    StrictOption,
    WorkersOption,
)
from kg.cli.places import releases_made
from kg.cli.progress import shown_progress

if TYPE_CHECKING:
    from kg.base.parallel import OpenPool

MasterOption = Annotated[
    str | None, typer.Option("--master", help="With Spark: its master, such as spark://host:7077, yarn or local[2].")
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--spark", help="With Spark: one of its settings, NAME=VALUE; repeatable."),
]

Engine = Literal["embedded", "spark"]
ReportFormat = Literal["text", "json", "sarif", "github", "turtle"]
SchemaKind = Literal["profile", "organizations", "venues", "config", "ontology"]


def build(
    project: ProjectArgument = None,
    out: Annotated[Path, typer.Option("--out", help="Where releases go.", callback=releases_made)] = Path("build"),
    strict: StrictOption = False,
    skip_validation: SkipValidationOption = False,
    keep_going: KeepGoingOption = False,
    anew: Annotated[
        bool, typer.Option("--force", "--anew", help="Build even if nothing has changed since the last release.")
    ] = False,
    accept_registry: Annotated[
        bool,
        typer.Option("--accept-registry", help="Go on though identity/registry.tsv lacks what the release knows."),
    ] = False,
    internal: Annotated[
        bool, typer.Option("--internal", help="Build the internal view, with fields that are 'private: internal'.")
    ] = False,
    workers: WorkersOption = CORES,
    engine: Annotated[Engine, typer.Option("--engine", help="Build here, or on a cluster.")] = "embedded",
    master: MasterOption = None,
    settings: SettingsOption = None,
) -> None:
    """Build a release of a project.

    Reads, resolves, maps, loads and validates; if nothing has changed since the current release was made,
    that one stays.

    The release appears under OUT/releases, and OUT/current points to it; if anything goes wrong, the
    previous release stays as it is. Prints the release's directory.

    The internal view goes to OUT/internal, and is shown by 'kg serve --tokens' alone; build it after the public one.

    A Spark cluster reads and maps the profiles of very large projects (docs/scale.md).

    \b
    Examples:
      kg build
      kg build my-group --out /srv/kg --strict
      kg build --engine spark --master spark://host:7077
    """
    from kg import building
    from kg.base.parallel import worker_pool
    from kg.profile.config import read_project
    from kg.store.release import INTERNAL

    started = time.monotonic()
    found = read_project(project)
    with shown_progress() as progress:
        outcome = building.build(
            found.internal() if internal else found,
            out / INTERNAL if internal else out,
            check=not skip_validation,
            strict=strict,
            keep_going=keep_going,
            anew=anew,
            accept_registry=accept_registry,
            workers=workers,
            open_pool=worker_pool if engine == "embedded" else _cluster(master, settings or []),
            progress=progress,
        )
    show_outcome(outcome, seconds=time.monotonic() - started, project=project)
    if outcome.release is None:
        raise typer.Exit(1)
    typer.echo(outcome.release.path)


def validate(
    project: ProjectArgument = None,
    form: Annotated[ReportFormat, typer.Option("--format", help="How to show the report.")] = "text",
    strict: StrictOption = False,
    keep_going: KeepGoingOption = False,
    workers: WorkersOption = CORES,
) -> None:
    """Check the files of a project and the graph that they make.

    No release is made. Each result names file, line and field, what does not hold, and what to do. 'github',
    'sarif' and 'json' report on files (unknown keys, dates, syntax) and on the graph alike; 'turtle' is SHACL's
    report on the graph.

    \b
    Examples:
      kg validate
      kg validate --format github      annotations on a pull request
      kg validate --format sarif > report.sarif
    """
    from kg import building
    from kg.profile.config import read_project
    from kg.validation.renderings import RENDERINGS

    try:
        with shown_progress() as progress:
            outcome = building.validate(
                read_project(project), strict=strict, keep_going=keep_going, workers=workers, progress=progress
            )
    except KgError as error:
        raise _reported(error, project, form) from error
    show_warnings(outcome.warnings, outcome.left_out)
    typer.echo(RENDERINGS[form](outcome.found), nl=False)
    if not outcome.found.conforms:
        raise typer.Exit(1)


def _reported(error: "KgError", project: Path | None, form: ReportFormat) -> "KgError":
    """Report all problems of the files of a project, and return them as one error."""
    from kg.pipeline.faults import Faults, find_faults
    from kg.profile.roots import project_root
    from kg.validation.renderings import OF_FILES, RENDERINGS
    from kg.validation.report import Report

    faults = Faults(error)
    if isinstance(error, ReadError | ConfigError):
        with suppress(ConfigError):  # where there is no project, which is what the error says
            faults = find_faults(project_root(project), error)
    messages.say(faults.warnings)
    if form in OF_FILES:
        report = Report().with_files(faults.problems, faults.warnings, is_of_graph=False)
        typer.echo(RENDERINGS[form](report), nl=False)
    return faults.as_error()


def info(
    release: ReleaseOption = Path("build"),
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the manifest, or with --account a line of JSON a profile.")
    ] = False,
    account: Annotated[
        bool, typer.Option("--account", help="Say what was read of each profile, and what became of it.")
    ] = False,
    person: Annotated[str, typer.Option("--person", help="With --account: only this profile, at length.")] = "",
) -> None:
    """Say what a release holds.

    \b
    Examples:
      kg info --json
      kg info --account
      kg info --account --person ada-lovelace
    """
    import json

    from kg.cli.accounting import account_lines
    from kg.store.release import open_release, verify

    opened = open_release(release)
    verify(opened, whole=True)
    if account or person:
        for line in account_lines(opened, person, as_json=as_json):
            typer.echo(line)
    elif as_json:
        typer.echo(json.dumps(opened.manifest, indent=2, ensure_ascii=False))
    else:
        typer.echo("\n".join(manifest_lines(opened)))


def schema(
    kind: Annotated[SchemaKind, typer.Argument(help="Which kind of file.")] = "profile",
    project: Annotated[
        Path | None,
        typer.Argument(
            help="A project, whose own fields and kinds are in it. Default: that of this directory, if any."
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of file.

    Editors check and complete with it while typing. In a project, what its ontology/ declares is in it.

    \b
    Examples:
      kg schema > profile.schema.json
      kg schema profile my-group > my-group/schemas/profile.schema.json
      kg schema ontology > ontology.schema.json
    """
    from kg.profile.config import read_project
    from kg.profile.roots import folders_above
    from kg.profile.schemas import json_schema

    here = project or next((each for each in (Path(), *folders_above()) if (each / "kg.yaml").is_file()), None)
    typer.echo(json_schema(kind, read_project(here).declaration if here else None))


def _cluster(master: str | None, settings: list[str]) -> "OpenPool":
    from kg.pipeline.spark import worker_pool

    if master is None:
        hint = "give its address: --master spark://host:7077; on this machine alone: --master 'local[2]'"
        raise ConfigError("no master is named for Spark", hint=hint)
    return partial(worker_pool, master, dict(map(_setting, settings)))


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.startswith("spark."):
        raise ConfigError(f"'{text}' is no setting of Spark", hint="write it as spark.executor.memory=4g")
    return name, value
