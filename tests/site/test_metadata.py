import json
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from rdflib import DCAT, DCTERMS, RDF, Graph, Literal, Namespace, URIRef

from kg.base.errors import NotFound
from kg.site.metadata.catalogues import sitemaps
from kg.site.site import Site
from kg.store.columns import value
from kg.store.hosting import Hosting
from kg.store.release import Release
from kg.store.search.facts import KINDS
from tests.support.embedded import embedded, graph, link, tags
from tests.support.site_pages import HOSTILE, HOSTILE_TEXT, html, is_harmless, site_of, texts, things

URL = "https://group.example.org/kg/"
BASE = "https://kg.example.org/"
PERSON, WORK = "person/jiamin-li", "work/accelerating-distributed-moe-training-and-inference-with-vpl7ab"
SCHEMA, VOID = Namespace("https://schema.org/"), Namespace("http://rdfs.org/ns/void#")
SPDX = Namespace("http://spdx.org/rdf/terms#")
LOOM = """\
<https://kg.example.org/work/loom> a schema:ScholarlyArticle ; schema:name "Looms" ; schema:author "A. Lovelace" ;
    schema:datePublished "1843-08" ; bibo:volume "3" ; bibo:issue "2" ; schema:pageStart "666" ;
    schema:pageEnd "731" ; schema:inLanguage "en" ; schema:sameAs <https://doi.org/10.1/x>, <https://arxiv.org/abs/1> ;
    schema:url <https://example.org/loom.pdf> ; schema:isPartOf <https://kg.example.org/venue/memoirs> ;
    schema:license <https://creativecommons.org/publicdomain/zero/1.0/> .
<https://kg.example.org/venue/memoirs> a schema:Periodical ; schema:name "Scientific Memoirs" .
"""


@pytest.fixture(scope="module")
def published(release: Release) -> Site:
    """Return the pages as files at an address that is not the base."""
    return Site(release, Hosting(is_static=True, url=URL, date="2026-11-22"))


def test_a_person_has_a_profile_page_with_what_search_engines_require(published: Site) -> None:
    page = embedded(published, f"{PERSON}/")
    person = page["mainEntity"]

    assert (page["@type"], page["dateModified"]) == ("ProfilePage", "2026-11-22")
    assert (person["@type"], person["@id"], person["name"]) == ("Person", BASE + PERSON, "Jiamin Li")
    assert (person["givenName"], person["familyName"]) == ("Jiamin", "Li")
    assert person["jobTitle"] == "Ph.D. Candidate (5th year)"
    assert person["affiliation"]["name"] == "The University of Texas at Austin"
    assert person["url"] == f"{URL}{PERSON}/"
    assert "machine learning systems" in person["description"]
    assert {each["@type"] for each in person["knowsAbout"]} == {"DefinedTerm"}


def test_a_work_has_its_authors_in_order(published: Site) -> None:
    work = embedded(published, f"{WORK}/")

    assert work["@type"] == "ScholarlyArticle"
    assert work["headline"] == "Accelerating Distributed MoE Training and Inference with Lina"
    assert [author["name"] for author in work["author"]][:2] == ["Jiamin Li", "Yimin Jiang"]
    assert work["author"][0]["@id"] == BASE + PERSON
    assert work["datePublished"] == "2023"
    assert work["publication"]["superEvent"]["@id"] == f"{BASE}event/usenix-atc-2023"
    assert work["mainEntityOfPage"]["@id"] == f"{URL}{WORK}/"


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_embedded_of_a_thing_is_in_the_graph(kind: str, published: Site) -> None:
    for path in [path for path in things(published) if path.startswith(f"{kind}/")][:5]:
        iri = BASE + path
        facts = published.graph.facts(iri)
        for predicate, term in graph(embedded(published, f"{path}/")).predicate_objects(URIRef(iri)):
            name = f"schema:{str(predicate).removeprefix(SCHEMA)}"
            if name in facts and name not in ("schema:url", "schema:creativeWorkStatus"):
                assert str(term) in map(value, facts[name]), (path, name)


def test_the_dataset_has_what_dataset_search_wants(published: Site) -> None:
    said = embedded(published, "")

    assert (said["@type"], said["@id"], said["url"]) == ("Dataset", f"{BASE}dataset", URL)
    assert said["version"] == published.graph.release.path.name
    assert said["creator"] == said["publisher"]
    assert said["includedInDataCatalog"]["@type"] == "DataCatalog"
    assert said["distribution"]["@type"] == "DataDownload"
    assert said["temporalCoverage"] == "2008/2025"
    assert "sdDatePublished" in said
    assert len(graph(said)) > 40


def test_all_that_is_known_of_an_article_is_in_its_citation_tags(tmp_path: Path) -> None:
    found = dict(tags(html(site_of(tmp_path, LOOM, base=BASE), "work/loom/"), "citation_"))

    assert found == {
        "citation_title": "Looms",
        "citation_author": "A. Lovelace",
        "citation_publication_date": "1843/08",
        "citation_journal_title": "Scientific Memoirs",
        "citation_volume": "3",
        "citation_issue": "2",
        "citation_firstpage": "666",
        "citation_lastpage": "731",
        "citation_language": "en",
        "citation_doi": "10.1/x",
        "citation_arxiv_id": "1",
        "citation_pdf_url": "https://example.org/loom.pdf",
        "citation_abstract_html_url": "https://kg.example.org/work/loom/",
    }


@pytest.mark.parametrize(
    ("path", "kind"), [("", "website"), (f"{PERSON}/", "profile"), (f"{WORK}/", "article"), ("person/", "website")]
)
def test_pages_say_what_is_shown_where_a_link_is_shared(path: str, kind: str, published: Site) -> None:
    page = html(published, path)
    found = dict(tags(page, "og:"))

    assert found["og:type"] == kind
    assert found["og:url"] == URL + path
    assert found["og:site_name"] == published.graph.title
    assert found["og:title"] in texts(page, "title")[0]
    assert found.get("og:image", "") == (f"{URL}{path}card.png" if path in ("", f"{PERSON}/") else "")


def test_a_page_is_canonical_where_it_stands_and_not_what_a_query_string_makes(site: Site, published: Site) -> None:
    assert link(html(published, f"{PERSON}/"), "canonical") == [f"{URL}{PERSON}/"]
    assert link(html(published, "person/letter=L/"), "canonical") == [f"{URL}person/letter=L/"]
    assert link(html(site, "person/"), "canonical") == [f"{BASE}person/"]
    assert link(html(site, "person/", letter="L"), "canonical") == []


def test_hostile_names_are_text_in_all_that_machines_read(tmp_path: Path) -> None:
    turtle = f"""\
<{BASE}dataset> a void:Dataset ; void:uriSpace "{BASE}" ; schema:name "{HOSTILE_TEXT}" ;
    schema:description "{HOSTILE_TEXT}" ; schema:keywords "{HOSTILE_TEXT}" .
<{BASE}person/ada> a schema:Person ; schema:name "{HOSTILE_TEXT}" ; schema:url <javascript:alert(1)> ;
    schema:description "{HOSTILE_TEXT}\\u2028" ; schema:image <data:text/html,x> .
"""
    site = site_of(tmp_path, turtle)

    for path in ("", "person/ada/"):
        assert is_harmless(html(site, path))
        assert embedded(site, path)["@context"] == "https://schema.org"
    person = embedded(site, "person/ada/")["mainEntity"]
    assert person["name"] == site.graph.label(f"{BASE}person/ada")
    assert person["url"] == f"{BASE}person/ada/"
    assert "image" not in person
    assert element(site, "opensearch.xml")[0].text
    assert Graph().parse(data=site.page("catalog.ttl", {}).body, format="turtle")


def test_a_graph_whose_address_nobody_knows_has_no_documents_of_whole_addresses(tmp_path: Path) -> None:
    site = site_of(tmp_path, HOSTILE)

    for path in ("catalog.ttl", "ro-crate-metadata.json", "linkset.json", "opensearch.xml", ".well-known/api-catalog"):
        with pytest.raises(NotFound, match="the address of this site is not known"):
            site.page(path, {})
    with pytest.raises(NotFound, match=r"there is no /sitemap\.xml"):
        site.page("sitemap.xml", {})
    page = html(site, "")
    assert not link(page, "search")
    assert not link(page, "canonical")
    assert link(page, "describedby") == ["./void.ttl"]


@pytest.mark.parametrize("path", ["", f"{PERSON}/", f"{WORK}/"])
def test_the_links_of_a_page_and_its_linkset_are_the_same(path: str, release: Release) -> None:
    served = Site(release, Hosting(url=URL))
    page = html(served, path)
    name = f"{path.rstrip('/')}.linkset.json".removeprefix(".")
    first, *back = json.loads(served.page(name, {}).body)["linkset"]
    root = "../" * path.count("/") or "./"

    assert first.pop("anchor") == URL + path
    for rel, targets in first.items():
        assert [each["href"] for each in targets] == [
            href.replace(root, URL, 1) if href.startswith(root) else href for href in link(page, rel)
        ]
    assert all(each["anchor"].startswith(URL) for each in back)


def described(site: Site, path: str) -> Graph:
    return Graph().parse(data=site.page(path, {}).body, format="turtle" if path.endswith(".ttl") else "json-ld")


@pytest.mark.parametrize("suffix", ["ttl", "jsonld"])
def test_the_catalogue_names_the_dataset_and_its_files(suffix: str, published: Site) -> None:
    catalog, dataset = described(published, f"catalog.{suffix}"), URIRef(f"{BASE}dataset")

    [one] = catalog.subjects(RDF.type, DCAT.Catalog)
    assert (one, DCAT.dataset, dataset) in catalog
    assert (dataset, DCTERMS.license, URIRef(published.graph.license)) in catalog
    assert (dataset, DCAT.landingPage, URIRef(URL)) in catalog
    assert (dataset, DCTERMS.accessRights, None) in catalog
    assert (dataset, DCTERMS.issued, Literal("2026-11-22", datatype=URIRef(f"{_XSD}date"))) in catalog
    assert {str(word) for word in catalog.objects(dataset, DCAT.keyword)} >= {"researchers", "linked data"}
    [file] = catalog.objects(dataset, DCAT.distribution)
    [dump] = published.graph.downloads
    assert catalog.value(file, DCAT.downloadURL) == URIRef(f"{URL}graph.nq.gz")
    assert catalog.value(file, DCAT.byteSize) == Literal(str(dump.size), datatype=URIRef(f"{_XSD}nonNegativeInteger"))
    checksum = catalog.value(file, SPDX.checksum)
    assert str(catalog.value(checksum, SPDX.checksumValue)).lower() == dump.sha256


_XSD = "http://www.w3.org/2001/XMLSchema#"


def test_the_research_object_has_what_the_specification_demands(published: Site) -> None:
    crate = json.loads(published.page("ro-crate-metadata.json", {}).body)
    entities = {entity["@id"]: entity for entity in crate["@graph"]}

    assert crate["@context"] == "https://w3id.org/ro/crate/1.2/context"
    assert len(entities) == len(crate["@graph"])
    assert all(entity["@type"] for entity in entities.values())
    descriptor = entities["ro-crate-metadata.json"]
    assert descriptor["@type"] == "CreativeWork"
    assert descriptor["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.2"}
    root = entities[descriptor["about"]["@id"]]
    assert root["@type"] == "Dataset"
    assert all(root[name] for name in ("name", "description", "datePublished", "license"))
    for entity in entities.values():
        for values in entity.values():
            for each in values if isinstance(values, list) else [values]:
                if isinstance(each, dict):
                    assert each["@id"] in entities or each["@id"].startswith("https://w3id.org/ro/")
    assert {each["@id"] for each in root["hasPart"]} >= {"graph.nq.gz", "void.ttl", "catalog.ttl"}
    assert all(urlsplit(each["@id"]).scheme == "" for each in root["hasPart"])


def test_the_catalogue_of_services_names_what_there_is(site: Site, published: Site) -> None:
    served = json.loads(site.page(".well-known/api-catalog", {}).body)["linkset"]
    static = json.loads(published.page(".well-known/api-catalog", {}).body)["linkset"]

    assert [each["anchor"] for each in served] == [BASE, f"{BASE}sparql", f"{BASE}api/", f"{BASE}reconcile"]
    assert all("service-desc" in each and "service-doc" in each for each in served[1:])
    assert [each["anchor"] for each in static] == [URL]
    assert [each["href"] for each in static[0]["item"]] == [f"{URL}graph.nq.gz"]


def element(site: Site, path: str) -> ElementTree.Element:
    return ElementTree.fromstring(site.page(path, {}).body)  # noqa: S314  (what was written here)


def test_robots_may_visit_everything_but_what_a_server_makes_anew(site: Site, published: Site) -> None:
    assert published.page("robots.txt", {}).body.decode().splitlines() == [
        "User-agent: *", "Disallow:", "", f"Sitemap: {URL}sitemap.xml",
    ]  # fmt: skip
    assert "Disallow: /sparql" in site.page("robots.txt", {}).body.decode()


def test_the_sitemap_of_a_server_names_pages_that_there_are(site: Site) -> None:
    found = [loc.text or "" for loc in element(site, "sitemap.xml").iter(f"{{{SITEMAP}}}loc")]

    assert len(found) == len(set(found)) > 300
    assert {f"{path}/" for path in things(site)} <= {loc.removeprefix(BASE) for loc in found}
    for loc in found[:40]:
        assert link(html(site, loc.removeprefix(BASE)), "canonical") == [loc]


SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def test_a_large_site_has_an_index_of_sitemaps() -> None:
    paths = [f"person/p{number}/" for number in range(7)]
    found = dict(sitemaps(URL, paths, "2026-11-22", most=3))

    assert list(found) == ["sitemap.xml", "sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml"]
    index = ElementTree.fromstring(found["sitemap.xml"])  # noqa: S314
    assert index.tag == f"{{{SITEMAP}}}sitemapindex"
    assert [loc.text for loc in index.iter(f"{{{SITEMAP}}}loc")] == [f"{URL}sitemap-{n}.xml" for n in (1, 2, 3)]
    locs = [
        loc.text
        for name in list(found)[1:]
        for loc in ElementTree.fromstring(found[name]).iter(f"{{{SITEMAP}}}loc")  # noqa: S314
    ]
    assert locs == [URL + path for path in paths]
