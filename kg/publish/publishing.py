"""Publish a release as files: render all pages, write them, the files of the whole graph and the history."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from html import unescape
from itertools import accumulate
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode

from kg.base import resources
from kg.base.errors import ReleaseError
from kg.base.progress import SILENT, Progress
from kg.publish import shards, tables, tree
from kg.publish.browser import WRITERS
from kg.publish.rendering import Renderer
from kg.publish.tree import SiteTree
from kg.site import cards
from kg.site.metadata.catalogues import own_paths, sitemaps
from kg.site.metadata.documents import PUBLISHED_FORMS
from kg.site.views import explore
from kg.site.words import ENGLISH
from kg.store.diff.comparing import Comparison
from kg.store.diff.describing import describe
from kg.store.diff.dump_sources import open_source
from kg.store.diff.history import HISTORY, History, append, initial, read
from kg.store.graph import DEPRECATED, REPLACED, Graph
from kg.store.hosting import Hosting
from kg.store.release import Release
from kg.terms.formats import iri_of

MOST_THINGS = 10_000
"""How many things have a page and documents, unless the user says otherwise; those that profiles are about always."""

# Published though no page leads to it: scripts and machines ask for it.
_UNLINKED = (
    *("404.html", "robots.txt", ".well-known/void", ".well-known/api-catalog"),
    *("api/queries.json", "explore.json", "vocabulary.json"),
    *(f"{name}.{suffix}" for name in ("void", "catalog") for suffix in PUBLISHED_FORMS),
)
_HEAD = 20_000
_CANONICAL = re.compile(rb'<link rel="canonical" href="([^"]*)">')


@dataclass(frozen=True)
class PublishResult:
    """The result of publishing."""

    files: int = 0  # how many files the site has; 0 if it was up to date
    bytes: int = 0  # their size together
    written: int = 0  # how many were new or differed
    removed: int = 0  # how many were removed
    broken: Sequence[tuple[str, str]] = ()  # links that lead nowhere: the page, and where it leads


def publish(
    release: Release,
    root: Path,
    hosting: Hosting,
    *,
    most: int = MOST_THINGS,
    since: Path | None = None,
    workers: int = 1,
    progress: Progress = SILENT,
) -> PublishResult:
    """Write the site of a release into a directory; do nothing if it is there already.

    The history is written first: after a kill, the next run knows what was compared already.

    Args:
        release: What is published.
        root: Where: empty, or a site that was published before.
        hosting: Where the site will stand.
        most: How many things get files of their own, beside those that profiles are about.
        since: What was published before, if that is not in the directory.
        workers: How many processes render.
        progress: Shows how far publishing has come.

    Raises:
        ReleaseError: If the directory holds anything else, or cannot be written, or `since` is nothing published.
        ReadError: If what was published before cannot be read.
    """
    history = _history(release, root, hosting, since, progress)
    origin = f"{release.path.name} {hosting.url} {hosting.date} {_program()} {most} {history.digest}"
    if tree.is_current(root, origin):
        return PublishResult()
    site = tree.prepare(root, origin)
    site.write(HISTORY, history.to_json().encode())
    graph = _fitted(Graph(release, hosting, history), most)
    described = shards.publish(graph, site)
    graph = graph.at(replace(graph.hosting, shards=described, downloads=tables.publish(graph, site)))
    leads = _write_pages(graph, site, workers, progress)
    for write in WRITERS:
        write(graph, site)
    site.finish()
    return PublishResult(
        files=len(site.files),
        bytes=sum(site.files.values()),
        written=site.written,
        removed=site.removed,
        broken=sorted((page, link) for link, page in leads.items() if tree.file_name(link) not in site.files),
    )


def _write_pages(graph: Graph, site: SiteTree, workers: int, progress: Progress) -> dict[str, str]:
    """Write all pages and documents, and the sitemap; return where pages lead, with the first that leads there."""
    leads: dict[str, str] = {}
    listed = []
    renderer = Renderer(graph.release, graph.hosting, graph.history)
    spoken = (f"words/{tag}.json" for tag in graph.face.languages if tag != ENGLISH)
    first = ("", *_UNLINKED, *spoken, *own_paths(graph), *cards.places(graph), *_old_paths(graph))
    first = (*first, *explore.paths(renderer.site.graph))
    for path, body, links in progress.track("publishing", renderer.crawl(first, workers=workers)):
        for link in links:
            leads.setdefault(link, path)
        if body is not None:
            site.write(path, body)
            # Search engines should visit the pages that name themselves; redirects and the like name none.
            canonical = _CANONICAL.search(body, 0, _HEAD) if path.endswith("/") or not path else None
            if canonical and unescape(canonical[1].decode()) == graph.url + path:
                listed.append(path)
    for name, body in sitemaps(graph.url, sorted(listed), graph.date) if graph.url else ():
        site.write(name, body)
    return leads


def _old_paths(graph: Graph) -> Iterator[str]:
    """Yield the paths of the pages of things that were merged into others or withdrawn, sorted."""
    found = {
        graph.local(iri_of(quad.subject))
        for predicate in (REPLACED, DEPRECATED)
        for quad in graph.store.quads(None, predicate, None, DefaultGraph())
    }
    yield from (f"{local}/" for local in sorted(found) if local)


def _program() -> str:
    """Return a hash of the program and its resources."""
    program = sha256()
    for folder in (resources.PACKAGE, *map(resources.directory, ("queries", "ontology"))):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                program.update(path.read_bytes())
    return program.hexdigest()[:16]


def _fitted(graph: Graph, most: int) -> Graph:
    """Return a graph with bounds that let at most `most` things have files of their own."""
    things = sum(graph.index.kinds().values())
    least = 0
    if things > most:  # the least number of facts that lead to a thing, so that at most so many things have as many
        leading: Counter[str] = Counter()
        for quad in graph.store.quads(None, None, None, DefaultGraph()):
            if isinstance(quad.object, NamedNode) and (local := graph.local(quad.object.value)):
                leading[local] += "#" not in quad.object.value
        of_degree = Counter(leading.values())
        degrees = sorted(of_degree, reverse=True)
        totals = accumulate(of_degree[degree] for degree in degrees)
        within = [degree for degree, total in zip(degrees, totals, strict=True) if total <= most]
        least = within[-1] if within else degrees[0] + 1 if degrees else 1
    return graph.at(replace(graph.hosting, least=least))


def _history(release: Release, root: Path, hosting: Hosting, since: Path | None, progress: Progress) -> History:
    """Return the history of a site up to a release; that of a release that is published already does not grow."""
    try:
        day = date.fromisoformat(hosting.date or release.date).isoformat()
    except ValueError as error:
        raise ReleaseError(f"'{hosting.date or release.date}' is not a day", hint="write it as 2026-11-22") from error
    former = since or root
    if since is None and not tree.was_published(root):
        return read(root) or initial(release, day)
    known = read(former)
    if known is not None and known.release == release.path.name:
        return known
    comparison = Comparison(open_source(former), open_source(release.path))
    difference = describe(comparison, progress)
    if known is None and not difference.changes:
        return initial(release, day)
    before = known.release if known else comparison.old.name
    return append(known or History(), release, day, difference, before)
