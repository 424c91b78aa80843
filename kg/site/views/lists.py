"""Lists of things for programs, as JSON and CSV, page by page: what they are asked by is in `kg.store.lists`."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import StringIO
from typing import Any
from urllib.parse import urlencode

from pyoxigraph import NamedNode

from kg.base.errors import QueryError
from kg.site.metadata import openapi
from kg.site.page import PageRequest, SitePage, TypedLink, json_page
from kg.site.works import works_on_page
from kg.store.columns import plain, safe, value
from kg.store.graph import Graph
from kg.store.lists import listed, read_request
from kg.store.reconciliation.properties import ThingProperty, kinds_of, properties_of
from kg.store.reconciliation.values import is_value, values
from kg.store.thing import Facts
from kg.terms.formats import MEDIA_TYPES, Term
from kg.terms.vocabulary import curie

FOLDER = "api/"
PATH = "api/lists"
"""The path of a job that asks for one."""
IRI = "iri"
"""The head of the first column: what a row is about."""
SEPARATOR = "|"
"""Stands between the values of a cell of CSV, as in published tables."""
MAX_VALUES = 20_000
"""How many values a page has, unless its first row alone has more: a page of rows with many ends early."""
LINKS = {
    "docs": "api/docs/",
    "openapi": "api/openapi.json",
    "queries": "api/queries.json",
    "search": "api/search",
    "suggest": "api/suggest",
    "reconcile": "reconcile",
    "sparql": "sparql",
}
"""What else programs may ask, below the site's root."""
_MOST_EACH = 10_000  # values of a field: some works have thousands of authors
_LABELS = "_label"
_AUTHOR = "https://schema.org/author"


def answer(graph: Graph, asked: Mapping[str, Any]) -> SitePage:
    """Return a page of a list.

    Args:
        graph: Where the things are.
        asked: `kind`; `fields`, the query string as pairs; `form`, json or csv; `root`, the address of the site;
            `has_heads`, false for CSV without the heads of its columns.

    Raises:
        NotFound: If there is no such kind.
        QueryError: If a field, an operator or a value is none that there is.
    """
    kind, form, fields = asked["kind"], asked["form"], [(name, text) for name, text in asked["fields"]]
    request = read_request(graph.declaration, kind, fields)
    known = properties_of(graph.declaration, kind)
    columns = {key: known[key] for key in request.columns}
    iris, total = listed(graph, request)
    rows = list(_bounded(_rows(graph, iris, columns)))
    end = request.start + len(rows)
    left = [*((name, text) for name, text in fields if name != "_next"), ("_next", str(end))]
    path = f"{FOLDER}{kind}.{form}?{urlencode(left)}" if rows and end < total else ""
    links = (TypedLink(path, "next", "text/csv" if form == "csv" else "application/json"),) if path else ()
    if form == "csv":
        heads = [IRI, *(head for key in columns for head in _heads(key, columns[key]))]
        body = _csv(graph, columns, [heads] if asked.get("has_heads", True) else [], rows)
        return SitePage(body, MEDIA_TYPES["csv"], links)
    if any(name == "_stream" for name, _ in fields):
        raise QueryError("all rows in one answer are sent as CSV", hint=f"ask for {FOLDER}{kind}.csv")
    cells = [{IRI: iri} | {key: _json(graph, columns[key], row[key]) for key in row} for iri, row in rows]
    said = {"kind": kind, "total": total, "rows": cells, "next": asked["root"] + path if path else None}
    return replace(json_page(said), links=links)


def overview(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001  (a view)
    """Return the lists that there are, with their fields, and what else programs may ask, as JSON."""
    kinds = [
        {
            "kind": path,
            "label": kind.label,
            "plural": kind.plural,
            "description": kind.description or kind.comment,
            "count": graph.index.count(path),
            "path": f"{FOLDER}{path}.json",
            "csv": f"{FOLDER}{path}.csv",
            "fields": {
                key: {"label": each.label, "description": each.description, "kind": each.kind, "is_list": each.is_list}
                for key, each in properties_of(graph.declaration, path).items()
            },
        }
        for path, kind in kinds_of(graph.declaration).items()
    ]
    parameters = {name: each["description"] for name, each in openapi.PARAMETERS.items()}
    said = {"title": graph.title, "kinds": kinds, "parameters": parameters, "operators": openapi.MEANINGS}
    return json_page(said | {"links": LINKS})


ListRow = tuple[str, Mapping[str, Sequence[Term]]]
"""The IRI of a thing, and its values by column."""


def _bounded(rows: Iterator[ListRow]) -> Iterator[ListRow]:
    left = MAX_VALUES
    for place, row in enumerate(rows):
        left -= sum(map(len, row[1].values()))
        if left < 0 and place:
            break
        yield row


def _rows(graph: Graph, iris: Sequence[str], columns: Mapping[str, ThingProperty]) -> Iterator[ListRow]:
    ordered = [key for key, each in columns.items() if len(each.steps) == 1 and each.field.iri == _AUTHOR]
    for iri in iris:
        said = graph.facts(iri)
        cells = {key: _terms(graph, iri, each, said) for key, each in columns.items()}
        if ordered and any(cells[key] for key in ordered):
            authors = [author.iri for work in works_on_page(graph, [iri]).works for author in work.authors]
            places = {author: place for place, author in enumerate(authors)}
            for key in ordered:
                cells[key].sort(key=lambda term: places.get(value(term), len(places)))
        yield iri, cells


def _terms(graph: Graph, iri: str, property_: ThingProperty, said: Facts) -> list[Term]:
    """Return the values of a field of a thing, of which all facts are read already: most fields have none."""
    first, *further = property_.steps
    if first.is_reverse or (further and curie(first.iri) in said):
        return values(graph, iri, property_, _MOST_EACH)
    found = said.get(curie(first.iri), ()) if not further else ()
    return [term for term in found if is_value(graph, property_, term)][:_MOST_EACH]


def _json(graph: Graph, property_: ThingProperty, terms: Sequence[Term]) -> Any:
    """Return the values of a field as JSON; of one that is declared to have one, several only where sources differ."""
    found = [_value(graph, property_, term) for term in terms]
    return found if property_.is_list or len(found) > 1 else next(iter(found), None)


def _value(graph: Graph, property_: ThingProperty, term: Term) -> Any:
    if isinstance(term, NamedNode) and property_.names_things:
        return {IRI: term.value, "label": graph.label(term.value)}
    return plain(term)


def _csv(
    graph: Graph, columns: Mapping[str, ThingProperty], heads: Sequence[Sequence[str]], rows: Sequence[ListRow]
) -> bytes:
    """Return a page as CSV (RFC 4180): a column of things has one of their labels beside it."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerows(heads)
    for iri, row in rows:
        cells = (cell for key, terms in row.items() for cell in _cells(graph, columns[key], terms))
        writer.writerow([safe(iri), *map(safe, cells)])
    return out.getvalue().encode()


def _heads(key: str, property_: ThingProperty) -> list[str]:
    """Return the heads of the columns of a field in CSV."""
    return [key, key + _LABELS] if property_.names_things else [key]


def _cells(graph: Graph, property_: ThingProperty, terms: Sequence[Term]) -> Iterator[str]:
    yield _joined(property_, [value(term) for term in terms])
    if property_.names_things:
        yield _joined(property_, [graph.label(iri) for term in terms if (iri := value(term))])


def _joined(property_: ThingProperty, texts: Sequence[str]) -> str:
    several = property_.is_list or len(texts) > 1
    return SEPARATOR.join(text.replace(SEPARATOR, "¦") for text in texts) if several else "".join(texts)
