"""The graph as tables that spreadsheets open: one for each kind of thing, and of entry of things.

Several values of a cell are separated by `|`. A cell that a spreadsheet would take for a formula begins
with an apostrophe, since names and titles were written by anybody (CWE-1236).
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from kg.columns import safe, value
from kg.formats import DefaultGraph, NamedNode, Term, Triple, iri_of
from kg.pages.graph import Graph
from kg.pages.works import Facts, works
from kg.publishing.whole.schemas import IRI, Column, Table, tables_of
from kg.vocabulary import KG, RDF_TYPE, curie, vocabulary
from kg.wording import wording

SEPARATOR = "|"
"""What stands between the values of a cell; no IRI holds it."""

_TYPE = NamedNode(RDF_TYPE)
_AUTHOR = "schema:author"


def tables(graph: Graph) -> Iterator[Table]:
    """Yield the tables that have rows."""
    if graph.base:
        listed = tables_of(graph.release.declaration)
        yield from (table for table in listed if next(_subjects(graph, table), None))


def write(graph: Graph, table: Table, path: Path) -> None:
    """Write a table as CSV (RFC 4180); with the mark by which spreadsheets know UTF-8."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow((IRI, *(column.name for column in table.columns)))
        writer.writerows(_row(graph, table, subject) for subject in _subjects(graph, table))


def _subjects(graph: Graph, table: Table) -> Iterator[str]:
    """Yield what the rows of a table are about, sorted."""
    kind = table.kind
    if kind.path:
        hits = graph.index.listing(kind.path, limit=graph.index.count(kind.path)).hits
        yield from sorted(hit.iri for hit in hits)
        return
    quads = graph.store.quads(None, _TYPE, NamedNode(kind.iri), DefaultGraph())
    found = (quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))
    # A position is a membership, too, but has a table of its own.
    declaration = graph.release.declaration
    is_shared = any(kind.iri in each.kind.classes and each.kind is not kind for each in tables_of(declaration))
    for iri in sorted(iri for iri in found if iri.startswith(graph.base) and "#" in iri):
        if not is_shared or declaration.kind_of(graph.types(iri)) is kind:
            yield iri


def _row(graph: Graph, table: Table, subject: str) -> list[str]:
    said = _said(graph, subject)
    return [safe(subject), *(_cell(graph, table, column, subject, said) for column in table.columns)]


def _said(graph: Graph, subject: str) -> Facts:
    """Return what is said of a thing or an entry; the authors of a work stand as it names them."""
    said = graph.facts(subject)
    if "kg:authorship" not in said:
        return said
    authors = [author.iri for work in works(graph, [subject]).works for author in work.authors]
    named = [NamedNode(iri) for iri in dict.fromkeys(authors) if iri]
    rest = [term for term in said.get(_AUTHOR, ()) if term not in named]
    return {**said, _AUTHOR: (*named, *rest)}


def _cell(graph: Graph, table: Table, column: Column, subject: str, said: Facts) -> str:
    terms = [term for term in _terms(graph, column, subject, said) if value(term).startswith(column.start)]
    if column.property == RDF_TYPE:
        terms = [term for term in terms if value(term) not in table.kind.classes]
    values = [_text(graph, column, term) if column.is_name else value(term) for term in terms]
    if column.is_list:
        values = (
            values if column.is_name else list(dict.fromkeys(values))
        )  # a name may be stated with and without a tag
        return safe(SEPARATOR.join(each.replace(SEPARATOR, "¦") for each in values))
    return safe(next(iter(values), ""))


def _terms(graph: Graph, column: Column, subject: str, said: Facts) -> Iterator[Term]:
    """Yield the values of a column; what a row belongs to is the thing of which it is a part."""
    if not column.property:
        yield NamedNode(subject.partition("#")[0])
    elif column.is_reverse:
        quads = graph.store.quads(None, NamedNode(column.property), NamedNode(subject), DefaultGraph())
        yield from sorted((quad.subject for quad in quads if not isinstance(quad.subject, Triple)), key=str)
    else:
        yield from said.get(curie(column.property), ())
    for thing in said.get(curie(column.through), ()) if column.through else ():
        yield from graph.facts(iri_of(thing)).get(curie(column.property), ())


def _text(graph: Graph, column: Column, term: Term) -> str:
    """Return what a value is called."""
    iri = value(term)
    if column.property == RDF_TYPE:
        return wording(iri)
    return vocabulary().words.get(iri.removeprefix(KG)) or (graph.label(iri) if isinstance(term, NamedNode) else iri)
