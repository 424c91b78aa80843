"""The lines of a dump, laid out in files by the things that they are about.

A thing's lines lie in one bucket, with those of its nodes: two dumps are compared bucket by bucket, so
that memory holds a small part of each, whatever their order. Buckets are found by CRC-32, which is
the same on every run.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

from kg.errors import ReleaseError

BUCKETS = 256
_HELD = 400_000
"""How many lines are held before they are written."""

_SPACE = re.compile(rb'<http://rdfs\.org/ns/void#uriSpace> "([^"\\]*)"')
_OWNER = re.compile(rb"<https?://schema\.org/mainEntity> <([^>]*)>")


def thing_of(line: bytes) -> bytes:
    """Return the thing that a line is about: its subject without a fragment.

    >>> thing_of(b'<https://a.org/x#y> <https://a.org/p> "v" .')
    b'https://a.org/x'
    """
    return line.split(None, 1)[0].split(b"#", 1)[0].strip(b"<>")


class Partition:
    """One dump in buckets.

    Attributes:
        bases: What the dump says to be the base of its IRIs.
        owners: IRIs of those whom profiles are about.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._held: dict[int, list[bytes]] = defaultdict(list)
        self.bases: set[str] = set()
        self.owners: set[str] = set()

    def fill(self, lines: Iterable[bytes]) -> None:
        """Lay lines out.

        Raises:
            ReleaseError: If there is no space for them.
        """
        held = 0
        for line in lines:
            self._held[crc32(thing_of(line)) % BUCKETS].append(line)
            if b"#uriSpace>" in line or b"/mainEntity>" in line:
                self._note(line)
            held += 1
            if held >= _HELD:
                self._flush()
                held = 0
        self._flush()

    def bucket(self, number: int) -> bytes:
        """Return the lines of a bucket, each with its line break."""
        path = self._path(number)
        return path.read_bytes() if path.exists() else b""

    def said_of(self, iri: str) -> Iterator[bytes]:
        """Yield the lines about a thing."""
        thing = iri.encode()
        for line in self.bucket(crc32(thing) % BUCKETS).splitlines():
            if thing_of(line) == thing:
                yield line

    def _note(self, line: bytes) -> None:
        if found := _SPACE.search(line):
            self.bases.add(found[1].decode(errors="replace"))
        if found := _OWNER.search(line):
            self.owners.add(found[1].decode(errors="replace"))

    def _flush(self) -> None:
        try:
            for number, lines in self._held.items():
                with self._path(number).open("ab") as file:
                    file.write(b"\n".join(lines) + b"\n")
        except OSError as error:
            hint = "free some space, or let TMPDIR name another directory"
            raise ReleaseError(f"{self._directory} cannot be written: {error.strerror}", hint=hint) from error
        self._held.clear()

    def _path(self, number: int) -> Path:
        return self._directory / f"{number:03d}"
