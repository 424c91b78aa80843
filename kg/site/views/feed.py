"""What happened to things, for programs that keep a copy: a Linked Data Event Stream.

https://w3id.org/ldes/specification and https://w3id.org/ldes/server-primer

The oldest publication whose changes are not all known is told as the things that there were, each publication since as
its changes, in pages that stay as they are. `feed` leads to them; clients fetch what they do not have yet.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kg.base.errors import NotFound
from kg.site.addresses import NAMESPACES
from kg.site.metadata.dataset import Node, kept
from kg.site.metadata.documents import FORMS
from kg.site.metadata.harvesting import items
from kg.site.metadata.rdf import written
from kg.site.page import PageRequest, SitePage
from kg.store.diff.history import Publication
from kg.store.diff.model import Change, Fate
from kg.store.graph import Graph
from kg.terms.formats import MEDIA_TYPES

PATH = "feed"
MOST_EVENTS = 1_000
"""How many events a page holds."""

_VERBS = {Fate.NEW: "Create", Fate.CHANGED: "Update", Fate.MERGED: "Delete", Fate.WITHDRAWN: "Delete"}
"""What became of a thing, in the words of Activity Streams 2.0."""
_TYPED = {
    "@id": "as:object dcterms:isReplacedBy dcterms:isVersionOf dcterms:license ldes:timestampPath "
    "ldes:versionCreateObject ldes:versionDeleteObject ldes:versionOfPath ldes:versionUpdateObject tree:node tree:path",
    "xsd:dateTime": "as:published tree:value",
}
_CONTEXT = {
    **{prefix: NAMESPACES[prefix] for prefix in ("as", "dcterms", "ldes", "tree", "xsd")},
    **{name: {"@type": datatype} for datatype, names in _TYPED.items() for name in names.split()},
}


class EventPage(NamedTuple):
    """A page of the stream.

    Attributes:
        name: What its address ends with; no other page, past or to come, is called so.
        publication: The publication of which it tells.
        events: What happened to things.
    """

    name: str
    publication: Publication
    events: Sequence[Change]


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return where the stream begins, in one of `kg.site.metadata.documents.FORMS`; raises NotFound."""
    return _document(graph, request, _stream(graph, request.match["suffix"]))


def page(graph: Graph, request: PageRequest) -> SitePage:
    """Return a page of the stream; raises NotFound."""
    found = next((each for each in pages(graph) if each.name == request.match["page"]), None)
    if found is None:
        raise NotFound("the feed has no such page any more", hint=f"begin at {PATH}.ttl")
    return _document(graph, request, _events(graph, found, request.path), is_immutable=True)


def paths(graph: Graph) -> list[str]:
    """Return the addresses of the stream as files; none if nobody knows where it stands."""
    return [f"{PATH}.ttl", *(f"{PATH}/{each.name}.ttl" for each in pages(graph))] if graph.url else []


@lru_cache(maxsize=2)
def pages(graph: Graph) -> Sequence[EventPage]:
    """Return the pages of the stream, the oldest first."""
    name = graph.release.path.name
    publications = graph.history.publications if graph.history.release == name else ()
    publications = publications or (Publication(0, graph.date, "", name, {}),)
    end = next((place for place, each in enumerate(publications) if each.more), len(publications) - 1)
    base, known = publications[end], publications[:end][::-1]
    told = {each.number: [change for change in each.changes if _is_thing(graph, change.path)] for each in known}
    begun = _begun(graph, [change for each in known for change in told[each.number]])
    starts = range(0, len(begun), MOST_EVENTS)
    return (
        *(
            EventPage(f"{_name(base)}-{number}", base, begun[start : start + MOST_EVENTS])
            for number, start in enumerate(starts, 1)
        ),
        *(EventPage(_name(each), each, told[each.number]) for each in known if told[each.number]),
    )


def _begun(graph: Graph, told: Sequence[Change]) -> Sequence[Change]:
    """Return what there was before the changes that are told, things that were gone by then among it."""
    first = {change.path: change.fate for change in reversed(told)}
    found = {path: Fate.NEW for path, fate in first.items() if fate is not Fate.NEW}
    for each in items(graph):
        if each.local not in first and each.sets[0] != "source":  # differences leave out what was read, too
            found[each.local] = Fate.WITHDRAWN if each.is_deleted else Fate.NEW
    return [Change(path, found[path]) for path in sorted(found)]


def _is_thing(graph: Graph, path: str) -> bool:
    return bool(path) and graph.local(graph.base + path) == path


def _name(publication: Publication) -> str:
    return f"{publication.number}-{re.sub(r'[^A-Za-z0-9]', '', publication.after)[:40]}"


def _document(graph: Graph, request: PageRequest, node: Node, *, is_immutable: bool = False) -> SitePage:
    if not graph.url:
        raise NotFound("a feed needs the public address of the site", hint="publish with --url")
    form = FORMS[request.match["suffix"]]
    return SitePage(written(node, form.name, _CONTEXT), MEDIA_TYPES[form.name], is_immutable=is_immutable)


def _stream(graph: Graph, suffix: str) -> Node:
    root = f"{graph.url}{PATH}.{suffix}"
    relations = [
        {
            "@id": f"{root}#{each.name}-{bound}",
            "@type": f"tree:{bound}Relation",
            "tree:node": f"{graph.url}{PATH}/{each.name}.{suffix}",
            "tree:path": "as:published",
            "tree:value": _time(each.publication),
        }
        for each in pages(graph)
        for bound in ("GreaterThanOrEqualTo", "LessThanOrEqualTo")
    ]
    return kept(
        {
            "@id": f"{graph.url}{PATH}",
            "@type": "ldes:EventStream",
            "dcterms:title": graph.title,
            "dcterms:license": graph.license,
            "ldes:timestampPath": "as:published",
            "ldes:versionOfPath": "dcterms:isVersionOf",
            **{f"ldes:version{verb}Object": f"as:{verb}" for verb in _VERBS.values()},
            "tree:view": {"@id": root, "@type": "tree:Node", "tree:relation": relations},
        }
    )


def _events(graph: Graph, shown: EventPage, path: str) -> Node:
    events = [
        kept(
            {
                "@id": f"{graph.url}{PATH}/{shown.name}#{change.path}",
                "@type": f"as:{_VERBS[change.fate]}",
                "dcterms:isVersionOf": graph.base + change.path,
                "as:object": graph.base + change.path,
                "dcterms:isReplacedBy": graph.base + change.into if _is_thing(graph, change.into) else "",
                "as:published": _time(shown.publication),
            }
        )
        for change in shown.events
    ]
    page = {"@id": graph.url + path, "@type": "tree:Node", "ldes:immutable": True}
    return {"@graph": [page, {"@id": f"{graph.url}{PATH}", "tree:member": events}]}


def _time(publication: Publication) -> str:
    """Return the day of a publication, with its number as seconds: clients sort events by their times alone."""
    minutes, seconds = divmod(publication.number % 86_400, 60)
    return f"{publication.date}T{minutes // 60:02}:{minutes % 60:02}:{seconds:02}Z"
