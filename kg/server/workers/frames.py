"""Frames: how a process and its worker write a JSON object and bytes to each other.

A frame is the length of the header and of the body (two unsigned 32-bit numbers, network order), the
header as JSON in ASCII, and the body.
"""

import json
import struct
from collections.abc import Mapping
from typing import Any

PREFIX = struct.Struct("!II")

_encode = json.JSONEncoder(separators=(",", ":")).encode


def frame(header: Mapping[str, Any], body: bytes = b"") -> bytes:
    r"""Return a header and a body as the bytes that go over the wire.

    >>> frame({"n": 1}, b"Ada")
    b'\x00\x00\x00\x07\x00\x00\x00\x03{"n":1}Ada'
    """
    encoded = _encode(header).encode("ascii")
    return b"".join((PREFIX.pack(len(encoded), len(body)), encoded, body))


def header_of(encoded: bytes | bytearray) -> dict[str, Any]:
    """Return the header of a frame.

    Raises:
        ValueError: If it is not a JSON object in ASCII.
    """
    try:
        header = json.loads(encoded.decode("ascii"))
    except RecursionError as error:
        raise ValueError("a header is not nested deeply") from error
    if not isinstance(header, dict):
        raise ValueError("a header is a JSON object")
    return header
