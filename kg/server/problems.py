"""Say what went wrong: as problem+json (RFC 9457) to machines, as a page to people.

The one place where errors of kg become HTTP status codes.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kg.base.errors import KgError, NotFound, QueryError, StoreError, Unanswered, Unavailable
from kg.server.negotiation import Offer, negotiate
from kg.server.workers.outcomes import Busy, LimitReached
from kg.server.workers.process import DeadlinePassed, WorkerError

MEDIA_TYPE = "application/problem+json"

_OFFERS = (Offer(MEDIA_TYPE, 1.0, "json"), Offer("application/json", 0.9, "json"), Offer("text/html", 1.0, "html"))
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="/assets/kg.css">
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<main id="main">
<h1>{title}</h1>
<p>{detail}</p>
{hint}
<p><a href="/">To the first page</a></p>
</main>
</html>
"""


@dataclass
class Problem(Exception):
    """An answer that is not what was asked for; not frozen, since Python notes in exceptions where they arose.

    Attributes:
        status: The HTTP status.
        detail: A sentence that says what is wrong.
        hint: What to do, or empty.
        headers: Headers that belong to it, such as `Retry-After`.
        more: What programs may want to know, such as `limit`, `line` and `column`.
    """

    status: HTTPStatus
    detail: str
    hint: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str | int | float] = field(default_factory=dict)

    def response(self, request: Request) -> Response:
        """Return it as the client likes it."""
        form = negotiate(request.headers.get("accept"), _OFFERS)
        headers = {**self.headers, "cache-control": "no-store", "vary": "Accept"}
        if form == "html":
            return Response(self._page(), self.status, headers, "text/html")
        return Response(self._json(), self.status, headers, MEDIA_TYPE)

    def _json(self) -> bytes:
        members = {
            "type": "about:blank",
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": self.detail,
        }
        hint = {"hint": self.hint} if self.hint else {}
        return json.dumps(members | hint | dict(self.more), ensure_ascii=False, indent=2).encode() + b"\n"

    def _page(self) -> str:
        hint = f"<p>{escape(_sentence(self.hint))}</p>" if self.hint else ""
        return _PAGE.format(title=escape(self.status.phrase), detail=escape(_sentence(self.detail)), hint=hint)


def _sentence(text: str) -> str:
    """Return what is said of an error as people write sentences; an address at its head stays as it is.

    >>> _sentence("look for it by its name"), _sentence("https://example.org/ is not in the graph")
    ('Look for it by its name.', 'https://example.org/ is not in the graph.')
    """
    begun = text if "://" in text.partition(" ")[0] else text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."


def problem_of(error: Exception) -> Problem:
    """Return the answer to an error: what is the client's fault, what is busy, and what is ours."""
    match error:
        case Problem():
            return error
        case HTTPException():
            return Problem(HTTPStatus(error.status_code), error.detail)
        case LimitReached():
            return _beyond(error)
        case QueryError(place=(line, column)):
            return Problem(HTTPStatus.BAD_REQUEST, str(error), error.hint, more={"line": line, "column": column})
        case KgError():
            return Problem(_status(error), str(error), error.hint or _HINTS.get(type(error), ""), _later(error))
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here; it was not your request")


_STATUS: Mapping[type[KgError], HTTPStatus] = {
    NotFound: HTTPStatus.NOT_FOUND,
    DeadlinePassed: HTTPStatus.GATEWAY_TIMEOUT,
    WorkerError: HTTPStatus.SERVICE_UNAVAILABLE,
    Unavailable: HTTPStatus.SERVICE_UNAVAILABLE,
    Unanswered: HTTPStatus.BAD_GATEWAY,
    StoreError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
_HINTS: Mapping[type[KgError], str] = {DeadlinePassed: "ask for less, or ask again later"}


def _status(error: KgError) -> HTTPStatus:
    return next((status for kind, status in _STATUS.items() if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)


def _later(error: KgError) -> dict[str, str]:
    return {"retry-after": "2"} if _status(error) is HTTPStatus.SERVICE_UNAVAILABLE else {}


def _beyond(error: LimitReached) -> Problem:
    """Return a problem that names the limit which was reached."""
    more: dict[str, str | int | float] = {"limit": error.limit, "value": error.value, "unit": error.unit}
    if isinstance(error, Busy):
        headers = {"retry-after": str(error.retry_after)}
        return Problem(HTTPStatus.SERVICE_UNAVAILABLE, str(error), error.hint, headers, more)
    status = HTTPStatus.GATEWAY_TIMEOUT if error.unit in ("s", "seconds") else HTTPStatus.UNPROCESSABLE_ENTITY
    return Problem(status, str(error), error.hint, more=more)
