"""Validate a store: screen it, and have pySHACL judge the candidates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kg import resources
from kg.formats import RdfFormat, serialize
from kg.store import LocalStore
from kg.validation.report import Report
from kg.validation.screen.focus import Candidate, Screen
from kg.validation.screen.screening import Surveying, screened

if TYPE_CHECKING:
    from kg.validation.shacl import Judge


@dataclass(frozen=True)
class Loaded:
    """From what a store was loaded.

    Attributes:
        dump: Files of N-Quads as kg writes them, in which blank nodes, if any, have one name each.
        directory: Where the store is, which several processes may open.
    """

    dump: Sequence[Path]
    directory: Path


@dataclass(frozen=True)
class Shapes:
    """Shapes that are read and compiled.

    Attributes:
        screen: Finds the candidates; it travels to other processes.
    """

    screen: Screen
    _judge: "Judge"

    @property
    def surveying(self) -> Surveying:
        """What surveys the parts of a dump; it travels too."""
        return Surveying(self.screen.inverses)

    def report(self, store: LocalStore, candidates: Iterable[Candidate], *, strict: bool = False) -> Report:
        """Return the report on all named graphs of a store.

        Args:
            store: What is checked.
            candidates: What the screen found in it; one may come twice.
            strict: Whether warnings count as violations.

        Raises:
            ConfigError: If a shape cannot be checked.
        """
        return Report.of(self._judge.judge(store, self.screen, candidates), strict=strict)


def shape_files(project_shapes: Path | None = None) -> list[Path]:
    """Return the files of the shapes that come with kg, and of a project's own."""
    files = sorted(resources.directory("shapes").glob("*.ttl"))
    if project_shapes is not None and project_shapes.is_dir():
        files += sorted(project_shapes.glob("*.ttl"))
    return files


def read_shapes(files: Sequence[Path]) -> Shapes:
    """Read and compile the shapes of some files in Turtle, once for each process as long as the files say the same.

    Raises:
        ConfigError: If a file is no Turtle, or a shape in it is ill-formed.
    """
    return _compiled(tuple((path, _content(path)) for path in files))


def _content(path: Path) -> bytes:
    """Return what a file says; of one that cannot be read, nothing: who parses it says why."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


@lru_cache(maxsize=2)
def _compiled(files: tuple[tuple[Path, bytes], ...]) -> Shapes:
    from kg.validation.shacl import Judge  # pySHACL takes long to import, which processes that only screen need not

    judge = Judge([path for path, _ in files])
    return Shapes(judge.screen(), judge)


def validate(
    store: LocalStore,
    shapes: Sequence[Path],
    *,
    strict: bool = False,
    loaded: Loaded | None = None,
    workers: int = 1,
) -> Report:
    """Check all named graphs of a store against the shapes of some files.

    Args:
        store: What to check.
        shapes: Files in Turtle.
        strict: Whether warnings count as violations.
        loaded: From what the store was loaded, if that is still there: it is six times as fast to read as the store.
        workers: How many processes take part, if so.

    Raises:
        ConfigError: If a file is no Turtle, or a shape in it is ill-formed.
    """
    read = read_shapes(shapes)
    with TemporaryDirectory(prefix="kg-screen-") as temporary:
        if loaded is not None:
            candidates = screened(read.screen, loaded.dump, loaded.directory, workers=workers)
        else:
            candidates = screened(read.screen, [_dumped(store, Path(temporary) / "dump.nq")], store)
        return read.report(store, candidates, strict=strict)


def _dumped(store: LocalStore, path: Path) -> Path:
    with path.open("wb") as file:
        serialize(store.quads(), file, RdfFormat.N_QUADS)
    return path
