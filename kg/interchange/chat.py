"""Ask a model, of any server that speaks OpenAI's chat form: one request at a time, within limits, kept in the cache.

There is no SDK between kg and a model: one POST is all that it takes, and nobody else sees the documents and the key.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2

from kg.base.errors import StoreError, Unavailable
from kg.interchange.http import AGAIN, MOVED, keep_quiet, store, trusted, wait_of
from kg.interchange.plain import at
from kg.profile.config import ModelServer
from kg.terms.identifiers import is_own_machine

_TRIES = 3
_IN_PLAIN = frozenset((400, 422))
"""How servers refuse a request with options that they do not have."""


@dataclass(frozen=True)
class Limits:
    """What an answer may take."""

    idle: float = 300.0  # seconds until it begins, and between two pieces of it: small machines read slowly
    seconds: float = 900.0
    received: int = 8 << 20  # bytes, with what a stream puts around each word
    tokens: int = 4_000
    characters: int = 60_000


@dataclass(frozen=True)
class Answer:
    """What a model answered, and why that is not all of it; nothing where it is."""

    text: str
    broken: str = ""


class Chat:
    """Asks a model.

    Args:
        server: Where it is, as the user named it, and what it is called there.
        cache: The directory in which answers are kept.
        say: Takes a line that tells of waiting.
        schema: The JSON Schema of an answer, for servers that can hold a model to it.
        limits: What an answer may take.
    """

    def __init__(
        self,
        server: ModelServer,
        cache: Path,
        say: Callable[[str], None],
        *,
        schema: Mapping[str, Any] | None = None,
        limits: Limits = Limits(),
    ) -> None:
        self._server, self._cache, self._say, self._limits = server, cache, say, limits
        self._url = f"{server.address}/chat/completions"
        form = {"type": "json_schema", "json_schema": {"name": "entries", "schema": schema}}
        self._options: dict[str, Any] = {"temperature": 0, "max_tokens": limits.tokens}
        self._options |= {"response_format": form} if schema else {}

    def ask(self, instructions: str, request: str) -> Answer:
        """Return what the model answers; an answer that was whole is not asked for again.

        Raises:
            Unavailable: If the server cannot be reached, or asks to be left alone.
            StoreError: If it does not answer as it should.
            ReadError: If the cache cannot be written.
        """
        asked = json.dumps([self._url, self._server.name, instructions, request])
        kept = self._cache / "models" / f"{sha256(asked.encode()).hexdigest()[:32]}.txt"
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return Answer(kept.read_text("utf-8"))
        said = [{"role": "system", "content": instructions}, {"role": "user", "content": request}]
        answer = self._asked({"model": self._server.name, "messages": said, "stream": True})
        if not answer.broken:
            store(kept.parent, kept.name, answer.text)
        return answer

    def _asked(self, body: Mapping[str, Any]) -> Answer:
        """Ask with some patience; once a server refuses options, it is asked without any."""
        tries = 0
        while True:
            tries += 1
            try:
                return self._one({**body, **self._options})
            except _NotNow as error:
                if tries == _TRIES:
                    raise Unavailable(str(error), hint="try again later: what was answered is kept") from error
                self._say(f"{error}; asking again in {error.wait:g} s")
                time.sleep(error.wait)
            except _NoSuchOptions as error:
                if not self._options:
                    raise StoreError(
                        str(error), hint="check the name of the model, and how long its context is"
                    ) from error
                self._options, tries = {}, 0

    def _one(self, body: Mapping[str, Any]) -> Answer:
        keep_quiet()
        headers = {"Accept": "text/event-stream, application/json", "Accept-Encoding": "identity"}
        headers |= {"Authorization": f"Bearer {self._server.key}"} if self._server.key else {}
        timeout = httpx2.Timeout(self._limits.idle, connect=10.0)
        is_own = is_own_machine(self._url)  # no proxy of the environment gets to see what stays on the machine
        with (
            httpx2.Client(timeout=timeout, follow_redirects=False, verify=trusted(), trust_env=not is_own) as client,
            _reached(self._url),
            client.stream("POST", self._url, json=body, headers=headers) as response,
        ):
            self._check(response)
            return self._read(response)

    def _check(self, response: httpx2.Response) -> None:
        """Refuse what is no answer."""
        code, url = response.status_code, self._url
        if code in AGAIN:
            raise _NotNow(f"{url} answers with {code}", wait_of(response, url, 2.0, "try again then"))
        if code in _IN_PLAIN:
            raise _NoSuchOptions(f"{url} does not take the request: answer {code}")
        if code in MOVED:
            raise StoreError(f"{url} leads elsewhere, where nothing is sent", hint="name that address, if you trust it")
        if code != 200:
            hints = {401: "check KG_MODEL_KEY", 403: "check KG_MODEL_KEY", 404: "the address mostly ends in /v1"}
            hint = hints.get(code, "check the address and the name of the model")
            raise StoreError(f"{url} answers with {code}", hint=hint)
        given = response.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if given not in ("text/event-stream", "application/json"):
            message = f"{url} answers with {given[:60] or 'no media type'}, not as a model does"
            raise StoreError(message, hint="the address mostly ends in /v1")

    def _read(self, response: httpx2.Response) -> Answer:
        is_stream = "event-stream" in response.headers["content-type"].casefold()
        parts: list[str] = []
        length, ending = 0, None
        try:
            for data in self._events(response) if is_stream else self._whole(response):
                part = at(data, "choices", 0, "delta" if is_stream else "message", "content")
                parts.append(part if isinstance(part, str) else "")
                length += len(parts[-1])
                ending = ending or at(data, "choices", 0, "finish_reason")
                if length > self._limits.characters:
                    raise _Endless(f"it has more than {self._limits.characters:,} characters")
        except (httpx2.TransportError, _Endless) as error:
            return Answer("".join(parts), str(error) or "it stopped half way")
        whole = {"stop": "", "length": "it is longer than the model may write"}
        reason = whole.get(str(ending), "it stopped half way")
        return Answer("".join(parts), reason if parts else "it is empty")

    def _pieces(self, response: httpx2.Response) -> Iterator[bytes]:
        """Yield the bytes of a response within the limits of size and time."""
        deadline, received = time.monotonic() + self._limits.seconds, 0
        for piece in response.iter_bytes(1 << 16):
            received += len(piece)
            if received > self._limits.received:
                raise _Endless(f"it has more than {self._limits.received:,} bytes")
            if time.monotonic() > deadline:
                raise _Endless(f"it took more than {self._limits.seconds:g} seconds")
            yield piece

    def _whole(self, response: httpx2.Response) -> Iterator[Any]:
        yield _parsed(b"".join(self._pieces(response)))

    def _events(self, response: httpx2.Response) -> Iterator[Any]:
        """Yield the data of a stream of events (HTML Living Standard, 9.2), each of which is one line here."""
        left = b""
        for piece in self._pieces(response):
            *lines, left = (left + piece).split(b"\n")
            for line in lines:
                if line.startswith(b"data:") and line[5:].strip() == b"[DONE]":
                    yield {"choices": [{"finish_reason": "stop"}]}
                    return
                if line.startswith(b"data:"):
                    yield _parsed(line[5:])


class _Endless(Exception):
    """An answer goes beyond a limit."""


class _NoSuchOptions(Exception):
    """A server does not take a request as it is."""


class _NotNow(Exception):
    """A server may answer later."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = wait


@contextlib.contextmanager
def _reached(url: str) -> Iterator[None]:
    """Tell servers that cannot be reached from those that are slow, whom it does not help to be asked again."""
    try:
        yield
    except httpx2.ReadTimeout as error:
        raise StoreError(f"{url} does not begin to answer in time", hint="take a smaller model") from error
    except httpx2.TransportError as error:
        raise _NotNow(f"{url} cannot be reached: {error or type(error).__name__}", 1.0) from error


def _parsed(data: bytes) -> Any:
    """Return the JSON of a piece of an answer; what is none says nothing."""
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(data)
    return None
