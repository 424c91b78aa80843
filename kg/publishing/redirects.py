"""Old IRIs: a page for each that leads to the thing that answers for it now, or says that it was withdrawn."""

from collections.abc import Iterator

from kg.formats import DefaultGraph, NamedNode, iri_of
from kg.pages import Site
from kg.vocabulary import PREFIXES

_REPLACED = NamedNode(f"{PREFIXES['dcterms']}isReplacedBy")
_DEPRECATED = NamedNode(f"{PREFIXES['owl']}deprecated")


def old_paths(site: Site) -> Iterator[str]:
    """Yield the paths of the pages of things that were merged into others or withdrawn, sorted."""
    graph = site.graph
    found = {
        graph.local(iri_of(quad.subject))
        for predicate in (_REPLACED, _DEPRECATED)
        for quad in graph.store.backend.quads_for_pattern(None, predicate, None, DefaultGraph())
    }
    yield from (f"{local}/" for local in sorted(found) if local)
