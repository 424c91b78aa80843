"""Releases: directories that appear whole or not at all.

`OUT/releases/ID/` holds the store, the search index, the dump, the report, a manifest and what the group's own face
needs (`kg.store.face`); `OUT/current` points to one.
The same input gives the same ID and the same bytes, except inside `store/`, where the engine writes random ids and
times of its own. How they are made: `kg.store.staging`.
"""

import json
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

from kg.base.errors import IdentifierError, ReleaseError, StoreError
from kg.profile.account import ACCOUNT
from kg.store.face import FACE, SITE
from kg.store.questions import Query, queries
from kg.store.search.index import Index
from kg.store.search.writing import FORM, write
from kg.store.store import LocalStore
from kg.terms.declaration import extended
from kg.terms.identifiers import web_address
from kg.terms.kinds import Declaration

STORE = "store"
DUMP = "graph.nq.gz"
REPORT = "report.ttl"
INPUTS = "inputs.tsv"
ARCHIVE = "identity.sqlite"
SEARCH = "search.sqlite"
MANIFEST = "manifest.json"
REGISTRY = "registry.tsv"
"""The registry of IRIs, as the build of the release left it: the next build sees that nothing of it is lost."""
SEAL = "store.json"
INTERNAL = "internal"
"""What the manifest of an internal view calls it, and the directory beside `releases/` that holds those of it."""

_HASHED = ("CURRENT", "MANIFEST", MANIFEST)
_CHECKSUMS = "checksums"
_PIECE = 1 << 20
_OWN = (ARCHIVE, DUMP, FACE, INPUTS, REGISTRY, REPORT, SEARCH)
_QUICK = 32 << 20  # bytes whose checksums take some 10 ms


@dataclass(frozen=True)
class Release:
    """A finished release."""

    path: Path  # its directory
    manifest: Mapping[str, Any]  # what it holds, as `manifest.json` says

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
    def made(self) -> datetime:
        """When it was made, to the second; nothing in it says so, else two builds would differ."""
        return datetime.fromtimestamp(int((self.path / MANIFEST).stat().st_mtime), UTC)

    @property
    def is_internal(self) -> bool:
        """Whether it holds what only a project's own people may see."""
        return self.manifest.get("view") == INTERNAL

    @property
    def date(self) -> str:
        """The day on which it was made (UTC), as `2026-11-22`."""
        return self.made.date().isoformat()

    @property
    def declaration(self) -> Declaration:
        """What there is in it: the declaration of kg, with what its project adds."""
        return declaration_in(self.manifest)

    @property
    def queries(self) -> Mapping[str, Query]:
        """The named questions: those of kg, and those of its project."""
        return queries(tuple(self.manifest.get("queries", {}).items()), self.declaration)

    def store(self) -> LocalStore:
        """Open its store for reading, after a look at its checksums unless that takes long."""
        verify(self, at_most=_QUICK)
        return LocalStore.open(self.path / STORE)

    def index(self, without: Collection[str] = ()) -> Index:
        """Open its search index for reading, but for some things; that of an older release is made anew for it."""
        if (self.path / SEARCH).exists():
            index = Index.open(self.path / SEARCH, without)
            if index.form == FORM:
                return index
            index.close()
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / SEARCH
            dump = self.path / DUMP
            write(dump if dump.exists() else self.store(), self.base, path, self.declaration)
            return Index.open(path, without)  # stays open when its name is gone


def declaration_in(manifest: Mapping[str, Any]) -> Declaration:
    """Return what there is in a release, as its manifest says."""
    return extended(tuple(manifest.get("ontology", {}).items()), is_internal=manifest.get("view") == INTERNAL)


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


def public_release(path: Path) -> Release:
    """Return what `open_release` does, if everybody may see it.

    Raises:
        ReleaseError: If there is none, or it is the internal view of a project.
    """
    release = open_release(path)
    if release.is_internal:
        hint = "take the public one, which 'kg build' makes; only 'kg serve --tokens' shows this one, to who may see it"
        raise ReleaseError(
            f"the release in {release.path} is an internal view, which does not leave the house", hint=hint
        )
    return release


def release_path(path: Path) -> Path:
    """Return where `current` leads, once and for all: the next build may turn it elsewhere; other paths as they are."""
    pointer = path / "current"
    if pointer.is_symlink():
        return path / pointer.readlink()
    return pointer if pointer.exists() else path


def internal_of(path: Path) -> Path | None:
    """Return where the releases of the internal view are, beside the public ones in a directory, if there are any."""
    return path / INTERNAL if (release_path(path / INTERNAL) / MANIFEST).is_file() else None


def seal(release: Path) -> dict[str, Any]:
    """Return sizes of a release's files and hashes of those that say what belongs to it.

    A store whose MANIFEST is cut opens as an empty one without an error: hence this check.
    """
    own = filter(Path.exists, map(release.joinpath, (*_OWN, MANIFEST)))
    return {
        path.relative_to(release).as_posix(): sha256(path.read_bytes()).hexdigest() if path.name.startswith(_HASHED)
        else path.stat().st_size
        for path in sorted((*own, *filter(Path.is_file, (release / SITE).rglob("*")), *_engine_files(release)))
    }  # fmt: skip


def write_seal(release: Path) -> str:
    """Return what goes into SEAL: what `seal` gives, which is cheap to check, and checksums of what is large."""
    large = (*_engine_files(release), *filter(Path.exists, map(release.joinpath, (*_OWN, ACCOUNT))))
    checksums = {path.name: _checksum(path) for path in sorted(large)}
    return json.dumps({**seal(release), _CHECKSUMS: checksums}, indent=2) + "\n"


def verify(release: Release, at_most: int | None = None, *, whole: bool = False) -> None:
    """Check that each byte of a release's store is as it was written, or of all that a build put into it.

    A query of a store with one wrong bit may take for ever: the engine skips what it cannot read, again and again.

    Args:
        release: The release; nothing is known of one that was made before there were checksums.
        at_most: Bytes that are read; a larger store is not looked at. None reads any.
        whole: Whether the dump, the search index, the archive and the like are read, too.
    """
    try:
        written = json.loads((release.path / SEAL).read_text(encoding="utf-8")).get(_CHECKSUMS, {})
        files = sorted(_engine_files(release.path)) if written else []
        if at_most is not None and sum(path.stat().st_size for path in files) > at_most:
            return
        own = map(release.path.joinpath, (*_OWN, ACCOUNT)) if whole else ()
        for path in (*files, *(path for path in own if path.name in written)):
            if written.get(path.name) != _checksum(path):
                name = path.relative_to(release.path).as_posix()
                raise _damaged(release.path, f"{name} is not as it was written")
    except (OSError, ValueError, AttributeError) as error:
        raise _damaged(release.path, _reason(error, SEAL)) from error


def _engine_files(release: Path) -> list[Path]:
    return [path for path in (release / STORE).glob("*") if path.name not in ("LOG", "LOCK")]


def _checksum(path: Path) -> str:
    found = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            found = crc32(piece, found)
    return f"{found:08x}"


def _check_seal(path: Path) -> None:
    try:
        written = dict(json.loads((path / SEAL).read_text(encoding="utf-8")))
        written.pop(_CHECKSUMS, None)
        found = seal(path)
    except (OSError, ValueError, TypeError) as error:
        raise _damaged(path, _reason(error, SEAL)) from error
    for name in sorted(written.keys() | found.keys()):
        if written.get(name) != found.get(name):
            raise _damaged(path, f"{name} is not as it was written")


def is_whole(path: Path) -> bool:
    """Whether a release lies in a directory, and is as it was written."""
    try:
        verify(open_release(path), whole=True)
    except ReleaseError:
        return False
    return True


def _reason(error: Exception, name: str) -> str:
    if isinstance(error, OSError):
        return f"{Path(error.filename or name).name} cannot be read: {error.strerror}"
    return f"{name} is not as it was written"


def _damaged(path: Path, reason: str) -> ReleaseError:
    return ReleaseError(f"the release in {path} is damaged: {reason}", hint="build again: kg build")


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
