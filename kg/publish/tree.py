"""The directory of a site, and its state."""

import filecmp
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from shutil import copyfile

from kg.base.errors import ReleaseError

# What a directory holds of a published site: what it was made from, and each file with its size and hash.

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


# The directory of a site: files are written only if they differ, and what is no longer made goes away.


@dataclass
class Tree:
    """A site that is being written.

    Attributes:
        root: Its directory.
        origin: What it is made from; the same origin gives the same files.
        written: The files that were new or differed.
        removed: The files that went away.
    """

    root: Path
    origin: str
    written: int = 0
    removed: int = 0
    _made: dict[str, File] = field(default_factory=dict)
    _directories: set[Path] = field(default_factory=set)

    @property
    def files(self) -> dict[str, File]:
        """The files of the site by their paths below its root."""
        return self._made

    def write(self, path: str, body: bytes) -> None:
        """Write a file, unless it is there already with the same content.

        Args:
            path: Below the root; one that ends with a slash gets an `index.html`.
            body: What it holds.

        Raises:
            ReleaseError: If it cannot be written.
        """
        name = file_name(path)
        self._made[name] = File(len(body), sha256(body).hexdigest())
        target = self.root / name
        with _writing(target):
            if _same(target, body):
                return
            self._announce(name)
            part = self.root / PART
            part.write_bytes(body)
            part.replace(target)
            self.written += 1

    def take(self, path: str, file: Path, hash_: str) -> None:
        """Copy a file that is too large to be held in memory, unless it is there already with the same content.

        Args:
            path: Below the root.
            file: What is copied.
            hash_: Its SHA-256.

        Raises:
            ReleaseError: If it cannot be written.
        """
        name = file_name(path)
        self._made[name] = File(file.stat().st_size, hash_)
        target = self.root / name
        with _writing(target):
            if target.is_file() and filecmp.cmp(target, file, shallow=False):
                return
            self._announce(name)
            part = self.root / PART
            copyfile(file, part)
            part.replace(target)
            self.written += 1

    def finish(self) -> None:
        """Remove what was published once and is not any more, and say what is there now."""
        with _writing(self.root):
            for name in known(self.root) - self._made.keys():
                self._remove(name)
            write(self.root, self.origin, self._made)

    def _announce(self, name: str) -> None:
        """Make the directory of a file, and write down that it is about to be made if it is new."""
        target = self.root / name
        if target.parent not in self._directories:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._directories.add(target.parent)
        if not target.exists():
            note(self.root, name)

    def _remove(self, name: str) -> None:
        path = self.root / name
        path.unlink(missing_ok=True)
        self.removed += 1
        for parent in path.parents:
            if parent == self.root or not parent.is_dir() or any(parent.iterdir()):
                return
            parent.rmdir()


def prepare(root: Path, origin: str) -> Tree:
    """Return the tree of a directory that is empty, or was published before.

    Raises:
        ReleaseError: If it holds anything else, or cannot be written.
    """
    with _writing(root):
        root.mkdir(parents=True, exist_ok=True)
        if not was_begun(root) and any(root.iterdir()):
            hint = "choose another directory; nothing was written"
            raise ReleaseError(f"{root} holds files that are not of a published site", hint=hint)
        begin(root)
    return Tree(root, origin)


def file_name(path: str) -> str:
    """Return the name of the file that answers for a path.

    >>> file_name("person/ada/"), file_name("person/ada.ttl"), file_name("")
    ('person/ada/index.html', 'person/ada.ttl', 'index.html')
    """
    name = f"{path}index.html" if path.endswith("/") or not path else path
    if not is_inside(name):
        raise ReleaseError(f"'{path}' cannot be the name of a file")
    return name


def _same(path: Path, body: bytes) -> bool:
    try:
        return path.stat().st_size == len(body) and path.read_bytes() == body
    except FileNotFoundError:
        return False


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "check the free space and the permissions"
        raise ReleaseError(f"{path} cannot be written: {error.strerror or error}", hint=hint) from error
