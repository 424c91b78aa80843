"""The query page, and what its editor knows of the graph."""

from pathlib import Path
from typing import Any

from kg.identifiers import slug
from kg.pages.graph import Graph
from kg.pages.page import Asked, Page, root
from kg.pages.templating import html
from kg.queries import Parameter, Query
from kg.vocabulary import QUERY_PREFIXES

_VENDOR = Path(__file__).parents[1] / "assets" / "vendor"
_EDITOR = _VENDOR / "yasqe.min.js"
_ENGINE = _VENDOR / "oxigraph.wasm.gz"
_EXAMPLE = """\
PREFIX schema: <https://schema.org/>

SELECT ?name (COUNT(DISTINCT ?work) AS ?works) ?person WHERE {
  ?work schema:author ?person .
  ?person schema:name ?name .
}
GROUP BY ?person ?name
ORDER BY DESC(?works) ?name
LIMIT 20
"""
_ABOUT = {
    "graph": "About the whole graph",
    "person": "About a person",
    "work": "About a work",
    "organization": "About an organisation",
    "venue": "About a venue",
    "event": "About an event",
    "system": "About a system",
    "course": "About a course",
    "topic": "About a topic",
    "thing": "About any thing",
    "year": "About a year",
    "text": "About a text",
}


def view(graph: Graph, asked: Asked) -> Page:
    """Return the query page; without scripts it is a form that asks the endpoint of the server."""
    return html(
        graph,
        asked,
        "query.html",
        text=asked.parameters.get("query") or _EXAMPLE,
        has_editor=_EDITOR.exists(),
        has_engine=has_engine(),
        groups=groups(graph),
        site=_site(graph, asked),
    )


def has_engine() -> bool:
    """Tell whether the engine is there that asks the graph of a published site in the browser."""
    return _ENGINE.exists()


def groups(graph: Graph) -> list[tuple[str, list[Query]]]:
    """Return the named queries below headings that say about what they are asked: the kind that they need."""
    found: dict[str, list[Query]] = {kind: [] for kind in _ABOUT}
    for query in graph.queries.values():
        needed = (each.type for each in query.header.parameters.values() if each.required)
        found[next(needed, "graph")].append(query)
    return [(_ABOUT[kind], members) for kind, members in found.items() if members]


def example(graph: Graph, parameter: Parameter) -> str:
    """Return the example of a parameter if this graph has it, else nothing."""
    if parameter.type in ("text", "year"):
        return parameter.example
    kind, _, name = parameter.example.rpartition("/")
    iri = f"{graph.base}{kind if parameter.type == 'thing' else parameter.type}/{slug(name)}"
    return parameter.example if graph.local(iri) and graph.types(iri) else ""


def _site(graph: Graph, asked: Asked) -> dict[str, Any]:
    """Return what the script of the query page knows of the graph, the named queries among it."""
    named = {
        name: {
            "name": name,
            "description": query.header.description or "",
            "view": query.header.view,
            "sparql": query.sparql,
            "parameters": {
                key: parameter.model_dump() | {"example": example(graph, parameter), "hint": parameter.example}
                for key, parameter in query.header.parameters.items()
            },
        }
        for name, query in graph.queries.items()
    }
    return known(graph, root(asked.path)) | {"queries": named}


def known(graph: Graph, to_root: str) -> dict[str, Any]:
    """Return what scripts know of any graph: see the `Site` of assets/results/terms.js."""
    is_static = graph.hosting.is_static
    return {
        "root": to_root,
        "base": graph.base,
        "kinds": tuple(graph.titles),
        "prefixes": QUERY_PREFIXES,
        "isStatic": is_static,
    }
