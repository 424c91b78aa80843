"""The command that compares: what changed between two releases, by thing or as a patch."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from kg.base.errors import KgError, ReleaseError
from kg.cli.files import form_of, opened
from kg.cli.options import STDOUT, OutputOption

DifferenceFormat = Literal["text", "markdown", "json", "patch"]


_SUFFIXES = {"text": (".txt",), "markdown": (".md", ".markdown"), "json": (".json",), "patch": (".rdfp",)}


def diff(
    old: Annotated[Path, typer.Argument(help="A release, a published site, or a file such as graph.nq.gz.")],
    new: Annotated[Path, typer.Argument(help="What it is compared with.")],
    form: Annotated[
        DifferenceFormat | None,
        typer.Option(
            "--format",
            help="By thing, or as an RDF Patch that makes OLD NEW. Default: as the output's suffix says, or text.",
        ),
    ] = None,
    only: Annotated[str, typer.Option("--only", help="Show one thing only: 'person/x', or an IRI.")] = "",
    evidence: Annotated[bool, typer.Option("--evidence", help="Compare sources and evidence too.")] = False,
    output: OutputOption = STDOUT,
) -> None:
    """List what changed between two graphs.

    Person by person and thing by thing, with the old and the new values of each property; contacts are never
    shown. Sources and evidence do not count without --evidence, since lines shift; a patch has all of them.
    Blank nodes are compared by their labels. Exit code: 0 if nothing differs, 1 if something does, 2 if they
    cannot be compared.

    \b
    Examples:
      kg diff build/releases/1c2d3e4f5a6b build
      kg diff site build --format markdown
      kg diff yesterday.nq.gz today.nq.gz --only person/ada-lovelace
      kg diff site build --format patch -o changes.rdfp
    """
    from kg.cli.progress import shown_progress
    from kg.store.diff import renderings
    from kg.store.diff.comparing import DumpComparison, open_source
    from kg.store.diff.describing import DifferenceDescriber

    chosen = form_of(output, form, _SUFFIXES, "text", what="a difference")
    write = {"text": renderings.text, "markdown": renderings.markdown, "json": renderings.as_json}
    differs = False
    try:
        comparison = DumpComparison(open_source(old), open_source(new), only)
        with shown_progress() as progress, opened(output) as out:
            if chosen == "patch":
                for line in renderings.patch(comparison):
                    differs = differs or line.startswith(("A ", "D "))
                    out.write(f"{line}\n".encode())
            else:
                difference = DifferenceDescriber(comparison, evidence).difference(progress)
                out.write(write[chosen](difference).encode())
                differs = bool(difference)
    except KgError as error:
        raise ReleaseError(error.problems) from error  # an exit code of 1 would say that they differ
    raise typer.Exit(1 if differs else 0)
