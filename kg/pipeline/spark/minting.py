"""Give all clusters their IRIs."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kg.identity.corpus import PersonNode, WorkNode
from kg.identity.minting import Mint, NamedCluster, adopted
from kg.identity.registry import Registry
from kg.identity.registry import RegistryRow as Known
from kg.pipeline.spark.comparing import Numbered
from kg.pipeline.spark.keeping import kept
from kg.pipeline.spark.numbering import ALONE
from kg.pipeline.spark.reading import Key

# Give clusters their IRIs: what the registry says of each is brought together on workers, the rest is `Mint`'s.


class Bearer(NamedTuple):
    """A node that is to have an IRI.

    Attributes:
        number: Its number.
        node: The node.
        is_owner: Whether its IRI is its own by declaration.
        known: The rows of the registry that stand on it, each with its place there.
    """

    number: int
    node: PersonNode | WorkNode
    is_owner: bool
    known: Sequence[tuple[int, Known]] = ()


class Called(NamedTuple):
    """A cluster as far as its IRI goes.

    Attributes:
        first: The number of its first node.
        named: What pins, declarations and the registry say of it; of its nodes only the first stands there.
        anchors: Those of its nodes of which the registry knows.
        iris: Those that the names of its nodes alone would give, as far as they are asked for.
    """

    first: int
    named: NamedCluster
    anchors: Sequence[str]
    iris: Sequence[str]


def called(bearers: Iterable[Bearer], pins: Mapping[str, str], asked: frozenset[str] = frozenset()) -> Called:
    """Return a cluster as far as its IRI goes.

    Args:
        bearers: Its nodes.
        pins: IRIs that people have given to anchors.
        asked: IRIs of which it is to be said whether the names of nodes alone would give them.
    """
    rows = sorted(bearers, key=lambda row: row.number)
    known = sorted({found for row in rows for found in row.known})
    registry = Registry({row.iri: row for _, row in known})
    owners = frozenset(place for place, row in enumerate(rows) if row.is_owner)
    nodes: Sequence[PersonNode] | Sequence[WorkNode] = [row.node for row in rows]  # type: ignore[assignment]  # of one kind
    named = Mint(registry, pins).named(nodes, range(len(rows)), owners)
    return Called(
        rows[0].number,
        named._replace(nodes=(rows[0].number,)),
        [row.node.anchor for row in rows if row.known],
        [row.node.iri for row in rows if row.node.iri in asked],
    )


def iris_of(
    several: Sequence[Called], mint: Mint, orphans: set[str], wanted: Mapping[int, Sequence[str]]
) -> Iterable[tuple[int, str]]:
    """Yield the first node of each cluster with the IRI that it gets; the registry learns it.

    Args:
        several: The clusters, in the order of their first nodes.
        mint: What gives IRIs.
        orphans: Published IRIs that have lost their nodes.
        wanted: Those of them that the names of the nodes of a cluster would give, by its first node.
    """
    named = adopted([each.named for each in several], lambda each: wanted.get(each.nodes[0], ()), orphans)
    for each, chosen, iri in zip(several, named, mint.new(named), strict=True):
        mint.record(iri, chosen, each.anchors)
        yield each.first, iri


# Give all clusters their IRIs: what is known of each comes together on workers, the driver gives them in order.

if TYPE_CHECKING:
    from pyspark import RDD, SparkContext


class Naming:
    """The nodes of all batches, which are to be given IRIs.

    Args:
        context: A Spark context.
        batches: The profiles of each batch, where this lies.
        tasks: In how many tasks to share out the work.
    """

    def __init__(self, context: "SparkContext", batches: "RDD[tuple[Key, list[Numbered]]]", tasks: int) -> None:
        self._context = context
        self._batches = batches
        self._tasks = tasks

    def iris(
        self,
        kind: str,
        clusters: "array[int]",
        slices: "RDD[tuple[Key, Sequence[int]]]",
        registry: Registry,
        pins: Mapping[str, str],
    ) -> list[str]:
        """Return the IRI of each node, equal within a cluster; the registry learns it.

        Args:
            kind: `person` or `work`.
            clusters: The cluster of each node, or ALONE.
            slices: The same, for each batch.
            registry: What was published so far.
            pins: IRIs that people have given to anchors.
        """
        bearers = self._batches.join(slices, self._tasks).flatMap(partial(_bearers, kind=kind))
        if registry.rows:
            bearers = self._known(bearers, registry)
        alone = bearers.filter(_is_alone).values().map(_one)
        together = kept(alone.union(bearers.filter(_is_with_others).groupByKey(self._tasks).values().map(list)))
        several = sorted(together.map(partial(called, pins=pins)).collect())
        mint = Mint(registry, pins)
        orphans = mint.orphans(anchor for each in several for anchor in each.anchors)
        wanted = self._wanted(together, pins, orphans) if orphans else {}
        found = [""] * len(clusters)
        for first, iri in iris_of(several, mint, orphans, wanted):
            found[first] = iri
        return [found[number if root == ALONE else root] for number, root in enumerate(clusters)]

    def _known(self, bearers: "RDD[tuple[int, Bearer]]", registry: Registry) -> "RDD[tuple[int, Bearer]]":
        """Return the nodes with the rows of the registry that stand on them."""
        rows = [(row.anchor, (place, row)) for place, row in enumerate(registry.rows.values()) if row.anchor]
        known = self._context.parallelize(rows, self._tasks)
        return bearers.keyBy(_anchor).cogroup(known, self._tasks).flatMap(_with_rows)

    def _wanted(
        self, together: "RDD[list[Bearer]]", pins: Mapping[str, str], orphans: set[str]
    ) -> Mapping[int, Sequence[str]]:
        """Return those orphans that the names of the nodes of each cluster would give."""
        asked = self._context.broadcast(frozenset(orphans))
        found = together.map(lambda rows: called(rows, pins, asked.value)).filter(_has_iris)
        return dict(found.map(_first_and_iris).collect())


def _bearers(item: tuple[Key, tuple[list[Numbered], Sequence[int]]], kind: str) -> Iterator[tuple[int, Bearer]]:
    """Yield the nodes of a batch, each with its cluster."""
    profiles, clusters = item[1]
    root = iter(clusters)
    for profile in profiles:
        if kind == "person":
            for number, person in enumerate(profile.persons, profile.first_person):
                is_owner = number == profile.first_person and bool(profile.listed.owner)
                yield next(root), Bearer(number, person, is_owner)
        else:
            for number, work in enumerate(profile.works, profile.first_work):
                yield next(root), Bearer(number, work, is_owner=False)


def _anchor(item: tuple[int, Bearer]) -> str:
    return item[1].node.anchor


def _with_rows(
    item: tuple[str, tuple[Iterable[tuple[int, Bearer]], Iterable[tuple[int, Known]]]],
) -> Iterator[tuple[int, Bearer]]:
    bearers, known = item[1]
    rows = sorted(known)
    for root, bearer in bearers:
        yield root, bearer._replace(known=rows)


def _is_alone(item: tuple[int, Bearer]) -> bool:
    return item[0] == ALONE


def _is_with_others(item: tuple[int, Bearer]) -> bool:
    return item[0] != ALONE


def _one(bearer: Bearer) -> list[Bearer]:
    return [bearer]


def _has_iris(found: Called) -> bool:
    return bool(found.iris)


def _first_and_iris(found: Called) -> tuple[int, Sequence[str]]:
    return found.first, found.iris
