"""The formats in which answers to queries are offered, and the choice of one by what a client accepts."""

from collections.abc import Sequence
from http import HTTPStatus

from starlette.requests import Request

from kg.server.negotiation import Offer, negotiate
from kg.server.problems import Problem

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
