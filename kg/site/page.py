"""What a page is, and what is said of things that have none any more."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"


@dataclass(frozen=True)
class TypedLink:
    """A typed link (RFC 8288).

    Attributes:
        target: An IRI, or a path below the site's root.
        rel: Its relation, such as `cite-as`.
        media_type: What is found there, or empty.
    """

    target: str
    rel: str
    media_type: str = ""


@dataclass(frozen=True)
class SitePage:
    """A page, a chart or a document, ready to be sent or written to a file."""

    body: bytes
    media_type: str = HTML
    links: tuple[TypedLink, ...] = ()


def root(path: str) -> str:
    """Return how to get from a path to the site's root.

    >>> root("person/ada/"), root("")
    ('../../', './')
    """
    return "../" * path.count("/") or "./"


def json_page(value: object) -> SitePage:
    """Return what programs are answered."""
    return SitePage(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), "application/json")


@dataclass(frozen=True)
class PageRequest:
    """What is asked for.

    Attributes:
        path: The path below the site's root, without a leading slash.
        match: The parts of the path that its route names.
        parameters: The query string, the last value of each name.
    """

    path: str
    match: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def local(self) -> str:
        """The kind and slug of the thing that the path names, such as `person/ada-lovelace`."""
        return f"{self.match['kind']}/{self.match['slug']}"
