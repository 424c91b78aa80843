"""Graphs of a SPARQL server, read and replaced by the SPARQL 1.1 Graph Store HTTP Protocol."""

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import islice
from typing import IO
from urllib.parse import quote

from kg.base.errors import QueryError, StoreError
from kg.base.progress import Progress
from kg.store.remote.addresses import Addresses, ServerEngine
from kg.store.remote.client import Login, Patience, ServerReply, Wire
from kg.store.remote.store import RemoteStore
from kg.store.store import Store, solutions

MAX_ATOMIC_TRIPLES = 100_000
"""How many triples Oxigraph is sent, or removes, at once: it holds them in memory, 2 to 3 kB each."""


class GraphStore:
    """The graphs of one server. The IRI of the default graph is empty.

    Attributes:
        store: Where it is queried.
        address: Where it takes queries.
        engine: What it is.
    """

    def __init__(self, addresses: Addresses, login: Login, patience: Patience) -> None:
        self.address, self.engine = addresses.query, addresses.engine
        self.store = RemoteStore(addresses.query, login, patience.timeout)
        self._patience = patience
        self._graphs = Wire(addresses.graph_store, login, patience.timeout)
        updates, is_known = re.subn("/store$", "/update", addresses.graph_store)
        is_chunked = is_known and self.engine == ServerEngine.OXIGRAPH
        self._updates = Wire(updates, login, patience.timeout) if is_chunked else None

    def counts(self, graph: str) -> Mapping[str, int]:
        """Return the number of triples in a graph by predicate."""
        return self._patience.call(lambda: count_by_predicate(self.store, graph))

    def replace(self, graph: str, triples: bytes | IO[bytes], progress: Progress) -> None:
        """Put triples, lines of N-Triples, in the place of a graph.

        That is one request, in which Virtuoso shows none of the two for a moment; but Oxigraph takes more than
        `MAX_ATOMIC_TRIPLES` in several, through its bulk loader.
        """
        body = BytesIO(triples) if isinstance(triples, bytes) else triples
        name = f"the graph {graph}" if graph else "the default graph"
        if self._updates is None or _is_short(body):
            progress.phase(f"sending {name}")
            self._send("PUT", graph, body)
            return
        progress.phase(f"clearing {name}")
        self._clear(graph, self._updates)
        for chunk in progress.track(f"sending {name} by {MAX_ATOMIC_TRIPLES:,} triples", _chunks(body)):
            self._send("POST", graph, BytesIO(chunk), "&no_transaction")

    def _clear(self, graph: str, updates: Wire) -> None:
        pattern = in_graph(graph, "?s ?p ?o")
        text = f"DELETE {{ {pattern} }} WHERE {{ SELECT * {{ {pattern} }} LIMIT {MAX_ATOMIC_TRIPLES} }}"
        client = updates.client()
        client.setQuery(text)
        for _ in range(0, sum(self.counts(graph).values()), MAX_ATOMIC_TRIPLES):
            try:
                self._patience.call(lambda: _not_led_away(updates.ask(client), updates.address))
            except QueryError as error:
                raise StoreError(str(error).replace("the query", "an update", 1)) from error

    def _send(self, method: str, graph: str, body: IO[bytes], more: str = "") -> None:
        parameters = (f"graph={quote(graph, safe='')}" if graph else "default") + more
        wire = self._graphs
        self._patience.call(
            lambda: _not_led_away(wire.send(method, parameters, body, "application/n-triples"), wire.address)
        )


def count_by_predicate(store: Store, graph: str) -> Mapping[str, int]:
    """Return the number of triples in a graph of any store by predicate."""
    rows = solutions(store.query(f"SELECT ?p (COUNT(*) AS ?n) {{ {in_graph(graph, '?s ?p ?o')} }} GROUP BY ?p"))
    counts = {str(row["p"].value): str(row["n"].value) for row in rows if row["p"] is not None}
    if unreadable := next((text for text in counts.values() if not text.isdecimal()), ""):
        raise StoreError(f"a server counts {unreadable!r} triples", hint="is it a SPARQL endpoint?")
    return {predicate: int(text) for predicate, text in counts.items()}


def in_graph(graph: str, triples: str) -> str:
    """Return triples or patterns in a graph, whose IRI is empty for the default graph, as SPARQL writes them."""
    return f"GRAPH <{graph}> {{ {triples} }}" if graph else triples


def _is_short(body: IO[bytes]) -> bool:
    body.seek(0)
    return next(islice(body, MAX_ATOMIC_TRIPLES, None), None) is None


def _chunks(body: IO[bytes]) -> Iterator[bytes]:
    body.seek(0)
    while chunk := b"".join(islice(body, MAX_ATOMIC_TRIPLES)):
        yield chunk


def _not_led_away(reply: ServerReply, address: str) -> ServerReply:
    # A redirected request arrives without its body.
    if reply.address.partition("?")[0] != address.partition("?")[0]:
        raise StoreError(f"{address} leads on to {reply.address}", hint="give that address instead")
    return reply
