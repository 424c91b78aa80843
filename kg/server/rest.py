"""Lists of things and named queries over HTTP; `kg.site.metadata.openapi` describes them.

A worker answers them as pages, since they are kg's own, and a response is cached as a page is: each question is asked
once a release.
"""

import json
import re
from collections.abc import AsyncIterator, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from kg.server import resources
from kg.server.negotiation import GRAPHS, TABLES, Offer
from kg.server.problems import accepted
from kg.server.requests import client_of, fields_of, site_of
from kg.server.resources import rendered, replied
from kg.server.responses import KEEP, CachedResponse, plain_response, sent
from kg.server.served import ServedRelease
from kg.site.views import lists
from kg.store.questions import Query
from kg.store.reconciliation.properties import kinds_named
from kg.terms.formats import MEDIA_TYPES

QUERIES = "/api/queries/"
_START = (Offer("application/json", 1.0, "json"), Offer("text/html", 0.9, "html"))
_LISTS = (Offer("application/json", 1.0, "json"), Offer("text/csv", 0.9, "csv"))
_LIST_PATH = re.compile(
    r"/api/(?P<kind>[A-Za-z][A-Za-z0-9-]*)(?:/(?P<slug>[a-z0-9-]+)(?:\.json)?|\.(?P<form>json|csv))?"
)
_NEXT = re.compile(rb"[?&]_next=([0-9]+)>")
_MAKES_GRAPH = re.compile(r"^\s*(?:CONSTRUCT|DESCRIBE)\b", re.IGNORECASE | re.MULTILINE)


async def query(served: ServedRelease, request: Request) -> Response:
    """Answer a named query, in the format that a client names or accepts."""
    name = request.scope["path"].removeprefix(QUERIES)
    parameters = dict(request.query_params)
    if not parameters.get("format"):
        found = served.release.queries.get(name)  # the worker refuses an unknown name, and suggests the nearest
        parameters["format"] = accepted(
            request.headers.get("accept"), GRAPHS if found and makes_graph(found) else TABLES
        )
    path = f"api/queries/{name}"
    key, make = (
        (path, *sorted(parameters.items())),
        partial(rendered, served, client_of(request.scope), path, parameters),
    )
    return sent(request, await served.response(key, make))


async def start(served: ServedRelease, request: Request) -> Response:
    """Say what there is: programs get JSON, people are led to the page."""
    if accepted(request.headers.get("accept"), _START) == "html":
        return plain_response(HTTPStatus.SEE_OTHER, {"location": "/api/", "vary": "Accept"})
    make = partial(rendered, served, client_of(request.scope), "api.json", {})
    return sent(request, await served.response(("api.json",), make))


async def things(served: ServedRelease, request: Request) -> Response:
    """Answer with a list of things, or lead to what is said of one."""
    found = _LIST_PATH.fullmatch(request.scope["path"])
    kind = next(kinds_named(served.release.declaration, found["kind"]), "") if found else ""
    if not found or not kind:
        return await resources.respond(served, request)
    query = request.scope["query_string"].decode("latin-1")
    if found["slug"]:
        return plain_response(HTTPStatus.SEE_OTHER, {"location": f"/{kind}/{found['slug']}.jsonld"})
    if found["kind"] != kind:  # such as its plural
        form = f".{found['form']}" if found["form"] else ""
        location = f"/{lists.FOLDER}{kind}{form}" + (f"?{query}" if query else "")
        return plain_response(HTTPStatus.PERMANENT_REDIRECT, {"location": location})
    form = found["form"] or accepted(request.headers.get("accept"), _LISTS)
    fields = fields_of(query, "see /api.json for what may be asked")
    client = client_of(request.scope)
    job = {"kind": kind, "fields": fields, "form": form, "root": site_of(served.release.base, request)}
    if ("_stream", "on") in fields and form == "csv" and request.method == "GET":
        return await _streamed(served, client, job)
    body = json.dumps(job).encode()
    make = partial(replied, served, client, lists.PATH, body)
    return sent(request, await served.response((lists.PATH, body), make, most=served.settings.cached_list))


async def _streamed(served: ServedRelease, client: str, job: Mapping[str, Any]) -> Response:
    """Answer with all rows of a list as CSV: a worker makes them page by page, so that nobody has to wait for all."""
    fields = job["fields"] + ([] if "_size" in dict(job["fields"]) else [("_size", "max")])

    async def page(start: bytes = b"") -> CachedResponse:
        further = [each for each in fields if each[0] != "_next"] + [("_next", start.decode())]
        asked = {**job, "fields": further if start else fields, "has_heads": not start}
        return await replied(served, client, lists.PATH, json.dumps(asked).encode())

    first = await page()  # what is wrong is said before anything is sent

    async def pages() -> AsyncIterator[bytes]:
        with served.lease():
            current = first
            yield current.body
            while found := _NEXT.search(dict(current.headers).get(b"link", b"")):
                current = await page(found[1])
                yield current.body

    return StreamingResponse(pages(), headers={"vary": "Accept", "cache-control": KEEP}, media_type=MEDIA_TYPES["csv"])


def makes_graph(query: Query) -> bool:
    """Say whether the answer to a query is a graph, not a table."""
    return _MAKES_GRAPH.search(query.sparql) is not None
