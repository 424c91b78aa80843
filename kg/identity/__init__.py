"""Decide who is who: from mentions to nodes, from nodes to clusters, from clusters to IRIs.

Resolution runs in two passes. The first takes the mentions out of each profile (`Collector`); the
second joins the nodes of all profiles and hands the profiles out again, every mention with the IRI of
its entity (`Resolution`). Joins are decided by evidence that adds up (`kg.identity.comparing.weights`), under
constraints (`kg.identity.clusters`), and people have the last word (`kg.judgements`).
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kg.authorities import Authorities
from kg.errors import Problem, ReadError, StoreError
from kg.identity.collecting import Collected, Collector, load
from kg.identity.corpus import Corpus
from kg.identity.deciding import Decided, decide
from kg.identity.explaining.archive import ArchiveWriter
from kg.identity.explaining.explainer import Explainer
from kg.identity.mentions import mentions
from kg.identity.register import Entity, Register
from kg.identity.registry import Registry
from kg.judgements import Judgements
from kg.profile import Finding, Resolved

__all__ = ["Collected", "Collector", "Decided", "Resolution"]

MAX_PROBLEMS = 1_000


@dataclass
class Resolution:
    """Who is who in a project.

    Attributes:
        authorities: The organisations and venues that are known by name.
        workdir: Where the passes keep their files.
        judgements: What people have decided.
        registry: The IRIs that were published so far; it learns the new ones.
        warnings: What resolution could not decide.
        counts: How many entities of each kind there are; filled by the first pass.
        root: The project's directory, as problems name it.
        archive: Where to keep from what it was decided, if anywhere.
        corpus: The nodes of all profiles; filled by the first pass.
        decided: What was decided about persons and works; filled by the first pass.
    """

    authorities: Authorities
    workdir: Path
    judgements: Judgements = field(default_factory=lambda: Judgements(Path("identity/judgements.yaml")))
    registry: Registry = field(default_factory=Registry)
    warnings: list[Problem] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    root: Path = Path()
    archive: Path | None = None
    corpus: Corpus = field(default_factory=Corpus)
    decided: tuple[Decided, ...] = ()

    def resolve(self, collected: Iterable[Collected]) -> Iterator[Resolved]:
        """Yield the profiles with an IRI for each mention, in the order in which they were collected.

        Raises:
            ReadError: If two profiles declare one id, one names another by an id that does not exist, or
                judgements contradict each other.
            StoreError: If the disk is full.
        """
        register = Register(self.workdir / "mentions.sqlite")
        archive = ArchiveWriter(self.archive) if self.archive else None
        spool = self.workdir / "documents.jsonl"
        try:
            keys = self._collect(collected, register, archive, spool)
            self._decide(keys, register)
            if archive:
                archive.finish(self.corpus, self.decided, self.registry)
            yield from _attached(spool, register.entities())
        except sqlite3.OperationalError as error:
            message = f"{self.workdir} cannot be written: {error}"
            raise StoreError(message, hint="check the free space and the permissions of the target") from error
        finally:
            register.close()
            if archive:
                archive.close()

    def findings(self) -> tuple[Iterator[Finding], Iterator[tuple[str, str]]]:
        """Return what was joined and what stayed open, and the IRIs that were replaced; after the first pass."""
        return Explainer(self.corpus, *self.decided).findings(), self.registry.replaced()

    def _collect(
        self, collected: Iterable[Collected], register: Register, archive: ArchiveWriter | None, spool: Path
    ) -> dict[str, int]:
        """Put mentions into the register, nodes into the corpus and documents on disk; find what was judged."""
        places: dict[str, str] = {}
        problems: list[Problem] = []
        keys: dict[str, int] = {}
        wanted = self.judgements.mentions
        with spool.open("w", encoding="utf-8") as lines:
            for profile in collected:
                listed = profile.listed
                if listed.owner in places:
                    problems.append(self._twice(listed.owner, listed.place, places[listed.owner]))
                places.setdefault(listed.owner, listed.place)
                persons, works = self.corpus.add(listed, profile.persons, profile.works)
                register.add_mentions(
                    (means if isinstance(means, str) else moved(means, persons, works), form)
                    for means, form in profile.mentions
                )
                placed = [each._replace(node=moved(each.node, persons, works)) for each in profile.placed]
                if archive:
                    archive.add_mentions(placed)
                keys.update((each.key, each.node) for each in placed if each.key in wanted)
                lines.write(profile.document)
        problems.extend(self._unknown_owners(places))
        if problems:
            raise ReadError(problems[:MAX_PROBLEMS])
        return keys

    def _decide(self, keys: dict[str, int], register: Register) -> None:
        persons, works = self.decided = decide(self.corpus, keys, self.judgements, self.registry)
        nodes = [*enumerate(persons.iris), *((-number - 1, iri) for number, iri in enumerate(works.iris))]
        owners = {persons.iris[self.corpus.owner(n)]: known.name for n, known in enumerate(self.corpus.profiles)}
        register.settle(nodes, owners, self.authorities.iris)
        for iri, label in register.labels():
            self.registry.see(iri, label)
        self.registry.follow(register.forms())
        self.counts.update(register.counts())

    def _twice(self, owner: str, place: str, former: str) -> Problem:
        message = f"the id '{owner.removeprefix('person/')}' is already declared in {self.root / former}"
        return _at(self.root / place, message, hint="give one of the two another id")

    def _unknown_owners(self, known: dict[str, str]) -> Iterator[Problem]:
        for person in self.corpus.persons:
            if person.bound and person.bound not in known:
                message = f"somebody has the id '{person.bound.removeprefix('person/')}', which no profile declares"
                place = self.root / self.corpus.profiles[person.profile].place
                yield _at(place, message, hint="add that profile, or delete the id")


def moved(node: int, persons: int, works: int) -> int:
    """Return the number of a node of a profile as one of the whole corpus."""
    return node + persons if node >= 0 else node - works


def _attached(spool: Path, entities: Iterator[Entity]) -> Iterator[Resolved]:
    """Yield the documents with the entities put into their mentions."""
    with spool.open(encoding="utf-8") as lines:
        for line in lines:
            resolved = load(line)
            for mention, entity in zip(mentions(resolved.document), entities, strict=False):
                node = mention.node
                target = node.setdefault("event", {}) if mention.kind == "event" else node
                target["id"], target["label"], target["is_new"] = entity
            yield resolved


def _at(place: Path, message: str, *, hint: str) -> Problem:
    """Return a problem of a place of the form `file:line`."""
    path, _, line = str(place).rpartition(":")
    return Problem(message, Path(path), int(line), hint=hint)
