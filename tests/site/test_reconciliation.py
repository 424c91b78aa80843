"""What clients that reconcile tables show of things: small pages that are harmless whatever things are called."""

import json
from pathlib import Path

from kg.site.site import Site
from tests.support.site_pages import html, is_harmless, site_of

BASE = "http://example.com/"
HOSTILE = """\
<http://example.com/person/ada> a schema:Person ; schema:name "</title><script>alert(1)</script>" ;
    schema:alternateName "\\"><img src=x onerror=alert(2)>" ; schema:description "<b>a</b> {{ 7 * 7 }}" ;
    schema:sameAs <javascript:alert(3)>, <https://ada.example/> .
"""


def test_a_preview_shows_markup_as_text_and_leads_nowhere_else(tmp_path: Path) -> None:
    page = html(site_of(tmp_path, HOSTILE, base=BASE), "reconcile/preview", id="person/ada")

    assert is_harmless(page)
    assert [each.text() for each in page.css("h1")] == ["</title><script>alert(1)</script>"]
    assert "{{ 7 * 7 }}" in page.css("main")[0].text()
    assert [each.attributes["href"] for each in page.css("li a")] == ["https://ada.example/"]


def test_suggestions_hold_names_as_they_are(tmp_path: Path) -> None:
    site = site_of(tmp_path, HOSTILE, base=BASE)
    found = json.loads(site.page("reconcile/suggest/entity", {"prefix": "script"}).body)["result"]

    assert [each["id"] for each in found] == ["person/ada"]


def test_things_of_each_kind_have_a_preview(site: Site) -> None:
    for kind in site.graph.index.kinds():
        best = site.graph.index.best(kind, 1)[0]
        page = html(site, "reconcile/preview", id=site.graph.local(best.iri))
        assert page.css("h1"), kind
        assert page.css("link[href='../assets/embed.css']")
