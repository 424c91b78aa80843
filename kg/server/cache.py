"""What was rendered once, kept in memory as it is sent; the least used goes first."""

import zlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

Header = tuple[bytes, bytes]

KEEP = "public, max-age=0, must-revalidate"
"""How long an answer may be kept: until the next release, for which a client asks each time."""

_WORTH_COMPRESSING = 860
_OVERHEAD = 4_000  # of an entry and its objects, in bytes; it also bounds how many the collector has to look at


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is sent.

    Attributes:
        status: The HTTP status.
        headers: All headers but those that depend on the client's encoding.
        body: The body.
        compressed: The body with gzip, or empty.
        etag: The entity tag, with its quotes, or empty.
    """

    status: int
    headers: tuple[Header, ...]
    body: bytes = b""
    compressed: bytes = b""
    etag: bytes = b""


def lasting(body: bytes, media_type: str, packed: bytes, *headers: Header, vary: bytes = b"Accept-Encoding") -> Answer:
    """Return an answer that a client may keep as long as it has the current entity tag.

    Args:
        body: The body.
        media_type: As it is sent.
        packed: The body with gzip, or empty.
        headers: What is said besides.
        vary: By which headers of requests other answers differ.
    """
    own = ((b"content-type", media_type.encode()), (b"vary", vary), (b"cache-control", KEEP.encode()))
    return Answer(HTTPStatus.OK, (*own, *headers), body, packed, entity_tag(body))


def entity_tag(body: bytes) -> bytes:
    """Return a strong entity tag of a body."""
    return f'"{sha256(body).hexdigest()[:20]}"'.encode()


def compressed(body: bytes) -> bytes:
    """Return a body with gzip, the same bytes each time; nothing for one that fits one packet anyway."""
    if len(body) < _WORTH_COMPRESSING:
        return b""
    packer = zlib.compressobj(6, wbits=31)  # 31: gzip, without name and time
    return packer.compress(body) + packer.flush()


class Cache:
    """Answers by key, up to so many bytes; keys count, since clients choose them: a query, a query string."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = 0
        self._answers: OrderedDict[Sequence[object], Answer] = OrderedDict()

    def get(self, key: Sequence[object]) -> Answer | None:
        """Return what is held under a key."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def put(self, key: Sequence[object], answer: Answer) -> None:
        """Hold an answer, and let go of others where there is no room."""
        size = _size(key, answer)
        if size > self._limit or key in self._answers:
            return
        self._answers[key] = answer
        self._held += size
        while self._held > self._limit:
            self._held -= _size(*self._answers.popitem(last=False))

    @property
    def held(self) -> int:
        """Bytes that are held."""
        return self._held


class Recurring:
    """Tells what is asked for again from what is asked for once; remembers so many keys, by their hashes."""

    def __init__(self, limit: int = 20_000) -> None:
        self._limit = limit
        self._seen: OrderedDict[int, None] = OrderedDict()

    def again(self, key: Sequence[object]) -> bool:
        """Say whether a key was asked for before."""
        digest = hash(key)
        if digest in self._seen:
            return True
        self._seen[digest] = None
        if len(self._seen) > self._limit:
            self._seen.popitem(last=False)
        return False


def _size(key: Sequence[object], answer: Answer) -> int:
    """Return how much memory an answer and its key take, about."""
    return len(repr(key)) + len(answer.body) + len(answer.compressed) + _OVERHEAD
