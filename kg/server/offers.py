"""The formats in which answers to queries are offered, and the choice of one by what a client accepts."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from starlette.requests import Request

from kg.server.negotiation import Offer, negotiate
from kg.server.problems import Problem
from kg.terms.formats import MEDIA_TYPES

TABLES = (
    Offer("application/sparql-results+json", 1.0, "json"),
    Offer("application/sparql-results+xml", 0.95, "xml"),
    Offer("text/csv", 0.9, "csv"),
    Offer("text/tab-separated-values", 0.9, "tsv"),
    Offer("application/json", 0.9, "json"),
    Offer("application/xml", 0.5, "xml"),
)
"""How solutions and truth values may be had."""

GRAPHS = (
    Offer("text/turtle", 1.0, "turtle"),
    Offer("application/ld+json", 0.95, "jsonld"),
    Offer("application/n-triples", 0.95, "ntriples"),
    Offer("application/rdf+xml", 0.9, "rdfxml"),
    Offer("application/json", 0.5, "jsonld"),
    Offer("application/xml", 0.5, "rdfxml"),
)
"""How graphs may be had."""

ANY_GRAPHS = (
    *GRAPHS,
    Offer("text/n3", 0.9, "n3"),
    Offer("application/n-quads", 0.9, "nquads"),
    Offer("application/trig", 0.9, "trig"),
    Offer("text/rdf+n3", 0.5, "n3"),
    Offer("application/n3", 0.5, "n3"),
    Offer("application/x-turtle", 0.5, "turtle"),
    Offer("application/turtle", 0.5, "turtle"),
)
"""How graphs may be had where other programs ask in their own ways."""

SENT: Mapping[str, str] = {
    **MEDIA_TYPES,
    "n3": "text/n3; charset=utf-8",
    "nquads": "application/n-quads",
    "trig": "application/trig; charset=utf-8",
}
"""Media types as they are sent, by the names of all offers."""

WRITTEN_AS: Mapping[str, str] = {"n3": "turtle"}
"""The name in `kg.terms.formats.RDF_FORMATS` of offers that differ from it: each Turtle document is one of N3."""

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


def accepted(request: Request, offers: Sequence[Offer]) -> str:
    """Return the name of the offer that a client likes best.

    Raises:
        Problem: If it accepts none.
    """
    chosen = negotiate(request.headers.get("accept"), offers)
    if chosen is None:
        raise not_acceptable(offers)
    return chosen


def not_acceptable(offers: Sequence[Offer]) -> Problem:
    """Return the refusal of a client that accepts none of some offers; it lists them."""
    listed = ", ".join(dict.fromkeys(offer.media_type for offer in offers))
    return Problem(HTTPStatus.NOT_ACCEPTABLE, "there is no such form of it", hint=f"ask for one of {listed}")
