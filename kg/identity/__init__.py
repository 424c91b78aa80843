"""Decide who is who: from mentions to nodes, from nodes to clusters, from clusters to IRIs.

Resolution runs in two passes. The first takes the mentions out of each profile (`Collector`); the
second joins the nodes of all profiles and hands the profiles out again, every mention with the IRI of
its entity (`Resolution`). Joins are decided by evidence that adds up (`kg.identity.comparing.weights`), under
constraints (`kg.identity.clusters`), and people have the last word (`kg.judgements`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from kg.authorities import Authorities
from kg.errors import MAX_PROBLEMS, ReadError
from kg.identity.collecting import Collected, Collector
from kg.identity.corpus import Corpus
from kg.identity.deciding import Decided, decide
from kg.identity.declared import problems_of_ids
from kg.identity.explaining.archive import ArchiveWriter, storing
from kg.identity.explaining.explainer import Explainer
from kg.identity.mentions import mentions
from kg.identity.register import Entity, Register
from kg.identity.registry import Registry
from kg.judgements import Judgements
from kg.profile import Finding, Resolved

__all__ = ["Collected", "Collector", "Decided", "Entity", "Resolution", "attach", "moved"]


@dataclass
class Resolution:
    """Who is who in a project: take the mentions of all profiles, decide, and hand the entities out.

    Attributes:
        authorities: The organisations and venues that are known by name.
        judgements: What people have decided.
        registry: The IRIs that were published so far; it learns the new ones.
        counts: How many entities of each kind there are; filled by `decide`.
        root: The project's directory, as problems name it.
        archive: Where to keep from what it was decided, if anywhere.
        corpus: The nodes of all profiles; filled by `take`.
        decided: What was decided about persons and works; filled by `decide`.
    """

    authorities: Authorities
    judgements: Judgements = field(default_factory=lambda: Judgements(Path("identity/judgements.yaml")))
    registry: Registry = field(default_factory=Registry)
    counts: dict[str, int] = field(default_factory=dict)
    root: Path = Path()
    archive: Path | None = None
    corpus: Corpus = field(default_factory=Corpus)
    decided: tuple[Decided, ...] = ()
    _keys: dict[str, int] = field(default_factory=dict)

    def __enter__(self) -> "Resolution":
        self._register = Register()
        with storing(self.archive or Path()):
            self._archive = ArchiveWriter(self.archive) if self.archive else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._archive:
            self._archive.close()

    def take(self, several: Iterable[Collected]) -> None:
        """Take in what some profiles mention, in the order in which the profiles stand.

        Raises:
            StoreError: If the disk is full.
        """
        with storing(self.archive or Path()):
            for collected in several:
                self._take(collected)

    def decide(self) -> None:
        """Decide who is who; nothing can be taken in afterwards.

        Raises:
            ReadError: If two profiles declare one id, one names another by an id that does not exist, or
                judgements contradict each other.
            StoreError: If the disk is full.
        """
        if problems := list(islice(problems_of_ids(self.corpus, self.root), MAX_PROBLEMS)):
            raise ReadError(problems)
        with storing(self.archive or Path()):
            self._decide()
            if self._archive:
                self._archive.finish(self.corpus, self.decided, self.registry)

    def entities(self) -> Iterator[Entity]:
        """Yield what each mention means, in the order in which the mentions were taken in."""
        return self._register.entities()

    def findings(self) -> tuple[Iterator[Finding], Iterator[tuple[str, str]]]:
        """Return what was joined and what stayed open, and the IRIs that were replaced; after the first pass."""
        return Explainer(self.corpus, *self.decided).findings(), self.registry.replaced()

    def _take(self, profile: Collected) -> None:
        """Put mentions into the register and nodes into the corpus; find what was judged."""
        persons, works = self.corpus.add(profile.listed, profile.persons, profile.works)
        self._register.add_mentions(
            (means if isinstance(means, str) else moved(means, persons, works), form)
            for means, form in profile.mentions
        )
        if self._archive:
            self._archive.add_profile(profile.listed, profile.places)
        self._keys.update((key, moved(node, persons, works)) for key, node in profile.judged.items())

    def _decide(self) -> None:
        persons, works = self.decided = decide(self.corpus, self._keys, self.judgements, self.registry)
        nodes = [*enumerate(persons.iris), *((-number - 1, iri) for number, iri in enumerate(works.iris))]
        owners = {persons.iris[self.corpus.owner(n)]: known.name for n, known in enumerate(self.corpus.profiles)}
        register = self._register
        register.settle(nodes, owners, self.authorities.iris)
        for iri, label in register.labels():
            self.registry.see(iri, label)
        self.registry.follow(register.forms())
        self.counts.update(register.counts())


def moved(node: int, persons: int, works: int) -> int:
    """Return the number of a node of a profile as one of the whole corpus."""
    return node + persons if node >= 0 else node - works


def attach(resolved: Resolved, entities: Iterator[Entity]) -> Resolved:
    """Put entities into the mentions of a profile, in place, and return it; the first ones are its own."""
    for mention, entity in zip(mentions(resolved.document), entities, strict=False):
        node = mention.node
        target = node.setdefault("event", {}) if mention.kind == "event" else node
        target["id"], target["label"], target["is_new"] = entity
    return resolved
