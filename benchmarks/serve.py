"""Measure `kg serve` beside rdflib-endpoint and the oxigraph server, in one run, and print what RESULTS.md sums up.

    pip install -e '.[bench,dev,server]'    # and wrk: apt install wrk
    python benchmarks/serve.py [--sizes 0 1000] [--seconds 4] [--clients 1 8 32]

Size 0 is the sample; other sizes are synthetic profiles. All servers hold the same facts and are asked the
same things over loopback by wrk, one after the other. Queries vary, so that no answer can be kept, but for
those that are called repeated.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode

import httpx2 as httpx
from synthetic import write_project

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
SAMPLE = HERE.parent / "data"
NAME = "https://schema.org/name"
JSON = "application/sparql-results+json"
HOSTILE = 8
REPEATED = "small SELECT, repeated"
_PEOPLE = 100
_START = 180.0


class Cost(NamedTuple):
    """What requests cost: how many a second, milliseconds of the median and of the slowest hundredth, failures.

    And microseconds of processor time of all processes of the server for one, which others beside it hardly change.
    """

    rate: float
    p50: float
    p99: float
    errors: int
    requests: int
    cpu: float = 0.0


class Server(NamedTuple):
    """A server that runs: its name, its address, the path of its endpoint, its process."""

    name: str
    address: str
    endpoint: str
    pid: int


class Load(NamedTuple):
    """What is asked for: its name, and lines of `Accept` and path."""

    name: str
    lines: Sequence[str]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(name: str, command: list[str], port: int, endpoint: str) -> Iterator[Server]:
    """Start a server, wait until it answers, and end it."""
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + _START
        while time.monotonic() < deadline:
            try:
                httpx.get(f"{address}{endpoint}", params={"query": "ASK {}"}, timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield Server(name, address, endpoint, process.pid)
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def all_servers(release: Path, facts: Path, work: Path) -> Iterator[list[Server]]:
    """Run the three servers on the same facts."""
    ports = [free_port() for _ in range(3)]
    subprocess.run(
        [BIN / "oxigraph", "load", "--location", work / "oxigraph", "--file", facts], check=True, capture_output=True
    )
    kg = [str(BIN / "kg"), "serve", str(release), "--port", str(ports[0])]
    rdflib = [str(BIN / "rdflib-endpoint"), "serve", "--host", "127.0.0.1", "--port", str(ports[1]), str(facts)]
    oxigraph = [str(BIN / "oxigraph"), "serve-read-only", "--location", str(work / "oxigraph")]
    oxigraph += ["--bind", f"127.0.0.1:{ports[2]}"]
    with (
        running("kg", kg, ports[0], "/sparql") as one,
        running("rdflib-endpoint", rdflib, ports[1], "/") as two,
        running("oxigraph", oxigraph, ports[2], "/query") as three,
    ):
        yield [one, two, three]


def measured(server: Server, load: Load, clients: int, seconds: int, work: Path) -> Cost:
    """Ask a server for `seconds` by some clients at once, after a short warming up."""
    path = work / "requests"
    path.write_text("\n".join(load.lines) + "\n")
    used = 0.0
    for duration in (1, seconds):
        used = processor_seconds(server.pid)
        command = ["wrk", "-t1", f"-c{clients}", f"-d{duration}s", "--timeout", "10s", "-s", str(HERE / "load.lua")]
        command += [server.address, "--", str(path), str(random.getrandbits(50))]
        said = subprocess.run(command, check=True, capture_output=True, text=True)
    found = re.search(r"^JSON (.*)$", said.stdout, re.MULTILINE)
    if found is None:
        raise SystemExit(f"wrk said nothing of use: {said.stdout}")
    cost = Cost(**json.loads(found[1]))
    return cost._replace(cpu=(processor_seconds(server.pid) - used) / max(1, cost.requests) * 1e6)


def processor_seconds(pid: int) -> float:
    """Return the seconds of processor time of a process and its children that are there."""
    ticks = 0
    for each in (pid, *children(pid)):
        with suppress(OSError):  # a worker that is being replaced
            user, system = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]
            ticks += int(user) + int(system)
    return ticks / os.sysconf("SC_CLK_TCK")


def warmed(server: Server, load: Load) -> float:
    """Ask for everything once, so that it is kept, and return how many milliseconds each took."""
    started = time.perf_counter()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        for accept, _, path in (line.partition(" ") for line in load.lines):
            client.get(path, headers={"accept": accept}).raise_for_status()
    return (time.perf_counter() - started) / len(load.lines) * 1000


def asking(server: Server, sparql: str, accept: str) -> str:
    return f"{accept} {server.endpoint}?{urlencode({'query': sparql}, quote_via=quote)}"


def selects(server: Server, people: Sequence[str]) -> Load:
    """Return small queries of which no two are alike."""
    texts = (
        f"SELECT ?name WHERE {{ <{person}> <{NAME}> ?name }} LIMIT {n % 9 + 1} # NUMBER"
        for n, person in enumerate(people)
    )
    return Load("small SELECT, varying", [asking(server, text, JSON).replace("NUMBER", "{n}") for text in texts])


def repeated(server: Server, people: Sequence[str]) -> Load:
    text = f"SELECT ?name WHERE {{ <{people[0]}> <{NAME}> ?name }}"
    return Load(REPEATED, [asking(server, text, JSON)])


def constructs(server: Server, people: Sequence[str]) -> Load:
    """Return queries for the triples of a person; `kg` says those of the person's nodes too."""
    texts = (f"CONSTRUCT {{ <{person}> ?p ?o }} WHERE {{ <{person}> ?p ?o }}" for person in people)
    return Load("entity as Turtle", [asking(server, text, "text/turtle") for text in texts])


def documents(people: Sequence[str], base: str, suffix: str, accept: str, name: str) -> Load:
    return Load(name, [f"{accept} /{person.removeprefix(base)}{suffix}" for person in people])


def rows_of(server: Server, people: Sequence[str], base: str) -> Iterator[Load]:
    yield selects(server, people)
    yield repeated(server, people)
    if server.name != "kg":
        yield constructs(server, people)
        return
    yield documents(people, base, ".ttl", "text/turtle", "entity as Turtle")
    yield documents(people, base, "/", "text/html", "entity as HTML")
    yield Load("static file", ["text/css /assets/kg.css"])


def slow_query() -> str:
    """Return a query that takes long, and that nobody has asked before."""
    salt = random.getrandbits(60)
    return (
        f"SELECT (COUNT(*) AS ?n{salt}) WHERE {{ ?a ?p ?x . ?b ?q ?y . ?c ?r ?z FILTER(?x = ?z && ?y != ?{salt % 7}) }}"
    )


async def hostile(server: Server, place: str, until: float) -> int:
    """Ask slow queries from an address of its own, and return how many were asked."""
    asked = 0
    transport = httpx.AsyncHTTPTransport(local_address=place)
    async with httpx.AsyncClient(transport=transport, base_url=server.address, timeout=30) as client:
        while time.monotonic() < until:
            try:
                await client.get(server.endpoint, params={"query": slow_query()}, headers={"accept": JSON})
            except httpx.TransportError:
                await asyncio.sleep(0.05)
            asked += 1
    return asked


async def attacked(server: Server, load: Load, seconds: int, work: Path) -> tuple[Cost, int]:
    """Ask small queries while others are hostile; return their cost, and how many slow ones were asked meanwhile."""
    until = time.monotonic() + seconds + 3
    attackers = [asyncio.create_task(hostile(server, f"127.0.0.{n + 2}", until)) for n in range(HOSTILE)]
    await asyncio.sleep(1)
    cost = await asyncio.to_thread(measured, server, load, 4, seconds, work)
    return cost, sum(await asyncio.gather(*attackers))


def memory(pid: int) -> float:
    """Return the MB of a process and its children, what they share divided among them."""
    total = 0
    for each in (pid, *children(pid)):
        with suppress(OSError):  # a worker that is being replaced
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{each}/smaps_rollup").read_text(), re.MULTILINE)
            total += int(found[1]) if found else 0
    return total / 1024


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has ended
            found.extend(map(int, (task / "children").read_text().split()))
    return [*found, *(below for child in found for below in children(child))]


def prepared(size: int, work: Path) -> tuple[Path, Path, str, list[str]]:
    """Build a release; return it, its facts as N-Triples, its base, and the IRIs of its people with profiles."""
    project = SAMPLE
    if size:
        project = work / "project"
        write_project(size, project, as_yaml=False)
    release = work / "build"
    command = [str(BIN / "kg"), "build", str(project), "--out", str(release), "--skip-validation"]
    subprocess.run(command, check=True, capture_output=True)
    facts = work / "facts.nt"
    with gzip.open(release / "current/graph.nq.gz", "rt") as quads, facts.open("w") as out:
        out.writelines(line for line in quads if not line.rstrip(" .\n").endswith("graph/evidence>"))
    base = json.loads((release / "current/manifest.json").read_text())["base"]
    owners = re.findall(rf"<https://schema.org/mainEntity> <({re.escape(base)}person/[^>#]+)>", facts.read_text())
    return release, facts, base, sorted(set(owners))[:_PEOPLE]


def table(size: int, clients: Sequence[int], seconds: int) -> Iterator[str]:
    """Yield the lines of the tables of a size."""
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        work = Path(name)
        release, facts, base, people = prepared(size, work)
        yield f"### {f'{size:,} profiles' if size else 'The sample'}\n"
        yield "| asked | server | clients | requests/s | p50 ms | p99 ms | CPU µs | errors |"
        yield "|---|---|--:|--:|--:|--:|--:|--:|"
        with all_servers(release, facts, work) as servers:
            costs: dict[tuple[str, str, int], Cost] = {}
            made: dict[str, float] = {}
            for server in servers:
                for load in rows_of(server, people, base):
                    if load.name.startswith("entity") and server.name == "kg":
                        made[load.name] = warmed(server, load)
                    for number in clients:
                        cost = measured(server, load, number, seconds, work)
                        costs[load.name, server.name, number] = cost
                        yield f"| {load.name} | {server.name} | {number} | {row(cost)}"
            yield from ratios(costs, clients)
            yield from under_attack(servers[0], people, seconds, work)
            yield "\n" + "; ".join(f"{name}, made anew: {cost:.1f} ms" for name, cost in made.items()) + "."
            held = memory(servers[0].pid)
            yield f"The process tree of kg holds {held:,.0f} MB after all that (target: at most 1,536).\n"


def row(cost: Cost) -> str:
    return f"{cost.rate:,.0f} | {cost.p50:.2f} | {cost.p99:.2f} | {cost.cpu:.0f} | {cost.errors:,} |"


def ratios(costs: Mapping[tuple[str, str, int], Cost], clients: Sequence[int]) -> Iterator[str]:
    """Yield how the processor time of kg compares with that of the others, and with what the targets ask for."""
    select, again, turtle, html = "small SELECT, varying", REPEATED, "entity as Turtle", "entity as HTML"
    pairs = (
        (select, (select, "oxigraph"), "at most 2"),
        (again, (again, "oxigraph"), "at most 1.2"),
        (select, (select, "rdflib-endpoint"), "at most 0.67"),
        (turtle, (turtle, "rdflib-endpoint"), "at most 0.01"),
        (html, (turtle, "rdflib-endpoint"), "at most 0.01"),
        (turtle, ("static file", "kg"), "at most 1.5"),
        (html, ("static file", "kg"), "at most 1.5"),
    )
    yield f"\n| processor time | beside | target | {' | '.join(f'{number} clients' for number in clients)} |"
    yield f"|---|---|---|{'--:|' * len(clients)}"
    for name, other, target in pairs:
        found = (costs[name, "kg", number].cpu / costs[*other, number].cpu for number in clients)
        yield f"| {name} | {other[1]}: {other[0]} | {target} | {' | '.join(f'{ratio:,.2f}' for ratio in found)} |"


def under_attack(server: Server, people: Sequence[str], seconds: int, work: Path) -> Iterator[str]:
    """Yield what an innocent client is answered with and without hostile ones."""
    load = selects(server, people)
    quiet = measured(server, load, 4, seconds, work)
    busy, asked = asyncio.run(attacked(server, load, seconds, work))
    yield "\n| small SELECT, 4 clients | requests/s | p50 ms | p99 ms | CPU µs | errors |"
    yield "|---|--:|--:|--:|--:|--:|"
    yield f"| alone | {row(quiet)}"
    yield f"| while {HOSTILE} others ask slow ones ({asked} in the time) | {row(busy)}"
    yield f"| target | | | at most {10 * quiet.p99:.0f} | | 0 |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 1000])
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--seconds", type=int, default=4)
    given = parser.parse_args()
    for size in given.sizes:
        for text in table(size, given.clients, given.seconds):
            print(text, flush=True)


if __name__ == "__main__":
    main()
