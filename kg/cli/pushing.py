"""The command that pushes: a release into a SPARQL server elsewhere."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.project import ReleaseOption

if TYPE_CHECKING:
    from kg.store.push.pushing import PushResult


class MethodChoice(StrEnum):
    """How triples are sent."""

    GSP = "gsp"
    UPDATE = "update"


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command()(push)


def push(
    endpoint: Annotated[str, typer.Argument(help="Where the server takes queries.", envvar="KG_ENDPOINT")],
    release: ReleaseOption = Path("build"),
    graph: Annotated[
        str, typer.Option("--graph", help="The graph for the facts. Default: the default graph.", show_default=False)
    ] = "",
    update: Annotated[
        str, typer.Option("--update", help="Where it takes updates, if not as usual.", show_default=False)
    ] = "",
    graph_store: Annotated[
        str, typer.Option("--graph-store", help="Where it takes graphs, if not as usual.", show_default=False)
    ] = "",
    method: Annotated[
        MethodChoice | None,
        typer.Option(
            "--method", help="Send by the Graph Store Protocol, or by INSERT DATA. Default: gsp, if it knows that."
        ),
    ] = None,
    batch: Annotated[int, typer.Option("--batch", help="Triples that are sent at once.", min=1)] = 100_000,
    whole: Annotated[bool, typer.Option("--whole", help="Send all, even where the difference would do.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Remove what no push has put into these graphs.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be sent.")] = False,
    timeout: Annotated[float, typer.Option("--timeout", help="Seconds that one request may take.", min=1)] = 600,
) -> None:
    """Put a release into a SPARQL server.

    Oxigraph, Virtuoso, Fuseki and GraphDB are known to work.

    Facts go into the default graph or a graph of their own, evidence into its graph. Of a release that
    follows another one only the difference is sent. Readers see the former release until all has arrived.
    Cut off, it goes on where it stopped when it is called again.

    KG_ENDPOINT_USER and KG_ENDPOINT_PASSWORD, or KG_ENDPOINT_TOKEN, log in.

    \b
    Examples:
      kg push http://127.0.0.1:7878/query
      kg push http://127.0.0.1:8890/sparql --graph https://kg.example.org/graph/facts
      kg push https://sparql.example.org/people/sparql --update https://sparql.example.org/people/update
      kg push http://127.0.0.1:7878/query --dry-run
    """
    from kg.cli.progress import shown_progress
    from kg.profile.config import credentials
    from kg.store.push import pushing
    from kg.store.release import open_release
    from kg.store.remote.addresses import Addresses
    from kg.store.remote.client import Patience
    from kg.store.remote.store import Method

    wishes = pushing.PushOptions(
        graph=graph,
        method=Method(method) if method else None,
        batch=batch,
        patience=Patience(timeout),
        replaces=replace,
        is_whole=whole,
        only_looks=dry_run,
    )
    where = Addresses(endpoint, update, graph_store)
    with shown_progress() as progress:
        outcome = pushing.push(open_release(release), where, credentials(), wishes, progress)
    _tell(outcome)
    typer.echo(outcome.address)


def _tell(outcome: "PushResult") -> None:
    for line in _lines(outcome):
        typer.echo(line, err=True)


def _lines(outcome: "PushResult") -> list[str]:
    """Return what was done, or is to be done, in sentences."""
    plan, sent = outcome.plan, outcome.sent
    release = f"release {plan.marker.release}"
    if plan.kind == "nothing":
        return [f"Nothing to send: the server ({outcome.engine}) holds {release} already."]
    to = f"of {release} to the server ({outcome.engine}): {plan.reason}."
    what = f"{plan.added:,} quads" + (f" to add and {plan.removed:,} to remove" if plan.kind == "delta" else "")
    if sent is None:
        return [f"Would send {what} {to}"]
    sending, swapping = outcome.seconds
    resumed = [f"{sent.resumed:,} batches had arrived before."] if sent.resumed else []
    rate = f"{sent.size / 1e6:.1f} MB in {sending:.1f} s, {sent.quads / max(sending, 1e-3):,.0f} a second"
    took = f"{sent.quads:,} lines, {rate}; {swapping:.1f} s to take the place of what was there."
    return [*resumed, f"Sent {what} {to}", took]
