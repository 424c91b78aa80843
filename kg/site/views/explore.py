"""The explorer: the things of the graph and their ties, as data and as a picture of the people."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from markupsafe import Markup
from pyoxigraph import DefaultGraph, NamedNode

from kg.base.errors import NotFound
from kg.site.charts.network import NetworkEdge, NetworkNode, network
from kg.site.page import PageRequest, SitePage, json_page, root
from kg.site.templating import html
from kg.store.graph import Graph
from kg.store.hosting import shard_name
from kg.terms.vocabulary import PREFIXES

MAX_TRIPLES = 5_000
"""How many triples of a thing are looked at: a topic may have millions."""

_SERIES = NamedNode(f"{PREFIXES['schema']}superEvent")
_MOST: Mapping[str, int] = {"person": 600, "work": 500}
_MOST_OF_OTHERS = 100
_STOOD_FOR = ("event", "source")
"""The kinds that are not drawn: a series stands for its events, and all things have sources."""

_IN_PICTURE = 80
_AROUND = 150
_MOST_EDGES = 8_000

Ties = Mapping[str, Sequence[str]]


def bounds(graph: Graph) -> Mapping[str, int]:
    """Return how many things of each kind the explorer loads at first; it fetches more on demand."""
    drawn = (kind for kind in graph.declaration.listed if kind not in _STOOD_FOR)
    return {kind: _MOST.get(kind, _MOST_OF_OTHERS) for kind in drawn}


def neighbours(graph: Graph, iri: str) -> tuple[str, ...]:
    """Return the IRIs of the things that a thing is tied to, sorted: those that its triples name, or that name it.

    A node of a thing, such as a position, stands for it; an event stands for its series.
    """
    named = _objects(graph, iri)
    nodes = [each for each in named if each.startswith(f"{iri}#")]
    quads = graph.store.quads(None, None, NamedNode(iri), DefaultGraph(), limit=MAX_TRIPLES)
    naming = (quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))
    within = (each for node in nodes for each in _objects(graph, node))
    found = (each.partition("#")[0] for each in chain(named, within, naming) if graph.local(each))
    things = {_series(graph, each) for each in set(found)}
    return tuple(sorted(each for each in things - {iri, ""} if graph.kind(each) != "source"))


def _objects(graph: Graph, subject: str) -> list[str]:
    quads = graph.store.quads(NamedNode(subject), None, None, DefaultGraph(), limit=MAX_TRIPLES)
    return [quad.object.value for quad in quads if isinstance(quad.object, NamedNode)]


def _series(graph: Graph, iri: str) -> str:
    if graph.kind(iri) != "event":
        return iri
    quads = graph.store.quads(NamedNode(iri), _SERIES, None, DefaultGraph())
    return next((quad.object.value for quad in quads if isinstance(quad.object, NamedNode)), "")


@dataclass(frozen=True)
class ExplorerData:
    """The part of a graph that is shown: things, best tied first, and their ties by their places."""

    things: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the explorer; without scripts it is a picture of the people of whom the graph says most."""
    people = {person: neighbours(graph, person) for person in _people(graph, _IN_PICTURE)}
    most = bounds(graph)
    totals = {name: graph.index.count(name) for name in most if graph.index.count(name)}
    kinds = {name: graph.declaration.listed[name] for name in totals}
    picture = _picture(graph, people, root(request.path)) if people else ""
    return html(graph, request, "explore.html", picture=picture, people=people, most=most, totals=totals, kinds=kinds)


def data(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001
    """Return the things that the explorer shows at first, and their ties, as JSON; and which files have more."""
    drawn = bounds(graph)
    shards = {kind: prefixes for kind, prefixes in graph.hosting.shards.items() if kind in drawn}
    return json_page({"kinds": tuple(drawn), "shards": shards, **_told(graph, chosen(graph))})


def paths(graph: Graph) -> Iterator[str]:
    """Yield the paths of the files from which the explorer fetches more."""
    for kind in bounds(graph):
        for prefix in graph.hosting.shards.get(kind, ()):
            yield f"explore/{shard_name(kind, prefix)}.json"


def around(graph: Graph, request: PageRequest) -> SitePage:
    """Return a thing and what is tied to it, as JSON; ties among these are left to what is known already."""
    near = _around(graph, graph.thing(request.local))
    return json_page({"kinds": tuple(bounds(graph)), **_told(graph, near)})


def shard(graph: Graph, request: PageRequest) -> SitePage:
    """Return what is tied to each of the things that one file describes, as JSON, by kind and slug."""
    name, drawn = request.match["shard"], bounds(graph)
    kinds = (kind for kind in drawn if name == kind or name.startswith(f"{kind}-"))
    hits = (hit.iri for kind in kinds for hit in graph.index.best(kind, graph.index.count(kind)))
    found = {
        local: _told(graph, _around(graph, iri))
        for iri in hits
        if (local := graph.local(iri)) and graph.hosting.shard(local) == name
    }
    if not found:
        raise NotFound(f"there is no file of things '{name}'", hint="begin at explore.json")
    return json_page({"kinds": tuple(drawn), "around": found})


def _around(graph: Graph, iri: str) -> ExplorerData:
    drawn = bounds(graph)
    near = [each for each in neighbours(graph, iri) if graph.kind(each) in drawn][:_AROUND]
    return ExplorerData((iri, *near), tuple((0, place) for place in range(1, len(near) + 1)))


def chosen(graph: Graph) -> ExplorerData:
    """Return the people of whom most is said, what they are tied to most, and all ties among these, within bounds."""
    most = dict(bounds(graph))
    ties = {person: neighbours(graph, person) for person in _people(graph, most.pop("person"))}
    works = _best(graph, ties, {"work": most.pop("work")})
    ties |= {work: neighbours(graph, work) for work in works}  # these lead to venues
    things = [*ties, *_best(graph, ties, most)]
    places = {iri: place for place, iri in enumerate(things)}
    edges = {
        (min(places[one], places[other]), max(places[one], places[other]))
        for one, others in ties.items()
        for other in others
        if other in places
    }
    return ExplorerData(tuple(things), tuple(sorted(edges)[:_MOST_EDGES]))


def _people(graph: Graph, most: int) -> list[str]:
    """Return the people of whom the graph says most."""
    return [hit.iri for hit in graph.index.best("person", most) if graph.local(hit.iri)]


def _best(graph: Graph, ties: Ties, most: Mapping[str, int]) -> list[str]:
    """Return the things of some kinds that are tied to most of the others, each kind within its bound."""
    counts = Counter(other for others in ties.values() for other in others)
    ordered = sorted(counts, key=lambda iri: (-counts[iri], iri))
    return [iri for name in most for iri in [each for each in ordered if graph.kind(each) == name][: most[name]]]


def _told(graph: Graph, choice: ExplorerData) -> Mapping[str, object]:
    kinds = list(bounds(graph))
    nodes = [
        [kinds.index(name) if name in kinds else 0, graph.local(iri), graph.label(iri)]
        for iri in choice.things
        for name in [graph.kind(iri)]
    ]
    return {"nodes": nodes, "edges": choice.edges}


def _picture(graph: Graph, ties: Ties, up: str) -> Markup:
    """Return the network of people by joint works."""
    works = {person: [iri for iri in near if graph.kind(iri) == "work"] for person, near in ties.items()}
    authors: dict[str, list[str]] = {}
    for person, written in works.items():
        for work in written:
            authors.setdefault(work, []).append(person)
    joint = Counter(pair for each in authors.values() for pair in combinations(sorted(each), 2))
    nodes = [
        NetworkNode(iri, graph.label(iri), len(written), f"{up}{graph.path(iri)}", note=f"works: {len(written)}")
        for iri, written in works.items()
    ]
    edges = [NetworkEdge(*pair, number) for pair, number in joint.items()]
    return network(nodes, edges, name="Who wrote with whom", unit="joint works", width=1100, height=760)
