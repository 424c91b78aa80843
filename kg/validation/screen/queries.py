"""Compile the query of a SPARQL constraint, as rdflib parses it, into a screen."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

from pyshacl.graph_abstraction import to_ox
from rdflib import BNode, Literal, URIRef, Variable
from rdflib.paths import AlternativePath, InvPath, MulPath, SequencePath
from rdflib.plugins.sparql.algebra import translateQuery
from rdflib.plugins.sparql.parser import parseQuery

from kg.terms.formats import XSD
from kg.validation.screen import sparql
from kg.validation.screen.components import Chain, Choice, NoScreen, Path, Repeat, Step
from kg.validation.screen.values import canonical

_AROUND = {"SelectQuery", "Project", "Distinct", "Reduced", "Extend"}
"""What stands around the pattern of a query and changes nothing about whether it has a solution."""

_REPEATS = {"*": (True, True), "+": (False, True), "?": (True, False)}
_JUNCTIONS = {"ConditionalAndExpression": "&&", "ConditionalOrExpression": "||"}


def compiled(query: Any) -> sparql.NoSolution:
    """Compile the query of a SPARQL constraint (pySHACL's `SPARQLQueryHelper`).

    Raises:
        NoScreen: If it has anything that is not known here.
    """
    text = query.select_text
    others = (query.bind_path_regex, query.bind_sg_regex, query.bind_cs_regex)
    if not query.bind_this_regex.search(text) or any(regex.search(text) for regex in others):
        raise NoScreen
    try:
        query.check_invalid_sparql(text)
        algebra = translateQuery(parseQuery(query.apply_prefixes(text))).algebra
    except Exception as error:  # whatever is wrong with the query, pySHACL says it when it comes to it
        raise NoScreen from error
    return sparql.NoSolution(_pattern(algebra, frozenset({sparql.THIS})))


def _pattern(node: Any, bound: frozenset[str]) -> sparql.Group:
    while node.name in _AROUND:
        if node.datasetClause:
            raise NoScreen
        node = node.p
    filters = []
    while node.name == "Filter":
        filters += _conjuncts(node.expr)
        node = node.p
    ordered = list(_ordered([_triple(*each) for each in _triples(node)], bound))
    known = bound.union(*((each.subject, each.object) for each in ordered))
    return sparql.Group(tuple(ordered), tuple(_expression(each, known) for each in filters))


def _conjuncts(expression: Any) -> list[Any]:
    """Take a filter apart: FILTER (A && B) keeps the solutions that FILTER (A) FILTER (B) keeps, errors or not."""
    if getattr(expression, "name", "") != "ConditionalAndExpression":
        return [expression]
    return [each for part in (expression.expr, *expression.other) for each in _conjuncts(part)]


def _triples(node: Any) -> list[Sequence[Any]]:
    if node.name == "Join":
        return [*_triples(node.p1), *_triples(node.p2)]
    if node.name == "BGP":
        return list(node.triples)
    raise NoScreen


def _triple(subject: Any, predicate: Any, obj: Any) -> sparql.Triple:
    return sparql.Triple(_term(subject), _path(predicate), _term(obj))


def _ordered(triples: list[sparql.Triple], bound: frozenset[str]) -> Iterator[sparql.Triple]:
    """Yield triple patterns so that the subject of each is bound by then; a predicate can be turned round."""
    while triples:
        each = next(
            filter(None, chain(map(_bound, triples, repeat(bound)), map(_turned, triples, repeat(bound)))), None
        )
        if each is None:
            raise NoScreen
        pattern, turned = each
        triples.remove(pattern)
        yield turned
        bound |= {pattern.subject, pattern.object}


def _bound(triple: sparql.Triple, bound: frozenset[str]) -> tuple[sparql.Triple, sparql.Triple] | None:
    return (triple, triple) if triple.subject[0] != "?" or triple.subject in bound else None


def _turned(triple: sparql.Triple, bound: frozenset[str]) -> tuple[sparql.Triple, sparql.Triple] | None:
    if not isinstance(triple.path, Step) or (triple.object[0] == "?" and triple.object not in bound):
        return None
    key = triple.path.key
    inverse = Step(key[1:] if key[0] == "^" else f"^{key}")
    return triple, sparql.Triple(triple.object, inverse, triple.subject)


def _term(term: Any) -> str:
    if isinstance(term, Variable):
        return f"?{term}"
    if isinstance(term, BNode):
        return f"? {term}"  # a variable that no other can be
    if isinstance(term, URIRef):
        return f"<{term}>"
    if isinstance(term, Literal) and str(term.datatype) in ("None", f"{XSD}string", f"{XSD}integer", f"{XSD}boolean"):
        return canonical(str(to_ox(term)))
    raise NoScreen


def _path(path: Any) -> Path:
    if isinstance(path, URIRef):
        return Step(f"<{path}>")
    if isinstance(path, SequencePath):
        return Chain(tuple(map(_path, path.args)))
    if isinstance(path, AlternativePath):
        return Choice(tuple(map(_path, path.args)))
    if isinstance(path, InvPath) and isinstance(path.arg, URIRef):
        return Step(f"^<{path.arg}>")
    if isinstance(path, MulPath):
        return Repeat(_path(path.path), *_REPEATS[path.mod])
    raise NoScreen


def _expression(expression: Any, bound: frozenset[str]) -> sparql.Expression:
    if isinstance(expression, Variable):
        if f"?{expression}" not in bound:
            raise NoScreen
        return sparql.Variable(f"?{expression}")
    if isinstance(expression, URIRef | Literal):
        number = expression.value if isinstance(expression, Literal) else None
        return sparql.Constant(number if type(number) is int else _term(expression))
    return _operation(expression, bound)


def _operation(node: Any, bound: frozenset[str]) -> sparql.Expression:
    name = getattr(node, "name", "")
    if name in _JUNCTIONS:
        return sparql.Junction(_JUNCTIONS[name], _all([node.expr, *node.other], bound))
    if name == "UnaryNot":
        return sparql.Junction("!", _all([node.expr], bound))
    if name == "RelationalExpression" and node.op in ("=", "!=", "<", ">", "<=", ">="):
        return sparql.Comparison(node.op, *_all([node.expr, node.other], bound))
    if name in ("Builtin_EXISTS", "Builtin_NOTEXISTS"):
        return sparql.Exists(_pattern(node.graph, bound), name == "Builtin_EXISTS")
    function = name.removeprefix("Builtin_")
    if function in sparql.FUNCTIONS:
        return sparql.Function(function, _all(_arguments(node), bound))
    raise NoScreen


def _all(expressions: Iterable[Any], bound: frozenset[str]) -> tuple[Any, ...]:
    return tuple(_expression(each, bound) for each in expressions)


def _arguments(node: Any) -> list[Any]:
    """Return the arguments of a function, which rdflib names in various ways."""
    values = [value for key, value in node.items() if key in ("arg", "arg1", "arg2", "start", "length")]
    return [each for value in values for each in (value if isinstance(value, list) else [value])]
