"""Connections that must not dawdle: uvicorn's protocol with a deadline for the head of a request.

Without one, a client that sends a byte now and then holds a connection for ever (slowloris). The body
has a deadline of its own where it is read.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD = 32 << 10


class ImpatientProtocol(HttpToolsProtocol):
    """Closes a connection whose request does not begin and end its head in time, or whose head is too long.

    Attributes:
        head_seconds: How long a client may take for it.
    """

    head_seconds = 10.0
    _timer: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Count what comes before the head is complete."""
        if self._timer is not None:
            self._head += len(data)
            if self._head > MAX_HEAD and b"\r\n\r\n" not in data:
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Start the clock for the next request of a connection that is kept."""
        super().on_message_begin()
        if self._timer is None:
            self._wait()

    def on_headers_complete(self) -> None:
        """Stop the clock."""
        self._stop()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._head = 0
        self._timer = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def impatient(seconds: float) -> type[HttpToolsProtocol]:
    """Return the protocol for connections that have so many seconds for the head of a request."""
    return type("Protocol", (ImpatientProtocol,), {"head_seconds": seconds})
