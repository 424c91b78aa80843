"""Measure `kg publish`: pages a second, bytes, memory, how the cost grows, and what a second run costs.

    python benchmarks/publish.py [--sizes 0 200 1000] [--whole]

Size 0 is the sample; other sizes are synthetic profiles. A site is published with one process and with one a core,
into an empty directory, then again without a change, then with one thing changed. The peer is what people do who have
a server and want files: `wget --mirror` of `kg serve` on this machine, of the sample, without what it reaches by
query strings. `--whole` gives every thing files of its own, also in large graphs.

The bare queries of a site are the queries and lookups that its pages and documents ask, each once, and nothing else.
"""

import argparse
import gzip
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from serve import free_port, running
from speed.machine import machine
from speed.measure import Cost, command, measure
from speed.plan import BENCHMARKS, KG
from synthetic import write_project

from kg.publish.publishing import MOST_THINGS
from kg.publish.rendering import Renderer
from kg.store.diff.history import History
from kg.store.hosting import Hosting
from kg.store.release import Release, open_release

SAMPLE = BENCHMARKS.parent / "data"
CORES = os.cpu_count() or 1
MEGABYTE = 1e6
_THINGS = 40


class Site(NamedTuple):
    """What was published: files, pages, bytes, and the largest page as it is sent, packed."""

    files: int
    pages: int
    size: int
    largest: int


def site(root: Path) -> Site:
    files = [path for path in root.rglob("*") if path.is_file()]
    pages = [path for path in files if path.suffix == ".html"]
    largest = max(len(gzip.compress(path.read_bytes(), 6)) for path in pages)
    return Site(len(files), len(pages), sum(path.stat().st_size for path in files), largest)


def built(size: int, work: Path) -> Path:
    project = work / "project" if size else SAMPLE
    if size:
        write_project(size, project, as_yaml=False)
    measure(command(KG, "build", project, "--out", work / "release", "--skip-validation"))
    return work / "release"


def publish(release: Path, root: Path, workers: int, most: int) -> Cost:
    most_things = ["--most", str(most)]
    return measure(command(KG, "publish", root, "--release", release, "--workers", str(workers), *most_things))


def table(size: int, most: int) -> Iterator[str]:
    """Yield the rows of one size."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        release = built(size, work)
        runs = {"one process": publish(release, work / "one", 1, most)}
        shutil.rmtree(work / "one")
        runs["one a core"] = publish(release, work / "site", CORES, most)
        made = site(work / "site")
        runs["again, nothing changed"] = publish(release, work / "site", CORES, most)
        (work / "site" / "index.html").unlink()
        runs["again, one file gone"] = publish(release, work / "site", CORES, most)
        first = runs["one a core"].wall
        yield f"\n### {f'{size:,} profiles' if size else 'The sample'}\n"
        pages = f"{made.pages:,} pages, the largest {made.largest / 1000:.1f} kB packed"
        yield f"{made.files:,} files, {made.size / MEGABYTE:,.0f} MB, {pages}\n"
        yield "| run | wall s | cpu s | peak MB | files a second | of the first run |"
        yield "|---|--:|--:|--:|--:|--:|"
        for title, run in runs.items():
            yield (
                f"| {title} | {run.wall:.1f} | {run.cpu:.1f} | {run.memory:,.0f} | {made.files / run.wall:,.0f} "
                f"| {run.wall / first:.0%} |"
            )
        if not size:
            yield beside_wget(release, work)
        yield ratio(open_release(release))


class Recorder:
    """Stands before an engine, and writes down what is asked of it."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self.queries: dict[str, Mapping[str, Any]] = {}
        self.lookups: dict[tuple[Any, ...], None] = {}

    def __len__(self) -> int:
        return len(self._engine)

    def query(self, sparql: str, **options: Any) -> Any:  # noqa: D102
        self.queries[sparql] = options
        return self._engine.query(sparql, **options)

    def quads_for_pattern(self, *pattern: Any) -> Any:  # noqa: D102
        self.lookups[pattern] = None
        return self._engine.quads_for_pattern(*pattern)


def ratio(release: Release) -> str:
    """Say what all pages and documents of some things cost beside their bare queries, in one process."""
    renderer = Renderer(release, Hosting(is_static=True), History())
    graph = renderer.site.graph
    best = (hit.iri for kind in graph.index.kinds() for hit in graph.index.best(kind, _THINGS))
    things = sorted({f"{graph.local(iri)}/" for iri in best})
    renderer(things[:1])  # templates are compiled once
    store: Any = graph.store
    engine = store.backend
    recorder = store.backend = Recorder(engine)
    whole, files = timed(lambda: renderer(things))
    queries, _ = timed(lambda: [list(engine.query(text, **options)) for text, options in recorder.queries.items()])
    lookups, _ = timed(lambda: [list(engine.quads_for_pattern(*pattern)) for pattern in recorder.lookups])
    return (
        f"\n{len(things)} things, {len(files):,} files, one process: {whole:.2f} s; "
        f"their {len(recorder.queries):,} bare queries {queries:.2f} s, "
        f"{len(recorder.lookups):,} lookups {lookups:.2f} s: "
        f"{whole / (queries + lookups):.1f} times both, {whole / queries:.1f} times the queries alone\n"
    )


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def beside_wget(release: Path, work: Path) -> str:
    """Say how long `wget --mirror` of the server takes, which people use who have a server and want files."""
    if not shutil.which("wget"):
        return "\nwithout wget: no peer\n"
    port = free_port()
    serving = [str(KG), "serve", str(release), "--port", str(port)]
    with running("kg serve", serving, port, "/sparql") as server:
        mirror = ["wget", "-q", "--mirror", "--reject-regex=[?]", "-e", "robots=off", "-P", str(work / "wget")]
        took, _ = timed(lambda: subprocess.run([*mirror, f"{server.address}/"], check=False))
    files = sum(path.is_file() for path in (work / "wget").rglob("*"))
    return f"\nwget --mirror of kg serve: {files:,} files in {took:.1f} s, {files / took:,.0f} a second\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="*", default=[0, 200, 1000])
    parser.add_argument("--whole", action="store_true", help="give every thing files of its own")
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    for size in arguments.sizes:
        for line in table(size, 10**9 if arguments.whole else MOST_THINGS):
            print(line, flush=True)


if __name__ == "__main__":
    main()
