"""What the server says of itself: health, metrics (Prometheus text), a log of requests without people in it."""

import json
import logging
import time
import traceback
from collections.abc import Callable
from http import HTTPStatus
from typing import TextIO

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.base.errors import KgError

_FAULT_SECONDS = 60.0
_log = logging.getLogger("kg.server")
_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_ROUTES = ("sparql", "data", "api", "assets", "health", "metrics", "query", "queries", "search")


class Metrics:
    """The counters of one server; nothing global."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "kg_requests_total", "Requests, by route and status.", ("route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "kg_request_seconds", "Time to answer.", ("route",), buckets=_BUCKETS, registry=self.registry
        )

        self._known: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def count(self, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        found = self._known.get((route, status))
        if found is None:  # looking labels up takes longer than counting
            found = self._known[route, status] = self._requests.labels(route, str(status)), self._seconds.labels(route)
        found[0].inc()
        found[1].observe(seconds)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a figure that is read when it is asked for."""
        Gauge(name, meaning, registry=self.registry).set_function(read)

    def text(self) -> tuple[bytes, str]:
        """Return all figures, and the media type of the text."""
        return generate_latest(self.registry), CONTENT_TYPE_PLAIN_0_0_4


class Faults:
    """Writes down what went wrong here, the same thing once a minute: whoever likes could fill the log with it."""

    def __init__(self) -> None:
        self._noted: dict[tuple[type[Exception], str], float] = {}

    def note(self, error: Exception) -> None:
        """Write a fault down; where in the code it arose only if nobody foresaw it."""
        places = traceback.extract_tb(error.__traceback__)[-1:]
        what, now = (type(error), "".join(f"{place.filename}:{place.lineno}" for place in places)), time.monotonic()
        if now - self._noted.get(what, -_FAULT_SECONDS) >= _FAULT_SECONDS:
            self._noted[what] = now
            _log.error("a request failed: %s", error, exc_info=None if isinstance(error, KgError) else error)


class Observed:
    """Counts requests, and writes a line of JSON for each, if there is a log.

    The log names no client, no query and no parameter: only method, path, status, bytes and time.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, log: TextIO | None = None) -> None:
        self._app = app
        self._metrics = metrics
        self._log = log
        self._is_full = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on and note how it ended."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, size = int(HTTPStatus.INTERNAL_SERVER_ERROR), 0

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            seconds = time.perf_counter() - begun
            self._metrics.count(_route(scope["path"]), status, seconds)
            if self._log:
                self._write(scope, status, size, seconds)

    def _write(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "bytes": size,
            "ms": round(seconds * 1000, 1),
        }
        try:
            print(json.dumps(entry), file=self._log, flush=True)
        except OSError as error:
            if not self._is_full:
                _log.error("the access log cannot be written, lines are lost: %s", error.strerror or error)
            self._is_full = True
        else:
            self._is_full = False


def _route(path: str) -> str:
    """Return the first part of a path if it is one of a few, so that nobody can make a metric of every path."""
    first = path[1:].partition("/")[0]
    return first if first in _ROUTES else "resource"
