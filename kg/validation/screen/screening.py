"""Screen a dump, part by part, on all cores.

What a node is can be said only where all is known of it: a survey of the parts finds the nodes that several
describe, and then each part is looked through for candidates. The classes of nodes that another part describes are
asked from the store; so is, in the end, all that is known of the nodes that several describe.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from kg import parallel
from kg.store import LocalStore
from kg.validation.screen.focus import Candidate, Screen
from kg.validation.screen.graph import TYPE, Asking, Elsewhere, Graph, InStore, classes_of, read_facts
from kg.validation.screen.parts import PART_BYTES, Part, Readable, Survey, parts, shared, superclasses, survey

_TOGETHER = 500
"""How many of the nodes that several parts describe are one task."""


class Surveyed(NamedTuple):
    """A part, and what there is in it."""

    part: Readable
    survey: Survey


@dataclass(frozen=True)
class Task:
    """A part, and what the surveys of all parts say.

    Attributes:
        part: The part.
        shared: Checksums of its nodes that other parts describe too.
        superclasses: All superclasses of each class.
    """

    part: Readable
    shared: frozenset[int]
    superclasses: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Rest:
    """Some nodes that several parts describe, for which all is asked from the store.

    Attributes:
        nodes: The nodes.
        superclasses: All superclasses of each class.
    """

    nodes: tuple[str, ...]
    superclasses: Mapping[str, frozenset[str]] = field(default_factory=dict)


class Found(NamedTuple):
    """What was found in a part.

    Attributes:
        candidates: Its candidates, but for the shared nodes, each once.
        shared: Its nodes that other parts describe too, each once.
        asked: Checksums of what the store was asked, as `Asking` calls it, in order, each once.
    """

    candidates: tuple[Candidate, ...]
    shared: tuple[str, ...]
    asked: tuple[int, ...]


Look = Callable[[Iterable[Task | Rest]], Iterable[Found]]


@dataclass(frozen=True)
class Surveying:
    """Surveys parts, here or in another process.

    Attributes:
        inverses: The predicates that are followed backwards.
    """

    inverses: frozenset[str]

    def __call__(self, part: Part) -> Surveyed:
        """Survey a part."""
        return Surveyed(part, self.survey(part.read()))

    def survey(self, text: bytes) -> Survey:
        """Survey some lines."""
        return survey(text, self.inverses)

    def whole(self, path: Path, text: bytes) -> Surveyed:
        """Survey a file of which the text is at hand."""
        return Surveyed(Part(path, 0, len(text)), self.survey(text))


@dataclass(frozen=True)
class Screening:
    """Finds the candidates of a part, here or in another process.

    Attributes:
        screen: The compiled shapes.
        store: The store that holds all parts, or its directory, which need not be there before the first task.
    """

    screen: Screen
    store: LocalStore | Path

    def __call__(self, task: Task | Rest) -> Found:
        """Look through a part, or at what is left of all."""
        if isinstance(task, Rest):
            return look_at(self.screen, task.nodes, task.superclasses, self._elsewhere)
        with _without_collection():
            lines = task.part.read().decode().split("\n")
            return look_through(self.screen, lines, task.shared, task.superclasses, self._elsewhere)

    @cached_property
    def _elsewhere(self) -> Elsewhere:
        store = LocalStore.open(self.store) if isinstance(self.store, Path) else self.store
        return InStore(store, self.screen.predicates, self.screen.inverses)


def candidates(
    surveyed: Sequence[Surveyed], look: Callable[[Iterable[Task | Rest]], Iterable[Found]]
) -> Iterator[Candidate]:
    """Yield the candidates of a dump; one may come twice.

    Args:
        surveyed: All its parts.
        look: Yields what `Screening` returns for each of some tasks.
    """
    surveys = [each.survey for each in surveyed]
    others, above = shared(surveys), superclasses(surveys)
    left: set[str] = set()
    for found in look(Task(part, others.intersection(each.nodes), above) for part, each in surveyed):
        left.update(found.shared)
        yield from found.candidates
    nodes = sorted(left)
    for found in look(Rest(tuple(nodes[at : at + _TOGETHER]), above) for at in range(0, len(nodes), _TOGETHER)):
        yield from found.candidates


def holds(before: Found, shared_now: Set[int], changed: Set[int]) -> bool:
    """Whether what was found in a part is what would be found now, if its text and the screen are the same.

    Superclasses must be the same too. A shape without an IRI has a name for one run only.

    Args:
        before: What was found.
        shared_now: The checksums of its nodes that other parts now describe too.
        changed: The checksums of what the store would answer otherwise, as `answered_otherwise` tells them.
    """
    nameless = any(shape.startswith("_:") for shape, _ in before.candidates)
    return not nameless and changed.isdisjoint(before.asked) and shared_now == set(_checksums(before.shared))


def answered_otherwise(screen: Screen, lines: Iterable[bytes]) -> frozenset[int]:
    """Return the checksums of what the store answers otherwise where some lines are new or gone."""
    asked: set[str] = set()
    for line in lines:
        subject, predicate, rest = line.decode().split(" ", 2)
        if predicate == TYPE:
            asked.add(classes_of(subject))
        if screen.predicates is None or predicate in screen.predicates:
            asked.add(subject)
        if predicate in screen.inverses:
            asked.add(rest.partition(" ")[0])
    return frozenset(_checksums(asked))


def look_through(
    screen: Screen,
    lines: Iterable[str],
    others: frozenset[int],
    above: Mapping[str, frozenset[str]],
    elsewhere: Elsewhere,
) -> Found:
    """Return what is found in some lines of N-Quads.

    Args:
        screen: The compiled shapes.
        lines: All that is known of their nodes, but for the shared ones.
        others: Checksums of the nodes that other lines describe too.
        above: All superclasses of each class.
        elsewhere: Answers for these nodes, and for those that the lines do not describe.
    """
    nodes = read_facts(lines, screen.predicates, screen.inverses)
    literals = [node for node in nodes if node[0] == '"']  # of one nobody knows whose value it is elsewhere
    partial = {node: nodes.pop(node) for node in literals}
    known = list(nodes) if others else []
    left = [node for node, crc in zip(known, _checksums(known), strict=True) if crc in others]
    partial.update((node, nodes.pop(node)) for node in left)
    asking = Asking(elsewhere)
    graph = Graph(nodes, partial, asking, above)
    return _found(screen.candidates(graph), left, asking)


def look_at(screen: Screen, nodes: Iterable[str], above: Mapping[str, frozenset[str]], elsewhere: Elsewhere) -> Found:
    """Return what is found of some nodes of which all is elsewhere."""
    asking = Asking(elsewhere)
    graph = Graph({}, {}, asking, above)
    return _found(screen.candidates_among(nodes, graph), (), asking)


def _found(candidates: Iterable[Candidate], shared: Iterable[str], asking: Asking) -> Found:
    return Found(tuple(dict.fromkeys(candidates)), tuple(shared), tuple(sorted(set(_checksums(asking.asked)))))


def _checksums(nodes: Iterable[str]) -> Iterator[int]:
    return (crc32(node.encode()) for node in nodes)


@contextmanager
def _without_collection() -> Iterator[None]:
    """Leave garbage as it is: to look at the many lists again and again takes as long as making them."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
        yield from candidates(surveyed, lambda tasks: processes.in_order(screening, tasks))
