"""What a directory holds of a published site: what it was made from, and each file with its size and hash.

`.kg-site.tsv` is written last. Meanwhile `.kg-site.new` names each file before it is made, so that a kill leaves
nothing behind that nobody knows of: the next run makes what is missing, and takes away what is no longer meant.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

STATE = ".kg-site.tsv"
JOURNAL = ".kg-site.new"
PART = ".kg-site.part"
"""The file that is being written; one of a run that was cut short is written over."""


@dataclass(frozen=True)
class File:
    """A file as it was written: its size in bytes and its SHA-256."""

    size: int
    sha256: str


def was_published(root: Path) -> bool:
    """Tell whether a directory holds a site whose publication came to its end."""
    return (root / STATE).exists()


def was_begun(root: Path) -> bool:
    """Tell whether a directory holds a site, or one whose publication was cut short."""
    return was_published(root) or (root / JOURNAL).exists()


def is_current(root: Path, origin: str) -> bool:
    """Tell whether a site was made from an origin, and all its files are there with their sizes."""
    try:
        return not (root / JOURNAL).exists() and _origin(root) == origin and all(
            (root / name).stat().st_size == file.size for name, file in _listed(root)
        )  # fmt: skip
    except OSError:
        return False


def begin(root: Path) -> None:
    """Write down that a site is being made; raises OSError."""
    (root / JOURNAL).touch()


def note(root: Path, name: str) -> None:
    """Write down that a file is about to be made; raises OSError."""
    with (root / JOURNAL).open("a", encoding="utf-8") as journal:
        journal.write(f"{name}\n")


def known(root: Path) -> set[str]:
    """Return the files that were published, also those of a run that was cut short."""
    begun = _lines(root / JOURNAL)
    return {name for name, _ in _listed(root)} | set(filter(is_inside, begun))


def write(root: Path, origin: str, files: Mapping[str, File]) -> None:
    """Write down what is there now; raises OSError."""
    lines = (f"{name}\t{file.size}\t{file.sha256}\n" for name, file in sorted(files.items()))
    (root / STATE).write_text(f"{origin}\n{''.join(lines)}", encoding="utf-8")
    (root / PART).unlink(missing_ok=True)
    (root / JOURNAL).unlink(missing_ok=True)


def is_inside(name: str) -> bool:
    """Tell whether a path stays below the root; a state that people changed must not lead to files of theirs."""
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and "\0" not in name


def _origin(root: Path) -> str:
    with (root / STATE).open(encoding="utf-8") as lines:
        return next(lines, "").rstrip("\n")


def _listed(root: Path) -> Iterator[tuple[str, File]]:
    """Yield the files that were published the last time; lines that are none are passed over."""
    for line in _lines(root / STATE)[1:]:
        name, _, said = line.partition("\t")
        size, _, digest = said.partition("\t")
        if is_inside(name) and size.isdecimal():
            yield name, File(int(size), digest)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
