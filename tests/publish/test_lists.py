"""Lists as files: pages and single values of facets have addresses of their own, and there are few."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.publish.rendering import internal, resolved
from kg.site.site import Site
from kg.store.hosting import Hosting
from kg.store.release import Release
from kg.store.search.facts import FACETS
from tests.support.site_pages import html, links, site_of, texts

STATIC = Hosting(is_static=True)


@pytest.fixture(scope="module")
def files(release: Release) -> Site:
    """Return the pages of the sample as they are published."""
    return Site(release, STATIC)


def lists(site: Site) -> dict[str, str]:
    """Return all lists that can be reached from the lists of kinds, by their paths."""
    found: dict[str, str] = {}
    waiting = [f"{kind}/" for kind in site.graph.index.kinds()]
    while waiting:
        path = waiting.pop()
        found[path] = site.page(path, {}).body.decode()
        waiting += {each for each in _lists(path, found[path]) if each not in found} - set(waiting)
    return found


def _lists(path: str, page: str) -> Iterator[str]:
    for target in internal(path, page):
        kind, _, narrowed = target.partition("/")
        if kind in FACETS and (not narrowed or "=" in narrowed):
            yield target


def test_pages_and_facets_have_addresses_of_their_own_and_letters_lead_into_them(files: Site) -> None:
    everybody, works = html(files, "person/"), html(files, "work/")

    assert links(everybody, "a[rel=next]") == {"Next →": "../person/page=2/"}
    letters = links(everybody, ".letters a").values()
    assert {"../person/#letter-A", "../person/page=2/#letter-Z"} <= set(letters)
    for address in letters:
        path, _, letter = address.partition("#")
        assert not letter or html(files, resolved("person/", path) or "").css(f"#{letter}")
    assert "../work/year=2024/" in links(works, ".facets a").values()


def test_what_such_an_address_says_is_what_the_page_shows(files: Site, site: Site) -> None:
    page = html(files, "work/year=2024/")

    assert texts(page, ".hits a") == texts(html(site, "work/", year="2024"), ".hits a")
    assert links(page, "a.chip") == {"2024 ×": "../../work/"}
    assert texts(page, "title")[0].startswith("Works: 2024 · ")
    assert {resolved("work/year=2024/", address) for address in links(page, ".hits a").values()} <= {
        f"{site.graph.local(hit.iri)}/" for hit in site.graph.index.listing("work").hits
    }


def test_the_server_understands_the_same_addresses(site: Site) -> None:
    assert texts(html(site, "person/letter=Z/"), ".hits a") == texts(html(site, "person/", letter="Z"), ".hits a")


def test_one_value_narrows_a_list_and_another_takes_its_place(files: Site) -> None:
    page = html(files, "person/page=2/")

    assert set(links(page, ".facets a").values()) == {
        address.replace("../", "../../") for address in links(html(files, "person/"), ".facets a").values()
    }
    assert "One at a time" in page.text()
    assert all(path.count("=") - path.count("page=") <= 1 for path in lists(files))


def test_there_are_few_lists(files: Site) -> None:
    things = sum(files.graph.index.kinds().values())

    assert len(lists(files)) < things


def test_a_value_that_one_thing_has_has_no_list(files: Site, site: Site) -> None:
    numbers = [texts(html(each, "person/"), ".facets small") for each in (site, files)]

    assert ["1" in each for each in numbers] == [True, False]


def test_a_value_that_can_be_no_name_of_a_file_has_no_list(tmp_path: Path) -> None:
    status = 'kg:s a skos:Concept ; skos:prefLabel "in press / to appear"@en .'
    works = " ".join(
        f'<https://kg.example.org/work/w{n}> a schema:ScholarlyArticle ; schema:name "W{n}" ; '
        "schema:creativeWorkStatus kg:s ; kg:year 2024 ."
        for n in range(5)
    )
    served = site_of(tmp_path, status, works, base="https://kg.example.org/")
    files = Site(served.graph.release, STATIC)

    assert "in press / to appear5" in links(html(served, "work/"), ".facets a")
    assert list(links(html(files, "work/"), ".facets li a")) == ["20245", "scholarly article5"]
