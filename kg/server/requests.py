"""Requests: bodies within bounds of size and time, and the parameters of the SPARQL 1.1 Protocol."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.types import Scope

from kg.server.problems import HttpProblem
from kg.server.responses import ROOT
from kg.server.settings import ServerSettings

FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"
UPDATE = "application/sparql-update"

_MAX_DRAINED = 16 << 20  # bytes beyond the limit that are read of a body, so that the client hears the response
_DRAIN_SECONDS = 2.0
_PROTOCOL = "see SPARQL 1.1 Protocol, section 2"
_FORMAT = ("format", "output", "results")  # no standard says which; SPARQLWrapper sends them all


async def body_of(request: Request, settings: ServerSettings) -> bytes:
    """Return the body of a request.

    Raises:
        HttpProblem: If it is too long, too slow, or compressed.
    """
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        hint = "send it without Content-Encoding"
        raise HttpProblem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "compressed requests are not read", hint)
    body, length, limit = bytearray(), 0, settings.max_body
    try:
        async with asyncio.timeout(settings.body_seconds):
            async for chunk in request.stream():
                length += len(chunk)
                if length <= limit:
                    body += chunk
                elif length > limit + _MAX_DRAINED:
                    break
    except TimeoutError:
        detail = f"a request must be complete within {settings.body_seconds:g} s"
        raise HttpProblem(HTTPStatus.REQUEST_TIMEOUT, detail, headers={"connection": "close"}) from None
    except ClientDisconnect:
        raise HttpProblem(HTTPStatus.BAD_REQUEST, "the request ended before its body did") from None
    if length > limit:
        detail, headers = f"a request has at most {limit:,} bytes", {"connection": "close"}
        raise HttpProblem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, headers=headers, more={"limit": limit})
    return bytes(body)


def endpoint_of(scope: Scope) -> str:
    """Return the address that was asked."""
    host: bytes = next((value for name, value in scope["headers"] if name == b"host"), b"localhost")
    return f"{scope['scheme']}://{host.decode('latin-1')}{root_of(scope)}{scope['path']}"


def root_of(scope: Scope) -> str:
    """Return the path under which a client sees the server, or nothing."""
    return str(scope.get(ROOT, ""))


def site_of(base: str, request: Request) -> str:
    """Return the address of the site: that of its IRIs where it is asked under their host, else as it is asked."""
    asked, host = urlsplit(base), request.headers.get("host", "")
    scheme = asked.scheme if host.lower() == asked.netloc.lower() else request.url.scheme
    return f"{scheme}://{host}{root_of(request.scope)}/"


def client_of(scope: Scope) -> str:
    """Return the key by which clients are told apart: an address, of IPv6 the network that one subscriber has."""
    host = str((scope.get("client") or ("",))[0])
    return ":".join(host.split(":")[:4]) if ":" in host else host


async def drain(request: Request) -> None:
    """Read the body of a request that is refused without it: a client that still sends would not hear why."""
    left = _MAX_DRAINED
    with suppress(TimeoutError, ClientDisconnect, RuntimeError):  # the last: it has been read
        async with asyncio.timeout(_DRAIN_SECONDS):
            async for chunk in request.stream():
                left -= len(chunk)
                if left < 0:
                    break


@dataclass(frozen=True)
class QueryRequest:
    """A query as it is asked (SPARQL 1.1 Protocol, section 2.1).

    Attributes:
        query: Its text; empty for a request for the service description.
        default_graphs: IRIs of the graphs that are the default graph, or none for the store's own.
        named_graphs: IRIs of the named graphs, or none for all.
        forms: What the client calls the formats that it wants, which may be none of ours.
    """

    query: str
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


async def query_request(request: Request, settings: ServerSettings) -> QueryRequest:
    """Return the query of a request: by GET, as a form, or as the body itself.

    Raises:
        HttpProblem: If it is an update, is given twice or in a form that is not read, or is too long or slow.
    """
    fields = fields_of(request.scope["query_string"].decode("latin-1"))
    if request.method != "POST":
        return _query_of(fields)
    media_type, text = await _text_of(request, settings, (FORM, QUERY, UPDATE), "a query", _PROTOCOL)
    if media_type == UPDATE:
        raise _read_only()
    if media_type == QUERY and any(name == "query" for name, _ in fields):
        raise _malformed("the query is given twice: in the address and as the body")
    # Section 2.1.2: the parameters of a form are in the body; those of the query string do not count.
    found = _query_of(fields_of(text) if media_type == FORM else [*fields, ("query", text)])
    if not found.query:
        raise _malformed("the query is missing")
    return found


async def form_fields(request: Request, settings: ServerSettings) -> Mapping[str, str]:
    """Return the parameters of a request: of the query string, or of the form that is sent with POST.

    Raises:
        HttpProblem: If it is no form, says a parameter twice, or is too long.
    """
    text = request.scope["query_string"].decode("latin-1")
    if request.method == "POST":
        _, text = await _text_of(request, settings, (FORM,), "a form", f"send {FORM}")
    fields = fields_of(text, "send each parameter once, as UTF-8")
    if len(found := dict(fields)) < len(fields):
        raise HttpProblem(HTTPStatus.BAD_REQUEST, "a parameter is given twice", "send each once")
    return found


async def _text_of(
    request: Request, settings: ServerSettings, media_types: Sequence[str], what: str, hint: str
) -> tuple[str, str]:
    """The media type of a request, which is one of some, and its body as text."""
    media_type, *parameters = request.headers.get("content-type", "").lower().split(";")
    media_type = media_type.strip()
    if media_type not in media_types:
        listed = " or ".join(each for each in media_types if each != UPDATE)
        detail = f"{what} cannot be read from {media_type or 'nothing'}"
        raise HttpProblem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail, f"send {listed}")
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "charset" and value.strip(' "') not in ("utf-8", "utf8", "us-ascii"):
            raise HttpProblem(
                HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "SPARQL is UTF-8, and so are forms", "send it as UTF-8"
            )
    try:
        return media_type, (await body_of(request, settings)).decode()
    except UnicodeDecodeError:
        raise HttpProblem(HTTPStatus.BAD_REQUEST, "the request is not UTF-8", hint) from None


def fields_of(text: str, hint: str = _PROTOCOL) -> Sequence[tuple[str, str]]:
    """The fields of a form or a query string."""
    most = ServerSettings.max_fields
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=most)
    except ValueError:
        detail = f"the parameters are not UTF-8, or more than {most}"
        raise HttpProblem(HTTPStatus.BAD_REQUEST, detail, hint) from None


def _query_of(fields: Sequence[tuple[str, str]]) -> QueryRequest:
    found: dict[str, tuple[str, ...]] = {}
    for name, value in fields:
        found[name] = (*found.get(name, ()), value)
    if "update" in found:
        raise _read_only()
    queries = found.get("query", ())
    if len(queries) > 1:
        raise _malformed("there is more than one query")
    forms = tuple(form for name in _FORMAT for form in found.get(name, ()))
    return QueryRequest("".join(queries), found.get("default-graph-uri", ()), found.get("named-graph-uri", ()), forms)


def _malformed(detail: str) -> HttpProblem:
    return HttpProblem(HTTPStatus.BAD_REQUEST, detail, _PROTOCOL)


def _read_only() -> HttpProblem:
    hint = "change the files of the project and build again: kg build"
    return HttpProblem(HTTPStatus.FORBIDDEN, "this graph changes by a build, not by updates", hint)
