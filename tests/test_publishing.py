from pathlib import Path

import pytest

from kg import publishing
from kg.errors import ReleaseError
from kg.pages import Site
from kg.pages.hosting import Hosting
from kg.publishing.links import internal
from kg.publishing.tree import STATE
from kg.release import Release

STATIC = Hosting(is_static=True)


@pytest.fixture(scope="module")
def published(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Publish the sample once for all tests that only read."""
    root = tmp_path_factory.mktemp("published") / "site"
    publishing.publish(release, root, STATIC, workers=2)
    return root


def test_the_pages_are_those_that_are_rendered_by_their_paths(published: Path, release: Release) -> None:
    site = Site(release, STATIC)

    assert (published / "index.html").read_bytes() == site.page("", {}).body
    for name in ("person/jiamin-li", "work/index"):
        path = f"{name}/" if "/" in name and not name.endswith("index") else name.removesuffix("index")
        assert (published / path / "index.html").read_bytes() == site.page(path, {}).body
    assert (published / "person/jiamin-li.ttl").read_bytes() == site.page("person/jiamin-li.ttl", {}).body


def test_no_link_of_a_page_leads_nowhere(published: Path) -> None:
    for page in published.rglob("*.html"):
        path = page.relative_to(published).as_posix().removesuffix("index.html")
        for target in internal(path, page.read_text(encoding="utf-8")):
            name = f"{target}index.html" if target.endswith("/") or not target else target
            assert (published / name).is_file(), f"{path} leads to {target}"


def test_a_second_run_writes_nothing(published: Path, release: Release) -> None:
    assert publishing.publish(release, published, STATIC).written == 0


def test_a_file_that_is_gone_comes_back_and_the_others_are_not_touched(release: Release, published: Path) -> None:
    gone = published / "person" / "jiamin-li.nt"
    body = gone.read_bytes()
    gone.unlink()

    assert publishing.publish(release, published, STATIC, workers=2).written == 1
    assert gone.read_bytes() == body


def test_a_directory_that_holds_something_else_is_left_alone(release: Release, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")

    with pytest.raises(ReleaseError, match="holds files that are not of a published site"):
        publishing.publish(release, tmp_path, STATIC)
    assert not (tmp_path / STATE).exists()
