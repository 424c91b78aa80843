"""Screen a dump, part by part, on all cores.

What a node is can be said only where all is known of it: a survey of the parts finds the nodes that several
describe, and then each part is looked through for candidates. For the facts of such nodes, and for the classes of
those that another part describes, it asks the store.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from kg import parallel
from kg.store import LocalStore
from kg.validation.screen.focus import Candidate, Screen
from kg.validation.screen.graph import Elsewhere, Facts, Graph, InStore, read_facts
from kg.validation.screen.parts import PART_BYTES, Part, Survey, parts, shared, superclasses, survey


class Surveyed(NamedTuple):
    """A part, and what there is in it."""

    part: Part
    survey: Survey


@dataclass(frozen=True)
class Task:
    """A part, and what the surveys of all parts say.

    Attributes:
        part: The part.
        shared: Checksums of its nodes that other parts describe too.
        superclasses: All superclasses of each class.
    """

    part: Part
    shared: frozenset[int]
    superclasses: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Surveying:
    """Surveys parts, here or in another process.

    Attributes:
        inverses: The predicates that are followed backwards.
    """

    inverses: frozenset[str]

    def __call__(self, part: Part) -> Surveyed:
        """Survey a part."""
        return Surveyed(part, survey(part.read(), self.inverses))

    def whole(self, path: Path, text: bytes) -> Surveyed:
        """Survey a file of which the text is at hand."""
        return Surveyed(Part(path, 0, len(text)), survey(text, self.inverses))


@dataclass(frozen=True)
class Screening:
    """Finds the candidates of a part, here or in another process.

    Attributes:
        screen: The compiled shapes.
        store: The store that holds all parts, or its directory, which need not be there before the first task.
    """

    screen: Screen
    store: LocalStore | Path

    def __call__(self, task: Task) -> frozenset[Candidate]:
        """Return the candidates of a part."""
        lines = task.part.read().decode().split("\n")
        return candidates(self.screen, lines, task.shared, task.superclasses, self._elsewhere)

    @cached_property
    def _elsewhere(self) -> Elsewhere:
        store = LocalStore.open(self.store) if isinstance(self.store, Path) else self.store
        return InStore(store, self.screen.predicates, self.screen.inverses)


def tasks(surveyed: Sequence[Surveyed]) -> Iterator[Task]:
    """Yield what is to be looked through once all parts are surveyed."""
    surveys = [each.survey for each in surveyed]
    others = shared(surveys)
    above = superclasses(surveys)
    for part, each in surveyed:
        yield Task(part, others.intersection(each.nodes), above)


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
    cut = list(parts(files, part_bytes))
    surveying, screening = Surveying(screen.inverses), Screening(screen, store)
    with parallel.crew(surveying, screening, workers=min(workers, len(cut))) as processes:
        surveyed = list(processes.in_order(surveying, cut))
        for found in processes.in_order(screening, tasks(surveyed)):
            yield from found
