"""What other sites embed: works as a plain page, as an Atom feed and as a JSON Feed."""

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from kg.base.errors import NotFound
from kg.site.site import Site
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.support.site_pages import html, is_harmless, links, site_of, texts

ATOM = "{http://www.w3.org/2005/Atom}"
URL = "https://group.example.org/kg/"
BASE = "http://example.com/"
HOSTILE = """\
<http://example.com/person/ada> a schema:Person ; schema:name "</title><script>alert(1)</script>" .
<http://example.com/work/notes> a schema:ScholarlyArticle ; schema:name "<script>alert(2)</script> \u202e & ]]>" ;
    schema:author <http://example.com/person/ada> ; schema:url <javascript:alert(3)> ; kg:year 1843 ;
    schema:datePublished "1843-07"^^<http://www.w3.org/2001/XMLSchema#gYearMonth> ;
    kg:authorship <http://example.com/work/notes#author-1> .
<http://example.com/work/notes#author-1> schema:position 1 ; kg:nameAsWritten "Ada" ;
    kg:author <http://example.com/person/ada> .
"""


@pytest.fixture(scope="module")
def published(release: Release) -> Site:
    """Return the pages of the sample as files."""
    return Site(release, Hosting(is_static=True, url=URL))


@pytest.fixture
def hostile(tmp_path: Path) -> Site:
    """Return a site whose names are code."""
    return site_of(tmp_path, HOSTILE, base=BASE)


def feed(site: Site, path: str) -> Any:
    return json.loads(site.page(path, {}).body)


def test_the_works_of_a_person_are_a_plain_page_without_scripts(published: Site) -> None:
    page = html(published, "person/jiamin-li/embed/")

    assert texts(page, "h1") == ["Publications: Jiamin Li"]
    assert len(page.css("li")) == 8
    assert not page.css("script, form, header, nav, img")
    assert page.css_first("base").attributes == {"target": "_top"}  # type: ignore[union-attr]
    assert links(page, "p a") == {
        "All 8 works at Five researchers in machine learning systems": "../../../person/jiamin-li/"
    }


@pytest.mark.parametrize("path", ["", "person/jiamin-li/"])
def test_previews_of_links_have_a_picture_of_their_size(published: Site, path: str) -> None:
    (address,) = [
        node.attributes["content"]
        for node in html(published, path).css("meta")
        if node.attributes.get("property") == "og:image"
    ]
    page = published.page(f"{path}card.png", {})

    assert address == f"{URL}{path}card.png"
    assert page.media_type == "image/png"
    assert len(page.body) < 40_000
    with Image.open(io.BytesIO(page.body)) as picture:
        assert picture.size == (1200, 630)


@pytest.mark.parametrize("name", ['#read("/etc/passwd")', "W" * 300, "עדה", "李梅 \u0378", "a b " * 80])
def test_a_picture_is_drawn_of_every_name(name: str, tmp_path: Path) -> None:
    person = f"<http://example.com/person/ada> a schema:Person ; schema:name {json.dumps(name)} ."
    source = "<http://example.com/source/ada> schema:mainEntity <http://example.com/person/ada> ."
    site = site_of(tmp_path, f"{person}\n{source}", base=BASE)

    assert site.page("person/ada/card.png", {}).body.startswith(b"\x89PNG")


@pytest.mark.parametrize("path", ["", "organization/cuhk/", "topic/machine-learning-systems/", "person/shen-li/"])
def test_works_of_all_of_organisations_and_of_topics_are_embedded_if_there_are_any(site: Site, path: str) -> None:
    snippets = texts(html(site, path or "data/"), "details.forms pre")

    if path == "person/shen-li/":  # of whom no work is known
        assert snippets == []
        with pytest.raises(NotFound, match="has no works to embed"):
            site.page(f"{path}embed/", {})
    else:
        assert f"{path}embed/" in snippets[0]
        assert html(site, f"{path}embed/").css("li")
        assert feed(site, f"{path}works.json")["items"]


def test_a_json_feed_says_who_wrote_what_when(published: Site) -> None:
    made = feed(published, "person/jinliang-wei/works.json")
    item = made["items"][0]

    assert made["version"] == "https://jsonfeed.org/version/1.1"
    assert (made["home_page_url"], made["feed_url"]) == (
        f"{URL}person/jinliang-wei/",
        f"{URL}person/jinliang-wei/works.json",
    )
    assert len(made["items"]) == 13
    assert item["url"] == f"{URL}work/{item['id'].rpartition('/')[2]}/"
    assert item["date_published"] == "2019-01-01T00:00:00Z"
    assert item["_work"]["year"] == 2019
    assert "Jinliang Wei" in [author["name"] for author in item["authors"]]
    assert item["title"] in item["content_text"]


def test_an_atom_feed_says_the_same(published: Site) -> None:
    page = published.page("person/jinliang-wei/works.xml", {})
    root = ElementTree.fromstring(page.body)  # noqa: S314  (ours)
    same = feed(published, "person/jinliang-wei/works.json")

    assert page.media_type == "application/atom+xml; charset=utf-8"
    assert [entry.findtext(f"{ATOM}id") for entry in root.iter(f"{ATOM}entry")] == [
        each["id"] for each in same["items"]
    ]
    assert [entry.findtext(f"{ATOM}updated") for entry in root.iter(f"{ATOM}entry")] == [
        each["date_published"] for each in same["items"]
    ]
    assert root.findtext(f"{ATOM}title") == same["title"]


def test_names_that_are_code_are_text(hostile: Site) -> None:
    page = html(hostile, "person/ada/embed/")
    item = feed(hostile, "person/ada/works.json")["items"][0]

    assert is_harmless(page)
    assert not page.css("script")
    assert texts(page, "li > a") == ["<script>alert(2)</script> \u202e & ]]>"]  # whose direction ends with it
    assert item["date_published"] == "1843-07-01T00:00:00Z"
    assert item["_work"]["links"] == []


def test_who_has_no_profile_has_no_picture(published: Site) -> None:
    with pytest.raises(NotFound, match=r"there is no /organization/cuhk/card.png"):
        published.page("organization/cuhk/card.png", {})
