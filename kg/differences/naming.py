"""What the things are called of which changes tell."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from zlib import crc32

from kg.differences.comparing import Comparison, parsed
from kg.differences.partition import BUCKETS, Partition, thing_of
from kg.formats import Literal, NamedNode
from kg.search.facts import LABELS
from kg.vocabulary import KG, curie, vocabulary
from kg.wording import local_name

_NAMED = re.compile(rb"^<[^>#]*> <(?:" + b"|".join(re.escape(iri.encode()) for iri in LABELS) + rb')> "', re.MULTILINE)
HIDDEN = "(withdrawn)"
"""What stands for a name that is not to be told any more."""

_RANKS = {iri: rank for rank, iri in enumerate(LABELS)}


@dataclass(frozen=True)
class Names:
    """What things are called.

    Attributes:
        now: In the new graph, by IRI.
        before: In the old one.
        hidden: IRIs of things whose names are not to be told any more.
    """

    now: Mapping[str, str]
    before: Mapping[str, str]
    hidden: frozenset[str] = frozenset()

    def of(self, iri: str) -> str:
        """Return what a thing is called: its name now, else its former one, else what its IRI says."""
        if iri in self.hidden:
            return HIDDEN
        concept = vocabulary().words.get(iri.removeprefix(KG))
        return concept or self.now.get(iri) or self.before.get(iri) or _spelt(iri)


def names(comparison: Comparison, things: Iterable[str]) -> Names:
    """Return what some things are called in both graphs; only the buckets in which they lie are read."""
    wanted = sorted((crc32(iri.encode()) % BUCKETS, iri.encode()) for iri in set(things))
    by_bucket = {number: {iri for _, iri in group} for number, group in groupby(wanted, key=lambda each: each[0])}
    return Names(_labels(comparison.new, by_bucket), _labels(comparison.old, by_bucket))


def _labels(partition: Partition, wanted: Mapping[int, set[bytes]]) -> dict[str, str]:
    found: dict[str, tuple[tuple[int, bool, str], str]] = {}
    for number, things in wanted.items():
        lines = [line for line in _named(partition.bucket(number)) if thing_of(line) in things]
        for quad in parsed(frozenset(lines)):
            if isinstance(quad.object, Literal) and isinstance(quad.subject, NamedNode):
                foreign = not (quad.object.language or "en").startswith("en")
                rank = _RANKS[quad.predicate.value], foreign, quad.object.value
                best = found.get(quad.subject.value)
                if best is None or rank < best[0]:
                    found[quad.subject.value] = (rank, quad.object.value)
    return {iri: name for iri, (_, name) in found.items()}


def _named(lines: bytes) -> Iterable[bytes]:
    for match in _NAMED.finditer(lines):
        end = lines.find(b"\n", match.start())
        yield lines[match.start() : end if end >= 0 else len(lines)]


def _spelt(iri: str) -> str:
    short = curie(iri)
    return short if short != iri else local_name(iri) or iri
