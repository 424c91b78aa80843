"""Give all clusters their IRIs: what is known of each comes together on workers, the driver gives them in order."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from kg.build.spark.calling import Bearer, Called, called, iris_of
from kg.build.spark.comparing import Numbered
from kg.build.spark.numbering import ALONE
from kg.build.spark.reading import Key
from kg.build.spark.sharing import kept
from kg.identity.minting import Mint
from kg.identity.registry import Registry
from kg.identity.registry import Row as Known

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
                yield next(root), Bearer(number, person, number == profile.first_person)
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
