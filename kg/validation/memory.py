"""What was found when a dump was screened, so that the next one need not be where it has not changed."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from kg.validation.screen.parts import Survey, superclasses
from kg.validation.screen.screening import Found, Look, Rest, Task, holds


@dataclass
class Memory:
    """What was found in a dump.

    Attributes:
        surveys: What there is in each part.
        parts: What was found in each part.
        rests: What was found among nodes that several parts describe, by these nodes.
    """

    surveys: Sequence[Survey] = ()
    parts: list[Found] = field(default_factory=list)
    rests: dict[tuple[str, ...], Found] = field(default_factory=dict)

    def noting(self, look: Look) -> Look:
        """Return what does the same, and whose results are remembered."""

        def look_and_note(tasks: Iterable[Task | Rest]) -> Iterator[Found]:
            taken: deque[Task | Rest] = deque()

            def noted() -> Iterator[Task | Rest]:
                for task in tasks:
                    taken.append(task)
                    yield task

            for found in look(noted()):
                task = taken.popleft()
                if isinstance(task, Rest):
                    self.rests[task.nodes] = found
                else:
                    self.parts.append(found)
                yield found

        return look_and_note


@dataclass(frozen=True)
class Recollection:
    """What of a former dump still holds.

    Attributes:
        former: What was found in it.
        anew: The numbers of the parts that are other ones now.
        changed: The checksums of what the store answers otherwise now (`answered_otherwise`).
    """

    former: Memory
    anew: Set[int]
    changed: Set[int]

    def instead_of(self, look: Look) -> Look:
        """Return what does the same, but remembers what it can."""
        above = superclasses(self.former.surveys)

        def recall_or_look(tasks: Iterable[Task | Rest]) -> Iterator[Found]:
            for number, task in enumerate(tasks):
                found = self._recalled(number, task, above)
                if found is not None:
                    yield found
                else:
                    yield from look((task,))

        return recall_or_look

    def _recalled(self, number: int, task: Task | Rest, above: Mapping[str, frozenset[str]]) -> Found | None:
        if task.superclasses != above:
            return None
        if isinstance(task, Rest):
            found = self.former.rests.get(task.nodes)
            return found if found is not None and holds(found, frozenset(), self.changed) else None
        if number in self.anew:
            return None
        found = self.former.parts[number]
        return found if holds(found, task.shared, self.changed) else None
