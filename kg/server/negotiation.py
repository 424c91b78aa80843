"""Choose a representation by what a client accepts (RFC 9110, section 12), of those in which answers are offered."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kg.terms.formats import MEDIA_TYPES

_MAX_HEADER = 4_096
_MAX_RANGES = 64
_ASKS_VERSION = re.compile(r';\s*version\s*=\s*"?1\.2\b', re.IGNORECASE)


class Offer(NamedTuple):
    """A representation that can be had.

    Attributes:
        media_type: Such as `text/turtle`.
        quality: The server's preference, between 0 and 1.
        name: A key for the caller.
    """

    media_type: str
    quality: float
    name: str


class _Range(NamedTuple):
    """A media range of an `Accept` header; the more specific counts, whatever their order."""

    main: str
    sub: str
    precision: int
    quality: float

    def covers(self, main: str, sub: str) -> bool:
        return self.main in (main, "*") and self.sub in (sub, "*")


@lru_cache(maxsize=1024)
def negotiate(accept: str | None, offers: Sequence[Offer]) -> str | None:
    """Return the name of the offer that a client likes best, or None if it accepts none.

    A client that says nothing accepts everything. What is not a media range is left out; a header of
    nothing else counts as none. Ties go to the offer that stands first.

    >>> negotiate("text/html;q=0.5, text/turtle", (Offer("text/html", 1, "page"), Offer("text/turtle", 0.9, "ttl")))
    'ttl'
    """
    ranges = tuple(_ranges(accept or ""))[:_MAX_RANGES]
    if not ranges:
        return offers[0].name
    best = max(offers, key=lambda offer: _quality(offer, ranges))
    return best.name if _quality(best, ranges) > 0 else None


def asks_version(accept: str | None) -> bool:
    """Say whether a client reads RDF 1.2.

    >>> asks_version('text/turtle; version="1.2"'), asks_version("text/turtle")
    (True, False)
    """
    return _ASKS_VERSION.search(accept or "") is not None


def _quality(offer: Offer, ranges: Sequence[_Range]) -> float:
    main, _, sub = offer.media_type.partition("/")
    fitting = [each for each in ranges if each.covers(main, sub)]
    if not fitting:
        return 0.0
    precise = max(each.precision for each in fitting)
    return max(each.quality for each in fitting if each.precision == precise) * offer.quality


def _ranges(accept: str) -> Iterator[_Range]:
    for part in accept[:_MAX_HEADER].split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        main, slash, sub = media_range.lower().partition("/")
        if not slash or not main or not sub or (main == "*" and sub != "*"):
            continue
        quality = 1.0
        for parameter in parameters:  # others, such as `profile` and `charset`, choose nothing here
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "q":
                try:
                    quality = float(value)
                except ValueError:
                    quality = 0.0
                quality = min(1.0, quality) if quality >= 0 else 0.0  # NaN counts as 0
                break
        yield _Range(main, sub, (main != "*") + (sub != "*"), quality)


TABLES = (
    Offer("application/sparql-results+json", 1.0, "json"),
    Offer("application/sparql-results+xml", 0.95, "xml"),
    Offer("text/csv", 0.9, "csv"),
    Offer("text/tab-separated-values", 0.9, "tsv"),
    Offer("application/json", 0.9, "json"),
    Offer("application/xml", 0.5, "xml"),
)
"""The formats of solutions and truth values."""

ANY_TABLES = (*TABLES, Offer("text/xml", 0.5, "xml"), Offer("text/plain", 0.5, "plain"))
"""The formats of solutions and truth values, with media types that other programs ask for."""

GRAPHS = (
    Offer("text/turtle", 1.0, "turtle"),
    Offer("application/ld+json", 0.95, "jsonld"),
    Offer("application/n-triples", 0.95, "ntriples"),
    Offer("application/rdf+xml", 0.9, "rdfxml"),
    Offer("application/json", 0.5, "jsonld"),
    Offer("application/xml", 0.5, "rdfxml"),
)
"""The formats of graphs."""

ANY_GRAPHS = (
    *GRAPHS,
    Offer("text/n3", 0.9, "n3"),
    Offer("application/n-quads", 0.9, "nquads"),
    Offer("application/trig", 0.9, "trig"),
    Offer("text/rdf+n3", 0.5, "n3"),
    Offer("application/n3", 0.5, "n3"),
    Offer("application/x-turtle", 0.5, "turtle"),
    Offer("application/turtle", 0.5, "turtle"),
    Offer("text/xml", 0.4, "rdfxml"),
    Offer("text/plain", 0.4, "ntriples"),
)
"""The formats of graphs, with media types that other programs ask for."""

SENT: Mapping[str, str] = {
    **MEDIA_TYPES,
    "n3": "text/n3; charset=utf-8",
    "nquads": "application/n-quads",
    "trig": "application/trig; charset=utf-8",
    "plain": "text/plain; charset=utf-8",
}
"""Media types as they are sent, by the names of all offers."""

WRITTEN_AS: Mapping[str, str] = {"n3": "turtle", "plain": "tsv"}
"""The names in `kg.terms.formats` of offers that differ from it: each Turtle document is one of N3."""

_TABLE_ALIASES = {"srj": "json", "sparql-results+json": "json", "srx": "xml", "sparql-results+xml": "xml"}
_GRAPH_ALIASES = {
    "ttl": "turtle",
    "json-ld": "jsonld",
    "ld+json": "jsonld",
    "json": "jsonld",
    "nt": "ntriples",
    "n-triples": "ntriples",
    "nq": "nquads",
    "n-quads": "nquads",
    "rdf": "rdfxml",
    "rdf+xml": "rdfxml",
    "xml": "rdfxml",
}


def named(forms: Sequence[str], offers: Sequence[Offer]) -> str | None:
    """Return the name of the offer that is called by one of some names, aliases or media types, if there is one.

    >>> named(("rdf+xml", "application/rdf+xml"), ANY_GRAPHS), named(("pdf",), TABLES)
    ('rdfxml', None)
    """
    aliases = _GRAPH_ALIASES if offers is ANY_GRAPHS else _TABLE_ALIASES
    for form in forms:
        wanted = form.strip().lower().replace(" ", "+")  # a plus that nobody escaped
        wanted = aliases.get(wanted, wanted)
        for offer in offers:
            if wanted in (offer.name, offer.media_type):
                return offer.name
    return None
