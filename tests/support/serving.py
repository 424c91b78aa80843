"""A server for tests: `kg serve` in a process of its own, on a free port of this machine."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

_SECONDS = 600
_PROGRAM = """
import sys
import time
from pathlib import Path
from kg.server.running import run
from kg.server.settings import ServerSettings

tell = lambda address: print("Serving at", address, file=sys.stderr, flush=True)
run(Path(sys.argv[1]), "127.0.0.1", 0, ServerSettings(**eval(sys.argv[2])), None, tell)
"""


@contextmanager
def served(*arguments: str | Path) -> Iterator[str]:
    """Serve something, and yield the address without a final slash."""
    with running([sys.executable, "-m", "kg", "serve", *map(str, arguments), "--port", "0"]) as address:
        yield address


@contextmanager
def reviewed(*arguments: str | Path) -> Iterator[str]:
    """Serve the open questions of profiles, and yield the address with its token."""
    command = [sys.executable, "-m", "kg", "review", "--web", *map(str, arguments)]
    with running(command, r"open at (http://\S+)") as address:
        yield address


@contextmanager
def served_with(release: Path, **settings: object) -> Iterator[str]:
    """Serve a release with settings that the command line does not have, as `served` does."""
    with running([sys.executable, "-c", _PROGRAM, str(release), repr(settings)]) as address:
        yield address


@contextmanager
def running(command: list[str], said_when_up: str = r"Serving at (http://\S+)/") -> Iterator[str]:
    """Run a command that serves, and yield what it says of where it answers."""
    with TemporaryFile("a+") as said, subprocess.Popen(command, stderr=said) as server:
        try:
            yield _address(server, said, said_when_up)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(_SECONDS)


def _address(server: "subprocess.Popen[bytes]", said: IO[str], pattern: str) -> str:
    """Return where a server answers, once it says so."""
    end = time.monotonic() + _SECONDS
    while server.poll() is None and time.monotonic() < end:
        said.seek(0)
        if found := re.search(pattern, said.read()):
            return found[1]
        time.sleep(0.05)
    said.seek(0)
    raise AssertionError(f"the server did not come up: {said.read()}")
