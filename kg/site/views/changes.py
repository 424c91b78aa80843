"""What changed from publication to publication, as an Atom feed (RFC 4287)."""

from dataclasses import dataclass, replace
from itertools import groupby

from kg.base.errors import IdentifierError, NotFound
from kg.site.page import PageRequest, SitePage
from kg.site.templating import html
from kg.store.diff.history import Publication
from kg.store.diff.model import Change
from kg.store.diff.renderings import joined
from kg.store.graph import Graph
from kg.terms.identifiers import valid_iri
from kg.terms.labels import nouns

ATOM = "application/atom+xml; charset=utf-8"
MOST_ENTRIES = 20
"""How many publications the feed holds."""

MOST_CHANGES_IN_ENTRY = 50


@dataclass(frozen=True)
class ShownChange:
    """A change with the path of the page of the thing, below the site's root; empty if it has none any more."""

    change: Change
    path: str

    @property
    def name(self) -> str:
        """What the thing is called, else its kind and slug."""
        return self.change.name or self.change.path


@dataclass(frozen=True)
class ShownPublication:
    """A publication: its changes by kind, how many more there are, and a summary in a few words."""

    publication: Publication
    groups: tuple[tuple[str, tuple[ShownChange, ...]], ...]
    more: int
    summary: str


def feed(graph: Graph, request: PageRequest) -> SitePage:
    """Return the newest publications as an Atom feed."""
    if not graph.history:
        hint = "publish with 'kg publish', or lay its changes.json beside the releases"
        raise NotFound("nothing is known yet of what changed", hint=hint)
    if not graph.url:
        raise NotFound("a feed needs the public address of the site", hint="publish with --url")
    entries = [_entry(graph, each) for each in graph.history.publications[:MOST_ENTRIES]]
    return replace(html(graph, request, "feed_changes.xml", entries=entries), media_type=ATOM)


def _summary(graph: Graph, publication: Publication) -> str:
    """Return what a publication was, such as `2 people and 1 work changed`."""
    counted = {kind: sum(fates.values()) for kind, fates in publication.counts.items()}
    words = nouns(graph.declaration)
    things = joined([f"{counted[kind]:,} {words[kind][counted[kind] != 1]}" for kind in words if counted.get(kind)])
    if publication.is_first:
        return f"first publication: {things}" if things else "first publication"
    return f"{things} changed" if things else "small changes"


def _entry(graph: Graph, publication: Publication) -> ShownPublication:
    shown = [ShownChange(change, _path(graph, change)) for change in publication.changes[:MOST_CHANGES_IN_ENTRY]]
    groups = tuple((kind, tuple(each)) for kind, each in groupby(shown, key=lambda each: each.change.kind))
    more = publication.more + len(publication.changes) - len(shown)
    return ShownPublication(publication, groups, more, _summary(graph, publication))


def _path(graph: Graph, change: Change) -> str:
    """Return where the page of a thing is, or of the one into which it was merged, if there is one now."""
    for place in filter(None, (change.into, change.path)):
        iri = graph.base + place if change.kind else place
        try:
            graph.require(valid_iri(iri))
        except (NotFound, IdentifierError):
            continue
        return graph.path(iri)
    return ""
