"""What the page of a person shows beside panels: names, links, numbers."""

from collections.abc import Mapping

from kg.pages.graph import Graph


def content(graph: Graph, iri: str) -> Mapping[str, object]:
    """Return what `person.html` is given."""
    return {"description": graph.text(iri, "schema:description")}
