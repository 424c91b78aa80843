"""Read a project's files: profiles in YAML and JSON, authority files, configuration.

One module a format; a format is a function from a file to records. Files are read in batches that can
be shared out among processes.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from kg.declaration import Declaration, kg_declaration
from kg.errors import Problem, ReadError
from kg.profile import Record
from kg.sources.batches import Batch, batches, sha256_of
from kg.sources.json_profiles import read_json, read_lines
from kg.sources.yaml_profiles import read_yaml

__all__ = ["SUFFIXES", "Batch", "batches", "candidates", "profile_files", "read", "sha256_of"]

Reader = Callable[[Path, str, Declaration], Iterator[Record]]

READERS: Mapping[str, Reader] = {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}
"""How a file is read, by its suffix. A reader takes a path, the name to show for it, and the declaration."""

SUFFIXES = frozenset((*READERS, ".jsonl"))
"""The suffixes of files that hold profiles."""


def candidates(directory: Path) -> list[Path]:
    """Return what is called like a file of profiles in a directory, in order; hidden files are left out."""
    named = (path for path in directory.glob("**/*") if path.suffix in SUFFIXES)
    return sorted(path for path in named if not path.name.startswith("."))


def profile_files(directory: Path) -> list[Path]:
    """Return the profile files of a directory, in the order in which they are read.

    Hidden files are left out: editors keep locks and copies in them.

    Raises:
        ReadError: If there is none, something that is no file is called like one, or a name cannot be written down.
    """
    files = candidates(directory)
    hint = "delete or rename it; it may be a directory, or a link whose target is gone"
    if odd := [Problem("this is not a file", path, hint=hint) for path in files if not path.is_file()]:
        raise ReadError(odd)
    hint = "give it a name in UTF-8 that stands on one line, without tabs"
    start = len(str(directory))
    if unwritable := [path for path in files if _is_odd(str(path)[start:])]:
        raise ReadError([Problem("the name cannot be written down", path, hint=hint) for path in unwritable])
    if not files:
        hint = f"add a file whose name ends in {', '.join(sorted(SUFFIXES))}"
        raise ReadError(Problem("there is no profile here", directory, hint=hint))
    return files


def _is_odd(name: str) -> bool:
    """Say whether a name would not be one field of one line of a text."""
    if name.isprintable():  # as nearly all are
        return False
    return "\t" in name or len(name.splitlines()) > 1 or any("\ud800" <= char <= "\udfff" for char in name)


def read(batch: Batch, root: Path, declaration: Declaration | None = None) -> Iterator[Record]:
    """Yield the profiles of a batch.

    Args:
        batch: What to read.
        root: The project's directory, to which sources are named relative.
        declaration: What the profiles may say; without it, that of kg.

    Raises:
        ReadError: After the last profile, with the problems of all.
    """
    declaration = declaration or kg_declaration()
    problems: list[Problem] = []
    for path in batch.paths:
        name = path.relative_to(root).as_posix()
        try:
            if batch.end:
                where = {"start": batch.start, "end": batch.end, "line": batch.line}
                yield from read_lines(path, name, batch.sha256, **where, declaration=declaration)
            else:
                yield from READERS[path.suffix](path, name, declaration)
        except ReadError as error:
            problems.extend(error.problems)
    if problems:
        raise ReadError(problems)
