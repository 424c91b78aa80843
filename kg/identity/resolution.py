"""Take the mentions of all profiles, join them to entities, and hand the profiles out again.

The first pass takes the mentions out of each profile (`Collector`); the second joins the nodes of all profiles and
hands the profiles out again, every mention with the IRI of its entity (`Resolution`). Joins are decided by evidence
that adds up (`kg.identity.person_scores`), under constraints (`kg.identity.clusters`); people have the last word.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import MAX_PROBLEMS, ReadError
from kg.identity.clusters import Decided
from kg.identity.collecting import Collected
from kg.identity.corpus import Corpus, ListedProfile, PersonNode, WorkDetails, WorkNode
from kg.identity.deciding import decide
from kg.identity.declared import problems_of_ids
from kg.identity.explaining.archive import ArchiveWriter, storing
from kg.identity.explaining.explainer import Explainer
from kg.identity.mentions import mentions
from kg.identity.organizations import formerly, possible_names
from kg.identity.register import Entity, Register, kind_of
from kg.identity.registry import Registry
from kg.identity.uniting import Union, kinds_differ, united_works
from kg.identity.venues import VenueMention, join_venues
from kg.profile.account import Authorships
from kg.profile.config import Authorities
from kg.profile.judgements import Judgements
from kg.profile.records import Disagreement, IdentityFinding, Resolved
from kg.terms.kinds import Declaration


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
        corpus: The nodes of all profiles; filled by `decide`.
        decided: What was decided about persons and works; filled by `decide`.
        union: The works that several lists name, and what became of all authors; filled by `decide`.
        disagreements: The venues of which sources state several kinds, or which may be one of several others; filled
            by `decide`.
    """

    authorities: Authorities
    judgements: Judgements = field(default_factory=lambda: Judgements(Path("identity/judgements.yaml")))
    registry: Registry = field(default_factory=Registry)
    counts: dict[str, int] = field(default_factory=dict)
    root: Path = Path()
    archive: Path | None = None
    corpus: Corpus = field(default_factory=Corpus)
    decided: tuple[Decided, ...] = ()
    union: Union = field(default_factory=lambda: Union([], Authorships(), {}))
    disagreements: Sequence[Disagreement] = ()

    def __enter__(self) -> "Resolution":
        self._register = Register()
        self._taken: list[_Taken] = []
        self._persons_taken = self._works_taken = 0
        self._venues: list[tuple[VenueMention, str]] = []
        self._former: set[tuple[str, str]] = set()
        self._in_ror: dict[str, IdentityFinding] = {}
        with storing(self.archive or Path()):
            self._archive = ArchiveWriter(self.archive) if self.archive else None
        return self

    def __exit__(self, *_: object) -> None:
        if self._archive:
            self._archive.close()

    def take(self, several: Iterable[Collected]) -> None:
        """Take in what some profiles mention, in any order.

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
        keys = self._fill()
        if problems := list(islice(problems_of_ids(self.corpus, self.root), MAX_PROBLEMS)):
            raise ReadError(problems)
        with storing(self.archive or Path()):
            self._decide(keys)
            if self._archive:
                self._archive.finish(self.corpus, self.decided, self.registry, self._order)

    def entities(self) -> Iterator[Entity]:
        """Yield what each mention means, in the order in which the mentions were taken in."""
        return self._register.entities()

    def title(self, work: str) -> str:
        """Return what the work with an IRI is called."""
        return self._register.label(work)

    def findings(self) -> tuple[Iterator[IdentityFinding], Iterator[tuple[str, str]]]:
        """Return what was joined and what stayed open, and the IRIs that were replaced; after the first pass."""
        in_ror = (each for _, each in sorted(self._in_ror.items()))
        organizations = chain(in_ror, possible_names(self._register.labels(), {*self.authorities.iris}))
        return chain(Explainer(self.corpus, *self.decided).findings(), organizations), self.registry.replaced()

    def _take(self, profile: Collected) -> None:
        """Put mentions into the register; keep nodes until all profiles are there."""
        taken = _Taken(
            self._persons_taken, self._works_taken, profile.listed, profile.persons, profile.works, profile.listings,
            {key: moved(node, self._persons_taken, self._works_taken) for key, node in profile.judged.items()},
        )  # fmt: skip
        self._register.add_mentions(
            (means if isinstance(means, str) else moved(means, taken.first_person, taken.first_work), form)
            for means, form in profile.mentions
        )
        source = profile.listed.file
        self._venues.extend((venue, source) for venue in profile.venues)
        self._former.update(profile.former)
        self._in_ror |= {each.key: each for each in profile.in_ror}
        if self._archive:
            self._archive.add_profile(profile.listed, profile.places)
        self._taken.append(taken)
        self._persons_taken += len(profile.persons)
        self._works_taken += len(profile.works)

    def _fill(self) -> dict[str, int]:
        """Fill the corpus in the order of the owners' ids, so that nothing depends on names or order of files.

        Returns:
            The nodes of the mentions that people have judged one by one, by key.
        """
        self._order = sorted(range(len(self._taken)), key=lambda place: self._taken[place].listed.order)
        self._persons = array("q", [0]) * self._persons_taken
        self._works = array("q", [0]) * self._works_taken
        self._listings: list[WorkDetails] = []
        keys: dict[str, int] = {}
        for place in self._order:
            each = self._taken[place]
            persons, works = self.corpus.add(each.listed, each.persons, each.works)
            self._persons[each.first_person : each.first_person + len(each.persons)] = array(
                "q", range(persons, persons + len(each.persons))
            )
            self._works[each.first_work : each.first_work + len(each.works)] = array(
                "q", range(works, works + len(each.works))
            )
            self._listings.extend(each.listings)
            keys.update((key, self._node(node)) for key, node in each.judged.items())
        self._taken.clear()
        return keys

    def _node(self, taken: int) -> int:
        """Return the number in the corpus of a node as it was taken in; works count from -1 downwards."""
        return self._persons[taken] if taken >= 0 else -self._works[-taken - 1] - 1

    def _decide(self, keys: Mapping[str, int]) -> None:
        persons, works = self.decided = decide(self.corpus, keys, self.judgements, self.registry)
        owners: dict[str, str] = {}
        for owner, known in self.corpus.owners:
            iri = persons.iris[owner]
            owners[iri] = known.name if iri == known.owner else owners.get(iri, known.name)
        self.union = united_works(self.corpus, self._listings, persons.iris, works.iris, owners)
        nodes = (
            *((taken, persons.iris[node]) for taken, node in enumerate(self._persons)),
            *((-taken - 1, works.iris[node]) for taken, node in enumerate(self._works)),
        )
        register = self._register
        joined = join_venues(self._venues)
        said: dict[str, dict[str, list[str]]] = {}
        for venue, source in self._venues:
            stated = said.setdefault(joined.venue(venue.iri), {})
            if venue.kind:
                stated.setdefault(venue.kind, []).append(source)
        kinds = {venue: kind_of({kind: len(files) for kind, files in said[venue].items()}) for venue in said}
        self.disagreements = [
            *(kinds_differ(venue, kinds[venue], said[venue]) for venue in sorted(said) if len(said[venue]) > 1),
            *joined.open,
        ]
        united = {each.iri for each in self.union.works}
        register.settle(nodes, owners, self.authorities.iris, united, {**kinds, **self.union.shared}, joined)
        for iri, label in register.labels():
            self.registry.see(iri, label)
        self.registry.follow(register.forms())
        for former, now in (*formerly(self.authorities), *sorted(self._former)):
            self.registry.redirect(former, now)
        self.counts.update(register.counts())


class _Taken(NamedTuple):
    """What is kept of a profile until all are there.

    Attributes:
        first_person: How many persons were taken in before its own.
        first_work: How many works were taken in before its own.
        listed: The profile and its owner.
        persons: Whom it names.
        works: What it lists.
        listings: What it says of each of these.
        judged: The nodes that people have judged one by one, as they were taken in.
    """

    first_person: int
    first_work: int
    listed: ListedProfile
    persons: Sequence[PersonNode]
    works: Sequence[WorkNode]
    listings: Sequence[WorkDetails]
    judged: Mapping[str, int]


def moved(node: int, persons: int, works: int) -> int:
    """Return the number of a node of a profile as one of the whole corpus."""
    return node + persons if node >= 0 else node - works


def attach(resolved: Resolved, entities: Iterator[Entity], declaration: Declaration | None = None) -> Resolved:
    """Put entities into the mentions of a profile, in place, and return it; the first ones are its own."""
    for mention, entity in zip(mentions(resolved.document, declaration), entities, strict=False):
        node = mention.node
        target = node.setdefault("event", {}) if mention.kind == "event" else node
        target["id"], target["label"], target["is_new"], kind = entity
        if kind:
            node["kind"] = kind
    return resolved
