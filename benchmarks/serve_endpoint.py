"""Measure pages and documents from an endpoint beside those from the embedded store.

    python benchmarks/serve_endpoint.py [--release DIR] [--things 60]

A release, if none is named that of the sample, is pushed into the real `oxigraph` server on this machine (PyPI). Pages
and Turtle of its best known things and of things drawn at random are made by one process, from the store on disk and
from the server in turn, each for the first time: what `kg serve` has in its cache needs neither. The bytes must be the
same, but for the sizes that a first page tells of the dump.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from publish import built
from serve import BIN, free_port, running
from speed.machine import machine

from kg.site.site import Site
from kg.store.endpoint import copying
from kg.store.endpoint.batching import BatchingStore
from kg.store.endpoint.copying import copied
from kg.store.endpoint.store import Endpoint
from kg.store.push.pushing import push
from kg.store.release import open_release
from kg.store.remote.addresses import Addresses

SEED = 7


class Made(NamedTuple):
    """What a page or a document took from either store."""

    local: float
    far: float
    requests: int


def measured(local: Site, endpoint: Endpoint, kept: Path, paths: list[str]) -> Iterator[Made]:
    """Yield what each path took, in seconds, and how many requests it needed."""
    release = copied(endpoint, kept)
    asker = endpoint.asker()
    far = Site(release, rounds=BatchingStore(copying.store_of_release(asker, copying.read(release.path))))
    for path in paths:
        before, started = asker.asked, time.perf_counter()
        theirs = far.page(path, {}).body
        between = time.perf_counter()
        ours = local.page(path, {}).body
        if ours != theirs:
            raise AssertionError(f"{path} is not the same")
        yield Made(time.perf_counter() - between, between - started, asker.asked - before)


def things(site: Site, number: int) -> list[str]:
    """Return the best known things of each kind, and as many that are drawn at random."""
    kinds = [kind for kind in site.graph.index.kinds() if kind != "source"]
    best = [hit.iri for kind in kinds for hit in site.graph.index.best(kind, number // 2 // len(kinds))]
    every = [hit.iri for kind in kinds for hit in site.graph.index.best(kind, 5_000)]
    drawn = random.Random(SEED).sample(every, min(number // 2, len(every)))
    return sorted({site.graph.local(iri) for iri in (*best, *drawn)})


def row(name: str, made: list[Made]) -> str:
    local, far = sum(each.local for each in made), sum(each.far for each in made)
    requests = [each.requests for each in made]
    return (
        f"| {name} | {len(made)} | {len(made) / local:,.0f} | {len(made) / far:,.0f} | {far / local:.1f} "
        f"| {1000 * median(each.far for each in made):.0f} ms | {median(requests):.0f} | {max(requests)} |"
    )


def table(release: Path, number: int, work: Path) -> Iterator[str]:
    opened = open_release(release)
    port = free_port()
    command = [str(BIN / "oxigraph"), "serve", "--location", str(work / "store"), "--bind", f"127.0.0.1:{port}"]
    with running("oxigraph", command, port, "/query"):
        endpoint = Endpoint(f"http://127.0.0.1:{port}/query", timeout=600)
        push(opened, Addresses(endpoint.address))
        started = time.perf_counter()
        copied(endpoint, work / "kept")
        yield f"{opened.manifest['counts']['quads']:,} quads; index made in {time.perf_counter() - started:.1f} s\n"
        yield "| | number | a second, embedded | a second, endpoint | ratio | median | requests | at most |"
        yield "|---|--:|--:|--:|--:|--:|--:|--:|"
        chosen = things(Site(opened), number)
        for name, suffix in (("pages of things", "/"), ("their Turtle", ".ttl"), ("their JSON-LD", ".jsonld")):
            paths = [f"{thing}{suffix}" for thing in chosen]
            Site(opened).page(paths[0], {})  # templates are compiled once
            yield row(name, list(measured(Site(opened), endpoint, work / "kept", paths)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--release", type=Path, help="a release, or a directory of releases; else one of the sample")
    parser.add_argument("--things", type=int, default=60)
    arguments = parser.parse_args()
    print(f"{machine()}\n")
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        release = arguments.release or built(0, Path(name))
        for line in table(release, arguments.things, Path(name)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
