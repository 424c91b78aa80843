"""Answer questions about what was decided in a release: who is this, why one, why two, how are two connected."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from kg.base.errors import NotFound, QueryError
from kg.identity.clusters import MatchEdge
from kg.identity.corpus import Placed
from kg.identity.explaining.archive import Archive
from kg.identity.explaining.explainer import Explainer
from kg.identity.person_scores import Reason, weights
from kg.terms.identifiers import fold

_PATHS = 5


class CoauthorStep(NamedTuple):
    """A step on the way from one person to another: a work that both wrote.

    Attributes:
        work: Its IRI.
        title: What it is called.
        places: Where it is listed: file and line.
    """

    work: str
    title: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class EntityComparison:
    """Two entities side by side.

    Attributes:
        nodes: The two nodes that speak most for one entity.
        reasons: What speaks for and against; nothing if their names differ.
        obstacle: Why they were not joined, as `kg.identity.explaining.wording` names it; `names` if they differ,
            `unseen` if nothing made resolution look.
    """

    nodes: tuple[int, int]
    reasons: Sequence[Reason]
    obstacle: str

    @property
    def total(self) -> float:
        """How much speaks for one entity, in bits."""
        return sum(reason.bits for reason in self.reasons)

    @property
    def lacks_evidence(self) -> bool:
        """Whether more evidence would join them."""
        return self.obstacle in ("weight", "unseen")


class Dossiers:
    """What is known of the persons and works of a release.

    Args:
        archive: What was decided.
        about: Returns what tells an entity from others of its name, in a few words.
    """

    def __init__(self, archive: Archive, about: Callable[[str], str] = lambda _: "") -> None:
        self.archive, self._about = archive, about
        self.corpus = archive.corpus
        self.explainer = Explainer(archive.corpus, archive.decided["person"], archive.decided["work"])

    @cached_property
    def nodes(self) -> Mapping[str, Sequence[int]]:
        """The nodes of each entity."""
        found: dict[str, list[int]] = defaultdict(list)
        for decided in self.archive.decided.values():
            for number, iri in enumerate(decided.iris):
                found[iri].append(number)
        return found

    def find(self, text: str, base: str = "") -> str:
        """Return the entity that an IRI, a slug, a written name, a title or the key of a mention means.

        Raises:
            NotFound: If there is none.
            QueryError: If there are several.
        """
        plain = text.removeprefix(base)
        node = self.node(plain)
        if node is not None:
            return self.iri(node)
        slugs = (f"person/{plain}", f"work/{plain}")
        found = [self.iri(n) for n in map(self.node, slugs) if n is not None] or self._named(plain)
        if not found:
            hint = f"search: kg query people; of anything else: kg query evidence --thing '{text}'"
            raise NotFound(f"there is no person and no work '{text}'", hint=hint)
        if len(found) > 1:
            listed = "".join(f"\n  {iri}  {self._who(iri)}".rstrip() for iri in found)
            raise QueryError(f"'{text}' names {len(found)} entities:{listed}", hint="give one of these IRIs")
        return found[0]

    def _who(self, iri: str) -> str:
        """What tells an entity from others of its name, and in how many works a person has a part."""
        people, works = set(self.nodes[iri]), self.archive.decided["work"].iris
        number = len({works[at] for at, work in enumerate(self.corpus.works) if people & set(work.authors)})
        is_person = kind_of(iri) == "person"
        return "; ".join(filter(None, (self._about(iri), f"{number} work{'s' * (number != 1)}" if is_person else "")))

    def node(self, reference: str) -> int | None:
        """Return the node, as `Placed.node` counts them, of an IRI, be it merged, or of the key of a mention."""
        if reference.startswith("m-"):
            return self.archive.node_of(reference)
        anchor = self.archive.replaced.get(reference)
        if anchor is not None and anchor in self._anchors:
            return self._anchors[anchor]
        if reference not in self.nodes:
            return None
        first = self.nodes[reference][0]
        return first if kind_of(reference) == "person" else -first - 1

    @cached_property
    def _anchors(self) -> Mapping[str, int]:
        works = {work.anchor: -number - 1 for number, work in enumerate(self.corpus.works)}
        return {person.anchor: number for number, person in enumerate(self.corpus.persons)} | works

    def reference(self, text: str, base: str = "") -> str:
        """Return what a judgement is to name: the key of a mention or a merged IRI as it is, else the entity's IRI.

        Raises:
            NotFound: If there is nothing of that name.
            QueryError: If there are several.
        """
        found, plain = self.find(text, base), text.removeprefix(base)
        merged = (iri for iri in (plain, f"person/{plain}", f"work/{plain}") if iri in self.archive.replaced)
        return plain if plain.startswith("m-") else next(merged, found)

    def _named(self, text: str) -> list[str]:
        key = fold(text)
        persons = (
            self.archive.decided["person"].iris[n]
            for n, p in enumerate(self.corpus.persons)
            if key in map(fold, p.forms)
        )
        works = (self.archive.decided["work"].iris[n] for n, w in enumerate(self.corpus.works) if fold(w.title) == key)
        return sorted({*persons, *works})

    def iri(self, node: int) -> str:
        """Return the entity of a node, as `Placed.node` counts them."""
        return self.archive.decided["person"].iris[node] if node >= 0 else self.archive.decided["work"].iris[-node - 1]

    def mentions(self, iri: str) -> Iterator[Placed]:
        """Yield the mentions of an entity."""
        is_work = kind_of(iri) == "work"
        return self.archive.mentions(-number - 1 if is_work else number for number in self.nodes[iri])

    def place(self, mention: Placed) -> str:
        """Return file and lines of a mention."""
        node = mention.node
        profile = self.corpus.persons[node].profile if node >= 0 else self.corpus.works[-node - 1].profile
        file = self.corpus.profiles[profile].place.rpartition(":")[0]
        return f"{file}:{mention.first}" + (f"-{mention.last}" if mention.last > mention.first else "")

    def joins(self, iri: str) -> Iterator[MatchEdge]:
        """Yield the edges that hold an entity together."""
        decided = self.archive.decided[kind_of(iri)]
        yield from (edge for edge in decided.joins if decided.iris[edge.one] == iri)

    def questions(self, iri: str) -> Iterator[tuple[str, float]]:
        """Yield the entities that may be the same as one, each with how much speaks for it."""
        decided = self.archive.decided[kind_of(iri)]
        for question in decided.questions:
            pair = (decided.iris[question.one], decided.iris[question.other])
            if iri in pair and question.obstacle != "judgement":
                yield pair[pair[0] == iri], question.weight

    def compare(self, one: str, other: str) -> EntityComparison:
        """Put two entities of one kind side by side."""
        kind = kind_of(one)
        decided = self.archive.decided[kind]
        for question in decided.questions:
            if {decided.iris[question.one], decided.iris[question.other]} == {one, other}:
                nodes = (question.one, question.other)
                return EntityComparison(nodes, self.explainer.reasons(kind, *nodes), question.obstacle)
        pairs = [(a, b) for a in self.nodes[one] for b in self.nodes[other]]
        found = [(self.explainer.reasons(kind, *pair), pair) for pair in pairs[:400]]
        reasons, nodes = max(found, key=lambda each: sum(reason.bits for reason in each[0]) if each[0] else -1e9)
        return EntityComparison(nodes, reasons, self._obstacle(kind, one, other) or ("unseen" if reasons else "differ"))

    def _obstacle(self, kind: str, one: str, other: str) -> str:
        """Return the constraint that keeps two entities apart, if there is one."""
        if kind == "work":
            lists = [{self._list_of(node) for node in self.nodes[iri]} for iri in (one, other)]
            return "list" if lists[0] & lists[1] else ""
        works = [{work for node in self.nodes[iri] for work in self.corpus.works_of[node]} for iri in (one, other)]
        if works[0] & works[1]:
            return "work"
        owners = {owner for owner, _ in self.corpus.owners}
        return "owner" if owners & set(self.nodes[one]) and owners & set(self.nodes[other]) else ""

    def _list_of(self, work: int) -> int | str:
        profile = self.corpus.works[work].profile
        return self.corpus.profiles[profile].catalogue or profile

    def paths(self, one: str, other: str) -> list[list[tuple[CoauthorStep, str]]]:
        """Return shortest ways from one person to another through works: each step with whom it leads to."""
        came: dict[str, list[str]] = {one: []}
        queue = deque([one])
        reached = False
        while queue and not reached:
            level, queue = list(queue), deque()
            found: dict[str, list[str]] = defaultdict(list)
            for here in level:
                for there in self._co_authors(here):
                    if there not in came:
                        found[there].append(here)
            came.update(found)
            queue.extend(sorted(found))
            reached = other in found
        return [self._steps(way) for way in _ways(came, one, other)][:_PATHS] if reached else []

    def _co_authors(self, iri: str) -> set[str]:
        iris = self.archive.decided["person"].iris
        return {iris[author] for work in self._works(iri) for author in self.corpus.works[work].authors} - {iri}

    def _works(self, iri: str) -> Iterator[int]:
        for node in self.nodes[iri]:
            yield from self.corpus.works_of[node]

    def _steps(self, way: Sequence[str]) -> list[tuple[CoauthorStep, str]]:
        return [(self._step(one, other), other) for one, other in pairwise(way)]

    def titles(self, iri: str) -> Iterator[str]:
        """Yield the titles of a work, or of the works of a person, as they are listed."""
        nodes = self.nodes[iri] if kind_of(iri) == "work" else self._works(iri)
        return (self.corpus.works[node].title for node in nodes)

    def _step(self, one: str, other: str) -> CoauthorStep:
        """Return the work that two persons wrote together which most profiles list."""
        iris = self.archive.decided["work"].iris
        common = {iris[work] for work in self._works(one)} & {iris[work] for work in self._works(other)}
        work = max(sorted(common), key=lambda iri: len(self.nodes[iri]))
        places = tuple(self.place(mention) for mention in self.mentions(work))
        return CoauthorStep(work, self.corpus.works[self.nodes[work][0]].title, places)

    def label(self, iri: str) -> str:
        """Return what an entity is called most often."""
        kind = kind_of(iri)
        forms = [self.explainer.form(kind, node) for node in self.nodes[iri]]
        return max(dict.fromkeys(forms), key=forms.count)


def kind_of(iri: str) -> str:
    """Return the kind of an entity, as its IRI says."""
    return iri.partition("/")[0]


def missing(comparison: EntityComparison) -> Iterable[str]:
    """Yield what would decide an open pair, the easiest first."""
    need = weights().same - comparison.total
    known = weights().person
    kinds = {reason.kind for reason in comparison.reasons}
    yield "an 'orcid' or 'homepage' that both mentions carry"
    if "co_author" not in kinds and need <= known["one_co_author"]:
        yield f"a co-author in common with a rare name (up to +{known['one_co_author']:.0f})"
    if "organization" not in kinds and need <= known["organization"]:
        yield f"the same 'organization' with both (+{known['organization']:.0f})"


def _ways(came: Mapping[str, Sequence[str]], start: str, end: str) -> Iterator[list[str]]:
    if end == start:
        yield [start]
        return
    for before in came[end]:
        for way in _ways(came, start, before):
            yield [*way, end]
