"""Linked data: things lead to their pages and documents, and these are rendered once a release.

A thing (`/person/ada`) answers 303 with the page (`/person/ada/`) or a document (`/person/ada.ttl`), by
what the client accepts; pages and documents are fixed addresses (Cool URIs for the Semantic Web, 4.2).
"""

import logging
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from kg.base.errors import StoreError, Unanswered, Unavailable
from kg.server.cache import Answer, lasting
from kg.server.editions import Edition
from kg.server.negotiation import Offer
from kg.server.offers import accepted
from kg.server.problems import Problem
from kg.server.sending import plain_response, sent
from kg.server.workers.process import Reply
from kg.site.documents import FORMS
from kg.site.site import is_page

_log = logging.getLogger("kg.server")
_THING = re.compile(r"([a-z][a-z0-9-]*)/[a-z0-9-]+(?=[/.]|$)")
_PIECE = re.compile(r"evidence/[a-z0-9-]+")
# What reads no parameter: with any, it is the same page, which is made and kept once.
_FIXED = re.compile(
    r"|(?:quality|vocabulary|void|explore|catalog|linkset|opensearch)[/.].*"
    r"|(?:sitemap|robots|ro-crate-metadata).*|\.well-known/.*"
)
_OF_ENDPOINT: Mapping[str, type[StoreError]] = {"away": Unavailable, "unanswered": Unanswered}
_LIKING = {"ttl": 0.95, "jsonld": 0.95, "nt": 0.9, "rdf": 0.8}
OFFERS = (
    Offer("text/html", 1.0, "/"),
    *(Offer(form.media_type, _LIKING[suffix], f".{suffix}") for suffix, form in FORMS.items()),
    Offer("application/xhtml+xml", 0.7, "/"),
    Offer("application/json", 0.5, ".jsonld"),
)
"""How a thing may be had: media type, liking, and what is added to its path."""


async def respond(edition: Edition, request: Request) -> Response:
    """Answer for a thing, a page or a document.

    Raises:
        Problem: If there is none, or the client accepts none of its forms.
        WorkerError: If it cannot be made in time.
    """
    path = request.scope["path"].removeprefix("/")
    if path and _thing_in(edition, path) == path:
        return await _thing(edition, path, request)
    if described := _described(edition, path, request):
        page, document, query = described
        return _see_other(request, page, document, query)
    reads_none = not request.scope["query_string"] or _FIXED.fullmatch(path) or _thing_in(edition, path)
    parameters = {} if reads_none else dict(request.query_params)
    key = (path, *sorted(parameters.items()))
    answer = await edition.answer(key, lambda: rendered(edition, path, parameters))
    return sent(request, answer)


def _thing_in(edition: Edition, path: str) -> str:
    """Return the part of a path that is the IRI of a thing, which may or may not be there, or nothing."""
    found = _THING.match(path)
    return found[0] if found and found[1] in edition.release.declaration.listed else ""


async def _thing(edition: Edition, path: str, request: Request) -> Response:
    await edition.answer((path,), lambda: _standing(edition, path))
    return _see_other(request, f"{path}/", path)


def _see_other(request: Request, page: str, document: str, query: str = "") -> Response:
    """Lead to a page, or to a document in the form that the client accepts."""
    chosen = accepted(request, OFFERS)
    path = page if chosen == "/" else f"{document}{chosen}"
    return plain_response(HTTPStatus.SEE_OTHER, {"location": f"/{path}{query}", "vary": "Accept"})


def _described(edition: Edition, path: str, request: Request) -> tuple[str, str, str] | None:
    """Return page, document and query string of what is a thing, but has no page of its own kind."""
    if path == "dataset":
        return "", "void", ""
    if path == "describe":
        return "describe/", "describe", f"?{request.url.query}"
    if _PIECE.fullmatch(path):
        return "describe/", "describe", f"?iri={quote(edition.release.base + path, safe='')}"
    return None


async def _standing(edition: Edition, path: str) -> Answer:
    """Return nothing much for a thing that is there.

    Raises:
        Problem: If it is not.
    """
    reply = await edition.render({"thing": path})
    _check(edition, reply, path)
    return Answer(HTTPStatus.OK, ())


async def rendered(edition: Edition, path: str, parameters: Mapping[str, str]) -> Answer:
    """Return what a render worker makes of a path.

    Raises:
        Problem: If there is nothing, or a parameter is not what it should be.
        WorkerError: If it cannot be made in time.
    """
    reply = await edition.render({"path": path, "parameters": dict(parameters)})
    _check(edition, reply, path, parameters)
    return answer_of(reply)


def answer_of(reply: Reply) -> Answer:
    """Return what a render worker made as it is sent."""
    length = reply.header["length"]
    body, compressed = reply.body[:length], reply.body[length:]
    links = _link_header(reply.header["links"]).encode()
    headers = ((b"link", links),) if links else ()
    return lasting(body, reply.header["media_type"], compressed, *headers, vary=b"Accept, Accept-Encoding")


def _check(edition: Edition, reply: Reply, path: str, parameters: Mapping[str, str] = MappingProxyType({})) -> None:
    """Raise the problem that a reply tells of, if it does."""
    header = reply.header
    match header["outcome"]:
        case "moved":
            suffix = path.removeprefix(_thing_in(edition, path))
            location = f"/{header['path']}{suffix}" if "://" not in header["path"] else header["path"]
            detail = "this was merged into another thing, which answers for both"
            raise Problem(HTTPStatus.MOVED_PERMANENTLY, detail, headers={"location": location})
        case "withdrawn":
            raise Problem(HTTPStatus.GONE, header["detail"], header["hint"])
        case "missing" if is_page(f"{path}/", edition.release.declaration.listed) and _thing_in(edition, path) != path:
            location = f"/{path}/" + (f"?{urlencode(parameters)}" if parameters else "")
            raise Problem(HTTPStatus.PERMANENT_REDIRECT, "pages end with a slash", headers={"location": location})
        case "missing":
            raise Problem(HTTPStatus.NOT_FOUND, header["detail"], header["hint"])
        case "away" | "unanswered" as outcome:
            raise _OF_ENDPOINT[outcome](header["detail"], hint=header["hint"])
        case "unreadable":  # what it says of files is for the operator only
            _log.error("the release cannot be read: %s", header["detail"])
            hint = "ask again in a while"
            later = {"retry-after": "30"}
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, "the release cannot be read at present", hint, later)
        case "faulty":
            raise Problem(HTTPStatus.BAD_REQUEST, header["detail"], header["hint"])


def _link_header(links: Sequence[Sequence[str]]) -> str:
    """Return links as the value of a `Link` header (RFC 8288)."""
    return ", ".join(_link(*link) for link in links)


def _link(target: str, rel: str, media_type: str) -> str:
    address = target if "://" in target else f"/{target}"
    typed = f'; type="{media_type}"' if media_type else ""
    return f'<{_ascii(address)}>; rel="{rel}"{typed}'


def _ascii(iri: str) -> str:
    """Return an IRI as a URI that is safe between angle brackets of a header (RFC 3987, section 3.1)."""
    return "".join(
        character if "!" <= character <= "~" and character not in '<>"\\^`{|}' else _percent(character)
        for character in iri
    )


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "replace"))
