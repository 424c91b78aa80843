"""A worker that does what its job says, for the tests of the pool."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kg.server.workers.worker import Handler


def connects() -> str:
    """Return how the attempt to open a socket ends."""
    try:
        socket.create_connection(("127.0.0.1", 9), timeout=1)
    except OSError as error:
        return type(error).__name__
    return "connected"


def starts() -> str:
    """Return how the attempt to start a program ends."""
    try:
        subprocess.run(["true"], check=True)
    except OSError as error:
        return type(error).__name__
    return "started"


def computes(seconds: float) -> float:
    """Take so much processor time."""
    end = sum(os.times()[:2]) + seconds
    while sum(os.times()[:2]) < end:
        pass
    return seconds


def descriptors() -> list[int]:
    """Return what is open, but for the folder that is listed."""
    return sorted(int(path.name) for path in Path("/proc/self/fd").iterdir() if path.exists())


ACTS: dict[str, Callable[[Any], Any]] = {
    "sleep": time.sleep,
    "compute": computes,
    "die": lambda number: os.kill(os.getpid(), number),
    "exit": os._exit,
    "hold": lambda size: len(bytearray(size)),
    "connect": lambda _: connects(),
    "descriptors": lambda _: descriptors(),
    "process": lambda _: os.getpid(),
    "program": lambda _: starts(),
    "lie": lambda text: os.write(descriptors()[3], text.encode("latin-1")),
    "fail": sys.exit,
}


def answer(job: Mapping[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    """Do what the first key of a job says, with its value."""
    did = {act: ACTS[act](value) for act, value in job.items()}
    return did, body[::-1]


def opened() -> Handler:
    """Return what does so."""
    return answer


def not_opened() -> Handler:
    """Fail to start."""
    sys.exit(3)
