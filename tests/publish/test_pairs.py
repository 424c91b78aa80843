"""Comparisons of two people as files: of all pairs where they are few, else of those who wrote together."""

from pathlib import Path

import pytest

from kg.site.site import Site
from kg.site.views import compare
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.support.site_pages import html, links, site_of, texts

STATIC = Hosting(is_static=True)


@pytest.fixture(scope="module")
def files(release: Release) -> Site:
    """Return the pages of the sample as they are published."""
    return Site(release, STATIC)


def test_every_pair_of_people_with_a_profile_has_a_page(files: Site, site: Site) -> None:
    page = html(files, "compare/")
    addresses = [node.attributes["href"] or "" for node in page.css("[data-pair]")]

    assert len(addresses) == len(set(addresses)) == 10
    assert texts(page, "dt") == sorted(texts(page, "dt"))
    for address in addresses:
        path = address.removeprefix("../")
        one, other = (part.partition("=")[2] for part in path.split("/")[1:3])
        served = html(site, "compare/", one=one, other=other)
        assert texts(html(files, path), "h1, .panel li") == texts(served, "h1, .panel li")


def test_the_page_of_a_pair_leads_back_to_the_others(files: Site) -> None:
    page = html(files, "compare/one=jiamin-li/other=shen-li/")

    assert links(page, "main > p a") == {"Compare others": "../../../compare/"}
    assert not page.css("form.compare, [data-pair]")


def test_the_server_keeps_its_form(site: Site) -> None:
    page = html(site, "compare/")

    assert [form.attributes for form in page.css("form.compare")] == [{"class": "compare"}]
    assert not page.css("[data-pair], script[src$='compare.js']")


def test_of_many_people_those_who_wrote_together_are_compared(tmp_path: Path) -> None:
    number = 26  # which makes 325 pairs
    people = " ".join(
        f'<https://kg.example.org/person/p{n}> a schema:Person ; schema:name "Ada {n:02}" . '
        f"<https://kg.example.org/source/s{n}> schema:mainEntity <https://kg.example.org/person/p{n}> ."
        for n in range(number)
    )
    works = " ".join(
        f"<https://kg.example.org/work/w{n}> schema:author <https://kg.example.org/person/p{n}>, "
        f"<https://kg.example.org/person/p{n + 1}>, <https://kg.example.org/person/nobody> ."
        for n in range(3)
    )
    graph = site_of(tmp_path, people, works, base="https://kg.example.org/").graph

    assert [(each.one.name, [other.slug for other in each.others]) for each in compare.pairs(graph)] == [
        ("Ada 00", ["p1"]),
        ("Ada 01", ["p2"]),
        ("Ada 02", ["p3"]),
    ]


def test_a_graph_without_people_has_no_pairs(tmp_path: Path) -> None:
    served = site_of(tmp_path, "ex:ada a foaf:Agent .", base="https://kg.example.org/")

    assert not html(Site(served.graph.release, STATIC), "compare/").css("#pairs")
