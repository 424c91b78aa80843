"""Validate a store: screen it, and have pySHACL judge the candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from kg import resources
from kg.formats import RdfFormat, serialize
from kg.store import LocalStore
from kg.validation.report import Report
from kg.validation.screen.screening import screened


@dataclass(frozen=True)
class Loaded:
    """From what a store was loaded.

    Attributes:
        dump: Files of N-Quads as kg writes them, in which blank nodes, if any, have one name each.
        directory: Where the store is, which several processes may open.
    """

    dump: Sequence[Path]
    directory: Path


def shape_files(project_shapes: Path | None = None) -> list[Path]:
    """Return the files of the shapes that come with kg, and of a project's own."""
    files = sorted(resources.directory("shapes").glob("*.ttl"))
    if project_shapes is not None and project_shapes.is_dir():
        files += sorted(project_shapes.glob("*.ttl"))
    return files


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
    from kg.validation.shacl import Judge  # pySHACL takes long to import, which processes that only screen need not

    judge = Judge(store, shapes)
    screen = judge.screen()
    with TemporaryDirectory(prefix="kg-screen-") as temporary:
        if loaded is not None:
            candidates = screened(screen, loaded.dump, loaded.directory, workers=workers)
        else:
            candidates = screened(screen, [_dumped(store, Path(temporary) / "dump.nq")], store)
        return Report.of(judge.judge(screen, candidates), strict=strict)


def _dumped(store: LocalStore, path: Path) -> Path:
    with path.open("wb") as file:
        serialize(store.quads(), file, RdfFormat.N_QUADS)
    return path
