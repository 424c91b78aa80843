"""Lists of the things of a kind, narrowed and ordered by their fields, as programs ask for them.

Parameters are spelled as Datasette spells them: `year__gte=2020&authors=ada-lovelace&_sort_desc=year&_size=20`.
Values are compared here, not in the engine: names of things are looked up in the search index, dates are compared as
far as both are stated, and letters without case.
"""

import re
from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from operator import ge, gt, le, lt
from time import process_time
from typing import Any, NamedTuple

from pyoxigraph import DefaultGraph, Literal, NamedNode

from kg.base.errors import NotFound, QueryError
from kg.store.columns import NUMBER, is_number, value
from kg.store.graph import Graph
from kg.store.reconciliation.properties import ThingProperty, kinds_of, properties_of
from kg.store.reconciliation.values import is_value
from kg.store.store import solutions
from kg.terms.formats import Term, term_text
from kg.terms.kinds import Declaration
from kg.terms.labels import local_name
from kg.terms.typed_yaml import hint_for
from kg.terms.vocabulary import KG

PAGE, MAX_SIZE = 100, 1_000
"""How many rows a page has, and how many it may have."""
MAX_FILTERS = 10
"""Each reads the values of a field of all things."""
MAX_SECONDS = 5.0
"""Processor time that the conditions and the order of a list may take."""
PARAMETERS = ("_size", "_next", "_sort", "_sort_desc", "_search", "_col", "_stream")
"""The parameters that are no fields."""
OPERATORS = (
    *("exact", "not", "contains", "notcontains", "startswith", "endswith", "gt", "gte", "lt", "lte"),
    *("in", "notin", "isnull", "notnull"),
)
"""What may stand after a field and two underscores."""

_OPPOSITES = {"not": "exact", "notcontains": "contains", "notin": "in", "isnull": "notnull"}
_TEXT_TESTS = {"contains": str.__contains__, "startswith": str.startswith, "endswith": str.endswith}
_ORDER_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {"gt": gt, "gte": ge, "lt": lt, "lte": le}
_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}", re.ASCII)
_MAX_CHARS = 2_000
_MAX_START = 10**9
_ACRONYM = NamedNode(f"{KG}acronym")
_MAX_SOUGHT_VALUES = 20_000  # that the engine is given to look for; of more it gives all that there are
_ROWS_BETWEEN_CLOCK_READINGS = 1_000
_CACHED_TERMS = 1 << 16  # of a list
_CACHED_LISTS = 8  # whose order a process remembers: 8 bytes a thing


class FieldFilter(NamedTuple):
    """A condition on a field."""

    key: str
    operator: str  # one of `OPERATORS`
    text: str  # with what values are compared


class ListRequest(NamedTuple):
    """Which things are listed, in which order."""

    kind: str  # the path of their kind
    filters: tuple[FieldFilter, ...] = ()  # that all of them fulfil
    search: str = ""  # words that they have, or empty
    sort: str = ""  # the key of the field by which they are in order, or empty for names
    is_descending: bool = False  # whether the largest value comes first


class PagedRequest(NamedTuple):
    """A page of a list."""

    things: ListRequest
    columns: tuple[str, ...]  # the keys of the fields that are shown
    size: int = PAGE
    start: int = 0  # how many things come before


def read_request(declaration: Declaration, kind: str, fields: Sequence[tuple[str, str]]) -> PagedRequest:
    """Return what the fields of a query string ask for; an empty value asks for nothing.

    Raises:
        NotFound: If there is no such kind.
        QueryError: If something is not known, is too much, or is given twice.
    """
    if kind not in kinds_of(declaration):
        raise NotFound(f"there is no list '{kind[:80]}'", hint="see /api.json for those there are")
    known = properties_of(declaration, kind)
    given = [(name, text) for name, text in fields if text.strip()]
    said = _parameters([each for each in given if each[0].startswith("_")])
    filters = tuple(_filter(*each) for each in given if not each[0].startswith("_"))
    if len(filters) > MAX_FILTERS:
        raise QueryError(f"a list has at most {MAX_FILTERS} conditions", hint="ask for several values with __in")
    sort = said.get("_sort") or said.get("_sort_desc") or ""
    columns = [each.strip() for each in said.get("_col", "").split(",") if each.strip()]
    for key in (*(each.key for each in filters), *columns, *filter(None, [sort])):
        _check(key, known, f"'{kind}' has no field", f"see /api.json for the fields of '{kind}'")
    shown = (key for key, each in known.items() if len(each.steps) == 1 and "table" in each.field.show)
    size = MAX_SIZE if said.get("_size") == "max" else _number(said, "_size", PAGE, MAX_SIZE)
    things = ListRequest(kind, filters, said.get("_search", ""), sort, "_sort_desc" in said)
    return PagedRequest(things, tuple(dict.fromkeys(columns or shown)), size, _number(said, "_next", 0, _MAX_START))


def _parameters(fields: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    said = dict(fields)
    for name in said:
        _check(name, PARAMETERS, "there is no parameter", f"there are {', '.join(PARAMETERS)}")
    if said.get("_stream", "on") != "on":
        raise QueryError("'_stream' takes no value but on", hint="write _stream=on, or leave it out")
    if len(said) < len(fields) or said.keys() >= {"_sort", "_sort_desc"}:
        raise QueryError("a parameter is given twice", hint="send each once, and only one order")
    return said


def _number(said: Mapping[str, str], name: str, default: int, most: int) -> int:
    text = said.get(name, str(default)).strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise QueryError(f"'{text[:40]}' is no number from 0 to {most:,}", hint=f"write {name}={default}")
    return int(text)


def _filter(name: str, text: str) -> FieldFilter:
    key, separator, operator = name.rpartition("__")
    found = FieldFilter(key, operator, text) if separator else FieldFilter(name, "exact", text)
    _check(found.operator, OPERATORS, "there is no operator", f"there are {', '.join(OPERATORS)}")
    if found.operator in ("isnull", "notnull") and text != "1":
        raise QueryError(f"'{operator}' takes no value but 1", hint=f"write {name}=1, or ask for the opposite")
    if len(text) > _MAX_CHARS:
        raise QueryError(f"a value has at most {_MAX_CHARS:,} characters", hint="ask for a part of it with __contains")
    return found


def _check(text: str, known: Collection[str], message: str, hint: str) -> None:
    if text not in known:
        raise QueryError(f"{message} '{text[:80]}'", hint=hint_for(text[:80], known, hint))


def listed(graph: Graph, request: PagedRequest) -> tuple[Sequence[str], int]:
    """Return the IRIs of the things of a page, and how many there are on all pages."""
    if request.things == ListRequest(request.things.kind):
        found = graph.index.listing(request.things.kind, limit=request.size, offset=request.start)
        return [hit.iri for hit in found.hits], found.total
    numbers = _numbers(graph, request.things)
    return graph.index.iris(numbers[request.start :][: request.size]), len(numbers)


@lru_cache(maxsize=_CACHED_LISTS)
def _numbers(graph: Graph, request: ListRequest) -> "array[int]":
    """The numbers of all things of a list in the index, in order."""
    things = graph.index.in_order(request.kind, request.search)
    known = properties_of(graph.declaration, request.kind)
    values = _FieldValues(graph, request.kind, process_time() + MAX_SECONDS)
    for key, operator, text in request.filters:
        having = values.having(known[key], _OPPOSITES.get(operator, operator), text)
        things = [each for each in things if (each[1] in having) is (operator not in _OPPOSITES)]
    if request.sort:
        keys = values.sort_keys(known[request.sort], max if request.is_descending else min)
        last = [each for each in things if each[1] not in keys]  # what has no value comes last either way
        things = [each for each in things if each[1] in keys]
        things.sort(key=lambda each: keys[each[1]], reverse=request.is_descending)
        things += last
    return array("q", (number for number, _ in things))


_SortKey = tuple[bool, float, str]  # numbers before texts


@dataclass(frozen=True)
class _FieldValues:
    """The values that the things of a kind have, until so much processor time has passed in this process."""

    graph: Graph
    kind: str
    until: float

    def having(self, property_: ThingProperty, operator: str, text: str) -> set[str]:
        """The things of which a value of a property fulfils a condition that is no opposite."""
        if operator == "notnull":
            return {thing for thing, _ in self._pairs(property_)}
        texts = list(filter(None, map(str.strip, text.split(",")))) if operator == "in" else [text]
        if property_.kind:
            terms = set(self._meant(property_, operator, texts))
            few = terms if len(terms) <= _MAX_SOUGHT_VALUES else ()
            sought = f"VALUES ?value {{ {' '.join(map(term_text, few))} }}" if few else ""
            return {thing for thing, term in self._pairs(property_, sought) if term in terms} if terms else set()
        texts = [each.lower() for each in (*texts, *map(property_.identifier, texts)) if each]
        is_whole = operator in ("exact", "in") and property_.field.sort == "type"
        listed = ", ".join(term_text(Literal(each)) for each in texts)
        fulfils = lru_cache(_CACHED_TERMS)(partial(self._fulfils, operator, texts))
        pairs = self._pairs(property_, f"FILTER(LCASE(STR(?value)) IN ({listed}))" if is_whole else "")
        return {thing for thing, term in pairs if fulfils(term)}

    def sort_keys(
        self, property_: ThingProperty, better: Callable[[_SortKey, _SortKey], _SortKey]
    ) -> dict[str, _SortKey]:
        """The value by which each thing is put in its place: the better one of its values."""
        read, keys = lru_cache(_CACHED_TERMS)(self._sort_key), dict[str, _SortKey]()
        for thing, term in self._pairs(property_):
            key = read(term)
            keys[thing] = better(keys.get(thing, key), key)
        return keys

    def _pairs(self, property_: ThingProperty, sought: str = "") -> Iterator[tuple[str, Term]]:
        """Yield the things with each value of a property; `sought` is a clause of SPARQL about `?value`."""
        nodes = ["?thing", *(f"?node{place}" for place in range(1, len(property_.steps))), "?value"]
        triples = (
            f"{end} <{field.iri}> {start} ." if field.is_reverse else f"{start} <{field.iri}> {end} ."
            for start, field, end in zip(nodes, property_.steps, nodes[1:], strict=False)
        )
        begins = term_text(Literal(f"{self.graph.base}{self.kind}/"))
        where = f"{sought} {' '.join(triples)} FILTER(STRSTARTS(STR(?thing), {begins}))"
        self._check_time()
        answer = solutions(self.graph.store.query(f"SELECT ?thing ?value WHERE {{ {where} }}", limits=None))
        for place, (thing, term) in enumerate(answer):
            if place % _ROWS_BETWEEN_CLOCK_READINGS == 0:
                self._check_time()
            if isinstance(thing, NamedNode) and term is not None and is_value(self.graph, property_, term):
                yield thing.value, term

    def _check_time(self) -> None:
        if process_time() > self.until:
            hint = "ask with fewer conditions, or in SPARQL at /sparql"
            raise QueryError(f"the list takes more than {MAX_SECONDS:g} s of processor time", hint=hint)

    def _meant(self, property_: ThingProperty, operator: str, texts: Sequence[str]) -> Iterator[NamedNode]:
        """Yield the things that fulfil a condition on a property, whether or not anything has them as a value."""
        index, base = self.graph.index, self.graph.base
        if operator in ("exact", "in"):
            for text in texts:  # an IRI, a path, a slug or a name
                iris = (text, f"{base}{text}", f"{base}{property_.kind}/{text}")
                yield from (NamedNode(iri) for iri in iris if self.graph.local(iri) and "#" not in iri)
                yield from map(NamedNode, index.named(text, property_.kind))
            return
        acronyms = self.graph.store.quads(None, _ACRONYM, None, DefaultGraph())
        called = ((quad.subject.value, value(quad.object)) for quad in acronyms if isinstance(quad.subject, NamedNode))
        for iri, name in chain(index.names(property_.kind), called):
            if _compares(operator, name, texts[0].lower()):
                yield NamedNode(iri)

    def _fulfils(self, operator: str, texts: Sequence[str], term: Term) -> bool:
        is_numeric = is_number(term)
        return any(_compares(operator, name, text, is_numeric) for name in self._names(term) for text in texts)

    def _sort_key(self, term: Term) -> _SortKey:
        return (False, float(value(term)), "") if is_number(term) else (True, 0.0, self._names(term)[0].lower())

    def _names(self, term: Term) -> tuple[str, ...]:
        """What a value may be called, that by which it is put in order first."""
        if not isinstance(term, NamedNode):
            return (value(term),)
        if hit := self.graph.index.about(term.value):
            return (hit.name,)
        is_concept = any(self.graph.values(term.value, "skos:prefLabel"))
        names = (self.graph.label(term.value), local_name(term.value)) if is_concept else ()
        return (*names, term.value)


def _compares(operator: str, name: str, text: str, is_numeric: bool = False) -> bool:
    """Whether a value stands to a text, in lower case, as an operator says; dates as far as both are stated."""
    name = name.lower()
    if operator in _TEXT_TESTS:
        return _TEXT_TESTS[operator](name, text)
    if operator not in _ORDER_TESTS:
        return name == text
    if is_numeric and NUMBER.fullmatch(text):
        return _ORDER_TESTS[operator](float(name), float(text))
    stated = min(len(name), len(text)) if _DATE.fullmatch(name) and _DATE.fullmatch(text) else None
    return _ORDER_TESTS[operator](name[:stated], text[:stated])
