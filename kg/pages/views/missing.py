"""The page that a web space shows where it has none: `404.html`; its script looks in the graph for what was meant."""

from urllib.parse import urlsplit

from kg.errors import NotFound
from kg.pages.graph import Graph
from kg.pages.page import Asked, Page
from kg.pages.templating import html
from kg.pages.views.describe import looking
from kg.pages.views.query import has_engine


def view(graph: Graph, asked: Asked) -> Page:
    """Return the page; it is shown under any path, so that its links begin with the path of the site's root.

    Raises:
        NotFound: If there is a server, which answers for itself.
    """
    if not graph.hosting.is_static:
        raise NotFound(f"there is no page /{asked.path}", hint="start at the first page, or search")
    root = f"{urlsplit(graph.url).path.rstrip('/')}/"
    return html(graph, asked, "missing.html", root=root, has_engine=has_engine(), site=looking(graph, root))
