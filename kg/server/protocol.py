"""The SPARQL endpoint: queries of anybody, read only (SPARQL 1.1 Protocol)."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from kg.server.cache import lasting
from kg.server.connections import subscriber
from kg.server.editions import Edition
from kg.server.negotiation import Offer, negotiate
from kg.server.offers import ANY_GRAPHS, GRAPHS, SENT, TABLES, WRITTEN_AS, accepted, named, not_acceptable
from kg.server.parameters import QueryRequest, query_request
from kg.server.resources import answer_of
from kg.server.sending import plain_response, sent
from kg.server.service_description import description
from kg.server.settings import Settings
from kg.server.workers.questions import Question
from kg.store.store import QueryDataset

_PAGE = Offer("text/html", 0.9, "html")
_MAX_KEPT = 64 << 10
# The functions whose answers differ; the engine needs no border before them (`FILTERRAND()`).
_VARYING = re.compile(r"(?:RAND|NOW|UUID|BNODE)\s*[(#]", re.IGNORECASE)
_TABLES_AND_PAGE = (*TABLES, _PAGE)
_EDITOR = Offer("text/html", 1.0, "html")


def responder(settings: Settings) -> Callable[[Edition, Request], Awaitable[Response]]:
    """Return what answers at the endpoint, within some limits."""

    async def respond(edition: Edition, request: Request) -> Response:
        asked = await query_request(request, settings)
        if not asked.query:
            return await _without_query(edition, request)
        return await _answer(edition, request, asked)

    return respond


async def _answer(edition: Edition, request: Request, asked: QueryRequest) -> Response:
    accept = request.headers.get("accept")
    table, graph = _chosen(asked.forms, _TABLES_AND_PAGE, accept), _chosen(asked.forms, ANY_GRAPHS, accept)
    if table is None and graph is None:
        raise not_acceptable((*TABLES, *ANY_GRAPHS))
    given = asked.default_graphs or asked.named_graphs
    dataset = QueryDataset(asked.default_graphs, asked.named_graphs) if given else None
    is_page = table == _PAGE.name
    solutions = TABLES[0].name if table is None or is_page else table
    # Queries that say no base have the endpoint's address for one (RFC 3986 §5.1.4).
    written = WRITTEN_AS.get(graph, graph) if graph else GRAPHS[0].name
    question = Question(asked.query, solutions, written, dataset, endpoint_of(request))
    key = ("sparql", question, is_page, table is None, graph)
    if kept := edition.cache.get(key):
        return sent(request, kept)
    result = await edition.lanes.ask(question, client_of(request))
    if (graph if result.form == "graph" else table) is None:  # which form it has is only known now
        raise not_acceptable(ANY_GRAPHS if result.form == "graph" else TABLES)
    if is_page and result.form != "graph":
        # For people whose browser runs no scripts.
        return sent(request, answer_of(await edition.render({"answered": asked.query}, result.body)))
    answer = lasting(
        result.body, SENT[graph if graph and result.form == "graph" else result.format], b"", vary=b"Accept"
    )
    # What is asked once is not kept: many small objects make the interpreter's collector pause for long.
    if len(result.body) <= _MAX_KEPT and edition.recurring.again(key) and not _VARYING.search(asked.query):
        edition.cache.put(key, answer)
    return sent(request, answer)


def _chosen(forms: Sequence[str], offers: tuple[Offer, ...], accept: str | None) -> str | None:
    """Return the name of the format that is asked for: by name, else by what the client accepts."""
    return named(forms, offers) or negotiate(accept, offers)


async def _without_query(edition: Edition, request: Request) -> Response:
    """Describe the service to machines, and lead people to the editor."""
    form = accepted(request, (*ANY_GRAPHS, _EDITOR))
    if form == _EDITOR.name:
        return plain_response(HTTPStatus.SEE_OTHER, {"location": "/query/", "vary": "Accept"})
    text = description(
        endpoint_of(request), await _named_graphs(edition), edition.release.license, WRITTEN_AS.get(form, form)
    )
    return Response(text, headers={"content-type": SENT[form], "vary": "Accept"})


async def _named_graphs(edition: Edition) -> list[str]:
    """Return the IRIs of the named graphs."""
    result = await edition.lanes.ask(Question("SELECT DISTINCT ?graph { GRAPH ?graph {} } LIMIT 1000"), "")
    bindings = json.loads(result.body)["results"]["bindings"]
    return [each["graph"]["value"] for each in bindings if each["graph"]["type"] == "uri"]


def endpoint_of(request: Request) -> str:
    """Return the address that was asked."""
    return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}{request.scope['path']}"


def client_of(request: Request) -> str:
    """Return what limits count clients by."""
    return subscriber(request.client.host if request.client else "")
