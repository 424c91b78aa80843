"""Quick tests: say of most nodes that they surely conform."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from kg.validation.screen import components as checks
from kg.validation.screen import sparql
from kg.validation.screen.components import Component, Path, Shape, Step
from kg.validation.screen.graph import Facts, PartGraph
from kg.validation.screen.values import Test, Unsure

# Quick tests of nodes: each says of a node that it surely conforms, or nothing.

Sure = Callable[[str, Facts, PartGraph], bool]
"""Whether a node with some facts surely conforms to something; False says nothing."""

REMEMBERED = 1 << 13
"""How many values each test remembers."""


def carefully(check: Sure) -> Sure:
    """Return an exact check as a test."""

    def sure(focus: str, facts: Facts, graph: PartGraph) -> bool:
        try:
            return check(focus, facts, graph)
        except Unsure:
            return False

    return sure


def of_node(component: Component) -> Sure:
    """Return the exact check of a component of a node shape as a test."""
    return carefully(lambda focus, _, graph: component((focus,), focus, graph))


def remembering(keys: Sequence[str], test: Sure) -> Sure:
    """Return a test of nothing but the values of some keys: what was fine before is so again."""
    fine: set[tuple[tuple[str, ...], ...]] = set()

    def sure(focus: str, facts: Facts, graph: PartGraph) -> bool:
        values = tuple([tuple(facts.get(key, ())) for key in keys])
        if values in fine:
            return True
        if not test(focus, facts, graph):
            return False
        if len(fine) < REMEMBERED:
            fine.add(values)
        return True

    return sure


# Quick tests of queries (sh:sparql) of which no solution is wanted.


def of_query(component: sparql.NoSolution, keys: Set[str]) -> Iterator[Sure]:
    """Yield what is open of a query: nothing where one of its patterns has no match, or one of its filters fails."""
    group = component.group
    if any(_has_no_match(each, keys) for each in group.triples):
        return
    if any(_fails(each, group, keys) for each in group.filters):
        return
    for made in (_of_its_values, _of_values_elsewhere, _of_pairs):
        test = made(group)
        if test is not None:
            yield carefully(test)
            return
    yield of_node(component)


def _has_no_match(triple: sparql.Triple, keys: Set[str]) -> bool:
    return triple.subject == sparql.THIS and isinstance(triple.path, Step) and triple.path.key not in keys


def _fails(filtered: sparql.Expression, around: sparql.Group, keys: Set[str]) -> bool:
    """Say whether a filter is EXISTS without a match, or NOT EXISTS of some value, which there is."""
    if not isinstance(filtered, sparql.Exists):
        return False
    if filtered.wanted:
        return any(_has_no_match(each, keys) for each in filtered.group.triples)
    if len(filtered.group.triples) != 1 or filtered.group.filters:
        return False
    (triple,) = filtered.group.triples
    is_any = triple.object[0] == "?" and triple.object not in _variables(around)
    return is_any and triple.subject == sparql.THIS and isinstance(triple.path, Step) and triple.path.key in keys


def _variables(group: sparql.Group) -> frozenset[str]:
    return frozenset({sparql.THIS, *(term for each in group.triples for term in (each.subject, each.object))})


def _of_its_values(group: sparql.Group) -> Sure | None:
    """Return the test of a query about nothing but the node's own values: what they gave before, they give again."""
    keys = [each.path.key for each in group.triples if isinstance(each.path, Step)]
    own = all(each.subject == sparql.THIS and each.object != sparql.THIS for each in group.triples)
    if len(keys) < len(group.triples) or not own or not all(map(_is_of_values, group.filters)):
        return None
    return remembering(keys, lambda focus, _, graph: not group.holds({sparql.THIS: focus}, graph))


def _is_of_values(expression: sparql.Expression) -> bool:
    """Say whether an expression is about nothing but variables other than the focus node."""
    if isinstance(expression, sparql.Variable):
        return expression.name != sparql.THIS
    if isinstance(expression, sparql.Junction):
        return all(map(_is_of_values, expression.parts))
    if isinstance(expression, sparql.Comparison):
        return _is_of_values(expression.left) and _is_of_values(expression.right)
    if isinstance(expression, sparql.Function):
        return all(map(_is_of_values, expression.arguments))
    return isinstance(expression, sparql.Constant)


def _of_values_elsewhere(group: sparql.Group) -> Sure | None:
    """Return the test of `$this <p> ?x FILTER NOT EXISTS { $this path ?x }`: all of some values are others too."""
    if len(group.triples) != 1 or len(group.filters) != 1:
        return None
    (one,), (filtered,) = group.triples, group.filters
    if not isinstance(filtered, sparql.Exists) or filtered.wanted or filtered.group.filters:
        return None
    if len(filtered.group.triples) != 1:
        return None
    (other,) = filtered.group.triples
    if not one.subject == other.subject == sparql.THIS or one.object != other.object or one.object[0] != "?":
        return None
    return lambda focus, _, graph: set(one.path.values(focus, graph)).issubset(other.path.values(focus, graph))


def _of_pairs(group: sparql.Group) -> Sure | None:
    """Return the test of `$this p ?a, ?b . ?a q ?x . ?b q ?x FILTER (?a < ?b)`: no two have a value in common."""
    for filtered in group.filters:  # other triple patterns and filters only leave less
        pair = _unequal(filtered)
        if pair is None:
            continue
        to = [each for each in group.triples if each.subject == sparql.THIS and each.object in pair]
        of = [each for each in group.triples if each.subject in pair and each.object not in (*pair, sparql.THIS)]
        values = {each.object for each in of}  # one; a pattern that stands twice must not pass for that of the other
        if _are_alike(to, "object", pair) and _are_alike(of, "subject", pair) and len(values) == 1:
            return _without_common(to[0].path, of[0].path)
    return None


def _are_alike(triples: list[sparql.Triple], end: str, pair: frozenset[str]) -> bool:
    """Say whether triple patterns lead by one path to, or from, both of a pair."""
    return {getattr(each, end) for each in triples} == pair and len({each.path for each in triples}) == 1


def _unequal(filtered: sparql.Expression) -> frozenset[str] | None:
    """Return the two variables of which a filter says that one is before the other."""
    if not isinstance(filtered, sparql.Comparison) or filtered.operator not in ("<", ">"):
        return None
    names = frozenset(map(_name, (filtered.left, filtered.right)))
    return names if len(names) > 1 and "" not in names else None


def _name(expression: sparql.Expression) -> str:
    """Return the name of a variable, or of the one of which STR is taken."""
    if isinstance(expression, sparql.Function) and expression.name == "STR":
        (expression,) = expression.arguments
    return expression.name if isinstance(expression, sparql.Variable) and expression.name != sparql.THIS else ""


def _without_common(to: Path, of: Path) -> Sure:
    def sure(focus: str, _: Facts, graph: PartGraph) -> bool:
        values = [value for node in set(to.values(focus, graph)) for value in set(of.values(node, graph))]
        return len(set(values)) == len(values)

    return sure


# Say quickly of most nodes that they surely conform; what is not said here is checked exactly.

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
            elif isinstance(component, checks.ClassConstraint):
                yield from (_instances(key, cls) for cls in component.classes)
            elif isinstance(component, checks.All):
                yield from (self._conforming(key, shape) for shape in component.shapes)
            elif isinstance(component, checks.Less | checks.Equals):
                yield from _compared(key, component)
            else:
                yield _other(key, component)

    def _conforming(self, key: str, shape: Shape) -> Sure:
        """Return the test of sh:node: each value conforms to a shape; those that do are remembered with the graph."""

        def sure(_: str, facts: Facts, graph: PartGraph) -> bool:
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

    def sure(_: str, facts: Facts, __: PartGraph) -> bool:
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

    def sure(_: str, facts: Facts, graph: PartGraph) -> bool:
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

    def sure(_: str, facts: Facts, graph: PartGraph) -> bool:
        known = graph.sure[component]
        for value in facts[key]:
            if value not in known:
                if not any(_is_sure(shape, value, graph) for shape in component.shapes):
                    return False
                known.add(value)
        return True

    return sure


def _is_sure(shape: Shape, value: str, graph: PartGraph) -> bool:
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
