"""What programs that reconcile tables ask for beside candidates: suggestions, properties, previews of things.

Reconciliation Service API 0.2, sections 5 (suggest), 6 (preview) and 7 (data extension).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from kg.base.errors import NotFound
from kg.site.addresses import number
from kg.site.page import PageRequest, SitePage, json_page
from kg.site.templating import html
from kg.store.columns import value
from kg.store.graph import Graph, outside
from kg.store.reconciliation.answering import Reconciler, type_of
from kg.store.reconciliation.properties import ThingProperty, kinds_named, kinds_of, properties_of
from kg.store.reconciliation.question import read_question, writable
from kg.store.reconciliation.values import extension
from kg.store.search.index import MAX_HITS
from kg.terms.identifiers import fold

_SUGGESTED = 10
_MOST = 100


@lru_cache(maxsize=1)
def _reconciler(graph: Graph) -> Reconciler:
    return Reconciler(graph)


def answer(graph: Graph, query: Any) -> SitePage:
    """Return the candidates for a row, given the query as JSON has it; raises QueryError."""
    return json_page({"result": _reconciler(graph).answer(read_question(query))})


def extend(graph: Graph, ids: Sequence[str], keys: Sequence[str]) -> SitePage:
    """Return values of properties of things; raises QueryError."""
    return json_page(extension(graph, ids, keys))


def suggestions(graph: Graph, request: PageRequest) -> SitePage:
    """Return the things, properties or types that a person may mean who is typing; raises QueryError."""
    limit = number(request.parameters, "limit", _SUGGESTED, _MOST) or _SUGGESTED
    start = number(request.parameters, "cursor", 0, MAX_HITS)
    if request.match["what"] == "entity":
        found = _entities(graph, request.parameters.get("prefix", ""), _kinds(graph, request))
    else:
        is_type = request.match["what"] == "type"
        named = _types(graph) if is_type else list(map(_property, _properties(graph, request).values()))
        found = _beginning(request.parameters.get("prefix", ""), named)
    return json_page({"result": found[start : start + limit]})


def _kinds(graph: Graph, request: PageRequest) -> list[str]:
    """The kinds that the parameter `type` means, or all."""
    stated = request.parameters.get("type", "")
    return list(kinds_named(graph.declaration, stated)) if stated else list(kinds_of(graph.declaration))


def _entities(graph: Graph, prefix: str, kinds: Sequence[str]) -> list[dict[str, Any]]:
    if local := graph.local(prefix) or graph.local(graph.base + prefix):
        hits = [hit for hit in (graph.index.about(graph.base + local),) if hit]
    else:
        hits = graph.index.suggest(prefix, _MOST, kinds=kinds) if kinds else []
    return [
        {"id": graph.local(hit.iri), "name": hit.name, "notable": [type_of(graph, hit.kind)]}
        | ({"description": hit.detail} if hit.detail else {})
        for hit in hits
        if graph.kind(hit.iri) in kinds
    ]


def _types(graph: Graph) -> list[dict[str, Any]]:
    kinds = kinds_of(graph.declaration).items()
    return [{"id": path, "name": kind.label, "description": kind.description or kind.plural} for path, kind in kinds]


def _properties(graph: Graph, request: PageRequest) -> dict[str, ThingProperty]:
    several = (properties_of(graph.declaration, kind) for kind in _kinds(graph, request))
    return {key: each for found in several for key, each in found.items()}


def _property(property_: ThingProperty) -> dict[str, Any]:
    described = {"description": property_.description} if property_.description else {}
    return {"id": property_.key, "name": property_.label, **described}


def _beginning(typed: str, found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those in which a word of the id, the name or the description begins as is typed, the names first."""
    texts = ((each, fold(" ".join((each["id"], each["name"], each.get("description", ""))))) for each in found)
    begun = [(each, place) for each, text in texts if (place := f" {text}".find(f" {fold(typed)}")) >= 0]
    return [each for each, _ in sorted(begun, key=lambda pair: pair[1])]


def proposals(graph: Graph, request: PageRequest) -> SitePage:
    """Return the properties by which things of a type can be extended; raises QueryError."""
    known = _properties(graph, request)
    limit = number(request.parameters, "limit", len(known), MAX_HITS) or len(known)
    type_ = writable(request.parameters.get("type", ""))
    found = [_property(each) for each in known.values()][:limit]
    return json_page({"limit": limit, "properties": found} | ({"type": type_} if type_ else {}))


def preview(graph: Graph, request: PageRequest) -> SitePage:
    """Return a thing as a small page for a frame: no scripts, no forms.

    Raises:
        NotFound: If there is no such thing.
    """
    stated = request.parameters.get("id", "")
    local = graph.local(stated) or graph.local(graph.base + stated)
    if not local:
        raise NotFound(f"there is no thing '{stated[:80]}'", hint="give the id of a candidate, such as person/ada")
    iri = graph.thing(local)
    hit, addresses = graph.index.about(iri), map(value, graph.values(iri, "schema:sameAs"))
    return html(
        graph,
        request,
        "preview.html",
        iri=iri,
        name=graph.title_of(iri),
        detail=hit.detail if hit else "",
        said=graph.text(iri, "schema:description"),
        kind=type_of(graph, graph.kind(iri))["name"],
        addresses=list(filter(None, map(outside, addresses)))[:_SUGGESTED],
        others=list(map(value, graph.values(iri, "schema:alternateName")))[:_SUGGESTED],
    )
