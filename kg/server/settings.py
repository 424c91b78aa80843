"""What steers the server."""

import re
from dataclasses import dataclass, field

from kg.server.workers.lanes import Rules

ROOT_PATH = re.compile(r"(?:/(?!\.)[A-Za-z0-9._~-]+)+")
"""A path under which a proxy may show the server."""


@dataclass(frozen=True)
class ServerSettings:
    """The limits of the server; the defaults suit a small machine on the open network.

    Attributes:
        hosts: Names under which it answers besides those of this machine, without port; `*` is any.
        proxy: The address of a proxy whose `X-Forwarded-For` is believed, or empty.
        root_path: The path under which a proxy shows the server, such as `/kg`, or empty.
        user_header: The header in which the proxy names who has logged in, in small letters, or empty.
        proxy_secret: What the proxy sends as `X-Proxy-Secret` with that header; without it nobody has logged in.
        security_contact: Where weaknesses are reported, as `mailto:…` or `https://…`, or empty.
        max_body: Bytes of a request's body.
        max_url: Characters of path and query string.
        cache_bytes: Bytes of rendered answers that are kept.
        render_seconds: How long a page may take to be made.
        page_workers: How many processes make the pages and documents of things.
        question_workers: How many answer named queries and make the pages about the whole graph.
        watch_seconds: How often a new release is looked for; 0 is never.
        rules: How queries of anybody are answered.
        head_seconds: How long a client may take to send the head of a request.
        body_seconds: How long it may take for the body.
        stall_seconds: How long it may take nothing of an answer that waits for it.
        max_connections: How many connections there may be.
        max_connections_each: How many a client may have, but a proxy.
        max_unsent: Bytes of answers that may wait for clients who read slowly, all together.
    """

    hosts: frozenset[str] = frozenset()
    proxy: str = ""
    root_path: str = ""
    user_header: str = ""
    proxy_secret: str = field(default="", repr=False)
    security_contact: str = ""
    max_body: int = 256 << 10
    max_url: int = 16 << 10
    cache_bytes: int = 96 << 20
    render_seconds: float = 30.0
    page_workers: int = 1
    question_workers: int = 1
    watch_seconds: float = 1.0
    rules: Rules = field(default_factory=Rules)
    head_seconds: float = 10.0
    body_seconds: float = 10.0
    stall_seconds: float = 30.0
    max_unsent: int = 256 << 20
    max_connections: int = 2_000
    max_connections_each: int = 100
