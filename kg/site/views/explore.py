"""The explorer: members and who ties them together as a picture, and what each thing is tied to as data."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations

from pyoxigraph import DefaultGraph, NamedNode

from kg.base.errors import NotFound
from kg.site.charts.network import NetworkEdge, NetworkLayout, NetworkNode, draw, layout
from kg.site.members import home, members
from kg.site.page import PageRequest, SitePage, json_page, root
from kg.site.soundness import unsound
from kg.site.templating import html
from kg.site.views.queries import known
from kg.site.words import _, gettext
from kg.store.graph import Graph
from kg.store.hosting import shard_name
from kg.terms.vocabulary import PREFIXES

MAX_TRIPLES = 5_000
"""How many triples of a thing are looked at: a topic may have millions."""

_SERIES = NamedNode(f"{PREFIXES['schema']}superEvent")
_AUTHOR = NamedNode(f"{PREFIXES['schema']}author")
_STOOD_FOR = ("event", "source")
"""The kinds that are not drawn: a series stands for its events, and all things have sources."""

MOST_SHOWN = 120
"""How many people the picture begins with."""
_AROUND, _AROUND_OTHERS = 60, 20
"""How many ties of a thing are told, and how many of a person without a profile."""

_MOST_AUTHORS = 100
_COMMUNITIES = 12
_FEWEST = 8
"""How many people there are at least where one stands in the middle."""
_FIRM = 2
"""How many joint works tie two people who are no members: all authors of one work would be a knot."""

_SHARED = ("schema:knowsAbout", "schema:affiliation", "schema:alumniOf")
_WIDTH, _HEIGHT = 1120, 760
_ROOT = root("explore/")


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
class NetworkOverview:
    """What the explorer begins with."""

    placed: NetworkLayout  # people in their places, by their kind and slug
    titles: Mapping[int, str]  # what communities are called
    members: tuple[int, int]  # how many of the people have a profile, and how many there are who have one
    alone: tuple[NetworkNode, ...] = ()  # those with a profile who wrote with nobody

    def communities(self) -> Iterator[tuple[str, list[NetworkNode]]]:
        """Yield the communities, the largest first, with their names, if they have any, and their people."""
        of_group = defaultdict[int, list[NetworkNode]](list)
        for node, group in zip(self.placed.nodes, self.placed.groups, strict=True):
            of_group[group].append(node)  # those who matter most come first
        for group in sorted(of_group.keys() - {0}, key=lambda group: (-len(of_group[group]), group)):
            yield self.titles.get(group, ""), of_group[group]

    def tied(self) -> Iterator[tuple[NetworkNode, list[tuple[NetworkNode, int]]]]:
        """Yield those whose network it is, each with those whom a line leads to, the strongest first."""
        nodes, near = self.placed.nodes, defaultdict(list)
        for (one, other), weight in self.placed.ties.items():
            near[one].append((nodes[other], int(weight)))
            near[other].append((nodes[one], int(weight)))
        for number, node in enumerate(nodes):
            if node.is_main:
                yield node, sorted(near[number], key=lambda each: (-each[1], each[0].name))


@lru_cache(maxsize=4)
def overview(graph: Graph) -> NetworkOverview:
    """Return the members who wrote most with each other, then those who tie most of these together, within bounds."""
    ours = list(members(graph)) or [hit.iri for hit in graph.index.best("person", MOST_SHOWN // 2)]
    works = _authors(graph, ours)
    written = Counter(chain.from_iterable(works.values()))
    is_ours = set(ours)
    joint = Counter(
        (one, other)
        for people in works.values()
        for one in people[:_MOST_AUTHORS]
        if one in is_ours
        for other in people
        if other != one
    )
    among = Counter(one for one, other in joint if other in is_ours)
    shown = sorted(ours, key=lambda iri: (-among[iri], -written[iri], iri))[:MOST_SHOWN]
    shown += _binding(joint, shown, is_ours)[: MOST_SHOWN - len(shown)]
    places = set(shown)
    ties = Counter(pair for people in works.values() for pair in combinations([p for p in people if p in places], 2))
    nodes = [
        NetworkNode(
            graph.local(iri), graph.label(iri), max(written[iri], 1), f"{_ROOT}{graph.path(iri)}",
            is_main=iri in is_ours,
        )
        for iri in shown
    ]  # fmt: skip
    edges = [
        NetworkEdge(graph.local(one), graph.local(other), number)
        for (one, other), number in ties.items()
        if number >= _FIRM or one in is_ours or other in is_ours
    ]
    tied = {each for edge in edges for each in (edge.one, edge.other)} or {node.id for node in nodes}
    alone = tuple(sorted((node for node in nodes if node.id not in tied), key=lambda node: node.name))
    nodes = [node for node in nodes if node.id in tied]
    centre = _hub(nodes, edges)
    placed = layout(nodes, edges, centre=centre, width=_WIDTH, height=_HEIGHT, most=_COMMUNITIES)
    return NetworkOverview(placed, _titles(graph, placed), (len(is_ours & places) - len(alone), len(ours)), alone)


def _hub(nodes: Sequence[NetworkNode], edges: Sequence[NetworkEdge]) -> str | None:
    """Return the id of the one with whom more than half of the others wrote, if there is one."""
    tied = Counter(chain.from_iterable((edge.one, edge.other) for edge in edges))
    hub, number = max(tied.items(), key=lambda each: (each[1], each[0]), default=("", 0))
    return hub if len(nodes) > _FEWEST and 2 * number > len(nodes) - 1 else None


def _authors(graph: Graph, people: Collection[str]) -> dict[str, list[str]]:
    """Return the authors of each work of some people. All works are gone through, which is faster than a query."""
    found = defaultdict[str, list[str]](list)
    for quad in graph.store.quads(None, _AUTHOR, None, DefaultGraph()):
        if isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode):
            found[quad.subject.value].append(quad.object.value)
    ours = set(people)
    return {work: sorted(authors) for work, authors in sorted(found.items()) if not ours.isdisjoint(authors)}


def _binding(joint: Mapping[tuple[str, str], int], shown: Sequence[str], ours: set[str]) -> list[str]:
    """Return others who wrote with those shown: who ties most of them together, then the closest of each in turn."""
    near = defaultdict[str, list[tuple[int, str]]](list)
    for (one, other), number in joint.items():
        if other not in ours:
            near[one].append((number, other))
    tied, turn = Counter[str](), dict[str, int]()
    for one in shown:
        closest = [other for _number, other in sorted(near[one], key=lambda each: (-each[0], each[1]))]
        for place, other in enumerate(closest):
            tied[other] += 1
            turn[other] = min(place, turn.get(other, place))
    return sorted(tied, key=lambda iri: (-tied[iri], turn[iri], iri))


def _titles(graph: Graph, placed: NetworkLayout) -> dict[int, str]:
    """Name communities after a topic or an organisation that most of those share of whom any is known.

    Of several it is a topic, and the one that the fewest others have.
    """
    stated = [
        {
            term.value
            for name in _SHARED
            for term in graph.values(graph.thing(node.id), name)
            if isinstance(term, NamedNode) and term.value not in unsound(graph) | {home(graph)}
        }
        for node in placed.nodes
    ]
    everywhere = Counter(chain.from_iterable(stated))
    found: dict[int, str] = {}
    for group in sorted(set(placed.groups) - {0}):
        known_of = [terms for terms, each in zip(stated, placed.groups, strict=True) if each == group and terms]
        counts = Counter(chain.from_iterable(known_of))
        names = {iri: graph.label(iri) for iri, number in counts.items() if 2 * number >= len(known_of)}
        fitting = [iri for iri, name in names.items() if name not in found.values()]
        order = {iri: (-counts[iri], graph.kind(iri) != "topic", everywhere[iri], iri) for iri in fitting}
        if order:
            found[group] = names[min(order, key=lambda iri: order[iri])]
    return found


def view(graph: Graph, request: PageRequest) -> SitePage:
    """Return the page of the explorer: the picture, to which a script adds more, and its ties as a list."""
    shown = overview(graph)
    picture = draw(shown.placed, name=_("Who wrote with whom"), unit=_("joint works"), titles=shown.titles)
    site = known(graph, request) | {"shards": dict(_shards(graph)), "titles": _drawn(graph)}
    return html(graph, request, "explore.html", shown=shown, picture=picture, site=site)


def _drawn(graph: Graph) -> dict[str, str]:
    """Return the kinds of things that are drawn, with what several are called."""
    return {path: gettext(kind.plural) for path, kind in graph.declaration.listed.items() if path not in _STOOD_FOR}


def _shards(graph: Graph) -> Iterator[tuple[str, tuple[str, ...]]]:
    for kind in _drawn(graph):
        if kind in graph.hosting.shards:
            yield kind, graph.hosting.shards[kind]


def data(graph: Graph, request: PageRequest) -> SitePage:  # noqa: ARG001
    """Return the people of the picture with their places and communities, and their ties, as JSON."""
    shown = overview(graph)
    placed = shown.placed
    nodes = [
        [node.id, node.name, round(point.real), round(point.imag), group]
        for node, point, group in zip(placed.nodes, placed.points, placed.groups, strict=True)
    ]
    edges = [[*pair, weight] for pair, weight in sorted(placed.ties.items())]
    return json_page({"nodes": nodes, "edges": edges, "communities": shown.titles})


def paths(graph: Graph) -> Iterator[str]:
    """Yield the paths of the files from which the explorer fetches more."""
    for kind, prefixes in _shards(graph):
        yield from (f"explore/{shard_name(kind, prefix)}.json" for prefix in prefixes)


def around(graph: Graph, request: PageRequest) -> SitePage:
    """Return the name of a thing and what it is tied to, the closest first: kind and slug, name and weight, as JSON."""
    iri = graph.thing(request.local)
    ties, more = _around(graph, iri)
    return json_page({"name": graph.label(iri), "ties": [[*tie, weight] for tie, weight in ties], "more": more})


def shard(graph: Graph, request: PageRequest) -> SitePage:
    """Return what each of the things that one file describes is tied to, as JSON; each name is said once."""
    name, drawn = request.match["shard"], _drawn(graph)
    kinds = (kind for kind in drawn if name == kind or name.startswith(f"{kind}-"))
    hits = (hit.iri for kind in kinds for hit in graph.index.best(kind, graph.index.count(kind)))
    found = {iri: _around(graph, iri) for iri in hits if graph.hosting.shard(graph.local(iri)) == name}
    if not found:
        raise NotFound(f"there is no file of things '{name}'", hint="begin at explore.json")
    names = {(graph.local(iri), graph.label(iri)): None for iri in found}
    names |= {tie: None for ties, _more in found.values() for tie, _weight in ties}
    places = {tie: place for place, tie in enumerate(names)}
    told = {
        graph.local(iri): {"ties": [[places[tie], weight] if weight > 1 else places[tie] for tie, weight in ties]}
        | ({"more": more} if more else {})
        for iri, (ties, more) in found.items()
    }
    return json_page({"names": list(names), "around": told})


def _around(graph: Graph, iri: str) -> tuple[list[tuple[tuple[str, str], int]], int]:
    """Return what a thing is tied to, of a person the co-authors first, by joint works; and how many are left out."""
    drawn = _drawn(graph)
    near = [each for each in neighbours(graph, iri) if graph.kind(each) in drawn]
    weights = Counter[str]()
    if graph.kind(iri) == "person":
        for work in near:
            if graph.kind(work) == "work":
                authors = graph.store.quads(NamedNode(work), _AUTHOR, None, DefaultGraph(), limit=_MOST_AUTHORS)
                weights.update(quad.object.value for quad in authors if isinstance(quad.object, NamedNode))
    del weights[iri]
    most = _AROUND if graph.is_subject(iri) or not weights else _AROUND_OTHERS
    people = sorted(weights, key=lambda each: (-weights[each], each))[:most]
    shown = [*people, *[each for each in near if each not in weights][:most]]
    ties = [((graph.local(each), graph.label(each)), weights[each] or 1) for each in shown]
    return ties, len({*weights, *near}) - len(shown)
