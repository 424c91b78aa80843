"""The steps of a build as Spark runs them: what goes to each worker, and what comes together.

Whatever a worker does is a function of one batch; this module only says which of them meets what. A batch
stays where it was read: what is found out about it later comes to the same worker, by the same key.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.identity.uniting import shared_ids
from kg.identity.venues import JoinedVenues, VenueMention, join_venues
from kg.pipeline.spark import register
from kg.pipeline.spark.comparing import NodePair, Numbered
from kg.pipeline.spark.deciding import BatchDecision, Outline, numbered, outline
from kg.pipeline.spark.describing import DescribedBatch, GraphTerms, OwnedListing, described, listings, united
from kg.pipeline.spark.inputs import ClusterInputs
from kg.pipeline.spark.keeping import kept
from kg.pipeline.spark.meeting import Meeting
from kg.pipeline.spark.minting import Naming
from kg.pipeline.spark.numbering import Numbering
from kg.pipeline.spark.reading import ByteRange, Key, Taken, WorkerReader, numbers_of
from kg.pipeline.spark.register import Settled, Tally
from kg.pipeline.spark.resolving import Resolving
from kg.profile.records import Disagreement

if TYPE_CHECKING:
    from pyspark import RDD, Broadcast, SparkContext

Answered = tuple[Key, tuple[Taken, BatchDecision]]

_BYTES = 16 << 20  # of profiles, to one task
_TASKS = 1  # at least, to a core


class Flow:
    """The steps of one build.

    Args:
        context: A Spark context.
        inputs: What to build.
    """

    def __init__(self, context: "SparkContext", inputs: ClusterInputs) -> None:
        self._context = context
        self._inputs = inputs
        self._tasks = max(_TASKS * context.defaultParallelism, inputs.size // _BYTES)
        self._desk = context.broadcast(
            WorkerReader(inputs.project, inputs.authorities, inputs.judgements.mentions, inputs.shown)
        )
        self._parts = self._read()
        self._joined: Broadcast[JoinedVenues] | None = None
        self._shared: Broadcast[Mapping[str, str]] | None = None

    def outlines(self) -> list[Outline]:
        """Read all profiles; return the batches without these, in their order."""
        collected: list[Outline] = self._parts.map(lambda item: outline(*item)).collect()
        return sorted(collected, key=lambda each: each.key)

    def batches(self, numbering: Numbering) -> "RDD[tuple[Key, list[Numbered]]]":
        """Return the profiles of all batches with the numbers of their nodes."""
        shared = self._context.broadcast(numbering)

        def numbers(items: Iterable[tuple[Key, Taken]]) -> Iterator[tuple[Key, list[Numbered]]]:
            yield from ((key, numbered(part, shared.value.firsts(key))) for key, part in items)

        return kept(self._parts.mapPartitions(numbers, preservesPartitioning=True))

    def resolving(self, batches: "RDD[tuple[Key, list[Numbered]]]", numbering: Numbering) -> Resolving:
        """Return the nodes of all batches, of which it is to be decided who is who."""
        return Resolving(self._context, batches, numbering, self._tasks)

    def naming(self, batches: "RDD[tuple[Key, list[Numbered]]]") -> Naming:
        """Return the nodes of all batches, which are to be given IRIs."""
        return Naming(self._context, batches, self._tasks)

    def answers(self, given: Iterable[tuple[Key, BatchDecision]]) -> "RDD[tuple[Key, BatchDecision]]":
        """Return what was decided for each batch, where this is."""
        return kept(self._context.parallelize(list(given), self._tasks).partitionBy(self._tasks))

    def answered(self, answers: "RDD[tuple[Key, BatchDecision]]") -> "RDD[Answered]":
        """Return the batches, each with what was decided for it; venues that are others mean these."""
        if self._joined is None:
            mentions = self._parts.flatMap(_venues).distinct(self._tasks).collect()
            self._joined = self._context.broadcast(join_venues(sorted(mentions)))
        joined = self._joined
        return self._parts.mapValues(lambda part: _with_joined(part, joined.value)).join(answers, self._tasks)

    def findings(
        self,
        batches: "RDD[tuple[Key, list[Numbered]]]",
        answers: "RDD[tuple[Key, BatchDecision]]",
        told: "RDD[NodePair]",
    ) -> "RDD[str]":
        """Return the lines that say why nodes were joined, and what is open."""
        profiles = batches.join(answers, self._tasks).flatMap(_with_iris)
        return kept(Meeting(self._context, profiles, self._tasks).findings(told, self._inputs.project.config.base))

    @property
    def unsure_venues(self) -> Sequence[Disagreement]:
        """What may be one of several venues, once the batches are answered."""
        return self._joined.value.open if self._joined else ()

    def tallies(self, answered: "RDD[Answered]") -> "RDD[tuple[str, Tally]]":
        """Return how each entity is written."""
        return kept(
            answered.flatMap(_tallied).reduceByKey(register.together, self._tasks).flatMap(register.with_editions)
        )

    def united(self, answered: "RDD[Answered]", tallies: "RDD[tuple[str, Tally]]") -> "RDD[DescribedBatch]":
        """Return the lines of the works that several lists name, given how each is written."""
        terms = GraphTerms(self._inputs.project.config.base, self._inputs.project.additions)
        shared = self._shared_ids(answered)
        several = answered.flatMap(_listings).groupByKey(self._tasks).join(tallies.filter(_is_shared), self._tasks)
        return kept(
            several.map(
                lambda item: united(item[0], item[1][0], item[1][1].label, terms, shared.value.get(item[0], ""))
            )
        )

    def described(self, answered: "RDD[Answered]", tallies: "RDD[tuple[str, Tally]]") -> "RDD[DescribedBatch]":
        """Return the lines of all batches, given how each entity is written."""
        terms = GraphTerms(self._inputs.project.config.base, self._inputs.project.additions)
        shared = self._shared_ids(answered)
        settled = tallies.flatMap(lambda entity: register.by_batch(entity, shared.value)).groupByKey(self._tasks)
        return kept(answered.leftOuterJoin(settled, self._tasks).map(lambda item: _described(item, terms)))

    def _shared_ids(self, answered: "RDD[Answered]") -> "Broadcast[Mapping[str, str]]":
        """Return the ids that several works have, which are few, by the IRIs of the works."""
        if self._shared is None:
            bearers = answered.flatMap(_ids).groupByKey(self._tasks).mapValues(frozenset)
            several = bearers.filter(lambda item: len(item[1]) > 1).collect()
            self._shared = self._context.broadcast(shared_ids((id_, iri) for id_, iris in several for iri in iris))
        return self._shared

    def _read(self) -> "RDD[tuple[Key, Taken]]":
        """Return the batches of all profiles, read."""
        desk, address = self._desk, self._inputs.address
        numbers = numbers_of(self._inputs.profiles)

        def cut(file: tuple[str, Any]) -> Iterator[tuple[Key, ByteRange]]:
            name = _below(address, file[0])
            return desk.value.cut(name, bytes(file[1]), numbers[name]) if name in numbers else iter(())

        def take_in(pieces: Iterable[ByteRange]) -> Taken:
            at: WorkerReader = desk.value
            return at.take_in(list(pieces))

        held = {name.partition("/")[0] for name in numbers}
        addresses = ",".join(f"{_escaped(address)}/{directory}/" for directory in sorted(held))
        files = self._context.binaryFiles(addresses, self._tasks)
        return kept(files.flatMap(cut).groupByKey(self._tasks).mapValues(take_in))


def _venues(item: tuple[Key, Taken]) -> Iterator[tuple[VenueMention, str]]:
    for profile in item[1].collected:
        yield from ((venue, profile.listed.file) for venue in profile.venues)


def _with_joined(part: Taken, joined: JoinedVenues) -> Taken:
    return part._replace(collected=[each.with_joined(joined) for each in part.collected]) if joined else part


def _tallied(item: Answered) -> list[tuple[str, Tally]]:
    key, (part, answer) = item
    iris = list(answer.iris(part.collected))
    return list(register.tallies(key, part.collected, iris, answer.start).items())


def _listings(item: Answered) -> list[tuple[str, OwnedListing]]:
    _, (part, answer) = item
    return list(listings(part.collected, list(answer.iris(part.collected))))


def _ids(item: Answered) -> list[tuple[str, str]]:
    _, (part, answer) = item
    several = zip(part.collected, answer.iris(part.collected), strict=True)
    return [
        (id_, iri) for each, own in several for work, iri in zip(each.works, own[1], strict=True) for id_ in work.ids
    ]


def _is_shared(entity: tuple[str, Tally]) -> bool:
    return entity[1].listings > 1


def _with_iris(item: tuple[Key, tuple[list[Numbered], BatchDecision]]) -> Iterator[Numbered]:
    profiles, answer = item[1]
    for profile, iris in zip(profiles, answer.iris(profiles), strict=True):
        yield profile._replace(iris=iris)


def _described(
    item: tuple[Key, tuple[tuple[Taken, BatchDecision], Iterable[Settled] | None]], terms: GraphTerms
) -> DescribedBatch:
    key, ((part, answer), found) = item
    return described(key, part, answer, found or (), terms)


def _below(directory: str, address: str) -> str:
    """Return the name of a file relative to a directory; Spark may write one more or one less slash behind the scheme.

    >>> _below("file:/data/kg", "file:///data/kg/profiles/a b.yaml")
    'profiles/a b.yaml'
    """
    plain = address.replace(":///", ":/", 1)
    return plain.removeprefix(directory.replace(":///", ":/", 1)).lstrip("/")


def _escaped(address: str) -> str:
    r"""Return an address in which nothing is a pattern.

    >>> _escaped("file:/a{b},c")
    'file:/a\\{b\\}\\,c'
    """
    return re.sub(r"([\\\[\]{}*?,])", r"\\\1", address)
