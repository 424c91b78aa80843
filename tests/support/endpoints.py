"""Endpoints that hold the sample, and what stands between them and who asks, to be counted or refused."""

import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

from kg.store.push.pushing import PushOptions, push
from kg.store.release import Release
from kg.store.remote.addresses import Addresses
from tests.support.servers import Server, oxigraph_server


@contextmanager
def pushed(release: Release, directory: Path, port: int = 0, facts: str = "") -> Iterator[Server]:
    """Run Oxigraph's server on a directory, with a release in it."""
    with oxigraph_server(directory, port) as server:
        push(release, Addresses(server.query), server.credentials, PushOptions(graph=facts))
        yield server


@contextmanager
def passing(target: str, look: Callable[[Message, str], int]) -> Iterator[str]:
    """Yield an address that hands requests on.

    Args:
        target: Where to.
        look: Is shown the headers and the query of each request; a status other than 200 is answered at once.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status = look(self.headers, parse_qs(body.decode())["query"][0])
            answer, media_type = (b"", "text/plain") if status != 200 else self._answered(body)
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def _answered(self, body: bytes) -> tuple[bytes, str]:
            names = ("Accept", "Content-Type")
            request = urllib.request.Request(target, body, {name: self.headers[name] for name in names})
            with urllib.request.urlopen(request) as response:
                return response.read(), response.headers["Content-Type"]

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/sparql"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
