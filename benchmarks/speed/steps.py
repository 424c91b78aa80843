"""What is measured in a process of its own and is no command of kg; what took how many seconds is written as JSON.

python benchmarks/speed/steps.py build PROJECT OUT SECONDS.json      as `kg build`, by phase
python benchmarks/speed/steps.py load GRAPH.nq STORE                 pyoxigraph's bulk load alone
python benchmarks/speed/steps.py dump STORE OUT.nt                   pyoxigraph's dump alone
python benchmarks/speed/steps.py ask RELEASE SECONDS.json                twelve questions, each about ten things
"""

import io
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar, cast

from pyoxigraph import DefaultGraph, NamedNode, QuerySolutions, QueryTriples, RdfFormat, Store, serialize

T = TypeVar("T")

RESOURCE, BARE = "one resource as Turtle", "the bare query of its triples"
_TIMES, _THINGS = 5, 10
QUESTIONS = (
    *("coauthors", "publications", "career", "advisors", "second-degree", "coauthor-network", "joint-works"),
    *("people-at", "authors-of-venue", "works-of-venue", "people-of-topic", "works-per-venue"),
)
_TRIPLES = """\
CONSTRUCT { ?s ?p ?o } WHERE {
  { BIND(<IRI> AS ?s) ?s ?p ?o } UNION { <IRI> ?link ?s . FILTER(STRSTARTS(STR(?s), "IRI#")) ?s ?p ?o }
}"""


class Stopwatch:
    """Progress that charges the time to the phase that is on, in `seconds`, by phase."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._on, self._since = "before", time.perf_counter()

    def track(
        self,
        phase: str,
        items: Iterable[T],
        total: int | None = None,  # noqa: ARG002
        count: Callable[[T], int] | None = None,  # noqa: ARG002
    ) -> Iterator[T]:
        """Hand the items of a phase through; it is on from when the first is asked for until there are no more."""
        self.phase(phase)
        yield from items
        self.phase(f"after {phase}")

    def phase(self, name: str) -> None:
        """Begin a phase."""
        now = time.perf_counter()
        self.seconds[self._on] += now - self._since
        self._on, self._since = name, now


def build(project: Path, out: Path, seconds: Path) -> None:
    """Build a release; a phase ends where the next one begins."""
    from kg.building import build
    from kg.profile.config import read_project

    watch = Stopwatch()
    outcome = build(read_project(project), out, workers=os.cpu_count() or 1, progress=watch)
    watch.phase("over")
    if outcome.release is None:
        raise SystemExit("the graph does not conform")
    seconds.write_text(json.dumps(watch.seconds))


def load(graph: Path, directory: Path) -> None:
    """Load finished N-Quads into a new store."""
    store = Store(str(directory))
    store.bulk_load(path=str(graph), format=RdfFormat.N_QUADS)
    store.flush()


def dump(directory: Path, out: Path) -> None:
    """Write the facts of a store."""
    Store.read_only(str(directory)).dump(str(out), RdfFormat.N_TRIPLES, from_graph=DefaultGraph())


def ask(release: Path, seconds: Path) -> None:
    """Ask questions about the things of which most is said, write some of them, and keep the middle time of each."""
    from kg.store.export.export import Excerpt, write
    from kg.store.questions import find_query
    from kg.store.release import open_release
    from kg.terms.context import context

    opened = open_release(release)
    store, meaning, index = opened.store(), context(), opened.index()

    def export(thing: NamedNode) -> None:
        write(Excerpt(store, opened.base, meaning, thing), "turtle", io.BytesIO())

    def triples(thing: NamedNode) -> None:
        answer = cast("QueryTriples", store.query(_TRIPLES.replace("IRI", thing.value)))
        serialize(answer, io.BytesIO(), RdfFormat.TURTLE)

    def solutions(text: str) -> None:
        list(cast("QuerySolutions", store.query(text)))

    people = [NamedNode(hit.iri) for hit in index.best("person", _THINGS)]
    found = {RESOURCE: middle(export, people), BARE: middle(triples, people)}
    for query in map(find_query, QUESTIONS):
        things = {
            name: [NamedNode(hit.iri) for hit in index.best(kind, _THINGS + place)[place:]]
            for place, (name, each) in enumerate(query.header.parameters.items())
            if (kind := name if each.type == "thing" else each.type) in index.kinds()
        }
        values = [dict(zip(things, each, strict=True)) for each in zip(*things.values(), strict=False)]
        found[query.name] = middle(solutions, [query.bind(each) for each in values or [{}]])
    seconds.write_text(json.dumps(found))


def middle(work: Callable[[T], object], items: Sequence[T]) -> float:
    """Return the middle seconds of what is done for each item."""

    def seconds() -> Iterator[float]:
        for item in [*items] * _TIMES:
            started = time.perf_counter()
            work(item)
            yield time.perf_counter() - started

    return statistics.median(seconds())


if __name__ == "__main__":
    name, *paths = sys.argv[1:]
    {"build": build, "load": load, "dump": dump, "ask": ask}[name](*map(Path, paths))  # type: ignore[operator]
