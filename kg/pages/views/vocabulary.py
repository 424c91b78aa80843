"""The vocabulary page, and the vocabulary as JSON for the completion of queries."""

from collections.abc import Iterable

from kg.pages.graph import Graph
from kg.pages.page import Asked, Page, json_page
from kg.pages.templating import html
from kg.pages.terms import short
from kg.pages.vocabulary import MAX_TERMS, Usage, schemes, vocabulary


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page of classes, properties and concept schemes, each term with a place of its own."""
    return html(
        graph,
        asked,
        "vocabulary.html",
        vocabulary=vocabulary(graph),
        schemes=schemes(graph),
        statistics=graph.statistics,
        most=MAX_TERMS,
    )


def completion(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return prefixes, classes and properties with labels and counts, as JSON."""
    words = vocabulary(graph)
    return json_page(
        {
            "prefixes": dict(words.prefixes),
            "classes": list(_terms(words.classes)),
            "properties": list(_terms(words.properties)),
        }
    )


def _terms(usages: Iterable[Usage]) -> Iterable[dict[str, object]]:
    for usage in usages:
        yield {
            "iri": usage.iri,
            "name": short(usage.iri),
            "label": usage.label,
            "comment": usage.meaning.comment,
            "count": usage.count,
        }
