"""Errors as HTTP responses: problem+json (RFC 9457) for machines, a page for people."""

import json
import logging
import time
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kg.base.errors import KgError, NotFound, QueryError, StoreError
from kg.server.negotiation import Offer, negotiate
from kg.server.responses import with_uri
from kg.server.workers.errors import Busy, LimitReached, WorkerError

MEDIA_TYPE = "application/problem+json"

_FAULT_SECONDS = 60.0
_log = logging.getLogger("kg.server")

_OFFERS = (Offer(MEDIA_TYPE, 1.0, "json"), Offer("application/json", 0.9, "json"), Offer("text/html", 1.0, "html"))
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{root}/assets/kg.css">
<link rel="icon" href="{root}/assets/icon.svg" type="image/svg+xml">
<main id="main">
<h1>{title}</h1>
<p>{detail}</p>
{hint}
<p><a href="{root}/">To the first page</a></p>
</main>
</html>
"""


@dataclass
class HttpProblem(Exception):
    """A response that reports an error; not frozen, since Python writes the traceback into exceptions.

    Attributes:
        status: The HTTP status.
        detail: A sentence that says what is wrong.
        hint: What to do, or empty.
        headers: Headers that belong to it, such as `Retry-After`.
        more: Members for programs, such as `limit`, `line` and `column`.
    """

    status: HTTPStatus
    detail: str
    hint: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str | int | float] = field(default_factory=dict)

    def response(self, accept: str | None, root: str = "") -> Response:
        """Return it as a client prefers that accepts these media types and sees the server under a path."""
        headers = {**with_uri(self.headers), "cache-control": "no-store", "vary": "Accept"}
        title = self.status.phrase
        if negotiate(accept, _OFFERS) == "html":
            hint = f"<p>{escape(sentence(self.hint))}</p>" if self.hint else ""
            page = _PAGE.format(title=escape(title), detail=escape(sentence(self.detail)), hint=hint, root=root)
            return Response(page, self.status, headers, "text/html")
        members = {"type": "about:blank", "title": title, "status": int(self.status), "detail": self.detail}
        members |= ({"hint": self.hint} if self.hint else {}) | dict(self.more)
        body = json.dumps(members, ensure_ascii=False, indent=2).encode() + b"\n"
        return Response(body, self.status, headers, MEDIA_TYPE)


def sentence(text: str) -> str:
    """Return a message with a capital and a full stop; an address at its head stays as it is.

    >>> sentence("look for it by its name"), sentence("https://example.org/ is not in the graph")
    ('Look for it by its name.', 'https://example.org/ is not in the graph.')
    """
    begun = text if "://" in text.partition(" ")[0] else text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."


def problem_of(error: Exception) -> HttpProblem:
    """Return the response to an error: the client's fault, a busy server, or a fault of ours."""
    match error:
        case HttpProblem():
            return error
        case HTTPException():
            return HttpProblem(HTTPStatus(error.status_code), error.detail)
        case LimitReached():
            more: dict[str, str | int | float] = {"limit": error.limit, "value": error.value, "unit": error.unit}
            if isinstance(error, Busy):
                headers = {"retry-after": str(error.retry_after)}
                return HttpProblem(HTTPStatus.SERVICE_UNAVAILABLE, str(error), error.hint, headers, more)
            status = HTTPStatus.GATEWAY_TIMEOUT if error.unit in ("s", "seconds") else HTTPStatus.UNPROCESSABLE_ENTITY
            return HttpProblem(status, str(error), error.hint, more=more)
        case QueryError(place=(line, column)):
            return HttpProblem(HTTPStatus.BAD_REQUEST, str(error), error.hint, more={"line": line, "column": column})
        case KgError():
            status = next((known for kind, known in _STATUS.items() if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)
            later = {"retry-after": "2"} if status is HTTPStatus.SERVICE_UNAVAILABLE else {}
            return HttpProblem(status, str(error), error.hint, later)
    return HttpProblem(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here; it was not your request")


_STATUS: Mapping[type[KgError], HTTPStatus] = {
    NotFound: HTTPStatus.NOT_FOUND,
    WorkerError: HTTPStatus.SERVICE_UNAVAILABLE,
    StoreError: HTTPStatus.INTERNAL_SERVER_ERROR,
}


class FaultLog:
    """Logs faults of the server, the same one once a minute: whoever likes could fill the log with it."""

    def __init__(self) -> None:
        self._logged: dict[tuple[type[Exception], str], float] = {}

    def note(self, error: Exception) -> None:
        """Log a fault; with a traceback only if it is no error of kg."""
        places = traceback.extract_tb(error.__traceback__)[-1:]
        key, now = (type(error), "".join(f"{place.filename}:{place.lineno}" for place in places)), time.monotonic()
        if now - self._logged.get(key, -_FAULT_SECONDS) >= _FAULT_SECONDS:
            self._logged[key] = now
            _log.error("a request failed: %s", error, exc_info=None if isinstance(error, KgError) else error)

    def response(self, error: Exception, accept: str | None, root: str = "") -> Response:
        """Return the response to an error; a fault of ours is logged for the operator."""
        problem = problem_of(error)
        if problem.status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.note(error)
        return problem.response(accept, root)


def accepted(accept: str | None, offers: Sequence[Offer]) -> str:
    """Return the name of the offer that a client likes best, by what it accepts.

    Raises:
        HttpProblem: If it accepts none.
    """
    chosen = negotiate(accept, offers)
    if chosen is None:
        raise not_acceptable(offers)
    return chosen


def not_acceptable(offers: Sequence[Offer]) -> HttpProblem:
    """Return the refusal of a client that accepts none of some offers; it lists them."""
    listed = ", ".join(dict.fromkeys(offer.media_type for offer in offers))
    return HttpProblem(HTTPStatus.NOT_ACCEPTABLE, "there is no such form of it", hint=f"ask for one of {listed}")
