"""The pages about the whole graph in a browser."""

import pytest

from tests.browser.conftest import Visit

pytestmark = pytest.mark.slow


def test_searching_from_the_first_page_leads_to_what_was_found(visit: Visit) -> None:
    visit.open("/")
    visit.page.get_by_label("Search").first.fill("Jiamin")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_url("**/search/?q=Jiamin")
