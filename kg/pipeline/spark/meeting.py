"""Let pairs and their profiles meet on workers: which pairs are worth a look, what they score, why they were joined."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from kg.mapping.mapper import Mapper
from kg.pipeline.spark import comparing
from kg.pipeline.spark.comparing import Member, NodePair, Numbered, PersonKey
from kg.pipeline.spark.describing import texts
from kg.pipeline.spark.joining import ComponentEdge, ScoredPair
from kg.pipeline.spark.keeping import kept
from kg.profile.records import IdentityFinding

if TYPE_CHECKING:
    from pyspark import RDD, SparkContext

R = TypeVar("R")

_TOGETHER = 16  # profiles whose pairs are looked at together: each is read once for all


class Meeting:
    """The profiles of all batches, whose pairs are to be looked at.

    Args:
        context: A Spark context.
        profiles: The profiles.
        tasks: In how many tasks to share out the work.
    """

    def __init__(self, context: "SparkContext", profiles: "RDD[Numbered]", tasks: int) -> None:
        self._context = context
        self._tasks = tasks
        self._profiles = profiles

    def scores(self) -> "RDD[ComponentEdge | ScoredPair]":
        """Return the pairs of works and those of persons that count."""
        return kept(self._met(self._work_pairs().union(self._person_pairs()), comparing.scored))

    def second_looks(self, questions: "RDD[NodePair]") -> "RDD[ComponentEdge | ScoredPair]":
        """Return edges between works that the titles left open; the profiles have the clusters of their persons."""
        return kept(self._met(questions, comparing.second_looks))

    def findings(self, told: "RDD[NodePair]", base: str) -> "RDD[str]":
        """Return the lines that say why nodes were joined, and what is open; the profiles have IRIs."""
        return self._met(told, partial(_explained, base=base))

    def _work_pairs(self) -> "RDD[NodePair]":
        frequency: Counter[str] = self._profiles.mapPartitions(_counted).treeReduce(_added)
        shared = self._context.broadcast(frequency)
        keys = self._profiles.flatMap(lambda profile: comparing.work_keys(profile, shared.value))
        return keys.groupByKey(self._tasks).flatMap(_work_pairs)

    def _person_pairs(self) -> "RDD[NodePair]":
        counts = self._profiles.flatMap(comparing.person_keys).map(_one).reduceByKey(_sum, self._tasks)
        large = self._context.broadcast(frozenset(counts.filter(_is_large).keys().collect()))
        members = self._profiles.flatMap(lambda profile: comparing.members(profile, large.value))
        return members.groupByKey(self._tasks).flatMap(_person_pairs)

    def _met(
        self, pairs: "RDD[NodePair]", look: Callable[[Iterable[NodePair], Iterable[Numbered]], Iterable[R]]
    ) -> "RDD[R]":
        """Return what some pairs look like where their profiles are; those of near profiles are looked at together."""
        grouped = pairs.map(_placed).groupByKey(self._tasks)
        wanted = grouped.flatMap(_wanted)
        sent = wanted.cogroup(self._profiles.keyBy(_number), self._tasks).flatMap(_sent)
        return grouped.cogroup(sent, self._tasks).flatMap(lambda item: look(_once(item[1][0]), item[1][1]))


def _explained(pairs: Iterable[NodePair], profiles: Iterable[Numbered], base: str) -> list[str]:
    found: Iterable[IdentityFinding] = comparing.findings(pairs, profiles)
    return list(texts("".join(Mapper(base).identities(found, ()))))


def _counted(profiles: Iterable[Numbered]) -> Iterator[Counter[str]]:
    total: Counter[str] = Counter()
    for profile in profiles:
        total.update(comparing.words(profile))
    yield total


def _added(one: Counter[str], other: Counter[str]) -> Counter[str]:
    one.update(other)
    return one


def _work_pairs(item: tuple[str, Iterable[comparing.WorkMember]]) -> Iterator[NodePair]:
    return comparing.work_pairs(*item)


def _person_pairs(item: tuple[PersonKey, Iterable[Member]]) -> Iterator[NodePair]:
    return comparing.person_pairs(*item)


def _one(key: PersonKey) -> tuple[PersonKey, int]:
    return key, 1


def _sum(one: int, other: int) -> int:
    return one + other


def _is_large(count: tuple[PersonKey, int]) -> bool:
    return count[1] > comparing.LARGE


def _placed(pair: NodePair) -> tuple[int, NodePair]:
    return min(pair.profiles) // _TOGETHER, pair


def _wanted(item: tuple[int, Iterable[NodePair]]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the profiles that some pairs need, each with the place where these are."""
    place, pairs = item
    for number in {number for pair in pairs for number in pair.profiles}:
        yield number, place


def _number(profile: Numbered) -> int:
    return profile.number


def _sent(item: tuple[int, tuple[Iterable[int], Iterable[Numbered]]]) -> Iterator[tuple[int, Numbered]]:
    """Yield a profile for each place that wants it."""
    places, profiles = list(item[1][0]), item[1][1]
    for profile in profiles:
        yield from ((place, profile) for place in places)


def _once(several: Iterable[Iterable[NodePair]]) -> list[NodePair]:
    """Return some pairs, each once."""
    return list({pair for pairs in several for pair in pairs})
