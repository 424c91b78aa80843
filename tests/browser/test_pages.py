"""A person's page in a browser: search, evidence, networks and facets; by keyboard."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_a_person_is_found_from_the_first_page(visit: Visit) -> None:
    page = visit.open("/").page
    page.locator("input[type=search]").fill("zhong yin")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/**")
    page.locator("main .hits a").first.click()

    assert page.inner_text("h1").startswith("Yinmin Zhong")


def test_a_mark_opens_the_source_the_lines_and_the_words(visit: Visit) -> None:
    page = visit.open("/person/jiamin-li/").page
    mark = page.locator(".work .evidence > summary").nth(3)
    mark.focus()
    page.keyboard.press("Enter")
    evidence = page.locator(".evidence[open]")

    assert evidence.count() == 1
    assert "profiles/jiamin-li.yaml" in evidence.inner_text()
    assert "line" in evidence.inner_text().lower()

    page.locator(".work .evidence > summary").nth(1).click()

    assert page.locator(".evidence[open]").count() == 1, "one is open at a time"


def test_marks_open_without_scripts_and_lead_to_the_source(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/person/jiamin-li/")
        page.locator(".work .evidence > summary").nth(3).click()
        page.locator(".evidence[open] a").first.click()

        assert "/source/jiamin-li/" in page.url
        assert "profiles/jiamin-li.yaml" in page.inner_text("main")
