"""The SPARQL endpoint: queries of anybody, read only (SPARQL 1.1 Protocol)."""

import json
from collections.abc import Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from kg.server import description
from kg.server.editions import Edition
from kg.server.negotiation import Offer, negotiate
from kg.server.parameters import QueryRequest, query_request
from kg.server.problems import Problem
from kg.server.resources import not_acceptable
from kg.server.resources import respond as respond_resource
from kg.server.settings import Settings
from kg.server.workers.lanes import Question

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

_MEDIA_TYPES: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "turtle": "text/turtle; charset=utf-8",
}


def media_type_of(form: str) -> str:
    """Return the media type under which a format is sent."""
    return _MEDIA_TYPES.get(form) or next(offer.media_type for offer in (*TABLES, *GRAPHS) if offer.name == form)
