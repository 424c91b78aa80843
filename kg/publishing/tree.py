"""The directory of a site: files are written only if they differ, and what is no longer made goes away.

`.kg-site.tsv` says what was published: what it was made from, and each file with its size and hash. It is
written last; after a kill the next run finds the old one and does again what is missing.
"""

import filecmp
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from shutil import copyfile

from kg.errors import ReleaseError

STATE = ".kg-site.tsv"
_MODE = 0o644


@dataclass(frozen=True)
class File:
    """A file as it was written: its size in bytes and its SHA-256."""

    size: int
    sha256: str


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
            self._make(target.parent)
            part = _part(target)
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
            self._make(target.parent)
            part = _part(target)
            copyfile(file, part)
            part.replace(target)
            self.written += 1

    def finish(self) -> None:
        """Remove what was published once and is not any more, and say what is there now."""
        with _writing(self.root / STATE):
            for name in _former(self.root).keys() - self._made.keys():
                self._remove(name)
            lines = (f"{name}\t{made.size}\t{made.sha256}\n" for name, made in sorted(self._made.items()))
            (self.root / STATE).write_text(f"{self.origin}\n{''.join(lines)}", encoding="utf-8")

    def _make(self, directory: Path) -> None:
        if directory not in self._directories:
            directory.mkdir(parents=True, exist_ok=True)
            self._directories.add(directory)

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
        if not (root / STATE).exists() and any(root.iterdir()):
            hint = "choose another directory; nothing was written"
            raise ReleaseError(f"{root} holds files that are not of a published site", hint=hint)
    return Tree(root, origin)


def is_current(root: Path, origin: str) -> bool:
    """Tell whether a site was made from an origin, and all its files are there with their sizes."""
    try:
        with (root / STATE).open(encoding="utf-8") as lines:
            return next(lines, "").rstrip("\n") == origin and all(_is_there(root, line) for line in lines)
    except OSError:
        return False


def file_name(path: str) -> str:
    """Return the name of the file that answers for a path.

    >>> file_name("person/ada/"), file_name("person/ada.ttl"), file_name("")
    ('person/ada/index.html', 'person/ada.ttl', 'index.html')
    """
    name = f"{path}index.html" if path.endswith("/") or not path else path
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\0" in name:
        raise ReleaseError(f"'{path}' cannot be the name of a file")
    return name


def _former(root: Path) -> dict[str, File]:
    """Return the files that were published the last time."""
    try:
        lines = (root / STATE).read_text(encoding="utf-8").splitlines()[1:]
    except FileNotFoundError:
        return {}
    return {name: File(int(size), digest) for name, size, digest in (line.split("\t") for line in lines)}


def _is_there(root: Path, line: str) -> bool:
    name, size, _ = line.split("\t")
    return (root / name).stat().st_size == int(size)


def _part(target: Path) -> Path:
    """Return where a file is while it is being written."""
    return target.with_name(f".{target.name[:100]}.part")


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
