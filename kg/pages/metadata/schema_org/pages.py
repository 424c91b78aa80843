"""The page of a thing as a document: what it is about, what it is made from, in which forms it may be had."""

from collections.abc import Sequence

from kg.pages.documents import FORMS, serialized
from kg.pages.graph import Graph
from kg.pages.metadata.dataset import ACCESS
from kg.pages.metadata.schema_org.nodes import CONTEXT, Node, kept, publisher, reference
from kg.pages.metadata.schema_org.things import thing
from kg.pages.works import Work

MOST_SOURCES = 10
"""How many sources a page names."""


def document(graph: Graph, iri: str, sources: Sequence[str], work: Work | None = None) -> Node:
    """Return what the page of a thing embeds: of a person a profile page, of others the thing itself.

    Args:
        graph: Where it is.
        iri: The thing.
        sources: The IRIs of what the page is made from.
        work: What lists show of it, if it is a work.
    """
    page, about = _page(graph, iri, sources), thing(graph, iri, work)
    if graph.kind(iri) == "person":
        return {"@context": CONTEXT, "@type": "ProfilePage", **page, "mainEntity": about}
    return {"@context": CONTEXT, **about, "mainEntityOfPage": {"@type": "WebPage", **page}}


def _page(graph: Graph, iri: str, sources: Sequence[str]) -> Node:
    address = f"{graph.url}{graph.local(iri)}/"
    return kept(
        {
            "@id": address,
            "url": address,
            "name": graph.label(iri),
            "inLanguage": "en",
            "datePublished": graph.published(iri),
            "dateModified": graph.modified(iri),
            "license": graph.license,
            "isAccessibleForFree": True,
            "conditionsOfAccess": ACCESS,
            "publisher": publisher(graph),
            # Without its class: a Dataset that is not described is taken for a bad one.
            "isPartOf": kept({"@id": graph.dataset, "name": graph.title, "url": graph.url}),
            "isBasedOn": [reference(graph, source, "DigitalDocument") for source in sources[:MOST_SOURCES]],
            "encoding": [_encoding(graph, iri, suffix) for suffix in FORMS],
            "breadcrumb": _breadcrumbs(graph, iri),
        }
    )


def _encoding(graph: Graph, iri: str, suffix: str) -> Node:
    form = FORMS[suffix]
    return {
        "@type": "MediaObject",
        "name": form.title,
        "encodingFormat": form.media_type,
        "contentUrl": f"{graph.url}{graph.local(iri)}.{suffix}",
        "contentSize": f"{len(serialized(graph, iri, form.name))} B",
    }


def _breadcrumbs(graph: Graph, iri: str) -> Node:
    """Return the way from the first page, over the list of the kind, to the page."""
    kind = graph.kind(iri)
    steps = ((graph.title, ""), (graph.titles[kind], f"{kind}/"), (graph.label(iri), f"{graph.local(iri)}/"))
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": graph.url + path}
            for place, (name, path) in enumerate(steps, 1)
        ],
    }
