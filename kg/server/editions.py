"""Editions: a release with the workers and the cache that serve it.

A new release is a new edition. It takes the place of the former one in one assignment when its workers
are ready; the former one answers what it has begun and ends then. Each answer comes from one edition.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from kg.base.errors import KgError, StoreError
from kg.server.cache import Answer, Cache, Recurring
from kg.server.settings import Settings
from kg.server.workers.lanes import Lanes
from kg.server.workers.pool import Pool
from kg.server.workers.process import Entry, Reply
from kg.store.endpoint.store import SECRETS, Endpoint
from kg.store.release import STORE, Release, open_release, release_path, verify

_QUESTIONS = ("api/queries/", "queries/", "quality/", "compare/", "explore")
_COPYING_SECONDS = 6 * 3_600.0  # a search index of millions of things
_log = logging.getLogger("kg.server")


class Edition:
    """A release that is served.

    Attributes:
        release: The release.
        lanes: What answers SPARQL queries of anybody.
        cache: What was rendered, and small answers to queries that are asked again.
        recurring: Which queries these are.
    """

    def __init__(self, release: Release, settings: Settings) -> None:
        self.release = release
        self.lanes = Lanes(release.path / STORE, settings.rules, _forwarding(release, settings))
        self.cache = Cache(settings.cache_bytes)
        self.recurring = Recurring()
        self._settings = settings
        renderer = _rendering(release, settings.endpoint)
        self._pages = Pool(renderer, size=settings.page_workers)
        self._questions = Pool(renderer, size=settings.question_workers)
        self._making: dict[object, asyncio.Task[Answer]] = {}
        self._users = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def start(self) -> None:
        """Start the workers and wait until they are ready.

        Raises:
            WorkerError: If one does not come up.
        """
        starting = (self.lanes.start(), self._pages.start(), self._questions.start())
        for failure in await asyncio.gather(*starting, return_exceptions=True):
            if failure is not None:
                await self.close()
                raise failure

    async def close(self) -> None:
        """Wait until nobody uses it, and end the workers."""
        await self._idle.wait()
        await asyncio.gather(self.lanes.close(), self._pages.close(), self._questions.close())

    @contextmanager
    def used(self) -> Iterator["Edition"]:
        """Keep the edition from closing while an answer is made."""
        self._users += 1
        self._idle.clear()
        try:
            yield self
        finally:
            self._users -= 1
            if not self._users:
                self._idle.set()

    async def render(self, job: dict[str, object], body: bytes = b"") -> Reply:
        """Have a render worker do a job.

        What asks one question of the whole graph may take seconds; it has workers of its own, so that the
        pages of things need not wait for it.

        Raises:
            WorkerError: If it does not answer in time.
        """
        is_question = "answered" in job or str(job.get("path", "")).startswith(_QUESTIONS)
        pool = self._questions if is_question else self._pages
        return await pool.ask(job, body, deadline=self._settings.render_seconds)

    async def answer(self, key: tuple[object, ...], make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer that is held under a key, else make it, once for all who ask meanwhile."""
        held = self.cache.get(key)
        if held is not None:
            return held
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.ensure_future(self._made(key, make))
        return await asyncio.shield(task)  # a client that leaves does not take it from the others

    async def _made(self, key: tuple[object, ...], make: Callable[[], Awaitable[Answer]]) -> Answer:
        try:
            with self.used():
                answer = await make()
            self.cache.put(key, answer)
            return answer
        finally:
            del self._making[key]


class Editions:
    """The edition that is served now, and how the next one takes its place.

    Attributes:
        current: The edition that answers new requests.
        swaps: How often a new release took its place.
    """

    def __init__(self, source: Path, settings: Settings) -> None:
        self.current: Edition
        self.swaps = 0
        self._source = source
        self._settings = settings
        self._following = _following(source, settings.endpoint)
        self._closing: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None

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
            await self._following.start() if self._following else None
            self._watching = asyncio.create_task(self._watch())

    async def close(self) -> None:
        """End everything, when all that was begun is answered."""
        if self._watching:
            self._watching.cancel()
        if self._following:
            await self._following.close()
        await asyncio.gather(self.current.close(), *self._closing)

    async def _opened(self) -> Edition:
        edition = Edition(await asyncio.to_thread(_whole, self._source), self._settings)
        await edition.start()
        return edition

    async def _watch(self) -> None:
        """Look for new releases; one that cannot be used is tried again, since it may still be on its way."""
        told = ""
        while True:
            await asyncio.sleep(self._settings.watch_seconds)
            try:
                await self._look()
                if release_path(self._source) != self.current.release.path:
                    await self._swap()
            except (KgError, OSError) as error:
                if str(error) != told:
                    told = str(error)
                    _log.error("the new release is left out: %s", told)

    async def _look(self) -> None:
        """Let what is on disk follow the endpoint, if there is one."""
        if self._following:
            reply = await self._following.ask({}, deadline=_COPYING_SECONDS)
            if problem := reply.header.get("problem"):
                raise StoreError(str(problem))

    async def _swap(self) -> None:
        """Put the edition of the new release in the place of the current one."""
        former, self.current = self.current, await self._opened()
        self.swaps += 1
        closing = asyncio.create_task(former.close())
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)
        _log.info("release %s is served now", self.current.release.path.name)


def _whole(source: Path) -> Release:
    """Return a release whose store is checked to the last byte, since it is opened once and asked for long."""
    release = open_release(source)
    verify(release)
    return release


def _rendering(release: Release, endpoint: Endpoint | None) -> Entry:
    if endpoint is None:
        return Entry("kg.server.rendering", (str(release.path),))
    return Entry("kg.server.rendering", (str(release.path), endpoint.written()), secrets=SECRETS)


def _forwarding(release: Release, settings: Settings) -> Entry | None:
    """Return what has queries of anybody answered, if it is not the store of the release."""
    if settings.endpoint is None:
        return None
    arguments = (str(release.path), settings.endpoint.written(), settings.rules.caps.written())
    return Entry("kg.server.workers.forwarding", arguments, secrets=SECRETS)


def _following(source: Path, endpoint: Endpoint | None) -> Pool | None:
    """Return what follows the endpoint, if there is one."""
    if endpoint is None:
        return None
    return Pool(Entry("kg.server.following", (str(source), endpoint.written()), secrets=SECRETS), size=1)
