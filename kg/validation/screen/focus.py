"""Find the candidates of a part: the focus nodes of which a screen cannot say that they conform."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kg.validation.screen.components import Closed, Shape
from kg.validation.screen.graph import TYPE, Facts, Graph, Unsure
from kg.validation.screen.paths import Step
from kg.validation.screen.quick import Quick
from kg.validation.screen.sure import Sure


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

    def candidates(self, graph: Graph) -> Iterator[Candidate]:
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

    def candidates_among(self, nodes: Iterable[str], graph: Graph) -> Iterator[Candidate]:
        """Yield the same of some nodes of which all has to be asked."""
        for node in nodes:
            try:
                facts = graph.facts(node)
            except Unsure:
                yield from ((each.name, node) for each in self.shapes)
            else:
                yield from self._exactly(node, _signature(facts), graph)

    def _tests(self, signature: Signature, graph: Graph) -> tuple[Sure, ...]:
        """Return the tests by which a node surely conforms to all shapes for which it is a focus node."""
        shapes = (each.shape for each in self._aimed_at(signature, graph))
        return tuple(dict.fromkeys(test for shape in shapes for test in self.quick.tests(shape, signature[0])))

    def _exactly(self, node: str, signature: Signature, graph: Graph) -> Iterator[Candidate]:
        for each in self._aimed_at(signature, graph):
            if not _conforms(each.shape, node, graph):
                yield each.name, node

    def _aimed_at(self, signature: Signature, graph: Graph) -> tuple[Screened, ...]:
        keys, types = signature
        known = graph.classes(types)
        return tuple(
            each
            for each in self.shapes
            if not known.isdisjoint(each.target.classes) or not each.target.keys.isdisjoint(keys)
        )


def _signature(facts: Facts) -> Signature:
    return tuple(facts), tuple(facts.get(TYPE, ()))


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
