"""Ask a model, of any server that speaks OpenAI's chat form: one request at a time, within limits, kept in the cache.

There is no SDK between kg and a model: one POST is all that it takes, and nobody else sees the documents and the key.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2

from kg.base.errors import ReadError, StoreError
from kg.base.node import Node
from kg.interchange import parsed_text
from kg.interchange.http import AGAIN, Endless, form_of, opened, patiently, pieces, store
from kg.interchange.plain import as_written, at
from kg.profile.config import ModelServer

_STREAM, _JSON = "text/event-stream", "application/json"
_WITHOUT_OPTIONS = frozenset((400, 422))
"""How servers refuse a request with options that they do not have."""

_HINT = (
    "check the address, which mostly ends in /v1, the name of the model, and KG_MODEL_KEY; redirects are not followed"
)


@dataclass(frozen=True)
class ChatLimits:
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
        limits: ChatLimits = ChatLimits(),
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

        def ask() -> tuple[httpx2.Response, Answer]:
            return self._one({**body, **self._options})

        response, answer = patiently(ask, self._url, self._say, "try again then: what was answered is kept")
        if response.status_code in _WITHOUT_OPTIONS and self._options:
            self._options = {}
            response, answer = patiently(ask, self._url, self._say, "try again then: what was answered is kept")
        code, form = response.status_code, form_of(response)
        if code != 200 or form not in (_STREAM, _JSON):
            message = f"{self._url} answers with {code}, {form[:60] or 'no media type'}, not as a model does"
            raise StoreError(message, hint="try again later: what was answered is kept" if code in AGAIN else _HINT)
        return answer

    def _one(self, body: Mapping[str, Any]) -> tuple[httpx2.Response, Answer]:
        headers = {"Accept": f"{_STREAM}, {_JSON}", "Accept-Encoding": "identity"}
        headers |= {"Authorization": f"Bearer {self._server.key}"} if self._server.key else {}
        try:
            with (
                opened(self._url, httpx2.Timeout(self._limits.idle, connect=10.0)) as client,
                client.stream("POST", self._url, json=body, headers=headers) as response,
            ):
                return response, self._read(response) if response.status_code == 200 else Answer("")
        except httpx2.ReadTimeout as error:
            raise StoreError(f"{self._url} does not answer in time", hint="take a smaller model") from error

    def _read(self, response: httpx2.Response) -> Answer:
        text, ending, is_stream = "", "", form_of(response) == _STREAM
        try:
            for data in self._data(response, is_stream=is_stream):
                choice = at(_parsed(data), "choices", 0)
                text += as_written(choice, "delta" if is_stream else "message", "content")
                ending = ending or as_written(choice, "finish_reason") or "stop" * (data.strip() == b"[DONE]")
                if len(text) > self._limits.characters:
                    raise Endless(f"has more than {self._limits.characters:,} characters")
        except (httpx2.TransportError, Endless) as error:
            return Answer(text, f"it {error}" if isinstance(error, Endless) else "it stopped half way")
        endings = {"stop": "", "length": "it is longer than the model may write"}
        return Answer(text, endings.get(ending, "it stopped half way") if text else "it is empty")

    def _data(self, response: httpx2.Response, *, is_stream: bool) -> Iterator[bytes]:
        """Yield the data of a stream of events (HTML Living Standard, 9.2), or the whole; within time and size."""
        left = b""
        for piece in pieces(response, self._limits.received, self._limits.seconds):
            left += piece
            if is_stream:
                *lines, left = left.split(b"\n")
                yield from (line[5:] for line in lines if line.startswith(b"data:"))
        if not is_stream:
            yield left


def _parsed(data: bytes) -> Node | None:
    """Return the JSON of a piece of an answer; what is none says nothing."""
    with contextlib.suppress(UnicodeDecodeError, ReadError):
        return parsed_text.parse_json(data.decode(), Path("-"))
    return None
