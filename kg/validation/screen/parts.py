"""Parts of a dump, and which nodes more than one of them describes."""

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol
from zlib import crc32

from kg.validation.screen.graph import SUBCLASS

PART_BYTES = 6_000_000
_BUCKETS = 64
_SUBCLASS = SUBCLASS.encode()
_DESCRIPTIONS = re.compile(rb"([^ \n]+) [^\n]*\n?(?:\1 [^\n]*\n?)*")  # lines with one subject


class Readable(Protocol):
    """Lines of N-Quads that can be read."""

    def read(self) -> bytes:
        """Return the lines."""
        ...


@dataclass(frozen=True)
class Part:
    """Whole lines of a file of N-Quads, from one place to another, in bytes."""

    path: Path
    start: int
    end: int

    def read(self) -> bytes:
        """Return the lines."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            return file.read(self.end - self.start)


@dataclass(frozen=True)
class Survey:
    """What there is in a part.

    Attributes:
        nodes: Checksums (CRC-32) of the nodes of which it holds facts, in order, each once.
        subclasses: Classes, each with one that it is a subclass of.
    """

    nodes: "array[int]"
    subclasses: tuple[tuple[str, str], ...]

    def describes(self, node: bytes) -> bool:
        """Say whether the part may hold facts of a node, as it is written there."""
        checksum = crc32(node)
        at = bisect_left(self.nodes, checksum)
        return at < len(self.nodes) and self.nodes[at] == checksum


def parts(files: Iterable[Path], size: int) -> Iterator[Part]:
    """Cut files into parts of about so many bytes."""
    for path in files:
        total = path.stat().st_size
        start = 0
        with path.open("rb") as file:
            while start < total:
                file.seek(min(start + size, total))
                file.readline()
                end = file.tell()
                yield Part(path, start, end)
                start = end


def survey(text: bytes, inverses: Iterable[str]) -> Survey:
    """Return what there is in some lines; what predicates that are followed backwards lead to are nodes too.

    Literals are not: what is known of them elsewhere is never asked.
    """
    nodes = set(_DESCRIPTIONS.findall(text))
    for predicate in inverses:
        nodes.update(value for _, value in _pairs(text, predicate.encode()) if not value.startswith(b'"'))
    subclasses = tuple((lower.decode(), upper.decode()) for lower, upper in _pairs(text, _SUBCLASS))
    return Survey(array("I", sorted(set(map(crc32, nodes)))), subclasses)


def shared(surveys: Sequence[Survey]) -> frozenset[int]:
    """Return the checksums of the nodes that more than one part describes, and of few others.

    Two nodes may have one checksum: that only means that they are looked at with more care.
    """
    found: set[int] = set()
    edges = [at << 32 - 6 for at in range(_BUCKETS)] + [1 << 32]
    for low, high in pairwise(edges):
        seen: set[int] = set()
        for each in surveys:
            nodes = each.nodes[bisect_left(each.nodes, low) : bisect_left(each.nodes, high)]
            found.update(seen.intersection(nodes))
            seen.update(nodes)
    return frozenset(found)


def superclasses(surveys: Iterable[Survey]) -> Mapping[str, frozenset[str]]:
    """Return all superclasses of each class that has some."""
    above: dict[str, set[str]] = {}
    for each in surveys:
        for lower, upper in each.subclasses:
            above.setdefault(lower, set()).add(upper)
    return {lower: frozenset(_reached(lower, above)) for lower in above}


def _reached(cls: str, above: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = [cls]
    while ahead:
        more = above.get(ahead.pop(), set()) - found
        found |= more
        ahead.extend(more)
    return found


def _pairs(text: bytes, predicate: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield subjects and objects of the lines with a predicate."""
    at = text.find(predicate)
    while at >= 0:
        start, end = text.rfind(b"\n", 0, at) + 1, text.find(b"\n", at)
        words = text[start : end if end >= 0 else len(text)].split(b" ", 3)
        if len(words) > 3 and words[1] == predicate:
            yield words[0], words[2]
        at = text.find(predicate, at + len(predicate))
