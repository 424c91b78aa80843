"""Real SPARQL servers on loopback, each a child process with a directory of its own: Oxigraph's and Virtuoso 7."""

import contextlib
import shutil
import socket
import subprocess
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from kg.profile.config import Credentials
from kg.store.remote.addresses import Addresses

OXIGRAPH = str(Path(sysconfig.get_path("scripts")) / "oxigraph")
VIRTUOSO = shutil.which("virtuoso-t")
_SECONDS = 120
_ATTEMPTS = 5
_NOBODY = Credentials()

virtuoso_needed = pytest.mark.skipif(
    not VIRTUOSO, reason="Virtuoso is not installed: apt-get install virtuoso-opensource-7-bin"
)


@dataclass(frozen=True)
class Server:
    """A SPARQL server that runs.

    Attributes:
        query: Where it answers queries.
        update: Where it takes updates.
        graph_store: Where it speaks the Graph Store Protocol.
        process: Its process, to be killed.
        credentials: What lets one write.
    """

    query: str
    update: str
    graph_store: str
    process: "subprocess.Popen[bytes]"
    credentials: Credentials = _NOBODY

    @property
    def addresses(self) -> Addresses:
        """Where it takes what, all said."""
        return Addresses(self.query, self.graph_store)


def free_port() -> int:
    """Return a port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def deaf_port() -> Iterator[int]:
    """Yield a port on which nobody listens, nor can as long as this holds it."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@contextmanager
def oxigraph_server(directory: Path, port: int = 0, command: str = "serve") -> Iterator[Server]:
    """Run Oxigraph's server on the store in a directory.

    Args:
        directory: Its store; a new one is empty.
        port: Where it listens; 0 for any.
        command: `serve`, or `serve-read-only`, which knows neither update nor graph store.
    """
    for attempt in range(_ATTEMPTS):
        chosen = port or free_port()
        base = f"http://127.0.0.1:{chosen}"
        arguments = [OXIGRAPH, command, "--location", str(directory), "--bind", f"127.0.0.1:{chosen}"]
        with _running(arguments, f"{base}/query?query=ASK%7B%7D") as process:
            if process.poll() is None:
                yield Server(f"{base}/query", f"{base}/update", f"{base}/store", process)
                return
        if port or attempt == _ATTEMPTS - 1:
            pytest.fail(f"the server at {base} did not come up")


@contextmanager
def virtuoso_server(directory: Path, ports: tuple[int, int] = (0, 0)) -> Iterator[Server]:
    """Run Virtuoso 7 on the database in a directory; nobody but `dba` may write, with Virtuoso's own first password.

    Args:
        directory: Its database; a new one is empty.
        ports: Where it listens, for SQL and for HTTP; 0 for any.
    """
    directory.mkdir(parents=True, exist_ok=True)
    settings = directory / "virtuoso.ini"
    arguments = [str(VIRTUOSO), "-f", "+configfile", str(settings)]
    for attempt in range(_ATTEMPTS):
        sql, http = (port or free_port() for port in ports)
        settings.write_text(_VIRTUOSO.format(root=directory, sql=sql, http=http))
        base = f"http://127.0.0.1:{http}"
        with _running(arguments, f"{base}/sparql?query=ASK%7B%7D", directory) as process:
            if process.poll() is None:
                ways = (f"{base}/sparql", f"{base}/sparql-auth", f"{base}/sparql-graph-crud-auth")
                yield Server(*ways, process, Credentials("dba", "dba"))
                return
        if all(ports) or attempt == _ATTEMPTS - 1:
            pytest.fail(f"the server at {base} did not come up")


@contextmanager
def _running(arguments: list[str], probe: str, directory: Path | None = None) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a server until the end; kill it then: what it holds is of no more use."""
    with subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=directory
    ) as process:
        try:
            _wait_for(probe, process)
            yield process
        finally:
            process.kill()


def _wait_for(probe: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers, or has ended, as one does whose port somebody else took meanwhile."""
    end = time.monotonic() + _SECONDS
    while process.poll() is None:
        assert time.monotonic() < end, f"the server at {probe} did not come up"
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(probe, timeout=_SECONDS).close()
            return
        time.sleep(0.05)


_VIRTUOSO = """\
[Database]
DatabaseFile = {root}/virtuoso.db
ErrorLogFile = {root}/virtuoso.log
LockFile = {root}/virtuoso.lck
TransactionFile = {root}/virtuoso.trx
xa_persistent_file = {root}/virtuoso.pxa
FileExtend = 200
[TempDatabase]
DatabaseFile = {root}/virtuoso-temp.db
TransactionFile = {root}/virtuoso-temp.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
ServerThreads = 10
DirsAllowed = {root}
NumberOfBuffers = 20000
MaxDirtyBuffers = 12000
DisableUnixSocket = 1
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerThreads = 5
[SPARQL]
ResultSetMaxRows = 1000000
"""
