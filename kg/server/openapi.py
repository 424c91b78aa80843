"""What programs may ask, in OpenAPI 3.1: made from the headers of the named queries."""

import json
from collections.abc import Mapping
from typing import Any

from kg.base.version import __version__
from kg.store.questions import Parameter, Query
from kg.store.search.facts import KINDS
from kg.terms.formats import MEDIA_TYPES

_PROBLEM = {"$ref": "#/components/responses/problem"}
_TABLE = {"$ref": "#/components/responses/table"}
_TEXT = {"type": "string", "maxLength": 200}


def document(title: str, queries: Mapping[str, Query]) -> bytes:
    """Return the description of the API of a graph that has a title and named queries, as JSON."""
    paths = {
        "/api/search": _search(),
        "/api/suggest": _suggest(),
        "/api/queries": {"get": _operation("queries", "The named queries and their parameters", [], _json({}))},
        **{f"/api/queries/{name}": _query(query) for name, query in sorted(queries.items())},
    }
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
        "paths": paths,
        "components": {"responses": {"problem": _problem(), "table": _table()}, "schemas": {"Hit": _hit()}},
    }
    return json.dumps(described, ensure_ascii=False, indent=1).encode()


def _query(query: Query) -> dict[str, Any]:
    parameters = [_parameter(name, each) for name, each in query.header.parameters.items()]
    parameters.append(_in_query("format", {"enum": list(MEDIA_TYPES)}, "The format; without it, what is accepted"))
    operation = _operation(query.name, query.header.summary, parameters, _TABLE, "queries")
    if query.header.description:
        operation["description"] = query.header.description
    return {"get": operation}


def _parameter(name: str, parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "maxLength": 2_000}
    if parameter.type == "year":
        schema = {"type": "string", "pattern": "^[0-9]{4}$"}
    text = parameter.description
    if parameter.type not in ("year", "text"):
        text = f"{text}: a {parameter.type}, by slug, name or IRI"
    described = _in_query(name, schema, text)
    return described | {"required": parameter.required, "example": parameter.example}


def _search() -> dict[str, Any]:
    parameters = [
        _in_query("q", _TEXT, "Words of a name, or their beginnings, in any order") | {"required": True},
        _in_query("kind", {"type": "string", "examples": list(KINDS)}, "The kind of things"),
        _in_query("limit", {"type": "integer", "minimum": 0, "maximum": 100, "default": 20}, "How many at most"),
        _in_query("offset", {"type": "integer", "minimum": 0, "maximum": 1000, "default": 0}, "How many to leave out"),
    ]
    found = {
        "total": {"type": "integer"},
        "offset": {"type": "integer"},
        "limit": {"type": "integer"},
        "corrected": {"type": "string", "description": "What was looked for instead, where nothing is called so"},
        "results": {"type": "array", "items": {"$ref": "#/components/schemas/Hit"}},
    }
    return {"get": _operation("search", "What is called so, the best first", parameters, _json(found), "search")}


def _suggest() -> dict[str, Any]:
    parameters = [
        _in_query("q", _TEXT, "What was typed so far") | {"required": True},
        _in_query("kind", {"type": "string", "examples": list(KINDS)}, "The kind of things"),
    ]
    found = {"suggestions": {"type": "array", "items": {"$ref": "#/components/schemas/Hit"}}}
    return {"get": _operation("suggest", "What is meant by who is typing", parameters, _json(found), "search")}


def _operation(
    name: str, summary: str, parameters: list[dict[str, Any]], answer: dict[str, Any], tag: str = "queries"
) -> dict[str, Any]:
    responses = {"200": answer, "400": _PROBLEM, "404": _PROBLEM, "503": _PROBLEM, "504": _PROBLEM}
    return {"operationId": name, "summary": summary, "tags": [tag], "parameters": parameters, "responses": responses}


def _in_query(name: str, schema: dict[str, Any], text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": text, "schema": schema}


def _json(properties: dict[str, Any]) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    return {"description": "The answer", "content": {"application/json": {"schema": schema}}}


def _table() -> dict[str, Any]:
    """Return the answer to a query: SPARQL 1.1 Query Results, or a graph where the query makes one."""
    content: dict[str, Any] = {media_type.partition(";")[0]: {} for media_type in MEDIA_TYPES.values()}
    content[MEDIA_TYPES["json"]] = {"schema": {"type": "object", "required": ["head"]}}
    return {"description": "The answer in the format that was asked for", "content": content}


def _problem() -> dict[str, Any]:
    properties = {name: {"type": "string"} for name in ("type", "title", "detail", "hint")}
    schema = {"type": "object", "properties": properties | {"status": {"type": "integer"}}}
    return {"description": "What is wrong (RFC 9457)", "content": {"application/problem+json": {"schema": schema}}}


def _hit() -> dict[str, Any]:
    properties = {
        "iri": {"type": "string", "format": "iri"},
        "kind": {"type": "string"},
        "name": {"type": "string"},
        "note": {"type": "string", "description": "One line that tells it from others of its name"},
        "path": {"type": "string", "description": "The path of its page below the root of the site"},
    }
    return {"type": "object", "properties": properties, "required": list(properties)}
