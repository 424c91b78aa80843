"""What the tables and their columns mean, for programs (W3C Recommendation: Metadata Vocabulary for Tabular Data)."""

import json
from collections.abc import Sequence
from typing import Any

from kg.pages.graph import Graph
from kg.publishing.whole.schemas import IRI, Column, Table
from kg.publishing.whole.tables import SEPARATOR

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
    described["tables"] = [_table(table) for table in tables]
    return json.dumps(described, indent=2, ensure_ascii=False).encode() + b"\n"


def _table(table: Table) -> dict[str, Any]:
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
