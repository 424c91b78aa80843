"""What workers answer of a release: queries of anybody, and pages and documents.

A job for a page names a path and parameters, or a thing that may have moved, a query with its answer, or the body of
a request. The reply says how the job ended, and holds the body plain and packed.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import KgError, NotFound, ReleaseError, StoreError
from kg.server.codings import compressed
from kg.server.settings import ServerSettings
from kg.server.workers.queries import QueryHandler
from kg.server.workers.worker import Handler
from kg.site.page import SitePage
from kg.site.site import Site
from kg.site.views import lists, reconciliation
from kg.site.views import queries as answer_view
from kg.store.graph import Graph, Moved, Withdrawn
from kg.store.release import open_release

_OUTCOMES: Mapping[type[KgError], str] = {
    Withdrawn: "withdrawn",
    NotFound: "missing",
    ReleaseError: "unreadable",
    StoreError: "unreadable",
    KgError: "faulty",
}
"""How a job ends, by the first class of error that fits."""
_ANSWERS: Mapping[str, Callable[[Graph, Any], SitePage]] = {
    "api/lists": lists.answer,
    "reconcile/query": reconciliation.answer,
    "reconcile/extend": lambda graph, asked: reconciliation.extend(graph, asked["ids"], asked["keys"]),
}
"""What answers to bodies of requests and to the query strings of lists, JSON, by path."""
_COMPRESSIBLE = ("text/", "application/", "image/svg+xml")


def opened(release: Path, settings: ServerSettings) -> Handler:
    """Return what answers the jobs about a release."""
    site = Site(open_release(release))
    queries = QueryHandler(site.graph.store, settings)
    return lambda job, body: queries.answer(job, body) if "coding" in job else answer(site, job, body)


def answer(site: Site, job: Mapping[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    """Return header and body of the reply to a job."""
    try:
        if "answered" in job:
            return _rendered(answer_view.answer_page(site.graph, "sparql", job["answered"], body, job["form"]))
        if "body" in job:
            return _rendered(_ANSWERS[job["path"]](site.graph, json.loads(body)))
        if thing := job.get("thing"):
            site.graph.thing(thing)
            return {"outcome": "found"}, b""
        return _rendered(site.page(job["path"], job["parameters"]))
    except Moved as error:
        return {"outcome": "moved", "path": error.path}, b""
    except KgError as error:
        outcome = next(outcome for kind, outcome in _OUTCOMES.items() if isinstance(error, kind))
        return {"outcome": outcome, "detail": str(error), "hint": error.hint}, b""


def _rendered(page: SitePage) -> tuple[dict[str, Any], bytes]:
    body = page.body
    packed = compressed(body) if page.media_type.startswith(_COMPRESSIBLE) else {}
    header = {
        "outcome": "found",
        "media_type": page.media_type,
        "links": [list(map(str, (link.target, link.rel, link.media_type))) for link in page.links],
        "length": len(body),
        "packed": {name: len(each) for name, each in packed.items()},
    }
    return header, b"".join((body, *packed.values()))
