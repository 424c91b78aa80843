"""A plain web space for the tests: it serves files and knows nothing of queries, as GitHub Pages does."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class _Files(SimpleHTTPRequestHandler):
    """Serves a directory; what is not there is answered by the nearest `404.html` above it."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = self._missing_page() if code == HTTPStatus.NOT_FOUND else None
        if page is None:
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _missing_page(self) -> Path | None:
        asked, root = Path(self.translate_path(self.path)), Path(self.directory)
        above = (parent / "404.html" for parent in asked.parents if parent == root or root in parent.parents)
        return next((page for page in above if page.is_file()), None)


@contextmanager
def web_space(directory: Path) -> Iterator[str]:
    """Serve a directory on this machine, and yield its address without a final slash."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Files, directory=str(directory))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
