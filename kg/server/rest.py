"""Lists of things and named queries over HTTP, and their description in OpenAPI 3.1, made from their headers.

A render worker answers them, since they are kg's own, and a response is cached as a page is: each question is asked
once a release.
"""

import json
import re
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kg.base.version import __version__
from kg.server import resources
from kg.server.codings import compressed
from kg.server.negotiation import GRAPHS, TABLES, Offer
from kg.server.problems import accepted
from kg.server.requests import fields_of, site_of
from kg.server.resources import rendered, replied
from kg.server.responses import CachedResponse, cacheable, plain_response, sent
from kg.server.served import ServedRelease
from kg.site.views import lists
from kg.store.questions import Parameter, Query
from kg.store.reconciliation.properties import kinds_named
from kg.store.search.facts import KINDS
from kg.terms.formats import MEDIA_TYPES

_START = (Offer("application/json", 1.0, "json"), Offer("text/html", 0.9, "html"))
_LISTS = (Offer("application/json", 1.0, "json"), Offer("text/csv", 0.9, "csv"))
_LIST_PATH = re.compile(
    r"/api/(?P<kind>[A-Za-z][A-Za-z0-9-]*)(?:/(?P<slug>[a-z0-9-]+)(?:\.json)?|\.(?P<form>json|csv))?"
)
_MAKES_GRAPH = re.compile(r"^\s*(?:CONSTRUCT|DESCRIBE)\b", re.IGNORECASE | re.MULTILINE)


async def query(served: ServedRelease, request: Request) -> Response:
    """Answer a named query, in the format that a client names or accepts."""
    name = request.path_params["name"]
    parameters = dict(request.query_params)
    if not parameters.get("format"):
        found = served.release.queries.get(name)  # the worker refuses an unknown name, and suggests the nearest
        parameters["format"] = accepted(
            request.headers.get("accept"), GRAPHS if found and makes_graph(found) else TABLES
        )
    path = f"api/queries/{name}"
    key = (path, *sorted(parameters.items()))
    return sent(request, await served.response(key, lambda: rendered(served, path, parameters)))


async def start(served: ServedRelease, request: Request) -> Response:
    """Say what there is: programs get JSON, people are led to the page."""
    if accepted(request.headers.get("accept"), _START) == "html":
        return plain_response(HTTPStatus.SEE_OTHER, {"location": "/api/", "vary": "Accept"})
    return sent(request, await served.response(("api.json",), lambda: rendered(served, "api.json", {})))


async def things(served: ServedRelease, request: Request) -> Response:
    """Answer with a list of things, or lead to what is said of one."""
    found = _LIST_PATH.fullmatch(request.scope["path"])
    kind = next(kinds_named(served.release.declaration, found["kind"]), "") if found else ""
    if not found or not kind:
        return await resources.respond(served, request)
    query = request.scope["query_string"].decode("latin-1")
    if found["slug"]:
        return plain_response(HTTPStatus.SEE_OTHER, {"location": f"/{kind}/{found['slug']}.jsonld"})
    if found["kind"] != kind:  # such as its plural
        form = f".{found['form']}" if found["form"] else ""
        location = f"/{lists.FOLDER}{kind}{form}" + (f"?{query}" if query else "")
        return plain_response(HTTPStatus.PERMANENT_REDIRECT, {"location": location})
    form = found["form"] or accepted(request.headers.get("accept"), _LISTS)
    fields, root = fields_of(query, "see /api.json for what may be asked"), site_of(served.release.base, request)
    job = json.dumps({"kind": kind, "fields": fields, "form": form, "root": root}).encode()
    return sent(request, await served.response((lists.PATH, job), partial(replied, served, lists.PATH, job)))


def makes_graph(query: Query) -> bool:
    """Say whether the answer to a query is a graph, not a table."""
    return _MAKES_GRAPH.search(query.sparql) is not None


async def description(served: ServedRelease, request: Request) -> Response:
    """Return the description of the API."""

    async def make() -> CachedResponse:
        body = document(served.release.title, served.release.queries)
        return cacheable(body, "application/vnd.oai.openapi+json;version=3.1", compressed(body))

    return sent(request, await served.response(("api/openapi.json",), make))


Schema = dict[str, Any]

_PROBLEM = {"$ref": "#/components/responses/problem"}
_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_HITS: Schema = {"type": "array", "items": {"$ref": "#/components/schemas/Hit"}}


def _object(properties: Mapping[str, Schema], **more: Any) -> Schema:
    return {"type": "object", "properties": dict(properties), **more}


def _content(description: str, media_type: str, schema: Schema) -> Schema:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _parameter(name: str, schema: Schema, text: str, **more: Any) -> Schema:
    return {"name": name, "in": "query", "description": text, "schema": schema, **more}


def _get(name: str, summary: str, parameters: list[Schema], response: Schema, tag: str = "queries") -> Schema:
    responses = {"200": response, "400": _PROBLEM, "404": _PROBLEM, "503": _PROBLEM, "504": _PROBLEM}
    operation = {"operationId": name, "summary": summary, "tags": [tag]}
    return {"get": operation | {"parameters": parameters, "responses": responses}}


_KIND = _parameter("kind", _STRING | {"examples": list(KINDS)}, "The kind of things")
_WORDS = _STRING | {"maxLength": 200}
_SEARCH = _get(
    "search",
    "What is called so, the best first",
    [
        _parameter("q", _WORDS, "Words of a name, or their beginnings, in any order", required=True),
        _KIND,
        _parameter("limit", _INTEGER | {"minimum": 0, "maximum": 100, "default": 20}, "How many at most"),
        _parameter("offset", _INTEGER | {"minimum": 0, "maximum": 1000, "default": 0}, "How many to leave out"),
    ],
    _content(
        "The answer",
        "application/json",
        _object(
            {
                **dict.fromkeys(("total", "offset", "limit"), _INTEGER),
                "corrected": _STRING | {"description": "What was looked for instead, where nothing is called so"},
                "partial": {"type": "boolean", "description": "Whether no thing has all words; most come first"},
                "results": _HITS,
            }
        ),
    ),
    "search",
)
_SUGGEST = _get(
    "suggest",
    "What is meant by who is typing",
    [_parameter("q", _WORDS, "What was typed so far", required=True), _KIND],
    _content("The answer", "application/json", _object({"suggestions": _HITS})),
    "search",
)
_LIST = _get(
    "queries", "The named queries and their parameters", [], _content("The answer", "application/json", _object({}))
)
_HIT = {
    "iri": _STRING | {"format": "iri"},
    "kind": _STRING,
    "name": _STRING,
    "note": _STRING | {"description": "One line that tells it from others of its name"},
    "path": _STRING | {"description": "The path of its page below the root of the site"},
}
# SPARQL 1.1 Query Results, or a graph where the query makes one.
_TABLE: Schema = {
    "description": "The answer in the format that was asked for",
    "content": {media_type.partition(";")[0]: {} for media_type in MEDIA_TYPES.values()}
    | {MEDIA_TYPES["json"]: {"schema": {"type": "object", "required": ["head"]}}},
}
_PROBLEM_RESPONSE = _content(
    "What is wrong (RFC 9457)",
    "application/problem+json",
    _object(dict.fromkeys(("type", "title", "detail", "hint"), _STRING) | {"status": _INTEGER}),
)


def document(title: str, queries: Mapping[str, Query]) -> bytes:
    """Return the description of the API of a graph that has a title and named queries, as JSON."""
    described = {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": __version__,
            "summary": "Named queries and search by names, read only",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "../"}],
        "tags": [{"name": "search", "description": "By names"}, {"name": "queries", "description": "Questions"}],
        "paths": {
            "/api/search": _SEARCH,
            "/api/suggest": _SUGGEST,
            "/api/queries": _LIST,
            **{f"/api/queries/{name}": _query(query) for name, query in sorted(queries.items())},
        },
        "components": {
            "responses": {"problem": _PROBLEM_RESPONSE, "table": _TABLE},
            "schemas": {"Hit": _object(_HIT, required=list(_HIT))},
        },
    }
    return json.dumps(described, ensure_ascii=False, indent=1).encode()


def _query(query: Query) -> Schema:
    parameters = [_query_parameter(name, each) for name, each in query.header.parameters.items()]
    parameters.append(_parameter("format", {"enum": list(MEDIA_TYPES)}, "The format; without it, what is accepted"))
    path = _get(query.name, query.header.summary, parameters, {"$ref": "#/components/responses/table"})
    if query.header.description:
        path["get"]["description"] = query.header.description
    return path


def _query_parameter(name: str, parameter: Parameter) -> Schema:
    schema = _STRING | ({"pattern": "^[0-9]{4}$"} if parameter.type == "year" else {"maxLength": 2_000})
    text = parameter.description
    if parameter.type not in ("year", "text"):
        text = f"{text}: a {parameter.type}, by slug, name or IRI"
    return _parameter(name, schema, text, required=parameter.required, example=parameter.example)
