import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pyoxigraph import NamedNode, Quad
from selectolax.lexbor import LexborHTMLParser

from kg.building import build
from kg.profile.config import read_project
from kg.site.panels import QueryPanel, panels
from kg.site.site import Site
from kg.store.release import Release
from kg.store.store import LocalStore
from kg.terms.declaration import kg_declaration
from tests.support.site_pages import HOSTILE as FOREIGN_TERMS
from tests.support.site_pages import HOSTILE_IRI, HOSTILE_TEXT, html, is_harmless, site_of, things
from tests.whole.test_shown_fields import profile

BASE = "https://kg.example.org/"
JIAMIN = f"{BASE}person/jiamin-li"
HOSTILE = "\"'><script>alert(1)</script></script><img src=x onerror=alert(1)>{{7*7}}\u202e\u2066<!--&amp;"
FOREIGN = f"""\
{FOREIGN_TERMS}
ex:bad kg:possiblySameAs ex:bad, <javascript:alert(1)>, [], 'text' .
<{BASE}dataset> a void:Dataset ; void:uriSpace "{BASE}" ; schema:name "{HOSTILE_TEXT}" ;
    schema:license <javascript:alert(1)> .
"""
REPORT = f"""\
@prefix sh: <http://www.w3.org/ns/shacl#> .
[] sh:result [ sh:focusNode <javascript:alert(1)> ; sh:resultSeverity <javascript:alert(2)> ; sh:sourceShape [] ;
    sh:resultMessage "{HOSTILE_TEXT}" ; sh:value "{HOSTILE_TEXT}" ;
    sh:resultPath [ sh:inversePath <javascript:alert(3)> ] ], [ sh:focusNode 'text' ] .
"""


def spoilt(said: Any) -> Any:
    """Return data in which every text and every address is an attack."""
    if isinstance(said, dict):
        return {key: spoilt(each) for key, each in said.items()}
    if isinstance(said, list):
        return [spoilt(each) for each in said]
    if isinstance(said, str) and said.startswith("Marker"):
        return said + HOSTILE
    return f"{said}?'onmouseover='alert(1)" if str(said).startswith("https://marker") else said


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of a profile whose every text is an attack."""
    root = tmp_path_factory.mktemp("hostile")
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(
        f"base: {BASE}\ntitle: {json.dumps(HOSTILE)}\ndescription: x\nlicense: https://example.org/\n"
        "publisher: {name: x}\n"
    )
    said = spoilt(profile(kg_declaration(), "Marker")) | {"id": "ada-lovelace", "name": f"Ada {HOSTILE}"}
    (root / "ada.jpg").write_bytes(b"")
    (root / "profiles" / "ada-lovelace.yaml").write_text(yaml.safe_dump(said, allow_unicode=True), encoding="utf-8")
    release = build(read_project(root), root / "out", check=False).release
    assert release is not None
    return Site(release)


def own_scripts(page: LexborHTMLParser) -> Iterator[str]:
    for script in page.css("script"):
        kind = script.attributes.get("type")
        yield str(script.attributes.get("src") or "") if kind == "module" else str(kind)


def assert_harmless(body: bytes) -> None:
    page = LexborHTMLParser(body.decode())
    assert all(
        each in ("application/ld+json", "application/json") or re.fullmatch(r"(\.\./|\./)*assets/[\w/.-]+\.js", each)
        for each in own_scripts(page)
    )
    for node in page.css("*"):
        for name, value in node.attributes.items():
            assert not name.startswith("on")
            assert name not in ("style", "srcdoc")
            assert name != "action" or re.fullmatch(r"[./]*(search|queries/[a-z-]+)/", str(value))
            if name in ("href", "src", "xlink:href"):
                assert re.match(r"https?://|\.{1,2}/|#|[a-z]+/", str(value))
                assert not re.match(r"\s*(javascript|data|vbscript):", str(value), re.IGNORECASE)
    assert not page.css("img, iframe, object, embed, base, style, link[rel=import]")


def test_no_text_of_a_profile_becomes_markup(hostile: Site) -> None:
    paths = [f"{path}/" for path in things(hostile)]
    assert {path.partition("/")[0] for path in paths} == set(hostile.graph.index.kinds())
    for path in paths:
        assert_harmless(hostile.page(path, {}).body)
        areas = panels(hostile.graph, f"{BASE}{path.rstrip('/')}").values()
        for panel in (panel for area in areas for panel in area if isinstance(panel, QueryPanel)):
            assert_harmless(hostile.page(f"queries/{panel.name}/", {panel.parameter: panel.value}).body)


def test_charts_of_hostile_names_are_still_charts(hostile: Site) -> None:
    for name in ("career", "coauthor-network", "works-per-year"):
        text = hostile.page(f"queries/{name}.svg", {"person": "ada-lovelace"}).body.decode()
        assert "<script" not in text
        assert not LexborHTMLParser(text).css("[onerror], [onmouseover], img, script")


def test_names_that_turn_the_direction_of_text_turn_only_their_own(hostile: Site) -> None:
    body = hostile.page("person/ada-lovelace/", {}).body.decode()
    outside = re.sub(
        r"<bdi\b[^>]*>.*?</bdi>|<[^>]*>|<script.*?</script>", "", body.partition("<main")[2], flags=re.DOTALL
    )

    assert "\u202e" not in outside


def test_embedded_data_of_hostile_names_are_whole(hostile: Site) -> None:
    for path in things(hostile):
        [script] = html(hostile, f"{path}/").css('script[type="application/ld+json"]')
        page = json.loads(script.text())
        assert page.get("mainEntity", page)["name"] == hostile.graph.label(hostile.graph.base + path)


JAVASCRIPT = NamedNode("javascript:alert(1)")


@pytest.mark.parametrize("property_", ["url", "sameAs", "codeRepository"])
def test_addresses_that_no_model_has_checked_lead_nowhere(property_: str, release: Release) -> None:
    site = Site(release)
    quads = [
        *site.graph.store.quads(),
        Quad(NamedNode(JIAMIN), NamedNode(f"https://schema.org/{property_}"), JAVASCRIPT),
    ]
    site.graph.store = LocalStore.in_memory(quads)

    assert_harmless(site.page("person/jiamin-li/", {}).body)


@pytest.mark.parametrize("base", [None, BASE])
def test_pages_about_a_hostile_graph_are_harmless(base: str | None, tmp_path: Path) -> None:
    site = site_of(tmp_path, FOREIGN, base=base)
    (site.graph.release.path / "report.ttl").write_text(REPORT)

    for path in ("", "data/", "quality/", "vocabulary/"):
        assert is_harmless(html(site, path)), path
    for iri in ("http://example.com/bad", HOSTILE_IRI, "data:text/html,x"):
        assert is_harmless(html(site, "describe/", iri=iri))
    json.loads(site.page("vocabulary.json", {}).body)
