"""The files of the pages: style, scripts, icons; read once, sent from memory."""

import mimetypes
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from kg.server.codings import compressed
from kg.server.problems import HttpProblem
from kg.server.responses import CachedResponse, cacheable, sent
from kg.server.served import ServedRelease
from kg.site.templating import ASSETS

_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


async def respond(served: ServedRelease, request: Request) -> Response:
    """Answer with a file, cached as the pages are."""
    name = request.scope["path"].removeprefix("/assets/")
    file = asset(ASSETS, name)
    served.cache.put((f"assets/{name}",), file)
    return sent(request, file)


@lru_cache(maxsize=256)
def asset(folder: Path, name: str) -> CachedResponse:
    """Return a file of a folder.

    Raises:
        HttpProblem: If there is none.
    """
    try:
        path = (folder / name).resolve()
        is_there = path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have: too long, or with a zero byte
        is_there = False
    if not is_there:
        raise HttpProblem(HTTPStatus.NOT_FOUND, "there is no such file")
    body = path.read_bytes()
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return cacheable(body, media_type, compressed(body))
