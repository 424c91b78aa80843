"""A person's page in a browser: search, evidence, networks and facets; by keyboard."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

FOCUSED = "() => document.activeElement.closest('[aria-label]')?.getAttribute('aria-label') ?? ''"


def test_a_person_is_found_from_the_first_page(visit: Visit) -> None:
    page = visit.open("/").page
    page.locator("main input[type=search]").fill("zhong yin")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/**")
    page.locator("main .hits a").first.click()

    assert page.inner_text("h1").startswith("Yinmin Zhong")


def test_a_mark_opens_the_source_the_lines_and_the_words(visit: Visit) -> None:
    page = visit.open("/person/jiamin-li/").page
    mark = page.locator("button.mark").nth(3)
    mark.focus()
    page.keyboard.press("Enter")
    evidence = page.locator(".evidence:popover-open")

    assert evidence.count() == 1
    assert "profiles/jiamin-li.yaml" in evidence.inner_text()
    assert "line" in evidence.inner_text().lower()

    page.keyboard.press("Escape")

    assert page.locator(".evidence:popover-open").count() == 0
    assert "Evidence for" in page.evaluate(FOCUSED)


def test_marks_open_without_scripts_and_lead_to_the_source(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/person/jiamin-li/")
        page.locator("button.mark").nth(3).click()
        page.locator(".evidence:popover-open a").first.click()

        assert "/source/jiamin-li/" in page.url
        assert "profiles/jiamin-li.yaml" in page.inner_text("main")


def test_the_first_key_leads_past_the_navigation(visit: Visit) -> None:
    page = visit.open("/person/jiamin-li/").page
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert page.url.endswith("#main")
    assert page.evaluate("() => document.activeElement.id") == "main"


def test_a_page_prints_on_white_without_navigation(visit: Visit) -> None:
    page = visit.open("/person/shen-li/").page
    page.emulate_media(media="print", color_scheme="dark")

    assert page.locator("header.site nav").is_hidden()
    assert page.locator("header.site form").is_hidden()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
