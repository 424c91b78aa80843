"""Linked data: things lead to their pages and documents, and these are rendered once a release.

A thing (`/person/ada`) answers 303 with the page (`/person/ada/`) or a document (`/person/ada.ttl`), by
what the client accepts; pages and documents are fixed addresses (Cool URIs for the Semantic Web, 4.2).
"""

import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from io import BytesIO
from types import MappingProxyType
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from kg.server.negotiation import Offer, asks_version
from kg.server.problems import HttpProblem, accepted
from kg.server.requests import client_of, form_fields
from kg.server.responses import CachedResponse, cacheable, plain_response, sent, uri_of
from kg.server.served import ServedRelease
from kg.server.workers.process import WorkerReply
from kg.site.metadata.documents import FORMS
from kg.site.site import folder_of, is_page
from kg.site.views import harvest

_log = logging.getLogger("kg.server")
_THING = re.compile(r"([a-z][a-z0-9-]*)/[a-z0-9-]+(?=[/.]|$)")
_EVIDENCE = re.compile(r"evidence/[a-z0-9-]+")
# These pages read no parameter: with any, the same page is made and cached once.
_WITHOUT_PARAMETERS = re.compile(
    r"|(?:quality|vocabulary|void|explore|catalog|linkset|opensearch)[/.].*"
    r"|(?:sitemap|robots|ro-crate-metadata).*|\.well-known/.*|api\.json|api/(?:docs/|openapi\.json)?"
)
_TERMED = (".ttl", ".nt")  # the forms that may hold triple terms
_PREFERENCE = {"ttl": 0.95, "jsonld": 0.95, "nt": 0.9}
OFFERS = (
    Offer("text/html", 1.0, "/"),
    *(Offer(form.media_type, _PREFERENCE[suffix], f".{suffix}") for suffix, form in FORMS.items()),
    Offer("application/xhtml+xml", 0.7, "/"),
    Offer("application/json", 0.5, ".jsonld"),
)
"""The forms of a thing: media type, preference, and the suffix of its path."""


async def respond(served: ServedRelease, request: Request) -> Response:
    """Answer for a thing, a page or a document.

    Raises:
        HttpProblem: If there is none, or the client accepts none of its forms.
        WorkerError: If it cannot be made in time.
    """
    path, client = request.scope["path"].removeprefix("/"), client_of(request.scope)
    thing = _thing_in(served, path)
    if path and thing == path:

        async def check() -> CachedResponse:
            _check(served, await served.render(client, {"thing": path}), path)
            return CachedResponse(HTTPStatus.OK, ())

        await served.response((path,), check)
        return _see_other(request, f"{path}/", path, evidence=".evidence")
    # Things that have no page of their own kind.
    if path == "dataset":
        return _see_other(request, "", "void")
    if path == "describe":
        return _see_other(request, "describe/", "describe", f"?{request.url.query}")
    if _EVIDENCE.fullmatch(path):
        return _see_other(request, "describe/", "describe", f"?iri={quote(served.release.base + path, safe='')}")
    has_none = not request.scope["query_string"] or _WITHOUT_PARAMETERS.fullmatch(path) or thing
    parameters = {} if has_none else dict(request.query_params)
    key = (path, *sorted(parameters.items()))
    return sent(request, await served.response(key, lambda: rendered(served, client, path, parameters)))


async def respond_harvester(served: ServedRelease, request: Request) -> Response:
    """Answer a harvester (OAI-PMH): each answer says when it was given, so that none is kept."""
    fields = await form_fields(request, served.settings)
    return sent(request, await rendered(served, client_of(request.scope), harvest.PATH, fields))


def _thing_in(served: ServedRelease, path: str) -> str:
    """Return the part of a path, in whatever language, that is the IRI of a thing, which may not exist, or nothing."""
    found = _THING.match(path.removeprefix(folder_of(path)))
    return found[0] if found and found[1] in served.release.declaration.listed else ""


def _see_other(request: Request, page: str, document: str, query: str = "", evidence: str = "") -> Response:
    """Redirect to a page, or to a document in the form that the client accepts; who reads RDF 1.2 gets evidence."""
    accept = request.headers.get("accept")
    chosen = accepted(accept, OFFERS)
    with_terms = evidence if chosen in _TERMED and asks_version(accept) else ""
    path = page if chosen == "/" else f"{document}{with_terms}{chosen}"
    return plain_response(HTTPStatus.SEE_OTHER, {"location": f"/{path}{query}", "vary": "Accept"})


async def rendered(served: ServedRelease, client: str, path: str, parameters: Mapping[str, str]) -> CachedResponse:
    """Return the page or document of a path, made by a worker.

    Raises:
        HttpProblem: If there is none, or a parameter is wrong.
        WorkerError: If it cannot be made in time.
    """
    reply = await served.render(client, {"path": path, "parameters": dict(parameters)})
    _check(served, reply, path, parameters)
    return response_of(reply)


async def replied(served: ServedRelease, client: str, path: str, body: bytes) -> CachedResponse:
    """Return what a worker answers to the body of a request, at a path that is no page.

    Raises:
        HttpProblem: If something is wrong with it.
        WorkerError: If it cannot be made in time.
    """
    reply = await served.render(client, {"path": path, "body": True}, body)
    _check(served, reply, path)
    return response_of(reply)


def response_of(reply: WorkerReply) -> CachedResponse:
    """Return the reply of a worker as a response."""
    rest, packed = BytesIO(reply.body), {}
    body = rest.read(reply.header["length"])
    for name, length in reply.header["packed"].items():
        packed[name] = rest.read(length)
    links = ", ".join(_link(*link) for link in reply.header["links"]).encode()  # RFC 8288
    return cacheable(
        body,
        reply.header["media_type"],
        packed,
        *(((b"link", links),) if links else ()),
        vary=b"Accept, Accept-Encoding",
    )


def _check(
    served: ServedRelease, reply: WorkerReply, path: str, parameters: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Raise the problem of a reply, if it has one."""
    header = reply.header
    match header["outcome"]:
        case "moved":
            folder = folder_of(path)
            below = path.removeprefix(folder)
            suffix = below.removeprefix(_thing_in(served, below))
            location = f"/{folder}{header['path']}{suffix}" if "://" not in header["path"] else header["path"]
            detail = "this was merged into another thing, which answers for both"
            raise HttpProblem(HTTPStatus.MOVED_PERMANENTLY, detail, headers={"location": location})
        case "withdrawn":
            raise HttpProblem(HTTPStatus.GONE, header["detail"], header["hint"])
        case "missing" if is_page(f"{path}/", served.release.declaration.listed) and _thing_in(served, path) != path:
            location = f"/{path}/" + (f"?{urlencode(parameters)}" if parameters else "")
            raise HttpProblem(HTTPStatus.PERMANENT_REDIRECT, "pages end with a slash", headers={"location": location})
        case "missing":
            raise HttpProblem(HTTPStatus.NOT_FOUND, header["detail"], header["hint"])
        case "unreadable":  # its details name files: for the operator only
            _log.error("the release cannot be read: %s", header["detail"])
            hint = "ask again in a while"
            later = {"retry-after": "30"}
            raise HttpProblem(HTTPStatus.SERVICE_UNAVAILABLE, "the release cannot be read at present", hint, later)
        case "faulty":
            raise HttpProblem(HTTPStatus.BAD_REQUEST, header["detail"], header["hint"])


def _link(target: str, rel: str, media_type: str) -> str:
    address = target if "://" in target else f"/{target}"
    typed = f'; type="{media_type}"' if media_type else ""
    return f'<{uri_of(address)}>; rel="{rel}"{typed}'
