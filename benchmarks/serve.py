"""Measure `kg serve` beside rdflib-endpoint and the oxigraph server, in one run, and print what RESULTS.md sums up.

    pip install -e '.[bench,dev,server]'    # and wrk: apt install wrk
    python benchmarks/serve.py [--sizes 0 1000] [--seconds 4] [--clients 1 8 32]

Size 0 is the sample; other sizes are synthetic profiles. All servers hold the same facts and are asked the
same things over loopback by wrk, one after the other. Queries vary, so that no answer can be kept, but for
those that are called repeated. The microseconds of processor time are those of all processes of a server for one
request, which others on the machine hardly change.
"""

import asyncio
import gzip
import json
import os
import random
import re
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode

import httpx2 as httpx
from scripts import BIN, HOME, arguments, built, table, title
from speed.measure import children

NAME = "https://schema.org/name"
JSON = "application/sparql-results+json"
HOSTILE = 8
_PEOPLE = 100
_START = 180.0


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
def running(name: str, endpoint: str, port: int, *command: str | Path) -> Iterator[Server]:
    """Start a server, wait until it answers, and end it."""
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen([BIN / command[0], *command[1:]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
    one, two, three = (free_port() for _ in range(3))
    store = work / "oxigraph"
    subprocess.run([BIN / "oxigraph", "load", "--location", store, "--file", facts], check=True, capture_output=True)
    bind = ("--bind", f"127.0.0.1:{three}")
    with (
        running("kg", "/sparql", one, "kg", "serve", release, "--port", str(one)) as kg,
        running(
            "rdflib-endpoint", "/", two, "rdflib-endpoint", "serve", "--host", "127.0.0.1", "--port", str(two), facts
        ) as rdflib,
        running("oxigraph", "/query", three, "oxigraph", "serve-read-only", "--location", store, *bind) as oxigraph,
    ):
        yield [kg, rdflib, oxigraph]


def measured(server: Server, load: Load, clients: int, seconds: int, work: Path) -> Sequence[str]:
    """Ask a server by some clients at once, after a short warming up, and return the cells of a row."""
    path = work / "requests"
    path.write_text("\n".join(load.lines) + "\n")
    for duration in (1, seconds):
        used = processor_seconds(server.pid)
        command = ["wrk", "-t1", f"-c{clients}", f"-d{duration}s", "--timeout", "10s"]
        command += ["-s", str(HOME / "benchmarks" / "load.lua"), server.address, "--", str(path)]
        told = subprocess.run([*command, str(random.getrandbits(50))], check=True, capture_output=True, text=True)
    found = re.search(r"^JSON (.*)$", told.stdout, re.MULTILINE)
    if found is None:
        raise SystemExit(f"wrk gave no figures: {told.stdout}")
    cost = json.loads(found[1])
    cpu = (processor_seconds(server.pid) - used) / max(1, cost["requests"]) * 1e6
    return (f"{cost['rate']:,.0f}", f"{cost['p50']:.2f}", f"{cost['p99']:.2f}", f"{cpu:.0f}", str(cost["errors"]))


def processor_seconds(pid: int) -> float:
    """Return the seconds of processor time of a process and its children that are there."""
    ticks = 0
    for each in (pid, *children(pid)):
        with suppress(OSError):  # a worker that is being replaced
            user, system = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[11:13]
            ticks += int(user) + int(system)
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the MB of a process and its children, what they share divided among them."""
    total = 0
    for each in (pid, *children(pid)):
        with suppress(OSError):  # a worker that is being replaced
            found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{each}/smaps_rollup").read_text(), re.MULTILINE)
            total += int(found[1]) if found else 0
    return total / 1024


def asking(server: Server, sparql: str, accept: str = JSON) -> str:
    return f"{accept} {server.endpoint}?{urlencode({'query': sparql}, quote_via=quote)}".replace("NUMBER", "{n}")


def loads(server: Server, people: Sequence[str], base: str) -> Iterator[Load]:
    """Yield what a server is asked for: queries; entities, which kg has as documents too; a file."""
    select = "SELECT ?name WHERE {{ <{}> <{}> ?name }} LIMIT {}"
    varying = (f"{select.format(person, NAME, n % 9 + 1)} # NUMBER" for n, person in enumerate(people))
    yield Load("small SELECT, varying", [asking(server, text) for text in varying])
    yield Load("small SELECT, repeated", [asking(server, select.format(people[0], NAME, 1))])
    if server.name == "kg":
        paths = [person.removeprefix(base) for person in people]
        yield Load("entity as Turtle", [f"text/turtle /{path}.ttl" for path in paths])
        yield Load("entity as HTML", [f"text/html /{path}/" for path in paths])
        yield Load("static file", ["text/css /assets/kg.css"])
    else:
        texts = (f"CONSTRUCT {{ <{person}> ?p ?o }} WHERE {{ <{person}> ?p ?o }}" for person in people)
        yield Load("entity as Turtle", [asking(server, text, "text/turtle") for text in texts])


async def hostile(server: Server, place: str, until: float) -> None:
    """Ask queries that take long and that nobody has asked before, from an address of its own."""
    transport = httpx.AsyncHTTPTransport(local_address=place)
    async with httpx.AsyncClient(transport=transport, base_url=server.address, timeout=30) as client:
        while time.monotonic() < until:
            slow = f"SELECT (COUNT(*) AS ?n{random.getrandbits(60)}) WHERE {{ ?a ?p ?x . ?b ?q ?y . ?c ?r ?z }}"
            with suppress(httpx.TransportError):
                await client.get(server.endpoint, params={"query": slow}, headers={"accept": JSON})


async def attacked(server: Server, load: Load, seconds: int, work: Path) -> Sequence[str]:
    """Ask small queries while others are hostile."""
    until = time.monotonic() + seconds + 3
    attackers = [asyncio.create_task(hostile(server, f"127.0.0.{n + 2}", until)) for n in range(HOSTILE)]
    await asyncio.sleep(1)
    cost = await asyncio.to_thread(measured, server, load, 4, seconds, work)
    await asyncio.gather(*attackers)
    return cost


def prepared(size: int, work: Path) -> tuple[Path, Path, str, list[str]]:
    """Build a release; return it, its facts as N-Triples, its base, and the IRIs of its people with profiles."""
    release, facts = built(size, work), work / "facts.nt"
    with gzip.open(release / "current/graph.nq.gz", "rt") as quads, facts.open("w") as out:
        out.writelines(line for line in quads if not line.rstrip(" .\n").endswith("graph/evidence>"))
    base = json.loads((release / "current/manifest.json").read_text())["base"]
    owners = re.findall(rf"<https://schema.org/mainEntity> <({re.escape(base)}person/[^>#]+)>", facts.read_text())
    return release, facts, base, sorted(set(owners))[:_PEOPLE]


def rows(
    servers: Sequence[Server], people: Sequence[str], base: str, asked: tuple[Sequence[int], int], work: Path
) -> Iterator[Sequence[object]]:
    clients, seconds = asked
    for server in servers:
        for load in loads(server, people, base):
            for number in clients:
                yield load.name, server.name, number, *measured(server, load, number, seconds, work)
    load = next(loads(servers[0], people, base))
    yield (
        f"{load.name}, beside {HOSTILE} hostile clients",
        "kg",
        4,
        *asyncio.run(attacked(servers[0], load, seconds, work)),
    )


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 1000])
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument("--seconds", type=int, default=4)
    given = parser.parse_args()
    heads = ("asked", "server", "clients", "requests/s", "p50 ms", "p99 ms", "CPU µs", "errors")
    for size in given.sizes:
        print(title(size))
        with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
            release, facts, base, people = prepared(size, Path(name))
            with all_servers(release, facts, Path(name)) as servers:
                found = rows(servers, people, base, (given.clients, given.seconds), Path(name))
                for line in table(heads, found, left=2):
                    print(line, flush=True)
                print(f"\nThe processes of kg hold {memory(servers[0].pid):,.0f} MB after all that.\n")


if __name__ == "__main__":
    main()
