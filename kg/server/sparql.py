"""The SPARQL endpoint: read-only queries of anybody (SPARQL 1.1 Protocol), and its service description."""

import json
import re
from functools import lru_cache
from http import HTTPStatus
from typing import NamedTuple

from pyoxigraph import Literal, RdfFormat, parse, serialize
from starlette.requests import Request
from starlette.responses import Response

from kg.server.codings import IDENTITY, PLAIN, coding_of
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
from kg.server.problems import accepted, not_acceptable
from kg.server.requests import QueryRequest, client_of, endpoint_of, query_request
from kg.server.resources import response_of
from kg.server.responses import cacheable, plain_response, sent
from kg.server.served import ServedRelease
from kg.server.workers.queries import SparqlQuestion, result
from kg.store.store import QueryDataset
from kg.terms.formats import RDF_FORMATS, term_text

_PAGE = Offer("text/html", 0.9, "html")
_EDITOR = Offer("text/html", 1.0, "html")
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


async def respond(served: ServedRelease, request: Request) -> Response:
    """Answer a query, or describe the endpoint."""
    asked = await query_request(request, served.settings)
    return await (_answered(served, request, asked) if asked.query else _described(served, request))


async def _answered(served: ServedRelease, request: Request, asked: QueryRequest) -> Response:
    wanted = _wanted(request.headers.get("accept"), asked.forms)
    if wanted.table is None and wanted.graph is None:
        raise not_acceptable((*ANY_TABLES, *ANY_GRAPHS))
    given = asked.default_graphs or asked.named_graphs
    dataset = QueryDataset(asked.default_graphs, asked.named_graphs) if given else None
    solutions = TABLES[0].name if wanted.table is None or wanted.is_page else wanted.table
    solutions = WRITTEN_AS.get(solutions, solutions)
    graph = WRITTEN_AS.get(wanted.graph, wanted.graph) if wanted.graph else GRAPHS[0].name
    coding = PLAIN if wanted.is_page else coding_of(request.headers.get("accept-encoding", "").encode("latin-1"))
    # Queries that say no base have the endpoint's address for one (RFC 3986 §5.1.4).
    question = SparqlQuestion(asked.query, solutions, graph, dataset, endpoint_of(request.scope), coding)
    key, client = ("sparql", question, wanted), client_of(request.scope)
    if cached := served.cache.get(key):
        return sent(request, cached)
    answer = result(*await served.pool.ask(*question.job(), client=client))
    is_graph = answer.form == "graph"  # which form the answer has is only known now
    form = wanted.graph if is_graph else wanted.table
    if wanted.is_page and not (is_graph and form):
        # For people whose browser runs no scripts.
        job = {"answered": question.sparql, "form": answer.form}
        return sent(request, response_of(await served.render(client, job, answer.body)))
    if form is None:
        raise not_acceptable(ANY_GRAPHS if is_graph else ANY_TABLES)
    media_type = SENT[form] + (wanted.version if form in _VERSIONED else "")
    is_small = len(answer.body) <= served.settings.cached_answer
    coded = () if answer.coding == IDENTITY else ((b"content-encoding", answer.coding.encode()),)
    response = cacheable(answer.body, media_type, None, *coded, vary=b"Accept, Accept-Encoding", tagged=is_small)
    # A single request is not cached: many small objects make the interpreter's collector pause for long.
    if is_small and served.seen.is_repeated(key) and not _VARYING.search(question.sparql):
        served.cache.put(key, response)
    return sent(request, response)


_DESCRIPTION = """\
@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix formats: <http://www.w3.org/ns/formats/> .
@prefix dcterms: <http://purl.org/dc/terms/> .
<> a sd:Service ; sd:endpoint <> ; sd:supportedLanguage sd:SPARQL11Query , sd:SPARQL12Query ;
    sd:resultFormat formats:SPARQL_Results_JSON , formats:SPARQL_Results_XML , formats:SPARQL_Results_CSV ,
        formats:SPARQL_Results_TSV , formats:Turtle , formats:N-Triples , formats:RDF_XML , formats:JSON-LD ;
    dcterms:description {limits} ; sd:defaultDataset <#dataset> .
<#dataset> a sd:Dataset ; sd:defaultGraph <#default-graph> . <#default-graph> a sd:Graph .
"""  # the engine answers triple terms, LATERAL and the rest of 1.2


async def _described(served: ServedRelease, request: Request) -> Response:
    """Describe the service to machines (SPARQL 1.1 Service Description), and lead people to the editor."""
    form = accepted(request.headers.get("accept"), (*ANY_GRAPHS, _EDITOR))
    if form == _EDITOR.name:
        return plain_response(HTTPStatus.SEE_OTHER, {"location": "/query/", "vary": "Accept"})
    question = SparqlQuestion("SELECT DISTINCT ?graph { GRAPH ?graph {} } LIMIT 1000")
    answer = result(*await served.pool.ask(*question.job(), client=client_of(request.scope)))
    bindings = json.loads(answer.body)["results"]["bindings"]
    graphs = [each["graph"]["value"] for each in bindings if each["graph"]["type"] == "uri"]
    text = _DESCRIPTION.format(limits=term_text(Literal(str(served.settings), language="en")))
    if served.release.license:
        text += f"<#dataset> dcterms:license <{served.release.license}> .\n"
    for number, graph in enumerate(graphs, 1):
        text += (
            f"<#dataset> sd:namedGraph <#graph-{number}> . <#graph-{number}> a sd:NamedGraph ; sd:name <{graph}> .\n"
        )
    parsed = parse(text, RdfFormat.TURTLE, base_iri=endpoint_of(request.scope))
    triples = [each.triple for each in parsed]
    out = serialize(triples, format=RDF_FORMATS[WRITTEN_AS.get(form, form)], prefixes=parsed.prefixes)
    return Response(out, headers={"content-type": SENT[form], "vary": "Accept"})
