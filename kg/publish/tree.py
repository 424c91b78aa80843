"""The directory of a site: files are written only if they differ, and those that are no longer made are removed.

`STATE` lists what the site was made from, and each file with its size. While a site is written, `JOURNAL` lists the new
files, so that the next run knows those of a run that was cut short.
"""

import filecmp
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from shutil import copyfile

from kg.base.errors import ReleaseError

STATE = ".kg-site.tsv"
JOURNAL = ".kg-site.new"
_PART = ".kg-site.part"  # the file that is being written; one of a run that was cut short is overwritten


def was_published(root: Path) -> bool:
    """Tell whether a directory holds a site whose publication was completed."""
    return (root / STATE).exists()


def is_current(root: Path, origin: str) -> bool:
    """Tell whether a site was made from an origin, and all its files are there with their sizes."""
    if (root / JOURNAL).exists() or _lines(root / STATE)[:1] != [origin]:
        return False
    try:
        return all((root / name).stat().st_size == size for name, size in _listed(root))
    except OSError:
        return False


def _is_inside(name: str) -> bool:
    """Tell whether a path stays below the root; a state that people changed must not lead to files of theirs."""
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and "\0" not in name


def _listed(root: Path) -> Iterator[tuple[str, int]]:
    """Yield the files that were published the last time; malformed lines are skipped."""
    for line in _lines(root / STATE)[1:]:
        name, _, size = line.partition("\t")
        if _is_inside(name) and size.isdecimal():
            yield name, int(size)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []


class SiteTree:
    """A site that is being written.

    Attributes:
        root: Its directory.
        origin: What it is made from; the same origin gives the same files.
        files: The sizes of its files in bytes, by their paths below the root.
        written: How many files were new or differed.
        removed: How many files were removed.
    """

    def __init__(self, root: Path, origin: str) -> None:
        self.root = root
        self.origin = origin
        self.files: dict[str, int] = {}
        self.written = 0
        self.removed = 0
        self._directories: set[Path] = set()

    def write(self, path: str, body: bytes) -> None:
        """Write a file, unless it is there already with the same content.

        Args:
            path: Below the root; one that ends with a slash gets an `index.html`.
            body: The content.

        Raises:
            ReleaseError: If it cannot be written.
        """
        self._put(path, len(body), lambda target: target.read_bytes() == body, lambda part: part.write_bytes(body))

    def take(self, path: str, file: Path) -> None:
        """Copy a file that is too large to be held in memory, unless it is there already.

        Raises:
            ReleaseError: If it cannot be written.
        """
        size = file.stat().st_size
        self._put(path, size, lambda to: filecmp.cmp(to, file, shallow=False), lambda part: copyfile(file, part))

    def _put(self, path: str, size: int, is_same: Callable[[Path], bool], write: Callable[[Path], object]) -> None:
        name = file_name(path)
        self.files[name] = size
        target = self.root / name
        with _writing(target):
            is_new = not target.is_file()
            if not is_new and target.stat().st_size == size and is_same(target):
                return
            if target.parent not in self._directories:
                target.parent.mkdir(parents=True, exist_ok=True)
                self._directories.add(target.parent)
            if is_new:
                with (self.root / JOURNAL).open("a", encoding="utf-8") as journal:
                    journal.write(f"{name}\n")
            part = self.root / _PART
            write(part)
            part.replace(target)
            self.written += 1

    def finish(self) -> None:
        """Remove what was published once and is not any more, and write the state."""
        with _writing(self.root):
            begun = filter(_is_inside, _lines(self.root / JOURNAL))
            for name in {name for name, _ in _listed(self.root)}.union(begun) - self.files.keys():
                self._remove(self.root / name)
            lines = (f"{name}\t{size}\n" for name, size in sorted(self.files.items()))
            (self.root / STATE).write_text(f"{self.origin}\n{''.join(lines)}", encoding="utf-8")
            (self.root / _PART).unlink(missing_ok=True)
            (self.root / JOURNAL).unlink(missing_ok=True)

    def _remove(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self.removed += 1
        for parent in path.parents:
            if parent == self.root or not parent.is_dir() or any(parent.iterdir()):
                return
            parent.rmdir()


def prepare(root: Path, origin: str) -> SiteTree:
    """Return the tree of a directory that is empty, or was published before.

    Raises:
        ReleaseError: If it holds anything else, or cannot be written.
    """
    with _writing(root):
        root.mkdir(parents=True, exist_ok=True)
        if not was_published(root) and not (root / JOURNAL).exists() and any(root.iterdir()):
            hint = "choose another directory; nothing was written"
            raise ReleaseError(f"{root} holds files that are not of a published site", hint=hint)
        (root / JOURNAL).touch()
    return SiteTree(root, origin)


def file_name(path: str) -> str:
    """Return the name of the file that answers for a path.

    >>> file_name("person/ada/"), file_name("person/ada.ttl"), file_name("")
    ('person/ada/index.html', 'person/ada.ttl', 'index.html')
    """
    name = f"{path}index.html" if path.endswith("/") or not path else path
    if not _is_inside(name):
        raise ReleaseError(f"'{path}' cannot be the name of a file")
    return name


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "check the free space and the permissions"
        raise ReleaseError(f"{path} cannot be written: {error.strerror or error}", hint=hint) from error
