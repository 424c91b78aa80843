"""What programs may ask, in OpenAPI 3.1: lists of things from the declaration, search, named queries.

The page for people at `/api/docs/` shows the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kg.base.version import __version__
from kg.site.words import N_
from kg.store.lists import MAX_FILTERS, MAX_SIZE, OPERATORS, PAGE
from kg.store.questions import Parameter, Query
from kg.store.reconciliation.properties import ThingProperty, kinds_of, properties_of
from kg.store.search.facts import KINDS
from kg.terms.formats import MEDIA_TYPES
from kg.terms.kinds import Declaration, Kind

Schema = dict[str, Any]

MEDIA_TYPE = "application/vnd.oai.openapi+json;version=3.1"
LISTS, SEARCH, MORE = N_("Lists of things"), N_("Search by names"), N_("Other services")
"""The headings of what is no named query; these have those of `kg.site.views.queries.THEMES`."""
CONDITIONS = "conditions"
"""The parameter of a list that stands for all its fields."""

MEANINGS: Mapping[str, str] = {
    "exact": N_("is a value, whatever the case; of a thing its name, slug or IRI; the same without an operator"),
    "not": N_("no value is it"),
    "contains": N_("a value has the text within it"),
    "notcontains": N_("no value has the text within it"),
    "startswith": N_("a value begins so"),
    "endswith": N_("a value ends so"),
    "gt": N_("a value is greater, or later"),
    "gte": N_("a value is as great, or greater"),
    "lt": N_("a value is less, or earlier"),
    "lte": N_("a value is as great, or less"),
    "in": N_("a value is one of several, with commas between them"),
    "notin": N_("no value is one of several"),
    "isnull": N_("there is no value: write 1"),
    "notnull": N_("there is a value: write 1"),
}
"""What each of the operators means."""

_PROBLEM = {"$ref": "#/components/responses/problem"}
_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_HITS: Schema = {"type": "array", "items": {"$ref": "#/components/schemas/Hit"}}
_LABELLED = "Labelled"


def _object(properties: Mapping[str, Schema], **more: Any) -> Schema:
    return {"type": "object", "properties": dict(properties), **more}


def _content(description: str, media_type: str, schema: Schema) -> Schema:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _parameter(name: str, schema: Schema, text: str, **more: Any) -> Schema:
    return {"name": name, "in": "query", "description": text, "schema": schema} | more


def _get(
    name: str, summary: str, parameters: Sequence[Schema] = (), response: Schema | None = None, tag: str = MORE
) -> Schema:
    responses = {
        "200": response or _content("The answer", "application/json", {}),
        "400": _PROBLEM,
        "404": _PROBLEM,
        "503": _PROBLEM,
        "504": _PROBLEM,
    }
    operation = {"operationId": name, "summary": summary, "tags": [tag]}
    return {"get": operation | {"parameters": list(parameters), "responses": responses}}


_NUMBER = _INTEGER | {"minimum": 0}
PARAMETERS: Mapping[str, Schema] = {
    each["name"]: each
    for each in (
        _parameter(
            "_size",
            {"anyOf": [_NUMBER | {"maximum": MAX_SIZE, "default": PAGE}, {"const": "max"}]},
            N_("How many rows a page has"),
        ),
        _parameter("_next", _NUMBER | {"default": 0}, N_("After how many rows the page begins: the answer says it")),
        _parameter("_sort", _STRING, N_("The field by which rows are in order, the smallest first")),
        _parameter("_sort_desc", _STRING, N_("The same, the largest first")),
        _parameter("_search", _STRING, N_("Words of a name, or their beginnings, in any order")),
        _parameter("_col", _STRING, N_("The fields that rows have, with commas between them")),
        _parameter("_stream", {"const": "on"}, N_("All rows in one answer, of CSV: on")),
    )
}
"""The parameters that all lists have."""
_KIND = _parameter("kind", _STRING | {"examples": list(KINDS)}, N_("The kind of things"))
_WORDS = _STRING | {"maxLength": 200}
_IN_PATH: Schema = {"in": "path", "required": True}
_FIXED: Mapping[str, Schema] = {
    "/api": _get(
        "overview", N_("The lists with their fields"), [], _content("The lists", "application/json", {}), LISTS
    ),
    "/api/{kind}/{slug}": _get(
        "thing",
        N_("Leads to what is said of a thing, as JSON-LD"),
        [
            _parameter("kind", _STRING, N_("The kind of things"), **_IN_PATH),
            _parameter("slug", _STRING, N_("The end of its IRI"), **_IN_PATH),
        ],
        _content("The thing", MEDIA_TYPES["jsonld"], {}),
        LISTS,
    ),
    "/api/search": _get(
        "search",
        N_("What is called so, the best first"),
        [
            _parameter("q", _WORDS, N_("Words of a name, or their beginnings, in any order"), required=True),
            _KIND,
            _parameter("limit", _NUMBER | {"maximum": 100, "default": 20}, N_("How many at most")),
            _parameter("offset", _NUMBER | {"maximum": 1000, "default": 0}, N_("How many to leave out")),
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
        SEARCH,
    ),
    "/api/suggest": _get(
        "suggest",
        N_("What a person may mean who is still typing"),
        [_parameter("q", _WORDS, N_("What was typed so far"), required=True), _KIND],
        _content("The answer", "application/json", _object({"suggestions": _HITS})),
        SEARCH,
    ),
    "/api/queries": _get("queries", N_("The named queries and their parameters")),
    "/reconcile": _get(
        "reconcile",
        N_("Which things the rows of a table mean, for OpenRefine: the Reconciliation API 0.2"),
        [_parameter("queries", _STRING, N_("Rows as JSON; without it, what the service says of itself"))],
    ),
    "/sparql": _get(
        "sparql",
        N_("Any SPARQL query"),
        [_parameter("query", _STRING, N_("The query; without it, the description of the service"))],
        {"$ref": "#/components/responses/table"},
    ),
}
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
_TYPES = {"integer": "integer", "decimal": "number", "boolean": "boolean"}


def document(title: str, declaration: Declaration, groups: Iterable[tuple[str, Sequence[Query]]]) -> Schema:
    """Return the description of the API of a graph, whose named queries stand below headings."""
    grouped = [(heading, query) for heading, members in groups for query in members]
    kinds = kinds_of(declaration)
    tags = dict.fromkeys((LISTS, SEARCH, *(heading for heading, _ in grouped), MORE))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": __version__,
            "summary": "Lists of things, search by names and named queries, read only",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "../"}],
        "tags": [{"name": tag} for tag in tags],
        "paths": {
            **{f"/api/{path}": _list(declaration, path, kind) for path, kind in kinds.items()},
            **_FIXED,
            **{f"/api/queries/{query.name}": _query(query, heading) for heading, query in grouped},
        },
        "components": {
            "parameters": PARAMETERS,
            "responses": {"problem": _PROBLEM_RESPONSE, "table": _TABLE},
            "schemas": {
                "Hit": _object(_HIT, required=list(_HIT)),
                _LABELLED: _object({"iri": _STRING, "label": _STRING}, required=["iri", "label"]),
                **{kind.name: _row(declaration, path) for path, kind in kinds.items()},
            },
        },
    }


def _list(declaration: Declaration, path: str, kind: Kind) -> Schema:
    fields = {
        key: _STRING
        | {"title": " · ".join(step.label for step in each.steps)}
        | ({"description": each.description} if each.description else {})
        for key, each in properties_of(declaration, path).items()
    }
    operator = "|".join(OPERATORS)
    conditions = _object(fields, patternProperties={f"^[A-Za-z0-9_.]+__({operator})$": _STRING})
    text = f"Fields with values, and with two underscores and an operator before these; at most {MAX_FILTERS}"
    parameters = [
        _parameter(CONDITIONS, conditions | {"additionalProperties": False}, text, style="form", explode=True),
        *({"$ref": f"#/components/parameters/{name}"} for name in PARAMETERS),
    ]
    answer = {
        "kind": {"const": path},
        "total": _INTEGER | {"description": "How many rows all pages have"},
        "rows": {"type": "array", "items": {"$ref": f"#/components/schemas/{kind.name}"}},
        "next": {"type": ["string", "null"], "description": "The address of the next page"},
    }
    response = _content("A page", "application/json", _object(answer, required=list(answer)))
    response["content"]["text/csv"] = {"schema": _STRING}
    listed = _get(f"list-{path}", kind.plural, parameters, response, LISTS)
    if described := kind.description or kind.comment:
        listed["get"]["description"] = described
    return listed


def _row(declaration: Declaration, path: str) -> Schema:
    fields = properties_of(declaration, path).items()
    return _object(
        {"iri": _STRING | {"format": "iri"}, **{key: _cell(declaration, each) for key, each in fields}},
        required=["iri"],
    )


def _cell(declaration: Declaration, property_: ThingProperty) -> Schema:
    """Return the schema of the values of a field in a row, which are several where sources differ."""
    type_ = _TYPES.get(declaration.types.get(property_.field.range, ""), "string")
    one = {"$ref": f"#/components/schemas/{_LABELLED}"} if property_.names_things else {"type": type_}
    several = {"type": "array", "items": one}
    return {"title": property_.label} | (several if property_.is_list else {"anyOf": [one, several, {"type": "null"}]})


def _query(query: Query, tag: str) -> Schema:
    parameters = [_query_parameter(name, each) for name, each in query.header.parameters.items()]
    parameters.append(_parameter("format", {"enum": list(MEDIA_TYPES)}, N_("The format; without it, what is accepted")))
    path = _get(query.name, query.header.summary, parameters, {"$ref": "#/components/responses/table"}, tag)
    if query.header.description:
        path["get"]["description"] = query.header.description
    return path


def _query_parameter(name: str, parameter: Parameter) -> Schema:
    schema: Schema = _STRING | ({"pattern": "^[0-9]{4}$"} if parameter.type == "year" else {"maxLength": 2_000})
    if parameter.type not in ("year", "text"):
        schema["description"] = f"A {parameter.type}, by slug, name or IRI"
    more = {"required": parameter.required, "example": parameter.example}
    return _parameter(name, schema, parameter.description, **more)
