"""Connections that must not dawdle: uvicorn's protocol with deadlines and limits for each request and its answer.

Without them, a client that sends a byte now and then (slowloris), sends without end, or asks for much and
reads none of it, holds a connection and memory for ever. A body that is read has a shorter deadline and a
lower limit of its own where it is read.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kg.server.settings import Settings

MAX_HEAD = 32 << 10
MAX_MESSAGE = 32 << 20  # of the body of a request that is refused, which is not kept


class ImpatientProtocol(HttpToolsProtocol):
    """Closes a connection whose request does not end its head in time, or whose client does not take its answer.

    Attributes:
        settings: The limits.
        unread: The connections whose clients read slower than they are answered, the longest first.
    """

    settings: Settings
    unread: "dict[ImpatientProtocol, None]"
    _timer: asyncio.TimerHandle | None = None
    _count = 0  # bytes of what is being received
    _has_head = False
    _is_whole = False
    _stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock."""
        super().connection_made(transport)
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
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the clock."""
        self._stop()
        self._is_whole = True
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Watch a client that reads slower than it is answered; where all of them hold too much, the first goes."""
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
        """Let a client go that has taken nothing since the last look."""
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


def impatient(settings: Settings) -> type[HttpToolsProtocol]:
    """Return the protocol for the connections of one server."""
    return type("Protocol", (ImpatientProtocol,), {"settings": settings, "unread": {}})
