"""Open what is compared or sent: the dump of a release or of a published site, or a file of RDF."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.base.errors import ConfigError, Problem, ReadError, ReleaseError
from kg.store.dump import whole_lines
from kg.store.release import DUMP, MANIFEST, open_release, release_path
from kg.terms.formats import RDF_FORMATS, rdf_format_of, read_rdf
from kg.terms.kinds import Declaration

PIECES = "graph.json"  # where a site lists the pieces of its dump

_HINT = "give a release, the directory of a published site, or a file such as graph.nq.gz"
_SUFFIXES = ".nq, .nt, .ttl, .trig, .jsonld or .rdf, the first two also with .gz"


@dataclass(frozen=True)
class DumpSource:
    """A graph in files."""

    path: Path  # as it was named
    files: tuple[Path, ...]  # with its quads, in order

    @property
    def name(self) -> str:
        """The id of a release, else the name of the file or directory."""
        return self.files[0].parent.name if self._is_release else self.path.name

    @property
    def declaration(self) -> Declaration | None:
        """The declaration of a release; None for other dumps."""
        return open_release(self.files[0].parent).declaration if self._is_release else None

    @property
    def _is_release(self) -> bool:
        return (self.files[0].parent / MANIFEST).is_file()

    def texts(self) -> Iterator[bytes]:
        """Yield its quads as N-Quads, some whole lines at a time.

        Raises:
            ReadError: If a file cannot be read.
            ConfigError: If a file is not of the syntax that its suffix names.
        """
        for file in self.files:
            form = _form_of(file)
            if form in ("nquads", "ntriples"):
                yield from whole_lines(file)
            elif file.suffix == ".gz":
                problem = "only N-Quads and N-Triples are read compressed"
                raise ConfigError(Problem(problem, file, hint="unpack it first"))
            else:
                yield from (f"{quad} .\n".encode() for quad in read_rdf(file, RDF_FORMATS[form] if form else None))


def open_source(path: Path) -> DumpSource:
    """Return the graph in a release, a directory of releases, a published site, or a file.

    Raises:
        ReleaseError: If nothing of that kind is there, or a release is damaged.
        ReadError: If the suffix of a file names no syntax.
    """
    if not path.exists():
        raise ReleaseError(f"{path} does not exist", hint=_HINT)
    if path.is_file() and _form_of(path) is None:
        raise ReadError(Problem("its suffix names no RDF syntax", path, hint=f"name it {_SUFFIXES}"))
    if path.is_file():
        return DumpSource(path, (path,))
    if (release_path(path) / MANIFEST).is_file():
        return DumpSource(path, (open_release(path).path / DUMP,))
    if (path / PIECES).is_file():
        return DumpSource(path, _pieces(path))
    if (path / DUMP).is_file():
        return DumpSource(path, (path / DUMP,))
    raise ReleaseError(f"{path} holds neither a release nor {DUMP}", hint=_HINT)


def _pieces(site: Path) -> tuple[Path, ...]:
    try:
        names = [str(piece["path"]) for piece in json.loads((site / PIECES).read_bytes())["graph"]["pieces"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReleaseError(f"{site / PIECES} does not list the pieces of a dump", hint="publish again") from error
    if any(Path(name).name != name or not (site / name).is_file() for name in names):  # no file of another directory
        raise ReleaseError(f"{site / PIECES} lists a piece that is not there", hint="publish again")
    return tuple(site / name for name in names)


def _form_of(file: Path) -> str | None:
    return rdf_format_of(file.with_suffix("") if file.suffix == ".gz" else file)
