"""Whole graphs: the read part of the SPARQL 1.1 Graph Store HTTP Protocol, at `/data`.

A graph is named by `?default` or `?graph=IRI` (section 4.2), or by its own address below `/graph/`
(section 4.1) if it has the base of the IRIs.
"""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from kg.base.errors import IdentifierError
from kg.server.editions import Edition
from kg.server.offers import ANY_GRAPHS, SENT, WRITTEN_AS, accepted
from kg.server.problems import Problem
from kg.server.protocol import client_of
from kg.server.workers.questions import Dump
from kg.terms.identifiers import valid_iri


async def respond_direct(edition: Edition, request: Request) -> Response:
    """Answer with the graph whose IRI is the address, below the base of the IRIs."""
    return await _answer(edition, request, edition.release.base + request.scope["path"].removeprefix("/"))


async def respond(edition: Edition, request: Request) -> Response:
    """Answer with a graph.

    Raises:
        Problem: If none is named, there is none, or the client accepts none of its forms.
        WorkerError: If it cannot be had in time.
    """
    return await _answer(edition, request, _graph(request))


async def _answer(edition: Edition, request: Request, graph: str | None) -> Response:
    form = accepted(request, ANY_GRAPHS)
    result = await edition.lanes.ask(Dump(graph, WRITTEN_AS.get(form, form)), client_of(request))
    headers = {"content-type": SENT[form], "vary": "Accept", "cache-control": "no-cache"}
    return Response(result.body, headers=headers)


def _graph(request: Request) -> str | None:
    """Return the IRI of the graph that is meant; None is the default graph."""
    parameters = request.query_params
    if ("default" in parameters) == ("graph" in parameters):
        detail = "name one graph: ?default or ?graph=IRI"
        raise Problem(HTTPStatus.BAD_REQUEST, detail, "see SPARQL 1.1 Graph Store HTTP Protocol, section 4.2")
    if "default" in parameters:
        return None
    try:
        return valid_iri(parameters["graph"])
    except IdentifierError as error:
        raise Problem(HTTPStatus.BAD_REQUEST, str(error)) from error
