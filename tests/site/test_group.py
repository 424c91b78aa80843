"""The pages of a group of invented people whose documents were read by a machine and by nobody else."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from kg.site.site import Site
from tests.support.group import group_release

MEMBERS = ("wilhelmina-abernathy", "salma-alhasani", "xiaoming-wang", "nobody-yet", "muhammad", "long-name")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(group_release(tmp_path_factory.mktemp("group") / "project"))


def page(site: Site, path: str) -> LexborHTMLParser:
    return LexborHTMLParser(site.page(path, {}).body.decode())


@pytest.mark.parametrize("language", ["", "de/"])
def test_the_first_page_shows_the_members_by_their_roles(site: Site, language: str) -> None:
    first = page(site, language)

    roles = [re.sub(r"\s+\d+$", "", node.text().strip()) for node in first.css(".group h3")]
    assert roles == (
        ["Professorinnen", "Promovierende", "Ehemalige", "Weitere Personen"]
        if language
        else ["Faculty", "Doctoral researchers", "Alumni", "Further people"]
    )
    assert len(first.css(".faces li, .names li")) == len(MEMBERS)


@pytest.mark.parametrize("path", [f"person/{name}/" for name in MEMBERS] + ["", "person/", "work/", "explore/"])
def test_every_page_is_in_the_language_of_its_reader(site: Site, path: str) -> None:
    german = page(site, f"de/{path}")

    assert [node.attributes["lang"] for node in german.css("html")] == ["de"]
    said = {node.text().strip() for node in german.css("h1, h2, nav a, dt, button, label, summary")}
    assert not said & {
        "Publications",
        "People",
        "Ask",
        "Explore",
        "Data",
        "Career",
        "Advisors",
        "Search",
        "Narrow down",
    }


def test_names_keep_their_direction(site: Site) -> None:
    names = page(site, "person/muhammad/").css("h1 bdi")

    assert [name.text() for name in names] == ["محمد بن يوسف الحسني"]


def test_each_fact_that_a_machine_read_is_marked(site: Site) -> None:
    works = page(site, "person/wilhelmina-abernathy/").css("#publications .works > li")

    assert len(works) == 7  # six of her own list, and one that only those of her doctoral students have
    assert all(work.css_first("details.evidence.read, details.evidence.likely") for work in works)
