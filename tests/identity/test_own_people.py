"""People that a project's own fields name in a publication are people of their own, not its authors."""

from pathlib import Path

import pytest

from tests.conftest import CONFIG, Command

ONTOLOGY = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Exhibit:
    description: An object that one shows in public
    comments: [An object that a person shows in public.]
    annotations: {path: exhibit}
    attributes:
      name: {slot_uri: schema:name, required: true, description: What it is called}
      editors: {slot_uri: schema:editor, range: PersonReference, multivalued: true, inlined_as_list: true,
                description: Who made it}
  Publication:
    attributes:
      shadow: {range: PersonReference, inlined: true, description: Who wrote it in fact}
      readers: {range: PersonReference, multivalued: true, inlined_as_list: true, description: Who read it}
      exhibit: {range: Exhibit, inlined: true, description: What it shows}
      exhibits: {range: Exhibit, multivalued: true, inlined_as_list: true, description: What else it shows}
"""
PROFILE = """\
id: ada-vane
name: Ada Vane
publications:
  - {title: Looms, authors: [Ada Vane], year: 2001}
  - title: Notes on Looms
    authors: [Bo Quist, Ada Vane]
    editors: [{name: Ed Lund}]
    year: 2001
"""
QUERY = """
PREFIX schema: <https://schema.org/>
SELECT DISTINCT (REPLACE(STR(?p), ".*[/#]", "") AS ?field) ?name {
  ?s ?p ?who . ?who a schema:Person ; schema:name ?name .
  VALUES ?p { schema:author schema:editor <https://example.org/own#shadow> <https://example.org/own#readers> }
}
"""
OWN = {
    "one person": ("shadow: {name: Cy Dorn}", {("shadow", "Cy Dorn")}),
    "the first author": ("shadow: {name: Bo Quist}", {("shadow", "Bo Quist")}),
    "several people": (
        "readers: [{name: Bo Quist}, {name: Eve Moss}]",
        {("readers", "Bo Quist"), ("readers", "Eve Moss")},
    ),
    "a thing": ("exhibit: {name: Loom, editors: [{name: Dan Roe}]}", {("editor", "Dan Roe")}),
    "several things": ("exhibits: [{name: Loom}, {name: Reed, editors: [{name: Dan Roe}]}]", {("editor", "Dan Roe")}),
}


@pytest.mark.parametrize(("own", "expected"), OWN.values(), ids=OWN.keys())
def test_who_stands_in_a_field_of_a_projects_own_is_no_author(
    kg: Command, tmp_path: Path, own: str, expected: set[tuple[str, str]]
) -> None:
    for name in ("ontology", "profiles"):
        (tmp_path / name).mkdir()
    (tmp_path / "kg.yaml").write_text(CONFIG)
    (tmp_path / "ontology" / "own.yaml").write_text(ONTOLOGY)
    (tmp_path / "profiles" / "ada-vane.yaml").write_text(f"{PROFILE}    {own}\n")

    built = kg("build", tmp_path, "--out", tmp_path / "out")
    rows = kg("sparql", QUERY, "--release", tmp_path / "out", "--format", "csv").out.splitlines()[1:]

    assert built.code == 0, built.err
    assert {tuple(row.split(",")) for row in rows} == {
        ("author", "Bo Quist"), ("author", "Ada Vane"), ("editor", "Ed Lund"), *expected,
    }  # fmt: skip
