"""The answer to a query as a page: for those who ask the endpoint with a browser that runs no scripts."""

from kg.formats import QueryBoolean, QueryResultsFormat, QuerySolutions, parse_query_results
from kg.pages.graph import Graph, Table
from kg.pages.page import Asked, Page
from kg.pages.templating import html

MOST = 500
"""How many rows the page shows; the files have all."""


def view(graph: Graph, path: str, query: str, payload: bytes) -> Page:
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
    return html(graph, Asked(path), "answer.html", query=query, verdict=verdict, table=table, most=MOST)


def _table(solutions: QuerySolutions) -> Table:
    names = tuple(variable.value for variable in solutions.variables)
    return Table(names, tuple(tuple(solution[name] for name in names) for solution in solutions))
