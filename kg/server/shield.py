"""What stands before every route: which hosts are answered, how long an address may be, safe headers."""

import re
from collections.abc import Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.server.problems import Problem
from kg.server.settings import Settings

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/?#@\[\]\"'<>\\]*)(?::[0-9]{0,5})?")  # RFC 9110, section 7.2
_LOCAL = frozenset(("localhost", "127.0.0.1", "[::1]"))
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SAFE = (
    (b"content-security-policy", _CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"Link, ETag, Location, Retry-After"),
)


class Shield:
    """Answers only requests to its own hosts, and adds headers that keep browsers from harm.

    Another site's host name that was made to lead here (DNS rebinding) gets nothing.

    Args:
        app: What stands behind it.
        settings: The names that the operator allows, and the limit of an address.
        host: Gives the host of the base of the IRIs, under which it may be reached too.
    """

    def __init__(self, app: ASGIApp, settings: Settings, host: Callable[[], str]) -> None:
        self._hosts = _LOCAL | settings.hosts
        self._host = host
        self._app = app
        self._max_url = settings.max_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        answer = problem.response(Request(scope)) if problem else self._app
        await answer(scope, receive, _safely(send))

    def _problem(self, scope: Scope) -> Problem | None:
        if not self._is_own(_host(scope)):
            hint = "ask for one of its own names; the operator adds names with --host-name"
            return Problem(HTTPStatus.MISDIRECTED_REQUEST, "this server does not answer for that host", hint)
        if len(scope["raw_path"]) + len(scope["query_string"]) > self._max_url:
            hint = "send a long query with POST"
            return Problem(
                HTTPStatus.REQUEST_URI_TOO_LONG, f"an address has at most {self._max_url:,} characters", hint
            )
        return None

    def _is_own(self, host: str) -> bool:
        return "*" in self._hosts or host in self._hosts or (host != "" and host == self._host())


def _host(scope: Scope) -> str:
    """Return the host that a request names, without its port; of several, none."""
    found: list[bytes] = [value for name, value in scope["headers"] if name == b"host"]
    if len(found) != 1:
        return ""
    host = _HOST.fullmatch(found[0].decode("latin-1").lower())
    return host[1] if host else ""


def _safely(send: Send) -> Send:
    async def safe(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *_SAFE]
        await send(message)

    return safe
