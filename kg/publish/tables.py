"""Tables of the graph as CSV with their metadata (CSVW), other syntaxes of the whole graph, and their hashes."""

import csv
import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from io import BufferedWriter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pyoxigraph import DefaultGraph, NamedNode

from kg.publish import browser
from kg.publish.tree import SiteTree
from kg.site.metadata.dataset import COLUMNS
from kg.store.columns import safe, value
from kg.store.export.export import write
from kg.store.graph import Graph
from kg.store.hosting import Download, download
from kg.store.thing import Facts, field_values
from kg.terms.formats import DATASET_FORMATS, Term
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.labels import wording
from kg.terms.vocabulary import RDF_TYPE

_IRI = "iri"  # the first column: the subject of the row
SEPARATOR = "|"
"""Separates the values of a cell; no IRI has it."""

_MAX_TRIPLES = 1_000_000  # also written as Turtle and JSON-LD, whose writers take half a minute for so many
_SYNTAXES = (
    ("graph.ttl.gz", "turtle", "text/turtle", "The facts as Turtle, without the evidence"),
    ("graph.jsonld.gz", "jsonld", "application/ld+json", "All of it as JSON-LD"),
)
_DATATYPES = {"integer": "integer", "decimal": "decimal", "boolean": "boolean"}


@dataclass(frozen=True)
class TableColumn:
    """A column."""

    name: str  # its head
    field: Field | None = None  # whose values it holds; None for the thing to which a row belongs
    datatype: str = "anyURI"  # a name in XML Schema
    is_list: bool = False  # whether a cell may hold several values
    is_name: bool = False  # whether it holds the labels of the values


@dataclass(frozen=True)
class KindTable:
    """The table of a kind; its first column, the IRI, is not among `columns`."""

    kind: Kind
    columns: tuple[TableColumn, ...]

    @property
    def name(self) -> str:
        """The name of its file, without suffix."""
        return self.kind.table


@cache
def tables_of(declaration: Declaration) -> tuple[KindTable, ...]:
    """Return the tables of a declaration, in the order in which they are listed."""
    kinds = sorted(declaration.kinds.values(), key=lambda kind: kind.place)
    return tuple(
        _table(kind, declaration)
        for kind in kinds
        if (kind.fragment or declaration.listed.get(kind.path) is kind) and not kind.is_abstract and kind.shown("table")
    )


def _table(kind: Kind, declaration: Declaration) -> KindTable:
    columns: dict[str, TableColumn] = {}
    if not kind.path:  # the things to which its nodes belong: named by their path, if they are all of one kind
        owners = {
            each.path or "person"
            for each in declaration.kinds.values()
            if any(field.range == kind.name for field in each.fields.values()) and not each.is_abstract
        }
        owner = "thing" if len(owners) > 1 else next(iter(owners), "person").replace("-", "_")
        columns = {each.name: each for each in _with_names(TableColumn(owner))}
    common = declaration.kinds[kind.parent].fields if kind.parent else {}
    for field in sorted(kind.shown("table"), key=lambda each: (each is not kind.title, each.key in common)):
        for column in _columns(field, kind, declaration):
            is_list = column.is_list or (column.name in columns and columns[column.name].is_list)
            columns[column.name] = replace(column, is_list=is_list)
    if identifier := next((each for each in kind.shown("table") if each.iri_start), None):  # those of all schemes
        any_scheme = TableColumn("same_as", replace(identifier, range="Uri"), is_list=True)
        columns.setdefault("same_as", any_scheme)
    return KindTable(kind, tuple(columns.values()))


def _columns(field: Field, kind: Kind, declaration: Declaration) -> Iterator[TableColumn]:
    """Yield the column of a field; of one that refers to something, also that of the labels."""
    if field.of and not any(each.range == field.of for each in kind.fields.values()):
        return  # said of a node that has a table of its own
    is_many = field.is_many or field.sort == "uri" or field.iri == RDF_TYPE
    column = TableColumn(field.column or field.key, field, is_list=is_many)
    if field.sort == "uri":
        yield column
    elif field.iri != RDF_TYPE and (field.sort == "type" or field.is_text):
        yield replace(column, datatype=_DATATYPES.get(declaration.types.get(field.range, ""), "string"))
    else:
        is_plural = field.is_many and field.iri != RDF_TYPE and not field.column and column.name.endswith("s")
        yield from _with_names(replace(column, name=column.name[:-1] if is_plural else column.name))


def _with_names(column: TableColumn) -> Iterator[TableColumn]:
    yield column
    name = f"{column.name}_name{'s' if column.is_list else ''}"
    yield replace(column, name=name, datatype="string", is_name=True)


def filled_tables(graph: Graph) -> Iterator[KindTable]:
    """Yield the tables that have rows."""
    if graph.base:
        listed = tables_of(graph.release.declaration)
        yield from (table for table in listed if next(_subjects(graph, table), None))


def write_table(graph: Graph, table: KindTable, path: Path) -> None:
    """Write a table as CSV (RFC 4180), with the byte order mark by which spreadsheets recognise UTF-8."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow((_IRI, *(column.name for column in table.columns)))
        for subject in _subjects(graph, table):
            said = graph.facts(subject)
            writer.writerow([safe(subject), *(_cell(graph, table.kind, each, subject, said) for each in table.columns)])


def _subjects(graph: Graph, table: KindTable) -> Iterator[str]:
    """Yield the subjects of the rows of a table, sorted."""
    kind = table.kind
    if kind.path:
        hits = graph.index.listing(kind.path, limit=graph.index.count(kind.path)).hits
        yield from sorted(hit.iri for hit in hits)
        return
    quads = graph.store.quads(None, NamedNode(RDF_TYPE), NamedNode(kind.iri), DefaultGraph())
    found = (quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))
    # A position is a membership, too, but has a table of its own.
    declaration = graph.release.declaration
    is_shared = any(kind.iri in each.kind.classes and each.kind is not kind for each in tables_of(declaration))
    for iri in sorted(iri for iri in found if iri.startswith(graph.base) and "#" in iri):
        if not is_shared or declaration.kind_of(graph.types(iri)) is kind:
            yield iri


def _cell(graph: Graph, kind: Kind, column: TableColumn, subject: str, said: Facts) -> str:
    """Return the values of a column; an entry belongs to the thing whose IRI its own begins with."""
    terms: Iterable[Term] = (NamedNode(subject.partition("#")[0]),)
    if column.field:
        terms = field_values(graph, kind, subject, said, column.field)
    if is_type := column.field is not None and column.field.iri == RDF_TYPE:
        terms = (term for term in terms if value(term) not in kind.classes)
    called = (wording if is_type else graph.label) if column.is_name else str
    values = [called(term.value) if isinstance(term, NamedNode) else value(term) for term in terms]
    if column.is_list:
        if not column.is_name:  # a text may be stated with and without a language
            values = list(dict.fromkeys(values))
        return safe(SEPARATOR.join(each.replace(SEPARATOR, "¦") for each in values))
    return safe(next(iter(values), ""))


_NOTE = (
    f"Several values of a cell are separated by '{SEPARATOR}'. A cell that a spreadsheet would take for a formula, "
    "since it begins with =, +, - or @, has an apostrophe before it, which is not part of its text; numbers have none."
)


def _csvw(graph: Graph, tables: Sequence[KindTable]) -> bytes:
    """Return the metadata of tables (W3C Recommendation: Metadata Vocabulary for Tabular Data)."""
    described: dict[str, Any] = {
        "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
        "dc:title": graph.title,
        "dc:description": _NOTE,
        "dc:modified": {"@value": graph.date, "@type": "xsd:date"},
    }
    if graph.license:
        described["dc:license"] = {"@id": graph.license}
    described["dialect"] = {"encoding": "utf-8", "header": True, "delimiter": ",", "doubleQuote": True}
    described["tables"] = [_csvw_table(table) for table in tables]
    return json.dumps(described, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def _csvw_table(table: KindTable) -> dict[str, Any]:
    first = {"name": _IRI, "titles": _IRI, "datatype": "anyURI", "required": True, "suppressOutput": True}
    columns = [first, *map(_csvw_column, table.columns)]
    schema = {"columns": columns, "primaryKey": _IRI, "aboutUrl": f"{{+{_IRI}}}"}
    said = {"dc:title": table.kind.plural} | ({"dc:description": text} if (text := table.kind.description) else {})
    return {"url": f"{table.name}.csv", **said, "tableSchema": schema}


def _csvw_column(column: TableColumn) -> dict[str, Any]:
    """Return a column; labels, and facts of other things, are no triples of the subject of the row."""
    described: dict[str, Any] = {"name": column.name, "titles": column.name, "datatype": column.datatype}
    if column.is_list:
        described["separator"] = SEPARATOR
    if column.is_name or not column.field or column.field.of or column.field.is_reverse:
        return {**described, "suppressOutput": True}
    leads = {"valueUrl": f"{{+{column.name}}}"} if column.datatype == "anyURI" and not column.is_list else {}
    return {**described, "propertyUrl": column.field.iri, **leads}


def publish(graph: Graph, site: SiteTree) -> tuple[Download, ...]:
    """Write the files of the whole graph, and return them as pages list them.

    Args:
        graph: What is published, as it will stand.
        site: Where the files go.

    Raises:
        ReleaseError: If they cannot be written.
    """
    listed = tuple(filled_tables(graph))
    found = list(browser.write_data(graph, site))
    with TemporaryDirectory() as directory:
        for path, title, media_type, write_to in _files(graph, listed):
            place = Path(directory) / "file"
            write_to(place)
            found.append(download(path, title, media_type, place))
            site.take(path, place)
    sums = {each.path: each.sha256 for each in found}
    if listed:
        columns = _csvw(graph, listed)
        site.write(COLUMNS, columns)
        sums[COLUMNS] = sha256(columns).hexdigest()
    site.write("SHA256SUMS", "".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items())).encode())
    return tuple(found)


def _files(graph: Graph, listed: Sequence[KindTable]) -> Iterator[tuple[str, str, str, Callable[[Path], object]]]:
    """Yield path, title, media type and writer of each file."""
    # Without a base nobody knows the graph of evidence, nor what belongs to what.
    if graph.base and len(graph.store) <= _MAX_TRIPLES:
        for path, form, media_type, title in _SYNTAXES:
            yield path, title, media_type, partial(_write_syntax, graph, form)
    for table in listed:
        yield f"tables/{table.name}.csv", table.kind.plural, "text/csv", partial(write_table, graph, table)


def _write_syntax(graph: Graph, form: str, place: Path) -> None:
    """Write the graph in a syntax, packed without name and time: the same graph gives the same bytes."""
    excerpt = graph.excerpt(None, evidence=form in DATASET_FORMATS)
    with (
        place.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed,
        BufferedWriter(packed) as out,
    ):
        write(excerpt, form, out)
