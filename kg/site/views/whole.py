"""Pages and documents about the whole dataset: the API, catalogues, sitemaps, and the page of what is missing."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode, urlsplit

from pyoxigraph import QueryBoolean, QuerySolutions, serialize

from kg.base.errors import NotFound, QueryError
from kg.site.metadata import catalogues, linksets, openapi, rdf
from kg.site.metadata.documents import FORMS, forms
from kg.site.page import PageRequest, SitePage, json_page
from kg.site.templating import html
from kg.site.views.describe import looking
from kg.site.views.queries import chosen, given_values, groups, has_engine, named_query, terms_of
from kg.store.columns import safe_csv
from kg.store.graph import Graph
from kg.store.questions import Query
from kg.terms.formats import MEDIA_TYPES, RDF_FORMATS, RESULT_FORMATS
from kg.terms.typed_yaml import hint_for
from kg.terms.vocabulary import PREFIXES


def missing_page(graph: Graph, request: PageRequest) -> SitePage:
    """Return `404.html`, whose script looks in the graph for what was meant.

    A web space shows it under any path, so its links begin with the path of the site's root.
    """
    if not graph.hosting.is_static:
        raise NotFound(f"there is no page /{request.path}", hint="start at the first page, or search")
    root = f"{urlsplit(graph.url).path.rstrip('/')}/"
    return html(graph, request, "missing.html", root=root, has_engine=has_engine(), site=looking(graph, request, root))


def void(graph: Graph, request: PageRequest) -> SitePage:
    """Return the VoID description in one of `kg.site.metadata.documents.FORMS`; in Turtle at its well-known place."""
    form = FORMS[request.match.get("suffix", "ttl")]
    return SitePage(rdf.written(rdf.void(graph), form.name), MEDIA_TYPES[form.name])


_RESERVED = "format"


def api_page(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page that says what programs may ask, or which files they may read."""
    grouped = groups(graph.declaration, graph.queries.values())
    if graph.hosting.is_static:
        owner = next(map(graph.local, graph.owners), "")
        return html(graph, request, "api_files.html", groups=grouped, forms=forms(graph), owner=owner)
    described = openapi.document(graph.title, graph.declaration, grouped)
    operations = {path: item["get"] for path, item in described["paths"].items()}
    return html(
        graph, request, "api.html",
        tags={
            tag["name"]: {path: each for path, each in operations.items() if tag["name"] in each["tags"]}
            for tag in described["tags"]
        },
        tried={path: _tried(graph, path[1:]) for path in operations},
        pages={f"/api/queries/{name}": f"queries/{name}/" for name in graph.queries} | {"/sparql": "query/"},
        parameters=_meanings(openapi.PARAMETERS.values()), operators=openapi.MEANINGS, meanings=_meanings,
        lists=openapi.LISTS, conditions=openapi.CONDITIONS,
    )  # fmt: skip


def _meanings(parameters: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    return {each["name"]: each["description"] for each in parameters}


def _tried(graph: Graph, path: str) -> str:
    """Return an address that answers with something, for the path of an operation."""
    if query := graph.queries.get(path.removeprefix("api/queries/")):
        given = chosen(graph, query, [hit.iri for hit in graph.index.best("person", 2)]) | (
            {"format": "json"} if path.startswith("api/") else {}
        )
        return f"{path}?{urlencode(given)}"
    thing = next(map(graph.local, graph.owners), "") or "work/x"
    return {"api/{kind}/{slug}": f"api/{thing}", "api/search": "api/search?q=a", "api/suggest": "api/suggest?q=a"}.get(
        path, path
    )


def description(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001  (a view)
    """Return what programs may ask, in OpenAPI."""
    described = openapi.document(graph.title, graph.declaration, groups(graph.declaration, graph.queries.values()))
    return SitePage(json.dumps(described, ensure_ascii=False, indent=1).encode(), openapi.MEDIA_TYPE)


def queries(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001  (a view)
    """Return the named queries with their parameters, as JSON."""
    listed: list[dict[str, object]] = []
    for name, query in sorted(graph.queries.items()):
        path = {"path": f"api/queries/{name}"}
        if graph.hosting.is_static:  # of files, there is only the answer of a query that needs no parameter
            path = {} if query.needs_values else {"path": f"queries/{name}.json"}
        listed.append(
            {
                "name": name,
                "summary": query.header.summary,
                "question": query.question,
                "description": query.header.description or "",
                "view": query.header.view,
                **path,
                "page": graph.hosting.form(query),
                "parameters": {key: each.model_dump() for key, each in query.header.parameters.items()},
                "sparql": query.sparql,
            }
        )
    return json_page({"queries": listed})


def answer(graph: Graph, request: PageRequest) -> SitePage:
    """Return the answer to a named query in the format that the parameter `format` names."""
    named = named_query(graph, request.match["name"])
    _check(named, request)
    form = request.parameters.get(_RESERVED) or "json"
    sparql = named.bind(terms_of(graph, named, given_values(named, request.parameters)))
    found = graph.store.query(sparql)
    if isinstance(found, QuerySolutions | QueryBoolean):
        text = found.serialize(format=RESULT_FORMATS[_known(form, RESULT_FORMATS)]) or b""
        return SitePage(safe_csv(text) if form == "csv" else text, MEDIA_TYPES[form])
    chosen = RDF_FORMATS[_known("turtle" if form == "json" else form, MEDIA_TYPES.keys() & RDF_FORMATS.keys())]
    return SitePage(serialize(found, format=chosen, prefixes=PREFIXES) or b"", MEDIA_TYPES[form])


def _check(named: Query, request: PageRequest) -> None:
    known = (*named.header.parameters, _RESERVED)
    for name in request.parameters:
        if name not in known:
            raise QueryError(f"the query '{named.name}' has no parameter '{name[:80]}'", hint=hint_for(name, known))
    needed = {name: each.example for name, each in named.header.parameters.items() if each.required}
    for name in needed:
        if not request.parameters.get(name, "").strip():
            hint = f"ask for api/queries/{named.name}?{urlencode(needed)}"
            raise QueryError(f"the query '{named.name}' needs the parameter '{name}'", hint=hint)


def _known(form: str, forms: Collection[str]) -> str:
    names = [name for name in MEDIA_TYPES if name in forms]
    if form not in names:
        raise QueryError(f"the answer cannot be given as '{form[:40]}'", hint=f"ask for one of {', '.join(names)}")
    return form


def _catalog(form: str, graph: Graph) -> bytes:
    return rdf.written(rdf.catalog(graph), form)


ADDRESSED: Mapping[str, tuple[str, Callable[[Graph], bytes]]] = {
    **{f"catalog.{suffix}": (MEDIA_TYPES[form.name], partial(_catalog, form.name)) for suffix, form in FORMS.items()},
    catalogues.RO_CRATE_PATH: ("application/ld+json", catalogues.ro_crate_document),
    linksets.LINKSET_PATH: (linksets.LINKSET, linksets.first_page),
    ".well-known/api-catalog": (linksets.API_CATALOG, linksets.api_catalog),
    "opensearch.xml": (catalogues.OPENSEARCH_TYPE, catalogues.opensearch_document),
}
"""The documents that are made of whole addresses, by path: the media type of each, and what writes it."""


def addressed(graph: Graph, request: PageRequest) -> SitePage:
    """Return one of the documents that are made of whole addresses; raises NotFound if the site's is not known."""
    if not graph.url:
        raise NotFound("the address of this site is not known", hint="say where it stands: --url, or base in kg.yaml")
    media_type, write = ADDRESSED[request.path]
    return SitePage(write(graph), media_type)


def sitemaps(graph: Graph, request: PageRequest) -> SitePage:
    """Return the sitemap, or the requested part of it; raises NotFound."""
    found = dict(catalogues.sitemaps(graph.url, catalogues.paths(graph), graph.date)) if graph.url else {}
    if request.path not in found:
        raise NotFound(f"there is no /{request.path}", hint=f"begin with /{catalogues.SITEMAP_PATH}")
    return SitePage(found[request.path], "application/xml")


def robots(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001  (a view)
    """Return what robots may visit."""
    return SitePage(catalogues.robots(graph), "text/plain; charset=utf-8")
