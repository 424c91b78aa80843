"""The named queries over HTTP: in the format that a client names, or accepts.

A render worker answers them, since they are kg's own, and an answer is kept as a page is: each question
is asked once a release.
"""

import re

from starlette.requests import Request
from starlette.responses import Response

from kg.server import openapi
from kg.server.cache import Answer, compressed, lasting
from kg.server.editions import Edition
from kg.server.offers import GRAPHS, TABLES, accepted
from kg.server.resources import rendered
from kg.server.sending import sent
from kg.store.questions import Query

_MAKES_GRAPH = re.compile(r"^\s*(?:CONSTRUCT|DESCRIBE)\b", re.IGNORECASE | re.MULTILINE)


async def query(edition: Edition, request: Request) -> Response:
    """Answer a named query.

    Raises:
        Problem: If there is none, a value is not what it should be, or the client accepts no format of it.
        WorkerError: If it is not answered in time.
    """
    name = request.path_params["name"]
    parameters = dict(request.query_params)
    if not parameters.get("format"):
        named = edition.release.queries.get(name)  # a name that is none is told of by the worker, with the nearest
        offers = GRAPHS if named and makes_graph(named) else TABLES
        parameters["format"] = accepted(request, offers)
    path = f"api/queries/{name}"
    key = (path, *sorted(parameters.items()))
    return sent(request, await edition.answer(key, lambda: rendered(edition, path, parameters)))


async def description(edition: Edition, request: Request) -> Response:
    """Return what programs may ask, in OpenAPI 3.1."""
    return sent(request, await edition.answer(("api/openapi.json",), lambda: _described(edition)))


def makes_graph(named: Query) -> bool:
    """Say whether the answer to a query is a graph, not a table."""
    return _MAKES_GRAPH.search(named.sparql) is not None


async def _described(edition: Edition) -> Answer:
    body = openapi.document(edition.release.title, edition.release.queries)
    return lasting(body, "application/vnd.oai.openapi+json;version=3.1", compressed(body))
