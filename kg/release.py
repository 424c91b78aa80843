"""Releases: directories that appear whole or not at all.

`OUT/releases/ID/` holds the store, the search index, the dump, the report and a manifest; `OUT/current` points to one.
A release is filled in a staging directory beside the others and renamed when it is complete, so that
neither a failure nor a kill leaves a half-made one, and the former release stays as it is. The same
input gives the same ID and the same bytes, except inside `store/`, where the engine writes random ids
and times of its own.
"""

import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from kg import search
from kg.dump import Dump, Piece, pieces
from kg.errors import IdentifierError, ReleaseError, StoreError
from kg.identifiers import web_address
from kg.search import Index
from kg.store import LocalStore, bulk_load

STORE = "store"
DUMP = "graph.nq.gz"
REPORT = "report.ttl"
INPUTS = "inputs.tsv"
ARCHIVE = "identity.sqlite"
SEARCH = "search.sqlite"
CHANGES = "changes.tsv"
MANIFEST = "manifest.json"
SEAL = "store.json"

_STAGING = ".staging-"
_LOCK = ".lock"
_HASHED = ("CURRENT", "MANIFEST", MANIFEST)


@dataclass(frozen=True)
class Release:
    """A finished release.

    Attributes:
        path: Its directory.
        manifest: What it holds, as `manifest.json` says.
    """

    path: Path
    manifest: Mapping[str, Any]

    @property
    def base(self) -> str:
        """The base of the IRIs in it."""
        return str(self.manifest["base"])

    @property
    def title(self) -> str:
        """What the graph in it is called."""
        return str(self.manifest.get("title") or "Knowledge graph")

    @property
    def license(self) -> str:
        """The web address of the licence of its data, or empty: what else a dataset calls its licence leads nowhere."""
        try:
            return web_address(str(self.manifest.get("license") or ""))
        except IdentifierError:
            return ""

    @property
    def date(self) -> str:
        """The day on which it was made (UTC), as `2026-11-22`; nothing in it says so, else two builds would differ."""
        return datetime.fromtimestamp((self.path / MANIFEST).stat().st_mtime, UTC).date().isoformat()

    def store(self) -> LocalStore:
        """Open its store for reading."""
        return LocalStore.open(self.path / STORE)

    def index(self) -> Index:
        """Open its search index for reading; that of an older release, which has none, is made for the occasion."""
        if (self.path / SEARCH).exists():
            return Index.open(self.path / SEARCH)
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / SEARCH
            dump = self.path / DUMP
            search.write(dump if dump.exists() else self.store(), self.base, path)
            return Index.open(path)  # stays open when its name is gone


def open_release(path: Path) -> Release:
    """Return the release in a directory, or the current one of a directory of releases.

    Raises:
        ReleaseError: If there is none, or its files are not those that were written.
    """
    path = release_path(path)
    try:
        manifest = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ReleaseError(f"there is no release in {path}", hint="build one: kg build") from error
    except (OSError, ValueError) as error:
        raise _damaged(path, _reason(error, MANIFEST)) from error
    _check_seal(path)
    return Release(path, manifest)


def release_path(path: Path) -> Path:
    """Return where `current` leads, once and for all: the next build may turn it elsewhere; other paths as they are."""
    pointer = path / "current"
    if pointer.is_symlink():
        return path / pointer.readlink()
    return pointer if pointer.exists() else path


class Staging:
    """A release that is being made.

    Attributes:
        path: Where the files of the release are filled in.
        workdir: Where passes keep files that do not belong to the release.
        dump: What the manifest says of the dump: SHA-256 and number of the bytes that are packed in it.
        lines: The same as plain N-Quads, in files of the working directory.
    """

    def __init__(self, directory: Path) -> None:
        self.path = directory / "release"
        self.workdir = directory / "work"
        self.dump: Mapping[str, str | int] = {}
        self.lines: list[Path] = []
        self.path.mkdir()
        self.workdir.mkdir()

    def load(self, several: Iterable[Piece], dumped: Callable[[], object] = lambda: None) -> None:
        """Write the dump and load the store from the same pieces, in one pass.

        Args:
            several: The pieces; their files stay.
            dumped: Called when the dump is written, while the store still sorts.

        Raises:
            ReleaseError: If the target cannot be written.
        """
        with writing(self.path / DUMP):
            bulk_load(self.path / STORE, self._dumped(several, dumped))

    def _dumped(self, several: Iterable[Piece], dumped: Callable[[], object]) -> Iterator[bytes]:
        with (self.path / DUMP).open("wb") as file:
            dump = Dump(file)
            yield from dump.joined(map(self._noted, several))
        self.dump = {"sha256": dump.sha256, "bytes": dump.size}
        dumped()

    def _noted(self, piece: Piece) -> Piece:
        self.lines.append(piece.lines)
        return piece

    def load_texts(self, texts: Iterable[str]) -> None:
        """Load N-Quads texts, each of which ends at the end of a line, as `load` does."""
        self.load(pieces(texts, self.workdir))

    def store(self) -> LocalStore:
        """Open the loaded store for reading."""
        return LocalStore.open(self.path / STORE)

    def write(self, name: str, text: str) -> None:
        """Write a small file of the release."""
        with writing(self.path / name):
            (self.path / name).write_text(text, encoding="utf-8")

    def publish(self, manifest: Mapping[str, Any], out: Path) -> Release:
        """Complete the release, put it in its place under OUT and make it the current one.

        Raises:
            ReleaseError: If the target cannot be written.
        """
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        self.write(MANIFEST, text)
        self.write(SEAL, json.dumps(_seal(self.path), indent=2) + "\n")
        target = out / "releases" / sha256(text.encode()).hexdigest()[:12]
        with writing(target):
            _sync(self.path)
            if target.exists() and not _is_whole(target):
                target.rename(self.workdir / "damaged")  # goes with the staging directory
            if not target.exists():
                self.path.rename(target)
            _point(out / "current", target.relative_to(out))
        return Release(target, manifest)


def note_changes(out: Path, changes: Iterable[str]) -> None:
    """Write down beside the releases which IRIs the last build made, merged or withdrew.

    Raises:
        ReleaseError: If it cannot be written.
    """
    with writing(out / CHANGES):
        (out / CHANGES).write_text("".join(f"{line}\n" for line in changes), encoding="utf-8")


@contextmanager
def staging(out: Path) -> Iterator[Staging]:
    """Make a staging directory under OUT, and remove it in the end; clear those that a kill left behind.

    Raises:
        ReleaseError: If OUT cannot be written, or another build is writing there.
    """
    releases = out / "releases"
    with writing(releases):
        releases.mkdir(parents=True, exist_ok=True)
        lock = _lock(releases)
    with lock:
        for stale in releases.glob(f"{_STAGING}*"):
            shutil.rmtree(stale, ignore_errors=True)
        with temporary(releases) as prepared:
            yield prepared


@contextmanager
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


def _seal(release: Path) -> dict[str, Any]:
    """Return sizes of a release's files and hashes of those that say what belongs to it.

    A store whose MANIFEST is cut opens as an empty one without an error: hence this check.
    """
    own = filter(Path.exists, (release / name for name in (ARCHIVE, DUMP, INPUTS, MANIFEST, REPORT, SEARCH)))
    engine = (path for path in (release / STORE).glob("*") if path.name not in ("LOG", "LOCK"))
    return {
        path.relative_to(release).as_posix(): sha256(path.read_bytes()).hexdigest() if path.name.startswith(_HASHED)
        else path.stat().st_size
        for path in sorted((*own, *engine))
    }  # fmt: skip


def _check_seal(path: Path) -> None:
    try:
        seal = dict(json.loads((path / SEAL).read_text(encoding="utf-8")))
        found = _seal(path)
    except (OSError, ValueError, TypeError) as error:
        raise _damaged(path, _reason(error, SEAL)) from error
    for name in sorted(seal.keys() | found.keys()):
        if seal.get(name) != found.get(name):
            raise _damaged(path, f"{name} is not as it was written")


def _is_whole(path: Path) -> bool:
    try:
        open_release(path)
    except ReleaseError:
        return False
    return True


def _reason(error: Exception, name: str) -> str:
    if isinstance(error, OSError):
        return f"{Path(error.filename or name).name} cannot be read: {error.strerror}"
    return f"{name} is not as it was written"


def _damaged(path: Path, reason: str) -> ReleaseError:
    return ReleaseError(f"the release in {path} is damaged: {reason}", hint="build again: kg build")


def _point(link: Path, target: Path) -> None:
    """Let a symbolic link point to a target, in one step."""
    temporary = link.with_name(f".current-{os.getpid()}")
    temporary.unlink(missing_ok=True)
    temporary.symlink_to(target)
    temporary.replace(link)


def _lock(releases: Path) -> IO[str]:
    """Return the lock of a directory of releases; the system frees it when the process ends, however."""
    lock = (releases / _LOCK).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        message = f"another build is writing to {releases.parent}"
        raise ReleaseError(message, hint="wait for it, or choose another directory with --out") from error
    return lock


def _sync(path: Path) -> None:
    """Let files reach the disk before they are named."""
    for each in filter(Path.exists, (path / name for name in (DUMP, MANIFEST, SEAL))):
        with each.open("rb") as file:
            os.fsync(file.fileno())


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn the errors of whoever writes somewhere into one that says what to do."""
    try:
        yield
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        hint = "check the free space and the permissions, or choose another directory with --out"
        raise ReleaseError(message, hint=hint) from error
    except StoreError as error:
        raise ReleaseError(error.problems) from error
