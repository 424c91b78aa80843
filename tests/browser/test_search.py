"""The search field, the lists and the search page in a browser; by keyboard, and without scripts."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_suggestions_are_chosen_by_the_keyboard(visit: Visit) -> None:
    page = visit.open("/organization/").page
    page.focus("#q")
    page.keyboard.type("jia", delay=20)
    page.wait_for_selector("[role=option]")
    names = page.locator("[role=option] .name").all_inner_texts()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")

    assert len(names) == len(set(names)) > 1
    assert page.inner_text(".search [role=status]") == f"{len(names)} suggestions"
    assert page.get_attribute("#q", "aria-activedescendant") == "q-suggested-0"
    assert page.get_attribute("#q-suggested-0", "aria-selected") == "true"

    page.keyboard.press("Enter")
    page.wait_for_url("**/person/*/")

    assert page.inner_text("h1").strip() == names[0]


def test_escape_closes_the_suggestions_and_enter_searches(visit: Visit) -> None:
    page = visit.open("/topic/").page
    page.focus("#q")
    page.keyboard.type("deep", delay=20)
    page.wait_for_selector("[role=option]")
    page.keyboard.press("Escape")

    assert page.get_attribute("#q", "aria-expanded") == "false"
    assert page.input_value("#q") == "deep"

    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=deep")

    assert page.inner_text("h1") == "deep"


def test_who_types_quickly_asks_once_and_sees_the_last_answer(visit: Visit) -> None:
    page = visit.open("/topic/").page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/suggest" in request.url else None)
    page.focus("#q")
    page.clock.install(time=0)
    page.clock.pause_at(1_000)  # however long a busy machine takes for a key, the page sees one every 50 ms
    for letter in "jiamin":
        page.keyboard.type(letter)
        page.clock.run_for(50)
    page.clock.run_for(1_000)
    page.wait_for_selector("[role=option]")

    assert len(asked) == 1
    assert page.inner_text("[role=option] .name") == "Jiamin Li"


def test_lists_and_search_work_without_scripts(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/person/")
        page.click("details.everybody > summary")
        page.click('.facets a:has-text("with a profile")')
        page.click('.facets a:has-text("Machine learning systems")')

        assert page.locator(".hits a").count() == 3

        page.fill("#q", "Li Jiamin")
        page.click(".search button")
        page.click(".hits a")

        assert page.url == f"{address}/person/jiamin-li/"
