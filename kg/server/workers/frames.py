"""Frames: how a process and its worker write a JSON object and bytes to each other.

A frame is the length of the header and of the body (two unsigned 32-bit numbers, network order), the
header as JSON in ASCII, and the body. The headers of most questions are the same few, so that they are written and
read once.
"""

import json
import struct
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

PREFIX = struct.Struct("!II")
_MAX_KEPT = 512  # bytes of a header that is remembered

_encode = json.JSONEncoder(separators=(",", ":")).encode


def encoded(header: Mapping[str, Any]) -> bytes:
    """Return a header as it goes over the wire."""
    return _encode(header).encode("ascii")


def frame(header: bytes, body: bytes = b"") -> bytes:
    r"""Return an encoded header and a body as the bytes that go over the wire.

    >>> frame(encoded({"n": 1}), b"Ada")
    b'\x00\x00\x00\x07\x00\x00\x00\x03{"n":1}Ada'
    """
    return b"".join((PREFIX.pack(len(header), len(body)), header, body))


def header_of(header: bytes) -> Mapping[str, Any]:
    """Return the header of a frame, which may be shared: it is not to be changed.

    Raises:
        ValueError: If it is not a JSON object in ASCII.
    """
    return _remembered(header) if len(header) <= _MAX_KEPT else _decoded(header)


def _decoded(header: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(header.decode("ascii"))
    except RecursionError as error:
        raise ValueError("a header is not nested deeply") from error
    if not isinstance(found, dict):
        raise ValueError("a header is a JSON object")
    return found


_remembered = lru_cache(maxsize=256)(_decoded)
