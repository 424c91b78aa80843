"""Build on a cluster, and make a release of what came of it."""

import time
from pathlib import Path
from typing import Annotated

import typer

from kg.base.errors import ConfigError
from kg.cli.project import CORES, StrictOption


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command()(merge)


def build_on_spark(
    project: str | None, out: str, master: str | None, settings: list[str], *, check: bool, keep_going: bool
) -> None:
    """Do what `kg build --engine spark` says."""
    from kg.build import spark
    from kg.cli.progress import shown_progress
    from kg.cli.talk import counted, show_warnings
    from kg.profile.config import project_root

    if master is None:
        hint = "give its address: --master spark://host:7077; on this machine alone: --master 'local[2]'"
        raise ConfigError("no master is named for Spark", hint=hint)
    started = time.monotonic()
    directory = project or str(project_root(None))
    with shown_progress() as progress:
        built = spark.build(
            directory,
            out,
            master=master,
            settings=dict(map(_setting, settings)),
            check=check,
            keep_going=keep_going,
            progress=progress,
        )
    show_warnings(built)
    seconds = time.monotonic() - started
    typer.echo(f"Built {counted(built.counts)} in {seconds:.1f} s on Spark.", err=True)
    typer.echo(_screened(built.candidates), err=True)
    typer.echo(built.directory)


def merge(
    directory: Annotated[Path, typer.Argument(help="What 'kg build --engine spark' made, on this machine.")],
    out: Annotated[Path, typer.Option("--out", help="Where releases go.")] = Path("build"),
    strict: StrictOption = False,
    skip_validation: Annotated[
        bool, typer.Option("--skip-validation", help="Do not check against the shapes; the release says so.")
    ] = False,
    project: Annotated[
        Path, typer.Option("--project", help="The project, if it is here: results name columns in YAML files.")
    ] = Path(),
    workers: Annotated[
        int, typer.Option("--workers", help="Processes that validate.", min=1, show_default="one a core")
    ] = CORES,
) -> None:
    """Make a release of a graph that was built on Spark.

    The parts are checked against the manifest, put one behind the other, loaded and validated; if the graph
    does not conform, there is no release. The search index is made.

    \b
    Example:
      kg merge graph --out build && kg serve build
    """
    from kg.build.spark.merging import merged
    from kg.cli.progress import shown_progress
    from kg.cli.talk import show_merged

    started = time.monotonic()
    with shown_progress() as progress:
        found = merged(
            directory,
            out,
            check=not skip_validation,
            strict=strict,
            project=project,
            workers=workers,
            progress=progress,
        )
    show_merged(found, seconds=time.monotonic() - started)
    if found.release is None:
        raise typer.Exit(1)
    typer.echo(found.release.path)


def _screened(candidates: int | None) -> str:
    """Say what the screen found."""
    if candidates is None:
        return "The graph was not validated; kg merge does that."
    if not candidates:
        return "The screen found nothing that may not conform; kg merge has the last word."
    nodes = "1 node" if candidates == 1 else f"{candidates:,} nodes"
    return f"{nodes} may not conform; kg merge judges them."


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.startswith("spark."):
        raise ConfigError(f"'{text}' is no setting of Spark", hint="write it as spark.executor.memory=4g")
    return name, value
