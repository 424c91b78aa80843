"""Lists of the things of a kind, narrowed and ordered by their fields, as programs ask for them.

Parameters are spelled as Datasette spells them: `year__gte=2020&authors=ada-lovelace&_sort_desc=year&_size=20`.
Values are compared here, not in the engine: names of things are looked up in the search index, dates are compared as
far as both are stated, and letters without case.
"""

import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from operator import eq, ge, gt, le, lt
from time import process_time
from typing import Any, NamedTuple

from pyoxigraph import DefaultGraph, Literal, NamedNode, QuerySolutions

from kg.base.errors import NotFound, QueryError
from kg.store.columns import NUMBER, is_number, value
from kg.store.graph import Graph
from kg.store.reconciliation.properties import ThingProperty, kinds_of, properties_of
from kg.store.reconciliation.values import is_value
from kg.terms.formats import Term, term_text
from kg.terms.kinds import Declaration
from kg.terms.labels import local_name
from kg.terms.typed_yaml import nearest
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
_MAX_TEXT = 2_000
_MAX_START = 10**9
_ORDERS = ("gt", "gte", "lt", "lte")
_ACRONYM = NamedNode(f"{KG}acronym")
_FEW = 20_000  # values that the engine is given to look for; of more it says all that there are
_CHECKED = 1_000  # after so many rows the clock is read
_REMEMBERED = 1 << 16  # values that are looked up once a list
_KEPT = 8  # lists whose order a process remembers: 8 bytes a thing


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
    filters = tuple(_filter(known, kind, *each) for each in given if not each[0].startswith("_"))
    if len(filters) > MAX_FILTERS:
        raise QueryError(f"a list has at most {MAX_FILTERS} conditions", hint="ask for several values with __in")
    sort = said.get("_sort") or said.get("_sort_desc") or ""
    asked = [each.strip() for each in said.get("_col", "").split(",") if each.strip()]
    for key in (*asked, *filter(None, [sort])):
        _check_field(known, kind, key)
    shown = (key for key, each in known.items() if len(each.steps) == 1 and "table" in each.field.show)
    size = MAX_SIZE if said.get("_size") == "max" else _number(said, "_size", PAGE, MAX_SIZE)
    things = ListRequest(kind, filters, said.get("_search", ""), sort, "_sort_desc" in said)
    return PagedRequest(things, tuple(dict.fromkeys(asked or shown)), size, _number(said, "_next", 0, _MAX_START))


def _parameters(fields: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    said = dict(fields)
    for name in said:
        if name not in PARAMETERS:
            raise QueryError(f"there is no parameter '{name[:80]}'", hint=_meant(name, PARAMETERS))
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


def _filter(known: Mapping[str, ThingProperty], kind: str, name: str, text: str) -> FieldFilter:
    key, separator, operator = name.rpartition("__")
    if not separator:
        key, operator = name, "exact"
    _check_field(known, kind, key)
    if operator not in OPERATORS:
        raise QueryError(f"there is no operator '{operator[:40]}'", hint=_meant(operator, OPERATORS))
    if operator in ("isnull", "notnull") and text != "1":
        raise QueryError(f"'{operator}' takes no value but 1", hint=f"write {name}=1, or ask for the opposite")
    if len(text) > _MAX_TEXT:
        raise QueryError(f"a value has at most {_MAX_TEXT:,} characters", hint="ask for a part of it with __contains")
    return FieldFilter(key, operator, text)


def _check_field(known: Mapping[str, ThingProperty], kind: str, key: str) -> None:
    if key not in known:
        near = nearest(key[:80], known)
        hint = f"did you mean '{near}'?" if near else f"see /api.json for the fields of '{kind}'"
        raise QueryError(f"'{kind}' has no field '{key[:80]}'", hint=hint)


def _meant(text: str, known: Sequence[str]) -> str:
    near = nearest(text[:80], known)
    return f"did you mean '{near}'?" if near else f"there are {', '.join(known)}"


def listed(graph: Graph, request: PagedRequest) -> tuple[Sequence[str], int]:
    """Return the IRIs of the things of a page, and how many there are on all pages."""
    if request.things == ListRequest(request.things.kind):
        found = graph.index.listing(request.things.kind, limit=request.size, offset=request.start)
        return [hit.iri for hit in found.hits], found.total
    numbers = _numbers(graph, request.things)
    return graph.index.iris(numbers[request.start :][: request.size]), len(numbers)


@lru_cache(maxsize=_KEPT)
def _numbers(graph: Graph, request: ListRequest) -> "array[int]":
    """Return the numbers of all things of a list in the index, in order."""
    listed = graph.index.in_order(request.kind, request.search)
    known = properties_of(graph.declaration, request.kind)
    values = FieldValues(graph, request.kind, process_time() + MAX_SECONDS)
    for key, operator, text in request.filters:
        having = values.having(known[key], _OPPOSITES.get(operator, operator), text)
        is_wanted = operator not in _OPPOSITES
        listed = [each for each in listed if (each[1] in having) is is_wanted]
    if request.sort:
        keys = values.sort_keys(known[request.sort], max if request.is_descending else min)
        # What has no value comes last either way.
        rest = [each for each in listed if each[1] not in keys]
        listed = [each for each in listed if each[1] in keys]
        listed.sort(key=lambda each: keys[each[1]], reverse=request.is_descending)
        listed += rest
    return array("q", (number for number, _ in listed))


_SortKey = tuple[bool, float, str]  # numbers before texts


@dataclass(frozen=True)
class FieldValues:
    """Looks up which values the things of a kind have, until so much processor time has passed in this process."""

    graph: Graph
    kind: str
    until: float

    def having(self, property_: ThingProperty, operator: str, text: str) -> set[str]:
        """Return the things of which a value of a property fulfils a condition that is no opposite."""
        if operator == "notnull":
            return {thing for thing, _ in self.pairs(property_)}
        given = list(filter(None, map(str.strip, text.split(",")))) if operator == "in" else [text]
        if property_.kind:
            terms = set(self._things(property_, operator, given))
            among = f"VALUES ?value {{ {' '.join(map(term_text, terms))} }}" if len(terms) <= _FEW else ""
            return {thing for thing, term in self.pairs(property_, among) if term in terms} if terms else set()
        texts = [each.lower() for each in (*given, *map(property_.identifier, given)) if each]
        narrowed = _NARROWED[operator].format(", ".join(term_text(Literal(each)) for each in texts))
        fulfils = lru_cache(_REMEMBERED)(partial(_fulfils, self.graph, operator, texts))
        pairs = self.pairs(property_, narrowed if property_.field.sort == "type" else "")
        return {thing for thing, term in pairs if fulfils(term)}

    def sort_keys(
        self, property_: ThingProperty, better: Callable[[_SortKey, _SortKey], _SortKey]
    ) -> dict[str, _SortKey]:
        """Return the value by which each thing is put in its place: the better one of its values."""
        read, keys = lru_cache(_REMEMBERED)(partial(_sort_key, self.graph)), dict[str, _SortKey]()
        for thing, term in self.pairs(property_):
            key = read(term)
            keys[thing] = better(keys.get(thing, key), key)
        return keys

    def pairs(self, property_: ThingProperty, narrowed: str = "") -> Iterator[tuple[str, Term]]:
        """Yield the things with each value of a property; `narrowed` is a clause of SPARQL about `?value`.

        Raises:
            QueryError: If it takes too long.
        """
        nodes = ["?thing", *(f"?node{place}" for place in range(1, len(property_.steps))), "?value"]
        triples = (
            f"{end} <{field.iri}> {start} ." if field.is_reverse else f"{start} <{field.iri}> {end} ."
            for start, field, end in zip(nodes, property_.steps, nodes[1:], strict=False)
        )
        begins = term_text(Literal(f"{self.graph.base}{self.kind}/"))
        where = f"{narrowed} {' '.join(triples)} FILTER(STRSTARTS(STR(?thing), {begins}))"
        self._check_time()
        answer = self.graph.store.query(f"SELECT ?thing ?value WHERE {{ {where} }}", limits=None)
        if not isinstance(answer, QuerySolutions):
            raise TypeError("SELECT gives solutions")
        for place, (thing, term) in enumerate(answer):
            if place % _CHECKED == 0:
                self._check_time()
            if isinstance(thing, NamedNode) and term is not None and is_value(self.graph, property_, term):
                yield thing.value, term

    def _check_time(self) -> None:
        if process_time() > self.until:
            hint = "ask with fewer conditions, or in SPARQL at /sparql"
            raise QueryError(f"the list takes more than {MAX_SECONDS:g} s of processor time", hint=hint)

    def _things(self, property_: ThingProperty, operator: str, given: Sequence[str]) -> Iterator[NamedNode]:
        """Yield the things that fulfil a condition on a property, whether or not anything has them as a value."""
        if operator in ("exact", "in"):
            yield from (NamedNode(iri) for each in given for iri in _iris(self.graph, property_, each))
            return
        acronyms = self.graph.store.quads(None, _ACRONYM, None, DefaultGraph())
        called = ((quad.subject.value, value(quad.object)) for quad in acronyms if isinstance(quad.subject, NamedNode))
        texts = [each.lower() for each in given]
        for iri, name in chain(self.graph.index.names(property_.kind), called):
            if _compares(operator, name.lower(), texts):
                yield NamedNode(iri)


def _iris(graph: Graph, property_: ThingProperty, text: str) -> Iterator[str]:
    """Yield the IRIs of the things that a text may mean: an IRI, a path, a slug or a name."""
    for iri in (text, f"{graph.base}{text}", f"{graph.base}{property_.kind}/{text}"):
        if graph.local(iri) and "#" not in iri:
            yield iri
    yield from graph.index.named(text, property_.kind)


def _sort_key(graph: Graph, term: Term) -> _SortKey:
    return (False, float(value(term)), "") if is_number(term) else (True, 0.0, _names(graph, term)[0].lower())


def _names(graph: Graph, term: Term) -> tuple[str, ...]:
    """Return what a value may be called, that by which it is put in order first."""
    if not isinstance(term, NamedNode):
        return (value(term),)
    iri = term.value
    if hit := graph.index.about(iri):
        return (hit.name,)
    is_concept = any(graph.values(iri, "skos:prefLabel"))
    return (graph.label(iri), local_name(iri), iri) if is_concept else (iri,)


_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    **dict.fromkeys(("exact", "in"), eq),
    "contains": str.__contains__,
    "startswith": str.startswith,
    "endswith": str.endswith,
    **dict(zip(_ORDERS, (gt, ge, lt, le), strict=True)),
}
_DATE = re.compile(r"\d{4}(?:-\d\d){0,2}", re.ASCII)
# What lets the engine leave out texts that do not fulfil a condition.
_NARROWED = {
    **dict.fromkeys(_ORDERS, ""),
    **dict.fromkeys(("exact", "in"), "FILTER(LCASE(STR(?value)) IN ({}))"),
    "contains": "FILTER(CONTAINS(LCASE(STR(?value)), {}))",
    "startswith": "FILTER(STRSTARTS(LCASE(STR(?value)), {}))",
    "endswith": "FILTER(STRENDS(LCASE(STR(?value)), {}))",
}


def _fulfils(graph: Graph, operator: str, texts: Sequence[str], term: Term) -> bool:
    names = (name.lower() for name in _names(graph, term))
    return any(_compares(operator, name, texts, is_numeric=is_number(term)) for name in names)


def _compares(operator: str, name: str, texts: Sequence[str], *, is_numeric: bool = False) -> bool:
    """Whether a value stands to one of some texts as an operator says: dates are compared as far as both are stated."""
    compare = _COMPARED[operator]
    if operator not in _ORDERS:
        return any(compare(name, text) for text in texts)
    text = texts[0]
    if is_numeric and NUMBER.fullmatch(text):
        return compare(float(name), float(text))
    stated = min(len(name), len(text)) if _DATE.fullmatch(name) and _DATE.fullmatch(text) else None
    return compare(name[:stated], text[:stated])
