"""A worker's own side: a template that has imported everything forks workers, and each answers jobs.

The pair of sockets to the parent is the standard input; nothing else is open that was not opened here. A worker that
had to be ended is replaced by a fork within milliseconds, where a fresh interpreter takes a core for a third of a
second, which hostile questions would take from the others.
"""

import gc
import os
import resource
import socket
import struct
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from kg.base.sandbox import CLOSED, Sandbox, end_with_parent, enter
from kg.server.workers.frames import PREFIX, encoded, frame, header_of

Handler = Callable[[Mapping[str, Any], bytes], tuple[Mapping[str, Any], bytes]]
"""Turns header and body of a job into those of the reply."""

ORDER = struct.Struct("!ci")
"""What the parent asks of the template: to fork a worker (with its socket), or how the worker of a number ended."""

OUTCOME = struct.Struct("!ii")
"""What the template answers: the number of a worker, or -1 if none can be forked, and how it ended, as Python says."""

FORK, WAIT = b"F", b"W"
RUNNING = 1 << 16
"""The outcome of a worker that has not ended."""

_PARENT = 0
_READ = 1 << 18


def serve(opened: Callable[[], Handler], sandbox: Sandbox = CLOSED) -> None:
    """Fork a worker for each order of the parent, until it closes.

    A worker opens what it needs, enters the sandbox, tells the parent which parts are in force, and answers jobs. An
    exception of its handler ends the job and not the worker; the parent hears its name and text as `fault`.

    Args:
        opened: Called in each worker; returns what answers its jobs. What has threads or files is opened there.
        sandbox: What a worker may do.
    """
    end_with_parent()
    gc.freeze()  # what is there already is shared, and not written to
    with socket.socket(fileno=os.dup(_PARENT)) as parent:
        while True:
            order, descriptors, _, _ = socket.recv_fds(parent, ORDER.size, 1)
            if not order:
                os._exit(0)  # workers whose parent has gone end by themselves
            kind, pid = ORDER.unpack(order)
            if kind == FORK:
                parent.sendall(OUTCOME.pack(_forked(opened, sandbox, descriptors[0], parent), RUNNING))
            else:
                parent.sendall(OUTCOME.pack(pid, _outcome(pid)))


def _forked(opened: Callable[[], Handler], sandbox: Sandbox, descriptor: int, parent: socket.socket) -> int:
    """Return the number of a new worker whose standard input is a socket, or -1."""
    try:
        pid = os.fork()
    except OSError:
        pid = -1
    if pid == 0:
        parent.close()
        os.dup2(descriptor, _PARENT)
        os.close(descriptor)
        _run(opened, sandbox)
    os.close(descriptor)
    return pid


def _run(opened: Callable[[], Handler], sandbox: Sandbox) -> NoReturn:
    """Be a worker, to the end of the process."""
    code = 1
    try:
        end_with_parent()
        _work(opened(), sandbox)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _outcome(pid: int) -> int:
    """Return how a worker ended, and let the system forget it; only its number keeps others from having the same."""
    with suppress(ChildProcessError):
        done, status = os.waitpid(pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if done else RUNNING
    return 0


def _work(handler: Handler, sandbox: Sandbox) -> None:
    most = _peak() + (sandbox.resident or 0)
    walls = enter(sandbox)
    # From here on hostile texts are read, and what libraries say of them belongs into no log.
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stderr.fileno())
    with suppress(BrokenPipeError, ConnectionResetError):
        _send(frame(encoded(asdict(walls))))
        received = bytearray()
        while (job := _receive(received)) is not None:
            header, body = _reply(handler, *job)
            # Said in the reply, so that no job is sent to a process that is about to end.
            if sandbox.resident and _peak() > most:
                header = {**header, "last": True}
            _send(frame(encoded(header), body))


def _reply(handler: Handler, header: Mapping[str, Any], body: bytes) -> tuple[Mapping[str, Any], bytes]:
    try:
        return handler(header, body)
    except BaseException as error:  # panics of Rust are no Exception
        return {"fault": f"{type(error).__name__}: {error}"[:1000]}, b""


def _peak() -> int:
    """Return the peak memory of this process in bytes; since it is a fork, it does not inherit that of its parent."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1 << 10)


def _receive(received: bytearray) -> tuple[Mapping[str, Any], bytes] | None:
    """Return the next job, or None when the parent has closed; what was received of those behind it stays."""
    while len(received) < (wanted := _length(received)):
        piece = os.read(_PARENT, _READ)
        if not piece:
            return None
        received += piece
    end = PREFIX.size + PREFIX.unpack_from(received)[0]
    job = header_of(bytes(received[PREFIX.size : end])), bytes(received[end:wanted])
    del received[:wanted]
    return job


def _length(received: bytearray) -> int:
    """Return how many bytes the first job has, as far as that is known."""
    return PREFIX.size + (sum(PREFIX.unpack_from(received)) if len(received) >= PREFIX.size else 0)


def _send(message: bytes) -> None:
    rest = memoryview(message)
    while rest:
        rest = rest[os.write(_PARENT, rest) :]
