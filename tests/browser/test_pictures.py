"""Networks, comparison and explorer in a browser: by pointer, by keyboard, and without scripts."""

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

NETWORK = "/queries/coauthor-network/?person=jiamin-li"
MOVED = """before => {
  const now = [...document.querySelectorAll("svg.network a.node")].map(node => node.getAttribute("transform"));
  return before.every((former, place) => now[place] !== former);
}"""
DRAWN = """() => {
  const canvas = document.querySelector("#explorer canvas");
  if (!canvas?.width) return false;
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some(value => value);
}"""
PAGES = ("/explore/", NETWORK)


def middle(locator: "Locator") -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def network(page: "Page") -> "Locator":
    return page.locator("svg.network:visible").first


def test_a_circle_is_dragged_and_its_neighbours_follow(visit: Visit) -> None:
    page = visit.open(NETWORK).page
    circles = network(page).locator("a.node")
    before = [circles.nth(place).get_attribute("transform") for place in range(3)]
    x, y = middle(circles.nth(1).locator(".shape"))

    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y - 50, steps=5)
    page.mouse.up()
    page.wait_for_function(MOVED, arg=before)

    assert page.url.endswith(NETWORK)


def test_a_network_is_zoomed_by_its_buttons_and_by_keys(visit: Visit) -> None:
    page = visit.open(NETWORK).page
    whole = network(page).get_attribute("viewBox")

    page.get_by_role("button", name="Zoom in").first.click()

    assert network(page).get_attribute("viewBox") != whole

    network(page).locator("a.node").nth(2).focus()
    page.keyboard.press("0")

    assert network(page).get_attribute("viewBox") == whole


def test_the_neighbours_of_what_is_focused_stand_out(visit: Visit) -> None:
    page = visit.open(NETWORK).page

    network(page).locator("a.node").nth(3).focus()

    assert "lit" in (network(page).get_attribute("class") or "")
    assert 1 < network(page).locator(".node.near").count() < network(page).locator(".node").count()


def test_a_click_on_a_circle_opens_its_page(visit: Visit) -> None:
    page = visit.open(NETWORK).page

    network(page).locator("a.node").nth(1).locator(".shape").click()

    page.wait_for_url("**/person/hong-xu*/")


def test_a_thing_is_found_chosen_and_grown_in_the_explorer_by_the_keyboard(visit: Visit) -> None:
    page = visit.open("/explore/").page
    page.focus("#find")
    page.keyboard.type("lina dist")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert page.inner_text(".about h2") == "Accelerating Distributed MoE Training and Inference with Lina"
    assert page.get_attribute(".about h2 a", "href")

    page.get_by_role("button", name="Fetch all neighbours").click()
    page.wait_for_selector("button:has-text('Fetch all neighbours'):disabled")
    page.get_by_role("button", name="Only its neighbours").click()

    assert page.get_attribute("button:has-text('Only its neighbours')", "aria-pressed") == "true"


def test_the_explorer_is_drawn(visit: Visit) -> None:
    page = visit.open("/explore/").page
    page.wait_for_function(DRAWN)

    assert page.is_hidden("#overview")


def test_without_scripts_the_explorer_is_a_picture_with_links(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/explore/")

        assert page.is_hidden("#explorer")
        page.locator("#overview svg a").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/person/**")
