"""The command that compares: what changed between two releases, in words or as a patch."""

from enum import StrEnum
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kg.store.diff.comparing import DumpComparison
    from kg.store.diff.model import GraphDifference

STDOUT = Path("-")


class DifferenceFormat(StrEnum):
    """How a difference is shown."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"
    PATCH = "patch"


_SUFFIXES = {"text": (".txt",), "markdown": (".md", ".markdown"), "json": (".json",), "patch": (".rdfp",)}


def diff(
    old: Annotated[Path, typer.Argument(help="A release, a published site, or a file such as graph.nq.gz.")],
    new: Annotated[Path, typer.Argument(help="What it is compared with.")],
    form: Annotated[
        DifferenceFormat | None,
        typer.Option(
            "--format",
            help="In words, or as an RDF Patch that makes OLD NEW. Default: as the output's suffix says, or text.",
        ),
    ] = None,
    only: Annotated[str, typer.Option("--only", help="Tell of one thing: 'person/x', or an IRI.")] = "",
    evidence: Annotated[bool, typer.Option("--evidence", help="Compare sources and evidence too.")] = False,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Write to this file; '-' is stdout.", show_default=False)
    ] = STDOUT,
) -> None:
    """Say what changed between two graphs.

    The answer goes person by person and thing by thing. Sources and evidence do not count unless they are
    asked for, since lines shift; a patch has all of them.
    Blank nodes are compared by their labels. Exit code: 0 if nothing differs, 1 if something does, 2 if they
    cannot be compared.

    \b
    Examples:
      kg diff build/releases/1c2d3e4f5a6b build
      kg diff site build --format markdown
      kg diff yesterday.nq.gz today.nq.gz --only person/ada-lovelace
      kg diff site build --format patch -o changes.rdfp
    """
    from kg.base.errors import KgError, ReleaseError
    from kg.cli.files import form_of, opened
    from kg.cli.progress import shown_progress
    from kg.store.diff.comparing import compared, open_source
    from kg.store.diff.describing import DifferenceDescriber

    chosen = DifferenceFormat(form_of(output, form, _SUFFIXES, DifferenceFormat.TEXT, what="a difference"))
    try:
        with shown_progress() as progress, compared(open_source(old), open_source(new), progress) as comparison:
            thing = comparison.thing(only) if only else ""
            with opened(output) as out:
                if chosen is DifferenceFormat.PATCH:
                    differs = _write_patch(comparison, thing, out)
                else:
                    describer = DifferenceDescriber(comparison, only=thing, with_evidence=evidence)
                    differs = _write_words(describer.difference(progress), chosen, out)
    except KgError as error:
        raise ReleaseError(error.problems) from error  # an exit code of 1 would say that they differ
    raise typer.Exit(1 if differs else 0)


def _write_patch(comparison: "DumpComparison", thing: str, out: IO[bytes]) -> bool:
    """Write a patch, and tell whether it does anything."""
    from kg.store.diff import renderings as patch

    differs = False
    for line in patch.lines(comparison, thing):
        differs = differs or line.startswith(("A ", "D "))
        out.write(f"{line}\n".encode())
    return differs


def _write_words(difference: "GraphDifference", form: DifferenceFormat, out: IO[bytes]) -> bool:
    """Write what differs in words, and tell whether anything does."""
    from kg.store.diff import renderings

    shown = {
        DifferenceFormat.TEXT: renderings.text,
        DifferenceFormat.MARKDOWN: renderings.markdown,
        DifferenceFormat.JSON: renderings.as_json,
    }
    out.write(shown[form](difference).encode())
    return bool(difference)
