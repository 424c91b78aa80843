"""Every kind of page: no violation of WCAG 2.2 AA that axe-core finds, nothing asked of another host, no wide page."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import AXE, Visit
from tests.support.group import group_release
from tests.support.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

PAGES = (
    "/",
    "/person/",
    "/work/?year=2023",
    "/organization/?letter=C",
    "/person/jiamin-li/",
    "/person/yibo-zhu-bluqa6/",
    "/person/jiamin-li/embed/",
    "/data/",
    "/queries/coauthor-network/?person=jiamin-li",
    "/work/{work}/",
    "/organization/cityu-hk/",
    "/venue/osdi/",
    "/event/osdi-2024/",
    "/system/lyra/",
    "/topic/machine-learning-systems/",
    "/course/{course}/",
    "/source/jiamin-li/",
    "/describe/?iri=https%3A%2F%2Fkg.example.org%2Fdataset",
    "/search/?q=li",
    "/search/?q=jaimin",
    "/explore/",
    "/quality/",
    "/vocabulary/",
    "/query/",
    "/query/?name=people",
    "/query/?name=coauthor-network&person=jiangfei-duan",
    "/query/?name=people&view=raw",
    "/queries/",
    "/queries/people/",
    "/queries/career/?person=shen-li",
    "/api/",
    "/person/nobody",
)
"""One page of each kind at least; `{kind}` stands for the first thing of a kind."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AUDIT = "async tags => (await axe.run(document, {runOnly: tags})).violations.map(each => [each.id, each.nodes[0].html])"
NOTHING_WIDER = "() => document.documentElement.scrollWidth <= window.innerWidth"


def _opened(visit: Visit, path: str) -> Visit:
    """Open a page, of which the first of a kind is looked up in the list of its kind."""
    for kind in ("work", "course"):
        if f"{{{kind}}}" in path:
            visit.open(f"/{kind}/")
            first = visit.page.locator(".works .title a, .hits a").first.get_attribute("href") or ""
            path = path.replace(f"{{{kind}}}", first.strip("/").rpartition("/")[2])
    visit.open(path)
    if path == "/person/nobody":
        visit.complaints.clear()  # a browser says in its console that it got a 404
    return visit


def by_day_and_by_night(page: "Page") -> None:
    """Assert that axe-core finds nothing on an open page in light colours and in dark ones."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")

        assert (scheme, page.evaluate(AUDIT, RULES)) == (scheme, [])


@pytest.mark.skipif(not AXE.exists(), reason="make assets was not run")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_used_by_all_by_day_and_by_night(visit: Visit, path: str) -> None:
    visit.page.emulate_media(reduced_motion="reduce")
    by_day_and_by_night(_opened(visit, path).page)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(visit: Visit, path: str) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})

    assert _opened(visit, path).page.evaluate(NOTHING_WIDER)


@pytest.fixture(scope="module")
def group(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the group of invented people, and yield the address."""
    release = group_release(tmp_path_factory.mktemp("group") / "project")
    with served(release.path) as address:
        yield address


@pytest.mark.skipif(not AXE.exists(), reason="make assets was not run")
@pytest.mark.parametrize(("width", "language"), [(1440, "de/"), (768, ""), (375, "de/")])
def test_pages_of_documents_with_faults_can_be_used_by_all(
    browser: "Browser", group: str, language: str, width: int
) -> None:
    names = ("wilhelmina-abernathy", "long-name", "muhammad", "nobody-yet")
    with browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce") as context:
        page = context.new_page()
        for path in ("", "person/", "work/", *(f"person/{name}/" for name in names)):
            page.goto(f"{group}/{language}{path}")
            page.evaluate(AXE.read_text(encoding="utf-8"))

            assert (path, page.evaluate(AUDIT, RULES)) == (path, [])
            assert page.evaluate(NOTHING_WIDER), path


def test_a_page_says_what_it_is_without_scripts(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        for path in (path for path in PAGES if "{" not in path):
            page.goto(address + path)

            assert page.inner_text("h1").strip(), path
            assert len(page.inner_text("main")) > 60, path
