"""The sitemap of what was published: the pages that say of themselves that they stand where they are."""

import re
from dataclasses import dataclass, field
from html import unescape

from kg.pages.graph import Graph
from kg.pages.metadata.sitemap import sitemaps
from kg.publishing.tree import Tree

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
