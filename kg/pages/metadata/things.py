"""What the page of a thing says of itself."""

from collections.abc import Sequence

from kg.columns import value
from kg.pages.graph import Graph
from kg.pages.metadata import highwire, open_graph
from kg.pages.metadata.dublin_core import dublin_core
from kg.pages.metadata.head import Metadata, Tag, summary
from kg.pages.metadata.schema_org.pages import MOST_SOURCES, document
from kg.pages.works import Facts, Work
from kg.vocabulary import PREFIXES


def of_thing(graph: Graph, iri: str, sources: Sequence[str], work: Work | None = None) -> Metadata:
    """Return the metadata of the page of a thing.

    Args:
        graph: Where it is.
        iri: The thing.
        sources: The IRIs of what the page is made from.
        work: What lists show of it, if it is a work.
    """
    said = graph.facts(iri)
    core = dublin_core(
        graph,
        iri,
        graph.label(iri),
        types=sorted(graph.types(iri), key=lambda each: not each.startswith(PREFIXES["schema"]))[:1],
        creators=[author.name for author in work.authors] if work else (),
        subjects=[topic.name for topic in work.topics] if work else (),
        date=next(map(value, said.get("schema:datePublished", ())), "") if work else "",
        sources=sources[:MOST_SOURCES],
    )
    return Metadata(
        title=graph.label(iri),
        description=_description(graph, iri, said),
        kind=open_graph.KINDS.get(graph.kind(iri), "website"),
        tags=(*core, *(highwire.citation(graph, work) if work else ())),
        properties=_properties(graph, iri, said, work),
        data=document(graph, iri, sources, work),
    )


def of_part(graph: Graph, iri: str, title: str) -> Metadata:
    """Return what a page that shows a part of what is known of a thing says of itself.

    Args:
        graph: Where the thing is.
        iri: The thing.
        title: What the part is called.
    """
    return Metadata(description=summary(f"{title}: {_description(graph, iri, graph.facts(iri))}"))


def _description(graph: Graph, iri: str, said: Facts) -> str:
    """Return what is said of a thing, else its name with the line that search shows."""
    told = next(map(value, said.get("schema:description", ())), "")
    found = graph.index.about(iri)
    return summary(told or ". ".join(filter(None, (graph.label(iri), found.detail if found else ""))))


def _properties(graph: Graph, iri: str, said: Facts, work: Work | None) -> tuple[Tag, ...]:
    if work:
        return open_graph.of_work(graph, work, said)
    return open_graph.of_person(graph, said) if graph.kind(iri) == "person" else ()
