import json
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import NotFound
from kg.site.members import members
from kg.site.site import Site
from kg.site.views import explore


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


def test_a_person_is_given_with_co_authors_and_then_all_other_ties(site: Site) -> None:
    data: Any = document(site, "explore/person/jiamin-li.json")

    assert data["name"] == "Jiamin Li"
    assert [data["ties"][0][1:], data["more"]] == [["Hong Xu", 8], 0]
    assert ["organization/bytedance", "ByteDance", 1] in data["ties"]
    assert len({local for local, _, _ in data["ties"]}) == len(data["ties"])


def test_without_scripts_the_picture_and_its_list_are_the_same(site: Site) -> None:
    page = LexborHTMLParser(site.page("explore/", {}).body.decode())

    links = [str(node.attributes["href"]) for node in page.css("#explorer svg a")]
    assert len(links) == explore.MOST_SHOWN - 1
    named = [title or people[0].name for title, people in explore.overview(site.graph).communities()]
    assert [node.text() for node in page.css(".communities b")] == named
    said = " ".join(page.css("p.quiet")[0].text().split())
    assert said.startswith("The 4 of 5 who wrote most with each other, in bold. And 115 who wrote with them.")
    assert sorted(str(node.attributes["href"]) for node in page.css(".ties dt a")) == sorted(links[:4])


def test_an_unknown_thing_has_no_neighbours(site: Site) -> None:
    with pytest.raises(NotFound):
        site.page("explore/person/nobody.json", {})
