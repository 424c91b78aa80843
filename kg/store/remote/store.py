"""Query a SPARQL server."""

import re
from collections.abc import Mapping

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, RdfFormat, parse_query_results
from SPARQLWrapper import JSON, TURTLE

from kg.base.errors import QueryError, StoreError
from kg.profile.config import Credentials
from kg.store.remote.client import ANONYMOUS, DEFAULT_TIMEOUT, Login, ServerReply, Wire
from kg.store.store import NO_PREFIXES
from kg.terms.formats import Answer, read_rdf_text

_SHOWN = 300
_VIRTUOSO_ASK = "__ASK_RETVAL"


class RemoteStore:
    """A SPARQL endpoint.

    Args:
        endpoint: Its address. It may name the graphs that are asked: `?default-graph-uri=…&named-graph-uri=…`.
        credentials: How to log in; sent to this address only, also when it redirects. At once, unless a login waits.
        timeout: Seconds for the whole answer.
    """

    def __init__(
        self, endpoint: str, credentials: Credentials | Login = ANONYMOUS, timeout: float = DEFAULT_TIMEOUT
    ) -> None:
        self._wire = Wire(endpoint, credentials, timeout)

    def query(self, sparql: str, *, prefixes: Mapping[str, str] = NO_PREFIXES) -> Answer:
        """Return the answer to a query."""
        client = self._wire.client()
        client.setQuery(_declaring(prefixes, sparql))
        if client.isSparqlUpdateRequest():
            raise QueryError("updates are not sent", hint="change the data and build again: kg build")
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


def _declaring(prefixes: Mapping[str, str], sparql: str) -> str:
    # On one line, so that line numbers in errors stay those of the user.
    own = {name.casefold() for name in re.findall(r"\bPREFIX\s+([\w.-]*):", sparql, re.IGNORECASE)}
    used = {name: iri for name, iri in prefixes.items() if f"{name}:" in sparql and name not in own}
    return "".join(f"PREFIX {name}: <{iri}> " for name, iri in used.items()) + sparql


def _graph(reply: ServerReply) -> Answer:
    form = RdfFormat.from_media_type(reply.media_type) or RdfFormat.TURTLE
    return iter(list(read_rdf_text(reply.body, form)))


def _results(reply: ServerReply, *, is_ask: bool) -> QuerySolutions | QueryBoolean:
    # Read to the end once: solutions are parsed lazily, and errors would come later.
    form = QueryResultsFormat.from_media_type(reply.media_type) or QueryResultsFormat.JSON
    trial = parse_query_results(reply.body, form)
    if isinstance(trial, QuerySolutions):
        names = [variable.value for variable in trial.variables]
        rows = list(trial)
        if is_ask and names == [_VIRTUOSO_ASK]:  # Virtuoso 7 answers ASK with a solution
            truth = any(row[_VIRTUOSO_ASK].value not in ("0", "false") for row in rows)
            text = f'{{"head": {{}}, "boolean": {str(truth).lower()}}}'
            return parse_query_results(text.encode(), QueryResultsFormat.JSON)
    return parse_query_results(reply.body, form)
