"""Which tables there are and what their columns mean, as the declaration says.

There is one for each kind of thing that has a name and IRIs of its own, and one for each kind of node. Its columns are
the fields that are shown in tables; fields with one heading share a column, such as the former names of an organisation
and its other names.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from kg.declaration import Declaration, Field, Kind
from kg.vocabulary import RDF_TYPE

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
