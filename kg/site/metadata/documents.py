"""The documents of a thing: the same triples in each RDF syntax, and the links between them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from urllib.parse import urlsplit

from kg.site.citations import STYLES
from kg.site.metadata import linksets
from kg.site.page import SitePage, TypedLink
from kg.site.works import works_on_page
from kg.store.columns import value
from kg.store.export.export import write
from kg.store.graph import Graph, outside
from kg.store.hosting import DESCRIBED
from kg.terms.formats import MEDIA_TYPES


@dataclass(frozen=True)
class DocumentSyntax:
    """A syntax in which things have documents, by its name in `kg.terms.formats.RDF_FORMATS`."""

    name: str
    media_type: str
    title: str


FORMS: Mapping[str, DocumentSyntax] = {
    "ttl": DocumentSyntax("turtle", "text/turtle", "Turtle"),
    "jsonld": DocumentSyntax("jsonld", "application/ld+json", "JSON-LD"),
    "nt": DocumentSyntax("ntriples", "application/n-triples", "N-Triples"),
}
"""By the suffix of their paths, the best liked first."""

PUBLISHED_FORMS: Mapping[str, DocumentSyntax] = {suffix: FORMS[suffix] for suffix in ("ttl", "jsonld")}
"""Those that things have as files: a server writes the others when they are asked for."""

LINKSET = "linkset.json"
MOST_AUTHORS = 20
"""How many authors the header of an answer names; the document of the links names all."""

_SCHEMA = "https://schema.org/"


def forms(graph: Graph) -> Mapping[str, DocumentSyntax]:
    """Return the syntaxes in which things have documents where the pages stand, by the suffix of their paths."""
    return PUBLISHED_FORMS if graph.hosting.is_static else FORMS


def described_by(graph: Graph, iri: str) -> Mapping[str, DocumentSyntax]:
    """Return the documents of a thing by their paths.

    As files, what a profile is about has some of its own; what else there is stands in one with others.
    """
    local = graph.local(iri)
    if graph.hosting.is_static and not graph.is_subject(iri):
        shard = graph.hosting.shard(local)
        return {f"{DESCRIBED}{shard}.ttl": FORMS["ttl"]} if shard else {}
    return {f"{local}.{suffix}": form for suffix, form in forms(graph).items()}


def document(graph: Graph, iri: str, suffix: str) -> SitePage:
    """Return the document of a thing, by a key of `FORMS` or `LINKSET`."""
    if suffix == LINKSET:
        return SitePage(linkset(graph, iri), linksets.LINKSET)
    form = FORMS[suffix]
    describes = TypedLink(f"{graph.local(iri)}/", "describes", "text/html")
    return SitePage(serialized(graph, iri, form.name), MEDIA_TYPES[form.name], (*links(graph, iri), describes))


@lru_cache(maxsize=16)  # a page states the sizes of its documents, which are often fetched next
def serialized(graph: Graph, iri: str, form: str) -> bytes:
    """Return a thing with its nodes in a syntax of `kg.terms.formats.RDF_FORMATS`."""
    out = BytesIO()
    write(graph.excerpt(iri), form, out)
    return out.getvalue()


@lru_cache(maxsize=16)  # a page and its documents bear the same
def links(graph: Graph, iri: str, most: int | None = MOST_AUTHORS) -> tuple[TypedLink, ...]:
    """Return the links that FAIR Signposting asks for, level 2 (signposting.org/FAIR), with the first authors."""
    local = graph.local(iri)
    # What has a class of ours alone is a work for schema.org, and all have a page.
    types = [each for each in graph.types(iri) if each.startswith(_SCHEMA)] or [f"{_SCHEMA}CreativeWork"]
    described = [(path, form.media_type) for path, form in described_by(graph, iri).items()]
    is_static = graph.hosting.is_static
    if local.startswith("work/") and not is_static:
        described += ((f"{local}.{suffix}", style.media_type.partition(";")[0]) for suffix, style in STYLES.items())
    return (
        TypedLink(iri, "cite-as"),
        *(TypedLink(each, "type") for each in (*types, f"{_SCHEMA}AboutPage")),
        *(TypedLink(author, "author") for author in _authors(graph, iri)[:most]),
        *(TypedLink(path, "describedby", media_type) for path, media_type in described),
        *(TypedLink(text, "item", "application/pdf") for text in full_texts(graph, iri)),
        *([TypedLink(graph.license, "license")] if graph.license else []),
        *(() if is_static else (TypedLink(f"{local}.{LINKSET}", "linkset", linksets.LINKSET),)),
    )


def linkset(graph: Graph, iri: str) -> bytes:
    """Return the links of a thing's page, its documents and its full texts as a document of their own (RFC 9264)."""
    return linksets.linkset(graph, f"{graph.url}{graph.local(iri)}/", links(graph, iri, None))


def full_texts(graph: Graph, iri: str) -> Iterator[str]:
    """Yield where the text of a work can be read as it was printed."""
    for term in graph.values(iri, "schema:url"):
        address = outside(value(term))
        if graph.local(iri).startswith("work/") and urlsplit(address).path.lower().endswith(".pdf"):
            yield address


def _authors(graph: Graph, iri: str) -> list[str]:
    """Return the authors of a work in order, by their ORCID iDs if they have one."""
    people = (author.iri for work in works_on_page(graph, [iri]).works for author in work.authors if author.iri)
    found = []
    for person in people:
        same = map(value, graph.values(person, "schema:sameAs"))
        found.append(next((each for each in same if each.startswith("https://orcid.org/")), person))
    return found
