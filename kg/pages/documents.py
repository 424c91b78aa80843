"""The documents of a thing: the same triples in each RDF syntax."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from kg.export import write
from kg.pages.graph import Graph
from kg.pages.page import Link, Page


@dataclass(frozen=True)
class Form:
    """A syntax in which things have documents.

    Attributes:
        name: As `kg.formats.RDF_FORMATS` calls it.
        media_type: As it is sent.
        title: As pages call it.
    """

    name: str
    media_type: str
    title: str


FORMS: Mapping[str, Form] = {
    "ttl": Form("turtle", "text/turtle", "Turtle"),
    "jsonld": Form("jsonld", "application/ld+json", "JSON-LD"),
    "nt": Form("ntriples", "application/n-triples", "N-Triples"),
    "rdf": Form("rdfxml", "application/rdf+xml", "RDF/XML"),
}
"""By the suffix of their paths, the best liked first."""

LINKSET = "linkset.json"
_LINKSET_TYPE = "application/linkset+json"
_TEXTS = ("text/turtle",)


def document(graph: Graph, iri: str, suffix: str) -> Page:
    """Return the document of a thing.

    Args:
        graph: Where the thing is.
        iri: The thing.
        suffix: A key of `FORMS`, or `LINKSET`.
    """
    if suffix == LINKSET:
        return Page(linkset(iri, links(graph, iri)), _LINKSET_TYPE)
    form = FORMS[suffix]
    return Page(serialized(graph, iri, form.name), media_type(form), links(graph, iri))


def media_type(form: Form) -> str:
    """Return the media type as it is sent, with the encoding where it does not say that itself."""
    return f"{form.media_type}; charset=utf-8" if form.media_type in _TEXTS else form.media_type


def serialized(graph: Graph, iri: str, form: str) -> bytes:
    """Return a thing with its nodes in a syntax of `kg.formats.RDF_FORMATS`."""
    out = BytesIO()
    write(graph.excerpt(iri), form, out)
    return out.getvalue()


def links(graph: Graph, iri: str) -> tuple[Link, ...]:
    """Return the links that FAIR Signposting asks for, level 2 (signposting.org/FAIR)."""
    local = graph.local(iri)
    types = [Link(each, "type") for each in graph.types(iri) if each.startswith("https://schema.org/")]
    authors = [Link(str(author.value), "author") for author in graph.values(iri, "schema:author")]  # type: ignore[union-attr]
    described = [Link(f"{local}.{suffix}", "describedby", form.media_type) for suffix, form in FORMS.items()]
    license_ = str(graph.release.manifest.get("license") or "")
    return (
        Link(iri, "cite-as"),
        *types,
        Link("https://schema.org/AboutPage", "type"),
        *authors[:20],
        *described,
        *([Link(license_, "license")] if license_ else []),
        Link(f"{local}.{LINKSET}", "linkset", _LINKSET_TYPE),
    )


def linkset(iri: str, of: Sequence[Link]) -> bytes:
    """Return links as a document of their own (RFC 9264)."""
    context: dict[str, object] = {"anchor": iri}
    for link in of:
        target = {"href": link.target} | ({"type": link.media_type} if link.media_type else {})
        found = context.setdefault(link.rel, [])
        if isinstance(found, list):
            found.append(target)
    return json.dumps({"linkset": [context]}, indent=2, ensure_ascii=False).encode() + b"\n"
