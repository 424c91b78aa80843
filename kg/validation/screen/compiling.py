"""Compile shapes into a screen.

pySHACL reads the shapes and says what is ill-formed; what it made of each constraint is what is compiled here.
A shape that leads to anything without a screen has none itself: pySHACL judges all its focus nodes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from pyshacl.constraints import CONSTRAINT_PARAMETERS_MAP
from rdflib import RDF, BNode, URIRef
from rdflib.term import Node

from kg.validation.screen import components as checks
from kg.validation.screen import values
from kg.validation.screen.asking import constraints
from kg.validation.screen.focus import Screen, Screened, Target
from kg.validation.screen.paths import Chain, Choice, NoScreen, Path, Repeat, Step
from kg.validation.screen.screens import SCREENS, SH, SINGLE, predicates

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
