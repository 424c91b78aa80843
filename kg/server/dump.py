"""The whole graph as a file: the dump of the release as it lies there, sent in pieces, resumable."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from kg.server.cache import KEEP
from kg.server.editions import Edition
from kg.server.problems import Problem
from kg.server.sending import is_held, plain_response
from kg.store.release import DUMP


async def respond(edition: Edition, request: Request) -> Response:
    """Answer with the dump: N-Quads, packed.

    Raises:
        Problem: If the release has none.
    """
    path = edition.release.path / DUMP
    if not path.is_file():
        raise Problem(HTTPStatus.NOT_FOUND, "this release has no dump", hint="ask for its graphs at /data")
    # The dump is a file of its own, not N-Quads that were packed for the way: hence no content-encoding.
    etag = f'"{edition.release.path.name}"'
    headers = {"etag": etag, "cache-control": KEEP}
    if is_held(request.headers.get("if-none-match", ""), etag):
        return plain_response(HTTPStatus.NOT_MODIFIED, headers)
    return FileResponse(path, media_type="application/gzip", filename=DUMP, headers=headers)
