"""Content codings (RFC 9110, section 12.5.3): in which one a client gets an answer, and how it is packed."""

import zlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import brotli
import zstandard

IDENTITY, GZIP = "identity", "gzip"

_MAX_HEADER = 512
_WORTH_PACKING = 860  # bytes; what is smaller fits one packet anyway


class Coding(NamedTuple):
    """How an answer is sent.

    Attributes:
        name: As in `Content-Encoding`.
        least: Bytes below which it is sent as it is.
    """

    name: str = IDENTITY
    least: int = _WORTH_PACKING


PLAIN = Coding()


def coding_of(accept_encoding: bytes, offered: tuple[str, ...] = ()) -> Coding:
    """Return the coding that a client likes best, ours first among equals; plain where it accepts none of ours.

    Args:
        accept_encoding: The header.
        offered: The names of those that can be had; all of ours if none is named.

    >>> coding_of(b"gzip;q=0.5, *;q=0", (GZIP,)).name, coding_of(b"gzip;q=0").name, coding_of(b"identity;q=0, *").least
    ('gzip', 'identity', 0)
    """
    return _chosen(accept_encoding[:_MAX_HEADER], offered or tuple(PACKERS))


@lru_cache(maxsize=256)
def _chosen(accept_encoding: bytes, offered: tuple[str, ...]) -> Coding:
    qualities = dict(_qualities(accept_encoding.decode("latin-1").lower()))
    rest = qualities.get("*", 0.0)
    best = max(offered, key=lambda name: qualities.get(name, rest))
    quality, plain = qualities.get(best, rest), qualities.get(IDENTITY, qualities.get("*", 1.0))
    if quality <= 0 or quality < qualities.get(IDENTITY, 0.0):
        return PLAIN
    return Coding(best, 0 if plain <= 0 else _WORTH_PACKING)


def _qualities(accept_encoding: str) -> Iterator[tuple[str, float]]:
    for part in accept_encoding.split(","):
        name, _, parameter = part.partition(";")
        key, _, value = parameter.partition("=")
        try:
            quality = float(value) if key.strip() == "q" else 1.0
        except ValueError:
            quality = 0.0
        if name.strip():
            yield name.strip().removeprefix("x-"), quality


def _gzip(body: bytes, level: int) -> bytes:
    packer = zlib.compressobj(level, wbits=31)  # 31: gzip, without name and time: the same bytes each time
    return packer.compress(body) + packer.flush()


PACKERS: dict[str, Callable[[bytes, int], bytes]] = {
    "zstd": lambda body, level: zstandard.ZstdCompressor(level=level).compress(body),
    "br": lambda body, level: brotli.compress(body, quality=level),
    GZIP: _gzip,
}
"""What packs a body at a level, by the name of the coding; the first is liked best."""
_PASSING = {"zstd": 3, "br": 4, GZIP: 3}  # a tenth of the time in which the engine writes an answer
_KEPT = {"zstd": 6, "br": 5, GZIP: 6}  # what is sent again and again is worth more time


def packed(body: bytes, coding: Coding) -> bytes | None:
    """Return the body of an answer in a coding, or None if it is better sent as it is."""
    if coding.name == IDENTITY or len(body) < coding.least:
        return None
    return PACKERS[coding.name](body, _PASSING[coding.name])


def compressed(body: bytes) -> dict[str, bytes]:
    """Return a body that is kept in each coding, by its name; none for a small one."""
    if len(body) < _WORTH_PACKING:
        return {}
    return {name: pack(body, _KEPT[name]) for name, pack in PACKERS.items()}
