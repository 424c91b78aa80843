"""What other sites embed: the newest works of a thing, or of all, as a plain page, an Atom feed and a JSON Feed.

JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/
"""

from dataclasses import dataclass, replace
from typing import Any

from kg.base.errors import NotFound
from kg.site import cards
from kg.site.embedding import newest_works
from kg.site.page import PageRequest, SitePage, json_page
from kg.site.panels import listed_works
from kg.site.reports.citing import Cited, plain_style
from kg.site.reports.model import text_of
from kg.site.templating import html
from kg.site.views.changes import ATOM
from kg.site.words import _
from kg.site.works import ListedWork
from kg.store.graph import Graph

MOST = 50
"""How many works others embed; the page of the thing has all."""
JSON_FEED = "application/feed+json"


@dataclass(frozen=True)
class EmbeddedWorks:
    """Works to be shown elsewhere."""

    graph: Graph  # where they are
    name: str  # whose they are, or what they are about
    iri: str  # the thing, or empty for all works
    page: str  # the path of the page that has all of them, below the site's root
    works: tuple[ListedWork, ...]  # the newest ones
    total: int  # how many there are

    @property
    def title(self) -> str:
        """What the works are called together."""
        return _("Publications: {name}", name=self.name)

    def day(self, work: ListedWork) -> str:
        """Return the day of a work, or one of its year; where nothing is known the day when it changed last."""
        stated = self.graph.text(work.iri, "schema:datePublished")
        day = f"{stated}-01-01"[: len("2024-01-01")]  # of a year or a month the first
        return day if work.year and day.startswith(f"{work.year:04}-") else self.graph.modified(work.iri)

    @property
    def updated(self) -> str:
        """The day when any of the works changed last: a feed of which nothing changed stays as it is."""
        return max((self.graph.modified(work.iri) for work in self.works), default=self.graph.date)

    def text(self, work: ListedWork) -> str:
        """Return the citation of a work."""
        return text_of(plain_style(Cited(self.graph, work)))


def _embedded(graph: Graph, request: PageRequest) -> EmbeddedWorks:
    """Return the works that a request is about; raises NotFound if the page of the thing lists no works."""
    if not request.match["kind"]:
        found, total = newest_works(graph, MOST), graph.index.count("work")
        return EmbeddedWorks(graph, graph.title, "", "work/", found.ordered, total)
    iri = graph.thing(request.local)
    listed = listed_works(graph, iri)
    if listed is None:
        raise NotFound(f"{graph.label(iri)} has no works to embed", hint=f"see what is known of it: {graph.path(iri)}")
    page = f"{request.local}/"
    return EmbeddedWorks(graph, graph.title_of(iri), iri, page, listed.ordered[:MOST], len(listed.works))


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the works as a page for a frame of another site: small, without scripts."""
    return html(graph, request, "embed.html", embedded=_embedded(graph, request))


def feed(graph: Graph, request: PageRequest) -> SitePage:
    """Return the works as an Atom feed or a JSON Feed.

    Raises NotFound for an Atom feed where nobody knows the public address of the site, which it needs.
    """
    embedded = _embedded(graph, request)
    if request.match["form"] == "json":
        return replace(json_page(_json_feed(embedded, request)), media_type=JSON_FEED)
    if not graph.url:
        raise NotFound("a feed needs the public address of the site", hint="publish with --url")
    return replace(html(graph, request, "feed_works.xml", embedded=embedded), media_type=ATOM)


def _json_feed(embedded: EmbeddedWorks, request: PageRequest) -> dict[str, Any]:
    graph = embedded.graph
    items = [
        {
            "id": work.iri,
            "url": f"{graph.url}{graph.path(work.iri)}" if graph.url else work.iri,
            "title": work.title,
            "content_text": embedded.text(work),
            "date_published": f"{embedded.day(work)}T00:00:00Z",
            "authors": [{"name": author.name} | ({"url": author.iri} if author.iri else {}) for author in work.authors],
            "tags": [topic.name for topic in work.topics],
            "_work": {"year": work.year, "venue": work.place, "links": [address.href for address in work.addresses]},
        }
        for work in embedded.works
    ]
    addresses = {"home_page_url": f"{graph.url}{embedded.page}", "feed_url": f"{graph.url}{request.path}"}
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": embedded.title,
        **(addresses if graph.url else {}),
        "items": items,
    }


def card(graph: Graph, request: PageRequest) -> SitePage:
    """Return the picture of a person, or that of the site, for previews of links; raises NotFound if there is none."""
    iri = graph.thing(request.local) if request.match["kind"] else ""
    if not cards.place(graph, iri):
        hint = "people with a profile have one, where the extra 'documents' is installed"
        raise NotFound(f"there is no /{request.path}", hint=hint)
    return SitePage(cards.card(graph, iri), "image/png")
