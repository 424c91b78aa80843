"""Join the nodes of one component: what a worker does where all its nodes, edges and scored pairs have met.

The functions are those of `kg.identity`, and so is what they decide: it depends on the component alone
(`kg.identity.components`). Nodes come and go by their numbers in the whole; within a part they count from 0.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kg.identity import persons, works
from kg.identity.clusters import Clusters, MatchEdge, OpenPair
from kg.identity.components import DistinguishingFacts, clusters_of
from kg.identity.corpus import Corpus, ListedProfile, PersonNode, WorkNode
from kg.identity.deciding import questions
from kg.identity.person_scores import weights
from kg.identity.persons import Scored
from kg.identity.rulings import Judged
from kg.identity.work_scores import WorkVersion


class ComponentNode(NamedTuple):
    """A node of a component.

    Attributes:
        number: Its number.
        profile: The number of its profile.
        facts: What keeps it apart from others, if it is a person.
        catalogue: The catalogue in which it stands, or empty.
        version: Where and when it appeared, if it is a work.
    """

    number: int
    profile: int
    facts: DistinguishingFacts | None = None
    catalogue: str = ""
    version: WorkVersion | None = None


class ScoredPair(NamedTuple):
    """A pair of persons with its score, and with the place of its block among all."""

    rank: tuple[int, int, str]
    found: Scored

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers of the two."""
        return self.found.one, self.found.other


class ComponentEdge(NamedTuple):
    """An edge; one that is found at a second look is looked at when everything else is joined."""

    edge: MatchEdge
    is_second: bool = False

    @property
    def ends(self) -> tuple[int, int]:
        """The numbers of its two nodes."""
        return self.edge.one, self.edge.other


class Decision(NamedTuple):
    """A join or an open question, with the numbers of the profiles of its nodes."""

    pair: MatchEdge | OpenPair
    profiles: tuple[int, int]


class Joined(NamedTuple):
    """What was decided about a component.

    Attributes:
        clusters: The nodes of each cluster that has several, ascending.
        joins: The edges along which they were joined.
        questions: What is open, one for each pair of clusters.
        weak: The pairs that had too little weight at the first look.
        changed: A node of each join of the second look.
    """

    clusters: list[list[int]]
    joins: list[Decision]
    questions: list[Decision]
    weak: list[Decision]
    changed: list[int]


Member = ComponentNode | ScoredPair | ComponentEdge


class _Part:
    """The nodes of a component, counted from 0, and what is known of them."""

    def __init__(self, rows: Iterable[Member], judged: Judged) -> None:
        several = list(rows)
        self.nodes = sorted(row for row in several if isinstance(row, ComponentNode))
        self.here = {node.number: place for place, node in enumerate(self.nodes)}
        self.judged = judged.within(self.here)
        links = [row for row in several if isinstance(row, ComponentEdge)]
        self.edges = sorted(self._moved(link.edge) for link in links if not link.is_second)
        self.second = sorted(self._moved(link.edge) for link in links if link.is_second)
        scored = sorted(row for row in several if isinstance(row, ScoredPair))
        self.scored = [
            row.found._replace(one=self.here[row.found.one], other=self.here[row.found.other]) for row in scored
        ]

    def _moved(self, edge: MatchEdge) -> MatchEdge:
        return edge._replace(one=self.here[edge.one], other=self.here[edge.other])

    def of(self, *origins: str) -> list[MatchEdge]:
        """Return the edges of some origins, in the order of these, then by their other end."""
        known = [edge for edge in self.edges if edge.origin in origins]
        return sorted(known, key=lambda edge: (origins.index(edge.origin), edge.other))

    def joined(self, clusters: Clusters, weak: Sequence[OpenPair], before: int) -> Joined:
        """Return what was decided.

        Args:
            clusters: The nodes as they are joined.
            weak: What had too little weight at the first look.
            before: How many joins there were then.
        """
        together: dict[int, list[int]] = {}
        for place, node in enumerate(self.nodes):
            together.setdefault(clusters.find(place), []).append(node.number)
        return Joined(
            [numbers for numbers in together.values() if len(numbers) > 1],
            list(self._told(clusters.joins)),
            list(self._told(questions(clusters, self.judged))),
            list(self._told(weak)),
            [self.nodes[edge.one].number for edge in clusters.joins[before:]],
        )

    def _told(self, pairs: Iterable[MatchEdge] | Iterable[OpenPair]) -> Iterator[Decision]:
        for pair in pairs:
            one, other = self.nodes[pair.one], self.nodes[pair.other]
            yield Decision(pair._replace(one=one.number, other=other.number), (one.profile, other.profile))


def joined_works(rows: Iterable[Member], judged: Judged, _: frozenset[int] = frozenset()) -> Joined:
    """Return the works of a component as they are joined.

    Args:
        rows: Its works and the edges between them.
        judged: What people have decided about them.
    """
    part = _Part(rows, judged)
    lists = (node.catalogue or node.profile for node in part.nodes)
    clusters = works.work_clusters(lists, (node.version for node in part.nodes))
    works.join_works(clusters, part.judged, part.of("repeated"), part.of("score"))
    before, weak = len(clusters.joins), [each for each in clusters.questions if each.obstacle == "weight"]
    clusters.join(part.second, weights().margin)
    return part.joined(clusters, weak, before)


def joined_persons(rows: Iterable[Member], judged: Judged, changed: frozenset[int] = frozenset()) -> Joined:
    """Return the persons of a component as they are joined.

    Args:
        rows: Its persons, the edges between them and their scored pairs.
        judged: What people have decided about them.
        changed: The authors of works that a second look joined, be they here or elsewhere.
    """
    part = _Part(rows, judged)
    clusters = clusters_of([node.facts for node in part.nodes if node.facts])
    persons.join_known(clusters, part.judged, part.of("declared"), part.of("id", "work"))
    persons.join_scored(clusters, persons.select(part.scored, clusters, _known))
    before = len(clusters.joins)
    touched = persons.touched(part.second, [n for n, node in enumerate(part.nodes) if node.number in changed])
    clusters.join(touched, weights().margin)
    return part.joined(clusters, (), before)


def _known(row: Scored) -> Scored:
    return row


class Claim(NamedTuple):
    """A person under an id of its own, or under the IRI of the owner of a profile, as it is or as somebody says.

    Attributes:
        node: The number of the person.
        profile: The number of its profile.
        form: The main name.
        place: File and line of the profile.
        owner: The IRI of the owner of the profile, if that is the person.
    """

    node: int
    profile: int
    form: str
    place: str
    owner: str


def edges_by_id(iri: str, claims: Iterable[Claim]) -> Iterator[ComponentEdge]:
    """Yield the edges between those who share an id."""
    rows, corpus = sorted(claims), Corpus()
    corpus.persons = [PersonNode(0, (row.form,), (), (iri,), "", "", "") for row in rows]
    for edge in persons.by_id(corpus):
        if rows[edge.one].node != rows[edge.other].node:
            yield ComponentEdge(edge._replace(one=rows[edge.one].node, other=rows[edge.other].node))


def edges_declared(iri: str, claims: Iterable[Claim]) -> Iterator[ComponentEdge]:
    """Yield the edges between the owner of a profile and those of whom others say that they are this one."""
    rows, corpus = sorted(claims, key=lambda row: (not row.owner, row.node)), Corpus()
    if rows[0].owner:
        bound = [PersonNode(0, (row.form,), (), (), "" if row.owner else iri, "", "") for row in rows]
        corpus.add(ListedProfile(iri, rows[0].form, "", ()), bound, ())
        for edge in persons.declared(corpus):
            yield ComponentEdge(edge._replace(one=rows[edge.one].node, other=rows[edge.other].node))


class ComponentListing(NamedTuple):
    """A work as one profile lists it: its number, its authors, and their main names."""

    work: int
    authors: tuple[int, ...]
    forms: tuple[str, ...]


def edges_by_work(lists: Iterable[ComponentListing]) -> Iterator[MatchEdge]:
    """Yield the edges between the authors of a work, given how profiles list it."""
    corpus, numbers = Corpus(), list[int]()
    for _, authors, forms in sorted(lists):
        known = dict(zip(authors, forms, strict=True))
        here = {author: place for place, author in enumerate(known)}
        people = [PersonNode(0, (form,), (), (), "", "", "") for form in known.values()]
        listed = WorkNode(0, "", 0, "", "", (), tuple(here[author] for author in authors), "", "")
        corpus.add(ListedProfile("", "", "", ()), people, [listed])
        numbers.extend(known)
    for edge in persons.edges_by_work(corpus, [0] * len(corpus.works)):
        if numbers[edge.one] != numbers[edge.other]:
            yield edge._replace(one=numbers[edge.one], other=numbers[edge.other])
