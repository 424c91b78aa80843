"""Pages, requests for them, and what pages say of themselves to machines."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"


@dataclass(frozen=True)
class TypedLink:
    """A typed link (RFC 8288): to an IRI or a path below the site's root, by a relation such as `cite-as`."""

    target: str
    rel: str
    media_type: str = ""


@dataclass(frozen=True)
class SitePage:
    """A page, a chart or a document, ready to be sent or written to a file."""

    body: bytes
    media_type: str = HTML
    links: tuple[TypedLink, ...] = ()


@dataclass(frozen=True)
class PageRequest:
    """A request for a page."""

    path: str  # the path below the site's root, without a leading slash; below `place`, of pages in another language
    match: Mapping[str, str] = field(default_factory=dict)  # the parts of the path that its route names
    parameters: Mapping[str, str] = field(default_factory=dict)  # the query string, the last value of each name
    # where the pages in the language of this one stand, such as `de/`; empty for the site's first language
    place: str = ""

    @property
    def local(self) -> str:
        """The kind and slug of the thing that the path names, such as `person/ada-lovelace`."""
        return f"{self.match['kind']}/{self.match['slug']}"


class MetaTag(NamedTuple):
    """A `meta` element."""

    name: str
    content: str


@dataclass(frozen=True)
class Metadata:
    """What a page says of itself beside its title."""

    title: str = ""  # what the page is about, without the name of the site; empty if its title says so
    description: str = ""  # in a sentence or two, or empty
    kind: str = "website"  # the type of Open Graph: `website`, `profile` or `article`
    tags: tuple[MetaTag, ...] = ()  # elements with a `name`: Dublin Core, Highwire
    properties: tuple[MetaTag, ...] = ()  # elements with a `property`: Open Graph, beyond what all pages say
    data: Mapping[str, Any] = field(default_factory=dict)  # what is embedded as JSON-LD, or nothing


def root(path: str) -> str:
    """Return how to get from a path to the site's root.

    >>> root("person/ada/"), root("")
    ('../../', './')
    """
    return "../" * path.count("/") or "./"


def files(request: PageRequest) -> str:
    """Return how to get from a page to the root of the site's files and documents, which all languages share."""
    return root(request.place + request.path)


def json_page(value: object) -> SitePage:
    """Return an answer for programs."""
    return SitePage(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), "application/json")
