"""A server for tests: `kg serve` in a process of its own, on a free port of this machine."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_STOP_SECONDS = 20


@contextmanager
def served(*arguments: str | Path) -> Iterator[str]:
    """Serve something, and yield the address without a final slash."""
    command = [sys.executable, "-m", "kg", "serve", *map(str, arguments), "--port", "0"]
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
