"""SPARQL constraints as a screen checks them (SHACL §5): whether a query has a solution for a focus node.

Of SPARQL 1.1 it knows basic graph patterns with property paths, FILTER with EXISTS, comparisons and some functions
of strings. A query with more has no screen; a value of which a function may not make what the store makes is `Unsure`.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from kg.validation.screen.components import Path
from kg.validation.screen.graph import PartGraph
from kg.validation.screen.values import Unsure, integer, is_simple, lexical

THIS = "?this"
Bindings = dict[str, str]
_ORDERS = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


class Text(NamedTuple):
    """A string that a function made, which is no term of the data."""

    text: str


Value = str | bool | int | Text
"""A term, a truth value, a number that stands in the query, or a string that was made."""


class Expression(Protocol):
    """Something in a FILTER."""

    def __call__(self, bindings: Bindings, graph: PartGraph) -> Value:
        """Return its value for a solution."""
        ...


@dataclass(frozen=True)
class Triple:
    """A triple pattern whose subject is bound when it is its turn; variables begin with `?`."""

    subject: str
    path: Path
    object: str


@dataclass(frozen=True)
class Group:
    """A group graph pattern: triple patterns in an order in which each is bound by those before, and filters."""

    triples: tuple[Triple, ...]
    filters: tuple[Expression, ...]

    def holds(self, bindings: Bindings, graph: PartGraph, at: int = 0) -> bool:
        """Whether there is a solution of the triple patterns from one place on that extends some bindings."""
        if at == len(self.triples):
            return self._passes(bindings, graph)
        triple = self.triples[at]
        values = triple.path.values(bindings.get(triple.subject, triple.subject), graph)
        wanted = bindings.get(triple.object, triple.object)
        if wanted[0] != "?":
            return wanted in values and self.holds(bindings, graph, at + 1)
        return any(self.holds({**bindings, wanted: value}, graph, at + 1) for value in dict.fromkeys(values))

    def _passes(self, bindings: Bindings, graph: PartGraph) -> bool:
        """Whether a solution passes all filters; one that fails decides, of whatever the others are unsure."""
        doubt = None
        for each in self.filters:
            try:
                if not _truth(each(bindings, graph)):
                    return False
            except Unsure as error:
                doubt = error
        if doubt is not None:
            raise doubt
        return True


@dataclass(frozen=True)
class NoSolution:
    """sh:sparql: the query has no solution for the focus node."""

    group: Group

    def __call__(self, values: Sequence[str], focus: str, graph: PartGraph) -> bool:  # noqa: ARG002
        return not self.group.holds({THIS: focus}, graph)


@dataclass(frozen=True)
class Constant:
    """A value that stands in the query."""

    value: Value

    def __call__(self, bindings: Bindings, graph: PartGraph) -> Value:  # noqa: ARG002
        return self.value


@dataclass(frozen=True)
class Variable:
    """A variable that is bound."""

    name: str

    def __call__(self, bindings: Bindings, graph: PartGraph) -> str:  # noqa: ARG002
        return bindings[self.name]


@dataclass(frozen=True)
class Exists:
    """EXISTS and NOT EXISTS."""

    group: Group
    wanted: bool

    def __call__(self, bindings: Bindings, graph: PartGraph) -> bool:
        return self.group.holds(bindings, graph) is self.wanted


@dataclass(frozen=True)
class Junction:
    """`&&`, `||` and, of one, `!`."""

    operator: str
    parts: tuple[Expression, ...]

    def __call__(self, bindings: Bindings, graph: PartGraph) -> bool:
        truths = [_truth(part(bindings, graph)) for part in self.parts]
        if self.operator == "!":
            return not truths[0]
        return all(truths) if self.operator == "&&" else any(truths)


@dataclass(frozen=True)
class Comparison:
    """`=`, `!=`, `<`, `>`, `<=` and `>=`."""

    operator: str
    left: Expression
    right: Expression

    def __call__(self, bindings: Bindings, graph: PartGraph) -> bool:
        left, right = self.left(bindings, graph), self.right(bindings, graph)
        if self.operator in ("=", "!="):
            return _equal(left, right) is (self.operator == "=")
        return _compared(left, right, _ORDERS[self.operator])


@dataclass(frozen=True)
class Function:
    """A function of strings, by its name in SPARQL."""

    name: str
    arguments: tuple[Expression, ...]

    def __call__(self, bindings: Bindings, graph: PartGraph) -> bool | Text:
        return FUNCTIONS[self.name]([argument(bindings, graph) for argument in self.arguments])


def _truth(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    raise Unsure(value)


def _equal(left: Value, right: Value) -> bool:
    if isinstance(left, str) and isinstance(right, str) and is_simple(left) and is_simple(right):
        return left == right
    return _compared(left, right, operator.eq)


def _compared(left: Value, right: Value, compare: Callable[[Any, Any], bool]) -> bool:
    """Compare two integers or two strings."""
    numbers = _number(left), _number(right)
    if None not in numbers:
        return compare(*numbers)
    return compare(_string(left), _string(right))


def _number(value: Value) -> int | None:
    if isinstance(value, str):
        return integer(value)
    return value if isinstance(value, int) else None


def _string(value: Value) -> str:
    """Return a string without language, whether it is a term or was made by a function."""
    if isinstance(value, Text):
        return value.text
    if isinstance(value, str) and value[0] == '"' and value[-1] == '"':
        return lexical(value)
    raise Unsure(value)


def _str(arguments: Sequence[Value]) -> Text:
    (term,) = arguments
    if isinstance(term, str) and term[0] != "_":
        return Text(lexical(term))
    return Text(_string(term))


def _substr(arguments: Sequence[Value]) -> Text:
    text, *numbers = arguments
    start, length = (*numbers, None)[:2]
    if type(start) is not int or start < 1 or not (length is None or (type(length) is int and length >= 0)):
        raise Unsure(numbers)
    end = None if length is None else start - 1 + length
    return Text(_string(text)[start - 1 : end])


FUNCTIONS: Mapping[str, Callable[[Sequence[Value]], bool | Text]] = {
    "STR": _str,
    "SUBSTR": _substr,
    "CONCAT": lambda arguments: Text("".join(map(_string, arguments))),
    "CONTAINS": lambda arguments: _string(arguments[1]) in _string(arguments[0]),
    "STRSTARTS": lambda arguments: _string(arguments[0]).startswith(_string(arguments[1])),
    "STRENDS": lambda arguments: _string(arguments[0]).endswith(_string(arguments[1])),
}
"""The functions that are known, by their names in SPARQL 1.1 §17.4."""
