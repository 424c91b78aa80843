"""The command that serves: a project, a release, or any RDF files."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from kg.errors import ConfigError

SourcesArgument = Annotated[
    list[Path] | None,
    typer.Argument(help="A project, a release, or RDF files. Default: the release in build/.", show_default=False),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command()(serve)


def serve(
    sources: SourcesArgument = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 chooses a free one.", min=0, max=65535)] = 8000,
    names: Annotated[
        list[str] | None,
        typer.Option("--host-name", help="A name under which it is reached, besides this machine's; '*' is any."),
    ] = None,
    access_log: Annotated[
        Path | None, typer.Option("--access-log", help="Write a line of JSON for each request; '-' is stdout.")
    ] = None,
) -> None:
    """Serve a graph: pages for people, linked data and SPARQL for machines.

    A new release is taken up without a pause. Nothing can be changed over HTTP.

    \b
    Examples:
      kg serve                            the release in build/, at http://127.0.0.1:8000/
      kg serve data                       a project: build it, serve it
      kg serve graph.ttl more.nq          anyone's RDF
      kg serve --host 0.0.0.0 --host-name kg.example.org
    """
    from kg.server import Settings, run

    settings = Settings(hosts=frozenset(names or ()))
    with _log(access_log) as log:
        run(_release_of(sources or []), host, port, settings, log, _tell)


def _tell(address: str) -> None:
    typer.echo(f"Serving at {address} — stop with Ctrl-C", err=True)


def _release_of(sources: list[Path]) -> Path:
    """Return the release, or the directory of releases, that is meant."""
    if not sources:
        return Path("build")
    if len(sources) == 1 and (sources[0] / "kg.yaml").is_file():
        return _built(sources[0])
    if len(sources) == 1 and sources[0].is_dir():
        return sources[0]
    raise ConfigError("RDF files cannot be served yet")


def _built(project: Path) -> Path:
    """Build a project where `kg build` puts it, as it would."""
    from kg.cli.project import build

    build(project)
    return Path("build")


@contextmanager
def _log(path: Path | None) -> Iterator[TextIO | None]:
    """Open the log of requests, if there is to be one."""
    if path is None:
        yield None
    elif path == Path("-"):
        yield sys.stdout
    else:
        with path.open("a", encoding="utf-8") as file:
            yield file
