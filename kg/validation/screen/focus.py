"""Find the candidates of a part: the focus nodes of which a screen cannot say that they conform."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kg.validation.screen.components import Closed, Shape
from kg.validation.screen.graph import TYPE, Facts, Graph, Unsure
from kg.validation.screen.paths import Step


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


class Screen:
    """Shapes that are screened; it travels to other processes.

    Attributes:
        shapes: The shapes.
        predicates: The predicates that they look at; None for all.
        inverses: Those that they follow backwards.
    """

    def __init__(self, shapes: Iterable[Screened]) -> None:
        self.shapes = tuple(shapes)
        keys = {TYPE, *(key for each in self.shapes for key in each.target.keys)}
        keys.update(step.key for step in _parts(self.shapes, Step))
        closed = any(True for _ in _parts(self.shapes, Closed))
        self.predicates = None if closed else frozenset(key.removeprefix("^") for key in keys)
        self.inverses = frozenset(key[1:] for key in keys if key[0] == "^")
        self._keys = frozenset(key for each in self.shapes for key in each.target.keys)

    def candidates(self, graph: Graph) -> Iterator[Candidate]:
        """Yield each focus node of a part that pySHACL has to judge, with the shape; it may be yielded twice.

        A node that other parts describe too is looked at in each of them.
        """
        chosen: dict[tuple[str, ...], tuple[Screened, ...]] = {}
        for node, facts in graph.whole.items():
            signature = self._signature(facts)
            if signature not in chosen:
                chosen[signature] = self._aimed_at(signature, graph)
            for each in chosen[signature]:
                if not _conforms(each.shape, node, graph):
                    yield each.name, node
        for node, facts in graph.partial.items():
            yield from self._partly_known(node, facts, graph)

    def _partly_known(self, node: str, facts: Facts, graph: Graph) -> Iterator[Candidate]:
        """Yield what has to be judged of a node that this part does not hold whole."""
        try:
            facts = facts if node[0] == '"' else graph.facts(node)
        except Unsure:
            yield from ((each.name, node) for each in self.shapes)
            return
        for each in self._aimed_at(self._signature(facts), graph):
            if not _conforms(each.shape, node, graph):
                yield each.name, node

    def _signature(self, facts: Facts) -> tuple[str, ...]:
        """Return what says for which shapes a node is a focus node: its classes, and the keys that matter."""
        types = facts.get(TYPE, ())
        return (*types, *self._keys.intersection(facts)) if self._keys else tuple(types)

    def _aimed_at(self, signature: tuple[str, ...], graph: Graph) -> tuple[Screened, ...]:
        known = graph.classes(signature)
        return tuple(
            each
            for each in self.shapes
            if not known.isdisjoint(each.target.classes) or not each.target.keys.isdisjoint(signature)
        )


def _conforms(shape: Shape, node: str, graph: Graph) -> bool:
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
