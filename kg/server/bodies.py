"""Read what a client sends: no more than is allowed, in no more time, and only as it is."""

import asyncio
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request

from kg.server.problems import Problem
from kg.server.settings import Settings


async def body_of(request: Request, settings: Settings) -> bytes:
    """Return the body of a request.

    Raises:
        Problem: If it is too long, too slow, or compressed.
    """
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        hint = "send it without Content-Encoding"
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "compressed requests are not read", hint)
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:18]) > settings.max_body:
        raise _too_large(settings)
    try:
        async with asyncio.timeout(settings.body_seconds):
            return await _read(request, settings)
    except TimeoutError:
        detail = f"a request must be complete within {settings.body_seconds:g} s"
        raise Problem(HTTPStatus.REQUEST_TIMEOUT, detail, headers={"connection": "close"}) from None
    except ClientDisconnect:
        raise Problem(HTTPStatus.BAD_REQUEST, "the request ended before its body did") from None


async def _read(request: Request, settings: Settings) -> bytes:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > settings.max_body:
            raise _too_large(settings)
    return bytes(body)


def _too_large(settings: Settings) -> Problem:
    limit = settings.max_body
    detail = f"a request has at most {limit:,} bytes"
    return Problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, headers={"connection": "close"}, more={"limit": limit})
