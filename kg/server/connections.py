"""Connections with deadlines and limits: a client that sends or reads slowly, or opens many, must not stop the server.

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
from collections import defaultdict

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kg.server.settings import Settings

MAX_HEAD = 32 << 10
MAX_MESSAGE = 32 << 20  # of the body of a request that is refused, which is not kept


class Connections:
    """The connections of a server, by client.

    Args:
        settings: How many there may be.
    """

    def __init__(self, settings: Settings) -> None:
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
        is_proxy = bool(self._proxies & {connection.client[0] if connection.client else "", "*"})
        most = self._settings.max_connections_each
        while not is_proxy and len(self._of[client]) > most:
            if not _drop_first(self._idle[client], connection):
                return False
        return self._count <= self._settings.max_connections or _drop_first(self._all_idle, connection)

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
        connections_of_all: All connections of the server.
        subscriber: Whose connection it is.
        unread: The connections whose clients read slower than they are answered, the longest first.
    """

    settings: Settings
    connections_of_all: Connections
    subscriber: str = ""
    unread: "dict[DeadlineProtocol, None]"
    _timer: asyncio.TimerHandle | None = None
    _count = 0  # bytes of what is being received
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
        super().data_received(data)
        if self._has_head and not self._is_whole and self._timer is None:
            self._wait(2 * self.settings.body_seconds)

    def on_message_begin(self) -> None:
        """Start the clock for the next request of a connection that is kept."""
        super().on_message_begin()
        self._has_head = self._is_whole = False
        if self._timer is None:
            self._wait(self.settings.head_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header, but none behind the body: nobody reads those, and there may be many."""
        if not self._has_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop the clock."""
        self._stop()
        self._has_head = True
        self.connections_of_all.work(self)
        # uvicorn answers with 503 where this is 0; who watches over the server is always answered.
        self.limit_concurrency = None if self._has_room or self.url.partition(b"?")[0] == b"/health" else 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the clock."""
        self._stop()
        self._is_whole = True
        super().on_message_complete()

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

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        self._stop()
        self._forget()
        self.connections_of_all.remove(self)
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._count = 0
        self._timer = self.loop.call_later(seconds, self.transport.abort)

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


def with_deadlines(settings: Settings) -> type[HttpToolsProtocol]:
    """Return the protocol for the connections of one server."""
    own = {"settings": settings, "unread": {}, "connections_of_all": Connections(settings)}
    return type("Protocol", (DeadlineProtocol,), own)
