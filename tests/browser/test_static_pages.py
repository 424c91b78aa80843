"""The published site in a browser, from a plain web space at its root and below a path: all that a query string did."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from kg.site.site import Site
from tests.browser.conftest import Visit
from tests.support.site_pages import html, texts
from tests.support.web_space import web_space

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def published(published_sample: Path) -> Path:
    """Return the root of a web space in which the sample is published below a path."""
    return published_sample.parent.parent


@pytest.fixture(scope="module", params=["", "/group/kg"], ids=["at the root", "below the root"])
def space(request: pytest.FixtureRequest, published: Path) -> Iterator[str]:
    """Serve the site, and yield where, without a final slash."""
    path = request.param
    with web_space(published if path else published / "group" / "kg") as address:
        yield f"{address}{path}"


@pytest.fixture
def tour(browser: "Browser", space: str) -> Iterator[Visit]:
    """Open pages; in the end, nothing may have gone wrong on them, and nothing was asked of another host."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        visited = Visit(context, space)
        yield visited

    assert visited.complaints == []


def test_lists_are_turned_and_narrowed(tour: Visit, space: str) -> None:
    page = tour.open("/person/").page
    page.click(".everybody summary")
    page.click("a[rel=next]")
    page.wait_for_url(f"{space}/person/page=2/")
    assert page.locator(".hits a").count() == 51

    page.click('.letters a:has-text("Z")')
    page.wait_for_url(f"{space}/person/page=2/#letter-Z")
    page.click('.facets a:has-text("with a profile")')
    page.wait_for_url(f"{space}/person/?profile=with-a-profile")
    page.wait_for_selector(".chip")
    assert page.locator(".hits a").count() == 5

    page.click(".hits a:has-text('Jiamin Li')")
    page.wait_for_url(f"{space}/person/jiamin-li/")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("work/", {"person": "jinliang-wei", "venue": "socc"}),
        ("work/", {"status": "under-review"}),
        ("work/", {"year": "2024", "venue": "<none>"}),
        ("person/", {"topic": "machine-learning-systems"}),
    ],
)
def test_a_list_is_narrowed_to_what_the_server_shows(tour: Visit, site: Site, path: str, asked: dict[str, str]) -> None:
    page = tour.open(f"/{path}?{urlencode(asked)}").page
    page.wait_for_selector(".chip")
    served = html(site, path, **asked)

    for selector in (".chip", ".facets summary", "h2.letter", ".works .title, .hits li", "[data-entries] > p.quiet"):
        shown = page.locator(selector).locator("visible=true").all_text_contents()
        assert [" ".join(each.split()) for each in shown] == texts(served, selector), selector
    assert [page.title(), *page.locator(".facets li").all_text_contents()] == texts(served, "title, .facets li")
    for link in page.locator("[data-entries] li a").all()[:20]:
        assert page.request.get(str(link.evaluate("link => link.href"))).status == 200


def test_the_search_page_shows_what_the_server_shows(tour: Visit, site: Site) -> None:
    for text in ("li", "machine learning", "Jiamin"):
        page = tour.open(f"/search/?q={text}").page
        page.wait_for_selector(".group")
        served = html(site, "search/", q=text)

        for selector in ("h1", ".kinds a", ".group h2", ".hits li", ".group p a", "mark"):
            shown = page.locator(f"main {selector}").locator("visible=true").all_text_contents()
            assert [" ".join(each.split()) for each in shown] == texts(served, f"main {selector}"), (text, selector)


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "__proto__", "\u202eqqqq zzzz", "%zz", "constructor"])
def test_what_was_typed_is_only_text(tour: Visit, text: str) -> None:
    page = tour.open("/search/").page
    page.fill("#q", text)
    page.press("#q", "Enter")
    page.wait_for_selector("#found p:not(.quiet)")

    assert page.inner_text("main h1") == text
    assert "Nothing is called so" in page.inner_text("main")
    assert page.locator("main img").count() == 0


def test_suggestions_are_chosen_by_the_keyboard(tour: Visit, space: str) -> None:
    page = tour.open("/").page
    page.focus("#q")
    page.keyboard.type("jia", delay=20)
    # On a slow machine the first letter alone has offers before.
    page.wait_for_function("() => /jia/i.test(document.querySelector('[role=option] .name')?.innerText)")
    name = page.locator("[role=option] .name").first.inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{space}/person/*/")

    assert page.inner_text("h1").strip() == name


def test_the_engine_of_search_is_fetched_when_one_types(tour: Visit, space: str) -> None:
    page = tour.open("/topic/").page
    fetched: list[str] = []
    tour.page.context.on("request", lambda request: fetched.append(request.url.partition("?")[0]))
    assert page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => /sqlite/.test(name))") == []
    page.focus("#q")
    page.keyboard.type("jiamin", delay=150)
    page.wait_for_selector("[role=option]")

    assert page.inner_text("[role=option] .name") == "Jiamin Li"
    assert {f"{space}/search.json", f"{space}/search.sqlite.gz", f"{space}/ranking.sql"} <= set(fetched)


def test_where_the_index_cannot_be_read_the_lists_stay(browser: "Browser", space: str) -> None:
    with browser.new_context() as context:
        context.route("**/search.sqlite.gz*", lambda route: route.abort())
        page = context.new_page()
        page.goto(f"{space}/search/?q=li")
        page.wait_for_selector("[role=alert]")

        assert "Names cannot be looked up here" in page.inner_text("main")
        assert page.locator("main .kinds a").first.is_visible()


def test_a_question_with_a_value_is_asked_on_the_query_page(tour: Visit, space: str) -> None:
    page = tour.open("/queries/").page

    page.fill("#ask-publications input[data-kind]", "jiamin-li")
    with page.expect_navigation(url=f"{space}/query/?name=publications&person=jiamin-li", wait_until="commit"):
        page.click("#ask-publications button")
    tour.complaints.clear()  # what the query page does with it is tested with that page
