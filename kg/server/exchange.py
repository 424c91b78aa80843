"""A request that is answered without an application, and its response: no task, no messages, one write.

It stands in the protocol where uvicorn has the cycle of a request, and is answered when its turn has come and it is
whole: what a client sends beyond the limits, or too slowly, is what its responder finds.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from starlette.responses import Response
from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from kg.server.responses import Header, sent_headers
from kg.server.settings import ServerSettings

MAX_DRAINED = 16 << 20
"""Bytes beyond the limit that are read of a body, so that the client hears the response."""

_ONE_WRITE = 64 << 10  # bytes; a larger body is not copied to stand behind its head

Responder = Callable[["Exchange"], None]
"""Answers a request, by its `send`, now or later."""


@dataclass(frozen=True)
class Front:
    """What stands before the application.

    Attributes:
        responder: Returns what answers a request, or None if the application does.
        added: Returns the headers of every response to a request, as they are sent.
        note: Is told of each response: the request, status, bytes and seconds.
    """

    responder: Callable[[Scope], Responder | None]
    added: Callable[[Scope], bytes]
    note: Callable[[Scope, int, int, float], None]


class Connection(Protocol):
    """What an exchange needs of its connection."""

    settings: ServerSettings
    front: Front | None
    transport: asyncio.Transport

    @property
    def default_headers(self) -> list[Header]:
        """The headers of all responses, such as the date."""
        ...

    def answered(self, exchange: "Exchange") -> None:
        """Go on with the next request."""


class Exchange:
    """A request and its response.

    Attributes:
        scope: The head, as ASGI has it.
        body: As much of the body as may be sent.
        length: How many bytes were sent.
        is_late: Did the body take too long?
        keep_alive: Is the connection kept?
        response_complete: Has the response been sent?
    """

    def __init__(self, connection: Connection, scope: Scope, responder: Responder, *, keep_alive: bool) -> None:
        self.scope = scope
        self.body = bytearray()
        self.length = 0
        self.is_late = self.response_complete = False
        self.keep_alive = keep_alive
        self._connection = connection
        self._responder = responder
        self._begun = time.perf_counter()
        self._is_next = self._is_read = self._is_answered = False

    def header(self, name: bytes) -> str | None:
        """Return the first header of a name, which is written small."""
        for each, value in self.scope["headers"]:
            if each == name:
                return str(value, "latin-1")
        return None

    def begin(self) -> None:
        """Take its turn."""
        self._is_next = True
        if not self._is_read and self.header(b"expect") == "100-continue":
            self._connection.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self._answer()

    def receive(self, data: bytes) -> None:
        """Take a part of the body."""
        self.length += len(data)
        most = self._connection.settings.max_body
        if self.length <= most:
            self.body += data
        elif self.length > most + MAX_DRAINED:
            self.end()

    def end(self, *, is_late: bool = False) -> None:
        """Read no more of the request: it is whole, too long, or too slow."""
        self.is_late = is_late
        self._is_read = True
        self._answer()

    def _answer(self) -> None:
        if self._is_next and self._is_read and not self._is_answered:
            self._is_answered = True
            self._responder(self)

    def send(self, response: Response) -> None:
        """Send the response; to HEAD without its body."""
        status, connection, front = response.status_code, self._connection, self._connection.front
        body = b"" if self.scope["method"] == "HEAD" else bytes(response.body)
        lines = [STATUS_LINE[status]]
        for name, value in (*connection.default_headers, *sent_headers(self.scope, response.raw_headers)):
            if name != b"connection":
                lines += (name, b": ", value, b"\r\n")
            elif value == b"close":
                self.keep_alive = False
        if not self.keep_alive:
            lines.append(b"connection: close\r\n")
        if front is not None:
            lines.append(front.added(self.scope))
            front.note(self.scope, status, len(body), time.perf_counter() - self._begun)
        lines.append(b"\r\n")
        if not connection.transport.is_closing():
            if len(body) <= _ONE_WRITE:
                connection.transport.write(b"".join((*lines, body)))
            else:
                connection.transport.write(b"".join(lines))
                connection.transport.write(body)
            connection.answered(self)
