"""Make releases: each is filled in a staging directory beside the others and renamed when it is complete.

So neither a failure nor a kill leaves a half-made one, and the former release stays as it is.
"""

import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from kg.base.errors import ReleaseError
from kg.store.dump import DumpChunk, DumpWriter, PackedChunk, bulk_load, gathered, write_chunk
from kg.store.release import (
    ARCHIVE,
    DUMP,
    MANIFEST,
    SEAL,
    SEARCH,
    STORE,
    Release,
    is_whole,
    write_seal,
    writing,
)
from kg.store.store import LocalStore

CHANGES = "changes.tsv"

_STAGING = ".staging-"
_LOCK = ".lock"


class Staging:
    """A release that is being made: its files in `path`, temporary ones in `workdir`."""

    def __init__(self, directory: Path) -> None:
        self.path = directory / "release"
        self.workdir = directory / "work"
        self.dump: Mapping[str, str | int] = {}  # for the manifest: SHA-256 and size before compression
        self.path.mkdir()
        self.workdir.mkdir()

    def load(self, several: Iterable[DumpChunk | PackedChunk], dumped: Callable[[], object] = lambda: None) -> None:
        """Write the dump and load the store from the same chunks, in one pass."""

        def lines() -> Iterator[bytes]:
            yield from self.join(several)
            dumped()

        with writing(self.path / DUMP):
            bulk_load(self.path / STORE, lines())

    def join(self, several: Iterable[DumpChunk | PackedChunk]) -> Iterator[bytes]:
        """Write the dump, and yield the lines of each chunk.

        Raises:
            OSError: If it cannot be written.
        """
        with (self.path / DUMP).open("wb") as file:
            dump = DumpWriter(file)
            yield from dump.joined(several)
        self.dump = {"sha256": dump.sha256, "bytes": dump.size}

    def leave(self, name: str, release: Release) -> None:
        """Put a file of the working directory beside those of a release that was made; it does not belong to it.

        What cannot be put there is made again next time.
        """
        with contextlib.suppress(OSError):
            (self.workdir / name).replace(release.path / name)

    def load_texts(self, texts: Iterable[str]) -> None:
        """Load N-Quads texts, each of which ends at the end of a line, as `load` does."""
        path = self.workdir / "gathered.nq"
        self.load(write_chunk(lines, path) for lines in gathered(texts))

    def databases(self) -> dict[str, str]:
        """Return hashes of what the archive of identity and the search index hold, for the manifest."""
        archive = "profile", "rank", "person", "work", "edge", "question", "replaced"
        return {
            "identity": _rows_hash(self.path / ARCHIVE, *archive),
            "search": _rows_hash(self.path / SEARCH, "content"),
        }

    def store(self) -> LocalStore:
        """Open the loaded store for reading."""
        return LocalStore.open(self.path / STORE)

    def write(self, name: str, text: str) -> None:
        """Write a small file of the release."""
        with writing(self.path / name):
            (self.path / name).write_text(text, encoding="utf-8")

    def add(self, name: str, content: bytes) -> None:
        """Write a file of the release that lies in a folder of it."""
        with writing(self.path / name):
            (self.path / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / name).write_bytes(content)

    def publish(self, manifest: Mapping[str, Any], out: Path) -> Release:
        """Complete the release, put it in its place under OUT and make it the current one.

        Raises:
            ReleaseError: If the target cannot be written.
        """
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        self.write(MANIFEST, text)
        self.write(SEAL, write_seal(self.path))
        target = out / "releases" / sha256(text.encode()).hexdigest()[:12]
        with writing(target):
            # Let files reach the disk before they are named.
            path = self.path
            for each in filter(Path.exists, (path / name for name in (DUMP, MANIFEST, SEAL))):
                with each.open("rb") as file:
                    os.fsync(file.fileno())
            if target.exists() and not is_whole(target):
                target.rename(self.workdir / "damaged")  # goes with the staging directory
            if not target.exists():
                self.path.rename(target)
            _point(out / "current", target.relative_to(out))
        return Release(target, manifest)


def _rows_hash(path: Path, *tables: str) -> str:
    """Return a hash of all rows of some tables of a database."""
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        digest = sha256(repr(database.execute("PRAGMA user_version").fetchone()).encode())
        for table in tables:
            for row in database.execute(f"SELECT * FROM {table}"):  # noqa: S608
                digest.update(repr(row).encode())
    return digest.hexdigest()


def note_changes(out: Path, changes: Iterable[str]) -> None:
    """Write down beside the releases which IRIs the last build made, merged or withdrew."""
    with writing(out / CHANGES):
        (out / CHANGES).write_text("".join(f"{line}\n" for line in changes), encoding="utf-8")


@contextlib.contextmanager
def staged(out: Path) -> Iterator[Staging]:
    """Make a staging directory under OUT, and remove it in the end; clear those that a kill left behind."""
    releases = out / "releases"
    with writing(releases):
        releases.mkdir(parents=True, exist_ok=True)
        lock = _lock(releases)
    with lock:
        for stale in releases.glob(f"{_STAGING}*"):
            shutil.rmtree(stale, ignore_errors=True)
        with temporary(releases) as prepared:
            yield prepared


@contextlib.contextmanager
def temporary(parent: Path | None = None) -> Iterator[Staging]:
    """Make a staging directory that is not to be published, and remove it in the end."""
    with writing(parent or Path(tempfile.gettempdir())):
        directory = Path(tempfile.mkdtemp(prefix=_STAGING, dir=parent))
        directory.chmod(0o755)
        prepared = Staging(directory)
    try:
        yield prepared
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _point(link: Path, target: Path) -> None:
    # Renaming replaces the link in one step: there is no moment without it.
    temporary = link.with_name(f".current-{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(link)


def _lock(releases: Path) -> IO[str]:
    # The system frees the lock when the process ends, however it ends.
    lock = (releases / _LOCK).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        message = f"another build is writing to {releases.parent}"
        raise ReleaseError(message, hint="wait for it, or choose another directory with --out") from error
    return lock
