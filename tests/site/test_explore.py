import json
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import Literal, NamedNode, Quad
from selectolax.lexbor import LexborHTMLParser

from kg.site.members import members
from kg.site.site import Site
from kg.site.views import explore
from kg.site.views.explore import neighbours
from kg.store.graph import Graph
from kg.store.release import Release
from kg.store.search.index import Index
from kg.store.search.writing import write
from kg.store.store import LocalStore

BASE = "https://kg.example.org/"
JIAMIN = f"{BASE}person/jiamin-li"


@pytest.fixture
def crowd(release: Release, tmp_path: Path) -> Graph:
    """Return a graph of more people, works and organisations than the explorer shows."""
    graph = Graph(release)
    schema = "https://schema.org/"
    quads = []
    for number in range(2 * explore.MOST_SHOWN):
        person, work = NamedNode(f"{BASE}person/p{number:04}"), NamedNode(f"{BASE}work/w{number:04}")
        following = NamedNode(f"{BASE}person/p{number + 1:04}")
        quads += [
            Quad(person, NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"), NamedNode(f"{schema}Person")),
            Quad(person, NamedNode(f"{schema}name"), Literal(f"Person {number}")),
            Quad(person, NamedNode(f"{schema}affiliation"), NamedNode(f"{BASE}organization/o{number % 400}")),
            Quad(work, NamedNode(f"{schema}author"), person),
            Quad(work, NamedNode(f"{schema}author"), following),
        ]
    graph.store = LocalStore.in_memory(quads)
    write(graph.store, BASE, tmp_path / "search.sqlite")
    graph.index = Index.open(tmp_path / "search.sqlite")
    return graph


def document(site: Site, path: str) -> dict[str, list[Any]]:
    page = site.page(path, {})
    assert page.media_type == "application/json"
    found: dict[str, list[Any]] = json.loads(page.body)
    return found


def test_the_data_of_the_explorer_are_people_with_places_and_their_ties(site: Site) -> None:
    data = document(site, "explore.json")
    places = {node[0]: place for place, node in enumerate(data["nodes"])}

    alone = {node.id for node in explore.overview(site.graph).alone}
    assert len(places) == len(data["nodes"]) == explore.MOST_SHOWN - len(alone)
    assert {*list(places)[:4], *alone} == {site.graph.local(iri) for iri in members(site.graph)}
    one, other = places["person/jiamin-li"], next(place for local, place in places.items() if "hong-xu" in local)
    assert [min(one, other), max(one, other), 8] in data["edges"]
    assert all(0 < x < 1120 and 0 < y < 760 for _, _, x, y, _ in data["nodes"])


def test_communities_are_called_after_what_their_members_share(site: Site) -> None:
    shown = explore.overview(site.graph)

    assert "Distributed machine learning systems" in shown.titles.values()
    assert len(set(shown.titles.values())) == len(shown.titles)


def test_a_large_graph_is_shown_within_bounds(crowd: Graph) -> None:
    shown = explore.overview(crowd)

    assert explore.MOST_SHOWN // 2 < len(shown.placed.nodes) <= explore.MOST_SHOWN
    assert shown.members == (explore.MOST_SHOWN // 2, explore.MOST_SHOWN // 2)


def test_a_person_is_given_with_co_authors_and_then_all_other_ties(site: Site) -> None:
    data: Any = document(site, "explore/person/jiamin-li.json")

    assert data["name"] == "Jiamin Li"
    assert [data["ties"][0][1:], data["more"]] == [["Hong Xu", 8], 0]
    assert ["organization/bytedance", "ByteDance", 1] in data["ties"]
    assert len({local for local, _, _ in data["ties"]}) == len(data["ties"])


def test_a_tie_leads_both_ways(site: Site) -> None:
    for other in neighbours(site.graph, JIAMIN):
        if site.graph.kind(other) != "venue":  # to which an event leads, one way
            assert JIAMIN in neighbours(site.graph, other), other


def test_without_scripts_the_picture_and_its_list_are_the_same(site: Site) -> None:
    page = LexborHTMLParser(site.page("explore/", {}).body.decode())

    links = [str(node.attributes["href"]) for node in page.css("#explorer svg a")]
    assert len(links) == explore.MOST_SHOWN - 1
    named = [title or people[0].name for title, people in explore.overview(site.graph).communities()]
    assert [node.text() for node in page.css(".communities b")] == named
    said = " ".join(page.css("p.quiet")[0].text().split())
    assert said.startswith("The 4 of 5 who wrote most with each other, in bold. And 115 who wrote with them.")
    assert sorted(str(node.attributes["href"]) for node in page.css(".ties dt a")) == sorted(links[:4])
