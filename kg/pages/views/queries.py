"""The named queries: their list, and each with its form, its answer and its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from kg.errors import NotFound, QueryError
from kg.formats import RESULT_FORMATS, QuerySolutions, Term
from kg.pages.graph import Graph, Table
from kg.pages.page import Asked, Page
from kg.pages.templating import html
from kg.pages.views.query import example, groups
from kg.queries import Query, find_query, term_of

_MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8; header=present",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "json": "application/sparql-results+json",
    "rq": "application/sparql-query; charset=utf-8",
}


@dataclass(frozen=True)
class Answered:
    """A named query that was asked.

    Attributes:
        table: The answer.
        sparql: The query with its values put in.
        parameters: What was given, as a query string.
    """

    table: Table
    sparql: str
    parameters: str


def view(graph: Graph, asked: Asked) -> Page:
    """Return the list of the named queries, by what they are asked about."""
    return html(graph, asked, "queries.html", groups=groups(graph))


def query(graph: Graph, asked: Asked) -> Page:
    """Return a named query as a form, and its answer once it has what it needs.

    Raises:
        NotFound: If there is no such query.
    """
    named = _named(graph, asked.match["name"])
    given = _given(named, asked.parameters)
    answered, problem = None, ""
    if given or not any(each.required for each in named.header.parameters.values()):
        try:
            answered = _answered(graph, named, given)
        except (QueryError, NotFound) as error:
            problem = str(error)
    examples = {name: example(graph, each) for name, each in named.header.parameters.items()}
    return html(
        graph, asked, "named.html",
        query=named, given=given, answered=answered, problem=problem, examples=examples,
    )  # fmt: skip


def file(graph: Graph, asked: Asked) -> Page:
    """Return the text of a named query with its values, or its answer as a file.

    Raises:
        NotFound: If there is no such query, or nothing has a name that is given.
        QueryError: If a value is missing or not of its type.
    """
    named = _named(graph, asked.match["name"])
    suffix = asked.match["suffix"]
    sparql = named.bind(_terms(graph, named, _given(named, asked.parameters)))
    if suffix == "rq":
        return Page(sparql.encode(), _MEDIA_TYPES[suffix])
    solutions = graph.store.query(sparql)
    if not isinstance(solutions, QuerySolutions):
        raise QueryError(f"the query '{named.name}' has no rows", hint="ask it at the endpoint")
    return Page(solutions.serialize(format=RESULT_FORMATS[suffix]) or b"", _MEDIA_TYPES[suffix])


def _named(graph: Graph, name: str) -> Query:
    return graph.queries.get(name) or find_query(name)  # which raises NotFound with the nearest name


def _given(named: Query, parameters: Mapping[str, str]) -> dict[str, str]:
    """Return what was typed into the fields of a form; an empty field gives nothing."""
    typed = {name: parameters.get(name, "").strip() for name in named.header.parameters}
    return {name: text for name, text in typed.items() if text}


def _terms(graph: Graph, named: Query, given: Mapping[str, str]) -> dict[str, Term]:
    parameters = named.header.parameters
    return {name: term_of(parameters[name], text, graph.store.query, graph.base) for name, text in given.items()}


def _answered(graph: Graph, named: Query, given: Mapping[str, str]) -> Answered:
    terms = _terms(graph, named, given)
    return Answered(graph.ask(named.name, **terms), named.bind(terms), urlencode(given))
