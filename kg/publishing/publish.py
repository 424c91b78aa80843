"""Publish: crawl ▸ render ▸ write."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import kg
from kg import resources
from kg.differences.history import HISTORY, written
from kg.pages.documents import FORMS
from kg.pages.graph import Graph
from kg.pages.hosting import Hosting
from kg.pages.views import explore
from kg.progress import SILENT, Progress
from kg.publishing import state, tree
from kg.publishing.besides import WRITERS
from kg.publishing.changes import history_of
from kg.publishing.crawl import Frontier, crawl
from kg.publishing.extent import MOST_THINGS, fitted
from kg.publishing.redirects import old_paths
from kg.publishing.rendering import Rendered, Renderer
from kg.publishing.sitemap import Sitemap
from kg.publishing.tree import Tree
from kg.publishing.whole import files
from kg.release import Release

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
    if state.is_current(root, origin):
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
    return graph.at(replace(graph.hosting, downloads=files.publish(graph, site)))


def _origin(release: Release, hosting: Hosting) -> str:
    """Return what a site is made from: the release, where it stands, and the program that makes it."""
    program = sha256()
    for folder in (Path(kg.__file__).parent, *map(resources.directory, ("queries", "ontology"))):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                program.update(path.read_bytes())
    return f"{release.path.name} {hosting.url} {hosting.date} {program.hexdigest()[:16]}"
