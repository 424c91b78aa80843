"""Measure whether the memory of `kg serve` stays flat while it is asked all sorts of things that are never alike.

    python benchmarks/serve_memory.py [--minutes 60] [--rate 50] [--size 0]

Prints the MB of all processes of the server (what they share divided among them) at the start, when the caches have
filled (a tenth of the time), and at each tenth after. Size 0 is the sample; other sizes are synthetic profiles.
"""

import json
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import httpx2 as httpx
from scripts import arguments
from serve import NAME, free_port, memory, prepared, running

_TENTHS = 10


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=50, help="requests a second")
    parser.add_argument("--size", type=int, default=0)
    given = parser.parse_args()
    random.seed(1)
    with tempfile.TemporaryDirectory(prefix="kg-bench-") as name:
        release, _, base, people = prepared(given.size, Path(name))
        port = free_port()
        serving = running("kg", "/sparql", port, "kg", "serve", release, "--port", str(port))
        with serving as server, httpx.Client(base_url=server.address) as client:
            print(f"start: {memory(server.pid):.0f} MB", flush=True)
            begun, asked, filled = time.monotonic(), 0, 0.0
            for tenth in range(1, _TENTHS + 1):
                while (passed := time.monotonic() - begun) < given.minutes * 6 * tenth:
                    client.get(request(people, base), timeout=60)
                    asked += 1
                    time.sleep(max(0.0, asked / given.rate - passed))
                held = memory(server.pid)
                filled = filled or held
                print(f"{passed / 60:.1f} min, {asked:,} requests: {held:.0f} MB, {held / filled:.3f}", flush=True)


def request(people: Sequence[str], base: str) -> str:
    """Return the address of something that was hardly asked before."""
    person, number = random.choice(people), random.getrandbits(40)
    path = person.removeprefix(base)
    asked = {"q": {"query": f"{number:x}"}}
    query = f"SELECT ?name WHERE {{ <{person}> <{NAME}> ?name }} # {number}"
    return random.choice(
        (
            f"/sparql?{urlencode({'query': query})}",
            f"/{path}/",
            f"/{path}.ttl",
            f"/search/?q={number:x}",
            f"/api/person?{urlencode({'name__contains': f'{number:x}'[:2]})}",
            f"/reconcile?{urlencode({'queries': json.dumps(asked)})}",
            f"/{number:x}",
        )
    )


if __name__ == "__main__":
    main()
