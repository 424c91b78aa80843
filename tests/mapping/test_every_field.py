"""What goes in comes out: one profile and two authorities that say everything, and their graph.

The fields are those that are declared, so that a field that is added and forgotten by the mapping fails here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.building import build
from kg.profile.config import read_project
from kg.store.release import Release
from kg.terms.declaration import kg_declaration
from tests.conftest import CONFIG
from tests.support.released import released
from tests.whole.test_shown_fields import entry, profile, texts_in

KG, SCHEMA = "https://w3id.org/profile-kg/ontology#", "https://schema.org/"
ON_PURPOSE = {
    "id": "is part of an IRI",
    "contact": "stays private unless the profile marks it public",
    "language": "is the language tag of the texts",
    "corporate": "is the class of the author",
    "organization": "says which of several people is meant",
    "status_note": "needs a status that is not published",
}
"""Fields that are no property of the graph, with the reason."""
CONTACTS = ("email", "phone", "address", "public")


def everything() -> dict[str, Any]:
    """Return the files of a project that says everything, by their paths."""
    declaration = kg_declaration()
    whole = {
        name: entry(declaration.kinds[name], name, declaration, "Marker")
        for name in ("Author", "Organization", "Venue")
    }
    person = profile(declaration, "Marker")
    author = {key: text for key, text in whole["Author"].items() if key not in ("id", "organization", "corporate")}
    person["publications"][0]["authors"] = ["Ada Lovelace", author, {"name": "Marker Team", "corporate": True}]
    society = whole["Organization"] | {"id": "society", "parent": "wider", "ror": "05x2bcf33"}
    venue = whole["Venue"] | {"id": "venue", "held_with": "wider"}
    wider = {"id": "wider", "name": "Wider"}
    return {
        "profiles/ada.yaml": person,
        "organizations.yaml": {"organizations": [society, wider]},
        "venues.yaml": {"venues": [venue, wider]},
    }


@pytest.fixture(scope="module")
def quads(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str]]:
    root = tmp_path_factory.mktemp("everything")
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(CONFIG)
    (root / "ada.jpg").write_bytes(b"")
    for path, data in everything().items():
        (root / path).write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    release = build(read_project(root), root / "out", check=False).release
    assert release
    return list(facts(release))


def facts(release: Release) -> Iterator[tuple[str, str, str]]:
    for quad in release.store().quads():
        yield str(quad.subject), quad.predicate.value, str(quad.object)


def test_every_declared_field_is_a_property_of_the_graph(quads: list[tuple[str, str, str]]) -> None:
    used = {predicate for _, predicate, _ in quads}
    kinds = [each for each in kg_declaration().kinds.values() if not (each.is_abstract or each.is_derived)]
    lost = {(kind.name, each.key) for kind in kinds for each in kind.written if each.iri not in used}

    left_out = {(kind, key) for kind, key in lost if key in ON_PURPOSE or (kind, key) == ("Photo", "url")}
    assert lost - left_out == {("Contact", key) for key in CONTACTS}


def test_every_text_is_in_the_graph(quads: list[tuple[str, str, str]]) -> None:
    said = "\n".join(text for *_, text in quads).replace("_", " ")
    markers = {text.replace("_", " ") for text in texts_in(everything()) if text.startswith("Marker")}

    assert len(markers) > 100
    assert {text for text in markers if text not in said} == set()


@pytest.mark.parametrize(
    ("role", "properties"),
    [("author", {"author", "listedBy"}), ("editor", {"editor", "listedBy"}), ("none", set())],
)
def test_the_role_in_a_work_is_the_property_that_leads_to_the_owner(
    role: str, properties: set[str], tmp_path: Path
) -> None:
    work = f"{{title: On Looms, authors: [Charles Babbage], year: 1843, role: {role}}}"
    release = released(tmp_path, {"ada": f"id: ada\nname: Ada Lovelace\npublications: [{work}]\n"})

    found = {prop for thing, prop, value in facts(release) if "/work/on-looms" in thing and value.endswith("/ada>")}
    assert {prop.removeprefix(KG).removeprefix(SCHEMA) for prop in found} == properties


ENTRIES = """\
id: ada
name: Ada Lovelace
positions: [{organization: Guild, role: Weaver, start: 1840, end: present, advisors: [{name: A. A. Byron, id: mary}]}]
publications: [{title: On Looms, authors: [Ada Lovelace], year: 1843, status: draft}]
systems: [{name: Loom, papers: [On Looms]}]
awards: [{name: Medal, year: 1844, for_work: On Looms}]
"""


def test_an_id_and_a_title_of_an_entry_are_read_as_the_iris_of_whom_and_what_they_mean(tmp_path: Path) -> None:
    release = released(tmp_path, {"ada": ENTRIES, "mary": "id: mary\nname: Mary Somerville\n"})
    found = {(prop, "/work/on-looms" in value) for _, prop, value in facts(release) if "/work/on-looms" in value}

    assert {(f"{SCHEMA}subjectOf", True), (f"{KG}forWork", True)} <= found
    assert any(prop == f"{KG}advisor" and value.endswith("/person/mary>") for _, prop, value in facts(release))
