"""The query page in a browser: editor, views, named queries, errors; by keyboard, and without scripts."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from tests.browser.conftest import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

EDITOR = Path(__file__).parents[2] / "kg" / "site" / "assets" / "vendor" / "yasqe.min.js"
needs_editor = pytest.mark.skipif(not EDITOR.exists(), reason="make assets was not run")

WRITE = "text => document.querySelector('.CodeMirror').CodeMirror.setValue(text)"
READ = "() => document.querySelector('.CodeMirror').CodeMirror.getValue()"
FOCUSED = "() => document.activeElement.id || document.activeElement.getAttribute('aria-label')"


def asked(query: str) -> str:
    """Return the address that asks a query."""
    return f"/query/?query={quote(query)}"


@needs_editor
def test_a_query_is_run_by_the_keyboard_and_things_are_shown_by_their_names(visit: Visit) -> None:
    page = visit.open("/query/").page
    page.focus('main a:has-text("questions")')
    page.keyboard.press("Tab")

    assert page.evaluate(FOCUSED) == "SPARQL query"

    page.keyboard.press("Control+Enter")
    page.wait_for_selector("table.result")

    assert page.inner_text("#query-status").startswith("20 rows in ")
    assert page.get_attribute('td a:has-text("Jinliang Wei")', "href") == "../person/jinliang-wei/"


def test_the_address_says_what_is_asked_and_how_it_is_seen(visit: Visit) -> None:
    page = visit.open("/query/?name=coauthor-network&person=jiamin-li").page
    page.wait_for_selector("svg.network")

    assert page.url.endswith("?name=coauthor-network&person=jiamin-li&view=network")

    page.click("#tab-raw")
    page.reload()
    page.wait_for_selector("pre.raw")

    assert page.get_attribute("#tab-raw", "aria-selected") == "true"
    assert page.url.endswith("view=raw")


def test_views_are_tabs_that_arrows_choose(visit: Visit) -> None:
    page = visit.open("/query/?name=coauthor-network&person=jiangfei-duan&view=table").page
    page.focus("#tab-table")
    seen = []
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        seen.append(page.evaluate(FOCUSED))

    assert seen == ["tab-network", "tab-raw", "tab-table", "tab-raw", "tab-table"]
    assert page.locator('[role="tab"][tabindex="0"]').count() == 1


@needs_editor
def test_the_place_of_an_error_is_marked_in_the_editor(visit: Visit) -> None:
    page = visit.open(asked("SELECT *\nWHERE { ?s ?p ?o")).page
    page.wait_for_selector('#query-result [role="alert"]')

    assert "line 2" in page.inner_text("#query-result")
    assert page.locator(".CodeMirror .fault").count() == 1
    assert all("400" in complaint for complaint in visit.complaints)
    visit.complaints.clear()


@needs_editor
def test_terms_are_completed_from_what_the_graph_uses(visit: Visit) -> None:
    page = visit.open("/query/").page
    page.evaluate(WRITE, "SELECT * { ?s kg:adv }")
    page.evaluate(
        "() => { const e = document.querySelector('.CodeMirror').CodeMirror; e.focus(); e.setCursor(0, 19); }"
    )
    page.keyboard.press("Control+Space")
    page.wait_for_selector(".CodeMirror-hint")

    assert page.locator(".CodeMirror-hint").all_inner_texts() == ["kg:advisor"]

    page.keyboard.press("Enter")

    assert page.evaluate(READ).splitlines() == [
        "PREFIX kg: <https://w3id.org/profile-kg/ontology#>",
        "SELECT * { ?s kg:advisor }",
    ]


def test_terms_that_are_hostile_are_text(visit: Visit) -> None:
    terms = '<javascript:alert(1)> "<img src=x onerror=alert(1)>" <data:text/html,x>'
    page = visit.open(asked(f"SELECT ?x {{ VALUES ?x {{ {terms} }} }}")).page
    page.wait_for_selector("table.result")

    assert page.locator("table.result tr").count() == 4
    assert page.locator("table.result :is(a, img)").count() == 0


def test_rows_and_pictures_are_files(visit: Visit, tmp_path: Path) -> None:
    page = visit.open("/query/?name=coauthor-network&person=jiamin-li").page
    page.wait_for_selector("svg.network")
    files = {}
    for title, name in (("CSV", "result.csv"), ("JSON", "result.json"), ("Download SVG", "network.svg")):
        with page.expect_download() as download:
            page.click(f'#query-result button:text-is("{title}")')
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
        files[name] = (tmp_path / name).read_text(encoding="utf-8")

    assert next(csv.DictReader(files["result.csv"].splitlines()))["name"] == "Hong Xu"
    assert json.loads(files["result.json"])["results"]["bindings"][0]["name"]["value"] == "Hong Xu"
    assert files["network.svg"].startswith("<?xml")
    assert "<style" in files["network.svg"]


def test_without_scripts_a_query_is_answered_by_a_table(browser: "Browser", address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/query/")
        page.click("#query-form button.primary")

        assert page.url == f"{address}/sparql"
        assert page.locator("table.result tbody tr").count() == 20


def test_a_question_is_filled_in_with_a_name_that_is_offered_and_asked_by_its_slug(visit: Visit) -> None:
    page = visit.open("/queries/").page
    field = page.locator("#ask-publications input")
    field.press_sequentially("jiamin l")
    page.wait_for_selector('[role="option"]:has-text("Jiamin Li")')
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    assert field.input_value() == "Jiamin Li"

    page.keyboard.press("Enter")
    page.wait_for_url("**/queries/publications/?person=jiamin-li")

    assert page.input_value("form.sentence input") == "Jiamin Li"


@needs_editor
def test_a_query_that_takes_long_can_be_cancelled(visit: Visit) -> None:
    page = visit.open("/query/").page
    page.evaluate(WRITE, "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?b = ?h) }")
    page.click('#query-form button:text-is("Run")')
    page.click("#query-stop")

    assert page.inner_text("#query-status") == "cancelled"
    assert page.locator("#query-result > *").count() == 0
    assert page.locator("#query-stop").is_hidden()
