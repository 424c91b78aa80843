"""The command that serves: a project, a release, or any RDF files."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from kg.base.errors import ConfigError

if TYPE_CHECKING:
    from kg.store.endpoint.store import Endpoint

_BUILD = Path("build")

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
    base: Annotated[
        str | None, typer.Option("--base", help="The base of the IRIs of RDF files, if they do not state it.")
    ] = None,
    proxy: Annotated[
        str,
        typer.Option("--proxy", help="Believe who the client is if this address says so: a proxy before the server."),
    ] = "",
    endpoint: Annotated[
        str | None,
        typer.Option("--endpoint", help="Serve the release that was pushed to this SPARQL endpoint, from there."),
    ] = None,
    access_log: Annotated[
        Path | None, typer.Option("--access-log", help="Write a line of JSON for each request; '-' is stdout.")
    ] = None,
) -> None:
    """Serve a graph as pages, linked data and SPARQL.

    A new release is taken up without a pause. Nothing can be changed over HTTP.

    \b
    Examples:
      kg serve                            the release in build/, at http://127.0.0.1:8000/
      kg serve data                       a project: build it, serve it
      kg serve graph.ttl more.nq          anyone's RDF
      kg serve --host 0.0.0.0 --host-name kg.example.org
      kg serve --endpoint https://sparql.example.org/query
    """
    try:
        from kg.server.running import run
        from kg.server.settings import Settings, of_endpoint
    except ModuleNotFoundError as error:
        message = f"the server needs a package that is not installed: {error.name}"
        raise ConfigError(message, hint="install it: pip install 'profile-kg[server]'") from error

    hosts = frozenset(name.lower() for name in names or ())
    with _ending_in_order(), _log(access_log) as log:
        if endpoint:
            far = _far(endpoint, sources, base)
            run(_copied(far), host, port, of_endpoint(far, hosts, proxy), log, _tell)
        else:
            with _release_of(sources or [], base) as release:
                run(release, host, port, Settings(hosts, proxy), log, _tell)


def _far(address: str, sources: list[Path] | None, base: str | None) -> "Endpoint":
    """Return the endpoint that is meant, with the credentials of the environment."""
    from kg.profile.config import credentials
    from kg.store.endpoint.store import Endpoint

    if sources:
        raise ConfigError("a project or files and an endpoint cannot both be served", hint="leave one of them out")
    return Endpoint(address, base, credentials=credentials())


def _copied(endpoint: "Endpoint") -> Path:
    """Return where on disk the release in an endpoint is followed."""
    from kg.cli.progress import shown_progress
    from kg.profile.config import services
    from kg.store.endpoint.copying import copied

    directory = endpoint.directory(services().cache / "endpoints")
    with shown_progress() as progress:
        copied(endpoint, directory, progress)
    return directory


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let a server that is told to stop clean up, and end well."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        yield


def _tell(address: str) -> None:
    typer.echo(f"Serving at {address} — stop with Ctrl-C", err=True)


@contextmanager
def _release_of(sources: list[Path], base: str | None) -> Iterator[Path]:
    """Yield the release, or the directory of releases, that is meant; one of RDF files goes away in the end."""
    from kg.profile.config import project_root

    if not sources:
        yield _BUILD if (_BUILD / "current").exists() else _built(project_root(None))
    elif len(sources) == 1 and (sources[0] / "kg.yaml").is_file():
        yield _built(sources[0])
    elif len(sources) == 1 and sources[0].is_dir():
        yield sources[0]
    else:
        from kg.store.dataset import of_rdf

        with TemporaryDirectory(prefix="kg-") as directory:
            yield of_rdf(sources, Path(directory), base).path


def _built(project: Path) -> Path:
    """Build a project where `kg build` puts it, as it would."""
    from kg.cli.project import build

    build(str(project), str(_BUILD))
    return _BUILD


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
