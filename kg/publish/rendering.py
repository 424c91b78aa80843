"""Render the pages of a site in many processes: all that can be reached from the first ones."""

import re
from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from html import unescape
from posixpath import normpath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from kg.base import parallel
from kg.base.errors import NotFound, QueryError
from kg.site.page import HTML, PageRequest
from kg.site.site import Site, is_page
from kg.site.templating import html
from kg.store.diff.history import History
from kg.store.graph import Moved, Withdrawn
from kg.store.hosting import Hosting
from kg.store.release import Release

_BATCH = 8
_LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')
_OF_THING = re.compile(r"(([a-z][a-z0-9-]*)/[a-z0-9-]+)[/.].*")


def internal(path: str, html: str) -> Iterator[str]:
    """Yield the paths to which a page leads, below the site's root, without query strings and fragments.

    Args:
        path: The path of the page.
        html: Its text, as the templates write it: attributes stand in double quotes.
    """
    for address in dict.fromkeys(_LINK.findall(html)):
        if (target := resolved(path, unescape(address))) is not None:
            yield target


def resolved(path: str, address: str) -> str | None:
    """Return the path of a relative address, or None if it leads elsewhere.

    >>> resolved("person/ada/", "../../work/x/?a=b#c"), resolved("person/ada/", "https://example.org/")
    ('work/x/', None)
    """
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return None
    if not parts.path:
        return path
    target = unquote(parts.path)
    joined = normpath(f"/{path.rpartition('/')[0]}/{target}").lstrip("/")
    is_directory = target.endswith(("/", "/.", "/..")) or target in (".", "..")
    return f"{joined}/" if is_directory and joined else joined


class RenderedPath(NamedTuple):
    """The result for a path."""

    path: str  # below the site's root
    body: bytes | None = None  # the content of its file; None if there is nothing
    # Where it leads within the site, without what is rendered with it or was reported by the same process
    links: tuple[str, ...] = ()


class Renderer:
    """Renders pages of a release; it travels to other processes, and opens the release in each of them."""

    def __init__(self, release: Release, hosting: Hosting, history: History) -> None:
        self._given = release, hosting, history
        self._kinds: Container[str] = release.declaration.listed
        self._reported: set[str] = set()

    def __reduce__(self) -> tuple[type["Renderer"], tuple[Release, Hosting, History]]:
        return Renderer, self._given

    @cached_property
    def site(self) -> Site:
        """The pages."""
        return Site(*self._given)

    def crawl(self, first: Iterable[str], *, workers: int) -> Iterator[RenderedPath]:
        """Yield all that can be reached from some paths, each once, with what is rendered together with it."""
        waiting: deque[str] = deque()
        known: set[str] = set()

        def add(paths: Iterable[str]) -> None:
            for path in paths:
                if path not in known and self.is_page(path):
                    known.add(path)
                    waiting.append(path)

        add(first)
        for batch in parallel.in_order(self, _Batches(waiting), workers=workers):
            for rendered in batch:
                add(unit_of(link, self._kinds) for link in rendered.links)
                yield rendered

    def is_page(self, path: str) -> bool:
        """Tell whether there may be a page under a path."""
        return is_page(path, self._kinds)

    def __call__(self, paths: Sequence[str]) -> list[RenderedPath]:
        """Render some paths, and what belongs to the things among them."""
        return [rendered for path in paths for rendered in self._unit(path)]

    def _unit(self, path: str) -> Iterator[RenderedPath]:
        """Render a path, and what it leads to of the same thing."""
        waiting, known = deque([path]), {path}
        while waiting:
            rendered = self._rendered(waiting.popleft())
            links = []
            for link in rendered.links:
                if unit_of(link, self._kinds) != path:
                    if link not in self._reported:
                        self._reported.add(link)
                        links.append(link)
                elif link not in known and self.is_page(link):
                    known.add(link)
                    waiting.append(link)
            yield rendered._replace(links=tuple(links))

    def _rendered(self, path: str) -> RenderedPath:
        try:
            page = self.site.page(path, {})
        except Moved as moved:
            return RenderedPath(path, self._redirect(path, moved))
        except Withdrawn:
            kind = path.partition("/")[0]
            return RenderedPath(path, html(self.site.graph, PageRequest(path), "withdrawn.html", kind=kind).body)
        except (NotFound, QueryError):
            return RenderedPath(path)
        links = internal(path, page.body.decode()) if page.media_type == HTML else ()
        return RenderedPath(path, page.body, tuple(links))

    def _redirect(self, path: str, moved: Moved) -> bytes:
        """Return the page of a thing that was replaced: it redirects, and says so."""
        graph = self.site.graph
        outside = "://" in moved.path
        label = graph.label(moved.path if outside else graph.base + moved.path)
        target = moved.path if outside else f"{moved.path}/"
        return html(graph, PageRequest(path), "moved.html", target=target, label=label).body


class _Batches:
    """Batches of a queue that grows while they are read: a generator would end when it is empty for a moment."""

    def __init__(self, waiting: deque[str]) -> None:
        self._waiting = waiting

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self

    def __next__(self) -> Sequence[str]:
        if not self._waiting:
            raise StopIteration
        return [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]


def unit_of(path: str, kinds: Container[str]) -> str:
    """Return the path with which a path is rendered: the page of its thing, if that is of one of some kinds, or itself.

    >>> unit_of("person/ada/coauthors.csv", {"person"}), unit_of("person/ada.ttl", {"person"})
    ('person/ada/', 'person/ada/')
    >>> unit_of("person/", {"person"}), unit_of("queries/awards.rq", {"person"})
    ('person/', 'queries/awards.rq')
    """
    found = _OF_THING.fullmatch(path)
    return f"{found[1]}/" if found and found[2] in kinds else path
