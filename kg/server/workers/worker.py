"""The side of a worker: it opens what it needs, gives up the network, and answers jobs until the server goes away."""

import gc
import json
import os
import resource
import signal
import socket
import struct
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

from kg.base.sandbox import Sandbox, end_with_parent, enter

Handler = Callable[[Mapping[str, Any], bytes], tuple[Mapping[str, Any], bytes]]
"""Turns header and body of a job into those of the reply."""

PREFIX = struct.Struct("!II")
"""What a message begins with: the lengths of its header, which is JSON in ASCII, and of its body."""

_READ = 1 << 18
_MAX_CACHED = 512  # bytes of a header whose meaning is cached: most jobs have one of a few
_encode = json.JSONEncoder(separators=(",", ":")).encode


def encoded(header: Mapping[str, Any]) -> bytes:
    """Return a header as it is sent."""
    return _encode(header).encode("ascii")


def message(header: bytes, body: bytes = b"") -> bytes:
    r"""Return an encoded header and a body as they are sent.

    >>> message(encoded({"n": 1}), b"Ada")
    b'\x00\x00\x00\x07\x00\x00\x00\x03{"n":1}Ada'
    """
    return b"".join((PREFIX.pack(len(header), len(body)), header, body))


def first_message(received: bytearray) -> tuple[Mapping[str, Any], bytes] | None:
    """Remove the first message from what was received, and return header and body; None while it is incomplete.

    Raises:
        ValueError: If its header is not a JSON object.
    """
    if len(received) < PREFIX.size:
        return None
    length, rest = PREFIX.unpack_from(received)
    end = PREFIX.size + length
    if len(received) < end + rest:
        return None
    with memoryview(received) as view:
        header, body = bytes(view[PREFIX.size : end]), bytes(view[end : end + rest])
    del received[: end + rest]
    return (_cached(header) if length <= _MAX_CACHED else _decoded(header)), body


def _decoded(header: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(header.decode("ascii"))
    except RecursionError as error:
        raise ValueError("a header is not nested deeply") from error
    if not isinstance(found, dict):
        raise ValueError("a header is a JSON object")
    return found


_cached = lru_cache(maxsize=256)(_decoded)  # shared: nobody changes a header


def work(channel: socket.socket, opened: Callable[[], Handler], sandbox: Sandbox) -> None:
    """Be a worker: report which walls stand, then answer jobs until the other end of the channel is closed.

    Args:
        channel: The socket to the server.
        opened: Returns what answers the jobs; what has threads or files is opened there.
        sandbox: What the worker may do.
    """
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    gc.freeze()  # what was imported before the fork is shared, and not written to
    _close_inherited(channel)
    handler = opened()
    max_resident = _peak() + (sandbox.resident or 0)
    walls = enter(sandbox)
    # From here on hostile texts are read, and what libraries say of them belongs into no log.
    with Path(os.devnull).open("r+b") as nowhere:
        for descriptor in range(3):
            os.dup2(nowhere.fileno(), descriptor)
    try:
        channel.sendall(message(encoded(asdict(walls))))
        received = bytearray()
        while True:
            while (job := first_message(received)) is None:
                if not (piece := channel.recv(_READ)):
                    return
                received += piece
            header, body = _reply(handler, *job)
            if sandbox.resident and _peak() > max_resident:
                header = {**header, "last": True}  # a fresh worker takes its place
            channel.sendall(message(encoded(header), body))
    except (BrokenPipeError, ConnectionResetError):
        return


def _close_inherited(channel: socket.socket) -> None:
    """Close what the fork inherited; with an end of the forkserver's pipe, that one would outlive the server."""
    os.closerange(3, channel.fileno())
    os.closerange(channel.fileno() + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _reply(handler: Handler, header: Mapping[str, Any], body: bytes) -> tuple[Mapping[str, Any], bytes]:
    try:
        return handler(header, body)
    except BaseException as error:  # panics of Rust are no Exception
        return {"fault": f"{type(error).__name__}: {error}"[:1000]}, b""


def _peak() -> int:
    """Return the peak memory of this process in bytes; since it is a fork, it does not inherit that of its parent."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1 << 10)
