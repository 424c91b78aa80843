"""Named queries, the page for programs and the explorer as files: nothing is promised that only a server does."""

import json

import pytest

from kg.publish.rendering import internal
from kg.site.site import Site
from kg.store.hosting import Hosting
from kg.store.release import Release
from tests.support.site_pages import html, links, texts

STATIC = Hosting(is_static=True)


@pytest.fixture(scope="module")
def files(release: Release) -> Site:
    """Return the pages of the sample as they are published."""
    return Site(release, STATIC)


def test_a_query_without_parameters_has_its_answer_and_one_file_of_it(files: Site, site: Site) -> None:
    page = html(files, "queries/people/")

    assert texts(page, "tbody tr") == texts(html(site, "queries/people/"), "tbody tr")
    assert list(links(page, ".files a").values()) == ["../../queries/people.json"]
    assert page.css(".files a[data-answer]")


def test_a_query_that_needs_a_value_is_asked_by_the_query_page(files: Site, site: Site) -> None:
    of_files, served = (html(each, "queries/").css("form#ask-publications")[0] for each in (files, site))

    assert [form.attributes["action"] for form in (of_files, served)] == ["../query/", "../queries/publications/"]
    assert [field.attributes["name"] for field in of_files.css("input")] == ["name", "person"]
    assert [field.attributes["name"] for field in served.css("input")] == ["person"]


def test_the_page_for_programs_names_files_that_are_there(files: Site, site: Site) -> None:
    page = files.page("api/", {}).body.decode()
    targets = list(internal("api/", page))

    assert not [
        target for target in targets if target.startswith("api/") and target not in ("api/", "api/queries.json")
    ]
    assert "There is no endpoint" in page
    assert {"graph.nq.gz", "void.ttl", "queries/people.json", "person/jiamin-li.ttl"} <= set(targets)
    assert "queries/coauthors/" not in targets
    assert "api/openapi.json" in internal("api/", site.page("api/", {}).body.decode())


def test_the_queries_for_programs_say_where_their_answers_are(files: Site, site: Site) -> None:
    listed = {each["name"]: each for each in json.loads(files.page("api/queries.json", {}).body)["queries"]}

    assert listed["people"]["path"] == "queries/people.json"
    assert "path" not in listed["coauthors"]
    assert "VALUES ?person { UNDEF }" in listed["coauthors"]["sparql"]
    assert files.page(listed["people"]["path"], {}).body == site.page("queries/people.json", {}).body
    assert site.page("api/queries", {}).body == site.page("api/queries.json", {}).body
