"""Write to a server: updates, and triples into graphs.

All that is sent may be sent twice: graphs are sets, and updates say what shall be so in the end.
"""

from collections.abc import Sequence
from enum import StrEnum
from urllib.parse import quote

from kg.errors import QueryError, StoreError
from kg.remote.addresses import Addresses, Engine
from kg.remote.client import Reply, Wire
from kg.remote.login import Login
from kg.remote.patience import Patience

_INSERTED = 1_000  # Virtuoso compiles an INSERT DATA to code, and refuses what becomes longer than 10,000 lines
_CLEARED = 100_000  # Oxigraph holds all that one update changes in memory, some 2 kB a triple


class Method(StrEnum):
    """How triples are sent."""

    GSP = "gsp"
    UPDATE = "update"


class Writer:
    """Writes to one server.

    Args:
        addresses: Where it takes what.
        login: How to log in.
        patience: How long to wait for it, and for its answers.
        method: How triples are sent; None for the Graph Store Protocol where the server speaks that.
    """

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
        """Send an update.

        Raises:
            StoreError: If the server refuses it, or does not answer.
        """
        self._patience.call(lambda: self._update(text))

    def add(self, graph: str, triples: Sequence[bytes]) -> None:
        """Add triples to a graph.

        Args:
            graph: Its IRI, or empty for the default graph.
            triples: Lines of N-Triples, without line breaks.

        Raises:
            StoreError: If the server refuses them, or does not answer.
        """
        if self.method == Method.GSP:
            body = b"\n".join(triples) + b"\n"
            self._patience.call(lambda: self._post(graph, body))
            return
        for start in range(0, len(triples), _INSERTED):
            text = b"\n".join(triples[start : start + _INSERTED]).decode()
            self.update(f"INSERT DATA {{ {in_graph(graph, text)} }}")

    def clear(self, graph: str, size: int) -> None:
        """Remove all triples of a graph, as many at a time as any server can.

        Args:
            graph: Its IRI, or empty for the default graph.
            size: How many triples it holds.

        Raises:
            StoreError: If the server refuses to, or does not answer.
        """
        if self.engine == Engine.OXIGRAPH:
            triples = in_graph(graph, "?s ?p ?o")
            for _ in range(0, size, _CLEARED):
                self.update(f"DELETE {{ {triples} }} WHERE {{ SELECT * {{ {triples} }} LIMIT {_CLEARED} }}")
        self.update(f"DROP SILENT {f'GRAPH <{graph}>' if graph else 'DEFAULT'}")

    def _update(self, text: str) -> Reply:
        client = self._updates.client()
        client.setQuery(text)
        try:
            reply = self._updates.ask(client)
        except QueryError as error:
            raise StoreError(str(error).replace("the query", "an update", 1)) from error
        return _not_led_away(reply, self._updates.address)

    def _post(self, graph: str, body: bytes) -> Reply:
        parameters = f"graph={quote(graph, safe='')}" if graph else "default"
        if self.engine == Engine.OXIGRAPH:
            parameters += "&no_transaction"  # its bulk loader: five times as fast, and in bounded memory
        return _not_led_away(self._graphs.post(parameters, body, "application/n-triples"), self._graphs.address)


def in_graph(graph: str, triples: str) -> str:
    """Return triples or patterns in a graph, whose IRI is empty for the default graph, as SPARQL writes them."""
    return f"GRAPH <{graph}> {{ {triples} }}" if graph else triples


def _not_led_away(reply: Reply, address: str) -> Reply:
    """Return a reply unless it comes from elsewhere: what is redirected arrives without what was sent."""
    if reply.address.partition("?")[0] != address.partition("?")[0]:
        raise StoreError(f"{address} leads on to {reply.address}", hint="give that address instead")
    return reply
