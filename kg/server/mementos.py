"""Former releases over HTTP (Memento, RFC 7089): the pages and documents of things as they were.

`/timegate/PATH` leads to the memento of the time that a client accepts, `/timemap/PATH` lists all there are, and
`/memento/RELEASE/PATH` is one. What is no page of a thing leads to that of today. One worker answers for all of them
and has few releases open; nothing is kept here, so that a release that is deleted is gone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response

from kg.server import resources
from kg.server.problems import HttpProblem
from kg.server.responses import (
    KEEP,
    MEMENTO,
    TIMEGATE,
    TIMEMAP,
    CachedResponse,
    Header,
    http_date,
    http_time,
    memento_links,
    plain_response,
)
from kg.server.served import ServedRelease
from kg.server.settings import ServerSettings
from kg.server.workers.pool import Pool
from kg.server.workers.process import WorkerReply
from kg.store.release import Release, kept_releases, open_release

_MOST_LISTED = 1_000
"""The newest releases of which is known that they were."""


class FormerRelease:
    """A release from which the pages of things come as they were; a `PageSource`.

    Attributes:
        release: The release.
        place: The folder in which its pages stand.
    """

    def __init__(self, release: Release, pool: Pool, seconds: float) -> None:
        self.release, self.place = release, f"{MEMENTO}/{release.path.name}/"
        self._pool, self._seconds = pool, seconds

    async def render(self, job: dict[str, object], body: bytes = b"") -> WorkerReply:
        """Have the worker do a job; raises WorkerError."""
        return await self._pool.ask({**job, "release": str(self.release.path)}, body, deadline=self._seconds)

    async def response(self, key: tuple[object, ...], make: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:  # noqa: ARG002
        """Return the response that is made."""
        return await make()

    def headers_of(self, address: str) -> tuple[Header, ...]:
        """Return of which page it is a memento, and of when (section 2.1.1)."""
        made = http_time(self.release.made)
        return (
            memento_links(self.release.base, address),
            (b"memento-datetime", made),
            (b"last-modified", made),
            (b"x-robots-tag", b"noindex"),
        )


class Mementos:
    """Answers for former releases."""

    def __init__(self, pool: Pool, settings: ServerSettings) -> None:
        self._pool, self._seconds = pool, settings.render_seconds

    async def gate(self, served: ServedRelease, request: Request) -> Response:
        """Lead to the last memento before the time that is accepted, else to the first (section 4.2.1)."""
        address = _address(request)
        kept = await self._kept(served, request)
        wanted = _wanted(request.headers.get("accept-datetime"))
        path = next((path for made, path in reversed(kept) if made <= wanted), kept[0][1])
        name, links = memento_links(served.release.base, address)
        headers = {"location": f"/{MEMENTO}/{path.name}/{address}", "vary": "accept-datetime", "cache-control": KEEP}
        return plain_response(HTTPStatus.FOUND, headers | {name.decode(): links.decode()})

    async def map(self, served: ServedRelease, request: Request) -> Response:
        """List the mementos of a page (section 5)."""
        kept = await self._kept(served, request)
        lines = ",\n".join(_lines(served.release.base, _address(request), kept))
        headers = {"content-type": "application/link-format", "cache-control": KEEP}
        return Response(f"{lines}\n", headers=headers)

    async def page(self, served: ServedRelease, request: Request) -> Response:
        """Answer with a page or document of a thing as it was; raises HttpProblem if it was withdrawn since."""
        name, path = request.path_params["release"], request.path_params["path"]
        found = next((path for _, path in kept_releases(served.release) if path.name == name), None)
        if found is None:
            raise HttpProblem(HTTPStatus.NOT_FOUND, "there is no such release", "see those that are kept at /timemap/")
        former = FormerRelease(await asyncio.to_thread(open_release, found), self._pool, self._seconds)
        if former.release.is_internal is not served.release.is_internal:
            raise HttpProblem(
                HTTPStatus.NOT_FOUND, "this release has another view", "see those that are kept at /timemap/"
            )
        if not (thing := resources.thing_in(former, path)):
            return plain_response(HTTPStatus.FOUND, {"location": f"/{_address(request)}"})
        await _require(served, thing)
        return await resources.respond(former, request)

    async def _kept(self, served: ServedRelease, request: Request) -> Sequence[tuple[datetime, Path]]:
        """Return the releases that have a thing, the oldest first."""
        thing = resources.thing_in(served, request.path_params["path"])
        kept = kept_releases(served.release)[-_MOST_LISTED:]
        if thing:
            await _require(served, thing)
            job = {"having": served.release.base + thing, "releases": [str(path) for _, path in kept]}
            reply = await self._pool.ask(job, deadline=self._seconds)
            having = set(reply.header["releases"])
            kept = [each for each in kept if str(each[1]) in having]
        if not thing or not kept:
            raise HttpProblem(HTTPStatus.NOT_FOUND, "no release has such a thing", "only the pages of things are kept")
        return kept


def _wanted(accepted: str | None) -> datetime:
    """Return the time that a client accepts; now if it says none."""
    if not accepted:
        return datetime.now(UTC)
    if (found := http_date(accepted.encode("latin-1"))) is None:
        hint = "write it as 'Sun, 22 Nov 2026 10:30:00 GMT'"
        raise HttpProblem(HTTPStatus.BAD_REQUEST, f"'{accepted[:40]}' is no time", hint)
    return found


async def _require(served: ServedRelease, thing: str) -> None:
    """Raise the problem of a thing that is withdrawn: it shows nowhere any more."""
    reply = await served.render({"thing": thing})
    if reply.header["outcome"] == "withdrawn":
        raise HttpProblem(HTTPStatus.GONE, reply.header["detail"], reply.header["hint"])


def _address(request: Request) -> str:
    """Return path and query string of the page that is meant, below the site's root."""
    query = urlencode(request.query_params.multi_items())
    return quote(request.path_params["path"].lstrip("/")) + (f"?{query}" if query else "")


def _lines(base: str, address: str, kept: Sequence[tuple[datetime, Path]]) -> Iterator[str]:
    """Yield the links of a list of mementos."""
    times = [http_time(made).decode() for made, _ in kept]
    span = f'from="{times[0]}";until="{times[-1]}"'
    yield f'<{base}{address}>;rel="original"'
    yield f'<{base}{TIMEMAP}/{address}>;rel="self";type="application/link-format";{span}'
    yield f'<{base}{TIMEGATE}/{address}>;rel="timegate"'
    for number, (time, (_, path)) in enumerate(zip(times, kept, strict=True)):
        place = "first " * (number == 0) + "last " * (number == len(kept) - 1)
        yield f'<{base}{MEMENTO}/{path.name}/{address}>;rel="{place}memento";datetime="{time}"'
