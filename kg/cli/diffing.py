"""The command that compares two graphs."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from kg.base.errors import KgError, ReleaseError
from kg.cli.files import form_of, opened
from kg.cli.options import STDOUT, OutputOption

_SUFFIXES = {"text": (".txt",), "markdown": (".md", ".markdown"), "json": (".json",)}


def diff(
    old: Annotated[Path, typer.Argument(help="A release, a published site, or a file such as graph.nq.gz.")],
    new: Annotated[Path, typer.Argument(help="What it is compared with.")],
    form: Annotated[
        Literal["text", "markdown", "json"] | None,
        typer.Option("--format", help="How it is written. Default: as the output's suffix says, or text."),
    ] = None,
    output: OutputOption = STDOUT,
) -> None:
    """List what changed between two graphs.

    Person by person and thing by thing, with the old and the new values of each property; contacts are never
    shown. Sources and evidence do not count, since lines shift. Blank nodes are compared by their labels.
    Exit code: 0 if nothing differs, 1 if something does, 2 if they cannot be compared.

    \b
    Examples:
      kg diff build/releases/1c2d3e4f5a6b build
      kg diff site build --format markdown
      kg diff yesterday.nq.gz today.nq.gz -o changes.json
    """
    from kg.cli.progress import shown_progress
    from kg.store.diff.comparing import Comparison
    from kg.store.diff.describing import describe
    from kg.store.diff.dump_sources import open_source

    chosen = form_of(output, form, _SUFFIXES, "text", what="a difference")
    try:
        with shown_progress() as progress, opened(output) as out:
            difference = describe(Comparison(open_source(old), open_source(new)), progress)
            out.write(difference.written(chosen).encode())
    except KgError as error:
        raise ReleaseError(error.problems) from error  # an exit code of 1 would say that they differ
    raise typer.Exit(1 if difference else 0)
