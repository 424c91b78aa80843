"""Everything of a release that has an address: pages, charts and documents, by path."""

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import replace

from kg.base.errors import NotFound
from kg.site import words
from kg.site.citations import STYLES
from kg.site.metadata import documents
from kg.site.page import PageRequest, SitePage
from kg.site.views import (
    changes,
    describe,
    embed,
    entity,
    explore,
    harvest,
    index,
    landing,
    lists,
    own,
    quality,
    queries,
    reconciliation,
    search,
    vocabulary,
    whole,
    work,
)
from kg.store.diff.history import History
from kg.store.graph import Graph
from kg.store.hosting import SERVED, Hosting, parted
from kg.store.release import Release

View = Callable[[Graph, PageRequest], SitePage]
"""Views raise NotFound where there is nothing, and QueryError where a parameter is not what it should be."""

_KIND = r"(?P<kind>[a-z][a-z0-9-]*)"
_SLUG = r"(?P<slug>[a-z0-9-]+)"
_PANEL = r"(?P<panel>[a-z0-9-]+)"
_NAME = r"(?P<name>[a-z0-9-]+)"
_FORM = "|".join(documents.FORMS)
_SUFFIX = rf"{_FORM}|{re.escape(documents.LINKSET)}"
_STYLE = "|".join(map(re.escape, STYLES))
_FOLDER = re.compile(rf"^(?:{'|'.join(words.languages())})/")

ROUTES: tuple[tuple[re.Pattern[str], View], ...] = tuple(
    (re.compile(pattern), view)
    for pattern, view in (
        ("", landing.view),
        ("data/", landing.data),
        ("search/", search.view),
        ("api/(?:docs/)?", whole.api_page),
        (r"api/openapi\.json", whole.description),
        (r"api\.json", lists.overview),
        ("api/search", search.results),
        ("api/suggest", search.suggestions),
        (r"api/queries(?:\.json)?", whole.queries),
        (rf"api/queries/{_NAME}", whole.answer),
        (r"reconcile/suggest/(?P<what>entity|property|type)", reconciliation.suggestions),
        ("reconcile/properties", reconciliation.proposals),
        ("reconcile/preview", reconciliation.preview),
        ("oai", harvest.view),
        ("explore/", explore.view),
        (r"explore\.json", explore.data),
        (rf"explore/{_KIND}/{_SLUG}\.json", explore.around),
        (r"explore/(?P<shard>[a-z][a-z0-9-]*)\.json", explore.shard),
        ("query/", queries.query_page),
        ("queries/", queries.view),
        (rf"queries/{_NAME}/", queries.query),
        (rf"queries/{_NAME}\.(?P<suffix>rq|csv|tsv|json|svg)", queries.file),
        (r"404\.html", whole.missing_page),
        ("describe/", describe.view),
        ("quality/", quality.view),
        (r"feed\.xml", changes.feed),
        ("vocabulary/", vocabulary.view),
        (r"vocabulary\.json", vocabulary.completion),
        (r"\.well-known/void", whole.void),
        (rf"void\.(?P<suffix>{_FORM})", whole.void),
        ("|".join(map(re.escape, whole.ADDRESSED)), whole.addressed),
        (r"sitemap(-[1-9][0-9]{0,4})?\.xml", whole.sitemaps),
        (r"robots\.txt", whole.robots),
        (rf"pages/{_NAME}/", own.page),
        (r"words/(?P<language>[a-z]{2})\.json", own.words),
        (r"site/theme\.css", own.theme),
        (r"site/(?:[a-z0-9-]+/)*[a-z0-9-]+\.[a-z]+", own.file),
        (rf"describe\.(?P<suffix>{_FORM})", describe.document),
        (rf"{_KIND}/", index.view),
        (rf"{_KIND}/{_SLUG}/", entity.view),
        (rf"{_KIND}/{_SLUG}\.(?P<suffix>{_SUFFIX})", entity.document),
        (rf"{_KIND}/{_SLUG}\.evidence\.(?P<suffix>ttl|nt)", entity.evidence_document),
        (rf"work/{_SLUG}\.(?P<suffix>{_STYLE})", work.citation),
        (rf"(?:{_KIND}/{_SLUG}/)?embed/", embed.view),
        (rf"(?:{_KIND}/{_SLUG}/)?card\.png", embed.card),
        (rf"(?:{_KIND}/{_SLUG}/)?works\.(?P<form>json|xml)", embed.feed),
        (rf"{_KIND}/{_SLUG}/{_PANEL}\.(?P<form>csv|json)", queries.results),
    )
)


def folder_of(path: str) -> str:
    """Return the folder of a language in which a path may lie, such as `de/`, or nothing.

    >>> folder_of("de/person/ada/"), folder_of("person/ada/")
    ('de/', '')
    """
    found = _FOLDER.match(path)
    return found[0] if found else ""


def is_page(path: str, kinds: Container[str]) -> bool:
    """Say whether pages may stand under a path, where there are things of some kinds, in whatever language."""
    return _route(parted(path.removeprefix(folder_of(path)))[0], kinds) is not None


def _route(place: str, kinds: Container[str]) -> tuple[re.Match[str], View] | None:
    for pattern, view in ROUTES:
        match = pattern.fullmatch(place)
        if match and (match.groupdict().get("kind") is None or match["kind"] in kinds):
            return match, view
    return None


class Site:
    """The pages and documents of a release; used by one process.

    Pages in the site's other languages stand in a folder each, such as `de/`; documents and files are for all.
    """

    def __init__(self, release: Release, hosting: Hosting = SERVED, history: History | None = None) -> None:
        self.graph = Graph(release, hosting, history)
        others = self.graph.face.languages[1:]
        self._others = {f"{tag}/": self.graph.at(replace(hosting, language=tag)) for tag in others}

    def page(self, path: str, parameters: Mapping[str, str]) -> SitePage:
        """Return what stands under a path below the site's root; parameters may stand at its end too.

        Raises:
            Moved: If another thing answers for the one that is meant.
            Withdrawn: If it was published once.
            NotFound: If there is nothing.
            QueryError: If a parameter is not what it should be.
        """
        folder = next(filter(path.startswith, self._others), "")
        graph, below = self._others.get(folder, self.graph), path.removeprefix(folder)
        place, stated = parted(below)
        found = _route(place, graph.titles)
        if found is None or (folder and not place.endswith("/") and place):
            raise NotFound(f"there is no page /{path}", hint="start at the first page, or search")
        match, view = found
        with words.reading(graph.language, graph.face.words):
            return view(graph, PageRequest(below, match.groupdict(), {**stated, **parameters}, folder))
