"""People, works and all other things, each as a node with what schema.org can say of it."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from kg.columns import value
from kg.pages.graph import Graph
from kg.pages.metadata.schema_org.nodes import Node, classes, kept, reference, stated
from kg.pages.works import Author, Facts, Work

DOI = "https://doi.org/"

_IDENTIFIERS = ("orcid.org", "doi.org", "ror.org", "arxiv.org", "www.wikidata.org")
_NAMED = ("alternateName", "description", "url", "image", "sameAs")
_PROPERTIES: Mapping[str, tuple[str, ...]] = {
    "person": (
        *("givenName", "familyName", *_NAMED, "jobTitle"),
        *("affiliation", "alumniOf", "memberOf", "knowsAbout", "award"),
    ),
    "work": (
        *("abstract", *_NAMED, "datePublished", "inLanguage", "license", "isPartOf", "about", "award"),
        *("volumeNumber", "issueNumber", "pageStart", "pageEnd"),
    ),
    "organization": (*_NAMED, "logo", "parentOrganization"),
    "venue": (*_NAMED, "issn", "superEvent"),
    "event": (*_NAMED, "startDate", "endDate", "location", "superEvent"),
    "system": (*_NAMED, "codeRepository", "programmingLanguage", "license", "contributor", "dateCreated", "about"),
    "course": (*_NAMED, "courseCode", "provider"),
    "topic": _NAMED,
    "source": (*_NAMED, "encodingFormat"),
}
"""What is told of the things of a kind, beside their names."""


def thing(graph: Graph, iri: str, work: Work | None = None) -> Node:
    """Return what a page is about.

    Args:
        graph: Where it is.
        iri: The thing.
        work: What lists show of it, if it is a work.
    """
    said, kind = graph.facts(iri), graph.kind(iri)
    node = {"@type": classes(graph, iri, "CreativeWork"), "@id": iri, "name": graph.label(iri)}
    own = stated(graph, said, _PROPERTIES.get(kind, _NAMED))
    more = _of_work(graph, work) if work else _MORE.get(kind, _nothing)(said)
    return kept({**node, "url": f"{graph.url}{graph.local(iri)}/", **own, "identifier": _identifiers(said), **more})


def _of_work(graph: Graph, work: Work) -> Node:
    """Return what a work is besides: its headline, its authors in order, where it was presented."""
    node: Node = {"headline": work.title, "author": [_author(graph, author) for author in work.authors]}
    if work.state:
        node["creativeWorkStatus"] = work.state
    if work.venue and graph.kind(work.venue.iri) == "event":
        event = reference(graph, work.venue.iri, "Event")
        node["publication"] = {"@type": "PublicationEvent", "name": work.venue.name, "superEvent": event}
    return node


def _author(graph: Graph, author: Author) -> Node:
    if author.iri:
        return {**reference(graph, author.iri, "Person"), "name": author.name or graph.label(author.iri)}
    return {"@type": "Person", "name": author.name}


def _of_event(said: Facts) -> Node:
    """Return when an event took place: in some year, if no more is known."""
    year = next(map(value, said.get("kg:year", ())), "")
    return {} if "schema:startDate" in said else {"startDate": year}


def _of_source(said: Facts) -> Node:
    return {"sha256": next(map(value, said.get("kg:sha256", ())), "")}


def _nothing(_: Facts) -> Node:
    return {}


_MORE = {"event": _of_event, "source": _of_source}


def _identifiers(said: Facts) -> list[str]:
    """Return the identifiers among what a thing is elsewhere."""
    same = map(value, said.get("schema:sameAs", ()))
    return [iri for iri in same if urlsplit(iri).hostname in _IDENTIFIERS]
