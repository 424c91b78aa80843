"""Connections with deadlines and limits: a client that sends or reads slowly, or opens many, must not stop the server.

What needs no application is answered here (`kg.server.exchange`): queries, pages that are kept, refusals. A task and
the messages of ASGI took more time than the engine. Both sorts of requests take turns by uvicorn's own queue.

Without them, a client that sends a byte now and then (slowloris), sends without end, or asks for much and reads none
of it, holds a connection and memory for ever. A body that is read has a shorter deadline and a lower limit of its own
(`kg.server.requests`). No client takes the connections of the others: whoever has too many loses the one that has
been idle for longest, and where none is idle, new ones are answered with 503.

Why a subclass of uvicorn's protocol, handed over by its public option `http`: an ASGI middleware is only called when
the head of a request is complete, so it can put no deadline on a head, nor bound its bytes. It sees neither idle
connections nor the write buffer of the transport, by which unread responses are measured. uvicorn's own options have
one timeout, for connections between requests, and one limit, which counts all clients together.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from hmac import compare_digest
from typing import Any
from urllib.parse import unquote

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kg.server.exchange import Exchange, Front
from kg.server.responses import PERSON, ROOT, Header
from kg.server.settings import ServerSettings

MAX_HEAD = 32 << 10
_MAX_HEADERS = 100
MAX_MESSAGE = 32 << 20  # of the body of a request that is refused, which is not kept
_SECRET = b"x-proxy-secret"
_NOBODY = re.compile(
    r"(?:anon(?:ymous)?|false|guest|na|nil|nobody|none|null|public|unauthenticated|undefined|unknown|unset)?"
)


class Connections:
    """The connections of a server, by client.

    Args:
        settings: How many there may be.
    """

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._proxies = frozenset(each.strip() for each in settings.proxy.split(",") if each.strip())
        self._of: defaultdict[str, set[DeadlineProtocol]] = defaultdict(set)
        self._idle: defaultdict[str, dict[DeadlineProtocol, None]] = defaultdict(dict)
        self._all_idle: dict[DeadlineProtocol, None] = {}  # the longest first
        self._count = 0

    def add(self, connection: "DeadlineProtocol") -> bool:
        """Add a connection, for which another one may be closed, and say whether there is room for it."""
        client = connection.subscriber
        self._of[client].add(connection)
        self._count += 1
        self.rest(connection)
        is_proxy = self.is_proxy(connection)
        most = self._settings.max_connections_each
        while not is_proxy and len(self._of[client]) > most:
            if not _drop_first(self._idle[client], connection):
                return False
        return self._count <= self._settings.max_connections or _drop_first(self._all_idle, connection)

    def is_proxy(self, connection: "DeadlineProtocol") -> bool:
        """Say whether a connection is that of a proxy which is believed."""
        return bool(self._proxies & {connection.client[0] if connection.client else "", "*"})

    def rest(self, connection: "DeadlineProtocol") -> None:
        """Note that a connection waits for a request."""
        if connection in self._of.get(connection.subscriber, ()):
            self._idle[connection.subscriber][connection] = self._all_idle[connection] = None

    def work(self, connection: "DeadlineProtocol") -> None:
        """Note that it has one."""
        self._idle[connection.subscriber].pop(connection, None)
        self._all_idle.pop(connection, None)

    def remove(self, connection: "DeadlineProtocol") -> None:
        """Remove one that has ended."""
        client = connection.subscriber
        if connection in self._of[client]:
            self.work(connection)
            self._of[client].remove(connection)
            self._count -= 1
        if not self._of[client]:
            del self._of[client], self._idle[client]


def _drop_first(idle: "dict[DeadlineProtocol, None]", newcomer: "DeadlineProtocol") -> bool:
    """End the connection that has been idle for longest, unless it is the newcomer."""
    longest = next(iter(idle))
    if longest is newcomer:
        return False
    longest.connections_of_all.remove(longest)
    longest.transport.abort()
    return True


def subscriber(host: str) -> str:
    """Return the key by which limits count clients: an address, of IPv6 the network that one subscriber has."""
    return ":".join(host.split(":")[:4]) if ":" in host else host


class DeadlineProtocol(HttpToolsProtocol):
    """uvicorn's protocol with deadlines for the head and the body of a request, and for a client that reads nothing.

    Attributes:
        settings: The limits.
        front: What is answered without the application, if anything is.
        connections_of_all: All connections of the server.
        subscriber: Whose connection it is.
        unread: The connections whose clients read slower than they are answered, the longest first.
    """

    settings: ServerSettings
    front: Front | None
    connections_of_all: Connections
    subscriber: str = ""
    cycle: Any  # uvicorn's, or an exchange
    _believe: Callable[[Scope], None]
    _answered: Exchange | None = None  # whose response waits for the client to read
    unread: "dict[DeadlineProtocol, None]"
    _timer: asyncio.TimerHandle | None = None
    _count = 0  # bytes of what is being received
    _head = 0  # bytes of the head, as far as it is read
    _has_head = False
    _is_whole = False
    _stalled: asyncio.TimerHandle | None = None
    _has_room = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock, and find room."""
        super().connection_made(transport)
        self.subscriber = subscriber(self.client[0] if self.client else "")
        self._has_room = self.connections_of_all.add(self)
        self._wait(self.settings.head_seconds)

    def data_received(self, data: bytes) -> None:
        """Count what comes, and start the clock for a body that is still to come."""
        self._count += len(data)
        too_much = self._count > (MAX_MESSAGE if self._has_head else MAX_HEAD)
        if too_much and (self._has_head or b"\r\n\r\n" not in data):
            self.transport.abort()
            return
        self._unset_keepalive_if_required()
        try:
            self._parse(memoryview(data))
        except HttpParserError:
            self.send_400_response("Invalid HTTP request received.")
        if self._has_head and not self._is_whole and self._timer is None:
            if isinstance(self.cycle, Exchange) and not self.cycle.response_complete:
                self._wait(self.settings.body_seconds, self._give_up)
            else:
                self._wait(2 * self.settings.body_seconds)

    def _parse(self, data: memoryview) -> None:
        """Parse what comes, `Upgrade` as a header like others (RFC 9110, section 7.8: a server may ignore it).

        httptools ends a request with its head where that asks for another protocol, though its body follows, which
        would be the next request. Such a head is parsed once more without that header, by a parser that has not ended.
        """
        while data:
            try:
                self.parser.feed_data(data)
                return
            except HttpParserUpgrade as upgrade:
                line = b"%s %s HTTP/%s" % (self.parser.get_method(), self.url, self.parser.get_http_version().encode())
                lines = (line, *(b"%s: %s" % header for header in self.headers if header[0] != b"upgrade"))
                self.parser = HttpRequestParser(self)
                self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn has it
                self.parser.feed_data(b"\r\n".join((*lines, b"", b"")))
                data = data[upgrade.args[0] :]

    def on_message_begin(self) -> None:
        """Start the clock for the next request of a connection that is kept."""
        super().on_message_begin()
        self._has_head = self._is_whole = False
        self._head = 0
        if self._timer is None:
            self._wait(self.settings.head_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, but none behind the body: nobody reads those, and there may be many.

        Raises:
            HttpParserError: If the head is too large: the client is answered with 400.
        """
        if not self._has_head:
            super().on_header(name, value)
            self._head += len(name) + len(value) + len(b": \r\n")
            if self._head + len(self.url) > MAX_HEAD or len(self.headers) > _MAX_HEADERS:
                raise HttpParserError

    def on_headers_complete(self) -> None:
        """Stop the clock, and choose who answers.

        Raises:
            HttpParserError: If it is no request of HTTP/1 to a server of resources: the client is answered with 400.
        """
        if self.parser.get_method() == b"CONNECT" or self.parser.get_http_version() not in ("1.0", "1.1"):
            raise HttpParserError
        if self.parser.should_upgrade():  # it comes again, without this
            return
        self._stop()
        self._has_head = True
        self.connections_of_all.work(self)
        if self._has_room and self.front is not None and (exchange := self._exchange(self.front)) is not None:
            before, self.cycle = self.cycle, exchange
            if before is None or before.response_complete:
                exchange.begin()
            else:
                self.flow.pause_reading()
                self.pipeline.appendleft((self.cycle, self.app))
            return
        # uvicorn answers with 503 where this is 0; who watches over the server is always answered.
        path = self.url.partition(b"?")[0].removeprefix(self.settings.root_path.encode())
        self.limit_concurrency = None if self._has_room or path == b"/health" else 0
        super().on_headers_complete()
        self._place(self.scope)  # type: ignore[arg-type]

    def _exchange(self, front: Front) -> Exchange | None:
        """Return a request with its turn still to come, if it needs no application."""
        url, version = parse_url(self.url), self.parser.get_http_version()
        path = url.path.decode("ascii")
        scope: Scope = self.scope  # type: ignore[assignment]
        scope["method"] = self.parser.get_method().decode("ascii")
        scope["path"] = unquote(path) if "%" in path else path
        scope["raw_path"] = url.path
        scope["query_string"] = url.query or b""
        self._place(scope)
        type(self)._believe(scope)
        if (responder := front.responder(scope)) is None:
            return None
        keep_alive = version != "1.0" and self.parser.should_keep_alive()
        return Exchange(self, scope, responder, keep_alive=keep_alive)

    def _place(self, scope: Scope) -> None:
        """Note under which path the client sees the server, and take it off the path where the proxy did not."""
        if self.settings.proxy_secret:
            secret = self._stated(scope, _SECRET.decode())
            if compare_digest(secret.encode(), self.settings.proxy_secret.encode()):
                scope[PERSON] = _login(self._stated(scope, self.settings.user_header))
            scope["headers"][:] = [each for each in scope["headers"] if each[0] != _SECRET]
        if root := self.settings.root_path:
            scope[ROOT] = root
            if scope["path"].startswith(f"{root}/"):
                scope["path"] = scope["path"][len(root) :]

    def _stated(self, scope: Scope, header: str) -> str:
        """Return what a proxy that is believed states in a header, once; of anybody else, nothing."""
        if not self.connections_of_all.is_proxy(self):
            return ""
        name = header.encode()
        stated = [value for each, value in scope["headers"] if each == name]
        return stated[0].decode("latin-1").strip() if len(stated) == 1 else ""

    @property
    def default_headers(self) -> list[Header]:
        """The headers of all responses, such as the date."""
        return self.server_state.default_headers

    def on_body(self, body: bytes) -> None:
        """Give a part of the body to who answers."""
        if isinstance(self.cycle, Exchange):
            self.cycle.receive(body)
        else:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop the clock."""
        if not self._has_head:
            return
        self._stop()
        self._is_whole = True
        if isinstance(self.cycle, Exchange):
            self.cycle.end()
        else:
            super().on_message_complete()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """Begin with a request that had to wait for its turn; on the stack of the one before it, there may be many."""
        if isinstance(cycle, Exchange):
            self.loop.call_soon(cycle.begin)
        else:
            super()._start_asgi_task(cycle, app)

    def answered(self, exchange: Exchange) -> None:
        """Go on to the next request, once the client reads."""
        if not exchange.keep_alive:
            self.transport.close()
        if self.flow.write_paused:
            self._answered = exchange
        else:
            exchange.response_complete = True
            self.on_response_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has come already."""
        if not self.pipeline:
            self.connections_of_all.rest(self)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Watch a client that reads slower than it is answered; the first is dropped where all hold too much."""
        super().pause_writing()
        self.unread[self] = None
        self._watch(self._unsent())
        while len(self.unread) > 1 and sum(each._unsent() for each in self.unread) > self.settings.max_unsent:
            next(iter(self.unread))._drop()

    def resume_writing(self) -> None:
        """Watch it no more."""
        self._forget()
        super().resume_writing()
        if self._answered is not None:
            answered, self._answered = self._answered, None
            self.answered(answered)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        self._stop()
        self._forget()
        self.connections_of_all.remove(self)
        self._answered = None
        if isinstance(self.cycle, Exchange):
            self.cycle = None
        super().connection_lost(exc)

    def _wait(self, seconds: float, then: Callable[[], None] | None = None) -> None:
        self._count = 0
        self._timer = self.loop.call_later(seconds, then or self.transport.abort)

    def _give_up(self) -> None:
        """Answer a request whose body is too slow."""
        self._timer = None
        if isinstance(self.cycle, Exchange):
            self.cycle.end(is_late=True)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def _watch(self, before: int) -> None:
        self._stalled = self.loop.call_later(self.settings.stall_seconds, self._look, before)

    def _look(self, before: int) -> None:
        """Drop a client that has read nothing since the last look."""
        left = self._unsent()
        if left < before:
            self._watch(left)
        else:
            self._drop()

    def _drop(self) -> None:
        self._forget()
        self.transport.abort()

    def _forget(self) -> None:
        self.unread.pop(self, None)
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None


def _login(name: str) -> str:
    """Return the name of who has logged in; of what proxies send for nobody, and of an unset variable, nothing."""
    letters = re.sub(r"[\W_]", "", name).casefold()
    return "" if _NOBODY.fullmatch(letters) or re.search(r"[${}%]", name) else name


def with_deadlines(settings: ServerSettings, front: Front | None = None) -> type[HttpToolsProtocol]:
    """Return the protocol for the connections of one server."""
    own: dict[str, Any] = {
        "settings": settings,
        "front": front,
        "unread": {},
        "connections_of_all": Connections(settings),
        "_believe": staticmethod(_believing(settings.proxy)),
    }
    return type("Protocol", (DeadlineProtocol,), own)


def _believing(proxy: str) -> Callable[[Scope], None]:
    """Return what puts the client and scheme that a proxy names into a head, as uvicorn does it for applications."""

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer nothing."""

    middleware: Any = ProxyHeadersMiddleware(nothing, proxy)  # type: ignore[arg-type]

    def believe(scope: Scope) -> None:
        with suppress(StopIteration):
            middleware(scope, None, None).send(None)

    return believe if proxy else lambda _: None
