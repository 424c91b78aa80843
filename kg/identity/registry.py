"""IRIs for ever: `identity/registry.tsv` remembers every IRI that was published, and what it stands on.

The file only ever grows. A row says that an IRI is live, or merged into another, or withdrawn, and
names the anchor: the mention by which the entity is found again. The last row of an IRI holds. A live IRI
has one anchor; before it gets another, it is withdrawn. So two branches that gave one IRI to two things are told apart.
"""

import fcntl
import os
import shutil
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem, ReadError, counted
from kg.base.files import atomic_write
from kg.terms.identifiers import fold

LIVE, MERGED, WITHDRAWN = "live", "merged", "withdrawn"
_STATES = (LIVE, MERGED, WITHDRAWN)
_RESTORE = "restore it from version control: git checkout identity/registry.tsv"
_COLUMNS = "iri\tstate\tnow\tanchor\n"
_HEAD = f"# Every IRI ever published. 'kg build' appends to this file: keep it with the profiles.\n{_COLUMNS}"


class RegistryRow(NamedTuple):
    """What the registry says of an IRI.

    Attributes:
        iri: The IRI, relative to the base.
        state: `live`, `merged` or `withdrawn`.
        now: The IRI that replaces a merged one, else empty.
        anchor: The anchor of the node that bears it.
    """

    iri: str
    state: str
    now: str
    anchor: str


@dataclass
class Registry:
    """The IRIs that were published so far.

    Attributes:
        rows: The last row of each IRI, in the order in which the IRIs first appeared.
        added: The rows that this build adds.
        borne: The IRIs that something bears now.
    """

    rows: dict[str, RegistryRow] = field(default_factory=dict)
    added: list[RegistryRow] = field(default_factory=list)
    borne: set[str] = field(default_factory=set)

    def digest(self) -> str:
        """Return a hash of all rows."""
        return sha256("".join("\t".join(row) + "\n" for row in self.rows.values()).encode()).hexdigest()

    def by_anchor(self) -> dict[str, list[RegistryRow]]:
        """Return the rows of each anchor, the oldest first."""
        found: dict[str, list[RegistryRow]] = {}
        for row in self.rows.values():
            if row.anchor and row.state != WITHDRAWN:
                found.setdefault(row.anchor, []).append(row)
        return found

    def record(self, row: RegistryRow) -> None:
        """Note what an IRI is now, if that is new."""
        if row.state == LIVE:
            self.borne.add(row.iri)
        former = self.rows.get(row.iri)
        if former != row:
            if former and _is_moved(former, row):
                self.added.append(former._replace(state=WITHDRAWN))
            self.rows[row.iri] = row
            self.added.append(row)

    def see(self, iri: str, name: str) -> None:
        """Note that an entity that a name alone decides is borne."""
        row = self.rows.get(iri)
        self.record(row if row and row.state == LIVE else RegistryRow(iri, LIVE, "", _anchor(iri, name)))

    def follow(self, forms: Iterable[tuple[str, str]]) -> None:
        """Let published IRIs that nothing bears lead to what their names mean now.

        Args:
            forms: Written forms, each with what it means.
        """
        orphans = {row.anchor: row for row in self.orphans() if row.anchor}
        for form, iri in forms if orphans else ():
            row = orphans.get(_anchor(iri, form))
            if row is not None and iri != row.iri:
                self.record(RegistryRow(row.iri, MERGED, iri, row.anchor))

    def orphans(self) -> list[RegistryRow]:
        """Return the rows of published IRIs that nothing bears now, and that lead nowhere."""
        return [row for row in self.rows.values() if row.state == LIVE and row.iri not in self.borne]

    def withdraw(self, iri: str) -> None:
        """Let a published IRI answer no more, if nothing bears it."""
        row = self.rows.get(iri)
        if row is not None and iri not in self.borne:
            self.record(RegistryRow(iri, WITHDRAWN, "", row.anchor))

    def redirect(self, one: str, other: str) -> None:
        """Let an IRI that nothing bears any more lead to one that is borne."""
        for former, now in ((one, other), (other, one)):
            row = self.rows.get(former)
            if row is not None and row.state == LIVE and former not in self.borne and self.target(now) in self.borne:
                self.record(RegistryRow(former, MERGED, self.target(now), row.anchor))

    def answers(self, iri: str, subjects: Container[str]) -> bool:
        """Say whether a published IRI answers: by itself, by its successor, or by having been withdrawn."""
        target = self.target(iri)
        row = self.rows.get(target)
        return target in subjects or (row is not None and row.state == WITHDRAWN)

    def target(self, iri: str) -> str:
        """Return what an IRI leads to in the end: itself unless it was merged."""
        seen = set()
        while iri not in seen:
            seen.add(iri)
            row = self.rows.get(iri)
            if row is None or row.state != MERGED:
                break
            iri = row.now
        return iri

    def replaced(self) -> Iterator[tuple[str, str]]:
        """Yield the IRIs that were merged, each with the one that answers now; withdrawn ones with nothing."""
        for row in self.rows.values():
            if row.state == MERGED:
                yield row.iri, self.target(row.iri)
            elif row.state == WITHDRAWN:
                yield row.iri, ""


def _anchor(iri: str, name: str) -> str:
    """Return the anchor of an entity that its name alone decides."""
    return f"{iri.partition('/')[0]}:{fold(name)}" if name else ""


def _is_moved(former: RegistryRow, row: RegistryRow) -> bool:
    """Whether a live IRI is given to another anchor."""
    return former.state == LIVE and row.state != WITHDRAWN and former.anchor != row.anchor


def read_registry(path: Path) -> Registry:
    """Return the registry of a project; a missing file is an empty one.

    Raises:
        ReadError: With the first line that is not a row, stands there twice, or gives an IRI to a second anchor, and
            with an IRI that is redirected in a circle.
    """
    registry = Registry()
    for number, row in _rows(path):
        former = registry.rows.get(row.iri)
        if former == row:
            raise ReadError([Problem(f"{row.iri} stands twice", path, number, hint="delete this line")])
        if former and _is_moved(former, row):
            hint = "delete the line that is wrong, or let the last one hold: kg build --accept-registry"
            message = f"{row.iri} has two anchors, '{former.anchor}' and '{row.anchor}'"
            raise ReadError([Problem(message, path, number, hint=hint)])
        registry.rows[row.iri] = row
    merged = {iri for iri, row in registry.rows.items() if row.state == MERGED}
    if circle := next((iri for iri in merged if registry.target(iri) in merged), ""):
        hint = f"delete the line that is wrong, or {_RESTORE}"
        raise ReadError([Problem(f"{circle} is redirected in a circle", path, hint=hint)])
    return registry


def _rows(path: Path) -> Iterator[tuple[int, RegistryRow]]:
    """Yield the rows of a file, each with its line (1-based); a missing file has none."""
    lines = _text(path).split("\n")
    if lines[-1]:
        hint = f"if it is whole, end it with a line break; else {_RESTORE}"
        raise ReadError([Problem("the last row has no end; it may be cut off", path, len(lines), hint=hint)])
    for number, line in enumerate(lines, 1):
        if not line or line.startswith("#") or f"{line}\n" == _COLUMNS:
            continue
        parts = line.split("\t")
        if len(parts) != 4 or parts[1] not in _STATES or bool(parts[2]) != (parts[1] == MERGED):
            hint = f"the file is written by 'kg build'; {_RESTORE}"
            raise ReadError([Problem("this is not a row of the registry", path, number, hint=hint)])
        yield number, RegistryRow(*parts)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise ReadError([Problem(f"cannot be read: {error}", path, hint=_RESTORE)]) from error


def check_kept(path: Path, former: Path) -> None:
    """Check that all rows of a registry, as a release has it, still stand in the file; there may be more.

    Raises:
        ReadError: If one does not, or the file is damaged.
    """
    now, before = _text(path), _text(former)
    if now.startswith(before):
        return
    read_registry(path)
    known = {row for _, row in _rows(path)}
    missing = [row for _, row in _rows(former) if row not in known]
    if missing:
        some = counted(len(missing), "row")
        message = f"{some} of the current release, such as that of {missing[0].iri}, stand there no more"
        hint = f"{_RESTORE}, or copy {former.name} of that release; if it is meant, these IRIs may lead nowhere: "
        raise ReadError([Problem(message, path, hint=f"{hint}kg build --accept-registry")])


def accept(path: Path) -> None:
    """Write a registry as it holds, where rows stand twice or give an IRI to a second anchor.

    Raises:
        ReadError: If a line is no row.
        OSError: If it cannot be written.
    """
    registry, rows = Registry(), list(_rows(path))
    for _, row in rows:
        registry.record(row)
    if registry.added != [row for _, row in rows]:
        with atomic_write(path) as new:
            new.write(_HEAD.encode())
            new.writelines(("\t".join(row) + "\n").encode() for row in registry.added)


def append(path: Path, rows: Iterable[RegistryRow]) -> None:
    """Append rows to a registry, which is made if it does not exist; all of them or none.

    Raises:
        OSError: If it cannot be written.
    """
    rows = list(rows)
    if not rows:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with _alone(path), atomic_write(path) as new:
        if path.exists():
            with path.open("rb") as former:
                shutil.copyfileobj(former, new)
        if not new.tell():
            new.write(_HEAD.encode())
        new.writelines(("\t".join(row) + "\n").encode() for row in rows)
        new.flush()
        os.fsync(new.fileno())  # before a release bears these IRIs


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other build appends to a registry, and clear what one left that was killed meanwhile."""
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
            for stale in path.parent.glob(f".{path.name}-*"):
                stale.unlink()
        yield
    finally:
        os.close(handle)
