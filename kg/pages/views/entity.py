"""The page of a thing, and its documents."""

from kg.pages import documents
from kg.pages.graph import Graph
from kg.pages.page import Asked, Page
from kg.pages.templating import html, script_data


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page of a thing, with all that its documents hold inside it as JSON-LD."""
    iri = graph.thing(f"{asked.match['kind']}/{asked.match['slug']}")
    embedded = script_data(documents.serialized(graph, iri, "jsonld").decode())
    links = documents.links(graph, iri)
    return html(
        graph, asked, "entity.html", links, iri=iri, name=graph.label(iri), embedded=embedded, forms=documents.FORMS
    )


def document(graph: Graph, asked: Asked) -> Page:
    """Return a document of a thing."""
    iri = graph.thing(f"{asked.match['kind']}/{asked.match['slug']}")
    return documents.document(graph, iri, asked.match["suffix"])
