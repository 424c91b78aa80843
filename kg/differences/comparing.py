"""Compare two dumps: which quads of which things only one of them has."""

import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from kg.declaration import Declaration, kg_declaration
from kg.differences.partition import BUCKETS, Partition, thing_of
from kg.differences.sides import Side
from kg.errors import NotFound, Problem, ReadError
from kg.formats import Quad, read_nquads
from kg.progress import SILENT, Progress

Lines = frozenset[bytes]


class Pair(NamedTuple):
    """A thing of which two graphs say different things.

    Attributes:
        thing: Its IRI, or the label of a blank node with `_:` in front.
        before: The lines about it and its nodes in the old graph.
        after: Those in the new one.
        removed: The quads that only the old one has.
        added: The quads that only the new one has.
    """

    thing: str
    before: Lines
    after: Lines
    removed: frozenset[Quad]
    added: frozenset[Quad]


@dataclass(frozen=True)
class Comparison:
    """Two dumps that lie ready to be compared.

    Attributes:
        old: The old one.
        new: The new one.
        declaration: What there may be in them.
    """

    old: Partition
    new: Partition
    declaration: Declaration = field(default_factory=kg_declaration)

    @property
    def bases(self) -> tuple[str, ...]:
        """The bases of the IRIs of both; the new one's first."""
        return (*sorted(self.new.bases), *sorted(self.old.bases - self.new.bases))

    def pairs(self) -> Iterator[Pair]:
        """Yield what differs, thing by thing, in the same order each time.

        Raises:
            ReadError: If a line that differs is not N-Quads.
        """
        for number in range(BUCKETS):
            before, after = self.old.bucket(number), self.new.bucket(number)
            if before != after:
                yield from _differing(frozenset(before.splitlines()), frozenset(after.splitlines()))

    def thing(self, name: str) -> str:
        """Return the IRI of a thing that is named by kind and slug, or by its IRI.

        Raises:
            NotFound: If neither graph says anything of it.
        """
        for iri in (name, *(base + name.strip("/") for base in self.bases)):
            resource = iri.partition("#")[0]
            if any(any(partition.said_of(resource)) for partition in (self.new, self.old)):
                return iri
        hint = "name it by kind and slug, such as person/ada-lovelace, or by its IRI"
        raise NotFound(f"neither graph says anything of '{name}'", hint=hint)


@contextmanager
def compared(old: Side, new: Side, progress: Progress = SILENT) -> Iterator[Comparison]:
    """Lay two graphs out for comparison in a temporary directory.

    Raises:
        ReadError: If one of them cannot be read.
        ReleaseError: If there is no space for them.
    """
    with tempfile.TemporaryDirectory(prefix="kg-diff-") as directory:
        partitions = []
        for name, side in (("old", old), ("new", new)):
            folder = Path(directory) / name
            folder.mkdir()
            partition = Partition(folder)
            partition.fill(progress.track(f"reading the {name} one", side.lines()))
            partitions.append(partition)
        before, after = partitions
        yield Comparison(before, after, new.declaration or old.declaration or kg_declaration())


def parsed(lines: Lines) -> frozenset[Quad]:
    """Return the quads that some lines say.

    Raises:
        ReadError: If they are not N-Quads.
    """
    try:
        return frozenset(read_nquads(b"\n".join(sorted(lines))))
    except SyntaxError as error:
        message = f"a line is not N-Quads: {error.msg}"
        raise ReadError(Problem(message, hint="check both files, or make them again: kg build")) from error


def _differing(before: Lines, after: Lines) -> Iterator[Pair]:
    things = {thing_of(line) for line in before ^ after}
    old, new = _by_thing(before, things), _by_thing(after, things)
    for thing in sorted(things):
        was, now = frozenset(old[thing]), frozenset(new[thing])
        gone, come = parsed(was - now), parsed(now - was)
        if gone != come:  # not only written in another way
            yield Pair(thing.decode(errors="replace"), was, now, gone - come, come - gone)


def _by_thing(lines: Lines, things: set[bytes]) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = defaultdict(list)
    for line in lines:
        thing = thing_of(line)
        if thing in things:
            found[thing].append(line)
    return found
