"""Say quickly of most nodes that they surely conform; what is not said here is checked exactly.

What predicates a node has decides most of what shapes ask of it. So for each set of predicates that comes up, the
tests that are still open are made once: a missing value that is not asked for, or a query of which a pattern has no
match, leaves none. A test may only say yes where the exact check (`components`, `sparql`) would say so.
"""

from collections.abc import Iterable, Iterator, Set

from kg.validation.screen import components as checks
from kg.validation.screen import sparql
from kg.validation.screen.components import Component, Shape
from kg.validation.screen.graph import Facts, Graph, Unsure
from kg.validation.screen.paths import Step
from kg.validation.screen.quick_queries import of_query
from kg.validation.screen.sure import REMEMBERED, Sure, carefully, of_node, remembering
from kg.validation.screen.values import Test

_MANY = 1 << 13
"""How many sets of predicates are remembered: more than there are in data that a program wrote."""


class Quick:
    """The quick tests of shapes, made as nodes come up; it travels to other processes without them."""

    def __init__(self) -> None:
        self._tests: dict[tuple[Shape, tuple[str, ...]], tuple[Sure, ...]] = {}
        self._of_properties: dict[Shape, tuple[Sure, ...]] = {}

    def __reduce__(self) -> "tuple[type[Quick], tuple[()]]":
        return Quick, ()

    def tests(self, shape: Shape, keys: tuple[str, ...]) -> tuple[Sure, ...]:
        """Return what a node that has facts with exactly these keys must pass to conform to a shape for sure."""
        known = self._tests.get((shape, keys))
        if known is None:
            if len(self._tests) >= _MANY:
                self._tests.clear()
            known = self._tests[shape, keys] = tuple(dict.fromkeys(self._open(shape, frozenset(keys))))
        return known

    def _open(self, shape: Shape, keys: Set[str]) -> Iterator[Sure]:
        if _settled(shape, keys):
            return
        if shape.path is None:
            for component in shape.components:
                yield from self._of_focus(component, keys)
        elif isinstance(shape.path, Step) and shape.path.key in keys:
            if shape not in self._of_properties:
                self._of_properties[shape] = tuple(self._of_values(shape.path.key, shape.components))
            yield from self._of_properties[shape]
        else:
            yield _exactly(shape)

    def _of_focus(self, component: Component, keys: Set[str]) -> Iterator[Sure]:
        """Yield what is open of a component of a node shape."""
        if isinstance(component, checks.All):
            for shape in component.shapes:
                yield from self._open(shape, keys)
        elif isinstance(component, sparql.NoSolution):
            yield from of_query(component, keys)
        elif not _settled_component(component, keys):
            yield of_node(component)

    def _of_values(self, key: str, components: Iterable[Component]) -> Iterator[Sure]:
        """Yield what is open of the components of a property shape, where there is a value."""
        for component in components:
            if isinstance(component, checks.Count) and component.least <= 1:
                if component.most is not None:
                    yield _at_most(key, component.most)
            elif isinstance(component, checks.Each) and component.must_be.tests:
                yield _each(key, component.must_be.tests)
            elif isinstance(component, checks.Class):
                yield from (_instances(key, cls) for cls in component.classes)
            elif isinstance(component, checks.All):
                yield from (self._conforming(key, shape) for shape in component.shapes)
            elif isinstance(component, checks.Less | checks.Equals):
                yield from _compared(key, component)
            else:
                yield _other(key, component)

    def _conforming(self, key: str, shape: Shape) -> Sure:
        """Return the test of sh:node: each value conforms to a shape; those that do are remembered with the graph."""

        def sure(_: str, facts: Facts, graph: Graph) -> bool:
            known = graph.sure[shape]
            for value in facts[key]:
                if value not in known:
                    of_value = graph.whole.get(value)
                    if of_value is None:
                        return False
                    for test in self.tests(shape, tuple(of_value)):
                        if not test(value, of_value, graph):
                            return False
                    known.add(value)
            return True

        return sure


def _settled(shape: Shape, keys: Set[str]) -> bool | None:
    """Say whether all nodes with these keys, or none of them, conform to a shape; None if that depends on values."""
    if shape.path is None:
        return _all(_settled_component(each, keys) for each in shape.components)
    if not isinstance(shape.path, Step):
        return None
    settled = _settled_with_some if shape.path.key in keys else _settled_with_none
    return _all(map(settled, shape.components))


def _settled_component(component: Component, keys: Set[str]) -> bool | None:
    """Say the same of a component of a node shape."""
    if isinstance(component, checks.All):
        return _all(_settled(shape, keys) for shape in component.shapes)
    if isinstance(component, checks.Some):
        verdicts = [_settled(shape, keys) for shape in component.shapes]
        return None if None in verdicts else component.least <= verdicts.count(True) <= component.most
    return None


def _settled_with_none(component: Component) -> bool | None:
    """Say whether a component of a property shape holds where there is no value."""
    if isinstance(component, checks.ABOUT_VALUES):
        return True
    if isinstance(component, checks.Count | checks.Qualified):
        return component.least == 0
    return None


def _settled_with_some(component: Component) -> bool | None:
    """Say whether a component of a property shape holds where there is any value."""
    return True if isinstance(component, checks.Count) and component.least <= 1 and component.most is None else None


def _all(verdicts: Iterable[bool | None]) -> bool | None:
    known = list(verdicts)
    return None if None in known else False not in known


def _at_most(key: str, most: int) -> Sure:
    return lambda _, facts, __: len(facts[key]) <= most


def _each(key: str, tests: tuple[Test, ...]) -> Sure:
    """Return the test of what values must be by themselves; some that are fine are remembered."""
    fine: set[str] = set()

    def sure(_: str, facts: Facts, __: Graph) -> bool:
        for value in facts[key]:
            if value not in fine:
                for test in tests:
                    if not test(value):
                        return False
                if len(fine) < REMEMBERED:
                    fine.add(value)
        return True

    return sure


def _instances(key: str, cls: str) -> Sure:
    """Return the test of sh:class; instances are remembered with the graph."""

    def sure(_: str, facts: Facts, graph: Graph) -> bool:
        known = graph.sure[cls]
        for value in facts[key]:
            if value not in known:
                try:
                    if not graph.is_a(value, cls):
                        return False
                except Unsure:
                    return False
                known.add(value)
        return True

    return sure


def _any_of(key: str, component: checks.Some) -> Sure:
    """Return the test of sh:or: each value conforms to one of some shapes; it is remembered with the graph."""

    def sure(_: str, facts: Facts, graph: Graph) -> bool:
        known = graph.sure[component]
        for value in facts[key]:
            if value not in known:
                if not any(_is_sure(shape, value, graph) for shape in component.shapes):
                    return False
                known.add(value)
        return True

    return sure


def _is_sure(shape: Shape, value: str, graph: Graph) -> bool:
    try:
        return shape.conforms(value, graph)
    except Unsure:
        return False


def _compared(key: str, component: checks.Less | checks.Equals) -> Iterator[Sure]:
    others = [predicate.key for predicate in component.predicates]
    if isinstance(component, checks.Less):
        yield remembering([key, *others], _other(key, component))
    else:
        yield from (_same(key, other) for other in others)


def _same(key: str, other: str) -> Sure:
    return lambda _, facts, __: facts[key] == facts.get(other)  # in most cases they are one value each


def _other(key: str, component: Component) -> Sure:
    if isinstance(component, checks.Some) and (component.least, component.most) == (1, len(component.shapes)):
        return _any_of(key, component)
    return carefully(lambda focus, facts, graph: component(facts[key], focus, graph))


def _exactly(shape: Shape) -> Sure:
    return carefully(lambda focus, _, graph: shape.conforms(focus, graph))
