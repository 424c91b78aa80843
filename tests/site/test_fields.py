"""Pages and CVs show what is declared: a marker in every field is found on the page of its thing, and in the CV."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from kg.site.grids import date_words, percent
from kg.site.metadata.documents import FORMS
from kg.site.metadata.things import thing as of_thing
from kg.site.reports.citing import plain_style
from kg.site.reports.cv import curriculum_vitae
from kg.site.reports.writers import markdown
from kg.site.site import Site
from kg.store.release import Release
from kg.terms.kinds import Declaration, Field, Kind
from kg.terms.vocabulary import vocabulary
from tests.conftest import CONFIG
from tests.support.site_pages import html
from tests.whole.test_shown_fields import CANARY, LEFT_OUT, PROJECT, profile, release_of

IN_WORDS = ("and others", "et al.")
"""What pages and documents say for fields that are true."""

WAYS: Mapping[str, Callable[[str], str]] = {
    "Date": date_words,
    "End": date_words,
    "Share": percent,
    "Amount": lambda text: f"{int(text):,}",
}
"""How values of some ranges are put."""

UNSAID = {"publications.status": "a work is published unless a CV says how far it has come"}
"""Fields whose markers no CV says, with the reason."""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """Return a release of one person who says everything, in a project with fields and kinds of its own."""
    root = tmp_path_factory.mktemp("everything")
    (root / "ontology").mkdir()
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(CONFIG)
    (root / "ada.jpg").write_bytes(b"")
    (root / "ontology" / "ours.yaml").write_text(PROJECT)
    return release_of(root, "Marker")


@pytest.fixture(scope="module")
def site(release: Release) -> Site:
    return Site(release)


def forms(field: Field, said: Any, declaration: Declaration) -> list[str]:
    """Return the forms in which a page may write what a field says."""
    if isinstance(said, list):
        return [form for each in said for form in forms(field, each, declaration)]
    if isinstance(said, dict):
        return [str(said.get("name") or said.get("label") or "")]
    text = str(said)
    if field.sort == "uri":
        return [re.sub(r"^(?:\w+:|@)", "", text)]
    if said is True:
        return [field.label, *IN_WORDS]
    return [WAYS.get(field.range, str)(text), vocabulary().words.get(text, text), text.replace("-", "")]


def stated(declaration: Declaration, place: str) -> Iterator[tuple[Kind, str, Field, list[str]]]:
    """Yield each field of the person and of the sections that is shown in a place, with the forms of what it says."""
    said, person = profile(declaration, "Marker"), declaration.kinds["Person"]
    of_person = (each for each in person.shown(place) if each.key not in declaration.sections)
    for kind, section, fields, values in (
        (person, "", of_person, said),
        *((kind, key, kind.shown(place), said[key][0]) for key, kind in declaration.sections.items()),
    ):
        for each in fields:
            if each.key in values and each.key not in LEFT_OUT.get(kind.name, ()):
                yield kind, f"{section}.{each.key}".strip("."), each, forms(each, values[each.key], declaration)


def text_of(site: Site, path: str) -> str:
    """Return what a page says to people, and where it leads."""
    page = html(site, path)
    (main,) = page.css("main")
    hrefs = " ".join(str(link.attributes.get("href")) for link in page.css("main a"))
    return " ".join(f"{main.text(separator=' ')} {hrefs}".lower().split())


def test_a_marker_in_every_field_is_found_on_the_page_of_its_thing(site: Site) -> None:
    declaration = site.graph.declaration
    pages = {"": text_of(site, "person/ada/")}
    for path in declaration.listed:
        hits = site.graph.index.listing(path, limit=100).hits
        pages[path] = " ".join(text_of(site, f"{site.graph.local(hit.iri)}/") for hit in hits if path != "source")
    lost = set()
    for kind, name, field, words in stated(declaration, "page"):
        of = declaration.kinds.get(field.of)
        text = pages[kind.path] + (pages[of.path] if of else "")
        if not any(form.lower() in text for form in words):
            lost.add((name, *words))

    assert lost == set()


def test_what_is_private_is_on_no_page(site: Site) -> None:
    for path in site.graph.declaration.listed:
        for hit in site.graph.index.listing(path, limit=100).hits:
            local = site.graph.local(hit.iri)
            for each in (f"{local}/", *(f"{local}.{suffix}" for suffix in FORMS)):
                body = site.page(each, {}).body.decode()
                assert not any(canary in body for canary in (CANARY, "7946", "Canary Wharf")), each


def test_a_marker_in_every_field_is_found_in_the_cv_where_that_is_declared(site: Site) -> None:
    graph = site.graph
    text = markdown(curriculum_vitae(graph, f"{graph.base}person/ada", since=None, style=plain_style))
    said = text.replace("\\", "").casefold()
    lost = {
        name
        for _, name, _, words in stated(graph.declaration, "cv")
        if name not in UNSAID and not any(form.replace("https://", "").casefold() in said for form in words)
    }

    assert lost == set()
    assert not any(canary in text for canary in (CANARY, "7946", "Canary Wharf"))


def test_metadata_say_in_schema_orgs_terms_what_it_has_terms_for(site: Site) -> None:
    (work,), (grant,) = (site.graph.index.listing(kind).hits for kind in ("work", "grant"))
    about, funds, ada = (of_thing(site.graph, iri) for iri in (work.iri, grant.iri, f"{site.graph.base}person/ada"))

    assert (about["volumeNumber"], about["publisher"]["name"]) == (
        "Marker publications volume",
        "Marker publications publisher",
    )
    assert about["funding"] == ada["funding"] == {"@type": "Grant", "@id": grant.iri, "name": "Marker grants name"}
    assert (funds["@type"], funds["identifier"]) == ("Grant", "Marker grants number")
    assert funds["funder"]["name"] == "Marker grants funder"
