"""The render worker: pages and documents of a release, made in a process of their own.

Its queries are kg's own, so it is trusted; it still has no network, but that it reaches the endpoint that
holds the release, if one does. A job names a path and parameters,
or a thing whose standing is asked for, or a query whose answer is to be shown. The reply says how it
ended, and holds the body twice, as it is and compressed.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.base.errors import KgError, NotFound, ReleaseError, StoreError, Unanswered, Unavailable
from kg.server.cache import compressed
from kg.server.workers.sandbox import Sandbox
from kg.server.workers.serving import serve
from kg.site.page import SitePage
from kg.site.site import Site
from kg.site.views import queries as answer_view
from kg.store.graph import Moved, Withdrawn
from kg.store.release import Release, open_release

_OUTCOMES: Mapping[type[KgError], str] = {
    Withdrawn: "withdrawn",
    NotFound: "missing",
    Unavailable: "away",
    Unanswered: "unanswered",
    ReleaseError: "unreadable",
    StoreError: "unreadable",
    KgError: "faulty",
}
"""How a job ends by the first kind of error that fits."""
_COMPRESSIBLE = ("text/", "application/", "image/svg+xml")


def main(release: str, endpoint: str = "") -> None:
    """Answer jobs about a release, whose store may be an endpoint, until the parent goes away."""
    opened = open_release(Path(release))
    site = _far(opened, endpoint) if endpoint else Site(opened)
    serve(lambda job, body: answer(site, job, body), sandbox=Sandbox(sockets=bool(endpoint)))


def _far(release: Release, endpoint: str) -> Site:
    from kg.store.endpoint.copying import store_of
    from kg.store.endpoint.store import Endpoint, ask_nobody_else

    ask_nobody_else()
    return Site(release, rounds=store_of(release, Endpoint.read(endpoint)))


def answer(site: Site, job: Mapping[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    """Return header and body of the reply to a job."""
    try:
        if "answered" in job:
            return _rendered(site.render(lambda graph: answer_view.answer_page(graph, "sparql", job["answered"], body)))
        if thing := job.get("thing"):
            site.render(lambda graph: graph.thing(thing))
            return {"outcome": "found"}, b""
        return _rendered(site.page(job["path"], job["parameters"]))
    except Moved as error:
        return {"outcome": "moved", "path": error.path}, b""
    except KgError as error:
        return _failed(next(outcome for kind, outcome in _OUTCOMES.items() if isinstance(error, kind)), error)


def _failed(outcome: str, error: KgError) -> tuple[dict[str, Any], bytes]:
    return {"outcome": outcome, "detail": str(error), "hint": error.hint}, b""


def _rendered(page: SitePage) -> tuple[dict[str, Any], bytes]:
    body = page.body
    packed = compressed(body) if page.media_type.startswith(_COMPRESSIBLE) else b""
    header = {
        "outcome": "found",
        "media_type": page.media_type,
        "links": [list(map(str, (link.target, link.rel, link.media_type))) for link in page.links],
        "length": len(body),
    }
    return header, body + packed


if __name__ == "__main__":
    main(*sys.argv[1:])
