"""What stands before every route: the check of head, host and address, headers of all answers, metrics and log."""

import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import TextIO

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.server import tokens
from kg.server.problems import HttpProblem
from kg.server.requests import root_of
from kg.server.responses import IS_INTERNAL, ROOT, Header, sent_headers
from kg.server.settings import ServerSettings

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

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count a request by the first part of its path if that is known: nobody can make a metric of every path."""
        first = path[1:].partition("/")[0]
        route = first if first in _ROUTES else "resource"
        found = self._known.get((route, status))
        if found is None:  # looking labels up takes longer than counting
            found = self._known[route, status] = self._requests.labels(route, str(status)), self._seconds.labels(route)
        found[0].inc()
        found[1].observe(seconds)

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a gauge that is read with each scrape."""
        Gauge(name, meaning, registry=self.registry).set_function(read)

    def text(self) -> tuple[bytes, str]:
        """Return the Prometheus text, and its media type."""
        return generate_latest(self.registry), CONTENT_TYPE_PLAIN_0_0_4


class AccessLog:
    """Writes a line of JSON for each request.

    It names no client, no query and no parameter: only method, path, status, bytes and time.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._is_full = False

    def note(self, scope: Scope, status: int, size: int, seconds: float) -> None:
        """Write how a request ended."""
        entry = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "method": scope["method"],
            "path": tokens.hidden(scope["path"]),
            **({"view": "known"} if scope.get(IS_INTERNAL) else {}),
            "status": status,
            "bytes": size,
            "ms": round(seconds * 1000, 1),
        }
        try:
            print(json.dumps(entry), file=self._file, flush=True)
        except OSError as error:
            if not self._is_full:
                _log.error("the access log cannot be written, lines are lost: %s", error.strerror or error)
            self._is_full = True
        else:
            self._is_full = False


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/?#@\[\]\"'<>\\]*)(?::[0-9]{0,5})?")  # RFC 9110, section 7.2
_CLOSE = {"connection": "close"}
_VERSIONS = ("1.0", "1.1", "2", "3")  # what a server of HTTP/2 calls it that is told of by ASGI
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LOCAL = frozenset(("localhost", "127.0.0.1", "[::1]"))
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAFE = (
    (b"content-security-policy", _CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
PUBLIC = (
    *_SAFE,
    (b"referrer-policy", b"no-referrer"),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"Link, ETag, Location, Retry-After"),
)
"""Headers of what anybody may read."""

_IN_FRAMES = tuple(
    (name, text.replace(b"; frame-ancestors 'none'", b"")) for name, text in PUBLIC
)  # of a page without scripts and forms, in which nobody can be led to click on anything
_EMBEDDED = re.compile(r"(?:/[a-z0-9-]+/[a-z0-9-]+)?/embed/|/reconcile/preview")

PRIVATE = (
    *_SAFE,
    (b"referrer-policy", b"same-origin"),  # with no-referrer, browsers do not say from which origin a form comes
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Headers of what only pages of the server itself may read."""


class ShieldMiddleware:
    """Answers only requests to its own hosts and within the limits, and adds headers that keep browsers from harm.

    Another site's host name that was made to lead here (DNS rebinding) gets nothing.

    Args:
        app: What answers the others.
        settings: The limits and names.
        host: The server may be reached under the host of the base of the IRIs, too.
        headers: Those of every response.
        vary: The headers of requests by which another application may answer in its place.
        metrics: Counts the requests.
        log: Is written a line for each.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: ServerSettings,
        host: Callable[[], str] = lambda: "",
        headers: Sequence[Header] = PUBLIC,
        vary: str = "",
        metrics: Metrics | None = None,
        log: AccessLog | None = None,
    ) -> None:
        self._app, self._settings, self._host = app, settings, host
        self._hosts = _LOCAL | settings.hosts
        more = ((b"vary", vary.encode()),) if vary else ()
        self._headers, self._framed = (*headers, *more), (*(_IN_FRAMES if headers is PUBLIC else headers), *more)
        self._metrics, self._log = metrics, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it, and note how it ended."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        status, size = int(HTTPStatus.INTERNAL_SERVER_ERROR), 0
        added = self._framed if _EMBEDDED.fullmatch(scope["path"]) else self._headers

        async def sending(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*sent_headers(scope, message["headers"]), *added]
            else:
                size += len(message.get("body", b""))
            await send(message)

        try:
            problem = self._problem(scope)
            answer = problem.response(Request(scope).headers.get("accept"), root_of(scope)) if problem else self._app
            await answer(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - begun
            if self._metrics:
                self._metrics.count(scope["path"], status, seconds)
            if self._log:
                self._log.note(scope, status, size, seconds)

    def _problem(self, scope: Scope) -> HttpProblem | None:
        """Return why a request is refused, if it is."""
        head: Sequence[Header] = scope["headers"]
        size = len(scope["raw_path"]) + len(scope["query_string"])
        if len(head) > self._settings.max_headers or size + _size(head) > self._settings.max_head:
            detail = f"the head of a request has at most {self._settings.max_head:,} bytes"
            return HttpProblem(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, detail, headers=_CLOSE)
        has_two_lengths = {b"content-length", b"transfer-encoding"} <= {name for name, _ in head}
        if has_two_lengths or scope["method"] == "CONNECT" or scope["http_version"] not in _VERSIONS:
            return HttpProblem(HTTPStatus.BAD_REQUEST, "that is no request to a site", headers=_CLOSE)
        stated = [value for name, value in head if name == b"host"]
        found = _HOST.fullmatch(stated[0].decode("latin-1").lower()) if len(stated) == 1 else None
        host = found[1] if found else ""
        if not ("*" in self._hosts or host in self._hosts or (host and host == self._host())):
            hint = "ask for one of its own names; the operator adds names with --host-name"
            return HttpProblem(HTTPStatus.MISDIRECTED_REQUEST, "this server does not answer for that host", hint)
        if _CONTROL.search(scope["path"]):
            return HttpProblem(HTTPStatus.BAD_REQUEST, "an address has no control characters")
        if tokens.is_in_address(scope["path"], scope["query_string"]):
            hint = "send it as 'Authorization: Bearer …', and have this one replaced: addresses are written down"
            return HttpProblem(HTTPStatus.BAD_REQUEST, "no token is read from an address", hint)
        if size > self._settings.max_url:
            detail = f"an address has at most {self._settings.max_url:,} characters"
            return HttpProblem(HTTPStatus.REQUEST_URI_TOO_LONG, detail, "send a long query with POST")
        return None


def _size(headers: Sequence[Header]) -> int:
    return sum(len(name) + len(value) + len(": \r\n") for name, value in headers)


def below_root(app: ASGIApp, root: str) -> ASGIApp:
    """Return an application that clients see under a path, whether or not the proxy takes that off."""

    async def placed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope[ROOT] = root
            if scope["path"].startswith(f"{root}/"):
                scope["path"] = scope["path"][len(root) :]
        await app(scope, receive, send)

    return placed if root else app
