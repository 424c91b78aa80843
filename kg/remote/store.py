"""Ask any SPARQL 1.1 endpoint, through SPARQLWrapper, as one asks the embedded store."""

import re
from collections.abc import Iterator, Mapping

from SPARQLWrapper import JSON, TURTLE

from kg.config import Credentials
from kg.errors import QueryError, StoreError
from kg.formats import (
    Answer,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    parse_query_results,
    read_rdf_text,
)
from kg.remote.client import ANONYMOUS, DEFAULT_TIMEOUT, Reply, Wire
from kg.remote.login import Login
from kg.store import NO_PREFIXES, Dataset

_SHOWN = 300
_VIRTUOSO_ASK = "__ASK_RETVAL"


class RemoteStore:
    """A SPARQL endpoint.

    Args:
        endpoint: Its address. It may name the graphs that are asked: `?default-graph-uri=…&named-graph-uri=…`.
        credentials: How to log in; sent to this address only, also when it redirects. At once, unless a login waits.
        timeout: Seconds for the whole answer.
        most: Bytes of an answer, or 0 for `kg.remote.client.MAX_ANSWER`.
    """

    def __init__(
        self,
        endpoint: str,
        credentials: Credentials | Login = ANONYMOUS,
        timeout: float = DEFAULT_TIMEOUT,
        most: int = 0,
    ) -> None:
        self._wire = Wire(endpoint, credentials, timeout, most)

    def query(
        self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES, dataset: Dataset | None = None
    ) -> Answer:
        """Return the answer to a query; of the graphs of a dataset, if one is given."""
        client = self._wire.client()
        client.setQuery(_declaring(prefixes, sparql))
        if client.isSparqlUpdateRequest():
            raise QueryError("updates are not sent", hint="change the data and build again: kg build")
        for name, graph in _parameters(dataset or Dataset()):
            client.addParameter(name, graph)
        is_graph = client.queryType in ("CONSTRUCT", "DESCRIBE")
        client.setReturnFormat(TURTLE if is_graph else JSON)
        reply = self._wire.ask(client)
        try:
            return _graph(reply) if is_graph else _results(reply, is_ask=client.queryType == "ASK")
        except (SyntaxError, ValueError) as error:
            shown = reply.body[:_SHOWN].decode(errors="replace")
            read = f"{reply.media_type or 'no media type'} that cannot be read: {error}"
            message = f"{self._wire.address} answered with {read}"
            raise StoreError(message, hint=f"is it a SPARQL endpoint? It says: {shown}") from error


def _parameters(dataset: Dataset) -> Iterator[tuple[str, str]]:
    """Yield what names the graphs that are asked (SPARQL 1.1 Protocol §2.1.4)."""
    yield from (("default-graph-uri", graph) for graph in dataset.default)
    yield from (("named-graph-uri", graph) for graph in dataset.named)


def _declaring(prefixes: Mapping[str, str], sparql: str) -> str:
    """Return a query that declares what it uses and does not declare itself; its lines keep their numbers."""
    own = {name.casefold() for name in re.findall(r"\bPREFIX\s+([\w.-]*):", sparql, re.IGNORECASE)}
    used = {name: iri for name, iri in prefixes.items() if f"{name}:" in sparql and name not in own}
    return "".join(f"PREFIX {name}: <{iri}> " for name, iri in used.items()) + sparql


def _graph(reply: Reply) -> Answer:
    form = RdfFormat.from_media_type(reply.media_type) or RdfFormat.TURTLE
    return iter(list(read_rdf_text(reply.body, form)))


def _results(reply: Reply, *, is_ask: bool) -> QuerySolutions | QueryBoolean:
    """Return the results in a text, which is read to its end first: solutions are parsed as they are taken.

    Raises:
        SyntaxError: If the text is not valid.
    """
    form = QueryResultsFormat.from_media_type(reply.media_type) or QueryResultsFormat.JSON
    trial = parse_query_results(reply.body, form)
    if isinstance(trial, QuerySolutions):
        names = [variable.value for variable in trial.variables]
        rows = list(trial)
        if is_ask and names == [_VIRTUOSO_ASK]:  # Virtuoso 7 answers ASK with a solution
            truth = any(row[_VIRTUOSO_ASK].value not in ("0", "false") for row in rows)
            return _boolean(truth)
    return parse_query_results(reply.body, form)


def _boolean(truth: bool) -> QuerySolutions | QueryBoolean:
    text = f'{{"head": {{}}, "boolean": {str(truth).lower()}}}'
    return parse_query_results(text.encode(), QueryResultsFormat.JSON)
