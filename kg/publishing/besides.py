"""What a site holds besides its pages and their documents, each from a module of its own."""

from collections.abc import Callable, Sequence

from kg.pages import ASSETS
from kg.pages.graph import Graph
from kg.publishing import apache, names, offline, redirects, w3id
from kg.publishing.tree import Tree

NO_JEKYLL = ".nojekyll"
"""Tells GitHub Pages to take the files as they are."""


def assets(graph: Graph, site: Tree) -> None:  # noqa: ARG001  (a writer)
    """Write what all pages refer to: style, scripts, icons."""
    for path in sorted(ASSETS.rglob("*")):
        if path.is_file():
            site.write(f"assets/{path.relative_to(ASSETS).as_posix()}", path.read_bytes())
    site.write(NO_JEKYLL, b"")


WRITERS: Sequence[Callable[[Graph, Tree], None]] = (
    assets,
    redirects.write_dataset,
    names.write,
    apache.write,
    w3id.write,
    offline.write,
)
"""In this order: a later one may tell of what the former ones wrote."""
