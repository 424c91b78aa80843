"""Render pages by their paths, in as many processes as there are cores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kg.errors import NotFound, QueryError
from kg.pages import Moved, Page, Site
from kg.pages.hosting import Hosting
from kg.publishing.links import internal
from kg.release import Release


@dataclass(frozen=True)
class Rendered:
    """What stands under a path.

    Attributes:
        path: The path below the site's root.
        body: What its file holds; None if nothing stands there.
        links: Where it leads, as far as the process that rendered it has not told before.
        problem: Why nothing stands there.
    """

    path: str
    body: bytes | None = None
    links: tuple[str, ...] = ()
    problem: str = ""


@dataclass
class Renderer:
    """Renders pages of a release; it travels to other processes, and opens the release in each of them.

    Attributes:
        release: What is rendered.
        hosting: Where the pages will stand.
    """

    release: Release
    hosting: Hosting
    _told: set[str] = field(default_factory=set)

    def __reduce__(self) -> tuple[type["Renderer"], tuple[Release, Hosting]]:
        return Renderer, (self.release, self.hosting)

    @cached_property
    def site(self) -> Site:
        """The pages."""
        return Site(self.release, self.hosting)

    def __call__(self, paths: Sequence[str]) -> list[Rendered]:
        """Render some paths."""
        return [self._rendered(path) for path in paths]

    def _rendered(self, path: str) -> Rendered:
        try:
            page = self.site.page(path, {})
        except Moved as moved:
            return Rendered(path, problem=f"moved to {moved.path}", links=(f"{moved.path}/",))
        except (NotFound, QueryError) as error:
            return Rendered(path, problem=str(error))
        return Rendered(path, page.body, tuple(self._news(path, page)))

    def _news(self, path: str, page: Page) -> Iterator[str]:
        """Yield where a page leads that this process has not told yet."""
        if not page.media_type.startswith("text/html"):
            return
        for link in internal(path, page.body.decode()):
            if link not in self._told:
                self._told.add(link)
                yield link
