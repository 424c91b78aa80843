"""Whole graphs: the read part of the SPARQL 1.1 Graph Store HTTP Protocol at `/data`, and the dump as a file.

A graph is named by `?default` or `?graph=IRI` (section 4.2), or by its own address below `/graph/`
(section 4.1) if it has the base of the IRIs.
"""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from kg.base.errors import IdentifierError
from kg.server.codings import IDENTITY, coding_of
from kg.server.negotiation import ANY_GRAPHS, SENT, WRITTEN_AS
from kg.server.problems import HttpProblem, accepted
from kg.server.requests import client_of
from kg.server.responses import KEEP, is_held, plain_response
from kg.server.served import ServedRelease
from kg.server.workers.queries import GraphDump, result
from kg.store.release import DUMP
from kg.terms.identifiers import valid_iri


async def respond_direct(served: ServedRelease, request: Request) -> Response:
    """Answer with the graph whose IRI is the address, below the base of the IRIs."""
    return await _graph(served, request, served.release.base + request.scope["path"].removeprefix("/"))


async def respond(served: ServedRelease, request: Request) -> Response:
    """Answer with the graph that the parameters name."""
    parameters = request.query_params
    if ("default" in parameters) == ("graph" in parameters):
        detail = "name one graph: ?default or ?graph=IRI"
        raise HttpProblem(HTTPStatus.BAD_REQUEST, detail, "see SPARQL 1.1 Graph Store HTTP Protocol, section 4.2")
    try:
        iri = None if "default" in parameters else valid_iri(parameters["graph"])
    except IdentifierError as error:
        raise HttpProblem(HTTPStatus.BAD_REQUEST, str(error)) from error
    return await _graph(served, request, iri)


async def _graph(served: ServedRelease, request: Request, iri: str | None) -> Response:
    form = accepted(request.headers.get("accept"), ANY_GRAPHS)
    own = {"vary": "Accept, Accept-Encoding", "cache-control": "no-cache"} | _modified(served)
    if is_held(dict(request.scope["headers"]), b"", (served.modified,)):
        return plain_response(HTTPStatus.NOT_MODIFIED, own)
    coding = coding_of(request.headers.get("accept-encoding", "").encode("latin-1"))
    dump = GraphDump(iri, WRITTEN_AS.get(form, form), coding)
    answer = result(*await served.pool.ask(*dump.job(), client=client_of(request.scope)))
    coded = {} if answer.coding == IDENTITY else {"content-encoding": answer.coding}
    return Response(answer.body, headers={"content-type": SENT[form]} | own | coded)


def _modified(served: ServedRelease) -> dict[str, str]:
    name, value = served.modified
    return {name.decode(): value.decode()}


async def respond_dump(served: ServedRelease, request: Request) -> Response:
    """Answer with the dump of the release as it lies on disk: compressed N-Quads, sent in chunks, resumable."""
    path = served.release.path / DUMP
    if not path.is_file():
        raise HttpProblem(HTTPStatus.NOT_FOUND, "this release has no dump", hint="ask for its graphs at /data")
    # The file itself is gzip, it is not compressed for the way: hence no content-encoding.
    etag = f'"{served.release.path.name}"'
    headers = {"etag": etag, "cache-control": KEEP} | _modified(served)
    if is_held(dict(request.scope["headers"]), etag.encode(), (served.modified,)):
        return plain_response(HTTPStatus.NOT_MODIFIED, headers)
    return FileResponse(path, media_type="application/gzip", filename=DUMP, headers=headers)
