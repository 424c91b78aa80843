"""What sort of organisation one is comes out as it went in: in the graph, on the page, in the table, in search."""

import csv
from pathlib import Path

import pytest
import yaml

from kg.building import build
from kg.profile.config import read_project
from kg.publish import tables
from kg.publish.tables import tables_of
from kg.site.site import Site
from kg.store.release import Release
from kg.terms.declaration import kg_declaration
from kg.terms.vocabulary import curie
from tests.conftest import CONFIG
from tests.support.site_pages import html, texts

KINDS = {
    "university": ("University", "college or university"),
    "company": ("Company", "corporation"),
    "government": ("Public body", "government organization"),
    "nonprofit": ("Non-profit organisation", "NGO"),
    "institute": ("Institute", "institute"),
    "laboratory": ("Laboratory", "laboratory"),
    "department": ("Department", "department"),
    "group": ("Research group", "research group"),
}
"""By the word of the authority file: what the page calls such an organisation, and what the table and search do."""
BASE = "https://kg.example.org/organization/"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    root = tmp_path_factory.mktemp("organizations")
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(CONFIG)
    entries = [{"id": f"the-{kind}", "name": f"The {kind}", "kind": kind} for kind in KINDS]
    (root / "organizations.yaml").write_text(yaml.safe_dump({"organizations": entries}))
    positions = [{"organization": f"The {kind}", "role": "Fellow", "start": 1840 + at} for at, kind in enumerate(KINDS)]
    ada = {"id": "ada-lovelace", "name": "Ada Lovelace", "positions": positions}
    (root / "profiles" / "ada.yaml").write_text(yaml.safe_dump(ada))
    built = build(read_project(root), root / "build")
    assert built.release is not None
    return built.release


def test_each_kind_of_organisation_has_a_class_of_its_own(release: Release) -> None:
    graph = Site(release).graph
    words = kg_declaration().words["OrganizationKind"]
    classes = {kind: {curie(iri) for iri in graph.types(f"{BASE}the-{kind}")} for kind in KINDS}

    assert {kind: [word for word in words if words[word].meaning in found] for kind, found in classes.items()} == {
        kind: [kind] for kind in KINDS
    }
    for kind in ("laboratory", "department", "group"):
        assert "org:OrganizationalUnit" in classes[kind]


def test_the_page_of_an_organisation_says_what_sort_it_is(release: Release) -> None:
    assert set(KINDS) == set(kg_declaration().enums["OrganizationKind"])
    for kind, (name, _) in KINDS.items():
        assert name in texts(html(Site(release), f"organization/the-{kind}/"), "main .kind")


def test_the_table_of_organisations_says_what_sort_each_is(release: Release, tmp_path: Path) -> None:
    (table,) = (each for each in tables_of(kg_declaration()) if each.name == "organisations")
    tables.write_table(Site(release).graph, table, tmp_path / "organizations.csv")

    with (tmp_path / "organizations.csv").open(encoding="utf-8-sig") as file:
        said = {row["iri"].removeprefix(f"{BASE}the-"): row["kind_names"] for row in csv.DictReader(file)}
    assert {kind: KINDS[kind][1] in said[kind].split("|") for kind in KINDS} == dict.fromkeys(KINDS, True), said


def test_organisations_can_be_searched_by_their_sort(release: Release) -> None:
    facets = release.index().facets("organization")

    assert {each.label for each in facets["type"]} == {name for _, name in KINDS.values()}
