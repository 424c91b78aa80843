"""The steps of a build as Spark runs them: what goes to each worker, and what comes together.

Whatever a worker does is a function of one batch; this module only says which of them meets what. A batch
stays where it was read: what is found out about it later comes to the same worker, by the same key.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from kg.scale import register
from kg.scale.deciding import Answer, Outline, firsts, outline
from kg.scale.describing import Described, described
from kg.scale.inputs import PROFILES, Inputs
from kg.scale.meeting import Meeting
from kg.scale.reading import Desk, Key, Piece, Taken, numbered
from kg.scale.register import Settled, Tally
from kg.scale.sharing import kept, spread

if TYPE_CHECKING:
    from pyspark import RDD, SparkContext

Answered = tuple[Key, tuple[Taken, Answer]]

_BYTES = 16 << 20  # of profiles, to one task
_TASKS = 1  # at least, to a core


class Flow:
    """The steps of one build.

    Args:
        context: A Spark context.
        inputs: What to build.
    """

    def __init__(self, context: "SparkContext", inputs: Inputs) -> None:
        self._context = context
        self._inputs = inputs
        self._tasks = max(_TASKS * context.defaultParallelism, inputs.size // _BYTES)
        self._desk = context.broadcast(
            Desk(inputs.project, inputs.authorities, inputs.judgements.mentions, inputs.shown)
        )
        self._parts = self._read()

    def outlines(self) -> list[Outline]:
        """Read all profiles; return the batches as far as identity goes, in their order."""
        collected: list[Outline] = self._parts.map(lambda item: outline(*item)).collect()
        return sorted(collected, key=lambda each: each.key)

    def meeting(self, outlines: Iterable[Outline]) -> Meeting:
        """Return the profiles of all batches, whose pairs are to be looked at."""
        return Meeting(self._context, self._parts, dict(firsts(outlines)), self._tasks)

    def answered(self, answers: Iterable[tuple[Key, Answer]]) -> "RDD[Answered]":
        """Return the batches, each with what was decided for it."""
        given = self._context.parallelize(list(answers), self._tasks).partitionBy(self._tasks, spread)
        return self._parts.join(given, self._tasks)

    def tallies(self, answered: "RDD[Answered]") -> "RDD[tuple[str, Tally]]":
        """Return how each entity is written."""
        return kept(answered.flatMap(_tallied).reduceByKey(register.together, self._tasks))

    def described(self, answered: "RDD[Answered]", tallies: "RDD[tuple[str, Tally]]") -> "RDD[Described]":
        """Return the lines of all batches, given how each entity is written."""
        base = self._inputs.project.config.base
        settled = tallies.flatMap(register.by_batch).groupByKey(self._tasks, spread)
        return kept(answered.leftOuterJoin(settled, self._tasks).map(lambda item: _described(item, base)))

    def _read(self) -> "RDD[tuple[Key, Taken]]":
        """Return the batches of all profiles, read."""
        desk, address = self._desk, self._inputs.address
        numbers = numbered(self._inputs.profiles)

        def cut(file: tuple[str, Any]) -> Iterator[tuple[Key, Piece]]:
            name = _below(address, file[0])
            return desk.value.cut(name, bytes(file[1]), numbers[name]) if name in numbers else iter(())

        def take_in(pieces: Iterable[Piece]) -> Taken:
            at: Desk = desk.value
            return at.take_in(list(pieces))

        files = self._context.binaryFiles(f"{_escaped(address)}/{PROFILES}", self._tasks)
        return kept(files.flatMap(cut).groupByKey(self._tasks, spread).mapValues(take_in))


def _tallied(item: Answered) -> list[tuple[str, Tally]]:
    key, (part, answer) = item
    return list(register.tallies(key, part.collected, answer.iris, answer.first).items())


def _described(item: tuple[Key, tuple[tuple[Taken, Answer], Iterable[Settled] | None]], base: str) -> Described:
    _, ((part, answer), found) = item
    return described(part, answer, found or (), base)


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
