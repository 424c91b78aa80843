"""What programs may ask: the named queries, and their answers in every format; of files, what there are."""

from collections.abc import Collection
from urllib.parse import urlencode

from kg.columns import safe_csv
from kg.errors import QueryError
from kg.formats import MEDIA_TYPES, RDF_FORMATS, RESULT_FORMATS, QueryBoolean, QuerySolutions, serialize
from kg.pages.documents import FORMS, LINKSET
from kg.pages.graph import Graph
from kg.pages.page import Asked, Page, json_page
from kg.pages.templating import html
from kg.pages.views.queries import given_values, named_query, terms_of
from kg.pages.views.query import groups
from kg.pages.work_citations import STYLES
from kg.queries import Query
from kg.typed_yaml import nearest
from kg.vocabulary import PREFIXES

_RESERVED = "format"


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page that says what programs may ask, or which files they may read."""
    return html(
        graph, asked, "api_files.html" if graph.hosting.is_static else "api.html",
        groups=groups(graph), forms=FORMS, linkset=LINKSET, styles=STYLES, example=_example(graph),
    )  # fmt: skip


def _example(graph: Graph) -> str:
    """Return kind and slug of the best known thing that has a page, or nothing."""
    best = (hit.iri for kind in graph.index.kinds() for hit in graph.index.best(kind, 1))
    return next(filter(None, map(graph.local, best)), "")


def queries(graph: Graph, asked: Asked) -> Page:  # noqa: ARG001  (a view)
    """Return the named queries with their parameters, as JSON."""
    listed = [{"name": name, **_described(graph, query)} for name, query in sorted(graph.queries.items())]
    return json_page({"queries": listed})


def answer(graph: Graph, asked: Asked) -> Page:
    """Return the answer to a named query in the format that the parameter `format` names.

    Raises:
        NotFound: If there is no such query, or nothing has a name that is given.
        QueryError: If a value is missing or not of its type, or a parameter or format is unknown.
    """
    named = named_query(graph, asked.match["name"])
    _check(named, asked)
    form = asked.parameters.get(_RESERVED) or "json"
    sparql = named.bind(terms_of(graph, named, given_values(named, asked.parameters)))
    found = graph.store.query(sparql)
    if isinstance(found, QuerySolutions | QueryBoolean):
        text = found.serialize(format=RESULT_FORMATS[_known(form, RESULT_FORMATS)]) or b""
        return Page(safe_csv(text) if form == "csv" else text, MEDIA_TYPES[form])
    chosen = RDF_FORMATS[_known("turtle" if form == "json" else form, MEDIA_TYPES.keys() & RDF_FORMATS.keys())]
    return Page(serialize(found, format=chosen, prefixes=PREFIXES) or b"", MEDIA_TYPES[form])


def _check(named: Query, asked: Asked) -> None:
    known = (*named.header.parameters, _RESERVED)
    for name in asked.parameters:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean '{near}'?" if near else f"there are {', '.join(known)}"
            raise QueryError(f"the query '{named.name}' has no parameter '{name[:80]}'", hint=hint)
    needed = {name: each.example for name, each in named.header.parameters.items() if each.required}
    for name in needed:
        if not asked.parameters.get(name, "").strip():
            hint = f"ask for api/queries/{named.name}?{urlencode(needed)}"
            raise QueryError(f"the query '{named.name}' needs the parameter '{name}'", hint=hint)


def _known(form: str, forms: Collection[str]) -> str:
    names = [name for name in MEDIA_TYPES if name in forms]
    if form not in names:
        raise QueryError(f"the answer cannot be given as '{form[:40]}'", hint=f"ask for one of {', '.join(names)}")
    return form


def _described(graph: Graph, query: Query) -> dict[str, object]:
    header = query.header
    return {
        "summary": header.summary,
        "description": header.description or "",
        **_place(graph, query),
        "page": f"queries/{query.name}/",
        "parameters": {name: each.model_dump() for name, each in header.parameters.items()},
        "sparql": query.sparql,
    }


def _place(graph: Graph, query: Query) -> dict[str, str]:
    """Return where the answer is: of files, only that of a query that needs no parameter."""
    if not graph.hosting.is_static:
        return {"path": f"api/queries/{query.name}"}
    return {} if query.needs_values else {"path": f"queries/{query.name}.json"}
