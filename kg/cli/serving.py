"""Commands that serve: serve (HTTP) and mcp (assistants)."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TextIO

import typer

from kg.base.errors import ConfigError
from kg.cli.places import releases, releases_of
from kg.cli.project import ReleaseOption

SourcesArgument = Annotated[
    list[Path] | None,
    typer.Argument(help="A project, a release, or RDF files. Default: the release in build/.", show_default=False),
]

HostOption = Annotated[str, typer.Option("--host", help="The address to listen on.")]
NamesOption = Annotated[
    list[str] | None,
    typer.Option("--host-name", help="Another name under which it is reached; '*' is any."),
]


def _limit(name: str, help_: str, least: float = 1, most: float | None = None) -> Any:
    """Return the option of a limit of the queries of anybody, which the environment may set, too."""
    return typer.Option(
        f"--query-{name}",
        envvar=f"KG_QUERY_{name.upper()}",
        help=help_,
        min=least,
        max=most,
    )


def serve(
    sources: SourcesArgument = None,
    host: HostOption = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port; 0 chooses a free one.", min=0, max=65535)] = 8000,
    names: NamesOption = None,
    base: Annotated[
        str | None, typer.Option("--base", help="The base of the IRIs of RDF files, if they do not state it.")
    ] = None,
    proxy: Annotated[
        str,
        typer.Option("--proxy", help="Believe who the client is if this address says so: a proxy before the server."),
    ] = "",
    root_path: Annotated[
        str, typer.Option("--root-path", help="The path under which a proxy shows the server, such as '/kg'.")
    ] = "",
    security_contact: Annotated[
        str, typer.Option("--security-contact", help="Where weaknesses are reported: 'mailto:…' or 'https://…'.")
    ] = "",
    mementos: Annotated[
        bool,
        typer.Option("--mementos", help="Serve things as they were in the releases that are kept, too (RFC 7089)."),
    ] = False,
    access_log: Annotated[
        Path | None, typer.Option("--access-log", help="Write a line of JSON for each request; '-' is stdout.")
    ] = None,
    seconds: Annotated[
        float, _limit("seconds", "Seconds that a query of anybody may take.", least=0.05, most=3600)
    ] = 5.0,
    memory: Annotated[int, _limit("memory", "Mebibytes of memory that a query may take.", least=16)] = 512,
    rows: Annotated[int, _limit("rows", "Rows that an answer may have.")] = 100_000,
    size: Annotated[int, _limit("size", "Mebibytes that an answer may have.", most=1024)] = 16,
    at_once: Annotated[int, _limit("workers", "How many queries are answered at once.", most=64)] = 2,
) -> None:
    """Serve a graph as pages, linked data and SPARQL.

    A new release is taken up without a pause. Nothing can be changed over HTTP.

    \b
    Examples:
      kg serve                            the release in build/, at http://127.0.0.1:8000/
      kg serve data                       a project: build it, serve it
      kg serve graph.ttl more.nq          anyone's RDF
      kg serve --host 0.0.0.0 --host-name kg.example.org
      kg serve --query-seconds 20 --query-rows 1000000
    """
    with server_extra():
        from kg.server.running import run
        from kg.server.settings import ROOT_PATH, ServerSettings
        from kg.server.workers.lanes import limited

    rules = limited(seconds, memory << 20, rows, size << 20, at_once)

    def tell(address: str) -> None:
        typer.echo(f"{rules}\nServing at {address} — stop with Ctrl-C", err=True)

    if security_contact and not re.fullmatch(r"(?:mailto:|https://)[!-~]+", security_contact):
        raise ConfigError(f"'{security_contact}' is no address", hint="write it as mailto:… or https://…")
    if root_path and not ROOT_PATH.fullmatch(root_path):
        raise ConfigError(f"'{root_path}' is no path of a site", hint="write it as '/kg': --root-path /kg")
    with interruptible(), _log(access_log) as log, _release_of(sources or [], base) as release:
        run(
            release,
            host,
            port,
            ServerSettings(_hosts(names), proxy, root_path, security_contact, mementos=mementos, rules=rules),
            log,
            tell,
        )


def _hosts(names: list[str] | None) -> frozenset[str]:
    return frozenset(name.lower() for name in names or ())


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end a server: it cleans up, and the command goes on."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        yield


@contextmanager
def server_extra() -> Iterator[None]:
    """Import the server, or say how to install what it needs.

    Raises:
        ConfigError: If a package of the extra is missing.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"the server needs a package that is not installed: {error.name}"
        raise ConfigError(message, hint="install it: pip install 'profile-kg[server]'") from error


@contextmanager
def _release_of(sources: list[Path], base: str | None) -> Iterator[Path]:
    """Yield the release, or the directory of releases; one made of RDF files is deleted in the end."""
    from kg.profile.config import project_root

    if not sources:
        yield releases() or _built(project_root(None))
    elif len(sources) == 1 and (sources[0] / "kg.yaml").is_file():
        yield _built(sources[0])
    elif len(sources) == 1 and sources[0].is_dir():
        yield sources[0]
    else:
        from kg.store.dataset import of_rdf

        with TemporaryDirectory(prefix="kg-") as directory:
            yield of_rdf(sources, Path(directory), base).path


def _built(project: Path) -> Path:
    from kg.cli.project import build

    build(str(project), str(releases_of(project)))
    return releases_of(project)


@contextmanager
def _log(path: Path | None) -> Iterator[TextIO | None]:
    if path is None:
        yield None
    elif path == Path("-"):
        yield sys.stdout
    else:
        with path.open("a", encoding="utf-8") as file:
            yield file


def mcp(
    release: ReleaseOption = Path("build"),
    port: Annotated[
        int | None, typer.Option("--port", help="Speak it over HTTP at this port; 0 chooses one.", min=0, max=65535)
    ] = None,
    host: HostOption = "127.0.0.1",
    names: NamesOption = None,
) -> None:
    """Let an assistant ask a release, over MCP.

    The Model Context Protocol is spoken on stdin and stdout, or with '--port' over HTTP (Streamable HTTP, at /mcp).

    It finds, describes and explains things and asks the named questions, each answer with its evidence.
    It changes nothing, uses no network, and takes up a new release with the next call.
    It is started by the assistant's program, which needs an absolute path. It comes with the extra 'mcp'; over HTTP it
    needs 'server', too.

    \b
    Examples, the first for the configuration of a program that starts such servers:
      {"mcpServers": {"kg": {"command": "kg", "args": ["mcp", "--release", "/home/ada/group/build"]}}}
      kg mcp --port 8001
    """
    try:
        from kg.server.mcp.serving import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        message = "the command 'kg mcp' needs the package 'mcp'"
        raise ConfigError(message, hint="install it: pip install 'profile-kg[mcp]'") from error
    if port is None:
        serve(release)
        return
    with server_extra():
        from kg.server.mcp import web
        from kg.server.settings import ServerSettings
    settings = ServerSettings(_hosts(names))
    with interruptible():
        web.serve(release, host, port, settings, lambda address: typer.echo(f"Serving at {address}", err=True))
