"""Documents about the whole: catalogues, links, what search engines and browsers ask of a site."""

from collections.abc import Callable

from kg.errors import NotFound
from kg.formats import MEDIA_TYPES
from kg.pages.documents import FORMS
from kg.pages.graph import Graph
from kg.pages.metadata import dcat, linksets, opensearch, ro_crate, sitemap
from kg.pages.page import Asked, Page
from kg.pages.triples import serialized


def catalog(graph: Graph, asked: Asked) -> Page:
    """Return the DCAT catalogue in one of `kg.pages.documents.FORMS`; raises NotFound."""
    form = FORMS[asked.match["suffix"]]
    return _addressed(graph, lambda: serialized(dcat.triples(graph), form.name), MEDIA_TYPES[form.name])


def crate(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return the RO-Crate metadata document; raises NotFound."""
    return _addressed(graph, lambda: ro_crate.document(graph), "application/ld+json")


def links(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return the links of the first page; raises NotFound."""
    return _addressed(graph, lambda: linksets.of_dataset(graph), linksets.LINKSET)


def services(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return the catalogue of what programs may ask (RFC 9727); raises NotFound."""
    return _addressed(graph, lambda: linksets.api_catalog(graph), linksets.API_CATALOG)


def search(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return the description of the search for browsers; raises NotFound."""
    return _addressed(graph, lambda: opensearch.document(graph), opensearch.MEDIA_TYPE)


def sitemaps(graph: Graph, asked: Asked) -> Page:
    """Return the sitemap, or the part of it that is asked for; raises NotFound."""
    found = dict(sitemap.sitemaps(graph.url, sitemap.paths(graph), graph.date)) if graph.url else {}
    if asked.path not in found:
        raise NotFound(f"there is no /{asked.path}", hint=f"begin with /{sitemap.PATH}")
    return Page(found[asked.path], "application/xml")


def robots(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return what robots may visit."""
    return Page(sitemap.robots(graph), "text/plain; charset=utf-8")


def _addressed(graph: Graph, write: Callable[[], bytes], media_type: str) -> Page:
    """Return a document that is made of whole addresses.

    Raises:
        NotFound: If nobody knows the address of the site.
    """
    if not graph.url:
        raise NotFound("the address of this site is not known", hint="say where it stands: --url, or base in kg.yaml")
    return Page(write(), media_type)
