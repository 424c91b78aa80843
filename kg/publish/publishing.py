"""Publish a release as files: crawl, render, write."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from html import unescape
from itertools import accumulate
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode

from kg.base import parallel, resources
from kg.base.errors import ReleaseError
from kg.base.progress import SILENT, Progress
from kg.publish import tables, tree
from kg.publish.apache import old_paths
from kg.publish.browser import WRITERS
from kg.publish.rendering import Rendered, Renderer
from kg.publish.tree import Tree, was_published
from kg.site.documents import FORMS
from kg.site.metadata.catalogues import sitemaps
from kg.site.views import explore
from kg.store.diff.comparing import compared, open_source
from kg.store.diff.describing import DifferenceDescriber
from kg.store.diff.history import HISTORY, History, first, grown, read, written
from kg.store.diff.model import GraphDifference
from kg.store.graph import Graph
from kg.store.hosting import Hosting
from kg.store.release import Release

# Find what there is to publish by following links, from the first page on.

BATCH = 8


class Frontier:
    """The paths that are known and not rendered yet, in batches; more may come while it is read."""

    def __init__(self, paths: Iterable[str], is_page: Callable[[str], bool]) -> None:
        self._waiting: deque[str] = deque()
        self._known: set[str] = set()
        self._is_page = is_page
        self.extend(paths)

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self

    def __next__(self) -> Sequence[str]:
        if not self._waiting:
            raise StopIteration
        return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def extend(self, paths: Iterable[str]) -> None:
        """Add the paths that were not known."""
        for path in paths:
            if path not in self._known and self._is_page(path):
                self._known.add(path)
                self._waiting.append(path)


def crawl(
    render: Callable[[Sequence[str]], Iterable[Rendered]],
    frontier: Frontier,
    *,
    unit: Callable[[str], str],
    workers: int,
) -> Iterator[Rendered]:
    """Yield all that can be reached, each once, with what is rendered together with it: its `unit`."""
    for batch in parallel.in_order(render, frontier, workers=workers):
        for rendered in batch:
            frontier.extend(map(unit, rendered.links))
            yield rendered


# How much of a graph gets files of its own: all of a small one; of a large one what matters most.

MOST_THINGS = 10_000
"""How many things have a page and documents, unless the user says otherwise; those that profiles are about always."""

MOST_WITH_PANELS = 2_000
"""Up to how many things in a graph each of their panels has a page and files too."""


def fitted(graph: Graph, most: int) -> Graph:
    """Return a graph with bounds that let at most `most` things have files of their own."""
    things = sum(graph.index.kinds().values())
    least = _least(graph, most) if things > most else 0
    return graph.at(replace(graph.hosting, panels=things <= min(most, MOST_WITH_PANELS), least=least))


def _least(graph: Graph, most: int) -> int:
    """Return the least number of facts that lead to a thing so that at most `most` things have as many."""
    leading: Counter[str] = Counter()
    for quad in graph.store.quads(None, None, None, DefaultGraph()):
        if isinstance(quad.object, NamedNode) and (local := graph.local(quad.object.value)):
            leading[local] += "#" not in quad.object.value
    of_degree = Counter(leading.values())
    degrees = sorted(of_degree, reverse=True)
    within = [degree for degree, total in zip(degrees, accumulate(of_degree[each] for each in degrees), strict=True)
              if total <= most]  # fmt: skip
    return within[-1] if within else degrees[0] + 1 if degrees else 1


# The sitemap of what was published: the pages that say of themselves that they stand where they are.

_HEAD = 20_000
_CANONICAL = re.compile(rb'<link rel="canonical" href="([^"]*)">')


@dataclass
class Sitemap:
    """The pages that search engines should visit."""

    _paths: list[str] = field(default_factory=list)

    def add(self, graph: Graph, path: str, body: bytes) -> None:
        """Add what stands under a path, if it is a page that names itself; redirects and the like name none."""
        if path and not path.endswith("/"):
            return
        found = _CANONICAL.search(body, 0, _HEAD)
        if found and unescape(found[1].decode()) == graph.url + path:
            self._paths.append(path)

    def write(self, graph: Graph, site: Tree) -> None:
        """Write the sitemap, or several and their index; without an address there is none."""
        if graph.url:
            for name, body in sitemaps(graph.url, sorted(self._paths), graph.date):
                site.write(name, body)


# What was published before, and the history with what is published now.


def history_of(
    release: Release, root: Path, hosting: Hosting, since: Path | None = None, progress: Progress = SILENT
) -> History:
    """Return the history of a site up to a release; that of a release that is published already does not grow.

    Args:
        release: What is published.
        root: Where; perhaps a site that was published before.
        hosting: Where the site will stand.
        since: What was published before, if that is not in `root`.
        progress: What shows how far the comparison has come.

    Raises:
        ReleaseError: If `since` is nothing that was published, or a date is none.
        ReadError: If what was published before cannot be read.
    """
    day = _day(hosting.date or release.date)
    former = since or root
    if since is None and not was_published(root):
        return read(root) or first(release, day)
    known = read(former)
    if known is not None and known.release == release.path.name:
        return known
    difference = _difference(former, release, progress)
    if known is None and not difference.changes:
        return first(release, day)
    before = known.release if known else open_source(former).name
    return grown(known or History(), release, day, difference, before)


def _difference(former: Path, release: Release, progress: Progress) -> GraphDifference:
    with compared(open_source(former), open_source(release.path), progress) as comparison:
        return DifferenceDescriber(comparison, is_public=True).difference(progress)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise ReleaseError(f"'{text}' is not a day", hint="write it as 2026-11-22") from error


# Publish: crawl ▸ render ▸ write.

_UNLINKED = (
    *("404.html", "robots.txt", ".well-known/void", ".well-known/api-catalog"),
    *("api/queries.json", "explore.json", "vocabulary.json"),
    *(f"{name}.{suffix}" for name in ("void", "catalog") for suffix in FORMS),
)
"""What is published though no page leads to it: scripts and machines ask for it."""


@dataclass(frozen=True)
class Outcome:
    """What came of publishing.

    Attributes:
        files: How many files the site has.
        bytes: How large they are together.
        written: How many were new or differed.
        removed: How many went away.
        broken: Links that lead nowhere: the page, and where it leads.
    """

    files: int = 0
    bytes: int = 0
    written: int = 0
    removed: int = 0
    broken: Sequence[tuple[str, str]] = ()


def publish(
    release: Release,
    root: Path,
    hosting: Hosting,
    *,
    most: int = MOST_THINGS,
    since: Path | None = None,
    workers: int = 1,
    progress: Progress = SILENT,
) -> Outcome:
    """Write the site of a release into a directory; do nothing if it is there already.

    The history is written first: after a kill, the next run knows what was compared already.

    Args:
        release: What is published.
        root: Where: empty, or a site that was published before.
        hosting: Where the site will stand.
        most: How many things get files of their own, beside those that profiles are about.
        since: What was published before, if that is not in the directory.
        workers: How many processes render.
        progress: What shows how far it has come.

    Raises:
        ReleaseError: If the directory holds anything else, or cannot be written, or `since` is nothing published.
        ReadError: If what was published before cannot be read.
    """
    history = history_of(release, root, hosting, since, progress)
    origin = f"{_origin(release, hosting)} {most} {history.digest}"
    if tree.is_current(root, origin):
        return Outcome()
    site = tree.prepare(root, origin)
    site.write(HISTORY, written(history).encode())
    graph = _with_files(fitted(Graph(release, hosting, history), most), site)
    leads = _write_pages(graph, site, workers, progress)
    for write in WRITERS:
        write(graph, site)
    site.finish()
    return Outcome(
        files=len(site.files),
        bytes=sum(file.size for file in site.files.values()),
        written=site.written,
        removed=site.removed,
        broken=sorted((page, link) for link, page in leads.items() if tree.file_name(link) not in site.files),
    )


def _write_pages(graph: Graph, site: Tree, workers: int, progress: Progress) -> dict[str, str]:
    """Write all pages and documents, and the sitemap; return where pages lead, with the first that leads there."""
    sitemap, leads = Sitemap(), dict[str, str]()
    renderer = Renderer(graph.release, graph.hosting, graph.history)
    for rendered in progress.track("publishing", _rendered(renderer, workers)):
        for link in rendered.links:
            leads.setdefault(link, rendered.path)
        if rendered.body is not None:
            site.write(rendered.path, rendered.body)
            sitemap.add(graph, rendered.path, rendered.body)
    sitemap.write(graph, site)
    return leads


def _rendered(renderer: Renderer, workers: int) -> Iterator[Rendered]:
    first = ("", *_UNLINKED, *old_paths(renderer.site), *explore.paths(renderer.site.graph))
    return crawl(renderer, Frontier(first, renderer.is_page), unit=renderer.unit, workers=workers)


def _with_files(graph: Graph, site: Tree) -> Graph:
    """Write the files of the whole graph, and return the graph with them, as pages list them."""
    return graph.at(replace(graph.hosting, downloads=tables.publish(graph, site)))


def _origin(release: Release, hosting: Hosting) -> str:
    """Return what a site is made from: the release, where it stands, and the program that makes it."""
    program = sha256()
    for folder in (resources.PACKAGE, *map(resources.directory, ("queries", "ontology"))):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                program.update(path.read_bytes())
    return f"{release.path.name} {hosting.url} {hosting.date} {program.hexdigest()[:16]}"
