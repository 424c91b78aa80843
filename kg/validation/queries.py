"""Compile shapes into SPARQL patterns that match where a node may not conform: pySHACL judges these nodes alone.

A pattern may match too often, never too seldom. What is not compiled raises `NotCompiled`, and all targets are judged.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import combinations, count
from typing import Any

from pyshacl.constraints import CONSTRAINT_PARAMETERS_MAP
from rdflib import RDF, BNode, Literal, Namespace, URIRef
from rdflib.term import Node

from kg.terms.formats import XSD
from kg.terms.vocabulary import RDF_TYPE, SHACL

SH = Namespace(SHACL)
THIS = "?this"
"""The variable of the focus node, as in sh:sparql."""

MAX_DEPTH = 6
"""How deep shapes may lead to shapes; pySHACL gives up a little later, with an error."""

MAX_SHAPES = 1_000
"""To so many shapes one may lead, each counted as often as it is led to."""

MAX_COUNT = 3
"""Up to this number values are counted by as many variables."""

Step = tuple[str, bool]
"""A predicate that a shape follows, and whether backwards."""


class NotCompiled(Exception):
    """Raised for what has no pattern."""


@dataclass(frozen=True)
class ShapePatterns:
    """A shape."""

    name: Node  # its IRI or blank node
    targets: str  # a group that binds ?this to its targets, but for those that it names
    each_once: str  # the same, each target once
    patterns: tuple[str, ...]  # which match where ?this may not conform
    steps: frozenset[Step]  # how paths lead from ?this to what the patterns look at
    predicates: frozenset[str]  # what sh:sparql mentions
    prologue: str  # the prefixes of sh:sparql


def compiled(shape: Any, subclasses: Mapping[str, Set[str]]) -> ShapePatterns:
    """Compile a shape that pySHACL has read.

    Args:
        shape: The shape.
        subclasses: All subclasses of each class.

    Raises:
        NotCompiled: If all its targets have to be judged.
    """
    compiler = _Compiler(shape.sg, subclasses)
    several = [f"{{ {each} }}" for each in compiler.targets(shape)]
    targets = " UNION ".join(several)
    is_one_class = len(several) == 1 and several[0].startswith(f"{{ {THIS} a ")
    each_once = targets if is_one_class else f"{{ SELECT DISTINCT {THIS} WHERE {{ {targets} }} }}"
    patterns = tuple(dict.fromkeys(compiler.failures(shape, THIS))) if targets else ()
    followed, mentioned = frozenset(compiler.steps), frozenset(compiler.predicates)
    return ShapePatterns(shape.node, targets, each_once, patterns, followed, mentioned, compiler.prologue)


# What a single value has to be: conditions that hold of a value that conforms.

_KINDS = {
    SH.IRI: "isIRI({})",
    SH.Literal: "isLiteral({})",
    SH.BlankNode: "isBlank({})",
    SH.IRIOrLiteral: "!isBlank({})",
    SH.BlankNodeOrIRI: "!isLiteral({})",
    SH.BlankNodeOrLiteral: "!isIRI({})",
}
_NUMBERS = ("integer", "decimal", "double", "float", "int", "long")
_SIMPLE = (RDF.langString, *(URIRef(f"{XSD}{name}") for name in ("string", "integer", "decimal", "boolean")))
_CAST = ("boolean", "date", "dateTime", "gYear", "gYearMonth")


def _datatype(component: Any, value: str) -> Iterator[str]:
    datatype = component.datatype_rule
    local = str(datatype).removeprefix(XSD)
    well_formed = ""
    if local in _NUMBERS:
        well_formed = f" && isNumeric({value})"
    elif local in _CAST:
        well_formed = f" && {datatype.n3()}({value}) = {value}"
    yield f"DATATYPE({value}) = {datatype.n3()}{well_formed}"


def _length(operator: str) -> Callable[[Any, str], Iterator[str]]:
    def conditions(component: Any, value: str) -> Iterator[str]:
        for bound in component.string_rules:
            yield f"!isBlank({value}) && STRLEN(STR({value})) {operator} {int(bound)}"

    return conditions


def _compared(operator: str, bounds: str) -> Callable[[Any, str], Iterator[str]]:
    return lambda component, value: (f"{value} {operator} {_n3(each)}" for each in getattr(component, bounds))


def _pattern(component: Any, value: str) -> Iterator[str]:
    flags = Literal("".join(flag for flag in "im" if flag in str(component.flags or "").lower()))
    for pattern in component.string_rules:
        text = Literal(str(pattern))
        yield f"!isBlank({value}) && REGEX(STR({value}), {text.n3()}, {flags.n3()})"


CONDITIONS: Mapping[str, Callable[[Any, str], Iterable[str]]] = {
    "Datatype": _datatype,
    "NodeKind": lambda component, value: [_KINDS[component.nodekind_rule].format(value)],
    "MinInclusive": _compared(">=", "min_vals"),
    "MinExclusive": _compared(">", "min_vals"),
    "MaxInclusive": _compared("<=", "max_vals"),
    "MaxExclusive": _compared("<", "max_vals"),
    "MinLength": _length(">="),
    "MaxLength": _length("<="),
    "Pattern": _pattern,
    "In": lambda component, value: [
        " || ".join(f"sameTerm({value}, {_n3(each)})" for each in sorted(component.in_vals)) or "false"
    ],
}


def _is_simple(value: str) -> str:
    """Return the condition that a value is the same to pySHACL and to the store, which knows more spellings."""
    return f"!isLiteral({value}) || DATATYPE({value}) IN ({', '.join(map(URIRef.n3, _SIMPLE))})"


def _n3(term: Node) -> str:
    """Return a term as SPARQL writes it, but for a blank node, which would stand for anything there."""
    if isinstance(term, BNode) or (isinstance(term, Literal) and term.datatype not in (None, *_SIMPLE)):
        raise NotCompiled(term)
    return term.n3()


# Shapes as patterns.

_REPEATS = {SH.zeroOrMorePath: "({})*", SH.oneOrMorePath: "({})+", SH.zeroOrOnePath: "({})?"}
_NOT_PLAIN = re.compile(
    r"\b(UNION|OPTIONAL|MINUS|GROUP|HAVING|BIND|VALUES|SERVICE|GRAPH|LIMIT|OFFSET|ORDER|FROM|COUNT|SUM|MIN|MAX|AVG|SAMPLE"
    r"|GROUP_CONCAT)\b|[$?](?-i:PATH|currentShape|shapesGraph)\b",
    re.IGNORECASE,
)
_GROUP = re.compile(r"\bEXISTS\s*\{|\{", re.IGNORECASE)
_IRI = re.compile(r"<([^<>\s]*)>")


def _any_value(_: str) -> str:
    return ""


def _name(component: Any) -> str:
    return str(component.constraint_name()).removesuffix("ConstraintComponent")


class _Compiler:
    """Compiles one shape.

    Attributes:
        steps: The steps of all paths so far.
        predicates: The IRIs in all queries so far.
        prologue: The prefixes that these use.
    """

    def __init__(self, shapes: Any, subclasses: Mapping[str, Set[str]]) -> None:
        self._graph = shapes.graph
        self._subclasses = subclasses
        self._numbers = count(1)
        self._shapes = 0
        self.steps: set[Step] = set()
        self.predicates: set[str] = set()
        self.prologue = ""
        self._is_exact = False  # whether the patterns become a condition, and must not match too often

    def targets(self, shape: Any) -> Iterator[str]:
        """Yield the patterns that bind ?this to the targets of a shape (SHACL §2.1.3)."""
        _, classes, implicit, objects_of, subjects_of = map(frozenset, shape.target())
        for each in sorted(classes | implicit):
            yield self._instance(THIS, each)
        yield from (f"{THIS} {_n3(each)} {self._variable()} ." for each in sorted(subjects_of))
        yield from (f"{self._variable()} {_n3(each)} {THIS} ." for each in sorted(objects_of))
        self.steps.update((str(each), True) for each in objects_of)

    def failures(self, shape: Any, focus: str, depth: int = 0) -> Iterator[str]:
        """Yield patterns, one of which matches where a focus node does not conform."""
        self._shapes += 1
        if shape is None or depth > MAX_DEPTH or self._shapes > MAX_SHAPES or shape.find_custom_constraints():
            raise NotCompiled(shape)
        if shape.deactivated:
            return
        path = self._path(shape.path()) if shape.is_property_shape else None
        value = focus if path is None else self._variable()
        leads = "" if path is None else f"{focus} {path} {value} . "
        conditions: list[str] = []
        for component in self._components(shape):
            if of_value := CONDITIONS.get(_name(component)):
                conditions.extend(f"({each})" for each in of_value(component, value))
            else:
                yield from self._component(component, path, focus, leads, value, depth)
        if conditions:
            yield f"{leads}FILTER(!COALESCE({' && '.join(conditions)}, false))"

    def _components(self, shape: Any) -> Iterator[Any]:
        kinds = {CONSTRAINT_PARAMETERS_MAP.get(each) for each in self._graph.predicates(shape.node)} - {None}
        for kind in sorted(kinds, key=lambda each: str(each.constraint_name())):
            try:
                yield kind(shape)
            except Exception as error:  # whatever is wrong with the shape, pySHACL says it when it comes to it
                raise NotCompiled(shape) from error

    def _component(
        self, component: Any, path: str | None, focus: str, leads: str, value: str, depth: int
    ) -> Iterator[str]:
        name = _name(component)
        if name == "SPARQL":
            yield from self._queries(component, focus)
        elif name in _OF_SHAPES:
            yield from _OF_SHAPES[name](self, component, leads, value, depth)
        elif name in _OF_VALUES and not (self._is_exact and name in _INEXACT):
            yield from _OF_VALUES[name](self, component, path, focus, leads, value)
        elif name == "QualifiedValueShape" and path is not None:
            yield from self._qualified(component, path, focus, depth)
        else:
            raise NotCompiled(name)

    def _variable(self) -> str:
        return f"?kg{next(self._numbers)}"

    def _instance(self, value: str, cls: Node) -> str:
        """Return the pattern of an instance of a class or of one of its subclasses (SHACL §1.1)."""
        names = sorted({_n3(cls), *self._subclasses.get(_n3(cls), ())})
        if len(names) == 1:
            return f"{value} a {names[0]} ."
        variable = self._variable()
        return f"VALUES {variable} {{ {' '.join(names)} }} {value} a {variable} ."

    def _path(self, node: Node, *, inverse: bool = False) -> str:
        graph = self._graph
        if isinstance(node, URIRef):
            self.steps.add((str(node), inverse))
            return _n3(node)
        if (node, RDF.first, None) in graph:
            return f"({'/'.join(self._path(each, inverse=inverse) for each in graph.items(node))})"
        if (inner := graph.value(node, SH.inversePath)) is not None:
            return f"(^{self._path(inner, inverse=not inverse)})"
        if (choice := graph.value(node, SH.alternativePath)) is not None:
            return f"({'|'.join(self._path(each, inverse=inverse) for each in graph.items(choice))})"
        for parameter, form in _REPEATS.items():
            if (inner := graph.value(node, parameter)) is not None:
                return f"({form.format(self._path(inner, inverse=inverse))})"
        raise NotCompiled(node)

    def _fails(self, shape: Any, value: str, depth: int) -> str:
        """Return the condition that a value does not conform to a shape."""
        is_outer, self._is_exact = not self._is_exact, True
        patterns = [f"EXISTS {{ {each} }}" for each in self.failures(shape, value, depth + 1)]
        self._is_exact = not is_outer
        return f"({' || '.join(patterns) or 'false'})"

    def _at_least(self, number: int, focus: str, path: str, condition: Callable[[str], str] = _any_value) -> str:
        """Return the pattern of so many different values, each with a condition."""
        if number > MAX_COUNT + 1 or (number > 1 and self._is_exact):
            raise NotCompiled(number)
        values = [self._variable() for _ in range(number)]
        different = (f"FILTER(!sameTerm({one}, {other})) " for one, other in combinations(values, 2))
        return "".join((*(f"{focus} {path} {each} . {condition(each)}" for each in values), *different))

    def _min_count(self, component: Any, path: str | None, focus: str, _leads: str, _value: str) -> Iterator[str]:
        if path is not None and int(component.min_count) > 0:
            number = int(component.min_count)
            condition = (lambda value: f"FILTER({_is_simple(value)}) ") if number > 1 else _any_value
            yield f"FILTER NOT EXISTS {{ {self._at_least(number, focus, path, condition)} }}"

    def _max_count(self, component: Any, path: str | None, focus: str, _leads: str, _value: str) -> Iterator[str]:
        if path is not None:
            yield self._at_least(int(component.max_count) + 1, focus, path)

    def _unique_lang(self, component: Any, path: str | None, focus: str, leads: str, value: str) -> Iterator[str]:
        if any(component.string_rules):
            other = self._variable()
            yield (
                f"{leads}{focus} {path} {other} . FILTER(!sameTerm({value}, {other}) "
                f'&& LANG({value}) != "" && LCASE(LANG({value})) = LCASE(LANG({other})))'
            )

    def _has_value(self, component: Any, path: str | None, focus: str, _leads: str, _value: str) -> Iterator[str]:
        for each in map(_n3, sorted(component.has_value_set)):
            yield f"FILTER NOT EXISTS {{ {focus} {path} {each} }}" if path else f"FILTER(!sameTerm({focus}, {each}))"

    def _class(self, component: Any, _path: str | None, _focus: str, leads: str, value: str) -> Iterator[str]:
        for each in component.class_rules:
            yield f"{leads}FILTER NOT EXISTS {{ {self._instance(value, each)} }}"

    def _equals(self, component: Any, path: str | None, focus: str, leads: str, value: str) -> Iterator[str]:
        other = self._variable()
        is_one = f"{focus} {path} {other}" if path else f"FILTER(sameTerm({focus}, {other}))"
        for each in map(_n3, component.property_compare_set):
            yield f"{leads}FILTER NOT EXISTS {{ {focus} {each} {value} }}"
            yield f"{focus} {each} {other} . FILTER NOT EXISTS {{ {is_one} }}"

    def _less(self, component: Any, _path: str | None, focus: str, leads: str, value: str) -> Iterator[str]:
        operator = "<=" if "OrEquals" in component.constraint_name() else "<"
        other = self._variable()
        yield f"{leads}FILTER(isBlank({value}))"  # pySHACL raises an error
        for each in map(_n3, component.property_compare_set):
            yield f"{focus} {each} {other} . FILTER(isBlank({other}))"
            yield f"{leads}{focus} {each} {other} . FILTER(!COALESCE({value} {operator} {other}, false))"

    def _closed(self, component: Any, _path: str | None, _focus: str, leads: str, value: str) -> Iterator[str]:
        if component.is_closed:
            shapes = [component.shape.get_other_shape(each) for each in component.property_shapes]
            known = {*component.ignored_props, *(each.path() for each in shapes)}
            predicate, names = self._variable(), [_n3(each) for each in known if isinstance(each, URIRef)]
            is_unknown = " && ".join(f"{predicate} != {each}" for each in sorted(names)) or "true"
            yield f"{leads}{value} {predicate} {self._variable()} . FILTER({is_unknown})"

    def _all(self, nodes: Iterable[Node], component: Any, leads: str, value: str, depth: int) -> Iterator[str]:
        for node in nodes:
            for pattern in self.failures(component.shape.get_other_shape(node), value, depth + 1):
                yield leads + pattern

    def _and(self, component: Any, leads: str, value: str, depth: int) -> Iterator[str]:
        for head in component.and_list:
            yield from self._all(self._graph.items(head), component, leads, value, depth)

    def _or(self, component: Any, leads: str, value: str, depth: int) -> Iterator[str]:
        for head in component.or_list:
            yield f"{leads}FILTER({' && '.join(self._failing(self._graph.items(head), component, value, depth))})"

    def _not(self, component: Any, leads: str, value: str, depth: int) -> Iterator[str]:
        for each in self._failing(component.not_list, component, value, depth):
            yield f"{leads}FILTER(!{each})"

    def _failing(self, nodes: Iterable[Node], component: Any, value: str, depth: int) -> list[str]:
        return [self._fails(component.shape.get_other_shape(node), value, depth) for node in nodes]

    def _qualified(self, component: Any, path: str, focus: str, depth: int) -> Iterator[str]:
        if component.is_disjoint:
            raise NotCompiled(component)
        for node in component.value_shapes:
            shape = component.shape.get_other_shape(node)

            def conforms(value: str, shape: Any = shape) -> str:
                return f"FILTER(!{self._fails(shape, value, depth)}) "

            if component.min_count:
                yield f"FILTER NOT EXISTS {{ {self._at_least(int(component.min_count), focus, path, conforms)} }}"
            if component.max_count is not None:
                yield self._at_least(int(component.max_count) + 1, focus, path, conforms)

    def _queries(self, component: Any, focus: str) -> Iterator[str]:
        """Yield the groups of sh:sparql, where pre-binding ?this means the same as to join it (SHACL §5.3.1)."""
        for query in component.sparql_constraints:
            text = query.select_text
            head, _, rest = text.partition("{")
            body, _, tail = rest.rpartition("}")
            is_nested = any(each[0].startswith("{") for each in _GROUP.finditer(body))
            if focus != THIS or "PREFIX" in head.upper() or _NOT_PLAIN.search(text) or is_nested:
                raise NotCompiled(query)
            if tail.strip():
                raise NotCompiled(query)
            self.predicates.update(_IRI.findall(text), [RDF_TYPE] if re.search(r"\sa\s", text) else ())
            self.prologue = query.apply_prefixes("")
            if not query.deactivated:
                yield body.replace("$", "?")


_OF_VALUES: Mapping[str, Callable[..., Iterator[str]]] = {
    "MinCount": _Compiler._min_count,
    "MaxCount": _Compiler._max_count,
    "UniqueLang": _Compiler._unique_lang,
    "HasValue": _Compiler._has_value,
    "Class": _Compiler._class,
    "Equals": _Compiler._equals,
    "LessThan": _Compiler._less,
    "LessThanOrEquals": _Compiler._less,
    "Closed": _Compiler._closed,
}
_INEXACT = ("Equals", "LessThan", "LessThanOrEquals", "UniqueLang")
"""Components whose patterns match where pySHACL would raise an error, or takes two literals for the same."""

_OF_SHAPES: Mapping[str, Callable[..., Iterator[str]]] = {
    "Property": lambda self, each, *rest: self._all(each.property_shapes, each, *rest),
    "Node": lambda self, each, *rest: self._all(each.node_shapes, each, *rest),
    "And": _Compiler._and,
    "Or": _Compiler._or,
    "Not": _Compiler._not,
}
