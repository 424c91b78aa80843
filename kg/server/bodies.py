"""Read what a client sends: no more than is allowed, in no more time, and only as it is."""

import asyncio
from contextlib import suppress
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request

from kg.server.problems import Problem
from kg.server.settings import Settings

_MAX_DRAINED = 16 << 20
_DRAIN_SECONDS = 2.0


async def body_of(request: Request, settings: Settings) -> bytes:
    """Return the body of a request.

    Raises:
        Problem: If it is too long, too slow, or compressed.
    """
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        hint = "send it without Content-Encoding"
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "compressed requests are not read", hint)
    try:
        async with asyncio.timeout(settings.body_seconds):
            return await _read(request, settings.max_body)
    except TimeoutError:
        detail = f"a request must be complete within {settings.body_seconds:g} s"
        raise Problem(HTTPStatus.REQUEST_TIMEOUT, detail, headers={"connection": "close"}) from None
    except ClientDisconnect:
        raise Problem(HTTPStatus.BAD_REQUEST, "the request ended before its body did") from None


async def _read(request: Request, limit: int) -> bytes:
    """Return a body; what is beyond a limit is read too, but not kept, so that the client hears the answer."""
    body = bytearray()
    length = 0
    async for piece in request.stream():
        length += len(piece)
        if length <= limit:
            body += piece
        elif length > limit + _MAX_DRAINED:
            break
    if length > limit:
        detail = f"a request has at most {limit:,} bytes"
        headers = {"connection": "close"}
        raise Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, headers=headers, more={"limit": limit})
    return bytes(body)


async def drain(request: Request) -> None:
    """Read the body of a request that is refused without it: a client that still sends would not hear why."""
    left = _MAX_DRAINED
    with suppress(TimeoutError, ClientDisconnect, RuntimeError):  # the last: it has been read
        async with asyncio.timeout(_DRAIN_SECONDS):
            async for piece in request.stream():
                left -= len(piece)
                if left < 0:
                    break
