"""What pages say of themselves to machines, as these read it."""

import json
from typing import Any

from rdflib import Graph
from selectolax.lexbor import LexborHTMLParser

from kg.site.site import Site
from tests.support.site_pages import html

# schema.org's own context would have to be fetched; what it says of the properties that are used here is this.
CONTEXT: dict[str, Any] = {
    "@vocab": "https://schema.org/",
    **{
        name: {"@type": "@id"} for name in ("url", "sameAs", "license", "codeRepository", "contentUrl", "item", "image")
    },
}


def data(page: LexborHTMLParser) -> dict[str, Any]:
    """Return the one piece of JSON-LD that a page embeds."""
    [script] = page.css('script[type="application/ld+json"]')
    found: dict[str, Any] = json.loads(script.text())
    return found


def graph(embedded: dict[str, Any]) -> Graph:
    """Return the triples of what a page embeds."""
    assert embedded["@context"] == "https://schema.org"
    return Graph().parse(data=json.dumps({**embedded, "@context": CONTEXT}), format="json-ld")


def tags(page: LexborHTMLParser, prefix: str) -> list[tuple[str, str]]:
    """Return names or properties of `meta` elements with their contents, in their order."""
    found = [
        (node.attributes.get("name") or node.attributes.get("property") or "", node.attributes.get("content") or "")
        for node in page.css("meta")
    ]
    return [(name, content) for name, content in found if name.startswith(prefix)]


def link(page: LexborHTMLParser, rel: str) -> list[str]:
    """Return where the links of a relation lead."""
    return [node.attributes.get("href") or "" for node in page.css(f'link[rel="{rel}"]')]


def embedded(site: Site, path: str) -> dict[str, Any]:
    return data(html(site, path))
