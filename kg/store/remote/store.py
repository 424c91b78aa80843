"""Query and update a SPARQL server."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from urllib.parse import quote

from pyoxigraph import QueryBoolean, QueryResultsFormat, QuerySolutions, RdfFormat, parse_query_results
from SPARQLWrapper import JSON, TURTLE

from kg.base.errors import QueryError, StoreError
from kg.profile.config import Credentials
from kg.store.remote.addresses import Addresses, ServerEngine
from kg.store.remote.client import ANONYMOUS, DEFAULT_TIMEOUT, Login, Patience, ServerReply, Wire
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


# Write to a server: updates, and triples into graphs.

_INSERTED = 1_000  # Virtuoso compiles an INSERT DATA to code, and refuses what becomes longer than 10,000 lines
_CLEARED = 100_000  # Oxigraph holds all that one update changes in memory, some 2 kB a triple


class Method(StrEnum):
    """How triples are sent."""

    GSP = "gsp"
    UPDATE = "update"


class Writer:
    """Writes to one server."""

    def __init__(
        self,
        addresses: Addresses,
        login: Login,
        patience: Patience,
        method: Method | None = None,
    ) -> None:
        self.engine = addresses.engine
        self.method = method or (Method.GSP if addresses.graph_store else Method.UPDATE)
        if self.method == Method.GSP and not addresses.graph_store:
            message = f"it is not known where the server at {addresses.query} takes graphs"
            raise StoreError(message, hint="say so: --graph-store ADDRESS; or choose --method update")
        self._patience = patience
        self._updates = Wire(addresses.update, login, patience.timeout)
        self._graphs = Wire(addresses.graph_store or addresses.update, login, patience.timeout)

    def update(self, text: str) -> None:
        """Send an update."""
        self._patience.call(lambda: self._update(text))

    def add(self, graph: str, triples: Sequence[bytes]) -> None:
        """Add triples to a graph.

        Args:
            graph: Its IRI, or empty for the default graph.
            triples: Lines of N-Triples, without line breaks.
        """
        if self.method == Method.GSP:
            body = b"\n".join(triples) + b"\n"
            self._patience.call(lambda: self._post(graph, body))
            return
        for start in range(0, len(triples), _INSERTED):
            text = b"\n".join(triples[start : start + _INSERTED]).decode()
            self.update(f"INSERT DATA {{ {in_graph(graph, text)} }}")

    def clear(self, graph: str, size: int) -> None:
        """Remove all triples of a graph, as many at a time as any server can."""
        if self.engine == ServerEngine.OXIGRAPH:
            triples = in_graph(graph, "?s ?p ?o")
            for _ in range(0, size, _CLEARED):
                self.update(f"DELETE {{ {triples} }} WHERE {{ SELECT * {{ {triples} }} LIMIT {_CLEARED} }}")
        self.update(f"DROP SILENT {f'GRAPH <{graph}>' if graph else 'DEFAULT'}")

    def _update(self, text: str) -> ServerReply:
        client = self._updates.client()
        client.setQuery(text)
        try:
            reply = self._updates.ask(client)
        except QueryError as error:
            raise StoreError(str(error).replace("the query", "an update", 1)) from error
        return _not_led_away(reply, self._updates.address)

    def _post(self, graph: str, body: bytes) -> ServerReply:
        parameters = f"graph={quote(graph, safe='')}" if graph else "default"
        if self.engine == ServerEngine.OXIGRAPH:
            parameters += "&no_transaction"  # its bulk loader: five times as fast, and in bounded memory
        return _not_led_away(self._graphs.post(parameters, body, "application/n-triples"), self._graphs.address)


def in_graph(graph: str, triples: str) -> str:
    """Return triples or patterns in a graph, whose IRI is empty for the default graph, as SPARQL writes them."""
    return f"GRAPH <{graph}> {{ {triples} }}" if graph else triples


def _not_led_away(reply: ServerReply, address: str) -> ServerReply:
    # A redirected request arrives without its body.
    if reply.address.partition("?")[0] != address.partition("?")[0]:
        raise StoreError(f"{address} leads on to {reply.address}", hint="give that address instead")
    return reply
