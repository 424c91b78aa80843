"""A server of models on this machine: it answers as it is told, well or badly, and keeps what it was asked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.support import api_server
from tests.support.api_server import Api, Reply

PATH = "/v1/chat/completions"


def stream(text: str, ending: str | None = "stop") -> Reply:
    """Return a text as models stream it; without an ending it stops half way."""
    deltas = [{"delta": {"content": text[start : start + 40]}} for start in range(0, len(text), 40)]
    events = [json.dumps({"choices": [each]}) for each in (*deltas, {"delta": {}, "finish_reason": ending})]
    body = "".join(f"data: {each}\n\n" for each in (*events, "[DONE]")[: None if ending else -2])
    return Reply(body.encode(), media_type="text/event-stream")


@dataclass
class ModelServer:
    """A running server."""

    api: Api

    @property
    def address(self) -> str:
        """Its address, as users give it."""
        return f"{self.api.base}/v1"

    @property
    def asked(self) -> list[Any]:
        """What it was asked."""
        return [json.loads(body) for body in self.api.bodies]

    @property
    def headers(self) -> list[dict[str, str]]:
        """With which headers."""
        return [headers for _, headers in self.api.asked]

    def answer(self, *replies: Reply) -> None:
        """Answer so, in turn, the last one for ever."""
        self.api.on(PATH, *replies)


@contextmanager
def running(*replies: Reply) -> Iterator[ModelServer]:
    """Run a server on a free port."""
    with api_server.running() as api:
        server = ModelServer(api)
        server.answer(*replies)
        yield server
