"""Compare two dumps in bounded memory."""

import gzip
import json
import re
import tempfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from pyoxigraph import Quad

from kg.base.errors import ConfigError, NotFound, Problem, ReadError, ReleaseError
from kg.base.progress import SILENT, Progress
from kg.store.release import DUMP, MANIFEST, open_release, release_path
from kg.terms.declaration import kg_declaration
from kg.terms.formats import RDF_FORMATS, rdf_format_of, read_nquads, read_rdf
from kg.terms.kinds import Declaration

# The lines of a dump, laid out in files by the things that they are about.

BUCKETS = 256
_HELD = 400_000  # how many lines are held before they are written

_SPACE = re.compile(rb'<http://rdfs\.org/ns/void#uriSpace> "([^"\\]*)"')
_OWNER = re.compile(rb"<https?://schema\.org/mainEntity> <([^>]*)>")


def thing_of(line: bytes) -> bytes:
    """Return the thing that a line is about: its subject without a fragment.

    >>> thing_of(b'<https://a.org/x#y> <https://a.org/p> "v" .')
    b'https://a.org/x'
    """
    return line.split(None, 1)[0].split(b"#", 1)[0].strip(b"<>")


class BucketedDump:
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
        """Lay lines out."""
        held = 0
        for line in lines:
            self._held[crc32(thing_of(line)) % BUCKETS].append(line)
            if b"#uriSpace>" in line or b"/mainEntity>" in line:
                if found := _SPACE.search(line):
                    self.bases.add(found[1].decode(errors="replace"))
                if found := _OWNER.search(line):
                    self.owners.add(found[1].decode(errors="replace"))
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


# What may be compared: a release, a published site, or a file, each as lines of N-Quads.

PIECES = "graph.json"  # where a site lists the pieces of its dump

_PIECE = 1 << 20
_LONGEST_LINE = 64 << 20
_SUFFIXES = ".nq, .nt, .ttl, .trig, .jsonld or .rdf, the first two also with .gz"


@dataclass(frozen=True)
class DumpSource:
    """One of two graphs that are compared."""

    path: Path  # where it is, as it was named
    files: tuple[Path, ...]  # the files that hold its quads

    @property
    def name(self) -> str:
        """What it is called: a release by its id, a file or directory by its name."""
        return self.files[0].parent.name if (self.files[0].parent / MANIFEST).is_file() else self.path.name

    @property
    def declaration(self) -> Declaration | None:
        """What there may be in it, if it says so: a release does."""
        release = self.files[0].parent
        return open_release(release).declaration if (release / MANIFEST).is_file() else None

    def lines(self) -> Iterator[bytes]:
        """Yield its quads as lines of N-Quads, without line breaks.

        Raises:
            ReadError: If a file cannot be read.
            ConfigError: If a file is not of the syntax that its suffix names.
        """
        for file in self.files:
            form = rdf_format_of(file.with_suffix("") if file.suffix == ".gz" else file)
            if form in ("nquads", "ntriples"):
                yield from _lines(file)
            elif file.suffix == ".gz":
                problem = "only N-Quads and N-Triples are read compressed"
                raise ConfigError(Problem(problem, file, hint="unpack it first"))
            else:
                yield from (f"{quad} .".encode() for quad in read_rdf(file, RDF_FORMATS[form] if form else None))


def open_source(path: Path) -> DumpSource:
    """Return what stands in a place: a release, a directory of releases, a published site, or a file.

    Raises:
        ReleaseError: If nothing of that kind is there, or a release is damaged.
        ReadError: If the suffix of a file names no syntax.
    """
    if path.is_dir():
        return DumpSource(path, _of_directory(path))
    if not path.exists():
        hint = "give a release, the directory of a published site, or a file such as graph.nq.gz"
        raise ReleaseError(f"{path} does not exist", hint=hint)
    if rdf_format_of(path.with_suffix("") if path.suffix == ".gz" else path) is None:
        raise ReadError(Problem("its suffix names no RDF syntax", path, hint=f"name it {_SUFFIXES}"))
    return DumpSource(path, (path,))


def _of_directory(path: Path) -> tuple[Path, ...]:
    if (release_path(path) / MANIFEST).is_file():
        return (open_release(path).path / DUMP,)
    if (path / PIECES).is_file():
        # The pieces of a dump; only files that stand beside their list count.
        try:
            listed = json.loads((path / PIECES).read_text(encoding="utf-8"))["graph"]["pieces"]
            names = [str(piece["path"]) for piece in listed]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ReleaseError(f"{path / PIECES} does not list the pieces of a dump", hint="publish again") from error
        if any(Path(name).name != name or not (path / name).is_file() for name in names):
            raise ReleaseError(f"{path / PIECES} lists a piece that is not there", hint="publish again")
        return tuple(path / name for name in names)
    if (path / DUMP).is_file():
        return (path / DUMP,)
    hint = f"give a release, a published site, or a file such as {DUMP}"
    raise ReleaseError(f"{path} holds neither a release nor {DUMP}", hint=hint)


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as source:
            rest = b""
            while piece := source.read(_PIECE):
                *whole, rest = (rest + piece).split(b"\n")
                yield from filter(_says_something, whole)
                if len(rest) > _LONGEST_LINE:
                    raise ReadError(Problem("holds a line of more than 64 MiB", file, hint="check that it is N-Quads"))
            yield from filter(_says_something, (rest,))
    except (OSError, EOFError, zlib.error) as error:
        hint = "check the file and its permissions; if it is compressed: gzip -t FILE"
        raise ReadError(Problem(f"cannot be read: {error}", file, hint=hint)) from error


def _says_something(line: bytes) -> bool:
    return line.strip()[:1] not in (b"", b"#")


# Compare two dumps: which quads of which things only one of them has.

Lines = frozenset[bytes]


class ThingDifference(NamedTuple):
    """A thing of which two graphs say different things."""

    thing: str  # its IRI, or the label of a blank node with `_:` in front
    before: Lines  # the lines about it and its nodes in the old graph
    after: Lines  # those in the new one
    removed: frozenset[Quad]  # the quads that only the old one has
    added: frozenset[Quad]  # the quads that only the new one has


@dataclass(frozen=True)
class DumpComparison:
    """Two dumps that lie ready to be compared."""

    old: BucketedDump  # the old one
    new: BucketedDump  # the new one
    declaration: Declaration = field(default_factory=kg_declaration)  # what there may be in them

    @property
    def bases(self) -> tuple[str, ...]:
        """The bases of the IRIs of both; the new one's first."""
        return (*sorted(self.new.bases), *sorted(self.old.bases - self.new.bases))

    def pairs(self) -> Iterator[ThingDifference]:
        """Yield what differs, thing by thing, in the same order each time."""
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
def compared(old: DumpSource, new: DumpSource, progress: Progress = SILENT) -> Iterator[DumpComparison]:
    """Lay two graphs out for comparison in a temporary directory.

    Raises:
        ReadError: If one of them cannot be read.
        ReleaseError: If there is no space for them.
    """
    with tempfile.TemporaryDirectory(prefix="kg-diff-") as directory:
        partitions = []
        for name, source in (("old", old), ("new", new)):
            folder = Path(directory) / name
            folder.mkdir()
            partition = BucketedDump(folder)
            partition.fill(progress.track(f"reading the {name} one", source.lines()))
            partitions.append(partition)
        before, after = partitions
        yield DumpComparison(before, after, new.declaration or old.declaration or kg_declaration())


def parsed(lines: Lines) -> frozenset[Quad]:
    """Return the quads that some lines say."""
    try:
        return frozenset(read_nquads(b"\n".join(sorted(lines))))
    except SyntaxError as error:
        message = f"a line is not N-Quads: {error.msg}"
        raise ReadError(Problem(message, hint="check both files, or make them again: kg build")) from error


def _differing(before: Lines, after: Lines) -> Iterator[ThingDifference]:
    things = {thing_of(line) for line in before ^ after}
    old, new = _by_thing(before, things), _by_thing(after, things)
    for thing in sorted(things):
        was, now = frozenset(old[thing]), frozenset(new[thing])
        gone, come = parsed(was - now), parsed(now - was)
        if gone != come:  # not only written in another way
            yield ThingDifference(thing.decode(errors="replace"), was, now, gone - come, come - gone)


def _by_thing(lines: Lines, things: set[bytes]) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = defaultdict(list)
    for line in lines:
        thing = thing_of(line)
        if thing in things:
            found[thing].append(line)
    return found
