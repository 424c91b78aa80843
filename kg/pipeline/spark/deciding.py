"""What the driver knows of batches, and what it hands back to them: counts come in, IRIs go out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kg.base.errors import Problem
from kg.identity import Collected
from kg.pipeline.spark.comparing import Iris, Numbered
from kg.pipeline.spark.numbering import Firsts, Size
from kg.pipeline.spark.reading import Key, Taken


class Outline(NamedTuple):
    """A batch without its profiles.

    Attributes:
        key: Its place in the order of the input.
        sizes: Its profiles, each with the number of its nodes.
        inputs: Hash and name of each file that was read, as lines.
        warnings: What is odd but usable.
        problems: What is wrong.
    """

    key: Key
    sizes: list[Size]
    inputs: list[str]
    warnings: list[Problem]
    problems: list[Problem]


def outline(key: Key, part: Taken) -> Outline:
    """Return a batch without its profiles."""
    sizes = [
        Size(each.owner, each.place, len(collected.persons), len(collected.works), "" if each.owner else each.name)
        for collected in part.collected
        for each in (collected.listed,)
    ]
    return Outline(key, sizes, part.inputs, part.warnings, part.problems)


class BatchDecision(NamedTuple):
    """What was decided for a batch.

    Attributes:
        start: How many profiles were read before its own.
        firsts: The numbers of each of its profiles.
        persons: The IRIs of its persons.
        works: The IRIs of its works.
    """

    start: int
    firsts: Sequence[Firsts]
    persons: Sequence[str]
    works: Sequence[str]

    def iris(self, profiles: Sequence[Collected] | Sequence[Numbered]) -> Iterator[Iris]:
        """Yield the IRIs of each of its profiles."""
        person = work = 0
        for each in profiles:
            ends = person + len(each.persons), work + len(each.works)
            yield self.persons[person : ends[0]], self.works[work : ends[1]]
            person, work = ends


def numbered(part: Taken, firsts: Iterable[Firsts]) -> list[Numbered]:
    """Return the profiles of a batch, with the numbers of their nodes."""
    several = zip(firsts, part.collected, strict=True)
    return [Numbered(*first, each.listed, each.persons, each.works, each.judged) for first, each in several]
