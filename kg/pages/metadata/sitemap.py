"""What search engines should visit: sitemaps (sitemaps.org, protocol 0.9), and robots.txt (RFC 9309)."""

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from kg.pages.graph import Graph

PATH = "sitemap.xml"
MOST = 45_000
"""How many addresses stand in a sitemap: 50,000 are allowed, and 50 MB, which these stay below by far."""

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_FIXED = ("", "explore/", "query/", "queries/", "quality/", "vocabulary/", "api/")
_DYNAMIC = ("sparql", "data", "graph/", "api/", "search/", "compare/", "describe/")


def sitemaps(url: str, paths: Sequence[str], date: str, most: int = MOST) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the sitemaps of some pages: one, or an index and its parts.

    Args:
        url: The address of the site.
        paths: The pages, below its root.
        date: When they changed last.
        most: How many pages stand in one sitemap.
    """
    if len(paths) <= most:
        yield PATH, _document("urlset", "url", url, paths, date)
        return
    parts = [paths[start : start + most] for start in range(0, len(paths), most)]
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield PATH, _document("sitemapindex", "sitemap", url, names, date)
    yield from ((name, _document("urlset", "url", url, part, date)) for name, part in zip(names, parts, strict=True))


def _document(root: str, element: str, url: str, paths: Sequence[str], date: str) -> bytes:
    lines = (
        f"<{element}><loc>{escape(url + path)}</loc><lastmod>{escape(date)}</lastmod></{element}>\n" for path in paths
    )
    return f"{_HEAD}<{root} {_NAMESPACE}>\n{''.join(lines)}</{root}>\n".encode()


def paths(graph: Graph) -> list[str]:
    """Return the pages of a release that stand for something, without those that only a query string makes."""
    kinds = graph.index.kinds()
    things = (
        f"{local}/"
        for kind, number in kinds.items()
        for hit in graph.index.listing(kind, limit=number).hits
        if (local := graph.local(hit.iri))
    )
    named = (f"queries/{name}/" for name in sorted(graph.queries))
    return [*_FIXED, *(f"{kind}/" for kind in kinds), *named, *sorted(things)]


def robots(graph: Graph) -> bytes:
    """Return what robots may visit: everything, but for what a server makes anew for every question."""
    closed = () if graph.hosting.is_static else _DYNAMIC
    rules = [f"Disallow: /{path}" for path in closed] or ["Disallow:"]
    sitemap = ["", f"Sitemap: {graph.url}{PATH}"] if graph.url else []
    return "\n".join(["User-agent: *", *rules, *sitemap, ""]).encode()
