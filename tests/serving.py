"""A server for tests: `kg serve` in a process of its own, on a free port of this machine."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_STOP_SECONDS = 20
_PROGRAM = """
import sys
from pathlib import Path
from kg.server.running import run
from kg.server.settings import Settings

tell = lambda address: print("Serving at", address, file=sys.stderr, flush=True)
run(Path(sys.argv[1]), "127.0.0.1", 0, Settings(**eval(sys.argv[2])), None, tell)
"""


@contextmanager
def served(*arguments: str | Path) -> Iterator[str]:
    """Serve something, and yield the address without a final slash."""
    with _running([sys.executable, "-m", "kg", "serve", *map(str, arguments), "--port", "0"]) as address:
        yield address


@contextmanager
def served_with(release: Path, **settings: object) -> Iterator[str]:
    """Serve a release with settings that the command line does not have, as `served` does."""
    with _running([sys.executable, "-c", _PROGRAM, str(release), repr(settings)]) as address:
        yield address


@contextmanager
def _running(command: list[str]) -> Iterator[str]:
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            yield _address(server)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(_STOP_SECONDS)


def _address(server: "subprocess.Popen[str]") -> str:
    assert server.stderr is not None
    said = []
    for line in server.stderr:
        if found := re.search(r"Serving at (http://\S+)/", line):
            return found[1]
        said.append(line)
    raise AssertionError(f"the server did not come up: {''.join(said)}")
