"""Compile shapes into a screen."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from pyshacl.constraints import CONSTRAINT_PARAMETERS_MAP
from rdflib import RDF, BNode, Literal, Namespace, URIRef
from rdflib.term import Node

from kg.terms.formats import XSD
from kg.terms.vocabulary import SHACL
from kg.validation.screen import components as checks
from kg.validation.screen import queries, values
from kg.validation.screen.asking import constraints
from kg.validation.screen.components import Chain, Choice, NoScreen, Path, Repeat, Step
from kg.validation.screen.screening import Screen, Screened, Target

# Which constraint component has which screen: the two tables to which a new one is added.

SH = Namespace(SHACL)

Lead = Callable[[Iterable[Node]], tuple[checks.Shape, ...]]
"""Compiles the shapes to which a component leads."""

Tests = Sequence[values.Test]

_MARKS = {
    SH.IRI: "<",
    SH.BlankNode: "_",
    SH.Literal: '"',
    SH.BlankNodeOrIRI: "_<",
    SH.BlankNodeOrLiteral: '_"',
    SH.IRIOrLiteral: '<"',
}
_DATATYPES: Mapping[str, values.Test] = {
    f"{XSD}string": values.AnyString(),
    f"{XSD}integer": values.AnyInteger(),
    f"{XSD}decimal": values.AnyDecimal(),
}


def iris(nodes: Iterable[Node]) -> frozenset[str]:
    """Return the IRIs among some terms, as N-Triples writes them."""
    return frozenset(f"<{node}>" for node in nodes if isinstance(node, URIRef))


def predicates(nodes: Iterable[Node]) -> frozenset[str]:
    """Return some terms that must be IRIs, as N-Triples writes them."""
    known = list(nodes)
    if not all(isinstance(node, URIRef) for node in known):
        raise NoScreen
    return iris(known)


def _datatype(component: Any) -> Tests:
    test = _DATATYPES.get(str(component.datatype_rule))
    return [test] if test else []


def _within(name: str, sign: int, *, inclusive: bool) -> Callable[[Any], Tests]:
    def tests(component: Any) -> Tests:
        bounds = [bound.value for bound in getattr(component, name)]
        if not all(type(bound) in (int, Decimal) for bound in bounds):
            return []
        return [values.Within(Decimal(bound), sign, inclusive) for bound in bounds]

    return tests


def _languages(component: Any) -> Tests:
    members = list(component.shape.sg.graph.items(component.string_rules[0]))
    if not all(isinstance(each, Literal) and isinstance(each.value, str) for each in members):
        return []
    return [values.InLanguage(frozenset(each.lower() for each in members))]


SINGLE: Mapping[str, Callable[[Any], Tests]] = {
    "DatatypeConstraintComponent": _datatype,
    "NodeKindConstraintComponent": lambda each: [values.OfKind(_MARKS.get(each.nodekind_rule, ""))],
    "MinInclusiveConstraintComponent": _within("min_vals", 1, inclusive=True),
    "MinExclusiveConstraintComponent": _within("min_vals", 1, inclusive=False),
    "MaxInclusiveConstraintComponent": _within("max_vals", -1, inclusive=True),
    "MaxExclusiveConstraintComponent": _within("max_vals", -1, inclusive=False),
    "MinLengthConstraintComponent": lambda each: [values.Length(int(each.string_rules[0]), None)],
    "MaxLengthConstraintComponent": lambda each: [values.Length(0, int(each.string_rules[0]))],
    "PatternConstraintComponent": lambda each: [values.Matching(regex) for regex in each.compiled_cache.values()],
    "LanguageInConstraintComponent": _languages,
    "InConstraintComponent": lambda each: [values.OneOf(iris(each.in_vals))],
}
"""The components that look at each value by itself, and the tests that say of a value that it surely conforms.

Without a test (an empty list) pySHACL is asked about every value, once.
"""


def _all(nodes: Iterable[Node], component: Any, lead: Lead, *, paths: bool) -> Iterable[checks.Component]:
    shapes = [component.shape.get_other_shape(node) for node in nodes]
    if not all(shape is not None and shape.is_property_shape is paths for shape in shapes):
        raise NoScreen
    yield checks.All(lead(shape.node for shape in shapes))


def _of_lists(lists: Iterable[Node], component: Any, lead: Lead) -> Iterable[tuple[checks.Shape, ...]]:
    for head in lists:
        members = list(component.shape.sg.graph.items(head))
        if not members:
            raise NoScreen
        yield lead(members)


def _qualified(component: Any, lead: Lead) -> Iterable[checks.Component]:
    graph = component.shape.sg.graph
    siblings = {
        sibling
        for parent in graph.subjects(SH.property, component.shape.node)
        for shape in graph.objects(parent, SH.property)
        for sibling in graph.objects(shape, SH.qualifiedValueShape)
    }
    for node in component.value_shapes:
        (shape,) = lead([node])
        beside = lead(sorted(siblings - {node})) if component.is_disjoint else ()
        yield checks.Qualified(shape, beside, component.min_count or 0, component.max_count)


def _closed(component: Any, lead: Lead) -> Iterable[checks.Component]:  # noqa: ARG001
    if component.is_closed:
        shapes = [component.shape.get_other_shape(node) for node in component.property_shapes]
        if not all(shape is not None and shape.is_property_shape for shape in shapes):
            raise NoScreen
        yield checks.Closed(iris({*component.ignored_props, *(shape.path() for shape in shapes)}))


def _has_value(component: Any, lead: Lead) -> Iterable[checks.Component]:  # noqa: ARG001
    terms = sorted(component.has_value_set)
    one = [values.Values(constraints([(SH.hasValue, term)]), (values.OneOf(iris([term])),)) for term in terms]
    yield checks.HasValue(tuple(one))


def _pair(kind: Callable[[tuple[Step, ...]], checks.Component]) -> "Build":
    def build(component: Any, lead: Lead) -> Iterable[checks.Component]:  # noqa: ARG001
        yield kind(tuple(map(Step, sorted(predicates(component.property_compare_set)))))

    return build


def _sparql(component: Any, lead: Lead) -> Iterable[checks.Component]:  # noqa: ARG001
    for query in component.sparql_constraints:
        if not query.deactivated:
            yield queries.compiled(query)


Build = Callable[[Any, Lead], Iterable[checks.Component]]

SCREENS: Mapping[str, Build] = {
    "ClassConstraintComponent": lambda each, _: [checks.ClassConstraint(tuple(sorted(predicates(each.class_rules))))],
    "MinCountConstraintComponent": lambda each, _: [checks.Count(int(each.min_count), None)],
    "MaxCountConstraintComponent": lambda each, _: [checks.Count(0, int(each.max_count))],
    "UniqueLangConstraintComponent": lambda each, _: [checks.UniqueLang()] if any(each.string_rules) else [],
    "HasValueConstraintComponent": _has_value,
    "EqualsConstraintComponent": _pair(checks.Equals),
    "DisjointConstraintComponent": _pair(checks.Disjoint),
    "LessThanConstraintComponent": _pair(lambda steps: checks.Less(steps, or_equal=False)),
    "LessThanOrEqualsConstraintComponent": _pair(lambda steps: checks.Less(steps, or_equal=True)),
    "ClosedConstraintComponent": _closed,
    "PropertyConstraintComponent": lambda each, lead: _all(each.property_shapes, each, lead, paths=True),
    "NodeConstraintComponent": lambda each, lead: _all(each.node_shapes, each, lead, paths=False),
    "AndConstraintComponent": lambda each, lead: map(checks.All, _of_lists(each.and_list, each, lead)),
    "OrConstraintComponent": lambda each, lead: (
        checks.Some(shapes, 1, len(shapes)) for shapes in _of_lists(each.or_list, each, lead)
    ),
    "XoneConstraintComponent": lambda each, lead: (
        checks.Some(shapes, 1, 1) for shapes in _of_lists(each.xone_nodes, each, lead)
    ),
    "NotConstraintComponent": lambda each, lead: [checks.Some(lead(each.not_list), 0, 0)],
    "QualifiedValueShapeConstraintComponent": _qualified,
    "SPARQLConstraintComponent": _sparql,
}
"""The other components, which look at several values, at other nodes or at other shapes."""


# Compile shapes into a screen.

MAX_DEPTH = 8
"""How deep shapes may lead to shapes, and paths to paths; pySHACL gives up a little later, with an error."""

_REPEATS = {
    SH.zeroOrMorePath: (True, True),
    SH.oneOrMorePath: (False, True),
    SH.zeroOrOnePath: (True, False),
}


def compiled(shapes: Any) -> Screen:
    """Return the screen of the shapes that pySHACL has read (its `ShapesGraph`)."""
    made: dict[Node, checks.Shape] = {}
    return Screen(screened for shape in shapes.shapes if not shape.deactivated for screened in _screened(shape, made))


def _screened(shape: Any, made: dict[Node, checks.Shape]) -> Iterator[Screened]:
    _, classes, implicit, objects_of, subjects_of = map(frozenset, shape.target())
    try:
        target = Target(predicates(classes | implicit), predicates(subjects_of), predicates(objects_of))
        if target.classes or target.keys:
            yield Screened(shape.node.n3(), target, _shape(shape, (), made))
    except NoScreen:
        pass


def _shape(shape: Any, above: tuple[Any, ...], made: dict[Node, checks.Shape]) -> checks.Shape:
    """Compile a shape to which the shapes above have led; one to which several lead is the same for all."""
    if shape is None or shape in above or len(above) >= MAX_DEPTH or shape.find_custom_constraints():
        raise NoScreen
    if shape.deactivated:
        return checks.Shape(None, ())
    path = _path(shape.path(), shape, 0) if shape.is_property_shape else None
    found = {CONSTRAINT_PARAMETERS_MAP.get(predicate) for predicate in shape.sg.graph.predicates(shape.node)}
    components = [_read(kind, shape) for kind in found if kind is not None]
    compiled = checks.Shape(path, tuple(_checks(components, partial(_led, shape, (*above, shape), made))))
    return made.setdefault(shape.node, compiled)


def _led(
    shape: Any, above: tuple[Any, ...], made: dict[Node, checks.Shape], nodes: Iterable[Node]
) -> tuple[checks.Shape, ...]:
    return tuple(_shape(shape.get_other_shape(node), above, made) for node in nodes)


def _read(kind: Callable[[Any], Any], shape: Any) -> Any:
    """Return a constraint component as pySHACL reads it from a shape."""
    try:
        return kind(shape)
    except Exception as error:  # whatever is wrong with the shape, pySHACL says it when it comes to it
        raise NoScreen from error


def _checks(components: Sequence[Any], lead: Callable[[Iterable[Node]], tuple[checks.Shape, ...]]) -> Iterator[Any]:
    """Compile the components of a shape; those that look at single values become one, and those that count."""
    single = [each for each in components if each.constraint_name() in SINGLE]
    others = [each for each in components if each.constraint_name() not in SINGLE]
    if not all(each.constraint_name() in SCREENS for each in others):
        raise NoScreen
    built = [check for each in others for check in SCREENS[each.constraint_name()](each, lead)]
    counts = [check for check in built if isinstance(check, checks.Count)]
    if counts:
        most = [count.most for count in counts if count.most is not None]
        yield checks.Count(max(count.least for count in counts), min(most, default=None))
    if single:
        yield checks.Each(_values(single))
    yield from (check for check in built if not isinstance(check, checks.Count))


def _values(components: Sequence[Any]) -> values.Values:
    """Return what several components say of single values."""
    said = [
        (parameter, value)
        for each in components
        for parameter in (*each.constraint_parameters(), SH.flags)
        for value in each.shape.objects(parameter)
    ]
    tests = [SINGLE[each.constraint_name()](each) for each in components]
    sure = tuple(test for some in tests for test in some) if all(tests) else ()
    return values.Values(constraints(said, components[0].shape.sg.graph), sure)


def _path(node: Node, shape: Any, depth: int) -> Path:
    """Compile a property path, in the order in which pySHACL looks for its kinds."""
    graph = shape.sg.graph
    if isinstance(node, URIRef):
        return Step(f"<{node}>")
    if not isinstance(node, BNode) or depth >= MAX_DEPTH:
        raise NoScreen
    if (node, RDF.first, None) in graph:
        return Chain(_paths(node, shape, depth))
    inverse = graph.value(node, SH.inversePath)
    if inverse is not None:
        (predicate,) = predicates([inverse])
        return Step(f"^{predicate}")
    choice = graph.value(node, SH.alternativePath)
    if choice is not None:
        return Choice(_paths(choice, shape, depth))
    for parameter, (zero, many) in _REPEATS.items():
        repeated = graph.value(node, parameter)
        if repeated is not None:
            return Repeat(_path(repeated, shape, depth + 1), zero, many)
    raise NoScreen


def _paths(head: Node, shape: Any, depth: int) -> tuple[Path, ...]:
    members = list(shape.sg.graph.items(head))
    if len(members) < 2:
        raise NoScreen
    return tuple(_path(member, shape, depth + 1) for member in members)
