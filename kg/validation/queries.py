"""Compile shapes into SPARQL patterns that match where a node may not conform: pySHACL judges these nodes alone.

A pattern may match too often, never too seldom. What is not compiled raises `NotCompiled`, and all targets are judged.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, count
from typing import Any, NamedTuple

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


# What a single value has to be: conditions that hold of a value that conforms.

_KINDS = {
    SH.IRI: "isIRI({})",
    SH.Literal: "isLiteral({})",
    SH.BlankNode: "isBlank({})",
    SH.IRIOrLiteral: "!isBlank({})",
    SH.BlankNodeOrIRI: "!isLiteral({})",
    SH.BlankNodeOrLiteral: "!isIRI({})",
}
_COMPARED = {
    "MinInclusive": ("min_vals", "{} >= {}"),
    "MinExclusive": ("min_vals", "{} > {}"),
    "MaxInclusive": ("max_vals", "{} <= {}"),
    "MaxExclusive": ("max_vals", "{} < {}"),
    "MinLength": ("string_rules", "!isBlank({0}) && STRLEN(STR({0})) >= {1}"),
    "MaxLength": ("string_rules", "!isBlank({0}) && STRLEN(STR({0})) <= {1}"),
}
"""By the name of a component: its parameters, and the condition of a value and one of them."""
_NUMBERS = ("integer", "decimal", "double", "float", "int", "long")
_SIMPLE = (RDF.langString, *(URIRef(f"{XSD}{name}") for name in ("string", "integer", "decimal", "boolean")))
_CAST = ("boolean", "date", "dateTime", "gYear", "gYearMonth")


def _conditions(name: str, component: Any, value: str) -> Iterator[str]:
    match name:
        case "Datatype":
            datatype = component.datatype_rule
            local, n3 = str(datatype).removeprefix(XSD), datatype.n3()
            is_number = f" && isNumeric({value})" if local in _NUMBERS else ""
            yield f"DATATYPE({value}) = {n3}{f' && {n3}({value}) = {value}' if local in _CAST else is_number}"
        case "NodeKind":
            yield _KINDS[component.nodekind_rule].format(value)
        case "In":
            yield " || ".join(f"sameTerm({value}, {_n3(each)})" for each in sorted(component.in_vals)) or "false"
        case "Pattern":
            flags = "".join(flag for flag in "im" if flag in str(component.flags or "").lower())
            for pattern in component.string_rules:
                yield f'!isBlank({value}) && REGEX(STR({value}), {Literal(str(pattern)).n3()}, "{flags}")'
        case _:
            parameters, form = _COMPARED[name]
            yield from (form.format(value, _n3(each)) for each in getattr(component, parameters))


_OF_ONE_VALUE = {"Datatype", "NodeKind", "In", "Pattern", *_COMPARED}


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
_FILTER_EXISTS = re.compile(r"\bFILTER\s+(NOT\s+)?EXISTS\s*\{|\}", re.IGNORECASE)
_FILTER = re.compile(r"\bFILTER\s*\w*", re.IGNORECASE)
_INNERMOST = re.compile(r"\([^(){}]*\)")
_TOKEN = re.compile(r"<[^<>\s]*>|[$?]\w+|\S")
_PREDICATE = re.compile(r"<[^<>\s]*>|a")
_PATH = re.compile(rf"({_PREDICATE.pattern})[+*?]?([/|]({_PREDICATE.pattern})[+*?]?)*")


class _Place(NamedTuple):
    """What a constraint is about: the values to which a path leads from a focus node, or the node itself."""

    focus: str  # a variable, as the value
    path: str | None
    value: str
    depth: int  # how many shapes lead here

    @property
    def leads(self) -> str:
        """The pattern of a value."""
        return "" if self.path is None else f"{self.focus} {self.path} {self.value} . "


class CompiledShape:
    """A shape that pySHACL has read, as patterns.

    Args:
        shape: The shape.
        subclasses: All subclasses of each class.

    Raises:
        NotCompiled: If all its targets have to be judged.
    """

    def __init__(self, shape: Any, subclasses: Mapping[str, Set[str]]) -> None:
        self._graph = shape.sg.graph
        self._subclasses = subclasses
        self._numbers = count(1)
        self._shapes = 0
        self._is_exact = False  # whether the patterns become a condition, and must not match too often
        self.name: Node = shape.node  # its IRI or blank node
        self.steps: set[Step] = set()  # how paths lead from ?this to what the patterns look at
        self.predicates: set[str] = set()  # the IRIs in sh:sparql, where it is not known how paths lead to them
        self.prologue = ""  # the prefixes that these use
        several = [f"{{ {each} }}" for each in self._targets(shape)]
        self.targets = " UNION ".join(several)  # binds ?this to its targets, but for those that it names
        self.each_once = self.targets
        if len(several) > 1 or not self.targets.startswith(f"{{ {THIS} a "):
            self.each_once = f"{{ SELECT DISTINCT {THIS} WHERE {{ {self.targets} }} }}"
        # What matches where ?this may not conform.
        self.patterns = tuple(dict.fromkeys(self._failures(shape, THIS))) if self.targets else ()

    def _targets(self, shape: Any) -> Iterator[str]:
        """Yield the patterns that bind ?this to the targets of a shape (SHACL §2.1.3)."""
        _, classes, implicit, objects_of, subjects_of = map(frozenset, shape.target())
        for each in sorted(classes | implicit):
            yield self._instance(THIS, each)
        yield from (f"{THIS} {_n3(each)} {self._variable()} ." for each in sorted(subjects_of))
        yield from (f"{self._variable()} {_n3(each)} {THIS} ." for each in sorted(objects_of))
        self.steps.update((str(each), True) for each in objects_of)

    def _failures(self, shape: Any, focus: str, depth: int = 0) -> Iterator[str]:
        """Yield patterns, one of which matches where a focus node does not conform."""
        self._shapes += 1
        if shape is None or depth > MAX_DEPTH or self._shapes > MAX_SHAPES or shape.find_custom_constraints():
            raise NotCompiled(shape)
        if shape.deactivated:
            return
        path = self._path(shape.path()) if shape.is_property_shape else None
        place = _Place(focus, path, focus if path is None else self._variable(), depth)
        conditions: list[str] = []
        for component in self._components(shape):
            name = str(component.constraint_name()).removesuffix("ConstraintComponent")
            if name in _OF_ONE_VALUE:
                conditions.extend(f"({each})" for each in _conditions(name, component, place.value))
            elif name not in _PATTERNS or (self._is_exact and name in _INEXACT):
                raise NotCompiled(name)
            else:
                yield from _PATTERNS[name](self, component, place)
        if conditions:
            yield f"{place.leads}FILTER(!COALESCE({' && '.join(conditions)}, false))"

    def _components(self, shape: Any) -> Iterator[Any]:
        kinds = {CONSTRAINT_PARAMETERS_MAP.get(each) for each in self._graph.predicates(shape.node)} - {None}
        for kind in sorted(kinds, key=lambda each: str(each.constraint_name())):
            try:
                yield kind(shape)
            except Exception as error:  # whatever is wrong with the shape, pySHACL says it when it comes to it
                raise NotCompiled(shape) from error

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

    def _at_least(self, number: int, place: _Place, condition: Callable[[str], str] = lambda _: "") -> str:
        """Return the pattern of so many different values, each with a condition."""
        if number > MAX_COUNT + 1 or (number > 1 and self._is_exact):
            raise NotCompiled(number)
        values = [self._variable() for _ in range(number)]
        different = (f"FILTER(!sameTerm({one}, {other})) " for one, other in combinations(values, 2))
        return "".join((*(f"{place.focus} {place.path} {each} . {condition(each)}" for each in values), *different))

    def _min_count(self, component: Any, place: _Place) -> Iterator[str]:
        number = int(component.min_count)
        simple = (lambda value: f"FILTER({_is_simple(value)}) ") if number > 1 else lambda _: ""
        if place.path is not None and number > 0:
            yield f"FILTER NOT EXISTS {{ {self._at_least(number, place, simple)} }}"

    def _max_count(self, component: Any, place: _Place) -> Iterator[str]:
        if place.path is not None:
            yield self._at_least(int(component.max_count) + 1, place)

    def _unique_lang(self, component: Any, place: _Place) -> Iterator[str]:
        if any(component.string_rules):
            value, other = place.value, self._variable()
            yield (
                f"{place.leads}{place.focus} {place.path} {other} . FILTER(!sameTerm({value}, {other}) "
                f'&& LANG({value}) != "" && LCASE(LANG({value})) = LCASE(LANG({other})))'
            )

    def _has_value(self, component: Any, place: _Place) -> Iterator[str]:
        for each in map(_n3, sorted(component.has_value_set)):
            lacks = f"NOT EXISTS {{ {place.focus} {place.path} {each} }}"
            yield f"FILTER {lacks}" if place.path else f"FILTER(!sameTerm({place.focus}, {each}))"

    def _class(self, component: Any, place: _Place) -> Iterator[str]:
        for each in component.class_rules:
            yield f"{place.leads}FILTER NOT EXISTS {{ {self._instance(place.value, each)} }}"

    def _equals(self, component: Any, place: _Place) -> Iterator[str]:
        other = self._variable()
        is_one = f"{place.focus} {place.path} {other}" if place.path else f"FILTER(sameTerm({place.focus}, {other}))"
        for each in map(_n3, component.property_compare_set):
            yield f"{place.leads}FILTER NOT EXISTS {{ {place.focus} {each} {place.value} }}"
            yield f"{place.focus} {each} {other} . FILTER NOT EXISTS {{ {is_one} }}"

    def _less(self, component: Any, place: _Place) -> Iterator[str]:
        operator = "<=" if "OrEquals" in component.constraint_name() else "<"
        value, other = place.value, self._variable()
        yield f"{place.leads}FILTER(isBlank({value}))"  # pySHACL raises an error
        for each in map(_n3, component.property_compare_set):
            yield f"{place.focus} {each} {other} . FILTER(isBlank({other}))"
            yield f"{place.leads}{place.focus} {each} {other} . FILTER(!COALESCE({value} {operator} {other}, false))"

    def _all(self, nodes: Iterable[Node], component: Any, place: _Place) -> Iterator[str]:
        for node in nodes:
            for pattern in self._failures(component.shape.get_other_shape(node), place.value, place.depth + 1):
                yield place.leads + pattern

    def _fails(self, component: Any, node: Node, value: str, depth: int) -> str:
        """Return the condition that a value does not conform to a shape."""
        is_outer, self._is_exact = not self._is_exact, True
        shape = component.shape.get_other_shape(node)
        patterns = [f"EXISTS {{ {each} }}" for each in self._failures(shape, value, depth + 1)]
        self._is_exact = not is_outer
        return f"({' || '.join(patterns) or 'false'})"

    def _or(self, component: Any, place: _Place) -> Iterator[str]:
        for head in component.or_list:
            nodes = self._graph.items(head)
            failing = " && ".join(self._fails(component, node, place.value, place.depth) for node in nodes)
            yield f"{place.leads}FILTER({failing})"

    def _not(self, component: Any, place: _Place) -> Iterator[str]:
        for node in component.not_list:
            yield f"{place.leads}FILTER(!{self._fails(component, node, place.value, place.depth)})"

    def _qualified(self, component: Any, place: _Place) -> Iterator[str]:
        if component.is_disjoint or place.path is None:
            raise NotCompiled(component)
        for node in component.value_shapes:

            def conforms(value: str, node: Node = node) -> str:
                return f"FILTER(!{self._fails(component, node, value, place.depth)}) "

            if component.min_count:
                yield f"FILTER NOT EXISTS {{ {self._at_least(int(component.min_count), place, conforms)} }}"
            if component.max_count is not None:
                yield self._at_least(int(component.max_count) + 1, place, conforms)

    def _queries(self, component: Any, place: _Place) -> Iterator[str]:
        """Yield the groups of sh:sparql, where pre-binding ?this means the same as to join it (SHACL §5.3.1)."""
        for query in component.sparql_constraints:
            text = query.select_text
            head, _, rest = text.partition("{")
            body, _, tail = rest.rpartition("}")
            is_nested = any(each[0].startswith("{") for each in _GROUP.finditer(body))
            if place.focus != THIS or "PREFIX" in head.upper() or _NOT_PLAIN.search(text) or is_nested or tail.strip():
                raise NotCompiled(query)
            try:
                self.steps |= _steps(body.replace("$", "?"))
            except ValueError:
                self.predicates.update(_IRI.findall(text), [RDF_TYPE] if re.search(r"\sa\s", text) else ())
            self.prologue = query.apply_prefixes("")
            if not query.deactivated:
                yield body.replace("$", "?")


def _steps(body: str) -> set[Step]:
    """Return how a query leads from ?this to all that it looks at.

    Raises:
        ValueError: If it is not made of plain triples: without the arguments of filters, all else has to be some.
    """
    text = _FILTER_EXISTS.sub(" . ", body)
    while (shorter := _INNERMOST.sub(" ", text)) != text:
        text = shorter
    ahead = list(_triples(_TOKEN.findall(_FILTER.sub(" . ", text))))
    steps: set[Step] = set()
    reached = {THIS}
    while found := [each for each in ahead if each[0] in reached or each[2] in reached]:
        for subject, path, target in found:
            iris = (RDF_TYPE if each == "a" else each[1:-1] for each in _PREDICATE.findall(path))
            steps.update((iri, subject not in reached) for iri in iris)
            reached |= {subject, target}
        ahead = [each for each in ahead if each not in found]
    if ahead:
        raise ValueError(body)
    return steps


def _triples(tokens: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield subject, path and object of each triple."""
    for statement in _split(tokens, "."):
        several = _split(statement[1:], ";")
        for said in several:
            (*path, target), *others = _split(said, ",")
            if not _PATH.fullmatch("".join(path)):
                raise ValueError(said)
            for (each,) in ([target], *others):
                yield statement[0], "".join(path), each
        if not several:
            raise ValueError(statement)


def _split(tokens: Sequence[str], separator: str) -> list[list[str]]:
    """Return what stands between separators."""
    found: list[list[str]] = [[]]
    for token in tokens:
        if token == separator:
            found.append([])
        else:
            found[-1].append(token)
    return [*filter(None, found)]


_PATTERNS: Mapping[str, Callable[[CompiledShape, Any, _Place], Iterator[str]]] = {
    "MinCount": CompiledShape._min_count,
    "MaxCount": CompiledShape._max_count,
    "UniqueLang": CompiledShape._unique_lang,
    "HasValue": CompiledShape._has_value,
    "Class": CompiledShape._class,
    "Equals": CompiledShape._equals,
    "LessThan": CompiledShape._less,
    "LessThanOrEquals": CompiledShape._less,
    "Property": lambda self, each, place: self._all(each.property_shapes, each, place),
    "Node": lambda self, each, place: self._all(each.node_shapes, each, place),
    "Or": CompiledShape._or,
    "Not": CompiledShape._not,
    "QualifiedValueShape": CompiledShape._qualified,
    "SPARQL": CompiledShape._queries,
}
"""What yields the patterns of violations, by the name of the component; with any other, all targets are judged."""
_INEXACT = ("Equals", "LessThan", "LessThanOrEquals", "UniqueLang")
"""Components whose patterns match where pySHACL would raise an error, or takes two literals for the same."""
