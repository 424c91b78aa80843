"""Judge what the screen on the cluster could not tell: pySHACL looks at these focus nodes, in the merged store."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from kg.base.errors import Problem, ReadError
from kg.store.store import LocalStore
from kg.validation.report import Report
from kg.validation.screen.screening import Candidate, Screen
from kg.validation.validating import Loaded, read_shapes, validate

CANDIDATES = "candidates.tsv"
MAX_CANDIDATES = 100_000
"""If there are more, a merge screens all anew: so many are rarely worth gathering."""

COPY_AGAIN = "copy the directory again, whole, from where it was built"
"""What to do where a part is not as it was written."""

SHAPES = "shapes"
"""The directory of the project's own shapes, within what a build makes."""


def screen_of(files: Sequence[Path]) -> Screen:
    """Return the screen of the shapes of some files.

    Raises:
        ConfigError: If a file is no Turtle, or a shape in it is ill-formed.
    """
    return read_shapes(files).screen


def is_lasting(screen: Screen) -> bool:
    """Say whether the names of the shapes mean the same in another process: blank nodes have others there."""
    return not any(each.name.startswith("_") for each in screen.shapes)


def digest_of(files: Iterable[Path]) -> str:
    """Return a hash of some files."""
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def judged(
    store: LocalStore,
    files: Sequence[Path],
    built: Path,
    screened: Mapping[str, Any],
    *,
    strict: bool,
    loaded: Loaded,
    workers: int,
) -> Report:
    """Return the validation report of a merged graph.

    Args:
        store: The graph.
        files: The shapes.
        built: What the cluster made.
        screened: What its manifest says of the screen; nothing if there was none.
        strict: Whether warnings count as violations.
        loaded: From what the store was loaded.
        workers: How many processes take part.

    Raises:
        ConfigError: If a shape is ill-formed.
        ReadError: If the candidates cannot be read.
    """
    if screened.get("shapes") != digest_of(files):  # of another version of kg, or none
        return validate(store, files, strict=strict, loaded=loaded, workers=workers)
    return read_shapes(files).report(store, _candidates(built / CANDIDATES, screened), strict=strict)


def _candidates(path: Path, screened: Mapping[str, Any]) -> list[Candidate]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    except OSError as error:
        raise ReadError(Problem(f"cannot be read: {error}", path, hint=COPY_AGAIN)) from error
    if len(lines) != screened.get("candidates"):
        raise ReadError(Problem("the candidates are not as they were written", path, hint=COPY_AGAIN))
    return [(shape, node) for shape, _, node in (line.partition("\t") for line in lines)]
