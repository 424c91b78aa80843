"""The SPARQL endpoint: read-only queries of anybody (SPARQL 1.1 Protocol), and its service description.

It is answered at the protocol, by callbacks: a query of a few microseconds is not to wait for a task and a request
object. A client that is refused hears so the later the more often, so that asking again at once is of no use.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from http import HTTPStatus
from io import BytesIO
from typing import NamedTuple, TypeVar

from pyoxigraph import Literal, NamedNode, Triple, serialize
from starlette.responses import Response

from kg.server.codings import IDENTITY, PLAIN, coding_of
from kg.server.exchange import Exchange
from kg.server.negotiation import (
    ANY_GRAPHS,
    ANY_TABLES,
    GRAPHS,
    SENT,
    TABLES,
    WRITTEN_AS,
    Offer,
    asks_version,
    named,
    negotiate,
)
from kg.server.problems import FaultLog, accepted, not_acceptable, not_allowed
from kg.server.refusals import Refusals
from kg.server.requests import QueryRequest, client_of, endpoint_of, query_request, root_of
from kg.server.resources import response_of
from kg.server.responses import ASKING, cacheable, plain_response, preflight, respond
from kg.server.served import ReleaseWatcher, ServedRelease
from kg.server.settings import ServerSettings
from kg.server.workers.pool import WorkerReply
from kg.server.workers.queries import SparqlQuestion, result
from kg.store.store import QueryDataset
from kg.terms.formats import RDF_FORMATS
from kg.terms.vocabulary import PREFIXES, RDF_TYPE

T = TypeVar("T")

_PAGE = Offer("text/html", 0.9, "html")
_EDITOR = Offer("text/html", 1.0, "html")
_MAX_CACHED = 64 << 10
# The functions whose answers differ; the engine needs no border before them (`FILTERRAND()`).
_VARYING = re.compile(r"(?:RAND|NOW|UUID|BNODE)\s*[(#]", re.IGNORECASE)

# The formats that may say which version of RDF they hold; triple terms are of 1.2, in which all is that was in 1.1.
_VERSIONED = ("json", "xml", "turtle", "ntriples", "nquads", "trig", "rdfxml")
_VERSION = "; version=1.2"


class _Wanted(NamedTuple):
    """The formats that a client wants.

    Attributes:
        table: The name of that of solutions and truth values, or None if it accepts none.
        graph: The name of that of graphs, or None.
        is_page: Does it want solutions as a page, and a graph if it accepts none of its formats?
        version: The parameter of media types that it asks for, or nothing.
    """

    table: str | None
    graph: str | None
    is_page: bool
    version: str


@lru_cache(maxsize=512)
def _wanted(accept: str | None, forms: tuple[str, ...]) -> _Wanted:
    offers = (*ANY_TABLES, _PAGE)
    table = named(forms, offers) or negotiate(accept, offers)
    graph = named(forms, ANY_GRAPHS) or negotiate(accept, ANY_GRAPHS)
    return _Wanted(table, graph, table == _PAGE.name, _VERSION if asks_version(accept) else "")


class SparqlEndpoint:
    """Answers the requests to the endpoint."""

    def __init__(self, watcher: ReleaseWatcher, settings: ServerSettings, faults: FaultLog) -> None:
        self._watcher, self._settings, self._faults = watcher, settings, faults
        self._refusals = Refusals()

    def answer(self, exchange: Exchange) -> None:
        """Answer a request, now or when the query is answered."""
        self._send(exchange, partial(self._response, self._watcher.current, exchange))

    def _send(self, exchange: Exchange, make: Callable[[], Response | None]) -> None:
        """Send a response, or that of the error; None comes later."""
        try:
            response = make()
        except Exception as error:
            response = self._faults.response(error, exchange.header(b"accept"), root_of(exchange.scope))
        if response is None:
            return
        if "retry-after" in response.headers and (seconds := self._refusals.wait(client_of(exchange.scope))):
            asyncio.get_running_loop().call_later(seconds, exchange.send, response)
        else:
            exchange.send(response)

    def _later(
        self,
        served: ServedRelease,
        exchange: Exchange,
        found: "asyncio.Future[T]",
        make: Callable[[T], Response | None],
    ) -> None:
        """Send what is made of something that is still to be found."""
        served.hold()

        def done(found: "asyncio.Future[T]") -> None:
            try:
                self._send(exchange, lambda: make(found.result()))
            finally:
                served.let_go()

        found.add_done_callback(done)

    def _response(self, served: ServedRelease, exchange: Exchange) -> Response | None:
        method = exchange.scope["method"]
        if method == "OPTIONS":
            return preflight(ASKING)
        if method not in ASKING:
            raise not_allowed(ASKING)
        query = query_request(exchange, self._settings)
        if query.query:
            return self._answered(served, exchange, query)
        form = accepted(exchange.header(b"accept"), (*ANY_GRAPHS, _EDITOR))
        if form == _EDITOR.name:  # leads people to the editor
            return plain_response(HTTPStatus.SEE_OTHER, {"location": "/query/", "vary": "Accept"})
        question = SparqlQuestion("SELECT DISTINCT ?graph { GRAPH ?graph {} } LIMIT 1000")
        graphs = served.pool.ask(*question.job(), client=client_of(exchange.scope))
        self._later(served, exchange, graphs, partial(_described, served, endpoint_of(exchange.scope), form))
        return None

    def _answered(self, served: ServedRelease, exchange: Exchange, asked: QueryRequest) -> Response | None:
        wanted = _wanted(exchange.header(b"accept"), asked.forms)
        if wanted.table is None and wanted.graph is None:
            raise not_acceptable((*ANY_TABLES, *ANY_GRAPHS))
        given = asked.default_graphs or asked.named_graphs
        dataset = QueryDataset(asked.default_graphs, asked.named_graphs) if given else None
        solutions = TABLES[0].name if wanted.table is None or wanted.is_page else wanted.table
        solutions = WRITTEN_AS.get(solutions, solutions)
        graph = WRITTEN_AS.get(wanted.graph, wanted.graph) if wanted.graph else GRAPHS[0].name
        # Queries that say no base have the endpoint's address for one (RFC 3986 §5.1.4).
        coding = PLAIN if wanted.is_page else coding_of((exchange.header(b"accept-encoding") or "").encode("latin-1"))
        question = SparqlQuestion(asked.query, solutions, graph, dataset, endpoint_of(exchange.scope), coding)
        key = ("sparql", question, wanted)
        if cached := served.cache.get(key):
            return respond(cached, exchange.scope["headers"])
        reply = served.pool.ask(*question.job(), client=client_of(exchange.scope))
        self._later(served, exchange, reply, partial(self._result, served, exchange, key))
        return None

    def _result(
        self,
        served: ServedRelease,
        exchange: Exchange,
        key: tuple[str, SparqlQuestion, _Wanted],
        reply: WorkerReply,
    ) -> Response | None:
        _, question, wanted = key
        answer = result(*reply)
        is_graph = answer.form == "graph"  # which form the answer has is only known now
        form = wanted.graph if is_graph else wanted.table
        if wanted.is_page and not (is_graph and form):
            # For people whose browser runs no scripts.
            job = {"answered": question.sparql, "form": answer.form}
            page = served.pool.ask(job, answer.body, client=client_of(exchange.scope), is_page=True)
            self._later(served, exchange, page, lambda reply: respond(response_of(reply), exchange.scope["headers"]))
            return None
        if form is None:
            raise not_acceptable(ANY_GRAPHS if is_graph else ANY_TABLES)
        media_type = SENT[form] + (wanted.version if form in _VERSIONED else "")
        is_small = len(answer.body) <= _MAX_CACHED
        coded = () if answer.coding == IDENTITY else ((b"content-encoding", answer.coding.encode()),)
        response = cacheable(answer.body, media_type, None, *coded, vary=b"Accept, Accept-Encoding", tagged=is_small)
        # A single request is not cached: many small objects make the interpreter's collector pause for long.
        if is_small and served.seen.is_repeated(key) and not _VARYING.search(question.sparql):
            served.cache.put(key, response)
        return respond(response, exchange.scope["headers"])


_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_TYPE = NamedNode(RDF_TYPE)
_RESULTS = (
    *(f"{_FORMATS}SPARQL_Results_{name}" for name in ("JSON", "XML", "CSV", "TSV")),
    *(f"{_FORMATS}{name}" for name in ("Turtle", "N-Triples", "RDF_XML", "JSON-LD")),
)


def _described(served: ServedRelease, endpoint: str, form: str, reply: WorkerReply) -> Response:
    """Describe the service to machines (SPARQL 1.1 Service Description)."""
    bindings = json.loads(result(*reply).body)["results"]["bindings"]
    graphs = [each["graph"]["value"] for each in bindings if each["graph"]["type"] == "uri"]
    out = BytesIO()
    prefixes = {"sd": _SD, "formats": _FORMATS, "dcterms": PREFIXES["dcterms"]}
    triples = _description(endpoint, graphs, served.release.license, str(served.pool.rules))
    serialize(triples, out, RDF_FORMATS[WRITTEN_AS.get(form, form)], prefixes=prefixes)
    return Response(out.getvalue(), headers={"content-type": SENT[form], "vary": "Accept"})


def _description(endpoint: str, graphs: Iterable[str], license_: str, limits: str) -> Iterator[Triple]:
    service = NamedNode(endpoint)
    dataset, default = NamedNode(f"{endpoint}#dataset"), NamedNode(f"{endpoint}#default-graph")
    yield Triple(service, _TYPE, _sd("Service"))
    yield Triple(service, _sd("endpoint"), service)
    for version in ("SPARQL11Query", "SPARQL12Query"):  # the engine answers triple terms, LATERAL and the rest of 1.2
        yield Triple(service, _sd("supportedLanguage"), _sd(version))
    yield Triple(service, NamedNode(f"{PREFIXES['dcterms']}description"), Literal(limits, language="en"))
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
