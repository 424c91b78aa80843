"""The SPARQL endpoint: read-only queries of anybody (SPARQL 1.1 Protocol), and its service description."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from http import HTTPStatus
from io import BytesIO

from pyoxigraph import NamedNode, Triple, serialize
from starlette.requests import Request
from starlette.responses import Response

from kg.server.connections import subscriber
from kg.server.negotiation import ANY_GRAPHS, GRAPHS, SENT, TABLES, WRITTEN_AS, Offer, named, negotiate
from kg.server.problems import accepted, not_acceptable
from kg.server.requests import QueryRequest, query_request
from kg.server.resources import response_of
from kg.server.responses import cacheable, plain_response, sent
from kg.server.served import ServedRelease
from kg.server.settings import Settings
from kg.server.workers.questions import Question
from kg.store.store import QueryDataset
from kg.terms.formats import RDF_FORMATS
from kg.terms.vocabulary import PREFIXES, RDF_TYPE

_PAGE = Offer("text/html", 0.9, "html")
_EDITOR = Offer("text/html", 1.0, "html")
_MAX_CACHED = 64 << 10
# The functions whose answers differ; the engine needs no border before them (`FILTERRAND()`).
_VARYING = re.compile(r"(?:RAND|NOW|UUID|BNODE)\s*[(#]", re.IGNORECASE)


def responder(settings: Settings) -> Callable[[ServedRelease, Request], Awaitable[Response]]:
    """Return the handler of the endpoint, within some limits."""

    async def respond(served: ServedRelease, request: Request) -> Response:
        query = await query_request(request, settings)
        return await (_answer(served, request, query) if query.query else _describe(served, request))

    return respond


async def _answer(served: ServedRelease, request: Request, asked: QueryRequest) -> Response:
    accept = request.headers.get("accept")
    offers = (*TABLES, _PAGE)
    table = named(asked.forms, offers) or negotiate(accept, offers)
    graph = named(asked.forms, ANY_GRAPHS) or negotiate(accept, ANY_GRAPHS)
    if table is None and graph is None:
        raise not_acceptable((*TABLES, *ANY_GRAPHS))
    given = asked.default_graphs or asked.named_graphs
    dataset = QueryDataset(asked.default_graphs, asked.named_graphs) if given else None
    is_page = table == _PAGE.name
    solutions = TABLES[0].name if table is None or is_page else table
    written = WRITTEN_AS.get(graph, graph) if graph else GRAPHS[0].name
    # Queries that say no base have the endpoint's address for one (RFC 3986 §5.1.4).
    question = Question(asked.query, solutions, written, dataset, endpoint_of(request))
    key = ("sparql", question, is_page, table is None, graph)
    if cached := served.cache.get(key):
        return sent(request, cached)
    result = await served.lanes.ask(question, client_of(request))
    is_graph = result.form == "graph"  # which form the answer has is only known now
    if (graph if is_graph else table) is None:
        raise not_acceptable(ANY_GRAPHS if is_graph else TABLES)
    if is_page and not is_graph:
        # For people whose browser runs no scripts.
        return sent(request, response_of(await served.render({"answered": asked.query}, result.body)))
    response = cacheable(result.body, SENT[graph if graph and is_graph else result.format], b"", vary=b"Accept")
    # A single request is not cached: many small objects make the interpreter's collector pause for long.
    if len(result.body) <= _MAX_CACHED and served.seen.is_repeated(key) and not _VARYING.search(asked.query):
        served.cache.put(key, response)
    return sent(request, response)


def endpoint_of(request: Request) -> str:
    """Return the address that was asked."""
    return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}{request.scope['path']}"


def client_of(request: Request) -> str:
    """Return the key by which limits count clients."""
    return subscriber(request.client.host if request.client else "")


_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_TYPE = NamedNode(RDF_TYPE)
_RESULTS = (
    *(f"{_FORMATS}SPARQL_Results_{name}" for name in ("JSON", "XML", "CSV", "TSV")),
    *(f"{_FORMATS}{name}" for name in ("Turtle", "N-Triples", "RDF_XML", "JSON-LD")),
)


async def _describe(served: ServedRelease, request: Request) -> Response:
    """Describe the service to machines (SPARQL 1.1 Service Description), and lead people to the editor."""
    form = accepted(request, (*ANY_GRAPHS, _EDITOR))
    if form == _EDITOR.name:
        return plain_response(HTTPStatus.SEE_OTHER, {"location": "/query/", "vary": "Accept"})
    result = await served.lanes.ask(Question("SELECT DISTINCT ?graph { GRAPH ?graph {} } LIMIT 1000"), "")
    bindings = json.loads(result.body)["results"]["bindings"]
    graphs = [each["graph"]["value"] for each in bindings if each["graph"]["type"] == "uri"]
    out = BytesIO()
    prefixes = {"sd": _SD, "formats": _FORMATS, "dcterms": PREFIXES["dcterms"]}
    triples = _description(endpoint_of(request), graphs, served.release.license)
    serialize(triples, out, RDF_FORMATS[WRITTEN_AS.get(form, form)], prefixes=prefixes)
    return Response(out.getvalue(), headers={"content-type": SENT[form], "vary": "Accept"})


def _description(endpoint: str, graphs: Iterable[str], license_: str) -> Iterator[Triple]:
    service = NamedNode(endpoint)
    dataset, default = NamedNode(f"{endpoint}#dataset"), NamedNode(f"{endpoint}#default-graph")
    yield Triple(service, _TYPE, _sd("Service"))
    yield Triple(service, _sd("endpoint"), service)
    yield Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Query"))
    for form in _RESULTS:
        yield Triple(service, _sd("resultFormat"), NamedNode(form))
    yield Triple(service, _sd("defaultDataset"), dataset)
    yield Triple(dataset, _TYPE, _sd("Dataset"))
    yield Triple(dataset, _sd("defaultGraph"), default)
    yield Triple(default, _TYPE, _sd("Graph"))
    if license_:
        yield Triple(dataset, NamedNode(f"{PREFIXES['dcterms']}license"), NamedNode(license_))
    for number, graph in enumerate(graphs, 1):
        name = NamedNode(f"{endpoint}#graph-{number}")
        yield Triple(dataset, _sd("namedGraph"), name)
        yield Triple(name, _TYPE, _sd("NamedGraph"))
        yield Triple(name, _sd("name"), NamedNode(graph))


def _sd(name: str) -> NamedNode:
    return NamedNode(f"{_SD}{name}")
