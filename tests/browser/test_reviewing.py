"""`kg review --web` in a browser: twenty decisions by keys and mouse, undone and redone, and a page for all."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from kg.profile.drafts.model import PERSON
from kg.profile.drafts.sessions import ReviewSession
from kg.profile.drafts.unread import UnreadReview
from kg.profile.drafts.writing import text
from tests.browser.conftest import AXE, Visit
from tests.browser.test_accessibility import NOTHING_WIDER, by_day_and_by_night
from tests.conftest import Command
from tests.support.drafting import BIB, draft, fact, name, paper
from tests.support.serving import reviewed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

PAPERS = [
    paper(f"Sketch {n}, 1842", title=f"Sketch {n}", year=1842, line=20 + n, sure=0.5 + n / 100) for n in range(19)
]
DRAFT = draft(
    name(sure=0.99),
    fact(PERSON, {"homepage": "https://ada.example/"}, line=2, sure=0.8),
    paper("Notes, 1843", line=9, sure=0.95),
    paper("@notes", year=1842, source=BIB, sure=0.9),
    *PAPERS,
)
KEYS = "2" + "ar" * 9 + "a"


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    path = tmp_path / "ada.yaml"
    path.write_text("# Mine.\n" + text(DRAFT))
    return path


OTHER = """\
id: bea
name: Bea
publications:
  - {title: Letters, venue: The Scientific Memoirs}
  - {title: Looms, venue: Proc. VLDB Endow.}
  - {title: Tables, venue: Proceedings of the VLDB Endowment}

# What kg extract found and a profile cannot hold:
#   cv.md, line 9 (hobbies: not understood): Horses, and betting on them
"""


@pytest.fixture
def others() -> str:
    """Return what another profile says, or nothing."""
    return ""


@pytest.fixture
def address(profile: Path, others: str) -> Iterator[str]:
    """Serve what is open; the whole address, with the token."""
    other = profile.with_name("bea.yaml")
    other.write_text(others)
    with reviewed(profile, *[other] * bool(others)) as started:
        yield started


@pytest.fixture
def visit(browser: "Browser", address: str) -> Iterator[Visit]:
    host, _, token = address.partition("/?")
    with browser.new_context(viewport={"width": 1440, "height": 900}) as context:
        visited = Visit(context, host)
        visited.open(f"/?{token}")
        yield visited

    assert visited.complaints == []


def press(page: "Page", key: str) -> None:
    with page.expect_navigation():
        page.keyboard.press(key)


def click(page: "Page", key: str) -> None:
    with page.expect_navigation():
        page.locator(f'[data-key="{key}"]').first.click()


def test_twenty_decisions_are_those_of_the_terminal_and_are_undone_and_redone_to_the_byte(
    visit: Visit, profile: Path, kg: Command
) -> None:
    other = profile.with_name("other.yaml")
    other.write_bytes(profile.read_bytes())
    before, page = profile.read_bytes(), visit.page
    kg("review", other, stdin="\n".join(KEYS) + "\nq\n")

    states = [before]
    for number, key in enumerate(KEYS):
        (press if number % 2 else click)(page, key)
        states.append(profile.read_bytes())
    assert len(set(states)) == len(KEYS) + 1 == 21
    assert states[-1] == other.read_bytes()
    assert "20 answered" in page.inner_text(".tally")

    for state in states[-2::-1]:
        press(page, "z")
        assert profile.read_bytes() == state
    assert page.inner_text("h1") == "publications: Notes by the Translator"
    for state in states[1:]:
        press(page, "y")
        assert profile.read_bytes() == state


def test_keys_are_letters_while_one_writes(visit: Visit, profile: Path) -> None:
    page = visit.page
    press(page, "n")
    before, title = profile.read_bytes(), page.inner_text("h1")
    page.keyboard.press("e")
    assert page.evaluate("document.activeElement.id") == "text"

    page.keyboard.press("Control+End")
    page.keyboard.type("# arnz2\n")

    assert page.input_value("#text").endswith("# arnz2\n")
    assert (page.inner_text("h1"), profile.read_bytes()) == (title, before)
    page.fill("#text", re.sub("year: .*", "year: 1850", page.input_value("#text")))
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    assert b"1850" in profile.read_bytes()


def test_the_page_works_without_scripts(browser: "Browser", address: str, profile: Path) -> None:
    before = profile.read_bytes()
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        assert "token" not in page.url
        click(page, "2")
        assert b"chosen: true" in profile.read_bytes()
        click(page, "z")
        assert profile.read_bytes() == before


@pytest.mark.parametrize("others", [OTHER])
def test_names_are_put_into_one_form(visit: Visit, profile: Path, others: str) -> None:
    page, other = visit.page, profile.with_name("bea.yaml")
    press(page, "n")
    press(page, "n")
    assert page.inner_text("h1") == "venue: Scientific Memoirs = The Scientific Memoirs"
    press(page, "1")
    assert "title: Letters\n    venue: Scientific Memoirs\n" in other.read_text()

    page.get_by_role("link", name="Spellings (1)").click()
    page.get_by_label("Another form").fill("PVLDB")
    page.get_by_label("Another form").press("z")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert other.read_text().count("venue: PVLDBz") == 2

    press(page, "z")
    press(page, "z")
    assert other.read_text() == OTHER


@pytest.mark.skipif(not AXE.exists(), reason="make assets was not run")
@pytest.mark.parametrize("width", [1440, 375])
@pytest.mark.parametrize("others", [OTHER])
def test_the_page_can_be_used_by_all(visit: Visit, profile: Path, width: int, others: str) -> None:
    page = visit.page
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    (unread,) = UnreadReview(ReviewSession(profile.with_name("bea.yaml"))).open()
    # A conflict, names, a proposal, a page after an answer, all names, and a passage that was not read.
    for key in ("", "n", "n", "n", "r", "Spellings", f"/?q={quote(unread.key)}"):
        if key[:1] == "/":
            visit.open(key)
        elif len(key) > 1:
            page.get_by_role("link", name=key).first.click()
        elif key:
            press(page, key)
        if page.locator("#text").count():
            page.keyboard.press("e")
            page.locator("#text").blur()
        by_day_and_by_night(page)
        assert page.evaluate(NOTHING_WIDER)
