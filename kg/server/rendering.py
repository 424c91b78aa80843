"""The render worker: pages and documents of a release, made in a process of their own.

Its queries are kg's own, so it is trusted. A job names a path and parameters, or a thing that may have moved, a query
with its answer, or the body of a request. The reply says how the job ended, and holds the body plain and packed.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import KgError, NotFound, ReleaseError, StoreError
from kg.base.sandbox import Sandbox
from kg.server.codings import compressed
from kg.server.workers.serving import Handler, serve
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
_MEMORY = 512 << 20
"""Bytes beyond what a worker holds when it is ready, after which a fresh one takes its place: names that strangers ask
for are remembered once they are read."""
_COMPRESSIBLE = ("text/", "application/", "image/svg+xml")


def main(release: str) -> None:
    """Answer jobs about a release until the parent goes away."""

    def opened() -> Handler:
        site = Site(open_release(Path(release)))
        return lambda job, body: answer(site, job, body)

    serve(opened, Sandbox(resident=_MEMORY))


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


if __name__ == "__main__":
    main(*sys.argv[1:])
