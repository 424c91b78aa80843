"""Render pages by their paths, in many processes."""

import re
from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import unescape
from posixpath import normpath
from urllib.parse import unquote, urlsplit

from kg.base.errors import NotFound, QueryError
from kg.publish.apache import redirect, tombstone
from kg.site.page import HTML
from kg.site.site import Site, is_page
from kg.store.diff.history import History
from kg.store.graph import Moved, Withdrawn
from kg.store.hosting import Hosting
from kg.store.release import Release

# Where a page of the site leads within the site.

_LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')


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


# Render pages by their paths, in as many processes as there are cores.

_OF_THING = re.compile(r"(([a-z][a-z0-9-]*)/[a-z0-9-]+)[/.].*")


@dataclass(frozen=True)
class Rendered:
    """What stands under a path.

    Attributes:
        path: The path below the site's root.
        body: What its file holds; None if nothing stands there.
        links: Where it leads within the site, but for what is rendered with it, and what its process has told before.
    """

    path: str
    body: bytes | None = None
    links: tuple[str, ...] = ()


@dataclass
class Renderer:
    """Renders pages of a release; it travels to other processes, and opens the release in each of them.

    Attributes:
        release: What is rendered.
        hosting: Where the pages will stand.
        history: What was published until now, this release included.
    """

    release: Release
    hosting: Hosting
    history: History
    _told: set[str] = field(default_factory=set)

    def __reduce__(self) -> tuple[type["Renderer"], tuple[Release, Hosting, History]]:
        return Renderer, (self.release, self.hosting, self.history)

    @cached_property
    def site(self) -> Site:
        """The pages."""
        return Site(self.release, self.hosting, self.history)

    @cached_property
    def _kinds(self) -> Container[str]:
        return self.release.declaration.listed

    def is_page(self, path: str) -> bool:
        """Tell whether a page may stand under a path."""
        return is_page(path, self._kinds)

    def unit(self, path: str) -> str:
        """Return what a path is rendered with."""
        return unit_of(path, self._kinds)

    def __call__(self, paths: Sequence[str]) -> list[Rendered]:
        """Render some paths, and what belongs to the things among them."""
        return [rendered for path in paths for rendered in self._together(path)]

    def _together(self, path: str) -> Iterator[Rendered]:
        """Render a path, and what it leads to of the same thing."""
        waiting, known = deque([path]), {path}
        while waiting:
            rendered = self._rendered(waiting.popleft())
            own = [link for link in rendered.links if self.unit(link) == path and self.is_page(link)]
            own = [link for link in own if link not in known]
            known.update(own)
            waiting.extend(own)
            yield replace(rendered, links=tuple(self._news(link for link in rendered.links if self.unit(link) != path)))

    def _rendered(self, path: str) -> Rendered:
        try:
            page = self.site.page(path, {})
        except Moved as moved:
            return Rendered(path, redirect(self.site, path, moved))
        except Withdrawn:
            return Rendered(path, tombstone(self.site, path))
        except (NotFound, QueryError):
            return Rendered(path)
        links = internal(path, page.body.decode()) if page.media_type == HTML else ()
        return Rendered(path, page.body, tuple(links))

    def _news(self, links: Iterable[str]) -> Iterator[str]:
        """Yield the links that this process has not told yet."""
        for link in links:
            if link not in self._told:
                self._told.add(link)
                yield link


def unit_of(path: str, kinds: Container[str]) -> str:
    """Return what a path is rendered with: the page of its thing, if that is of one of some kinds, or itself.

    >>> unit_of("person/ada/coauthors.csv", {"person"}), unit_of("person/ada.ttl", {"person"})
    ('person/ada/', 'person/ada/')
    >>> unit_of("person/", {"person"}), unit_of("queries/awards.rq", {"person"})
    ('person/', 'queries/awards.rq')
    """
    found = _OF_THING.fullmatch(path)
    return f"{found[1]}/" if found and found[2] in kinds else path
