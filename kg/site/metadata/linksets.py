"""Links of the dataset (FAIR Signposting, for its first page), and the catalogue of its services (RFC 9727)."""

import json
from collections.abc import Iterable

from kg.site.metadata import openapi
from kg.site.metadata.dataset import DatasetFacts
from kg.site.page import TypedLink
from kg.store.graph import Graph

LINKSET = "application/linkset+json"
API_CATALOG = f'{LINKSET}; profile="https://www.rfc-editor.org/info/rfc9727"'
LINKSET_PATH = "linkset.json"

RECONCILIATION = "https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/"
"""What the service that reconciles tables speaks."""

_BACK = {"describedby": "describes", "item": "collection"}
Target = dict[str, str]


def links(graph: Graph) -> tuple[TypedLink, ...]:
    """Return the links of the first page: what it is cited as, its files and descriptions, licence and publisher."""
    about = DatasetFacts(graph)
    author = about.publisher_page or about.publisher.iri
    return (
        *([TypedLink(about.iri, "cite-as")] if about.iri else []),
        TypedLink("https://schema.org/Dataset", "type"),
        TypedLink("https://schema.org/AboutPage", "type"),
        *([TypedLink(author, "author")] if author else []),
        *(TypedLink(path, "describedby", media_type) for path, media_type, _ in about.descriptions()),
        *(TypedLink(each.path, "item", each.sent_as) for each in graph.downloads),
        *([TypedLink(graph.license, "license")] if graph.license else []),
        *([TypedLink(LINKSET_PATH, "linkset", LINKSET)] if graph.url else []),
    )


def first_page(graph: Graph) -> bytes:
    """Return the links of the first page as a document of their own; the address of the site must be known."""
    return linkset(graph, graph.url, links(graph))


def linkset(graph: Graph, page: str, links: tuple[TypedLink, ...]) -> bytes:
    """Return the links of a page as a document of their own (RFC 9264), with those back from its documents and files.

    Its addresses are whole, so that it may be kept and sent on.
    """
    contexts: dict[str, dict[str, list[Target]]] = {page: {}}
    for link in links:
        target = _target(link.target if ":" in link.target else graph.url + link.target, link.media_type)
        contexts[page].setdefault(link.rel, []).append(target)
        if back := _BACK.get(link.rel):
            contexts[target["href"]] = {back: [_target(page, "text/html")]}
    return _linkset_document({"anchor": anchor, **relations} for anchor, relations in contexts.items())


def api_catalog(graph: Graph) -> bytes:
    """Return what programs may ask and fetch: the services with their documentation, the files, the descriptions."""
    root, about = graph.url, DatasetFacts(graph)
    services = (
        ()
        if graph.hosting.is_static
        else (
            ("sparql", _target(f"{root}sparql", "text/turtle"), f"{root}query/"),
            ("api/", _target(f"{root}api/openapi.json", openapi.MEDIA_TYPE), f"{root}api/"),
            ("reconcile", _target(f"{root}reconcile", "application/json"), RECONCILIATION),
        )
    )
    whole = {
        "anchor": root,
        "item": [
            *(_target(root + path) for path, _, _ in services),
            *(_target(root + each.path, each.sent_as) for each in graph.downloads),
        ],
        "describedby": [_target(root + path, media_type) for path, media_type, _ in about.descriptions()],
        "service-doc": [_target(f"{root}queries/", "text/html"), _target(f"{root}query/", "text/html")],
        **({"license": [_target(graph.license)]} if graph.license else {}),
    }
    described = (
        {"anchor": root + path, "service-desc": [description], "service-doc": [_target(manual, "text/html")]}
        for path, description, manual in services
    )
    return _linkset_document([whole, *described])


def _target(address: str, media_type: str = "") -> Target:
    return {"href": address, **({"type": media_type} if media_type else {})}


def _linkset_document(contexts: Iterable[object]) -> bytes:
    return json.dumps({"linkset": list(contexts)}, indent=2, ensure_ascii=False).encode() + b"\n"
