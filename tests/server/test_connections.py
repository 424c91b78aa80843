"""Clients that dawdle, send too much or leave do not keep the server from the others."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest

from kg.store.release import Release
from tests.support.serving import served_with

pytestmark = pytest.mark.thorough

_PATIENCE = 120  # seconds after which a test gives up; how busy the machine is decides nothing before


@pytest.fixture(scope="module")
def address(release: Release) -> Iterator[str]:
    with served_with(release.path, idle_seconds=3.0) as served:
        yield served


def _connect(address: str) -> socket.socket:
    parts = urlsplit(address)
    raw = socket.create_connection((parts.hostname or "", parts.port or 0))
    raw.settimeout(_PATIENCE)
    return raw


def _closed(raw: socket.socket) -> bool:
    try:
        return raw.recv(65536) == b""
    except ConnectionResetError:
        return True


def test_a_head_that_comes_byte_by_byte_is_let_go(address: str) -> None:
    with _connect(address) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            _send_again_and_again(raw, b"X-A: b\r\n", pause=0.05)


def test_others_are_answered_while_a_hundred_dawdle(address: str) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(_connect(address)) for _ in range(100)]
        for raw in slow:
            raw.sendall(b"GET /")
        answer = httpx.get(f"{address}/health", timeout=_PATIENCE)

        assert answer.status_code == 200
        assert all(_closed(raw) for raw in slow)


CHUNKED = b" /person/jiamin-li/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "the body of a page": (b"GET" + CHUNKED, b"10000\r\n" + b"a" * 65_536 + b"\r\n"),
    "trailers": (b"GET" + CHUNKED + b"0\r\n", b"X-A: " + b"b" * 60_000 + b"\r\n"),
}


def _send_again_and_again(raw: socket.socket, piece: bytes, pause: float = 0.0) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        raw.sendall(piece)
        time.sleep(pause)


@pytest.mark.parametrize("name", ENDLESS)
def test_who_sends_without_end_is_let_go(address: str, name: str) -> None:
    head, piece = ENDLESS[name]
    with _connect(address) as raw:
        raw.sendall(head)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            _send_again_and_again(raw, piece)


def test_what_stands_behind_a_body_is_not_read(address: str) -> None:
    """Trailers are allowed (RFC 9112, section 7.1.2), but an `Accept` among them comes too late."""
    head = b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
    with _connect(address) as raw:
        raw.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nASK{}\r\n0\r\nAccept: text/csv\r\n\r\n")
        answer = raw.recv(65_536)

        assert answer.startswith(b"HTTP/1.1 200")
        assert b"application/sparql-results+json" in answer


ASK = b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\n"
HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
WHOLE = b"Content-Length: %d\r\n\r\n%s" % (len(HIDDEN), HIDDEN)
IN_CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\nUpgrade: h2c\r\n\r\n" % (len(HIDDEN), HIDDEN)
UPGRADES = (
    b"Connection: Upgrade\r\nUpgrade: anything\r\n",
    b"cOnNeCtIoN: keep-alive , uPgRaDe\r\nUPGRADE:websocket\r\nSec-WebSocket-Version: 13\r\n",
)


def _statuses(address: str, data: bytes, size: int = 1 << 20) -> list[int]:
    """Return the statuses of all answers to what is sent in pieces, until the server closes."""
    received = b""
    with _connect(address) as raw, suppress(ConnectionResetError, BrokenPipeError):
        for start in range(0, len(data), size):
            raw.sendall(data[start : start + size])
            time.sleep(0.001 if size < 100 else 0)
        while piece := raw.recv(65_536):
            received += piece
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", received)]


@pytest.mark.parametrize("size", [7, 1 << 20])
@pytest.mark.parametrize("body", [WHOLE, IN_CHUNKS], ids=["whole", "in chunks"])
def test_the_body_behind_an_upgrade_is_no_request(address: str, body: bytes, size: int) -> None:
    """The body asks for what is not there; its request is a query that cannot be read."""
    for upgrade in UPGRADES:
        request = ASK + upgrade + body
        assert _statuses(address, request + request + LAST, size) == [400, 400, 200], upgrade


@pytest.mark.parametrize(
    "head",
    [
        b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        LAST.replace(b"\r\n\r\n", b"\r\nX-A: " + b"b" * (33 << 10) + b"\r\n\r\n"),
        LAST.replace(b"\r\n\r\n", b"\r\nX-A: b" * 100 + b"\r\n\r\n"),
        ASK + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nASK{}\r\n0\r\n\r\n",
    ],
    ids=["a tunnel", "another version", "a preface", "a large head", "many headers", "two lengths"],
)
def test_a_head_that_is_none_is_refused_with_all_that_follows(address: str, head: bytes) -> None:
    assert _statuses(address, head + HIDDEN + LAST) in ([400], [431])


LARGE = b"SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 20000"


def _ask_for_much(address: str) -> socket.socket:
    """Return a connection with a large answer of which nothing is read."""
    raw = _connect(address)
    head = b"POST /sparql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/sparql-query\r\nContent-Length: %d"
    raw.sendall(head % len(LARGE) + b"\r\n\r\n" + LARGE)
    return raw


def _gone(raw: socket.socket) -> bool:
    """Whether the server ended a connection, of which nothing is read for this: what is not sent yet never comes."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        try:
            raw.sendall(b" ")
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_a_client_that_does_not_read_its_answer_is_let_go(release: Release) -> None:
    with served_with(release.path, idle_seconds=2.0) as address, _ask_for_much(address) as raw:
        assert _gone(raw)


def test_an_answer_may_take_longer_than_a_client_may_dawdle(release: Release) -> None:
    """The query ends at its own limit, and its client hears so."""
    slow = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?c != ?f) }"
    with served_with(release.path, idle_seconds=1.0) as address, _connect(address) as raw:
        raw.sendall(_post(slow, "Connection: close"))
        assert b" 504 " in _all_of(raw)[:20]


def _request(line: str, *headers: str, body: str = "") -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", "Host: localhost", *headers, "", body]).encode()


def _post(query: str, *headers: str) -> bytes:
    own = ("Content-Type: application/sparql-query", f"Content-Length: {len(query)}", *headers)
    return _request("POST /sparql", *own, body=query)


def _all_of(raw: socket.socket) -> bytes:
    received = bytearray()
    while piece := raw.recv(1 << 20):
        received += piece
    return bytes(received)


def test_answers_come_in_the_order_in_which_they_were_asked_for(address: str) -> None:
    asked = [
        _post("SELECT (1 AS ?x) {}"),
        _request("GET /health"),
        _request("GET /sparql?query=ASK%7B%7D", "Accept: text/csv"),
        _request("OPTIONS /sparql"),
        _request("GET /nothing"),
        _request("GET /").replace(b"localhost", b"elsewhere.example"),
        _post("ASK {", "Connection: close"),
    ]
    with _connect(address) as raw:
        raw.sendall(b"".join(asked))
        statuses = re.findall(rb"HTTP/1.1 (\d+)", _all_of(raw))

    assert statuses == [b"200", b"200", b"200", b"204", b"404", b"421", b"400"]


def test_a_body_is_asked_for_where_the_client_waits_for_that(address: str) -> None:
    with _connect(address) as raw:
        head, _, body = _post("ASK {}", "Expect: 100-continue", "Connection: close, Upgrade", "Upgrade: h2c").partition(
            b"\r\n\r\n"
        )
        raw.sendall(head + b"\r\n\r\n")
        assert raw.recv(65_536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        raw.sendall(body)
        assert _all_of(raw).startswith(b"HTTP/1.1 200 OK")


def test_a_query_that_does_not_come_to_its_end_is_told_so(release: Release) -> None:
    with served_with(release.path, body_seconds=0.5) as address, _connect(address) as raw:
        raw.sendall(_post("ASK {}")[:-1])
        said = _all_of(raw)

    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"a request must be complete within 0.5 s" in said
