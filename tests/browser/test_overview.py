"""The pages about the whole graph in a browser: nothing refused, nothing asked elsewhere, accessible."""

import pytest

from tests.browser.conftest import AXE, Visit
from tests.browser.test_query import RULES, WCAG, needs_axe

PATHS = ("/", "/quality/", "/vocabulary/", "/describe/", "/describe/?iri=https%3A%2F%2Fschema.org%2FPerson")


@needs_axe
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("width", [1280, 360])
def test_the_page_has_no_accessibility_violations(visit: Visit, path: str, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.open(path)
    visit.page.evaluate(AXE.read_text())

    assert visit.page.evaluate(RULES, WCAG) == []


@pytest.mark.parametrize("path", PATHS)
def test_the_page_fits_a_phone(visit: Visit, path: str) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 700})
    visit.open(path)

    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_searching_from_the_first_page_leads_to_what_was_found(visit: Visit) -> None:
    visit.open("/")
    visit.page.get_by_label("Search the graph").fill("Jiamin")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/search/?q=Jiamin")
