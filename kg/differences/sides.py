"""What may be compared: a release, a published site, or a file, each as lines of N-Quads."""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.declaration import Declaration
from kg.errors import ConfigError, Problem, ReadError, ReleaseError
from kg.formats import RDF_FORMATS, rdf_format_of, read_rdf
from kg.release import DUMP, MANIFEST, open_release, release_path

PIECES = "graph.json"
"""Where a site lists the pieces of its dump."""

_PIECE = 1 << 20
_LONGEST_LINE = 64 << 20
_SUFFIXES = ".nq, .nt, .ttl, .trig, .jsonld or .rdf, the first two also with .gz"


@dataclass(frozen=True)
class Side:
    """One of two graphs that are compared.

    Attributes:
        path: Where it is, as it was named.
        files: The files that hold its quads.
    """

    path: Path
    files: tuple[Path, ...]

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
            if _is_lines(file):
                yield from _lines(file)
            else:
                yield from _parsed(file)


def side(path: Path) -> Side:
    """Return what stands in a place: a release, a directory of releases, a published site, or a file.

    Raises:
        ReleaseError: If nothing of that kind is there, or a release is damaged.
        ReadError: If the suffix of a file names no syntax.
    """
    if path.is_dir():
        return Side(path, _of_directory(path))
    if not path.exists():
        hint = "give a release, the directory of a published site, or a file such as graph.nq.gz"
        raise ReleaseError(f"{path} does not exist", hint=hint)
    if rdf_format_of(path.with_suffix("") if path.suffix == ".gz" else path) is None:
        raise ReadError(Problem("its suffix names no RDF syntax", path, hint=f"name it {_SUFFIXES}"))
    return Side(path, (path,))


def _of_directory(path: Path) -> tuple[Path, ...]:
    if (release_path(path) / MANIFEST).is_file():
        return (open_release(path).path / DUMP,)
    if (path / PIECES).is_file():
        return _pieces(path)
    if (path / DUMP).is_file():
        return (path / DUMP,)
    hint = f"give a release, a published site, or a file such as {DUMP}"
    raise ReleaseError(f"{path} holds neither a release nor {DUMP}", hint=hint)


def _pieces(path: Path) -> tuple[Path, ...]:
    """Return the pieces of a dump; only files that stand beside their list count."""
    try:
        listed = json.loads((path / PIECES).read_text(encoding="utf-8"))["graph"]["pieces"]
        names = [str(piece["path"]) for piece in listed]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReleaseError(f"{path / PIECES} does not list the pieces of a dump", hint="publish again") from error
    if any(Path(name).name != name or not (path / name).is_file() for name in names):
        raise ReleaseError(f"{path / PIECES} lists a piece that is not there", hint="publish again")
    return tuple(path / name for name in names)


def _is_lines(file: Path) -> bool:
    plain = file.with_suffix("") if file.suffix == ".gz" else file
    return rdf_format_of(plain) in ("nquads", "ntriples")


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


def _parsed(file: Path) -> Iterator[bytes]:
    if file.suffix == ".gz":
        raise ConfigError(Problem("only N-Quads and N-Triples are read compressed", file, hint="unpack it first"))
    form = rdf_format_of(file)
    for quad in read_rdf(file, RDF_FORMATS[form] if form else None):
        yield f"{quad} .".encode()
