"""The pages of a published site that ask the graph in the reader's browser, as they are written to files."""

import json
import re
from pathlib import Path

import pytest

from kg.base.errors import NotFound
from kg.site.site import Site
from kg.site.views import queries
from kg.store.hosting import Hosting
from kg.store.release import Release

ASKING = [("query/", "query"), ("describe/", "describe"), ("404.html", "missing")]
"""The pages that ask, and their scripts."""


@pytest.fixture(scope="module")
def files(release: Release) -> Site:
    """Return the pages of the sample as files, below the root of a host."""
    return Site(release, Hosting(is_static=True, url="https://group.example.org/kg/"))


def text(site: Site, path: str) -> str:
    return site.page(path, {}).body.decode()


@pytest.fixture
def with_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "oxigraph.wasm.gz").touch()
    monkeypatch.setattr(queries, "_ENGINE", tmp_path / "oxigraph.wasm.gz")


@pytest.fixture
def without_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_ENGINE", tmp_path / "oxigraph.wasm.gz")


@pytest.mark.usefixtures("with_engine")
@pytest.mark.parametrize(("path", "script"), ASKING)
def test_a_page_that_asks_has_its_script_and_knows_that_there_is_no_server(files: Site, path: str, script: str) -> None:
    page = text(files, path)
    known = json.loads(re.findall(r'<script type="application/json" id="site">(.*?)</script>', page)[0])

    assert f'assets/{script}.js"></script>' in page
    assert known["isStatic"] is True
    assert 'action="../sparql"' not in page


@pytest.mark.usefixtures("without_engine")
@pytest.mark.parametrize(("path", "script"), ASKING)
def test_without_the_engine_no_page_promises_to_ask(files: Site, path: str, script: str) -> None:
    page = text(files, path)

    assert f"assets/{script}.js" not in page
    assert path == "404.html" or "This site was published without the engine" in page


def test_the_page_for_what_is_missing_is_right_at_any_depth(files: Site, site: Site, release: Release) -> None:
    page = text(files, "404.html")
    addresses = re.findall(r'(?:href|src|action)="([^"#]*)"', page)

    assert [each for each in addresses if not each.startswith(("/kg/", "http"))] == []
    assert 'href="/assets/kg.css"' in text(Site(release, Hosting(is_static=True)), "404.html")
    with pytest.raises(NotFound, match=r"there is no page /404\.html"):
        site.page("404.html", {})


def test_files_have_the_policy_that_a_server_sends(files: Site, site: Site) -> None:
    page = text(files, "person/jiamin-li/")

    assert "default-src 'none'; script-src 'self'; worker-src 'self'" in page
    assert "unsafe" not in page
    assert 'assets/offline.js"' in page
    assert "Content-Security-Policy" not in text(site, "person/jiamin-li/")
    assert "offline.js" not in text(site, "person/jiamin-li/")
