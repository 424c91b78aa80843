"""Decide who is who on workers: edges find their components, and these are joined each for itself.

The driver keeps numbers only: of each node the component and the cluster, of each component what connects it.
The steps are those of `kg.identity.deciding`: works, persons, and both again where the authors turn out to be one.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from kg.identity import works as work_steps
from kg.identity.components import facts
from kg.identity.rulings import Judged
from kg.pipeline.spark import finding
from kg.pipeline.spark.comparing import NodePair, Numbered, excerpt
from kg.pipeline.spark.joining import (
    Claim,
    ComponentEdge,
    ComponentListing,
    ComponentNode,
    Decision,
    Joined,
    Member,
    ScoredPair,
    edges_by_id,
    edges_by_work,
    edges_declared,
    joined_persons,
    joined_works,
)
from kg.pipeline.spark.keeping import kept
from kg.pipeline.spark.meeting import Meeting
from kg.pipeline.spark.numbering import ALONE, Numbering, forest, labels, roots
from kg.pipeline.spark.reading import Key

if TYPE_CHECKING:
    from pyspark import RDD, SparkContext


_Join = Callable[[Iterable[Member], Judged, frozenset[int]], Joined]


class NodeDecisions(NamedTuple):
    """What was decided about the nodes of one kind.

    Attributes:
        kind: `person` or `work`.
        roots: The cluster of each node, or ALONE.
        parts: What was decided, component by component.
    """

    kind: str
    roots: "array[int]"
    parts: "RDD[Joined]"

    def pairs(self) -> "RDD[NodePair]":
        """Return all joins and all questions that nobody has settled."""
        return self.parts.flatMap(partial(_told, kind=self.kind))


class Resolving:
    """The nodes of all batches, of which it is decided who is who.

    Args:
        context: A Spark context.
        batches: The profiles of each batch, where this lies.
        numbering: Where the nodes are.
        tasks: In how many tasks to share out the work.
    """

    def __init__(
        self, context: "SparkContext", batches: "RDD[tuple[Key, list[Numbered]]]", numbering: Numbering, tasks: int
    ) -> None:
        self._context = context
        self._batches = batches
        self._numbering = numbering
        self._tasks = tasks
        self._profiles = batches.values().flatMap(list)
        self._owners = kept(self._profiles.flatMap(finding.claims_of_owners).groupByKey(tasks).mapValues(list))

    def wrong_ids(self, most: int) -> list[tuple[str, list[Claim]]]:
        """Return ids that are declared by none or several of those who use them, the first ones."""
        return self._owners.filter(_is_wrong).takeOrdered(most, _first_profile)  # type: ignore[no-any-return]

    def marks(self, asked: frozenset[str]) -> list[finding.Mark]:
        """Return the nodes that judgements may mean: the first of each name."""
        return self._profiles.flatMap(partial(_marks, asked=asked)).collect()  # type: ignore[no-any-return]

    def decide(self, of_works: Judged, of_persons: Judged) -> tuple[NodeDecisions, NodeDecisions]:
        """Return what was decided about persons and about works."""
        found = Meeting(self._context, self._profiles, self._tasks).scores()
        repeated = self._profiles.flatMap(_repeated)
        edges = found.filter(_is_link).union(repeated)
        known = kept(found.filter(_is_row).union(self._owners.flatMap(_declared)).union(self._by_id()))
        works = self._joined("work", edges, of_works)
        known = known.union(self._by_work(works.roots, is_second=False))
        persons = self._joined("person", known, of_persons)
        second = self._second_looks(works, persons)
        if second.isEmpty():
            return persons, works
        works = self._joined("work", edges.union(second), of_works)
        changed = self._authors(frozenset(works.parts.flatMap(_changed).collect()))
        if changed:
            again = known.union(self._by_work(works.roots, is_second=True))
            persons = self._joined("person", again, of_persons, changed)
        return persons, works

    def _joined(
        self, kind: str, rows: "RDD[ComponentEdge | ScoredPair]", judged: Judged, changed: frozenset[int] = frozenset()
    ) -> NodeDecisions:
        """Join the nodes of a kind, component by component."""
        size = self._numbering.size(kind)
        forests = rows.map(_ends).mapPartitions(forest).collect()
        component = labels(size, forests, _pairs(judged))
        slices = self.slices(kind, component)
        rulings = self._context.broadcast(_by_label(judged, component))
        numbering = self._context.broadcast(self._numbering)
        nodes = self._batches.join(slices, self._tasks).flatMap(partial(_nodes, kind=kind))
        placed = rows.map(lambda row: (numbering.value.batch(kind, _ends(row)[0]), row)).groupByKey(self._tasks)
        sent = placed.join(slices, self._tasks).flatMap(lambda item: _labelled(item, kind, numbering.value))
        join: _Join = joined_works if kind == "work" else joined_persons
        grouped = nodes.union(sent).groupByKey(self._tasks)
        parts = kept(grouped.map(lambda item: join(item[1], rulings.value.get(item[0], Judged()), changed)))
        return NodeDecisions(kind, roots(size, parts.flatMap(_clusters).collect()), parts)

    def slices(self, kind: str, values: "MutableSequence[int]") -> "RDD[tuple[Key, MutableSequence[int]]]":
        """Return what is known of each node of a kind, for each batch where this is."""
        several = list(self._numbering.slices(kind, values))
        return self._context.parallelize(several, self._tasks).partitionBy(self._tasks)

    def _by_id(self) -> "RDD[ComponentEdge]":
        claims = self._profiles.flatMap(finding.claims_of_ids).groupByKey(self._tasks)
        return claims.flatMap(lambda item: edges_by_id(*item))

    def _by_work(self, of: "array[int]", *, is_second: bool) -> "RDD[ComponentEdge]":
        """Return edges between the authors of works that several profiles list."""
        lists = self._batches.join(self.slices("work", of), self._tasks).flatMap(_lists)
        return lists.groupByKey(self._tasks).flatMap(partial(_authors_of, is_second=is_second))

    def _second_looks(self, works: NodeDecisions, persons: NodeDecisions) -> "RDD[ComponentEdge]":
        """Return edges between works that the titles left open, where the authors turn out to be the same people."""
        with_roots = self._batches.join(self.slices("person", persons.roots), self._tasks).flatMap(_with_roots)
        return Meeting(self._context, with_roots, self._tasks).second_looks(works.parts.flatMap(_weak))

    def _authors(self, works: frozenset[int]) -> frozenset[int]:
        """Return the authors of some works."""
        return frozenset(self._profiles.flatMap(partial(_authors, works=works)).collect()) if works else frozenset()


def _is_wrong(claims: tuple[str, list[Claim]]) -> bool:
    return finding.is_wrong(claims[1])


def _first_profile(claims: tuple[str, list[Claim]]) -> int:
    return min(claim.profile for claim in claims[1])


def _marks(profile: Numbered, asked: frozenset[str]) -> Iterator[finding.Mark]:
    return finding.marks(profile, asked)


def _is_link(row: ComponentEdge | ScoredPair) -> bool:
    return isinstance(row, ComponentEdge)


def _is_row(row: ComponentEdge | ScoredPair) -> bool:
    return isinstance(row, ScoredPair)


def _ends(row: ComponentEdge | ScoredPair) -> tuple[int, int]:
    return row.ends


def _repeated(profile: Numbered) -> Iterator[ComponentEdge]:
    for edge in work_steps.repeated(excerpt([profile]).corpus):
        yield ComponentEdge(edge._replace(one=edge.one + profile.first_work, other=edge.other + profile.first_work))


def _declared(item: tuple[str, list[Claim]]) -> Iterator[ComponentEdge]:
    return edges_declared(*item)


def _pairs(judged: Judged) -> Iterator[tuple[int, int]]:
    yield from ((edge.one, edge.other) for edge in judged.same)
    yield from judged.different
    yield from judged.unsure


def _by_label(judged: Judged, label: Sequence[int]) -> Mapping[int, Judged]:
    """Return what is judged, by component."""
    found: dict[int, Judged] = {}
    for edge in judged.same:
        found.setdefault(label[edge.one], Judged()).same.append(edge)
    for pair in judged.different:
        found.setdefault(label[pair[0]], Judged()).different.append(pair)
    for pair in judged.unsure:
        found.setdefault(label[pair[0]], Judged()).unsure.append(pair)
    return found


_Labelled = tuple[Key, tuple[list[Numbered], Sequence[int]]]


def _nodes(item: _Labelled, kind: str) -> Iterator[tuple[int, ComponentNode]]:
    """Yield the nodes of a batch that are in a component with others, each with its label."""
    profiles, component = item[1]
    place = 0
    for profile in profiles:
        several = profile.persons if kind == "person" else profile.works
        own = component[place : place + len(several)]
        place += len(several)
        if max(own, default=ALONE) == ALONE:
            continue
        first = profile.first_person if kind == "person" else profile.first_work
        known = facts(excerpt([profile]).corpus, profile.first_work) if kind == "person" else [None] * len(several)
        versions = map(work_steps.version_of, profile.works) if kind == "work" else repeat(None)
        for offset, (label, each, version) in enumerate(zip(own, known, versions, strict=False)):
            if label != ALONE:
                yield label, ComponentNode(first + offset, profile.number, each, profile.listed.catalogue, version)


def _labelled(
    item: tuple[Key, tuple[Iterable[ComponentEdge | ScoredPair], Sequence[int]]], kind: str, numbering: Numbering
) -> Iterator[tuple[int, ComponentEdge | ScoredPair]]:
    """Yield edges with the labels of their components, given those of the nodes of the batch of their first ends."""
    key, (rows, component) = item
    label = dict(zip(numbering.nodes(kind, key), component, strict=True))
    for row in rows:
        yield label[row.ends[0]], row


def _clusters(part: Joined) -> list[list[int]]:
    return part.clusters


def _changed(part: Joined) -> list[int]:
    return part.changed


def _weak(part: Joined) -> list[NodePair]:
    return [NodePair("work", decision.profiles, decision.pair) for decision in part.weak]


def _told(part: Joined, kind: str) -> Iterator[NodePair]:
    decisions: list[Decision] = [*part.joins, *part.questions]
    for pair, profiles in decisions:
        if getattr(pair, "obstacle", "") != "judgement":
            yield NodePair(kind, profiles, pair)


def _lists(item: _Labelled) -> Iterator[tuple[int, ComponentListing]]:
    """Yield the works of a batch that are one with others, each with its cluster."""
    profiles, clusters = item[1]
    root = iter(clusters)
    for profile in profiles:
        for number, work in enumerate(profile.works, profile.first_work):
            cluster = next(root)
            if cluster != ALONE:
                authors = tuple(profile.first_person + author for author in work.authors)
                forms = tuple(profile.persons[author].forms[0] for author in work.authors)
                yield cluster, ComponentListing(number, authors, forms)


def _authors_of(item: tuple[int, Iterable[ComponentListing]], is_second: bool) -> Iterator[ComponentEdge]:
    return (ComponentEdge(edge, is_second) for edge in edges_by_work(item[1]))


def _with_roots(item: _Labelled) -> Iterator[Numbered]:
    profiles, clusters = item[1]
    place = 0
    for profile in profiles:
        yield profile._replace(roots=clusters[place : place + len(profile.persons)])
        place += len(profile.persons)


def _authors(profile: Numbered, works: frozenset[int]) -> Iterator[int]:
    for number, work in enumerate(profile.works, profile.first_work):
        if number in works:
            yield from (profile.first_person + author for author in work.authors)
