"""What steers the server."""

import re
from dataclasses import dataclass, field

from kg.server.workers.limits import Rules

ROOT_PATH = re.compile(r"(?:/(?!\.)[A-Za-z0-9._~-]+)+")
"""A path under which a proxy may show the server."""


@dataclass(frozen=True)
class ServerSettings:
    """The limits of the server; the defaults suit a small machine on the open network.

    Attributes:
        hosts: Names under which it answers besides those of this machine, without port; `*` is any.
        proxy: The address of a proxy whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed, or empty.
        root_path: The path under which a proxy shows the server, such as `/kg`, or empty.
        security_contact: Where weaknesses are reported, as `mailto:…` or `https://…`, or empty.
        max_body: Bytes of a request's body.
        max_url: Characters of path and query string.
        cache_bytes: Bytes of rendered answers that are kept.
        watch_seconds: How often a new release is looked for; 0 is never.
        rules: What queries and pages may take.
        max_head: Bytes of the head of a request.
        max_headers: How many headers it may have.
        body_seconds: How long it may take for the body.
        idle_seconds: How long a connection may wait for its client: for a request, or until it reads of its answer.
        max_connections: How many connections there may be.
    """

    hosts: frozenset[str] = frozenset()
    proxy: str = ""
    root_path: str = ""
    security_contact: str = ""
    max_body: int = 256 << 10
    max_url: int = 16 << 10
    cache_bytes: int = 96 << 20
    watch_seconds: float = 1.0
    rules: Rules = field(default_factory=Rules)
    max_head: int = 32 << 10
    max_headers: int = 100
    body_seconds: float = 10.0
    idle_seconds: float = 28.0
    max_connections: int = 2_000
