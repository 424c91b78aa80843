"""A server on this machine that nobody may ask, and the bare engine, which asks whom it likes."""

import contextlib
import socket
import threading

import pyoxigraph
from pyoxigraph import NamedNode, Quad

X = NamedNode("https://x.example/x")


class Trap:
    """An engine over one triple, and the server that it must not ask."""

    def __init__(self) -> None:
        self.store = pyoxigraph.Store()
        self.store.add(Quad(X, X, X))
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        self.asked = 0
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    def catches(self, sparql: str) -> bool:
        """Whether the engine asks the server when it is asked this."""
        before = self.asked
        with contextlib.suppress(SyntaxError, OSError, ValueError, RuntimeError):
            answer = self.store.query(sparql)
            if not isinstance(answer, pyoxigraph.QueryBoolean):
                list(answer)
        return self.asked > before

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()

    def _answer(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.asked += 1  # before the answer, so that who asked sees it
            with connection, contextlib.suppress(OSError):
                connection.recv(65_536)
                connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
