"""Compare two dumps thing by thing, in bounded memory: both are sorted by what their lines are about, and merged."""

import gzip
import heapq
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from pyoxigraph import Quad

from kg.base.errors import ConfigError, NotFound, Problem, ReadError, ReleaseError
from kg.base.files import Keyed, sort_text
from kg.store.release import DUMP, MANIFEST, open_release, release_path
from kg.terms.declaration import kg_declaration
from kg.terms.formats import RDF_FORMATS, rdf_format_of, read_nquads, read_rdf
from kg.terms.kinds import Declaration

PIECES = "graph.json"  # where a site lists the pieces of its dump

_PIECE = 1 << 20
_LONGEST_LINE = 64 << 20
_SUFFIXES = ".nq, .nt, .ttl, .trig, .jsonld or .rdf, the first two also with .gz"
_SPACE = re.compile(rb'<http://rdfs\.org/ns/void#uriSpace> "([^"\\]*)"')
# Neighbouring lines about one thing: a subject up to its fragment, and those that begin like it.
_BLOCK = re.compile(rb"^[ \t]*+(?!#)(?:<([^>#\s]*+)|(\S++))[^\n]*+\n(?:(?:<\1[>#]|\2[ \t])[^\n]*+\n)*+", re.MULTILINE)


@dataclass(frozen=True)
class DumpSource:
    """A graph that is compared: a release, a published site, or a file."""

    path: Path  # where it is, as it was named
    files: tuple[Path, ...]  # the files that hold its quads

    @property
    def name(self) -> str:
        """A release is called by its id, a file or directory by its name."""
        return self.files[0].parent.name if (self.files[0].parent / MANIFEST).is_file() else self.path.name

    @property
    def declaration(self) -> Declaration | None:
        """What there may be in it, if it is a release."""
        release = self.files[0].parent
        return open_release(release).declaration if (release / MANIFEST).is_file() else None

    def texts(self) -> Iterator[bytes]:
        """Yield its quads as N-Quads, some whole lines at a time.

        Raises:
            ReadError: If a file cannot be read.
            ConfigError: If a file is not of the syntax that its suffix names.
        """
        for file in self.files:
            form = rdf_format_of(file.with_suffix("") if file.suffix == ".gz" else file)
            if form in ("nquads", "ntriples"):
                yield from _whole_lines(file)
            elif file.suffix == ".gz":
                problem = "only N-Quads and N-Triples are read compressed"
                raise ConfigError(Problem(problem, file, hint="unpack it first"))
            else:
                yield from (f"{quad} .\n".encode() for quad in read_rdf(file, RDF_FORMATS[form] if form else None))


def open_source(path: Path) -> DumpSource:
    """Return the graph in a place: a release, a directory of releases, a published site, or a file.

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


def _whole_lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as source:
            rest = b""
            while piece := source.read(_PIECE):
                lines, newline, rest = (rest + piece).rpartition(b"\n")
                yield lines + newline
                if len(rest) > _LONGEST_LINE:
                    raise ReadError(Problem("holds a line of more than 64 MiB", file, hint="check that it is N-Quads"))
            yield rest + b"\n"
    except (OSError, EOFError, zlib.error) as error:
        hint = "check the file and its permissions; if it is compressed: gzip -t FILE"
        raise ReadError(Problem(f"cannot be read: {error}", file, hint=hint)) from error


class ThingDifference(NamedTuple):
    """A thing about which two graphs hold different quads; its nodes, whose IRIs are its own with a fragment, count."""

    thing: str  # its IRI, or the label of a blank node with `_:` in front
    before: frozenset[bytes]  # the lines about it in the old graph
    after: frozenset[bytes]  # those in the new one
    removed: frozenset[Quad]  # the quads that only the old one has
    added: frozenset[Quad]  # the quads that only the new one has


@dataclass
class DumpComparison:
    """Two graphs that are compared."""

    old: DumpSource
    new: DumpSource
    only: str = ""  # the one thing to compare, by kind and slug or by its IRI; empty for all
    bases: set[str] = field(default_factory=set)  # the bases of the IRIs, known once `differences` yields
    declaration: Declaration = field(init=False)  # what there may be in them

    def __post_init__(self) -> None:
        self.declaration = self.new.declaration or self.old.declaration or kg_declaration()

    def differences(self) -> Iterator[ThingDifference]:
        """Yield what differs, in the order of IRIs.

        Raises:
            NotFound: If neither graph has the one thing that is compared.
            ReadError: If one of them cannot be read.
            KgError: If there is no space to sort them.
        """
        is_known = not self.only
        for thing, blocks in groupby(heapq.merge(*map(self._sorted, (0, 1)), key=itemgetter(0)), key=itemgetter(0)):
            texts = [b"", b""]
            for _, side, text in blocks:
                texts[side] += text
            if self.only and not self._is_meant(thing, texts):
                continue
            is_known = True
            if texts[0] != texts[1] and (found := _difference(thing, *texts)):
                yield found
        if not is_known:
            hint = "name it by kind and slug, such as person/ada-lovelace, or by its IRI"
            raise NotFound(f"neither graph says anything of '{self.only}'", hint=hint)

    def _is_meant(self, thing: str, texts: Iterable[bytes]) -> bool:
        """Whether something is the one thing that is compared, or evidence for it."""
        name = self.only.strip("/").partition("#")[0]
        iris = (name, *(base + name for base in self.bases))
        supports = [f"#supports> <{iri}{end}".encode() for iri in iris for end in "#>"]
        return thing in iris or any(part in text for text in texts for part in supports)

    def _sorted(self, side: int) -> Iterator[tuple[str, int, bytes]]:
        # All of a source is read before the first block of it comes, and so are the bases.
        def produce(write: Callable[[bytes], int]) -> None:
            for text in (self.new if side else self.old).texts():
                self.bases.update(base.decode(errors="replace") for base in _SPACE.findall(text))
                write(text)

        return ((thing, side, text) for thing, text in sort_text(produce, _blocks))


def _blocks(text: bytes) -> Iterator[Keyed]:
    return (((found[1] or found[2] or b"").decode(errors="replace"), found[0]) for found in _BLOCK.finditer(text))


def _difference(thing: str, old: bytes, new: bytes) -> ThingDifference | None:
    before, after = (frozenset(text.split(b"\n")) - {b""} for text in (old, new))
    gone, come = parsed(before - after), parsed(after - before)
    # Equal quads may be written in different ways.
    return ThingDifference(thing, before, after, gone - come, come - gone) if gone != come else None


def parsed(lines: Iterable[bytes]) -> frozenset[Quad]:
    """Return the quads of some lines."""
    try:
        return frozenset(read_nquads(b"\n".join(sorted(lines))))
    except SyntaxError as error:
        message = f"a line is not N-Quads: {error.msg}"
        raise ReadError(Problem(message, hint="check both files, or make them again: kg build")) from error
