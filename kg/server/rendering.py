"""The render worker: pages and documents of a release, made in a process of their own.

Its queries are kg's own, so it is trusted; it still has no network. A job names a path and parameters,
or a thing whose standing is asked for, or a query whose answer is to be shown. The reply says how it
ended, and holds the body twice, as it is and compressed.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kg.errors import KgError, NotFound, ReleaseError, StoreError
from kg.pages import Moved, Page, Site, Withdrawn
from kg.pages.views import answer as answer_view
from kg.release import open_release
from kg.server.cache import compressed
from kg.server.workers.sandbox import Sandbox
from kg.server.workers.serving import serve

_COMPRESSIBLE = ("text/", "application/", "image/svg+xml")


def main(release: str) -> None:
    """Answer jobs about a release until the parent goes away."""
    site = Site(open_release(Path(release)))
    serve(lambda job, body: answer(site, job, body), sandbox=Sandbox(memory=None))


def answer(site: Site, job: Mapping[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    """Return header and body of the reply to a job."""
    try:
        if "answered" in job:
            return _rendered(answer_view.view(site.graph, "sparql", job["answered"], body))
        if thing := job.get("thing"):
            site.graph.thing(thing)
            return {"outcome": "found"}, b""
        return _rendered(site.page(job["path"], job["parameters"]))
    except Moved as error:
        return {"outcome": "moved", "path": error.path}, b""
    except Withdrawn as error:
        return _failed("withdrawn", error)
    except NotFound as error:
        return _failed("missing", error)
    except (ReleaseError, StoreError) as error:
        return _failed("unreadable", error)
    except KgError as error:
        return _failed("faulty", error)


def _failed(outcome: str, error: KgError) -> tuple[dict[str, Any], bytes]:
    return {"outcome": outcome, "detail": str(error), "hint": error.hint}, b""


def _rendered(page: Page) -> tuple[dict[str, Any], bytes]:
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
