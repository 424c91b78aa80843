"""Lists from A to Z with facets, and the search page: made from the sample, read as HTML."""

from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from kg.base.errors import NotFound, QueryError
from kg.site.site import Site
from kg.site.views.search import marked
from tests.support.site_pages import html as page
from tests.support.site_pages import links


def names(tree: LexborHTMLParser) -> list[str]:
    return [node.text() for node in tree.css(".hits a, .works .title a")]


def followed(site: Site, path: str, address: str) -> LexborHTMLParser:
    """Return the page that a link `…?a=b` of a page leads to."""
    pairs = (pair.split("=") for pair in address.partition("?")[2].split("&") if pair)
    return page(site, path, **{name: value.replace("+", " ") for name, value in pairs})


def test_every_kind_has_a_list(site: Site) -> None:
    for kind, count in site.graph.index.kinds().items():
        tree = page(site, f"{kind}/")

        assert len(names(tree)) == min(100, count)
        assert all(path.startswith(f"../{kind}/") for path in links(tree, ".hits a, .works .title a").values())


def test_a_list_is_in_pages(site: Site) -> None:
    first, second = page(site, "person/"), page(site, "person/", page="2")

    assert links(first, "a[rel=next]") == {"Next →": "../person/?page=2"}
    assert links(second, "a[rel=prev]") == {"← Previous": "../person/"}
    assert (len(names(first)), len(names(second))) == (100, 51)
    with pytest.raises(NotFound, match="no page 3"):
        site.page("person/", {"page": "3"})


def test_a_letter_leads_to_who_begins_with_it(site: Site) -> None:
    letters = links(page(site, "person/"), ".letters a")
    under_z = followed(site, "person/", next(address for text, address in letters.items() if text.startswith("Z")))

    assert {name.split()[-1][0] for name in names(under_z)} == {"Z"}
    assert [node.text() for node in under_z.css("h2.letter")] == ["Z"]


def test_facets_are_links_that_combine_and_can_be_taken_back(site: Site) -> None:
    facets = links(page(site, "person/"), ".facets a")
    with_profile = followed(site, "person/", facets["with a profile5"])
    both = followed(site, "person/", links(with_profile, ".facets a")["Machine learning systems3"])
    back = followed(site, "person/", next(iter(links(both, "a.chip").values())))

    assert (len(names(with_profile)), len(names(both))) == (5, 3)
    assert len(both.css("a.chip")) == 2
    assert len(names(back)) in (3, 5)


def test_works_are_narrowed_by_year_person_venue_status_and_kind(site: Site) -> None:
    tree = page(site, "work/")

    assert [node.text(strip=True) for node in tree.css(".facets h2")] == ["Year", "Person", "Venue", "Kind", "Status"]
    assert len(names(page(site, "work/", person="jinliang-wei", venue="socc"))) == 3
    assert names(page(site, "work/", status="preprint"))
    assert "OSDI2" in links(tree, ".facets a")


def test_works_stand_by_year_the_newest_first_and_by_title_below_a_letter(site: Site) -> None:
    by_year, by_title = page(site, "work/"), page(site, "work/", letter="A")
    headings = [node.text() for node in by_year.css("h2.letter")]

    assert headings[:2] == ["Under review", "2024"]
    years = [heading for heading in headings if heading.isdecimal()]
    assert years == sorted(years, reverse=True)
    assert [node.text() for node in by_title.css("h2.letter")] == ["A"]
    assert len(by_year.css(".works .evidence")) == len(names(by_year))


def test_the_search_page_groups_by_kind_and_marks_what_was_looked_for(site: Site) -> None:
    tree = page(site, "search/", q="li")

    assert next(node.text().split()[0] for node in tree.css(".group h2")) == "People"
    assert {node.text().lower() for node in tree.css("mark")} == {"li"}
    assert "?q=li&kind=person" in {node.attributes["href"] for node in tree.css(".group p a")}
    assert [node.attributes["value"] for node in tree.css("#q")] == ["li"]


def test_a_mistyped_word_is_corrected_and_that_is_said(site: Site) -> None:
    tree = page(site, "search/", q="jaimin")

    assert "Showing results for jiamin" in tree.text()
    assert names(tree)[0] == "Jiamin Li"


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202eli", "zzzz"])
def test_what_was_typed_is_only_text(site: Site, text: str) -> None:
    tree = page(site, "search/", q=text)

    assert not tree.css("img, main script")
    assert [node.text() for node in tree.css("h1")] == [text]


@given(st.dictionaries(st.sampled_from(["q", "kind", "page", "letter", "topic", "year"]), st.text(max_size=30)))
def test_no_query_string_breaks_a_page(site: Site, parameters: Mapping[str, str]) -> None:
    for path in ("search/", "person/", "work/", "api/search", "api/suggest"):
        with suppress(NotFound, QueryError):
            assert site.page(path, parameters).body


@given(st.text(), st.lists(st.text(min_size=1)))
def test_marking_changes_nothing_but_marks(text: str, asked: list[str]) -> None:
    assert marked(text, asked).replace("<mark>", "").replace("</mark>", "") == marked(text, [])


def test_one_kind_has_all_its_hits(site: Site) -> None:
    assert len(names(page(site, "search/", q="li", kind="person"))) == 22
