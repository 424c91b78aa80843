"""Ask a graph some queries, several times each, and write down the middle time of each in seconds.

    python benchmarks/ask.py kg RELEASE QUERIES.json TOLD.json
    python benchmarks/ask.py rdflib GRAPH.nt QUERIES.json TOLD.json

QUERIES.json maps names to texts, which differ in whom they ask about. kg asks each text five times, rdflib some texts
once; a query that takes rdflib longer than half a minute is left out.
"""

import io
import json
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import cast

PATIENCE = 30
_RDFLIB_TEXTS = 3
_TIMES = 5

RESOURCE, BARE = "kg", "the bare query of its triples"
_TRIPLES = """\
CONSTRUCT { ?s ?p ?o } WHERE {
  { BIND(<IRI> AS ?s) ?s ?p ?o } UNION { <IRI> ?link ?s . FILTER(STRSTARTS(STR(?s), "IRI#")) ?s ?p ?o }
}"""
Queries = Mapping[str, Sequence[str]]


class _TooLong(Exception):
    """A query took too long."""


def ask_kg(release: Path, queries: Queries) -> dict[str, float]:
    """Return the middle seconds of each query, its solutions read."""
    from kg.store.release import open_release

    store = open_release(release).store()

    def ask(text: str) -> None:
        for _ in store.query(text):  # type: ignore[union-attr]  # none of them is an ASK
            pass

    return {name: middle(ask, [*texts] * _TIMES) for name, texts in queries.items()}


def describe_kg(release: Path, iris: Sequence[str]) -> dict[str, float]:
    """Return the middle seconds of writing a resource, and of the query for its triples, written by the engine."""
    from pyoxigraph import NamedNode, QueryTriples, RdfFormat, serialize

    from kg.store.export.export import Excerpt, write
    from kg.store.release import open_release
    from kg.terms.context import context

    opened = open_release(release)
    store, meaning = opened.store(), context()

    def export(iri: str) -> None:
        write(Excerpt(store, opened.base, meaning, NamedNode(iri)), "turtle", io.BytesIO())

    def ask(iri: str) -> None:
        answer = store.query(_TRIPLES.replace("IRI", iri))
        serialize(cast("QueryTriples", answer), io.BytesIO(), RdfFormat.TURTLE)

    return {RESOURCE: middle(export, [*iris] * _TIMES), BARE: middle(ask, [*iris] * _TIMES)}


def ask_rdflib(graph: Path, queries: Queries) -> dict[str, float]:
    """Return the middle seconds of each query that is quick enough."""
    from rdflib import Graph

    held = Graph().parse(graph, format="nt")

    def ask(text: str) -> None:
        list(held.query(text))

    found = {}
    for name, texts in queries.items():
        try:
            with _patience():
                found[name] = middle(ask, texts[:_RDFLIB_TEXTS])
        except _TooLong:
            print(f"{name} takes longer than {PATIENCE} s", file=sys.stderr)
    return found


def middle(ask: Callable[[str], None], texts: Sequence[str]) -> float:
    """Return the middle seconds of what is done for some texts."""

    def seconds() -> Iterator[float]:
        for text in texts:
            started = time.perf_counter()
            ask(text)
            yield time.perf_counter() - started

    return statistics.median(seconds())


@contextmanager
def _patience() -> Iterator[None]:
    def end(*_: int | FrameType | None) -> None:
        raise _TooLong

    signal.signal(signal.SIGALRM, end)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)


def main() -> None:
    engine, graph, asked, told = sys.argv[1:]
    queries = json.loads(Path(asked).read_text())
    iris = queries.pop(RESOURCE)
    if engine == "kg":
        found = ask_kg(Path(graph), queries) | describe_kg(Path(graph), iris)
    else:
        found = ask_rdflib(Path(graph), queries)
    Path(told).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
