"""The parameters of the SPARQL 1.1 Protocol: from a query string or a form, bounded and checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl

from starlette.requests import Request

from kg.server.bodies import body_of
from kg.server.problems import Problem
from kg.server.settings import Settings

FORM = "application/x-www-form-urlencoded"
QUERY = "application/sparql-query"
UPDATE = "application/sparql-update"

_MAX_FIELDS = 256
_FORMAT = ("format", "output", "results")  # no standard says which; SPARQLWrapper sends them all
_READ_ONLY = "this graph changes by a build, not by updates"
_BUILD = "change the files of the project and build again: kg build"

Fields = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class QueryRequest:
    """A query as it is asked (SPARQL 1.1 Protocol, section 2.1).

    Attributes:
        query: Its text; empty where there is none, which asks for the service description.
        default_graphs: IRIs of the graphs that are the default graph, or none for the store's own.
        named_graphs: IRIs of the named graphs, or none for all.
        forms: What the client calls the formats that it wants, which may be none of ours.
    """

    query: str
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


async def query_request(request: Request, settings: Settings) -> QueryRequest:
    """Return the query of a request: by GET, as a form, or as the body itself.

    Raises:
        Problem: If it is an update, is given twice or in a form that is not read, or is too long.
    """
    fields = _fields(request.scope["query_string"].decode("latin-1"))
    if request.method != "POST":
        return _asked(fields)
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == UPDATE:
        raise _refused()
    if media_type == FORM:
        _check_charset(request)
        # Section 2.1.2: the parameters are in the body; those of the query string do not count.
        return _required(_asked(_fields(_text(await body_of(request, settings)))))
    if media_type == QUERY:
        _check_charset(request)
        if _values(fields, "query"):
            raise _bad("the query is given twice: in the address and as the body")
        text = _text(await body_of(request, settings))
        return _required(_asked([*fields, ("query", text)]))
    hint = f"send {FORM} or {QUERY}"
    raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"a query cannot be read from {media_type or 'nothing'}", hint)


def _asked(fields: Fields) -> QueryRequest:
    if any(name == "update" for name, _ in fields):
        raise _refused()
    queries = _values(fields, "query")
    if len(queries) > 1:
        raise _bad("there is more than one query")
    return QueryRequest(
        queries[0] if queries else "",
        _values(fields, "default-graph-uri"),
        _values(fields, "named-graph-uri"),
        tuple(value for name in _FORMAT for value in _values(fields, name)),
    )


def _required(asked: QueryRequest) -> QueryRequest:
    if not asked.query:
        raise _bad("the query is missing")
    return asked


def _fields(text: str) -> Fields:
    try:
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS)
    except ValueError:  # too many, or not UTF-8
        raise _bad(f"the parameters are not UTF-8, or more than {_MAX_FIELDS}") from None


def _text(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise _bad("the request is not UTF-8") from None


def _check_charset(request: Request) -> None:
    """Refuse texts that say that they are not in UTF-8, the one encoding of SPARQL."""
    parameters = request.headers.get("content-type", "").lower().split(";")[1:]
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "charset" and value.strip(' "') not in ("utf-8", "utf8", "us-ascii"):
            raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "SPARQL is UTF-8", "send it as UTF-8")


def _values(fields: Fields, name: str) -> tuple[str, ...]:
    return tuple(value for each, value in fields if each == name)


def _bad(detail: str) -> Problem:
    return Problem(HTTPStatus.BAD_REQUEST, detail, "see SPARQL 1.1 Protocol, section 2")


def _refused() -> Problem:
    return Problem(HTTPStatus.FORBIDDEN, _READ_ONLY, _BUILD)
