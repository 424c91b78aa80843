"""The first page: what is here."""

from kg.pages.graph import Graph
from kg.pages.page import Asked, Page
from kg.pages.templating import html


def view(graph: Graph, asked: Asked) -> Page:
    """Return the first page."""
    return html(graph, asked, "landing.html", counts=graph.release.manifest.get("counts", {}))
