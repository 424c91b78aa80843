"""Compare two dumps thing by thing, in bounded memory: both are sorted by what their lines are about, and merged."""

import heapq
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pyoxigraph import Quad

from kg.base.errors import Problem, ReadError
from kg.base.files import Keyed, sort_text
from kg.store.diff.dump_sources import DumpSource
from kg.terms.declaration import kg_declaration
from kg.terms.formats import read_nquads
from kg.terms.kinds import Declaration

_SPACE = re.compile(rb'<http://rdfs\.org/ns/void#uriSpace> "([^"\\]*)"')
# Neighbouring lines about one thing: a subject up to its fragment, and those that begin like it.
_BLOCK = re.compile(rb"^[ \t]*+(?!#)(?:<([^>#\s]*+)|(\S++))[^\n]*+\n(?:(?:<\1[>#]|\2[ \t])[^\n]*+\n)*+", re.MULTILINE)


class ThingDifference(NamedTuple):
    """A thing about which two graphs hold different quads; its nodes, whose IRIs are its own with a fragment, count."""

    thing: str  # its IRI, or the label of a blank node with `_:` in front
    before: frozenset[Quad]  # the quads about it in the old graph
    after: frozenset[Quad]  # those in the new one


@dataclass
class Comparison:
    """Two graphs that are compared."""

    old: DumpSource
    new: DumpSource
    bases: set[str] = field(default_factory=set)  # the bases of the IRIs, known once `differences` yields
    declaration: Declaration = field(init=False)  # the kinds of things in them

    def __post_init__(self) -> None:
        self.declaration = self.new.declaration or self.old.declaration or kg_declaration()

    def differences(self) -> Iterator[ThingDifference]:
        """Yield what differs, in the order of IRIs.

        Raises:
            ReadError: If one of them cannot be read.
            KgError: If there is no space to sort them.
        """
        for thing, blocks in groupby(heapq.merge(*map(self._sorted, (0, 1)), key=itemgetter(0)), key=itemgetter(0)):
            texts = [b"", b""]
            for _, side, text in blocks:
                texts[side] += text
            if texts[0] != texts[1] and len({frozenset(text.split(b"\n")) for text in texts}) > 1:
                before, after = map(quads_of, texts)
                if before != after:  # the same quads may be written in different ways
                    yield ThingDifference(thing, before, after)

    def _sorted(self, side: int) -> Iterator[tuple[str, int, bytes]]:
        # All of a dump is read before the first block of it comes, and so are the bases.
        def produce(write: Callable[[bytes], int]) -> None:
            for text in (self.new if side else self.old).texts():
                self.bases.update(base.decode(errors="replace") for base in _SPACE.findall(text))
                write(text)

        return ((thing, side, text) for thing, text in sort_text(produce, _blocks))


def _blocks(text: bytes) -> Iterator[Keyed]:
    return (((found[1] or found[2] or b"").decode(errors="replace"), found[0]) for found in _BLOCK.finditer(text))


def quads_of(text: bytes) -> frozenset[Quad]:
    """Return the quads of some lines."""
    try:
        return frozenset(read_nquads(text))
    except SyntaxError as error:
        message = f"a line is not N-Quads: {error.msg}"
        raise ReadError(Problem(message, hint="check both files, or make them again: kg build")) from error
