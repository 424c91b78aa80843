"""Responses ready to be sent, and the cache that keeps them: the least recently used goes first."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kg.server.codings import coding_of

Header = tuple[bytes, bytes]

KEEP = "public, max-age=0, must-revalidate"
"""Clients may cache a response until the next release, for which they ask each time."""

_PRIVATE = (b"cache-control", b"private, no-cache")

READING = ("GET", "HEAD", "OPTIONS")
ASKING = (*READING, "POST")
"""The methods of what may be read, and of what may be asked with a body."""

_ALLOWED_HEADERS = (
    "Accept, Accept-Language, Authorization, Cache-Control, Content-Type, If-Modified-Since, If-None-Match, "
    "Range, X-Requested-With"
)
_IN_URIS = "%:/?#[]@!$&'()*+,;=~"
ROOT = "kg.root"
"""Under which key a request has the path under which its client sees the server.

Not ASGI's `root_path`: there, the path of a request holds it, too.
"""

IS_INTERNAL = "kg.internal"
"""Under which key a request says whether it is one of the internal audience."""

_OVERHEAD = 4_000  # of an entry and its objects, in bytes; it also bounds how many the collector has to look at


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A response as it is sent.

    Attributes:
        status: The HTTP status.
        headers: All headers but those that depend on the client's encoding.
        body: The body.
        packed: The body in other codings, by their names, or None.
        etag: The entity tag, with its quotes, or empty.
    """

    status: int
    headers: tuple[Header, ...]
    body: bytes = b""
    packed: Mapping[str, bytes] | None = None
    etag: bytes = b""


def cacheable(
    body: bytes,
    media_type: str,
    packed: Mapping[str, bytes] | None,
    *headers: Header,
    vary: bytes = b"Accept-Encoding",
    tagged: bool = True,
) -> CachedResponse:
    """Return a response that clients revalidate by its strong entity tag; `packed` is the body in other codings.

    What is too large to be kept is better not tagged: nobody is answered meanwhile.
    """
    own = ((b"content-type", media_type.encode()), (b"vary", vary), (b"cache-control", KEEP.encode()))
    etag = f'"{sha256(body).hexdigest()[:20]}"'.encode() if tagged else b""
    return CachedResponse(HTTPStatus.OK, (*own, *headers), body, packed, etag)


class Cache:
    """Responses by key, up to so many bytes; keys count, since clients choose them: a query, a query string."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.size = 0
        self._responses: OrderedDict[Sequence[object], CachedResponse] = OrderedDict()

    def get(self, key: Sequence[object]) -> CachedResponse | None:
        """Return the response of a key, which is then the last to go."""
        response = self._responses.get(key)
        if response is not None:
            self._responses.move_to_end(key)
        return response

    def put(self, key: Sequence[object], response: CachedResponse) -> None:
        """Add a response, and evict others where there is no room."""
        size = _size(key, response)
        if size > self._limit or key in self._responses:
            return
        self._responses[key] = response
        self.size += size
        while self.size > self._limit:
            self.size -= _size(*self._responses.popitem(last=False))


def _size(key: Sequence[object], response: CachedResponse) -> int:
    return len(repr(key)) + len(response.body) + sum(map(len, (response.packed or {}).values())) + _OVERHEAD


class SeenKeys:
    """Tells repeated requests from single ones; remembers the hashes of so many keys."""

    def __init__(self, limit: int = 20_000) -> None:
        self._limit = limit
        self._seen: OrderedDict[int, None] = OrderedDict()

    def is_repeated(self, key: Sequence[object]) -> bool:
        """Say whether a key was seen before, and remember it."""
        digest = hash(key)
        if digest in self._seen:
            return True
        self._seen[digest] = None
        if len(self._seen) > self._limit:
            self._seen.popitem(last=False)
        return False


class PreparedResponse(Response):
    """A Starlette response whose headers and body are encoded already."""

    def __init__(self, status: int, headers: list[Header], body: bytes) -> None:
        self.status_code = status
        self.raw_headers = headers
        self.body = body
        self.background = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send it; to HEAD without its body."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


def sent(request: Request, response: CachedResponse) -> Response:
    """Return a response as a client wants it: compressed if it accepts that, 304 if it has it."""
    asked = dict(request.scope["headers"])
    headers, etag, body = list(response.headers), response.etag, response.body
    coding = b""
    if response.packed:
        name = coding_of(asked.get(b"accept-encoding", b""), tuple(response.packed)).name
        if name in response.packed:
            coding, body = name.encode(), response.packed[name]
    if etag:
        etag = etag[:-1] + b"-" + coding + b'"' if coding else etag
        headers.append((b"etag", etag))
    if is_held(asked, etag, headers):
        headers = [each for each in headers if each[0] != b"content-type"]
        return PreparedResponse(HTTPStatus.NOT_MODIFIED, headers, b"")
    if coding:
        headers.append((b"content-encoding", coding))
    headers.append((b"content-length", str(len(body)).encode()))
    return PreparedResponse(response.status, headers, body)


def plain_response(status: HTTPStatus, headers: Mapping[str, str], body: str = "") -> Response:
    """Return a small response that is not worth caching."""
    return Response(body, status, with_uri(headers), "text/plain" if body else None)


def with_uri(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Return headers of which the one that says where to go is safe to send, whatever was asked for."""
    return {**headers, "location": uri_of(headers["location"])} if "location" in headers else headers


def uri_of(address: str) -> str:
    r"""Return an IRI as a URI that is safe in a header, and between angle brackets there (RFC 3987, section 3.1).

    >>> uri_of("/person/ada?q=%20\r\n<é>")
    '/person/ada?q=%20%0D%0A%3C%C3%A9%3E'
    """
    return quote(address, safe=_IN_URIS, errors="replace")


def sent_headers(scope: Scope, headers: Sequence[Header]) -> Sequence[Header]:
    """Return headers as they are sent: with addresses as the client sees them; private to the internal audience."""
    if root := scope.get(ROOT):
        headers = below(root, headers)
    if scope.get(IS_INTERNAL):
        kept = [each for each in headers if each[0] != b"cache-control" or b"no-store" in each[1]]
        headers = kept if any(name == b"cache-control" for name, _ in kept) else [*kept, _PRIVATE]
    return headers


def below(root: str, headers: Sequence[Header]) -> Sequence[Header]:
    """Return headers whose addresses stand below the path under which a client sees the server.

    >>> below("/kg", [(b"location", b"/query/"), (b"link", b'</a>; rel="b", <https://c>; rel="d"')])
    [(b'location', b'/kg/query/'), (b'link', b'</kg/a>; rel="b", <https://c>; rel="d"')]
    """
    start = root.encode()
    return [
        (name, start + value if value.startswith(b"/") else value.replace(b"</", b"<" + start + b"/"))
        if name in (b"location", b"link")
        else (name, value)
        for name, value in headers
    ]


def preflight(methods: Sequence[str]) -> Response:
    """Return the response to OPTIONS, also of a browser that asks before it sends (CORS)."""
    allowed = ", ".join(methods)
    headers = {
        "allow": allowed,
        "access-control-allow-methods": allowed,
        "access-control-allow-headers": _ALLOWED_HEADERS,
        "access-control-max-age": "86400",
    }
    return plain_response(HTTPStatus.NO_CONTENT, headers)


def is_held(asked: Mapping[bytes, bytes], etag: bytes, headers: Sequence[Header]) -> bool:
    """Say whether a client has a response already: by its entity tag, else by its date (RFC 9110, section 13.2.2).

    Args:
        asked: The headers of the request.
        etag: The entity tag of the response, or empty.
        headers: The headers of the response, of which `last-modified` counts.

    >>> held = [(b"last-modified", b"Sun, 22 Nov 2026 10:30:00 GMT")]
    >>> is_held({b"if-modified-since": b"Sun, 22 Nov 2026 10:30:00 GMT"}, b"", held)
    True
    >>> is_held({b"if-none-match": b'"b"', b"if-modified-since": b"Sun, 22 Nov 2026 10:30:00 GMT"}, b'"a"', held)
    False
    """
    if (named := asked.get(b"if-none-match")) is not None:  # section 13.1.2: weak comparison
        tags = [tag.strip().removeprefix(b"W/") for tag in named.split(b",")]
        return bool(etag) and (etag in tags or b"*" in tags)
    if b"if-modified-since" not in asked:
        return False
    since, modified = http_date(asked[b"if-modified-since"]), http_date(dict(headers).get(b"last-modified", b""))
    return since is not None and modified is not None and modified <= since


def http_date(text: bytes) -> datetime | None:
    """Return the time of a header (RFC 9110, section 5.6.7), or None if it is none."""
    try:
        return parsedate_to_datetime(text.decode("ascii")).replace(tzinfo=UTC)
    except ValueError:
        return None
