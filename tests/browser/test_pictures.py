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
COVERED = """() => {
  const halo = 4;  // around the letters of both, which boxes hold
  const shown = [...document.querySelectorAll("svg.network text:not(.spare)")];
  const boxes = shown.map(text => [text.textContent, text.getBoundingClientRect()]);
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top + halo < b.bottom && b.top + halo < a.bottom;
  const over = ([, a], i) => boxes.slice(i + 1).filter(([, b]) => meets(a, b)).map(([other]) => other);
  return boxes.flatMap(over);
}"""


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


def test_a_thing_is_found_in_the_explorer_and_its_ties_are_listed(visit: Visit) -> None:
    page = visit.open("/explore/").page
    page.focus("#find")
    page.keyboard.type("accelerating distributed lina")
    page.click('[role="option"]:has-text("Accelerating")')
    page.wait_for_selector(".about h2")

    assert page.inner_text(".about h2") == "Accelerating Distributed MoE Training and Inference with Lina"
    assert page.locator("svg.network .node:visible").count() < 40
    assert "ties" in page.inner_text("#explorer [role=status]")

    page.locator('.about button:has-text("Jiamin Li")').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.about h2:has-text("Jiamin Li")')

    assert page.evaluate("() => document.activeElement.textContent") == "Jiamin Li"

    page.get_by_role("button", name="Back to everybody").click()

    assert page.locator("svg.network .node:visible").count() == 119  # without Shen Li, who has no ties


@pytest.mark.parametrize("width", [1440, 375])
def test_no_label_lies_over_another_at_first(visit: Visit, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 900})
    page = visit.open("/explore/").page

    assert page.evaluate(COVERED) == []


def test_without_scripts_the_explorer_is_the_same_picture_with_links(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/explore/")

        assert page.locator("#explorer svg a").count() == 119
        page.locator("#explorer svg a").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/person/**")
