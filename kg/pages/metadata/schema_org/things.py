"""People, works and all other things, each as a node with what schema.org can say of it."""

from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

from kg.columns import value
from kg.formats import Literal
from kg.pages.graph import Graph, outside
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
        *("volumeNumber", "issueNumber", "pageStart", "pageEnd", "pagination", "keywords", "version"),
        *("editor", "translator", "publisher", "sourceOrganization"),
    ),
    "organization": (*_NAMED, "logo", "parentOrganization"),
    "venue": (*_NAMED, "issn", "superEvent"),
    "event": (*_NAMED, "startDate", "endDate", "location", "superEvent"),
    "system": (*_NAMED, "codeRepository", "programmingLanguage", "license", "contributor", "dateCreated", "about"),
    "course": (*_NAMED, "courseCode", "provider"),
    "grant": (*_NAMED, "funder"),
    "topic": _NAMED,
    "source": (*_NAMED, "encodingFormat"),
}
"""What is told of the things of a kind, beside their names."""
_OF_BOOKS = ("isbn", "bookEdition", "numberOfPages")
_OF_BIBO = {
    "volumeNumber": "bibo:volume",
    "issueNumber": "bibo:issue",
    "isbn": "bibo:isbn",
    "issn": "bibo:issn",
    "bookEdition": "bibo:edition",
    "numberOfPages": "bibo:numPages",
}
"""What the graph says in terms of BIBO, since it holds of more than schema.org says it of."""


def thing(graph: Graph, iri: str, work: Work | None = None) -> Node:
    """Return what a page is about.

    Args:
        graph: Where it is.
        iri: The thing.
        work: What lists show of it, if it is a work.
    """
    said, kind = graph.facts(iri), graph.kind(iri)
    said = {**said, **{f"schema:{name}": said[key] for name, key in _OF_BIBO.items() if key in said}}
    otherwise = "CreativeWork" if kind in _PROPERTIES else "Thing"
    node: Node = {"@type": classes(graph, iri, otherwise), "@id": iri, "name": graph.label(iri)}
    own = stated(graph, said, (*_PROPERTIES.get(kind, _NAMED), *(_OF_BOOKS if "Book" in node["@type"] else ())))
    own |= {"image": photos} if (photos := list(photographs(graph, said))) else {}
    more = _of_work(graph, work) if work else _MORE.get(kind, _nothing)(said)
    named = {"url": f"{graph.url}{graph.local(iri)}/", "identifier": _identifiers(said)}
    return kept({**node, **named, **own, "funding": list(_funding(graph, kind, said)), **more})


def photographs(graph: Graph, said: Facts) -> Iterator[str]:
    """Yield where the photographs of a thing are on the web."""
    for photo in map(value, said.get("schema:image", ())):
        places = graph.values(photo, "schema:contentUrl") if "#" in photo else ()
        yield from filter(None, (outside(value(place)) for place in places))


def _funding(graph: Graph, kind: str, said: Facts) -> Iterator[Node]:
    """Yield the grants by which a thing was paid for, or that a person holds."""
    for grant in map(value, said.get("kg:holds" if kind == "person" else "kg:fundedBy", ())):
        if kind in _PROPERTIES:
            yield reference(graph, grant, "Grant")


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
    """Return the identifiers among what a thing is elsewhere, and the numbers that others gave it."""
    same = map(value, said.get("schema:sameAs", ()))
    numbers = (term.value for term in said.get("kg:number", ()) if isinstance(term, Literal))
    return [*(iri for iri in same if urlsplit(iri).hostname in _IDENTIFIERS), *numbers]
