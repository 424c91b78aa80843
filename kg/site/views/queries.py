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
from kg.site.charts.svg import standalone
from kg.site.evidence import Marks
from kg.site.grids import Grid
from kg.site.metadata.things import of_part
from kg.site.page import SVG, Asked, Page, root
from kg.site.panels import Drawing, Panel, picture
from kg.site.templating import html
from kg.store.graph import Graph, ResultTable
from kg.store.questions import Parameter, Query, find_query, term_of
from kg.terms.formats import MEDIA_TYPES, Term
from kg.terms.identifiers import slug
from kg.terms.vocabulary import QUERY_PREFIXES

# The answer to a query as a page: for those who ask the endpoint with a browser that runs no scripts.

MAX_ROWS = 500
"""How many rows the page shows; the files have all."""


def answer_page(graph: Graph, path: str, query: str, payload: bytes) -> Page:
    """Return the page of an answer.

    The store is not opened: the payload comes from a worker, and IRIs are shown without labels.

    Args:
        graph: The release that answered.
        path: The path of the page below the site's root, such as `sparql`.
        query: The query that was asked.
        payload: Its answer in SPARQL 1.1 Query Results JSON.
    """
    answer = parse_query_results(payload, format=QueryResultsFormat.JSON)
    verdict = bool(answer) if isinstance(answer, QueryBoolean) else None
    table = _table(answer) if isinstance(answer, QuerySolutions) else None
    return html(graph, Asked(path), "answer.html", query=query, verdict=verdict, table=table, most=MAX_ROWS)


def _table(solutions: QuerySolutions) -> ResultTable:
    names = tuple(variable.value for variable in solutions.variables)
    return ResultTable(names, tuple(tuple(solution[name] for name in names) for solution in solutions))


# A panel by itself: a page with its whole table, its chart, and its answer as a file.


def panel_page(graph: Graph, asked: Asked) -> Page:
    """Return the page of a panel, with all rows."""
    panel = _panel(graph, asked)
    marks = Marks(graph, panel.subjects)
    metadata = of_part(graph, panel.iri, panel.title)
    name = graph.label(panel.iri)
    return html(graph, asked, "panel.html", panel=panel, name=name, iri=panel.iri, marks=marks, metadata=metadata)


def panel_picture(graph: Graph, asked: Asked) -> Page:
    """Return the chart of a panel as a file.

    Raises:
        NotFound: If it has none.
    """
    panel = _panel(graph, asked)
    if panel.whole is None:
        raise NotFound(f"the panel '{panel.name}' has no chart", hint=f"see its table: {panel.path}")
    return Page(standalone(panel.whole).encode(), SVG)


def results(graph: Graph, asked: Asked) -> Page:
    """Return the answer of a panel as a file, in one of the standard formats of SPARQL results."""
    form = asked.match["form"]
    return Page(_panel(graph, asked).results(form), MEDIA_TYPES[form])


def _panel(graph: Graph, asked: Asked) -> Panel:
    iri = graph.thing(asked.local)
    return panels.panel(graph, iri, asked.match["panel"])


# The query page, and what its editor knows of the graph.

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
_ABOUT = {
    "graph": "About the whole graph",
    "person": "About a person",
    "work": "About a work",
    "organization": "About an organisation",
    "venue": "About a venue",
    "event": "About an event",
    "system": "About a system",
    "course": "About a course",
    "topic": "About a topic",
    "thing": "About any thing",
    "year": "About a year",
    "text": "About a text",
}


def query_page(graph: Graph, asked: Asked) -> Page:
    """Return the query page; without scripts it is a form that asks the endpoint of the server."""
    return html(
        graph,
        asked,
        "query.html",
        text=asked.parameters.get("query") or _EXAMPLE,
        has_editor=_EDITOR.exists(),
        has_engine=has_engine(),
        groups=groups(graph),
        site=_site(graph, asked),
    )


def has_engine() -> bool:
    """Tell whether the engine is there that asks the graph of a published site in the browser."""
    return _ENGINE.exists()


def groups(graph: Graph) -> list[tuple[str, list[Query]]]:
    """Return the named queries below headings that say about what they are asked: the kind that they need."""
    found: dict[str, list[Query]] = {kind: [] for kind in _ABOUT}
    for query in graph.queries.values():
        needed = (each.type for each in query.header.parameters.values() if each.required)
        found[next(needed, "graph")].append(query)
    return [(_ABOUT[kind], members) for kind, members in found.items() if members]


def example(graph: Graph, parameter: Parameter) -> str:
    """Return the example of a parameter if this graph has it, else nothing."""
    if parameter.type in ("text", "year"):
        return parameter.example
    kind, _, name = parameter.example.rpartition("/")
    iri = f"{graph.base}{kind if parameter.type == 'thing' else parameter.type}/{slug(name)}"
    return parameter.example if graph.local(iri) and graph.types(iri) else ""


def _site(graph: Graph, asked: Asked) -> dict[str, Any]:
    """Return what the script of the query page knows of the graph, the named queries among it."""
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
    return known(graph, root(asked.path)) | {"queries": named}


def known(graph: Graph, to_root: str) -> dict[str, Any]:
    """Return what scripts know of any graph: see the `Site` of assets/results/terms.js."""
    is_static = graph.hosting.is_static
    return {
        "root": to_root,
        "base": graph.base,
        "kinds": tuple(graph.titles),
        "prefixes": QUERY_PREFIXES,
        "isStatic": is_static,
    }


# The named queries: their list, and each with its form, its answer and its files.

MOST = 500
"""How many rows a page shows."""

_MOST_DRAWN = 60
_WIDTH = 960
_SPARQL = "application/sparql-query; charset=utf-8"


@dataclass(frozen=True)
class Answered:
    """A named query that was asked.

    Attributes:
        graph: The release that answers.
        query: The question.
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

    @property
    def shown(self) -> ResultTable:
        """The rows that the page shows; the files hold all."""
        return replace(self.table, rows=self.table.rows[:MOST])

    @cached_property
    def grid(self) -> Grid:
        """The rows that are shown, as people read them."""
        return grids.grid(self.graph, self.shown)

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
    def marks(self) -> Marks:
        """The evidence of what the rows state."""
        return Marks(self.graph, (cell.subject for row in self.grid.rows for cell in row if cell.subject))


def view(graph: Graph, asked: Asked) -> Page:
    """Return the list of the named queries, by what they are asked about."""
    return html(graph, asked, "queries.html", groups=groups(graph))


def query(graph: Graph, asked: Asked) -> Page:
    """Return a named query as a form, and its answer once it has what it needs.

    Raises:
        NotFound: If there is no such query.
    """
    named = named_query(graph, asked.match["name"])
    given = given_values(named, asked.parameters)
    answered, problem = None, ""
    if given or not named.needs_values:
        try:
            answered = _answered(graph, asked, named)
        except (QueryError, NotFound) as error:
            problem = str(error)
    examples = {name: example(graph, each) for name, each in named.header.parameters.items()}
    return html(
        graph, asked, "named.html",
        query=named, given=given, answered=answered, problem=problem, examples=examples, most=MOST,
        marks=answered.marks if answered else Marks(graph, ()),
    )  # fmt: skip


def file(graph: Graph, asked: Asked) -> Page:
    """Return the text of a named query with its values, its answer as a file, or its chart.

    Raises:
        NotFound: If there is no such query, nothing has a name that is given, or there is no chart.
        QueryError: If a value is missing or not of its type.
    """
    answered = _answered(graph, asked, named_query(graph, asked.match["name"]))
    suffix = asked.match["suffix"]
    if suffix == "rq":
        return Page(answered.sparql.encode(), _SPARQL)
    if suffix == "svg":
        return _drawn(answered)
    return Page(graph.results(answered.sparql, suffix), MEDIA_TYPES[suffix])


def _drawn(answered: Answered) -> Page:
    if answered.picture is None:
        raise NotFound(f"the query '{answered.query.name}' has no chart", hint="ask for its table")
    return Page(standalone(answered.picture).encode(), SVG)


def named_query(graph: Graph, name: str) -> Query:
    """Return a named query; raises NotFound."""
    return graph.queries.get(name) or find_query(name, graph.queries)  # which raises NotFound with the nearest name


def given_values(named: Query, parameters: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed into the fields of a form; an empty field gives nothing."""
    typed = {name: parameters.get(name, "").strip() for name in named.header.parameters}
    return {name: text for name, text in typed.items() if text}


def _answered(graph: Graph, asked: Asked, named: Query) -> Answered:
    """Return a named query with its values looked up.

    Raises:
        NotFound: If nothing has a name that is given.
        QueryError: If a value is missing or not of its type.
    """
    given = given_values(named, asked.parameters)
    answered = Answered(graph, named, given, terms_of(graph, named, given), root(asked.path))
    answered.table  # noqa: B018  asked here, so that what is missing is said here
    return answered


def terms_of(graph: Graph, named: Query, given: Mapping[str, str]) -> dict[str, Term]:
    """Return what the values of parameters mean; raises what `kg.store.questions.term_of` raises."""
    parameters = named.header.parameters
    return {name: term_of(parameters[name], text, graph.store.query, graph.base) for name, text in given.items()}
