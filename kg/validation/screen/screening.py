"""Screen a dump, part by part, on all cores.

What a node is can be said only where all is known of it: a first round through the parts finds the nodes that
several describe, and a second looks for candidates. For the facts of such nodes, and for the classes of those
that another part describes, it asks the store.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from zlib import crc32

from kg import parallel
from kg.store import LocalStore
from kg.validation.screen.focus import Candidate, Screen
from kg.validation.screen.graph import Elsewhere, Facts, Graph, InStore, read_facts
from kg.validation.screen.parts import PART_BYTES, Part, Survey, parts, shared, superclasses, survey


@dataclass(frozen=True)
class Task:
    """A part, and what the first round found out.

    Attributes:
        part: The part.
        shared: Checksums of its nodes that other parts describe too; None in the first round.
        superclasses: All superclasses of each class.
    """

    part: Part
    shared: frozenset[int] | None = None
    superclasses: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Screening:
    """What is done with a part, here or in another process."""

    screen: Screen
    store: LocalStore | Path

    def __call__(self, task: Task) -> Survey | frozenset[Candidate]:
        """Survey a part in the first round, and find its candidates in the second."""
        text = task.part.read()
        if task.shared is None:
            return survey(text, self.screen.inverses)
        lines = text.decode().split("\n")
        return candidates(self.screen, lines, task.shared, task.superclasses, self._elsewhere)

    @cached_property
    def _elsewhere(self) -> Elsewhere:
        store = LocalStore.open(self.store) if isinstance(self.store, Path) else self.store
        return InStore(store, self.screen.predicates, self.screen.inverses)


def candidates(
    screen: Screen,
    lines: Iterable[str],
    others: frozenset[int],
    above: Mapping[str, frozenset[str]],
    elsewhere: Elsewhere,
) -> frozenset[Candidate]:
    """Return the candidates of some lines of N-Quads.

    Args:
        screen: The compiled shapes.
        lines: All that is known of their nodes, but for the shared ones.
        others: Checksums of the nodes that other lines describe too.
        above: All superclasses of each class.
        elsewhere: Answers for these nodes, and for those that the lines do not describe.
    """
    gc.disable()  # it would look at the many lists again and again, which takes as long as making them
    try:
        nodes = read_facts(lines, screen.predicates, screen.inverses)
    finally:
        gc.enable()
    partial: dict[str, Facts] = {}
    if others:
        partial = {node: nodes.pop(node) for node in list(nodes) if crc32(node.encode()) in others}
    return frozenset(screen.candidates(Graph(nodes, partial, elsewhere, above)))


def screened(
    screen: Screen, files: Iterable[Path], store: LocalStore | Path, *, workers: int = 1, part_bytes: int = PART_BYTES
) -> Iterator[Candidate]:
    """Yield the candidates of a dump; one may come twice.

    Args:
        screen: The compiled shapes.
        files: The dump, in plain N-Quads.
        store: The store that was loaded from it; its directory, if there are workers.
        workers: How many processes take part.
        part_bytes: About how large the parts are.
    """
    rounds = _Rounds(parts(files, part_bytes))
    for result in parallel.in_order(Screening(screen, store), rounds, workers=min(workers, len(rounds.parts))):
        if isinstance(result, Survey):
            rounds.surveys.append(result)
        else:
            yield from result


class _Rounds(Iterator[Task]):
    """The tasks of the first round and, as soon as all its results are there, those of the second."""

    def __init__(self, cut: Iterable[Part]) -> None:
        self.parts = list(cut)
        self.surveys: list[Survey] = []
        self._first = map(Task, self.parts)
        self._second: Iterator[Task] | None = None

    def __next__(self) -> Task:
        for task in self._first:
            return task
        if len(self.surveys) < len(self.parts):
            raise StopIteration  # for now
        if self._second is None:
            self._second = self._of_second_round()
        return next(self._second)

    def _of_second_round(self) -> Iterator[Task]:
        others = shared(self.surveys)
        above = superclasses(self.surveys)
        for part, each in zip(self.parts, self.surveys, strict=True):
            yield Task(part, others.intersection(each.nodes), above)
