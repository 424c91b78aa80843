"""The server to which a release goes: what its graphs hold, and what writes to it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from kg.errors import StoreError
from kg.formats import QueryBoolean, QuerySolutions
from kg.remote.patience import Patience
from kg.remote.writing import Writer, in_graph
from kg.store import Store


@dataclass(frozen=True)
class Target:
    """A server.

    Attributes:
        address: Where it is asked.
        store: What asks it.
        writer: What writes to it.
        patience: How long to wait for its answers.
    """

    address: str
    store: Store
    writer: Writer
    patience: Patience

    def size(self, graph: str) -> int:
        """Return how many triples a graph holds; its IRI is empty for the default graph.

        Raises:
            StoreError: If the server does not answer.
        """
        rows = self._rows(f"SELECT (COUNT(*) AS ?n) {{ {in_graph(graph, '?s ?p ?o')} }}")
        return next(iter(_numbers(rows, "n")), 0)

    def counts(self, graph: str) -> Mapping[str, int]:
        """Return how many triples of a graph have each predicate.

        Raises:
            StoreError: If the server does not answer.
        """
        return self.patience.call(lambda: counts(self.store, graph))

    def holds(self, graph: str, triple: bytes) -> bool:
        """Say whether a graph holds a triple, a line of N-Triples without its line break.

        Raises:
            StoreError: If the server does not answer.
        """
        answer = self.patience.call(lambda: self.store.query(f"ASK {{ {in_graph(graph, triple.decode())} }}"))
        return isinstance(answer, QueryBoolean) and bool(answer)

    def values(self, graph: str, predicate: str) -> list[str]:
        """Return the values of all objects of a predicate in a named graph.

        Raises:
            StoreError: If the server does not answer.
        """
        rows = self._rows(f"SELECT ?o {{ GRAPH <{graph}> {{ ?s <{predicate}> ?o }} }}")
        return [str(row["o"].value) for row in rows]

    def _rows(self, sparql: str) -> QuerySolutions:
        return _solutions(self.patience.call(lambda: self.store.query(sparql)))


def counts(store: Store, graph: str) -> Mapping[str, int]:
    """Return how many triples of a graph of any store have each predicate.

    Raises:
        StoreError: If the store does not answer.
    """
    pattern = in_graph(graph, "?s ?p ?o")
    rows = _solutions(store.query(f"SELECT ?p (COUNT(*) AS ?n) {{ {pattern} }} GROUP BY ?p"))
    return Counter({str(row["p"].value): _number(row["n"].value) for row in rows if row["p"] is not None})


def _solutions(answer: object) -> QuerySolutions:
    if not isinstance(answer, QuerySolutions):
        raise StoreError("a server answers a SELECT without solutions", hint="is it a SPARQL endpoint?")
    return answer


def _numbers(rows: QuerySolutions, name: str) -> list[int]:
    return [_number(row[name].value) for row in rows]


def _number(text: str) -> int:
    if not text.isdecimal():
        raise StoreError(f"a server counts {text!r} triples", hint="is it a SPARQL endpoint?")
    return int(text)
