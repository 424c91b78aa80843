"""Measure exports beside the engine's own dump and the bare queries, and print the tables of RESULTS.md.

    python benchmarks/export.py build/current [--repeats 3] [--rdflib-up-to 500000]

Whole graphs are written by a process each, in turn; only the writing is timed, not the start of Python.
Single resources are written in this process, in turn with the queries that only fetch what they are made of.
"""

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from pyoxigraph import DefaultGraph, NamedNode

from kg.store.export.export import Excerpt, write
from kg.store.release import Release, open_release
from kg.terms.context import context
from kg.terms.formats import DATASET_FORMATS, RDF_FORMATS
from kg.terms.vocabulary import EVIDENCE_GRAPH, KG

KINDS = ("person", "work", "organization", "topic")
RDFLIB = "rdflib, Turtle"
SAMPLE = 100
"""How many resources of each kind are written one by one."""

Way = Callable[[Excerpt, list[NamedNode]], None]
_SUPPORTS = NamedNode(f"{KG}supports")


class Cost(NamedTuple):
    """What writing cost: seconds on the wall and of processors, and MB of the process."""

    wall: float
    cpu: float
    memory: float


def _dump(form: str, *, whole: bool) -> Callable[[Release, Path], None]:
    """Return what dumps a release with the engine alone: the default graph, or all of it."""

    def dump(release: Release, target: Path) -> None:
        graph = None if whole else DefaultGraph()
        release.store().backend.dump(target, format=RDF_FORMATS[form], from_graph=graph)

    return dump


def _export(form: str, *, evidence: bool = False) -> Callable[[Release, Path], None]:
    def export(release: Release, target: Path) -> None:
        with target.open("wb") as out:
            write(Excerpt(release.store(), release.base, context(), evidence=evidence), form, out)

    return export


def _rdflib(release: Release, target: Path) -> None:
    """Write Turtle with rdflib; only that is timed, not the reading."""
    from rdflib import Graph

    graph = Graph().parse(data=release.store().backend.dump(format=RDF_FORMATS["ntriples"], from_graph=DefaultGraph()))
    _timed(lambda: graph.serialize(target, format="turtle"))


JOBS: dict[str, Callable[[Release, Path], None]] = {
    "Store.dump to N-Triples": _dump("ntriples", whole=False),
    "kg export, N-Triples": _export("ntriples"),
    "kg export, Turtle": _export("turtle"),
    "kg export, JSON-LD": _export("jsonld"),
    "kg export, RDF/XML": _export("rdfxml"),
    RDFLIB: _rdflib,
    "Store.dump to N-Quads": _dump("nquads", whole=True),
    "kg export --evidence, N-Quads": _export("nquads", evidence=True),
    "kg export --evidence, TriG": _export("trig", evidence=True),
    "kg export --evidence, JSON-LD": _export("jsonld", evidence=True),
}
"""What writes whole graphs; a dump is the measure of what follows it."""


def _timed(action: Callable[[], object]) -> None:
    """Do something, and print its cost as JSON."""
    wall, cpu = time.perf_counter(), time.process_time()
    action()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(json.dumps([wall, cpu, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def whole_costs(release: Path, repeats: int, rdflib_up_to: int) -> dict[str, Cost]:
    """Return the median cost of each job, run in turn."""
    small = len(open_release(release).store()) <= rdflib_up_to
    names = [name for name in JOBS if small or name != RDFLIB]
    runs: dict[str, list[Cost]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as directory:
        for turn in range(repeats):
            for name in names if not turn else (each for each in names if each != RDFLIB):  # which takes too long
                command = [sys.executable, __file__, str(release), "--job", name, str(Path(directory) / "graph")]
                runs[name].append(Cost(*json.loads(subprocess.check_output(command))))
    return {name: Cost(*map(statistics.median, zip(*found, strict=True))) for name, found in runs.items()}


def whole_table(release: Path, repeats: int, rdflib_up_to: int) -> str:
    """Compare the export of a whole graph with the engine's dump."""
    lines = ["| writer | wall s | cpu s | peak MB | ratio (cpu) |", "|---|--:|--:|--:|--:|"]
    costs = whole_costs(release, repeats, rdflib_up_to)
    limit = next(iter(costs.values()))
    for name, cost in costs.items():
        limit = cost if name.startswith("Store") else limit
        ratio = cost.cpu / limit.cpu
        lines.append(f"| {name} | {cost.wall:.2f} | {cost.cpu:.2f} | {cost.memory:,.0f} | {ratio:.2f} |")
    return "\n".join(lines) + "\n"


def single_table(release: Release, repeats: int) -> str:
    """Compare the export of single resources with the queries that fetch their quads, and with CONSTRUCT."""
    lines = [
        f"| microseconds for one | {' | '.join(f'{kind}, ratio' for kind in KINDS)} |",
        f"|---|{'--:|' * len(KINDS)}",
    ]
    columns = [_single_costs(release, kind, repeats) for kind in KINDS]
    for name in columns[0]:
        cells = (f"{costs[name][0] * 1e6:.0f}, {costs[name][1]:.2f}" for costs in columns)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _single_costs(release: Release, kind: str, repeats: int) -> dict[str, tuple[float, float]]:
    """Return the seconds for one resource of each way, and their ratio to those of the bare queries."""
    store = release.store()
    iris = islice(_iris(release, kind), SAMPLE)
    excerpts = [Excerpt(store, release.base, context(), NamedNode(iri)) for iri in iris]
    parts = [(excerpt, _nodes(excerpt)) for excerpt in excerpts]
    found: dict[str, float] = {}
    for _ in range(repeats + 1):  # the first warms up
        for name, way in _WAYS.items():
            started = time.process_time()
            for excerpt, nodes in parts:
                way(excerpt, nodes)
            found[name] = min(found.get(name, 1e9), time.process_time() - started)
    limits = {True: found["bare queries, with evidence"], False: found["bare queries"]}
    return {name: (cost / len(parts), cost / limits[name.endswith("evidence")]) for name, cost in found.items()}


def _iris(release: Release, kind: str) -> Iterator[str]:
    """Yield resources of a kind, in the order of the store, which is none."""
    start, last = f"{release.base}{kind}/", ""
    for quad in release.store().backend.quads_for_pattern(None, None, None, DefaultGraph()):
        iri = str(quad.subject)[1:-1]
        if iri != last and iri.startswith(start) and "#" not in iri:
            last = iri
            yield iri


def _nodes(excerpt: Excerpt) -> list[NamedNode]:
    out = BytesIO()
    write(excerpt, "ntriples", out)
    out.seek(0)
    return [NamedNode(iri) for iri in sorted(_subjects(out))]


def _subjects(lines: IO[bytes]) -> set[str]:
    return {line[1 : line.index(b">")].decode() for line in lines}


def _facts(excerpt: Excerpt, nodes: Iterable[NamedNode]) -> None:
    for node in nodes:
        list(excerpt.store.quads(node, None, None, DefaultGraph()))


def _construct(excerpt: Excerpt, nodes: Iterable[NamedNode]) -> None:
    values = " ".join(map(str, nodes))
    query = f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ VALUES ?s {{ {values} }} ?s ?p ?o }}"
    answer: Any = excerpt.store.query(query, limits=None)
    answer.serialize(format=RDF_FORMATS["ntriples"])


def _evidence(excerpt: Excerpt, nodes: Iterable[NamedNode]) -> None:
    graph, find = NamedNode(excerpt.base + EVIDENCE_GRAPH), excerpt.store.quads
    for node in nodes:
        list(find(node, None, None, DefaultGraph()))
        for piece in find(None, _SUPPORTS, node, graph):
            list(find(piece.subject, None, None, graph))  # type: ignore[arg-type]  # no triple supports


def _writing(form: str, *, evidence: bool) -> Way:
    def writing(excerpt: Excerpt, _: Iterable[NamedNode]) -> None:
        write(replace(excerpt, evidence=True) if evidence else excerpt, form, BytesIO())

    return writing


_WAYS: dict[str, Way] = {
    "bare queries": _facts,
    "CONSTRUCT": _construct,
    **{form: _writing(form, evidence=False) for form in RDF_FORMATS},
    "bare queries, with evidence": _evidence,
    **{f"{form}, with evidence": _writing(form, evidence=True) for form in sorted(DATASET_FORMATS)},
}


def main() -> None:
    """Print both tables, or do one job and print its cost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("release", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--rdflib-up-to", type=int, default=500_000, help="quads; rdflib takes a minute for so many")
    parser.add_argument("--job", nargs=2, metavar=("NAME", "TARGET"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.job:
        name, target = arguments.job
        release = open_release(arguments.release)
        job = JOBS[name]
        return job(release, Path(target)) if job is _rdflib else _timed(lambda: job(release, Path(target)))
    release = open_release(arguments.release)
    print(f"### Whole graphs, {len(release.store()):,} quads\n")
    print(whole_table(arguments.release, arguments.repeats, arguments.rdflib_up_to), flush=True)
    print("### Single resources\n")
    print(single_table(release, arguments.repeats))
    return None


if __name__ == "__main__":
    main()
