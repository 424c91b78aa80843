"""The named queries, their answers, and the query page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from pyoxigraph import NamedNode, QueryBoolean, QueryResultsFormat, QuerySolutions, parse_query_results

from kg.base.errors import NotFound, QueryError
from kg.site import grids, panels
from kg.site.charts.answers import Drawing, picture
from kg.site.charts.svg import standalone
from kg.site.evidence import EvidenceMarks
from kg.site.grids import Grid
from kg.site.page import SVG, PageRequest, SitePage, files, root
from kg.site.templating import html
from kg.store.graph import Graph, ResultTable
from kg.store.questions import Parameter, Query, find_query, term_of
from kg.terms.formats import MEDIA_TYPES, Term
from kg.terms.identifiers import slug
from kg.terms.kinds import with_article
from kg.terms.vocabulary import QUERY_PREFIXES

MAX_ROWS = 500
"""How many rows a page shows; the files have all."""

_MOST_DRAWN = 60
_WIDTH = 960
_VENDOR = Path(__file__).parents[1] / "assets" / "vendor"
_EDITOR = _VENDOR / "yasqe.min.js"
_ENGINE = _VENDOR / "oxigraph.wasm.gz"
_EXAMPLE = """\
PREFIX schema: <https://schema.org/>

SELECT ?name (COUNT(DISTINCT ?work) AS ?works) ?person WHERE {
  ?work schema:author ?person .
  ?person schema:name ?name .
}
GROUP BY ?person ?name
ORDER BY DESC(?works) ?name
LIMIT 20
"""


def answer_page(graph: Graph, path: str, query: str, payload: bytes) -> SitePage:
    """Return the page of an answer, for those who ask the endpoint with a browser that runs no scripts.

    The store is not opened: the payload comes from a worker, and IRIs are shown without labels.

    Args:
        graph: The release that answered.
        path: The path of the page below the site's root, such as `sparql`.
        query: The query.
        payload: Its answer in SPARQL 1.1 Query Results JSON.
    """
    answer = parse_query_results(payload, format=QueryResultsFormat.JSON)
    verdict = bool(answer) if isinstance(answer, QueryBoolean) else None
    table = None
    if isinstance(answer, QuerySolutions):
        names = tuple(variable.value for variable in answer.variables)
        table = ResultTable(names, tuple(tuple(solution[name] for name in names) for solution in answer))
    return html(graph, PageRequest(path), "answer.html", query=query, verdict=verdict, table=table, most=MAX_ROWS)


def results(graph: Graph, request: PageRequest) -> SitePage:
    """Return the answer of a panel as a file, in one of the standard formats of SPARQL results."""
    panel, form = panels.panel(graph, graph.thing(request.local), request.match["panel"]), request.match["form"]
    return SitePage(panel.results(form), MEDIA_TYPES[form])


def query_page(graph: Graph, request: PageRequest) -> SitePage:
    """Return the query page; without scripts it is a form that asks the endpoint of the server."""
    named = {
        name: {
            "name": name,
            "description": query.header.description or "",
            "view": query.header.view,
            "sparql": query.sparql,
            "parameters": {
                key: parameter.model_dump() | {"example": example(graph, parameter), "hint": parameter.example}
                for key, parameter in query.header.parameters.items()
            },
        }
        for name, query in graph.queries.items()
    }
    return html(
        graph,
        request,
        "query.html",
        text=request.parameters.get("query") or _EXAMPLE,
        has_editor=_EDITOR.exists(),
        has_engine=has_engine(),
        groups=groups(graph),
        site=known(graph, request) | {"queries": named},
    )


def has_engine() -> bool:
    """Say whether the engine is installed that queries the graph of a published site in the browser."""
    return _ENGINE.exists()


def groups(graph: Graph) -> list[tuple[str, list[Query]]]:
    """Return the named queries by the kind of thing that they need, below headings."""
    listed = {path: f"About {with_article(kind.label)}" for path, kind in graph.declaration.listed.items()}
    plain = {"thing": "About any thing", "year": "About a year", "text": "About a text"}
    about = {"graph": "About the whole graph", **listed, **plain}
    found: dict[str, list[Query]] = {kind: [] for kind in about}
    for query in graph.queries.values():
        needed = (each.type for each in query.header.parameters.values() if each.required)
        found[next(needed, "graph")].append(query)
    return [(about[kind], members) for kind, members in found.items() if members]


def example(graph: Graph, parameter: Parameter) -> str:
    """Return the example of a parameter if this graph has it, else nothing."""
    if parameter.type in ("text", "year"):
        return parameter.example
    kind, _, name = parameter.example.rpartition("/")
    iri = f"{graph.base}{kind if parameter.type == 'thing' else parameter.type}/{slug(name)}"
    return parameter.example if graph.local(iri) and graph.types(iri) else ""


def known(graph: Graph, request: PageRequest, to_root: str = "") -> dict[str, Any]:
    """Return what scripts know of any graph: see the `Site` of assets/results/terms.js."""
    return {
        "root": to_root or root(request.path),
        "files": to_root or files(request),
        "base": graph.base,
        "kinds": tuple(graph.titles),
        "prefixes": QUERY_PREFIXES,
        "isStatic": graph.hosting.is_static,
    }


@dataclass(frozen=True)
class Answered:
    """A named query with its values looked up, and its answer.

    Attributes:
        graph: The release that answers.
        query: The query.
        given: What was typed, by parameter.
        terms: What it means.
        root: How to get from the page to the site's root.
    """

    graph: Graph
    query: Query
    given: Mapping[str, str]
    terms: Mapping[str, Term]
    root: str

    @property
    def sparql(self) -> str:
        """The query with its values put in."""
        return self.query.bind(self.terms)

    @property
    def parameters(self) -> str:
        """What was given, as the query string of an address, or nothing."""
        return urlencode(self.given)

    @cached_property
    def table(self) -> ResultTable:
        """The answer."""
        return self.graph.select(self.sparql)

    @cached_property
    def grid(self) -> Grid:
        """The rows that the page shows, as people read them."""
        return grids.grid(self.graph, replace(self.table, rows=self.table.rows[:MAX_ROWS]))

    @cached_property
    def picture(self) -> Markup | None:
        """A chart of the answer, if its view has one and there is something to draw."""
        if not self.table:
            return None
        about = next((term.value for term in self.terms.values() if isinstance(term, NamedNode)), "")
        header = self.query.header
        drawing = Drawing(self.graph, self.table, header.summary, about, self.root, _MOST_DRAWN, _WIDTH)
        return picture(header.view, drawing)

    @property
    def marks(self) -> EvidenceMarks:
        """The evidence of what the rows state."""
        return EvidenceMarks(self.graph, (cell.subject for row in self.grid.rows for cell in row if cell.subject))


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the list of the named queries."""
    return html(graph, request, "queries.html", groups=groups(graph))


def query(graph: Graph, request: PageRequest) -> SitePage:
    """Return a named query as a form, and its answer once it has what it needs."""
    named = named_query(graph, request.match["name"])
    given = given_values(named, request.parameters)
    answered, problem = None, ""
    if given or not named.needs_values:
        try:
            answered = _answered(graph, request, named)
        except (QueryError, NotFound) as error:
            problem = str(error)
    examples = {name: example(graph, each) for name, each in named.header.parameters.items()}
    return html(
        graph, request, "named.html",
        query=named, given=given, answered=answered, problem=problem, examples=examples, most=MAX_ROWS,
        marks=answered.marks if answered else EvidenceMarks(graph, ()),
    )  # fmt: skip


def file(graph: Graph, request: PageRequest) -> SitePage:
    """Return the text of a named query with its values, its answer as a file, or its chart."""
    answered = _answered(graph, request, named_query(graph, request.match["name"]))
    suffix = request.match["suffix"]
    if suffix == "rq":
        return SitePage(answered.sparql.encode(), "application/sparql-query; charset=utf-8")
    if suffix != "svg":
        return SitePage(graph.results(answered.sparql, suffix), MEDIA_TYPES[suffix])
    if answered.picture is None:
        raise NotFound(f"the query '{answered.query.name}' has no chart", hint="ask for its table")
    return SitePage(standalone(answered.picture).encode(), SVG)


def named_query(graph: Graph, name: str) -> Query:
    """Return a named query; raises NotFound."""
    return graph.queries.get(name) or find_query(name, graph.queries)  # which raises NotFound with the nearest name


def given_values(named: Query, parameters: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed into the fields of a form; an empty field gives nothing."""
    typed = {name: parameters.get(name, "").strip() for name in named.header.parameters}
    return {name: text for name, text in typed.items() if text}


def _answered(graph: Graph, request: PageRequest, named: Query) -> Answered:
    given = given_values(named, request.parameters)
    answered = Answered(graph, named, given, terms_of(graph, named, given), root(request.path))
    answered.table  # noqa: B018  evaluated here, so that what is missing is reported here
    return answered


def terms_of(graph: Graph, named: Query, given: Mapping[str, str]) -> dict[str, Term]:
    """Return what the values of parameters mean; raises what `kg.store.questions.term_of` raises."""
    parameters = named.header.parameters
    return {name: term_of(parameters[name], text, graph.store.query, graph.base) for name, text in given.items()}
