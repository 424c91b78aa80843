"""Commands that publish: a release as files or into a SPARQL server, and the check of a site."""

import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from kg.cli.options import CORES, ReleaseOption
from kg.cli.progress import shown_progress
from kg.terms.identifiers import is_example


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
    What changed since the last publication is listed in an Atom feed, 'feed.xml'.

    \b
    Examples:
      kg build && kg publish site
      kg publish site --url https://group.github.io/kg/
      kg publish site --since fetched/graph.nq.gz
    """
    from kg.publish import publishing
    from kg.store.hosting import Hosting, site_address
    from kg.store.release import public_release

    started, hosting = time.monotonic(), Hosting(is_static=True, url=site_address(url), date=date)
    chosen = public_release(release)
    if is_example(chosen.base):
        message = f"the base of the IRIs is that of the examples, {chosen.base}: nobody can follow them"
        typer.echo(f"warning: {message} (choose 'base' in kg.yaml, and build again)", err=True)
    with shown_progress() as progress:
        outcome = publishing.publish(
            chosen, directory, hosting, most=most, since=since, workers=workers, progress=progress
        )
    for page, link in outcome.broken:
        typer.echo(f"warning: /{page} leads to /{link}, where nothing is", err=True)
    if outcome.files:
        summary = (
            f"Published {outcome.files:,} files, {outcome.bytes / 1e6:.1f} MB in {time.monotonic() - started:.1f} s: "
            f"{outcome.written:,} written, {outcome.removed:,} removed."
        )
    else:
        summary = "Nothing has changed since it was published."
    typer.echo(summary, err=True)
    typer.echo(directory)


def check(
    site: Annotated[Path, typer.Argument(help="The directory of a site.")],
    form: Annotated[Literal["text", "json"], typer.Option("--format", help="How to show the report.")] = "text",
    url: Annotated[str, typer.Option("--url", help="The public address of the site. Default: as its pages say.")] = "",
    workers: Annotated[int, typer.Option("--workers", help="Processes that examine files.", min=1)] = CORES,
) -> None:
    """Check a site of yours: links, content negotiation, privacy.

    \b
    Examples:
      kg publish site && kg check site
    """
    from kg.publish.check import checking
    from kg.publish.check.site import open_directory

    with shown_progress() as progress:
        findings = checking.check(open_directory(site, url), workers=workers, progress=progress)
    typer.echo(checking.RENDERINGS[form](findings), nl=False)
    if findings:
        raise typer.Exit(1)


def push(
    endpoint: Annotated[str, typer.Argument(help="Where the server takes queries.", envvar="KG_ENDPOINT")],
    release: ReleaseOption = Path("build"),
    graph: Annotated[
        str, typer.Option("--graph", help="The graph for the facts. Default: the default graph.", show_default=False)
    ] = "",
    graph_store: Annotated[
        str, typer.Option("--graph-store", help="Where it takes graphs, if not as usual.", show_default=False)
    ] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Remove what no push has put into these graphs.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be sent.")] = False,
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds that one request may take.", min=1)] = 600,
) -> None:
    """Put a release into a SPARQL server.

    Oxigraph, Virtuoso, Fuseki, GraphDB and others that speak the Graph Store Protocol.

    Facts take the place of the default graph or of a graph of their own, evidence that of its graph; then all is
    counted. What no push has put there stays, unless --replace is given. A push that was cut off is repeated.

    KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN, log in.

    \b
    Examples:
      kg push http://127.0.0.1:7878/query
      kg push http://127.0.0.1:8890/sparql --graph https://kg.example.org/graph/facts
      kg push https://sparql.example.org/people/sparql --graph-store https://sparql.example.org/people/data
      kg push http://127.0.0.1:7878/query --dry-run
    """
    from kg.profile.config import credentials
    from kg.store import pushing
    from kg.store.release import public_release
    from kg.store.remote.addresses import Addresses
    from kg.store.remote.client import Patience

    options = pushing.PushOptions(graph, Patience(timeout), replaces=replace, only_looks=dry_run)
    where = Addresses(endpoint, graph_store)
    with shown_progress() as progress:
        done = pushing.push(public_release(release), where, credentials(), options, progress)
    held = f"release {done.release}"
    if not done.reason:
        told = f"Nothing to send: the server ({done.engine}) holds {held} already."
    else:
        to = f"{done.quads:,} quads of {held} to the server ({done.engine}): {done.reason}."
        told = f"Would send {to}" if dry_run else f"Sent {to} It took {done.seconds:.1f} s."
    typer.echo(told, err=True)
    typer.echo(done.address)
