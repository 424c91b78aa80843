"""Constraint components and property paths as a screen checks them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from kg.validation.screen.graph import RDFS, TYPE, PartGraph
from kg.validation.screen.values import Unsure, Values, integer, is_simple

# Property paths as a screen follows them (SHACL §2.3.1).


class NoScreen(Exception):
    """Raised where a shape has something that is not screened."""


class Path(Protocol):
    """What leads from a node to its value nodes."""

    def values(self, node: str, graph: PartGraph) -> Sequence[str]:
        """Return the nodes to which the path leads; one may stand there twice."""
        ...


@dataclass(frozen=True)
class Step:
    """A predicate, or the inverse of one: `<p>` or `^<p>`."""

    key: str

    def values(self, node: str, graph: PartGraph) -> Sequence[str]:
        facts = graph.whole.get(node)
        if facts is not None:
            return facts.get(self.key, ())
        if node[0] == '"' and self.key[0] == "^":
            raise Unsure(node)  # nobody keeps whose value a literal is
        return graph.facts(node).get(self.key, ())


@dataclass(frozen=True)
class Chain:
    """One path after the other."""

    parts: tuple[Path, ...]

    def values(self, node: str, graph: PartGraph) -> Sequence[str]:
        nodes = self.parts[0].values(node, graph)
        for part in self.parts[1:]:
            nodes = [value for each in dict.fromkeys(nodes) for value in part.values(each, graph)]
        return nodes


@dataclass(frozen=True)
class Choice:
    """Any of some paths."""

    parts: tuple[Path, ...]

    def values(self, node: str, graph: PartGraph) -> Sequence[str]:
        return [value for part in self.parts for value in part.values(node, graph)]


@dataclass(frozen=True)
class Repeat:
    """A path again and again: `*`, `+` and `?`.

    Attributes:
        part: What is repeated.
        zero: Whether the node itself is a value.
        many: Whether more than once.
    """

    part: Path
    zero: bool
    many: bool

    def values(self, node: str, graph: PartGraph) -> Sequence[str]:
        found = {node} if self.zero else set()
        ahead = list(self.part.values(node, graph))
        while ahead:
            each = ahead.pop()
            if each not in found:
                found.add(each)
                if self.many:
                    ahead.extend(self.part.values(each, graph))
        return list(found)


# Constraint components as a screen checks them: exactly, or not at all.

_ALWAYS_ALLOWED = (TYPE, f"<{RDFS}Resource>")  # as pySHACL has it


class Component(Protocol):
    """Something that value nodes conform to or not."""

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:
        """Whether the value nodes of a focus node conform."""
        ...


@dataclass(frozen=True, eq=False)
class Shape:
    """A shape: the path to its value nodes, none for a node shape, and what these must be. It equals itself alone."""

    path: Path | None
    components: tuple[Component, ...]

    def conforms(self, focus: str, graph: PartGraph) -> bool:
        """Whether a node conforms."""
        facts = graph.whole.get(focus) if self._key else None
        if facts is not None:  # by far the most frequent, and twice as fast as the path
            values: Sequence[str] = facts.get(self._key, ())
        else:
            values = (focus,) if self.path is None else self.path.values(focus, graph)
        if not values and self._content_with_none:
            return True
        verdict = True
        for component in self.components:
            verdict = component(values, focus, graph) and verdict
        return verdict

    @cached_property
    def _key(self) -> str:
        """The predicate, if the path is one."""
        return self.path.key if isinstance(self.path, Step) else ""

    @cached_property
    def _content_with_none(self) -> bool:
        """Whether every component conforms where there is no value node, as is so of most optional properties."""
        return all(
            isinstance(each, ABOUT_VALUES) or (isinstance(each, Count) and each.least == 0) for each in self.components
        )


@dataclass(frozen=True)
class Count:
    """sh:minCount and sh:maxCount."""

    least: int
    most: int | None

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        least = most = len(values)
        if most > 1:
            most = len(set(values))
            # Literals with another datatype or language may be one for pySHACL where the texts are two.
            least = len({value if is_simple(value) else "" for value in values})
        if self.least <= least and (self.most is None or most <= self.most):
            return True
        if most < self.least or (self.most is not None and least > self.most):
            return False
        raise Unsure(focus)


@dataclass(frozen=True)
class UniqueLang:
    """sh:uniqueLang."""

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        tagged = [value for value in set(values) if value[0] == '"' and value[-1] not in '">']
        if len({value.rpartition("@")[2] for value in tagged}) == len(tagged):
            return True
        raise Unsure(focus)


@dataclass(frozen=True)
class Each:
    """What each value node must be by itself, such as sh:datatype and sh:pattern."""

    must_be: Values

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        verdict = True
        for value in values:
            verdict = self.must_be.hold(value) and verdict
        return verdict


@dataclass(frozen=True)
class HasValue:
    """sh:hasValue: for each of some terms there is a value node that is it."""

    terms: tuple[Values, ...]

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        return _every([_some([term.hold(value) for value in values]) for term in self.terms])


@dataclass(frozen=True)
class ClassConstraint:
    """sh:class."""

    classes: tuple[str, ...]

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        verdict = True
        for value in values:
            for cls in self.classes:
                verdict = graph.is_a(value, cls) and verdict
        return verdict


@dataclass(frozen=True)
class Equals:
    """sh:equals."""

    predicates: tuple[Step, ...]

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:
        return _every([_same(values, predicate.values(focus, graph)) for predicate in self.predicates])


@dataclass(frozen=True)
class Disjoint:
    """sh:disjoint."""

    predicates: tuple[Step, ...]

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:
        return _every([_apart(values, predicate.values(focus, graph)) for predicate in self.predicates])


@dataclass(frozen=True)
class Less:
    """sh:lessThan and sh:lessThanOrEquals, of integers; others are for pySHACL."""

    predicates: tuple[Step, ...]
    or_equal: bool

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:
        others = [other for predicate in self.predicates for other in predicate.values(focus, graph)]
        if any(value.startswith("_:") for value in values):
            raise Unsure(focus)  # pySHACL refuses to compare a blank node, also with nothing
        if not values or not others:
            return True
        lesser, greater = _integers(values), _integers(others)
        return max(lesser) <= min(greater) if self.or_equal else max(lesser) < min(greater)


@dataclass(frozen=True)
class Closed:
    """sh:closed: no predicates but these."""

    predicates: frozenset[str]

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        return not any(self._more(graph.facts(value).items()) for value in values)

    def _more(self, facts: Iterable[tuple[str, list[str]]]) -> bool:
        return any(
            key[0] == "<" and key not in self.predicates and any((key, value) != _ALWAYS_ALLOWED for value in values)
            for key, values in facts
        )


@dataclass(frozen=True)
class All:
    """sh:property, sh:node and sh:and: each value node conforms to every shape."""

    shapes: tuple[Shape, ...]

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        verdict = True
        for value in values:
            for shape in self.shapes:
                verdict = shape.conforms(value, graph) and verdict
        return verdict


@dataclass(frozen=True)
class Some:
    """sh:or, sh:xone and sh:not: so many of the shapes does each value node conform to, and not more."""

    shapes: tuple[Shape, ...]
    least: int
    most: int

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        return _every([self.least <= self._count(value, graph) <= self.most for value in values])

    def _count(self, value: str, graph: PartGraph) -> int:
        return sum([shape.conforms(value, graph) for shape in self.shapes])


@dataclass(frozen=True)
class Qualified:
    """sh:qualifiedValueShape: so many value nodes conform to a shape, and to none of its siblings."""

    shape: Shape
    siblings: tuple[Shape, ...]
    least: int
    most: int | None

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:
        conforming = [value for value in dict.fromkeys(values) if self.shape.conforms(value, graph)]
        counted = [value for value in conforming if not _some([each.conforms(value, graph) for each in self.siblings])]
        return Count(self.least, self.most)(counted, focus, graph)


ABOUT_VALUES = (Each, ClassConstraint, Less, Disjoint, UniqueLang, All, Some)
"""The components that say something of each value node, and nothing where there is none."""


def _every(verdicts: list[bool]) -> bool:
    """Whether all are true; a list, so that all were found out."""
    return False not in verdicts


def _some(verdicts: list[bool]) -> bool:
    return True in verdicts


def _same(values: Sequence[str], others: Sequence[str]) -> bool:
    different = set(values) ^ set(others)
    if all(map(is_simple, different)):
        return not different
    raise Unsure


def _apart(values: Sequence[str], others: Sequence[str]) -> bool:
    if not set(values).isdisjoint(others):
        return False
    if all(map(is_simple, values)) or all(map(is_simple, others)):
        return True
    raise Unsure


def _integers(terms: Sequence[str]) -> list[int]:
    numbers = [number for term in terms if (number := integer(term)) is not None]
    if len(numbers) < len(terms):
        raise Unsure
    return numbers
