import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import Literal, NamedNode, Quad
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import NotFound
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
    for number in range(explore.bounds(graph)["person"] + 50):
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


def test_the_data_of_the_explorer_are_things_and_their_ties(site: Site) -> None:
    data = document(site, "explore.json")

    assert data["kinds"] == list(explore.bounds(site.graph))
    assert [0, "person/jiamin-li", "Jiamin Li"] in data["nodes"]
    places = {node[1]: place for place, node in enumerate(data["nodes"])}
    assert len(places) == len(data["nodes"])
    tie = sorted((places["person/jiamin-li"], places["organization/bytedance"]))
    assert tie in data["edges"]


def test_ties_are_sorted_and_each_is_there_once(site: Site) -> None:
    edges = document(site, "explore.json")["edges"]

    assert all(one < other for one, other in edges)
    assert all(one < other for one, other in pairwise(edges))


def test_the_same_release_gives_the_same_bytes(site: Site, release: Release) -> None:
    for path in ("explore/", "explore.json"):
        assert site.page(path, {}).body == Site(release).page(path, {}).body


def test_a_large_graph_is_shown_within_bounds(crowd: Graph) -> None:
    choice = explore.chosen(crowd)

    counts = Counter(crowd.kind(iri) for iri in choice.things)
    assert counts == {"person": 600, "work": 500, "organization": 100}
    assert len(choice.edges) <= 8_000


def test_a_thing_is_given_with_all_that_it_is_tied_to(site: Site) -> None:
    data = document(site, "explore/person/jiamin-li.json")

    assert data["nodes"][0] == [0, "person/jiamin-li", "Jiamin Li"]
    assert data["edges"] == [[0, place] for place in range(1, len(data["nodes"]))]


def test_an_unknown_thing_has_no_neighbours(site: Site) -> None:
    with pytest.raises(NotFound):
        site.page("explore/person/nobody.json", {})


def test_neighbours_are_those_of_the_nodes_of_a_thing_too(site: Site) -> None:
    found = neighbours(site.graph, JIAMIN)

    assert f"{BASE}organization/bytedance" in found
    assert not [iri for iri in found if "#" in iri or site.graph.kind(iri) in ("source", "event", "")]
    assert list(found) == sorted(set(found) - {JIAMIN})


def test_a_tie_leads_both_ways(site: Site) -> None:
    for other in neighbours(site.graph, JIAMIN):
        if site.graph.kind(other) != "venue":  # to which an event leads, one way
            assert JIAMIN in neighbours(site.graph, other), other


def test_without_scripts_there_is_a_picture_of_the_people_of_whom_most_is_said(site: Site) -> None:
    page = LexborHTMLParser(site.page("explore/", {}).body.decode())

    assert page.css_matches("#explorer[hidden]")
    assert "The 80 people of whom the graph says most, of 151." in page.css("#overview p")[0].text()
    links = [node.attributes["href"] for node in page.css("#overview svg a")]
    assert len(links) == 80
    assert "../person/jiamin-li/" in links


def test_the_explorer_says_how_much_of_the_graph_it_shows(site: Site) -> None:
    page = LexborHTMLParser(site.page("explore/", {}).body.decode())

    assert page.css("#explorer p")[0].text().strip().startswith("Shown: 151 people, 32 works, 45 organisations")
    filled = [kind for kind in explore.bounds(site.graph) if site.graph.index.count(kind)]
    assert [node.attributes["value"] for node in page.css(".kinds input")] == filled
    assert "Courses" in [node.text().strip() for node in page.css(".kinds label")]
