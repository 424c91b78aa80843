"""A worker's own side: take a job, answer it, take the next, until the parent goes away.

The pair of sockets to the parent is the standard input; nothing else is open that was not opened here.
"""

import os
import resource
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kg.base.sandbox import CLOSED, Sandbox, end_with_parent, enter
from kg.server.workers.frames import PREFIX, frame, header_of

Handler = Callable[[dict[str, Any], bytes], tuple[Mapping[str, Any], bytes]]
"""Turns header and body of a job into those of the reply."""

_PARENT = 0
_READ = 1 << 18


def serve(handler: Handler, sandbox: Sandbox = CLOSED) -> None:
    """Enter the sandbox, tell the parent which parts are in force, and answer jobs until the parent closes.

    An exception of `handler` ends the job and not the worker; the parent hears its name and text as `fault`.
    """
    end_with_parent()
    held = _peak() if sandbox.resident else int  # which is 0
    walls = enter(sandbox)
    # From here on hostile texts are read, and what libraries say of them belongs into no log.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
    with suppress(BrokenPipeError, ConnectionResetError):
        _send(frame(asdict(walls)))
        most = held() + (sandbox.resident or 0)
        while (job := _receive()) is not None:
            header, body = _reply(handler, *job)
            # Said in the reply, so that no job is sent to a process that is about to end.
            _send(frame({**header, "last": True} if held() > most else header, body))


def _reply(handler: Handler, header: dict[str, Any], body: bytes) -> tuple[Mapping[str, Any], bytes]:
    try:
        return handler(header, body)
    except BaseException as error:  # panics of Rust are no Exception
        return {"fault": f"{type(error).__name__}: {error}"[:1000]}, b""


def _peak() -> Callable[[], int]:
    """Return a function that gives the peak memory of this process, in bytes.

    Linux hands the peak of the parent on in `ru_maxrss`, even to another program (getrusage(2)); /proc does not. It is
    opened here, since no file can be opened behind the walls.
    """
    try:
        status = os.open("/proc/self/status", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        unit = 1 if sys.platform == "darwin" else 1 << 10
        return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return lambda: int(os.pread(status, 4096, 0).partition(b"VmHWM:")[2].split(None, 1)[0]) << 10


def _receive() -> tuple[dict[str, Any], bytes] | None:
    """Return the next job, or None when the parent has closed."""
    received = bytearray()
    wanted = PREFIX.size
    while len(received) < wanted:
        piece = os.read(_PARENT, _READ)
        if not piece:
            return None
        received += piece
        if len(received) >= PREFIX.size:
            wanted = PREFIX.size + sum(PREFIX.unpack_from(received))
    end = PREFIX.size + PREFIX.unpack_from(received)[0]
    return header_of(received[PREFIX.size : end]), bytes(received[end:])


def _send(message: bytes) -> None:
    rest = memoryview(message)
    while rest:
        rest = rest[os.write(_PARENT, rest) :]
