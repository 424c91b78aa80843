"""The documents that models are made of and measured by: known by their hash, and kept outside of the project."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from kg.extract.documents import reading
from kg.extract.documents.model import Document
from training import layouts


def half(name: str) -> str:
    """Return in which half of the documents pointed to one is: `dev`, or `held`, from which nothing is learned.

    >>> half("cs_1_ada"), half("ada")
    ('dev', 'held')
    """
    return "held" if hashlib.sha256(name.encode()).digest()[0] % 2 else "dev"


def is_held_out(name: str) -> bool:
    """Say whether a document is one by which models are compared: of the people that were looked for last, or held.

    >>> [is_held_out(name) for name in ("de-law-1.html", "010_adrn__PriceWhelan-cv.tex", "004_abehandler/cv.tex")]
    [True, False, False]
    >>> [is_held_out(f"pointed/{name}.md") for name in ("cs_1_ada", "ada")]
    [False, True]
    """
    folder, _, name = name.rpartition("/")
    return half(name.partition(".")[0]) == "held" if folder == "pointed" else "__" not in name and not folder


def read(path: Path) -> Document:
    """Read a document, or the layout of one.

    Raises:
        ReadError: If it cannot be read.
    """
    return layouts.read(path) if path.name.endswith(layouts.SUFFIX) else reading.read(path)


def is_readable(path: Path) -> bool:
    """Say whether a file is a document, or the layout of one."""
    return (path.suffix.lower() in reading.SUFFIXES or path.name.endswith(layouts.SUFFIX)) and path.is_file()


class StoredDocuments:
    """The documents in some folders, at any depth."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)

    def called(self, name: str) -> Path | None:
        """Return the document, or the folder of a site, that has a name, or fits a pattern."""
        found = (path for folder in self._folders for path in sorted(folder.rglob(name)))
        return next((path for path in found if path.suffix != ".jsonl"), None)

    def with_hash(self, sha256: str) -> Path | None:
        """Return the file with a hash."""
        return self._by_hash.get(sha256)

    @cached_property
    def _by_hash(self) -> Mapping[str, Path]:
        files = (path for folder in self._folders for path in sorted(folder.rglob("*")))
        return {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in files if is_readable(path)}
