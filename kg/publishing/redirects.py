"""Old IRIs: a page for each that leads to the thing that answers for it now, or says that it was withdrawn."""

import re
from collections.abc import Iterator

from kg.formats import DefaultGraph, iri_of
from kg.pages import Moved, Site
from kg.pages.graph import DEPRECATED, REPLACED, Graph
from kg.pages.page import Asked
from kg.pages.templating import html
from kg.publishing.tree import Tree

_PLAIN = re.compile(r"[a-z0-9-]+")


def old_paths(site: Site) -> Iterator[str]:
    """Yield the paths of the pages of things that were merged into others or withdrawn, sorted."""
    graph = site.graph
    found = {
        graph.local(iri_of(quad.subject))
        for predicate in (REPLACED, DEPRECATED)
        for quad in graph.store.quads(None, predicate, None, DefaultGraph())
    }
    yield from (f"{local}/" for local in sorted(found) if local)


def redirect(site: Site, path: str, moved: Moved) -> bytes:
    """Return the page of a thing that another one answers for: it leads there by itself, and says so."""
    graph = site.graph
    target = f"{moved.path}/" if "://" not in moved.path else moved.path
    label = graph.label(moved.path if "://" in moved.path else graph.base + moved.path)
    return html(graph, Asked(path), "moved.html", target=target, label=label).body


def tombstone(site: Site, path: str) -> bytes:
    """Return the page of a thing that was published once: it says so, and no more."""
    return html(site.graph, Asked(path), "withdrawn.html", kind=path.partition("/")[0]).body


def write_dataset(graph: Graph, site: Tree) -> None:
    """Write the page under the IRI of the data set, which is described on the first page; a server leads there too."""
    path = graph.dataset.removeprefix(graph.base)
    if graph.base and graph.dataset.startswith(graph.base) and _PLAIN.fullmatch(path):
        site.write(f"{path}/", html(graph, Asked(f"{path}/"), "dataset.html").body)
