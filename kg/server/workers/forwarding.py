"""The forwarding worker: has untrusted SPARQL answered by an endpoint.

Run as `python -m kg.server.workers.forwarding RELEASE ENDPOINT CAPS`. A query is first read by the embedded
engine, over an empty store and in a thread that can open no socket: so it is refused for the same reasons and
in the same words as anywhere, and what is not SPARQL 1.1, such as the pragmas and functions of a vendor, never
reaches the endpoint.
"""

import re
import sys
from pathlib import Path

from pyoxigraph import QueryBoolean, QuerySolutions, serialize

from kg.base.errors import QueryError, StoreError, Unanswered, Unavailable
from kg.server.workers.query import Caps, Output, QueryHandler, no_graph
from kg.server.workers.sandbox import Sandbox, without_sockets
from kg.server.workers.serving import serve
from kg.store.endpoint import copying as markers
from kg.store.endpoint.store import AWAY, Endpoint, EndpointClient, ask_nobody_else
from kg.store.store import LocalStore, QueryDataset, graph_name
from kg.terms.formats import RDF_FORMATS, Answer
from kg.terms.sparql_guard import Limits
from kg.terms.vocabulary import QUERY_PREFIXES

_NAMES_GRAPHS = re.compile(r"\bFROM\b", re.IGNORECASE)


class ForwardingBackend:
    """An endpoint, asked after the embedded engine has accepted the query.

    Args:
        asker: Asks the endpoint.
        dataset: The graphs of the release, where the endpoint's own default graph is something else.
    """

    def __init__(self, asker: EndpointClient, dataset: QueryDataset | None) -> None:
        self._asker, self._dataset = asker, dataset
        self._empty = LocalStore.in_memory()

    def query(self, sparql: str, *, dataset: QueryDataset | None, base: str | None, limits: Limits) -> Answer:
        """Return the answer to a query."""
        text = without_sockets(lambda: self._empty.as_asked(sparql, QUERY_PREFIXES, dataset, base, limits))
        # FROM in a query would be ignored where the request names graphs.
        meant = dataset or (None if _NAMES_GRAPHS.search(text) else self._dataset)
        return self._ask(f"BASE <{base}> {text}" if base else text, meant)

    def dump(self, graph: str, form: str, output: Output) -> None:
        """Write a graph."""
        triples = f"GRAPH {graph_name(graph)} {{ ?s ?p ?o }}" if graph else "?s ?p ?o"
        if graph and not self._ask(f"ASK {{ {triples} }}", self._dataset):
            raise no_graph(graph)
        found = self._ask(f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ {triples} }}", self._dataset)
        if not isinstance(found, QuerySolutions | QueryBoolean):
            serialize(found, output, RDF_FORMATS[form])

    def _ask(self, sparql: str, dataset: QueryDataset | None) -> Answer:
        """Ask the endpoint; errors must not tell clients where it is."""
        try:
            return self._asker.query(sparql, prefixes=QUERY_PREFIXES, dataset=dataset)
        except QueryError as error:
            said = str(error).partition("refuses the query")[2]
            raise QueryError(f"the endpoint that holds the graph refuses the query{said}") from error
        except Unavailable as error:
            raise Unavailable(AWAY, hint="ask again in a while") from error
        except StoreError as error:
            message = "the endpoint that holds the graph cannot answer this"
            raise Unanswered(message, hint="ask for less, or in another way") from error


def main(release: str, endpoint: str, caps: str) -> None:
    """Answer questions about the release of an endpoint."""
    read = Caps.read(caps)
    dataset = markers.dataset(markers.read(Path(release)))
    ask_nobody_else()
    backend = ForwardingBackend(Endpoint.read(endpoint).asker(most=4 * read.bytes), dataset)
    serve(QueryHandler(backend, read).answer, Sandbox(memory=read.memory, resident=read.resident, sockets=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
