"""Screen a dump, part by part, on all cores."""

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from kg.base import parallel
from kg.store.store import LocalStore
from kg.validation.screen.components import Closed, Shape, Step
from kg.validation.screen.graph import (
    PART_BYTES,
    TYPE,
    Asking,
    Elsewhere,
    Facts,
    InStore,
    Part,
    PartGraph,
    Readable,
    Survey,
    classes_of,
    parts,
    read_facts,
    shared,
    superclasses,
    survey,
)
from kg.validation.screen.quick import Quick, Sure
from kg.validation.screen.values import Unsure

# Find the candidates of a part: the focus nodes of which a screen cannot say that they conform.


@dataclass(frozen=True)
class Target:
    """What the focus nodes of a shape are (SHACL §2.1.3), beside those that it names.

    Attributes:
        classes: They are instances of one of these.
        subjects_of: They have one of these predicates.
        objects_of: They are a value of one of these predicates.
    """

    classes: frozenset[str]
    subjects_of: frozenset[str]
    objects_of: frozenset[str]

    @property
    def keys(self) -> frozenset[str]:
        """The facts by which a node is a focus node, but for its classes."""
        return self.subjects_of.union(f"^{predicate}" for predicate in self.objects_of)


@dataclass(frozen=True)
class Screened:
    """A shape with targets that has a screen, known by its IRI or blank node."""

    name: str
    target: Target
    shape: Shape


Candidate = tuple[str, str]
"""The name of a shape, and a focus node."""

Signature = tuple[tuple[str, ...], tuple[str, ...]]
"""What says for which shapes a node is a focus node: the keys of its facts, and its classes."""


class Screen:
    """Shapes that are screened; it travels to other processes.

    Attributes:
        shapes: The shapes.
        predicates: The predicates that they look at; None for all.
        inverses: Those that they follow backwards.
        quick: What says quickly of most nodes that they conform.
    """

    def __init__(self, shapes: Iterable[Screened]) -> None:
        self.shapes = tuple(shapes)
        keys = {TYPE, *(key for each in self.shapes for key in each.target.keys)}
        keys.update(step.key for step in _parts(self.shapes, Step))
        closed = any(True for _ in _parts(self.shapes, Closed))
        self.predicates = None if closed else frozenset(key.removeprefix("^") for key in keys)
        self.inverses = frozenset(key[1:] for key in keys if key[0] == "^")
        self.quick = Quick()

    def candidates(self, graph: PartGraph) -> Iterator[Candidate]:
        """Yield each focus node of a part that pySHACL has to judge, with the shape; it may be yielded twice.

        Nodes that other parts describe too are left to `candidates_among`; not so literals, of which nobody can ask.
        """
        chosen: dict[Signature, tuple[Sure, ...]] = {}
        for node, facts in graph.whole.items():
            signature = _signature(facts)
            tests = chosen.get(signature)
            if tests is None:
                tests = chosen[signature] = self._tests(signature, graph)
            for test in tests:
                if not test(node, facts, graph):
                    yield from self._exactly(node, signature, graph)
                    break
        for node, facts in graph.partial.items():
            if node[0] == '"':
                yield from self._exactly(node, _signature(facts), graph)

    def candidates_among(self, nodes: Iterable[str], graph: PartGraph) -> Iterator[Candidate]:
        """Yield the same of some nodes of which all has to be asked."""
        for node in nodes:
            try:
                facts = graph.facts(node)
            except Unsure:
                yield from ((each.name, node) for each in self.shapes)
            else:
                yield from self._exactly(node, _signature(facts), graph)

    def _tests(self, signature: Signature, graph: PartGraph) -> tuple[Sure, ...]:
        """Return the tests by which a node surely conforms to all shapes for which it is a focus node."""
        shapes = (each.shape for each in self._aimed_at(signature, graph))
        return tuple(dict.fromkeys(test for shape in shapes for test in self.quick.tests(shape, signature[0])))

    def _exactly(self, node: str, signature: Signature, graph: PartGraph) -> Iterator[Candidate]:
        for each in self._aimed_at(signature, graph):
            if not _conforms(each.shape, node, graph):
                yield each.name, node

    def _aimed_at(self, signature: Signature, graph: PartGraph) -> tuple[Screened, ...]:
        keys, types = signature
        known = graph.classes(types)
        return tuple(
            each
            for each in self.shapes
            if not known.isdisjoint(each.target.classes) or not each.target.keys.isdisjoint(keys)
        )


def _signature(facts: Facts) -> Signature:
    return tuple(facts), tuple(facts.get(TYPE, ()))


def _conforms(shape: Shape, node: str, graph: PartGraph) -> bool:
    try:
        return node[0] != '"' and shape.conforms(node, graph)
    except Unsure:
        return False


def _parts(thing: Any, kind: type) -> Iterator[Any]:
    """Yield all parts of one kind of something that is made of data classes and tuples."""
    if isinstance(thing, kind):
        yield thing
    if is_dataclass(thing):
        for each in fields(thing):
            yield from _parts(getattr(thing, each.name), kind)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _parts(each, kind)


# Screen a dump, part by part, on all cores.

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
    graph = PartGraph(nodes, partial, asking, above)
    return _found(screen.candidates(graph), left, asking)


def look_at(screen: Screen, nodes: Iterable[str], above: Mapping[str, frozenset[str]], elsewhere: Elsewhere) -> Found:
    """Return what is found of some nodes of which all is elsewhere."""
    asking = Asking(elsewhere)
    graph = PartGraph({}, {}, asking, above)
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
    with parallel.worker_pool(surveying, screening, workers=min(workers, len(cut))) as processes:
        surveyed = list(processes.in_order(surveying, cut))
        yield from candidates(surveyed, lambda tasks: processes.in_order(screening, tasks))
