"""A clock for connections: one without progress is closed, whatever it waits for from its client.

The protocol of the HTTP server has none for a client that sends nothing, a head byte by byte, or reads nothing of its
answer. This one stands before it and reads nothing either: progress is that something is written to the client, that
the client took some of it, or that a request is being answered, which has limits of its own.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


class TimedProtocol(asyncio.Protocol):
    """Hands everything to another protocol, and closes the connection after so many seconds without progress."""

    def __init__(self, protocol: H11Protocol, seconds: float) -> None:
        self._protocol, self._seconds = protocol, seconds
        self._loop = asyncio.get_running_loop()
        self._progress, self._unsent = self._loop.time(), 0
        self._transport: asyncio.Transport
        self._timer: asyncio.TimerHandle
        # Called most often: without a step in between.
        self.data_received = protocol.data_received  # type: ignore[method-assign]
        self.pause_writing = protocol.pause_writing  # type: ignore[method-assign]
        self.resume_writing = protocol.resume_writing  # type: ignore[method-assign]
        self.eof_received = protocol.eof_received  # type: ignore[method-assign]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the clock."""
        self._transport = transport  # type: ignore[assignment]  # a connection of TCP has one to write to
        self._timer = self._loop.call_later(self._seconds, self._look)
        self._protocol.connection_made(_NotedTransport(self._transport, self._note))  # type: ignore[arg-type]

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._timer.cancel()
        self._protocol.connection_lost(exc)

    def _note(self) -> None:
        self._progress = self._loop.time()

    def _look(self) -> None:
        before, self._unsent = self._unsent, self._transport.get_write_buffer_size()
        cycle = self._protocol.cycle
        is_answering = cycle is not None and not cycle.response_complete and not self._unsent
        if is_answering or self._unsent < before:
            self._note()
        left = self._progress + self._seconds - self._loop.time()
        if left <= 0:
            self._transport.abort()
        else:
            self._timer = self._loop.call_later(left, self._look)


class _NotedTransport:
    """A transport that notes when something is written."""

    def __init__(self, transport: asyncio.Transport, note: Any) -> None:
        self._transport, self._note = transport, note

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        self._note()
        self._transport.write(data)
