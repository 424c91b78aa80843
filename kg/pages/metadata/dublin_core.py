"""Dublin Core as tags of a page (DCMI: Expressing Dublin Core metadata using HTML meta and link elements)."""

from collections.abc import Iterable
from itertools import chain

from kg.pages.graph import Graph
from kg.pages.metadata.dataset import ACCESS, Dataset
from kg.pages.metadata.head import Tag, tags


def dublin_core(
    graph: Graph,
    identifier: str,
    title: str,
    *,
    types: Iterable[str] = (),
    creators: Iterable[str] = (),
    subjects: Iterable[str] = (),
    date: str = "",
    sources: Iterable[str] = (),
) -> tuple[Tag, ...]:
    """Return the tags of what a page is about.

    Args:
        graph: Where it is.
        identifier: Its IRI.
        title: What it is called.
        types: Its classes, by IRI or name.
        creators: Who made it, by name, in order.
        subjects: What it is about, by name.
        date: When it appeared, if that is known.
        sources: What the page is made from, by IRI.
    """
    publisher = Dataset(graph).publisher
    return tags(
        chain(
            [("dcterms.title", title), ("dcterms.identifier", identifier)],
            (("dcterms.type", each) for each in types),
            (("dcterms.creator", each) for each in creators),
            (("dcterms.subject", each) for each in subjects),
            [("dcterms.issued", date), ("dcterms.modified", graph.modified(identifier)), ("dcterms.language", "en")],
            [("dcterms.publisher", publisher.name if publisher else "")],
            [("dcterms.license", graph.license), ("dcterms.accessRights", ACCESS)],
            [("dcterms.isPartOf", graph.dataset if graph.dataset != identifier else "")],
            (("dcterms.source", each) for each in sources),
        )
    )
