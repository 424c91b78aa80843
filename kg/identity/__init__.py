"""Decide who is who: from mentions to clusters, and from clusters to IRIs.

Resolution runs in two passes. The first takes the mentions out of each profile (`Collector`) and keeps
them on disk; the second forms the clusters and hands the profiles out again, every mention with the
IRI of its entity (`Resolution`). The rules of this first form stand in `kg.identity.keys`.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kg.authorities import Authorities
from kg.errors import Problem, ReadError, StoreError
from kg.identity.collecting import Collected, Collector, load
from kg.identity.mentions import mentions
from kg.identity.register import Entity, Register
from kg.profile import Resolved

__all__ = ["Collected", "Collector", "Resolution"]

MAX_PROBLEMS = 1_000


@dataclass
class Resolution:
    """Who is who in a project.

    Attributes:
        authorities: The organisations and venues that are known by name.
        workdir: Where the passes keep their files.
        warnings: What resolution could not decide.
        counts: How many entities of each kind there are; filled by the first pass.
        root: The project's directory, as problems name it.
    """

    authorities: Authorities
    workdir: Path
    warnings: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    root: Path = Path()

    def resolve(self, collected: Iterable[Collected]) -> Iterator[Resolved]:
        """Yield the profiles with an IRI for each mention, in the order in which they were collected.

        Raises:
            ReadError: If two profiles declare one id, or one names another by an id that does not exist.
            StoreError: If the disk is full.
        """
        register = Register(self.workdir / "mentions.sqlite")
        spool = self.workdir / "documents.jsonl"
        try:
            _collect(collected, register, spool, self.root)
            register.settle(self.authorities.iris)
            self._report(register)
            self.counts.update(register.counts())
            yield from _attached(spool, register.entities())
        except sqlite3.OperationalError as error:
            message = f"{self.workdir} cannot be written: {error}"
            raise StoreError(message, hint="check the free space and the permissions of the target") from error
        finally:
            register.close()

    def _report(self, register: Register) -> None:
        unknown = [
            _at(
                self.root / place,
                f"somebody has the id '{iri.removeprefix('person/')}', which no profile declares",
                hint="add that profile, or delete the id",
            )
            for iri, place in register.unknown_owners()
        ]
        if unknown:
            raise ReadError(unknown)
        for one, other in register.ambiguous_names():
            message = f"'{one}' and '{other}' share a name; where others write it, neither is meant"
            self.warnings.append(Problem(message, hint="give the author an 'id' where you know who is meant"))


def _collect(collected: Iterable[Collected], register: Register, spool: Path, root: Path) -> None:
    """Put mentions into the register and documents on disk."""
    problems: list[Problem] = []
    with spool.open("w", encoding="utf-8") as lines:
        for profile in collected:
            other = register.add_owner(profile.owner, profile.name, profile.place, profile.names)
            if other and len(problems) < MAX_PROBLEMS:
                message = f"the id '{profile.owner.removeprefix('person/')}' is already declared in {root / other}"
                problems.append(_at(root / profile.place, message, hint="give one of the two another id"))
            register.add_mentions(profile.mentions)
            register.add_bindings(profile.bound, profile.place)
            lines.write(profile.document)
    if problems:
        raise ReadError(problems)


def _attached(spool: Path, entities: Iterator[Entity]) -> Iterator[Resolved]:
    """Yield the documents with the entities put into their mentions."""
    with spool.open(encoding="utf-8") as lines:
        for line in lines:
            resolved = load(line)
            for (kind, node, _), entity in zip(mentions(resolved.document), entities, strict=False):
                target = node.setdefault("event", {}) if kind == "event" else node
                target["id"], target["label"], target["is_new"] = entity
            yield resolved


def _at(place: Path, message: str, *, hint: str) -> Problem:
    """Return a problem of a place of the form `file:line`."""
    path, _, line = str(place).rpartition(":")
    return Problem(message, Path(path), int(line), hint=hint)
