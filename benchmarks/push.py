"""Measure `kg push` beside the servers' own ways of loading the same release, and print the tables of RESULTS.md.

    python benchmarks/push.py RELEASE [RELEASE …] [--virtuoso] [--work DIRECTORY]

All in one run, in turn. Seconds are those on the wall of whoever sends, and of the server's processors; memory
is the most that the server had held.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import httpx2 as httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from kg.store.diff.comparing import open_source
from kg.store.push.plan import Destination, marker_of, split
from kg.store.push.pushing import PushOptions, push
from kg.store.release import Release, open_release
from kg.store.remote.addresses import Addresses
from kg.store.remote.store import Method
from tests.support.servers import OXIGRAPH, Server, oxigraph_server, virtuoso_server

_SMALL = 1_000_000  # quads; Oxigraph holds what one PUT changes in memory, 3 kB a quad
_TICKS = os.sysconf("SC_CLK_TCK")


Running = Callable[[Path], AbstractContextManager[Server]]


class Cost(NamedTuple):
    """Seconds of the sender, processor seconds and MB of the server."""

    wall: float
    cpu: float
    memory: float


def measured(server: Server, work: Callable[[], object]) -> Cost:
    """Return what some work costs a server."""
    before, started = _processors(server), time.perf_counter()
    work()
    wall = time.perf_counter() - started
    return Cost(wall, _processors(server) - before, _memory(server))


def files(release: Release, directory: Path) -> tuple[Path, Path]:
    """Write the facts and the evidence of a release as N-Triples."""
    marker = marker_of(release, "")
    names = {"": directory / "facts.nt", marker.evidence: directory / "evidence.nt"}
    parts = {graph: Destination(graph, graph) for graph in names}
    with names[""].open("wb") as facts, names[marker.evidence].open("wb") as evidence:
        for part, line in split(open_source(release.path).lines(), marker, parts):
            (evidence if part.live else facts).write(line + b"\n")
    return names[""], names[marker.evidence]


def put(server: Server, path: Path, graph: str) -> None:
    """Send a file by one PUT of the Graph Store Protocol."""
    query = {"graph": graph} if graph else {"default": ""}
    keys = httpx.DigestAuth(server.credentials.user, server.credentials.password) if server.credentials.user else None
    response = httpx.put(
        server.graph_store,
        params=query,
        content=path.read_bytes(),
        headers={"Content-Type": "application/n-triples"},
        auth=keys,
        timeout=3600,
    )
    response.raise_for_status()


def of_oxigraph(release: Release, work: Path) -> Iterator[tuple[str, Cost]]:
    """Yield what each way of filling Oxigraph's server costs."""
    yield "its own bulk load of the dump", bulk_load(release, work)
    yield from of_server(release, work, oxigraph_server, "")


def of_virtuoso(release: Release, work: Path) -> Iterator[tuple[str, Cost]]:
    """Yield what each way of filling Virtuoso costs."""
    yield from of_server(release, work, virtuoso_server, f"{release.base}graph/facts")


def of_server(release: Release, work: Path, running: Running, graph: str) -> Iterator[tuple[str, Cost]]:
    """Yield what each way of filling a server that runs costs; the slow ones only for small releases."""
    is_small = release.manifest["counts"]["quads"] < _SMALL
    if is_small or graph:
        facts, evidence = files(release, work)
        with running(work / "put") as server:
            yield (
                "a PUT of each graph",
                measured(server, lambda: both(server, (facts, graph), (evidence, _evidence(release)))),
            )
    for method in Method if is_small else (Method.GSP,):
        with running(work / method) as server:
            yield from pushes(release, server, PushOptions(graph, method), f"kg push, {method}")


def both(server: Server, *pairs: tuple[Path, str]) -> None:
    """Send some files, each to its graph."""
    for path, graph in pairs:
        put(server, path, graph)


def pushes(release: Release, server: Server, wishes: PushOptions, name: str) -> Iterator[tuple[str, Cost]]:
    """Yield what it costs to push a release, and by the Graph Store Protocol to push it again."""

    def send(**changed: bool) -> Cost:
        wished = PushOptions(wishes.graph, wishes.method, **changed)  # type: ignore[arg-type]
        return measured(server, lambda: push(release, Addresses(server.query), server.credentials, wished))

    yield name, send()
    if wishes.method == Method.GSP:
        yield "the same release again", send()
        yield "all of it in the place of what is there", send(is_whole=True)


def bulk_load(release: Release, work: Path) -> Cost:
    """Return what Oxigraph's own loader costs; it needs the server to be away."""
    dump = work / "graph.nq"
    with dump.open("wb") as target:
        for line in open_source(release.path).lines():
            target.write(line + b"\n")
    started = time.perf_counter()
    command = [OXIGRAPH, "load", "--location", str(work / "bulk"), "--file", str(dump)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("oxigraph load failed")
    return Cost(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def table(title: str, quads: int, costs: Iterator[tuple[str, Cost]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"### {title}\n"
    yield "| | seconds | quads a second | the server's CPU seconds | its memory, MB |"
    yield "|---|--:|--:|--:|--:|"
    for name, cost in costs:
        yield f"| {name} | {cost.wall:.1f} | {quads / cost.wall:,.0f} | {cost.cpu:.1f} | {cost.memory:,.0f} |"
    yield ""


def _evidence(release: Release) -> str:
    return marker_of(release, "").evidence


def _processors(server: Server) -> float:
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _memory(server: Server) -> float:
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("releases", nargs="+", type=Path)
    parser.add_argument("--virtuoso", action="store_true", help="measure Virtuoso 7 too")
    parser.add_argument("--work", type=Path, help="where stores are made; default: the system's temporary directory")
    options = parser.parse_args()
    engines = {"Oxigraph": of_oxigraph, **({"Virtuoso 7": of_virtuoso} if options.virtuoso else {})}
    for path in options.releases:
        release = open_release(path)
        counted = release.manifest["counts"]
        for engine, ways in engines.items():
            with tempfile.TemporaryDirectory(dir=options.work) as work:
                title = f"{engine}: {counted['profiles']:,} profiles, {counted['quads']:,} quads"
                for line in table(title, counted["quads"], ways(release, Path(work))):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
