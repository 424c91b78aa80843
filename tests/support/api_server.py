"""A server that speaks the APIs of registries, with the moods of real ones."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from kg.profile.config import SERVICES, Services, services


@dataclass
class Reply:
    """What the server answers."""

    body: bytes = b""
    status: int = 200
    media_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    repeat: int = 1


@dataclass
class Api:
    """A running server: replies by path, the last one for ever; and what was asked of it."""

    base: str
    replies: dict[str, list[Reply]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    def on(self, path: str, *replies: Reply) -> None:
        """Answer a path, with its query, by these replies in turn."""
        self.replies[path] = list(replies)

    def environment(self, cache: Path) -> dict[str, str]:
        """Return the environment in which all services are this server."""
        return {f"KG_{name.upper()}_URL": self.base for name in SERVICES} | {"XDG_CACHE_HOME": str(cache)}

    def services(self, cache: Path) -> Services:
        """Return all services as this server."""
        return services(self.environment(cache))

    @property
    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [path for path, _ in self.asked]


@contextmanager
def running() -> Iterator[Api]:
    """Run a server on a free port of this machine."""
    api = Api("")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            api.asked.append((self.path, {key.lower(): value for key, value in self.headers.items()}))
            waiting = api.replies.get(self.path, [Reply(b"{}", 404)])
            reply = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            time.sleep(reply.delay)
            etag = reply.headers.get("ETag")
            if etag and self.headers.get("If-None-Match") == etag:
                self.send_response(304)
                self.end_headers()
                return
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.media_type)
            for key, value in reply.headers.items():
                self.send_header(key, value)
            self.end_headers()
            try:
                for _ in range(reply.repeat):
                    self.wfile.write(reply.body)
            except OSError:
                return  # the client has had enough

        def do_POST(self) -> None:
            api.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.do_GET()

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    api.base = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
