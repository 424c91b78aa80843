"""The query page, and what its editor knows of the graph."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from kg import resources
from kg.formats import Literal, NamedNode, Term, read_rdf
from kg.identifiers import slug
from kg.pages.graph import KINDS, Graph
from kg.pages.page import Asked, Page
from kg.pages.templating import html, plain, root
from kg.queries import Parameter, Query
from kg.vocabulary import PREFIXES, curie

_EDITOR = Path(__file__).parents[1] / "assets" / "vendor" / "yasqe.min.js"
_JSON = "application/json"
_LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
_EXAMPLE = """\
PREFIX schema: <https://schema.org/>

SELECT ?name (COUNT(?work) AS ?works) ?person WHERE {
  ?work schema:author ?person .
  ?person schema:name ?name .
}
GROUP BY ?person ?name
ORDER BY DESC(?works) ?name
LIMIT 20
"""
_TERMS = {"classes": "?thing a ?term", "properties": "?thing ?term ?value"}
_COUNTED = "SELECT ?term (COUNT(*) AS ?count) {{ {} }} GROUP BY ?term ORDER BY DESC(?count) ?term LIMIT 1000"
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
    """Return the query page; without scripts it is a form that asks the endpoint."""
    return html(
        graph,
        asked,
        "query.html",
        text=asked.parameters.get("query") or _EXAMPLE,
        has_editor=_EDITOR.exists(),
        groups=groups(graph),
        site=_site(graph, asked),
    )


def vocabulary(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return the classes and properties that the graph uses, the most used first, as JSON."""
    terms = {
        name: [_described(*row) for row in graph.select(_COUNTED.format(pattern)).rows]
        for name, pattern in _TERMS.items()
    }
    return Page(json.dumps(terms, ensure_ascii=False).encode(), _JSON)


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
    local = parameter.example if parameter.type == "thing" else f"{parameter.type}/{slug(parameter.example)}"
    return parameter.example if graph.types(graph.base + local) else ""


def _site(graph: Graph, asked: Asked) -> dict[str, Any]:
    """Return what the scripts know of the graph: see the `Site` of assets/results/terms.js."""
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
    return {"root": root(asked.path), "base": graph.base, "kinds": KINDS, "prefixes": PREFIXES, "queries": named}


def _described(term: Term | None, count: Term | None) -> dict[str, Any]:
    iri = plain(term)
    return {"iri": iri, "label": _own_labels().get(iri) or curie(iri), "count": int(plain(count))}


@cache
def _own_labels() -> dict[str, str]:
    """Return what the terms of the ontology are called, by IRI."""
    return {
        quad.subject.value: quad.object.value
        for quad in read_rdf(resources.directory("ontology") / "kg.ttl")
        if isinstance(quad.subject, NamedNode) and quad.predicate.value == _LABEL and isinstance(quad.object, Literal)
    }
