"""A server of models on this machine: it answers as it is told, well or badly, and keeps what it was asked."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """What the server answers: a text, in a stream unless it is given as it stands."""

    text: str = ""
    status: int = 200
    body: bytes | None = None
    media_type: str = "text/event-stream"
    headers: dict[str, str] = field(default_factory=dict)
    ending: str | None = "stop"
    delay: float = 0.0
    repeat: int = 1

    def pieces(self) -> Iterator[bytes]:
        """Yield what is sent."""
        if self.body is not None:
            yield from (self.body for _ in range(self.repeat))
            return
        for start in range(0, len(self.text), 40):
            yield _event({"delta": {"content": self.text[start : start + 40]}})
        if self.ending:
            yield _event({"delta": {}, "finish_reason": self.ending}) + b"data: [DONE]\n\n"


def _event(choice: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


@dataclass
class ModelServer:
    """A running server, its replies in turn, the last one for ever, and what was asked."""

    address: str = ""
    replies: list[Reply] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def sent(self) -> str:
        """All that was sent to it."""
        return json.dumps(self.asked, ensure_ascii=False)


@contextmanager
def running(*replies: Reply) -> Iterator[ModelServer]:
    """Run a server on a free port."""
    model = ModelServer(replies=[*replies])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            model.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            model.headers.append({key.lower(): value for key, value in self.headers.items()})
            reply = model.replies.pop(0) if len(model.replies) > 1 else model.replies[0]
            self.send_response(reply.status)
            for key, value in {"Content-Type": reply.media_type, **reply.headers}.items():
                self.send_header(key, value)
            self.end_headers()
            with suppress(OSError):  # the client has had enough
                for piece in reply.pieces():
                    time.sleep(reply.delay)
                    self.wfile.write(piece)

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model.address = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
