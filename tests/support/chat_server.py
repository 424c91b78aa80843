"""A server of models on this machine: it answers as it is told, well or badly, and keeps what it was asked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
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


def sent(server: Api) -> list[Any]:
    """Return what a server was asked."""
    return [json.loads(body) for body in server.bodies]


@contextmanager
def running(*replies: Reply) -> Iterator[Api]:
    """Run a server on a free port, whose address models are given by."""
    with api_server.running() as api:
        api.base += "/v1"
        api.on(PATH, *replies)
        yield api
