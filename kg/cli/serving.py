"""Commands that serve: serve (HTTP) and mcp (assistants)."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from kg.base.errors import ConfigError
from kg.cli.messages import extra
from kg.cli.options import ReleaseOption
from kg.cli.places import releases, releases_of
from kg.server.settings import OPTIONS, ROOT_PATH, ServerSettings

if TYPE_CHECKING:
    from kg.server.audiences import Access

SourcesArgument = Annotated[
    list[Path] | None,
    typer.Argument(help="A project, a release, or RDF files. Default: the release in build/.", show_default=False),
]

HostOption = Annotated[str, typer.Option("--host", help="The address to listen on.")]
NamesOption = Annotated[
    list[str] | None,
    typer.Option("--host-name", help="Another name under which it is reached; '*' is any."),
]


TokensOption = Annotated[
    Path | None,
    typer.Option("--tokens", help="The file of tokens that 'kg token' makes: who sends one is known.", dir_okay=False),
]


def _limit(name: str) -> Any:
    """The option of a limit, which the environment may set, too."""
    meaning, _, _, least, most = OPTIONS[name]
    option = f"--{name.replace('_', '-')}"
    return typer.Option(option, envvar=f"KG_{name.upper()}", help=meaning, min=least, max=most)


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
    tokens: TokensOption = None,
    user_header: Annotated[
        str,
        typer.Option("--user-header", help="The header in which a proxy names who has logged in: 'X-Remote-User'."),
    ] = "",
    proxy_secret: Annotated[
        Path | None,
        typer.Option(
            "--proxy-secret",
            help="The file of a secret that this proxy sends as 'X-Proxy-Secret'.",
            dir_okay=False,
        ),
    ] = None,
    known_limits: Annotated[
        str,
        typer.Option(
            "--known-limits",
            envvar="KG_KNOWN_LIMITS",
            help="Limits of the queries of those who are known, where they differ: 'seconds=60,rows=1000000'.",
        ),
    ] = "",
    security_contact: Annotated[
        str, typer.Option("--security-contact", help="Where weaknesses are reported: 'mailto:…' or 'https://…'.")
    ] = "",
    access_log: Annotated[
        Path | None, typer.Option("--access-log", help="Write a line of JSON for each request; '-' is stdout.")
    ] = None,
    seconds: Annotated[float, _limit("query_seconds")] = ServerSettings.query_seconds,
    memory: Annotated[int, _limit("query_memory")] = ServerSettings.query_memory,
    rows: Annotated[int, _limit("query_rows")] = ServerSettings.query_rows,
    size: Annotated[int, _limit("query_size")] = ServerSettings.query_size,
    workers: Annotated[int, _limit("query_workers")] = ServerSettings.query_workers,
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
      kg serve --tokens tokens.txt        the internal view to who has a token, the public one to all others
    """
    with server_extra():
        from kg.server.running import run

    more = _known_limits(known_limits)
    access = _access(tokens, user_header, proxy_secret)
    if access is None and more:
        raise ConfigError(
            "nobody is known", hint="say by what: --tokens FILE, or --user-header NAME with --proxy-secret"
        )

    if security_contact and not re.fullmatch(r"(?:mailto:|https://)[!-~]+", security_contact):
        raise ConfigError(f"'{security_contact}' is no address", hint="write it as mailto:… or https://…")
    if root_path and not ROOT_PATH.fullmatch(root_path):
        raise ConfigError(f"'{root_path}' is no path of a site", hint="write it as '/kg': --root-path /kg")
    with interruptible(), _log(access_log) as log, _release_of(sources or [], base) as release:
        settings = ServerSettings(
            hosts=_hosts(names),
            proxy=proxy,
            root_path=root_path,
            security_contact=security_contact,
            query_seconds=seconds,
            query_memory=memory,
            query_rows=rows,
            query_size=size,
            query_workers=workers,
        )
        known = replace(settings, **more)

        def tell(address: str) -> None:
            typer.echo(settings, err=True)
            if access:
                typer.echo(f"Who is known sees {_seen_by_known(release)}. {known}", err=True)
            typer.echo(f"Serving at {address} — stop with Ctrl-C", err=True)

        run(release, host, port, settings, log, tell, access, known)


def _seen_by_known(releases: Path) -> str:
    from kg.store.release import internal_of

    place = internal_of(releases)
    return f"the internal view in {place}" if place else "what all see, since there is no internal view beside it"


def _known_limits(text: str) -> dict[str, Any]:
    """Return limits by name; raises ConfigError if one is unknown, or out of bounds."""
    found: dict[str, float] = {}
    for each in filter(None, text.split(",")):
        name, _, number = each.strip().partition("=")
        try:
            _, default, _, least, most = OPTIONS[f"query_{name}"]
            value = type(default)(number)
            if value < (least or 0) or (most is not None and value > most):
                raise ValueError
        except (KeyError, ValueError):
            bounds = ", ".join(
                f"{name.removeprefix('query_')} from {least:g}{f' to {most:g}' if most else ''}"
                for name, (_, _, _, least, most) in OPTIONS.items()
            )
            raise ConfigError(f"'{each.strip()}' is no limit", hint=f"limits are {bounds}: 'seconds=60'") from None
        found[f"query_{name}"] = value
    return found


def _access(tokens: Path | None, user_header: str = "", secret: Path | None = None) -> "Access | None":
    """Return who is known, if anybody can be.

    Raises:
        ConfigError: If anybody could say that they are.
    """
    from kg.server.audiences import Access
    from kg.server.tokens import TokenFile, read_secret

    if bool(user_header) != bool(secret):
        hint = "name both, and let the proxy send the secret as X-Proxy-Secret: --user-header NAME --proxy-secret FILE"
        raise ConfigError("a login is believed only with a secret that proxy and server share", hint=hint)
    if not re.fullmatch(r"[A-Za-z0-9-]*", user_header):
        raise ConfigError(f"'{user_header}' is no name of a header", hint="write it as X-Remote-User")
    if not (tokens or user_header):
        return None
    return Access(TokenFile(tokens) if tokens else None, user_header, read_secret(secret) if secret else "")


def token(
    name: Annotated[str, typer.Argument(help="Who gets it: a word, such as 'library'.")],
    tokens: Annotated[Path, typer.Option("--tokens", help="The file of tokens, which may be new.", dir_okay=False)],
    days: Annotated[int | None, typer.Option("--days", help="After how many days it ends.", min=1, max=3660)] = None,
) -> None:
    """Make a token, to which a server shows the internal view.

    The server is told of the file by 'kg serve --tokens'. The token is printed once; the file keeps its hash. A line
    that is deleted there is a token that is known no longer, at once. A token is sent as 'Authorization: Bearer TOKEN',
    and is refused in addresses, which are written down everywhere.

    \b
    Examples:
      kg token library --tokens tokens.txt --days 365
      curl -H "Authorization: Bearer $(cat token)" http://127.0.0.1:8000/sparql
    """
    from kg.server.tokens import add

    if not re.fullmatch(r"[\w.@-]+", name):
        raise ConfigError(f"'{name}' is no word", hint="take letters, digits, '.', '@' and '-'")
    secret = add(tokens, name, days)
    typer.echo(f"{tokens} has the hash of a token for '{name}'; the token is not shown again:", err=True)
    typer.echo(secret)


def _hosts(names: list[str] | None) -> frozenset[str]:
    return frozenset(name.lower() for name in names or ())


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end a server: it cleans up, and the command goes on."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        yield


def server_extra() -> AbstractContextManager[None]:
    """Import the server, or say how to install what it needs."""
    return extra("server", "the server needs the extra 'server'")


@contextmanager
def _release_of(sources: list[Path], base: str | None) -> Iterator[Path]:
    """Yield the release, or the directory of releases; one made of RDF files is deleted in the end."""
    from kg.profile.roots import project_root

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

    build(project, releases_of(project))
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
    tokens: TokensOption = None,
) -> None:
    """Let an assistant ask a release, over MCP.

    The Model Context Protocol is spoken on stdin and stdout, or with '--port' over HTTP (Streamable HTTP, at /mcp).

    It finds, describes and explains things, asks the named questions and answers SPARQL, each answer with its evidence.
    It changes nothing, uses no network, and takes up a new release with the next call.
    Over HTTP with '--tokens' it answers only who sends one.
    It is started by the assistant's program, which needs an absolute path. It comes with the extra 'mcp'; over HTTP it
    needs 'server', too.

    \b
    Examples, the first for the configuration of a program that starts such servers:
      {"mcpServers": {"kg": {"command": "kg", "args": ["mcp", "--release", "/home/ada/group/build"]}}}
      kg mcp --port 8001
      kg mcp --port 8001 --tokens tokens.txt --release build/internal
    """
    try:
        from kg.server.mcp.serving import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "mcp_types", "brotli", "zstandard"):
            raise
        message = "the command 'kg mcp' needs the package 'mcp'"
        raise ConfigError(message, hint="install it: pip install 'profile-kg[mcp]'") from error
    if port is None:
        if tokens:
            raise ConfigError("tokens are asked over HTTP alone", hint="say at which port: --port 8001")
        serve(release)
        return
    with server_extra():
        from kg.server.mcp import web
    settings, access = ServerSettings(_hosts(names)), _access(tokens)

    def tell(address: str) -> None:
        typer.echo(f"Serving at {address}", err=True)

    with interruptible():
        web.serve(release, host, port, settings, tell, access)
