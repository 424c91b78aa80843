"""What steers the server: one table, of which options, their help, what 'kg serve' prints and the guide are made."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from kg.store.sparql.guard import SERVER_LIMITS, Limits

ROOT_PATH = re.compile(r"(?:/(?!\.)[A-Za-z0-9._~-]+)+")
"""A path under which a proxy may show the server."""


class Limit(NamedTuple):
    """What is declared of a limit.

    Attributes:
        meaning: What it bounds, with its unit.
        default: Its value, unless somebody sets it.
        answer: The HTTP status by which a client learns that it has reached it, or empty.
        least: The least value that an operator may set, or None if it has no option.
        most: The greatest.
    """

    meaning: str
    default: float
    answer: str = ""
    least: float | None = None
    most: float | None = None


def _limit(
    default: float, meaning: str, answer: str = "", least: float | None = None, most: float | None = None
) -> Any:
    return field(default=default, metadata={"limit": Limit(meaning, default, answer, least, most)})


@dataclass(frozen=True)
class ServerSettings:
    """Names and limits of the server; the defaults suit a small machine on the open network.

    Attributes:
        hosts: Names under which it answers besides those of this machine, without port; `*` is any.
        proxy: The address of a proxy whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed, or empty.
        root_path: The path under which a proxy shows the server, such as `/kg`, or empty.
        security_contact: Where weaknesses are reported, as `mailto:…` or `https://…`, or empty.
        watch_seconds: How often a new release is looked for; 0 is never.
        guard: What the text of a query may hold.
    """

    hosts: frozenset[str] = frozenset()
    proxy: str = ""
    root_path: str = ""
    security_contact: str = ""
    watch_seconds: float = 1.0
    guard: Limits = SERVER_LIMITS

    query_seconds: float = _limit(5.0, "Seconds that a query of anybody may take.", "504", 0.05, 3600)
    query_memory: int = _limit(512, "Mebibytes of memory that a query may take.", "422", 16)
    query_rows: int = _limit(100_000, "Rows that an answer may have.", "422", 1)
    query_size: int = _limit(16, "Mebibytes that an answer may have.", "422", 1, 1024)
    query_workers: int = _limit(3, "How many queries and pages are computed at once.", "", 1, 64)
    quick_seconds: float = _limit(0.15, "Seconds after which a query makes room for others.")
    quick_page_seconds: float = _limit(0.5, "Seconds after which a page makes room for others.")
    page_seconds: float = _limit(30.0, "Seconds that a page, a list or a tool of an assistant may take.", "504")
    wait_seconds: float = _limit(10.0, "Seconds that a query or page may wait for a worker.", "503")
    queue: int = _limit(256, "Queries and pages that may wait.", "503")
    slow: int = _limit(1, "Queries, and pages, that go on beside the workers since they are not quick.")
    slow_queue: int = _limit(4, "Queries that are not quick and may wait.", "503")
    slow_each: int = _limit(2, "Such queries that one client may have.", "503")
    depth: int = _limit(8, "Queries of known clients that one worker has in hand.")
    remembered: int = _limit(10_000, "Clients whose share is remembered.")
    worker_growth: int = _limit(128, "Mebibytes of memory after which a fresh worker takes the place of one.")
    batch: int = _limit(50, "Queries of a batch of reconciliation.", "413")
    max_head: int = _limit(32 << 10, "Bytes of the head of a request.", "431")
    max_headers: int = _limit(100, "Headers of a request.", "431")
    max_url: int = _limit(16 << 10, "Characters of an address.", "414")
    max_body: int = _limit(256 << 10, "Bytes of the body of a request.", "413")
    max_fields: int = _limit(256, "Parameters of a request.", "400")
    body_seconds: float = _limit(10.0, "Seconds in which a body must be complete.", "408")
    idle_seconds: float = _limit(28.0, "Seconds that a connection may wait for its client.")
    max_connections: int = _limit(2_000, "Connections.", "503")
    cache_bytes: int = _limit(96 << 20, "Bytes of rendered answers that are kept.")
    cached_answer: int = _limit(64 << 10, "Bytes of the largest answer to a query that is kept.")
    cached_list: int = _limit(256 << 10, "Bytes of the largest list that is kept.")

    def __str__(self) -> str:
        """What a query may take, in a sentence for operators and clients."""
        return (
            f"A query may take {self.query_seconds:g} s and {self.query_memory:,} MiB, and its answer have "
            f"{self.query_rows:,} rows and {self.query_size:,} MiB; {self.query_workers} are answered at once."
        )


LIMITS: Mapping[str, Limit] = {
    each.name: each.metadata["limit"] for each in fields(ServerSettings) if "limit" in each.metadata
}
"""All limits, by name."""
OPTIONS: Mapping[str, Limit] = {name: limit for name, limit in LIMITS.items() if limit.least is not None}
"""Those that operators set, by an option and a variable of the environment: `--query-rows`, `KG_QUERY_ROWS`."""


def limits_table() -> Iterator[str]:
    """Yield the lines of the table of limits in the guide."""
    yield from ("| limit | value | set by | answer |", "|---|--:|---|---|")
    for name, limit in LIMITS.items():
        option = f"`--{name.replace('_', '-')}`" if name in OPTIONS else ""
        yield f"| {limit.meaning.rstrip('.')} | {limit.default:,} | {option} | {limit.answer} |"
