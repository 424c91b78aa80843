"""A release with the workers and the cache that serve it, and how the next release takes its place.

A new release replaces the current one in one assignment when its workers are ready; the old one answers the requests
that hold a lease on it, and is closed then. Each response comes from one release.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kg.base.errors import KgError
from kg.server import rendering
from kg.server.responses import Cache, CachedResponse, Header, SeenKeys
from kg.server.settings import ServerSettings
from kg.server.workers.pool import Pool
from kg.server.workers.process import WorkerReply
from kg.server.workers.worker import Handler
from kg.store.release import Release, public_release, release_path, verify

WorkerOpener = Callable[[Path, ServerSettings], Handler]

_log = logging.getLogger("kg.server")


class ServedRelease:
    """A release, the workers that answer from it, and its cache.

    Attributes:
        release: The release.
        modified: When it was made, as a header.
        settings: The limits.
        pool: The workers, which answer queries and make pages.
        cache: Rendered pages, and small answers to repeated queries.
        seen: The queries that were asked before.
    """

    def __init__(self, release: Release, settings: ServerSettings, worker: WorkerOpener) -> None:
        self.release, self.settings = release, settings
        self.modified: Header = (b"last-modified", format_datetime(release.made, usegmt=True).encode())
        self.cache = Cache(settings.cache_bytes)
        self.seen = SeenKeys()
        self.pool = Pool(partial(worker, release.path, settings), settings)
        self._pending: dict[object, asyncio.Task[CachedResponse]] = {}
        self._leases = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def close(self) -> None:
        """Wait until no lease is left, and end the workers."""
        await self._idle.wait()
        await self.pool.close()

    @contextmanager
    def lease(self) -> Iterator["ServedRelease"]:
        """Hold the release open for one request."""
        self._leases += 1
        self._idle.clear()
        try:
            yield self
        finally:
            self._leases -= 1
            if not self._leases:
                self._idle.set()

    async def render(self, client: str, job: Mapping[str, Any], body: bytes = b"") -> WorkerReply:
        """Have a worker make a page.

        Raises:
            LimitReached: If it is not made in time.
            WorkerError: If it cannot be made.
        """
        return await self.pool.ask(job, body, client=client, is_page=True)

    async def response(
        self, key: tuple[object, ...], make: Callable[[], Awaitable[CachedResponse]], most: int = sys.maxsize
    ) -> CachedResponse:
        """Return the response in the cache, else make it, once for all who ask meanwhile; keep up to so many bytes."""
        if (cached := self.cache.get(key)) is not None:
            return cached
        task = self._pending.get(key)
        if task is None:
            task = self._pending[key] = asyncio.ensure_future(self._fill(key, make, most))
        return await asyncio.shield(task)  # a client that leaves does not take it from the others

    async def _fill(
        self, key: tuple[object, ...], make: Callable[[], Awaitable[CachedResponse]], most: int
    ) -> CachedResponse:
        try:
            with self.lease():
                response = await make()
            if response.headers:  # without, it only says that a thing is there
                response = replace(response, headers=(*response.headers, self.modified))
            # What strangers ask for in their own words is kept once it is asked again: nearly all of it never is.
            if len(response.body) <= most and (len(key) == 1 or self.seen.is_repeated(key)):
                self.cache.put(key, response)
            return response
        finally:
            del self._pending[key]


class ReleaseWatcher:
    """Serves the current release and takes up new ones.

    Attributes:
        current: The release that answers new requests.
        swaps: How often a new release took its place.

    Args:
        source: A release, or a directory of releases.
        settings: The limits.
        opened: Opens a release that may be shown to those who ask.
        worker: Called in each worker with the release; returns what answers its jobs.
    """

    def __init__(
        self,
        source: Path,
        settings: ServerSettings,
        opened: Callable[[Path], Release] = public_release,
        worker: WorkerOpener = rendering.opened,
    ) -> None:
        self.current: ServedRelease
        self._open, self._worker = opened, worker
        self.swaps = 0
        self._source = source
        self._settings = settings
        self._closing: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._looking = asyncio.Lock()
        self._reported = ""

    @property
    def host(self) -> str:
        """The host of the base of the IRIs that are served, or nothing."""
        return urlsplit(self.current.release.base).hostname or ""

    async def start(self) -> None:
        """Open the release and begin to look for new ones.

        Raises:
            ReleaseError: If there is no release, or it is damaged.
            WorkerError: If a worker does not come up.
        """
        self.current = await self._opened()
        if self._settings.watch_seconds:
            self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """End everything, when all requests are answered."""
        if self._watching:
            self._watching.cancel()
        await asyncio.gather(self.current.close(), *self._closing)

    async def _opened(self) -> ServedRelease:
        def verified() -> Release:  # to the last byte, since it is opened once and asked for long
            release = self._open(self._source)
            verify(release, whole=True)
            return release

        served = ServedRelease(await asyncio.to_thread(verified), self._settings, self._worker)
        await served.pool.start()
        return served

    async def look(self) -> None:
        """Take up a new release; one that cannot be used is tried again, since it may still be on its way."""
        async with self._looking:
            try:
                if release_path(self._source) != self.current.release.path:
                    await self._swap()
            except (KgError, OSError) as error:
                if str(error) != self._reported:
                    self._reported = str(error)
                    _log.error("the new release is ignored: %s", error)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._settings.watch_seconds)
            await self.look()

    async def _swap(self) -> None:
        old, self.current = self.current, await self._opened()
        self.swaps += 1
        closing = asyncio.create_task(old.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        _log.info("release %s is served now", self.current.release.path.name)
