"""Tables and dumps of the whole graph."""

import csv
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from io import BufferedWriter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from pyoxigraph import DefaultGraph, NamedNode, Triple

from kg.publish import browser
from kg.publish.tree import SiteTree
from kg.site.metadata.dataset import COLUMNS
from kg.site.works import Facts, works_on_page
from kg.store.columns import safe, value
from kg.store.export.export import write
from kg.store.graph import Graph
from kg.store.hosting import Download, download
from kg.terms.formats import DATASET_FORMATS, Term, iri_of
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.labels import wording
from kg.terms.vocabulary import KG, RDF_TYPE, curie, vocabulary

# Which tables there are and what their columns mean, as the declaration says.

IRI = "iri"
"""The column that says what a row is about."""

_SAME = "same_as"  # the identifiers of all schemes
_DATATYPES = {"integer": "integer", "decimal": "decimal", "boolean": "boolean"}


@dataclass(frozen=True)
class Column:
    """A column.

    Attributes:
        name: What stands at its head.
        property: The IRI of the property whose values it holds; empty for what a row belongs to.
        datatype: What it holds, by its name in XML Schema.
        is_list: Whether a cell may hold several.
        is_name: Whether it holds the names of the values, not the values.
        through: The IRI of the property that leads to the thing that has the values, or empty: the row itself has them.
        is_reverse: Whether the property leads from the values to the row.
        start: What IRIs begin with that the column holds, or empty: any.
    """

    name: str
    property: str = ""
    datatype: str = "string"
    is_list: bool = False
    is_name: bool = False
    through: str = ""
    is_reverse: bool = False
    start: str = ""


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        name: The name of its file, without suffix.
        title: What it lists, in words.
        kind: Of what its rows are.
        columns: Its columns, but for the first, which is `IRI`.
    """

    name: str
    title: str
    kind: Kind
    columns: tuple[Column, ...]


@cache
def tables_of(declaration: Declaration) -> tuple[Table, ...]:
    """Return the tables of a declaration, in the order in which they are listed."""
    kinds = sorted(declaration.kinds.values(), key=lambda kind: kind.place)
    return tuple(_table(kind, declaration) for kind in kinds if _is_tabled(kind, declaration))


def _is_tabled(kind: Kind, declaration: Declaration) -> bool:
    is_thing = declaration.listed.get(kind.path) is kind
    return (is_thing or bool(kind.fragment)) and not kind.is_abstract and bool(kind.shown("table"))


def _table(kind: Kind, declaration: Declaration) -> Table:
    columns: dict[str, Column] = {}
    if not kind.path:
        owner = _owner(kind, declaration)
        columns = {each.name: each for each in _with_names(Column(owner, datatype="anyURI"))}
    for field in _in_order(kind, declaration):
        for column in _columns(field, kind, declaration):
            known = columns.get(column.name, column)
            columns[column.name] = replace(known, property=column.property, is_list=known.is_list or column.is_list)
    identifiers = [column for column in columns.values() if column.start]
    for column in identifiers[:1]:
        columns.setdefault(_SAME, replace(column, name=_SAME, start=""))
    return Table(kind.table, kind.plural, kind, tuple(columns.values()))


def _owner(kind: Kind, declaration: Declaration) -> str:
    """Return what the things are called to which nodes of a kind belong: their path, if they are all of one kind."""
    owners = {
        each.path or "person"
        for each in declaration.kinds.values()
        if any(field.range == kind.name for field in each.fields.values()) and not each.is_abstract
    }
    return "thing" if len(owners) > 1 else next(iter(owners), "person").replace("-", "_")


def _in_order(kind: Kind, declaration: Declaration) -> list[Field]:
    """Return the fields that are shown: first what a thing is called, last what it has in common with other kinds."""
    common = declaration.kinds[kind.parent].fields if kind.parent else {}
    return sorted(kind.shown("table"), key=lambda each: (each is not kind.title, each.key in common))


def _columns(field: Field, kind: Kind, declaration: Declaration) -> Iterator[Column]:
    """Yield the column of a field; of one that refers to something, also that of the names."""
    through = _way(field, kind)
    if field.of and not through:
        return  # said of a node that has a table of its own
    is_many = field.is_many or field.sort == "uri"
    column = Column(field.column or field.key, field.iri, is_list=is_many, through=through, is_reverse=field.is_reverse)
    if field.sort == "uri":
        yield replace(column, datatype="anyURI", start=field.iri_start)
    elif field.iri == RDF_TYPE:
        yield from _with_names(replace(column, datatype="anyURI", is_list=True))
    elif field.sort == "type" or field.is_text:
        yield replace(column, datatype=_DATATYPES.get(declaration.types.get(field.range, ""), "string"))
    else:
        one = column.name[:-1] if is_many and not field.column and column.name.endswith("s") else column.name
        yield from _with_names(replace(column, name=one, datatype="anyURI"))


def _with_names(column: Column) -> Iterator[Column]:
    yield column
    name = f"{column.name}_name{'s' if column.is_list else ''}"
    yield replace(column, name=name, datatype="string", is_name=True)


def _way(field: Field, kind: Kind) -> str:
    """Return the property that leads to the thing of which a field of an entry speaks, or nothing."""
    return next((each.iri for each in kind.fields.values() if field.of and each.range == field.of), "")


# The graph as tables that spreadsheets open: one for each kind of thing, and of entry of things.

SEPARATOR = "|"
"""What stands between the values of a cell; no IRI holds it."""

_TYPE = NamedNode(RDF_TYPE)
_AUTHOR = "schema:author"


def filled_tables(graph: Graph) -> Iterator[Table]:
    """Yield the tables that have rows."""
    if graph.base:
        listed = tables_of(graph.release.declaration)
        yield from (table for table in listed if next(_subjects(graph, table), None))


def write_table(graph: Graph, table: Table, path: Path) -> None:
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
    authors = [author.iri for work in works_on_page(graph, [subject]).works for author in work.authors]
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


# What the tables and their columns mean, for programs (W3C Recommendation: Metadata Vocabulary for Tabular Data).

_NOTE = (
    f"Several values of a cell are separated by '{SEPARATOR}'. A cell that a spreadsheet would take for a formula, "
    "since it begins with =, +, - or @, has an apostrophe before it, which is not part of its text; numbers have none."
)


def document(graph: Graph, tables: Sequence[Table]) -> bytes:
    """Return the metadata of some tables, each of which lies beside the document."""
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
    return json.dumps(described, indent=2, ensure_ascii=False).encode() + b"\n"


def _csvw_table(table: Table) -> dict[str, Any]:
    first = {"name": IRI, "titles": IRI, "datatype": "anyURI", "required": True, "suppressOutput": True}
    schema = {
        "columns": [first, *map(_column, table.columns)],
        "primaryKey": IRI,
        "aboutUrl": f"{{+{IRI}}}",
    }
    said = {"dc:title": table.title} | ({"dc:description": text} if (text := table.kind.description) else {})
    return {"url": f"{table.name}.csv", **said, "tableSchema": schema}


def _column(column: Column) -> dict[str, Any]:
    """Return a column: names, and what other things say, are not said anew of what a row is about."""
    described: dict[str, Any] = {"name": column.name, "titles": column.name, "datatype": column.datatype}
    if column.is_list:
        described["separator"] = SEPARATOR
    if column.is_name or column.through or column.is_reverse or not column.property:
        return {**described, "suppressOutput": True}
    leads = {"valueUrl": f"{{+{column.name}}}"} if column.datatype == "anyURI" and not column.is_list else {}
    return {**described, "propertyUrl": column.property, **leads}


# Write the files that hold the whole graph into a site: the dump, other syntaxes, tables, and their hashes.

SUMS = "SHA256SUMS"
MOST = 1_000_000
"""How many triples are also written as Turtle and JSON-LD: their writers take half a minute for so many."""

_SYNTAXES = (
    ("graph.ttl.gz", "turtle", "text/turtle", "The facts as Turtle, without the evidence"),
    ("graph.jsonld.gz", "jsonld", "application/ld+json", "All of it as JSON-LD"),
)


class File(NamedTuple):
    """A file that is to be written: as `Download` says, and what writes it."""

    path: str
    title: str
    media_type: str
    write: Callable[[Path], object]


def publish(graph: Graph, site: SiteTree) -> tuple[Download, ...]:
    """Write the files of the whole graph, and return them as pages list them.

    Args:
        graph: What is published, as it will stand.
        site: Where the files go.

    Raises:
        ReleaseError: If they cannot be written.
    """
    listed = tuple(filled_tables(graph))
    with TemporaryDirectory() as directory:
        found = browser.write_data(graph, site) + tuple(
            _put(site, file, Path(directory) / "file") for file in _files(graph, listed)
        )
    sums = {each.path: each.sha256 for each in found}
    if listed:
        columns = document(graph, listed)
        site.write(COLUMNS, columns)
        sums[COLUMNS] = sha256(columns).hexdigest()
    site.write(SUMS, "".join(f"{digest}  {path}\n" for path, digest in sorted(sums.items())).encode())
    return found


def _files(graph: Graph, listed: Sequence[Table]) -> Iterator[File]:
    # Without a base nobody knows the graph of evidence, nor what belongs to what.
    if graph.base and len(graph.store) <= MOST:
        for path, form, media_type, title in _SYNTAXES:
            yield File(path, title, media_type, partial(_write, graph, form))
    for table in listed:
        yield File(f"tables/{table.name}.csv", table.title, "text/csv", partial(write_table, graph, table))


def _put(site: SiteTree, file: File, place: Path) -> Download:
    """Write a file beside the site, and move it there if it differs."""
    file.write(place)
    described = download(file.path, file.title, file.media_type, place)
    site.take(file.path, place, described.sha256)
    return described


def _write(graph: Graph, form: str, place: Path) -> None:
    """Write the graph in a syntax, packed: without name and time, so that the same graph gives the same bytes."""
    excerpt = graph.excerpt(None, evidence=form in DATASET_FORMATS)
    with (
        place.open("wb") as file,
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed,
        BufferedWriter(packed) as out,
    ):
        write(excerpt, form, out)
