"""The documents that models are made of and measured by: known by their hash, and kept outside of the project."""

import csv
import hashlib
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from kg.extract import documents

LIST = Path(__file__).parent / "documents.tsv"


class Origin(NamedTuple):
    """Where a document comes from.

    Attributes:
        name: What it is called here.
        sha256: Hash of its bytes.
        language: Its language by its code.
        repository: Owner and name of the public repository.
        commit: A commit that has it.
        path: Where it is in that commit.
    """

    name: str
    sha256: str
    language: str
    repository: str
    commit: str
    path: str


@cache
def origins(path: Path = LIST) -> Mapping[str, Origin]:
    """Return the documents that are listed, by their hash."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.reader((line for line in file if not line.startswith("#")), delimiter="\t")
        return {origin.sha256: origin for origin in (Origin(*row) for row in rows)}


class StoredDocuments:
    """The documents in some folders, at any depth."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)

    def called(self, name: str) -> Path | None:
        """Return the file, or the folder of a site, that has a name."""
        return next((path for folder in self._folders for path in sorted(folder.rglob(name))), None)

    def with_hash(self, sha256: str) -> Path | None:
        """Return the file with a hash."""
        return self._by_hash.get(sha256)

    @cached_property
    def _by_hash(self) -> Mapping[str, Path]:
        files = (path for folder in self._folders for path in sorted(folder.rglob("*")))
        readable = (path for path in files if path.suffix.lower() in documents.SUFFIXES and path.is_file())
        return {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in readable}
