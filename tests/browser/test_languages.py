"""Pages show the name that a reader's browser asks for, where a thing has one in that language."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from kg.building import build
from kg.profile.config import read_project
from tests.browser.conftest import Visit
from tests.conftest import CONFIG
from tests.support.serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

PROFILE = """\
id: mei-li
name: {en: Mei Li, zh: 李梅}
publications:
  - {title: {de: Über Graphen, en: On graphs}, authors: [Mei Li], year: 2020}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("read")
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(CONFIG)
    (root / "profiles" / "mei-li.yaml").write_text(PROFILE, encoding="utf-8")
    outcome = build(read_project(root), root / "build")
    assert outcome.release is not None
    with served(outcome.release.path) as address:
        yield address


@pytest.mark.parametrize(
    ("locale", "head", "language", "other"),
    [("zh-CN", "李梅", "zh", "Mei Li"), ("en-GB", "Mei Li", "en", "李梅"), ("fr", "Mei Li", "en", "李梅")],
)
def test_a_page_is_headed_by_the_name_in_the_language_of_its_reader(
    browser: "Browser", site: str, locale: str, head: str, language: str, other: str
) -> None:
    with browser.new_context(locale=locale) as context:
        visit = Visit(context, site).open("/person/mei-li/")

        assert visit.page.inner_text("h1 bdi") == head
        assert visit.page.get_attribute("h1 bdi", "lang") == language
        assert visit.page.inner_text(".also") == f"also {other}"
        assert visit.complaints == []


def test_a_work_is_headed_by_its_title_in_the_language_of_its_reader(browser: "Browser", site: str) -> None:
    with browser.new_context(locale="en-US") as context:
        visit = Visit(context, site).open("/person/mei-li/")
        visit.page.click("text=Über Graphen")
        visit.page.wait_for_load_state("networkidle")

        assert visit.page.inner_text("h1 bdi") == "On graphs"
        assert visit.page.inner_text(".also bdi[lang=de]") == "Über Graphen"
