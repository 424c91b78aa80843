"""What changed from publication to publication, as an Atom feed (RFC 4287)."""

from dataclasses import replace
from functools import partial

from kg.base.errors import IdentifierError, NotFound
from kg.site.page import PageRequest, SitePage
from kg.site.templating import html
from kg.store.diff.changes import Change, counted_kinds
from kg.store.diff.history import Publication
from kg.store.graph import Graph
from kg.terms.identifiers import valid_iri

ATOM = "application/atom+xml; charset=utf-8"
MAX_PUBLICATIONS = 20
MAX_CHANGES = 50  # of each publication


def feed(graph: Graph, request: PageRequest) -> SitePage:
    """Return the newest publications as an Atom feed."""
    if not graph.history:
        hint = "publish with 'kg publish', or lay its changes.json beside the releases"
        raise NotFound("nothing is known yet of what changed", hint=hint)
    if not graph.url:
        raise NotFound("a feed needs the public address of the site", hint="publish with --url")
    newest = graph.history.publications[:MAX_PUBLICATIONS]
    entries = [(each, _summary(graph, each), each.changes[:MAX_CHANGES]) for each in newest]
    page = html(graph, request, "feed_changes.xml", entries=entries, path_of=partial(_path, graph))
    return replace(page, media_type=ATOM)


def _summary(graph: Graph, publication: Publication) -> str:
    """A publication in words, such as `2 people and 1 work changed`."""
    things = counted_kinds(publication.counts, graph.declaration)
    if publication.is_first:
        return f"first publication: {things}" if things else "first publication"
    return f"{things} changed" if things else "small changes"


def _path(graph: Graph, change: Change) -> str:
    """The page of a thing, or of the one into which it was merged; empty if there is none now."""
    for place in filter(None, (change.into, change.path)):
        iri = graph.base + place if change.kind else place
        try:
            graph.require(valid_iri(iri))
        except (NotFound, IdentifierError):
            continue
        return graph.path(iri)
    return ""
