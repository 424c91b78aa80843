"""The values of the properties of things, as rows are extended by them (Reconciliation Service API 0.2, section 7)."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pyoxigraph import Literal, NamedNode

from kg.base.errors import QueryError
from kg.store.columns import plain
from kg.store.graph import Graph
from kg.store.reconciliation.properties import ThingProperty, kinds_of, properties_of, property_named, require_property
from kg.store.reconciliation.question import writable
from kg.terms.formats import XSD, Term
from kg.terms.kinds import Field

MAX_CELLS = 1_000
"""Things times properties of a request."""
MAX_VALUES = 1_000
"""Values of one property of one thing; nobody has as many."""
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def values(graph: Graph, iri: str, property_: ThingProperty, most: int = MAX_VALUES) -> list[Term]:
    """Return the values of a property of a thing, each once, sorted; no more than so many."""
    nodes: list[Term] = [NamedNode(iri)]
    for field in property_.steps:
        found = (value for node in nodes if isinstance(node, NamedNode) for value in _of_field(graph, node, field))
        nodes = list(dict.fromkeys(found))[:most]
    return sorted((each for each in nodes if is_value(graph, property_, each)), key=str)


def _of_field(graph: Graph, node: NamedNode, field: Field) -> Iterable[Term]:
    if field.is_reverse:
        return map(NamedNode, graph.subjects(field.iri, node.value))
    return graph.values(node.value, field.iri)


def is_value(graph: Graph, property_: ThingProperty, term: Term) -> bool:
    """Whether a term that the property's path leads to is one of its values, not of another with the same term."""
    iri = term.value if isinstance(term, NamedNode) else ""
    return iri.startswith(property_.field.iri_start) and graph.kind(iri) not in property_.excluded


def texts(graph: Graph, iri: str, property_: ThingProperty) -> list[str]:
    """Return all that the values of a property may be called: of things the path, the name and the acronym."""
    found = []
    for value in values(graph, iri, property_):
        if isinstance(value, Literal):
            found.append(value.value)
        elif isinstance(value, NamedNode):
            found += [graph.local(value.value) or value.value, graph.label(value.value), graph.short(value.value)]
    return found


def extension(graph: Graph, ids: Sequence[str], keys: Sequence[str]) -> dict[str, Any]:
    """Return the values of some properties of some things, as the answer to a data extension query has them.

    Args:
        graph: Where the things are.
        ids: The ids of things, as the service calls them; one that is not known has no values.
        keys: The keys of properties.

    Raises:
        QueryError: If nothing has a property, or too much is asked for.
    """
    if len(ids) * len(keys) > MAX_CELLS or max(len(ids), len(keys)) > MAX_CELLS:
        message = f"at most {MAX_CELLS:,} values, of things times properties, are answered at once"
        raise QueryError(message, hint="ask in several requests")
    ids, keys = list(map(writable, ids)), list(map(writable, keys))
    by_kind = {path: properties_of(graph.declaration, path) for path in kinds_of(graph.declaration)}
    kinds = {each: graph.kind(graph.base + each) for each in ids}
    # A column is that of the things that are extended; where none is known, of any.
    several = [by_kind[kind] for kind in by_kind if kind in kinds.values()] or by_kind.values()
    columns = {name: each for properties in several for name, each in properties.items()}
    rows = {
        each: {key: _cells(graph, each, property_named(by_kind.get(kinds[each], {}), key)) for key in keys}
        for each in ids
    }
    return {"meta": [_column(graph, key, require_property(columns, key)) for key in keys], "rows": rows}


def _column(graph: Graph, key: str, property_: ThingProperty) -> dict[str, Any]:
    kind = graph.declaration.listed.get(property_.kind)
    of_kind = {"type": {"id": property_.kind, "name": kind.label}} if kind else {}
    return {"id": key, "name": property_.label, **of_kind}


def _cells(graph: Graph, id_: str, property_: ThingProperty | None) -> list[dict[str, Any]]:
    return [_cell(graph, each) for each in values(graph, graph.base + id_, property_)] if property_ else []


def _cell(graph: Graph, value: Term) -> dict[str, Any]:
    """Return a value: a thing, a date, a number, else a text; a year or a month stays as it is stated."""
    if isinstance(value, NamedNode):
        if local := graph.local(value.value):
            return {"id": local, "name": graph.label(value.value)}
        is_concept = any(graph.values(value.value, "skos:prefLabel"))
        return {"str": graph.label(value.value) if is_concept else value.value}
    if isinstance(value, Literal) and value.datatype.value == f"{XSD}date" and _DAY.fullmatch(value.value):
        return {"date": f"{value.value}T00:00:00Z"}
    found = plain(value)
    kind = {int: "int", float: "float"}.get(type(found))
    return {kind: found} if kind else {"str": value.value} if isinstance(value, Literal) else {}
