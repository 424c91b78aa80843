"""Send an answer: whole, compressed, as 304, or its head only."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kg.server.cache import Answer, Header


class Sent(Response):
    """A response made of headers and a body that are ready to be sent."""

    def __init__(self, status: int, headers: list[Header], body: bytes) -> None:
        self.status_code = status
        self.raw_headers = headers
        self.body = body
        self.background = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


def sent(request: Request, answer: Answer) -> Response:
    """Return an answer as a client wants it: compressed if it may be, 304 if it has it."""
    return Sent(*wanted(answer, request.scope["headers"]))


def wanted(answer: Answer, request_headers: Sequence[Header]) -> tuple[int, list[Header], bytes]:
    """Return status, headers and body of an answer, given the headers of the request."""
    asked = dict(request_headers)
    is_compressed = bool(answer.compressed) and b"gzip" in asked.get(b"accept-encoding", b"").lower()
    etag = answer.etag[:-1] + b'-gz"' if is_compressed and answer.etag else answer.etag
    headers = list(answer.headers)
    if etag:
        headers.append((b"etag", etag))
        if (held := asked.get(b"if-none-match")) and is_held(held.decode("latin-1"), etag.decode()):
            return HTTPStatus.NOT_MODIFIED, [each for each in headers if each[0] != b"content-type"], b""
    body = answer.compressed if is_compressed else answer.body
    if is_compressed:
        headers.append((b"content-encoding", b"gzip"))
    headers.append((b"content-length", str(len(body)).encode()))
    return answer.status, headers, body


def plain_response(status: HTTPStatus, headers: Mapping[str, str], body: str = "") -> Response:
    """Return a small response that is not worth keeping."""
    return Response(body, status, headers, "text/plain" if body else None)


def is_held(if_none_match: str, etag: str) -> bool:
    """Tell whether a client has what an entity tag stands for (RFC 9110, section 13.1.2: weak comparison)."""
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return etag in tags or "*" in tags
