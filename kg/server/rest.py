"""Lists of things and named queries over HTTP; `kg.site.metadata.openapi` describes them.

A render worker answers them, since they are kg's own, and a response is cached as a page is: each question is asked
once a release.
"""

import json
import re
from functools import partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from kg.server import resources
from kg.server.negotiation import GRAPHS, TABLES, Offer
from kg.server.problems import accepted
from kg.server.requests import fields_of, site_of
from kg.server.resources import rendered, replied
from kg.server.responses import plain_response, sent
from kg.server.served import ServedRelease
from kg.site.views import lists
from kg.store.questions import Query
from kg.store.reconciliation.properties import kinds_named

_START = (Offer("application/json", 1.0, "json"), Offer("text/html", 0.9, "html"))
_LISTS = (Offer("application/json", 1.0, "json"), Offer("text/csv", 0.9, "csv"))
_LIST_PATH = re.compile(
    r"/api/(?P<kind>[A-Za-z][A-Za-z0-9-]*)(?:/(?P<slug>[a-z0-9-]+)(?:\.json)?|\.(?P<form>json|csv))?"
)
_MAKES_GRAPH = re.compile(r"^\s*(?:CONSTRUCT|DESCRIBE)\b", re.IGNORECASE | re.MULTILINE)


async def query(served: ServedRelease, request: Request) -> Response:
    """Answer a named query, in the format that a client names or accepts."""
    name = request.path_params["name"]
    parameters = dict(request.query_params)
    if not parameters.get("format"):
        found = served.release.queries.get(name)  # the worker refuses an unknown name, and suggests the nearest
        parameters["format"] = accepted(
            request.headers.get("accept"), GRAPHS if found and makes_graph(found) else TABLES
        )
    path = f"api/queries/{name}"
    key = (path, *sorted(parameters.items()))
    return sent(request, await served.response(key, lambda: rendered(served, path, parameters)))


async def start(served: ServedRelease, request: Request) -> Response:
    """Say what there is: programs get JSON, people are led to the page."""
    if accepted(request.headers.get("accept"), _START) == "html":
        return plain_response(HTTPStatus.SEE_OTHER, {"location": "/api/", "vary": "Accept"})
    return sent(request, await served.response(("api.json",), lambda: rendered(served, "api.json", {})))


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
    fields, root = fields_of(query, "see /api.json for what may be asked"), site_of(served.release.base, request)
    job = json.dumps({"kind": kind, "fields": fields, "form": form, "root": root}).encode()
    return sent(request, await served.response((lists.PATH, job), partial(replied, served, lists.PATH, job)))


def makes_graph(query: Query) -> bool:
    """Say whether the answer to a query is a graph, not a table."""
    return _MAKES_GRAPH.search(query.sparql) is not None
