"""The page of anything: all that is said of it, nothing that runs."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.base.errors import KgError, NotFound, QueryError
from kg.site.site import Site
from kg.store.release import Release
from kg.terms.formats import iri_of
from tests.support.often import often
from tests.support.site_pages import (
    HOSTILE,
    HOSTILE_TEXT,
    PEOPLE,
    THESAURUS,
    html,
    is_harmless,
    links,
    site_of,
    texts,
)

ADA = "http://example.com/ada"
ODD = """\
<http://example.com/person#it> ex:p "a\\nb <&]]>", "007"^^ex:number, "x"@en-GB, [ ex:p [] ], <urn:isbn:1>, <http://é.example/>;
    ex:q "" , true, 1.50, "☃"@ar .
ex:number-one <urn:isbn:1> "a property that is no XML name" .
ex:bell ex:p "\\u0007" .
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return site_of(tmp_path_factory.mktemp("foreign"), PEOPLE, THESAURUS, HOSTILE, ODD)


def test_a_node_has_its_label_its_types_and_all_its_triples(site: Site) -> None:
    page = html(site, "describe/", iri=ADA)

    assert texts(page, "h1") == ["Ada Lovelace"]
    assert texts(page, ".description > p:first-child a") == ["person"]
    assert texts(page, "#main > section:first-of-type > .statements > div > dt") == [
        "account",
        "homepage",
        "knows",
        "name",
    ]


def test_blank_nodes_unfold_in_their_place(site: Site) -> None:
    page = html(site, "describe/", iri=ADA)

    assert texts(page, ".statements .statements .statements dd") == ["deeper"]


def test_blank_nodes_in_a_ring_end(tmp_path: Path) -> None:
    site = site_of(tmp_path, "ex:a ex:p _:x . _:x ex:q _:y . _:y ex:q _:x .")

    assert len(html(site, "describe/", iri="http://example.com/a").css(".statements .statements .statements dd")) == 1


def test_what_leads_to_a_node_is_listed(site: Site) -> None:
    page = html(site, "describe/", iri=ADA)

    assert texts(page, "#main > section:nth-of-type(2) .statements dt") == ["knows of"]
    assert texts(page, "#main > section:nth-of-type(2) .statements dd a:first-child") == ["Charles Babbage"]


def test_much_that_leads_to_a_node_is_turned_over(tmp_path: Path) -> None:
    site = site_of(tmp_path, "".join(f"ex:n{number} ex:p ex:hub .\n" for number in range(250)))
    seen, query = [], {"iri": "http://example.com/hub"}
    for start in ("0", "100", "200"):
        page = html(site, "describe/", **query, **{"from": start})
        seen += texts(page, "section .statements dd a:first-child")

        assert [node.attributes["href"] for node in page.css("a[rel=next]")] == (
            [f"../describe/?iri=http%3A//example.com/hub&from={int(start) + 100}#leads"] if start != "200" else []
        )
    assert sorted(seen) == sorted(f"n{number}" for number in range(250))


def test_a_class_lists_what_it_holds_and_a_property_what_has_it(site: Site) -> None:
    holds = html(site, "describe/", iri="http://xmlns.com/foaf/0.1/Person")
    used = html(site, "describe/", iri="http://xmlns.com/foaf/0.1/knows")

    assert {"Ada Lovelace", "Charles Babbage"} <= links(holds).keys() & links(used).keys()


def test_named_graphs_are_told(tmp_path: Path, release: Release) -> None:
    evidence = next(quad for quad in release.store().quads() if "confidence" in quad.predicate.value)

    page = html(Site(release), "describe/", iri=iri_of(evidence.subject))

    assert texts(page, "section:last-of-type p") == ["It stands in: evidence."]


def test_a_thing_with_a_page_of_its_own_leads_there(release: Release) -> None:
    page = html(Site(release), "describe/", iri=f"{release.base}person/jiamin-li")

    assert "../person/jiamin-li/" in links(page, ".description a").values()


def test_http_schema_org_is_https(tmp_path: Path) -> None:
    site = site_of(tmp_path, "ex:a a schema:Person .")

    assert "a" in links(html(site, "describe/", iri="http://schema.org/Person"))


@pytest.mark.parametrize("iri", ["http://example.com/nobody", "_:nobody", "urn:x:y"])
def test_what_is_not_in_the_graph_is_not_found(site: Site, iri: str) -> None:
    with pytest.raises(NotFound, match="nothing is said of"):
        site.page("describe/", {"iri": iri})


@pytest.mark.parametrize(
    "iri", ["no iri", "http://a/ b", "<x>", "http://a/\x00", "_:a b", "http://a/}} DROP ALL", "http://a/" + "x" * 3000]
)
def test_what_can_be_no_iri_is_refused(site: Site, iri: str) -> None:
    for path in ("describe/", "describe.ttl"):
        with pytest.raises(QueryError):
            site.page(path, {"iri": iri})


def test_hostile_labels_are_shown_as_they_are(site: Site) -> None:
    name = "</title></style>" + HOSTILE_TEXT.replace("\\", "")
    assert texts(html(site, "describe/", iri="http://example.com/bad"), "h1") == [name]


@given(st.text(max_size=40))
@settings(max_examples=often(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_as_an_iri_is_a_page_or_an_error_of_ours(site: Site, text: str) -> None:
    try:
        page = html(site, "describe/", iri=text)
    except KgError:
        return
    assert is_harmless(page)


def test_documents_are_linked_and_of_their_media_type(site: Site) -> None:
    page = site.page("describe/", {"iri": ADA})

    assert page.links[0].target == "describe.ttl?iri=http%3A%2F%2Fexample.com%2Fada"
    assert site.page("describe.ttl", {"iri": ADA}).media_type == "text/turtle; charset=utf-8"
    assert site.page("describe.nt", {"iri": ADA}).media_type == "application/n-triples"


@pytest.mark.parametrize("start", ["-1", "x", "1e9", "99999999", "٣"])
def test_a_place_that_is_no_number_is_refused(site: Site, start: str) -> None:
    with pytest.raises(QueryError, match="is not a number for 'from'"):
        site.page("describe/", {"iri": ADA, "from": start})
