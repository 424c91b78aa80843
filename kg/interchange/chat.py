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
from kg.interchange.http import AGAIN, keep_quiet, store, trusted, wait_of
from kg.interchange.plain import at
from kg.profile.config import ModelServer
from kg.terms.identifiers import is_own_machine

_TRIES = 3
_WITHOUT_OPTIONS = frozenset((400, 422))
"""How servers refuse a request with options that they do not have."""

_HINT = (
    "check the address, which mostly ends in /v1, the name of the model, and KG_MODEL_KEY; redirects are not followed"
)


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
            except httpx2.ReadTimeout as error:
                raise StoreError(f"{self._url} does not answer in time", hint="take a smaller model") from error
            except (_NotNow, httpx2.TransportError) as error:
                message = f"{self._url} cannot be reached: {error or type(error).__name__}"
                if tries == _TRIES:
                    raise Unavailable(message, hint="try again later: what was answered is kept") from error
                wait = getattr(error, "wait", 1.0)
                self._say(f"{message}; asking again in {wait:g} s")
                time.sleep(wait)
            except _NoSuchOptions as error:
                if not self._options:
                    raise StoreError(str(error), hint=_HINT) from error
                self._options, tries = {}, 0

    def _one(self, body: Mapping[str, Any]) -> Answer:
        keep_quiet()
        headers = {"Accept": "text/event-stream, application/json", "Accept-Encoding": "identity"}
        headers |= {"Authorization": f"Bearer {self._server.key}"} if self._server.key else {}
        timeout = httpx2.Timeout(self._limits.idle, connect=10.0)
        is_own = is_own_machine(self._url)  # no proxy of the environment gets to see what stays on the machine
        with (
            httpx2.Client(timeout=timeout, follow_redirects=False, verify=trusted(), trust_env=not is_own) as client,
            client.stream("POST", self._url, json=body, headers=headers) as response,
        ):
            return self._read(response, is_stream=_form_of(response, self._url) == "text/event-stream")

    def _read(self, response: httpx2.Response, *, is_stream: bool) -> Answer:
        text, ending = "", None
        try:
            for data in self._data(response, is_stream=is_stream):
                choice = at(_parsed(data), "choices", 0)
                part = at(choice, "delta" if is_stream else "message", "content")
                text += part if isinstance(part, str) else ""
                ending = ending or at(choice, "finish_reason") or ("stop" if data.strip() == b"[DONE]" else None)
                if len(text) > self._limits.characters:
                    raise _Endless(f"it has more than {self._limits.characters:,} characters")
        except (httpx2.TransportError, _Endless) as error:
            return Answer(text, str(error) or "it stopped half way")
        endings = {"stop": "", "length": "it is longer than the model may write"}
        return Answer(text, endings.get(str(ending), "it stopped half way") if text else "it is empty")

    def _data(self, response: httpx2.Response, *, is_stream: bool) -> Iterator[bytes]:
        """Yield the data of a stream of events (HTML Living Standard, 9.2), or the whole; within time and size."""
        deadline, received, left = time.monotonic() + self._limits.seconds, 0, b""
        for piece in response.iter_bytes(1 << 16):
            received += len(piece)
            if received > self._limits.received or time.monotonic() > deadline:
                raise _Endless(f"it is endless: {received:,} bytes within {self._limits.seconds:g} seconds")
            left += piece
            if is_stream:
                *lines, left = left.split(b"\n")
                yield from (line[5:] for line in lines if line.startswith(b"data:"))
        if not is_stream:
            yield left


class _Endless(Exception):
    """An answer goes beyond a limit."""


class _NoSuchOptions(Exception):
    """A server does not take a request as it is."""


class _NotNow(Exception):
    """A server may answer later."""

    def __init__(self, message: str, wait: float) -> None:
        super().__init__(message)
        self.wait = wait


def _form_of(response: httpx2.Response, url: str) -> str:
    """Return the media type of an answer; refuse what is none of a model."""
    code = response.status_code
    if code in AGAIN:
        raise _NotNow(f"answer {code}", wait_of(response, url, 2.0, "try again then"))
    if code in _WITHOUT_OPTIONS:
        raise _NoSuchOptions(f"{url} does not take the request: answer {code}")
    given = response.headers.get("content-type", "").partition(";")[0].strip().casefold()
    if code != 200 or given not in ("text/event-stream", "application/json"):
        message = f"{url} answers with {code}, {given[:60] or 'no media type'}, not as a model does"
        raise StoreError(message, hint=_HINT)
    return given


def _parsed(data: bytes) -> Any:
    """Return the JSON of a piece of an answer; what is none says nothing."""
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(data)
    return None
