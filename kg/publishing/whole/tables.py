"""The graph as tables that spreadsheets open: one for each kind of thing, and of entry of things.

Several values of a cell are separated by `|`. A cell that a spreadsheet would take for a formula begins
with an apostrophe, since names and titles were written by anybody (CWE-1236).
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from kg.columns import safe, value
from kg.formats import DefaultGraph, NamedNode, Term
from kg.pages.graph import Graph
from kg.pages.works import Facts, works
from kg.publishing.whole.schemas import IRI, TABLES, Column, Table
from kg.vocabulary import KG, PREFIXES, RDF_TYPE, vocabulary

SEPARATOR = "|"
"""What stands between the values of a cell; no IRI holds it."""

_TYPE = NamedNode(RDF_TYPE)


def tables(graph: Graph) -> Iterator[Table]:
    """Yield the tables that have rows."""
    if graph.base:
        yield from (table for table in TABLES if next(_subjects(graph, table), None))


def write(graph: Graph, table: Table, path: Path) -> None:
    """Write a table as CSV (RFC 4180); with the mark by which spreadsheets know UTF-8."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow((IRI, *(column.name for column in table.columns)))
        writer.writerows(_row(graph, table, subject) for subject in _subjects(graph, table))


def _subjects(graph: Graph, table: Table) -> Iterator[str]:
    """Yield what the rows of a table are about, sorted."""
    if ":" in table.of:
        prefix, _, name = table.of.partition(":")
        quads = graph.store.quads(None, _TYPE, NamedNode(PREFIXES[prefix] + name), DefaultGraph())
        found = (quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))
        yield from sorted(iri for iri in found if graph.local(iri) and "#" in iri)
    else:
        hits = graph.index.listing(table.of, limit=graph.index.count(table.of)).hits
        yield from sorted(hit.iri for hit in hits)


def _row(graph: Graph, table: Table, subject: str) -> list[str]:
    said = _said(graph, subject)
    return [safe(subject), *(_cell(graph, column, subject, said) for column in table.columns)]


def _said(graph: Graph, subject: str) -> Facts:
    """Return what is said of a thing or an entry; the authors of a work stand as it names them."""
    said = graph.facts(subject)
    if "kg:authorship" not in said:
        return said
    authors = (author.iri for work in works(graph, [subject]).works for author in work.authors)
    return {**said, "schema:author": tuple(NamedNode(iri) for iri in authors if iri)}


def _cell(graph: Graph, column: Column, subject: str, said: Facts) -> str:
    """Return the values of a column; what a row belongs to is the thing of which it is a part."""
    terms = said.get(column.property, ()) if column.property else (NamedNode(subject.partition("#")[0]),)
    values = [_text(graph, column, term) for term in terms]
    if column.is_list:
        return safe(SEPARATOR.join(each.replace(SEPARATOR, "¦") for each in values))
    return safe(next(iter(values), ""))


def _text(graph: Graph, column: Column, term: Term) -> str:
    if not column.is_name:
        return value(term)
    iri = value(term)
    return vocabulary().words.get(iri.removeprefix(KG)) or (graph.label(iri) if isinstance(term, NamedNode) else iri)
