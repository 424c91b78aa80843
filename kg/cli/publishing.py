"""The command that publishes: a release as files for any web space."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.project import CORES, ReleaseOption

if TYPE_CHECKING:
    from kg.publish.publishing import PublishResult


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command()(publish)


def publish(
    directory: Annotated[Path, typer.Argument(help="Where to: a new directory, or a site that was published before.")],
    release: ReleaseOption = Path("build"),
    url: Annotated[
        str, typer.Option("--url", help="The public address of the site. Default: the base of the IRIs.")
    ] = "",
    date: Annotated[
        str, typer.Option("--date", help="The day since when it is public. Default: when the release was made.")
    ] = "",
    most: Annotated[
        int,
        typer.Option(
            "--most",
            help="How many things get files of their own, those first to which most leads; "
            "the others are described in the browser.",
            min=1,
        ),
    ] = 10_000,
    since: Annotated[
        Path | None,
        typer.Option(
            "--since",
            help="What was published before: a release, a site, or its graph.nq.gz with changes.json beside it. "
            "Default: the site in the directory.",
            show_default=False,
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", help="Processes that render.", min=1)] = CORES,
) -> None:
    """Publish a graph as files for any web space.

    There are pages, linked data, and SPARQL in the reader's browser.

    The files are the pages and documents that 'kg serve' shows. Only what changed is written again.
    What changed since the last publication is told on the page 'changes/' and in an Atom feed.

    \b
    Examples:
      kg build && kg publish site
      kg publish site --url https://group.github.io/kg/
      kg publish site --since fetched/graph.nq.gz
    """
    from kg.cli.progress import shown_progress
    from kg.publish import publishing
    from kg.store.hosting import Hosting, site_address
    from kg.store.release import open_release

    started = time.monotonic()
    with shown_progress() as progress:
        hosting = Hosting(is_static=True, url=site_address(url), date=date)
        outcome = publishing.publish(
            open_release(release),
            directory,
            hosting,
            most=most,
            since=since,
            workers=workers,
            progress=progress,
        )
    for page, link in outcome.broken:
        typer.echo(f"warning: /{page} leads to /{link}, where nothing is", err=True)
    _tell(outcome, time.monotonic() - started)
    typer.echo(directory)


def _tell(outcome: "PublishResult", seconds: float) -> None:
    if not outcome.files:
        typer.echo("Nothing has changed since it was published.", err=True)
        return
    typer.echo(
        f"Published {outcome.files:,} files, {outcome.bytes / 1e6:.1f} MB in {seconds:.1f} s: "
        f"{outcome.written:,} written, {outcome.removed:,} removed.",
        err=True,
    )
