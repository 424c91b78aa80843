"""A list of publications, as a document."""

from kg.pages.graph import Graph
from kg.rendering import heads, publications
from kg.rendering.model import Document, Paragraph, Section, sections
from kg.rendering.nodes import node


def publication_list(graph: Graph, person: str, *, since: int | None, style: str, grouping: str) -> Document:
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
    counts = (Section("Overview", (Paragraph(publications.counted(works)),)),) if works else ()
    return Document("Publications", about.name, heads.lines(about), (*counts, *sections(listed)), heads.note(graph))
