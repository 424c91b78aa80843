"""What the driver knows of batches, and what it hands back to them: counts come in, IRIs go out."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.errors import Problem
from kg.identity import Collected
from kg.scale.comparing import Iris, Numbered
from kg.scale.numbering import Firsts
from kg.scale.reading import Key, Taken


class Outline(NamedTuple):
    """A batch without its profiles.

    Attributes:
        key: Its place in the order of the input.
        counts: How many profiles, persons and works it has.
        inputs: Hash and name of each file that was read, as lines.
        warnings: What is odd but usable.
        problems: What is wrong.
    """

    key: Key
    counts: Firsts
    inputs: list[str]
    warnings: list[Problem]
    problems: list[Problem]


def outline(key: Key, part: Taken) -> Outline:
    """Return a batch without its profiles."""
    several = part.collected
    counts = Firsts(len(several), sum(len(each.persons) for each in several), sum(len(each.works) for each in several))
    return Outline(key, counts, part.inputs, part.warnings, part.problems)


class Answer(NamedTuple):
    """What was decided for a batch.

    Attributes:
        firsts: The numbers of its first profile, person and work.
        persons: The IRIs of its persons.
        works: The IRIs of its works.
    """

    firsts: Firsts
    persons: Sequence[str]
    works: Sequence[str]

    def iris(self, profiles: Sequence[Collected] | Sequence[Numbered]) -> Iterator[Iris]:
        """Yield the IRIs of each of its profiles."""
        person = work = 0
        for each in profiles:
            ends = person + len(each.persons), work + len(each.works)
            yield self.persons[person : ends[0]], self.works[work : ends[1]]
            person, work = ends


def numbered(part: Taken, firsts: Firsts) -> list[Numbered]:
    """Return the profiles of a batch, with the numbers of their nodes."""
    found = []
    _, person, work = firsts
    for number, each in enumerate(part.collected, firsts.profile):
        found.append(Numbered(number, person, work, each.listed, each.persons, each.works, each.judged))
        person, work = person + len(each.persons), work + len(each.works)
    return found
