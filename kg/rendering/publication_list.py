"""A list of publications, as a document."""

from kg.pages.graph import Graph
from kg.rendering import heads, publications
from kg.rendering.citing import Wording
from kg.rendering.lines import kept
from kg.rendering.model import Document, sections
from kg.rendering.nodes import node


def publication_list(graph: Graph, person: str, *, since: int | None, style: Wording, grouping: str) -> Document:
    """Return the publications of a person, counted and numbered.

    Args:
        graph: Where the person is.
        person: The IRI.
        since: The first year of what is shown, or None for all.
        style: How works are cited, a key of `kg.rendering.citing.STYLES`.
        grouping: A key of `kg.rendering.publications.GROUPINGS`.
    """
    about = node(graph, person)
    works = publications.since(publications.works_of(graph, person), since)
    listed = publications.listed("Publications", works, style, grouping)
    lines = kept(*heads.lines(about), publications.counted(works))
    return Document("Publications", about.name, lines, sections(listed), heads.note(graph))
