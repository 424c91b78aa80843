"""Lists as files: pages and years have addresses of their own, all other facets are narrowed by a script."""

import json
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from kg.publish import tree
from kg.publish.lists import write_lists
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


def test_facets_combine_where_a_script_reads_the_address(files: Site) -> None:
    page = html(files, "work/year=2024/")

    [address] = [each for text, each in links(page, ".facets a").items() if text.startswith("Yinmin Zhong")]
    assert address == "../../work/?year=2024&person=yinmin-zhong"
    assert all(path.count("=") - path.count("page=") <= path.count("year=") for path in lists(files))
    without = [
        section.attributes["data-facet"]
        for section in page.css(".facets > details")
        if "hidden" not in section.attributes
    ]
    assert without == ["year"]


def test_the_files_of_lists_say_what_the_index_says(files: Site, site: Site, tmp_path: Path) -> None:
    write_lists(files.graph, tree.prepare(tmp_path, ""))
    index = files.graph.index
    said = json.loads((tmp_path / "search" / "lists" / "work.json").read_text(encoding="utf-8"))
    order = [hit.iri for hit in index.listing("work", is_newest_first=True, limit=100).hits]

    for facet, values in said["facets"].items():
        for value, _, *steps in values:
            hits = index.listing("work", {facet: value}, is_newest_first=True, limit=100).hits
            assert [order[place] for place in accumulate(steps)] == [hit.iri for hit in hits]
    shown = [each.attributes["href"] for each in html(site, "work/").css(".works .title a")]
    assert shown == [f"../{files.graph.local(iri)}/" for iri in order], "places are those of the pages"
    assert {path.stem for path in tmp_path.glob("search/lists/*.json")} == {
        kind for kind in index.kinds() if html(files, f"{kind}/").css("[data-list]")
    }


def test_a_year_of_few_works_and_a_value_that_can_be_no_name_of_a_file_have_addresses(tmp_path: Path) -> None:
    status = 'kg:s a skos:Concept ; skos:prefLabel "in press / to appear"@en .'
    works = " ".join(
        f'<https://kg.example.org/work/w{n}> a schema:ScholarlyArticle ; schema:name "W{n}" ; '
        f"schema:creativeWorkStatus kg:s ; kg:year {2024 if n else 2023} ."
        for n in range(6)
    )
    served = site_of(tmp_path, status, works, base="https://kg.example.org/")
    found = links(html(Site(served.graph.release, STATIC), "work/"), ".facets li a")

    assert (found["20245"], found["20231"]) == ("../work/year=2024/", "../work/?year=2023")
    asked = urlsplit(found["in press / to appear6"]).query
    assert dict(parse_qsl(asked)) == {"status": "in-press-/-to-appear"}
