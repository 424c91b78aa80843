"""The named queries: their list, and each with its form, its answer and its files."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from markupsafe import Markup

from kg.errors import NotFound, QueryError
from kg.formats import MEDIA_TYPES, NamedNode, Term
from kg.pages import grids
from kg.pages.charts.svg import standalone
from kg.pages.evidence import Marks
from kg.pages.graph import Graph, Table
from kg.pages.grids import Grid
from kg.pages.page import SVG, Asked, Page, root
from kg.pages.pictures import Drawing, picture
from kg.pages.templating import html
from kg.pages.views.query import example, groups
from kg.queries import Query, find_query, term_of

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
    def table(self) -> Table:
        """The answer."""
        return self.graph.select(self.sparql)

    @property
    def shown(self) -> Table:
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
    """Return what the values of parameters mean; raises what `kg.queries.term_of` raises."""
    parameters = named.header.parameters
    return {name: term_of(parameters[name], text, graph.store.query, graph.base) for name, text in given.items()}
