"""The works of a person for reference managers."""

from kg.pages import work_citations
from kg.pages.graph import Graph
from kg.rendering.publications import works_of


def bibliography(graph: Graph, person: str, suffix: str) -> str:
    """Return the works of a person, or nothing; the oldest come first, so that keys stay when works are added.

    Args:
        graph: Where the person is.
        person: The IRI.
        suffix: A key of `kg.pages.work_citations.STYLES`.
    """
    works = [cited.work for cited in works_of(graph, person) if cited.work.authors]
    works.sort(key=lambda work: (work.year or 9999, work.title.casefold(), work.iri))
    return work_citations.bibliography(graph, works, suffix, person) if works else ""
