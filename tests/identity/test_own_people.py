"""People that a project's own fields name in a publication are people of their own, not its authors."""

from pathlib import Path

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
"""
WORK = """\
  - title: Notes on Looms of kind {number}
    authors: [Bo Quist, Ada Vane]
    editors: [{{name: Ed Lund}}]
    year: 2001
    {own}
"""
QUERY = """
PREFIX schema: <https://schema.org/>
SELECT DISTINCT (REPLACE(STR(?p), ".*[/#]", "") AS ?field) ?name {
  ?s ?p ?who . ?who a schema:Person ; schema:name ?name .
  VALUES ?p { schema:author schema:editor <https://example.org/own#shadow> <https://example.org/own#readers> }
}
"""
OWN = {
    "shadow: {name: Cy Dorn}": ("shadow", "Cy Dorn"),
    "shadow: {name: Bo Quist}": ("shadow", "Bo Quist"),  # the first author
    "readers: [{name: Bo Quist}, {name: Eve Moss}]": ("readers", "Eve Moss"),
    "exhibit: {name: Loom, editors: [{name: Dan Roe}]}": ("editor", "Dan Roe"),
    "exhibits: [{name: Warp}, {name: Reed, editors: [{name: Di Moor}]}]": ("editor", "Di Moor"),
}


def test_who_stands_in_a_field_of_a_projects_own_is_no_author(kg: Command, tmp_path: Path) -> None:
    for name in ("ontology", "profiles"):
        (tmp_path / name).mkdir()
    (tmp_path / "kg.yaml").write_text(CONFIG)
    (tmp_path / "ontology" / "own.yaml").write_text(ONTOLOGY)
    works = "".join(WORK.format(number=number, own=own) for number, own in enumerate(OWN))
    (tmp_path / "profiles" / "ada-vane.yaml").write_text(f"{PROFILE}{works}")

    built = kg("build", tmp_path, "--out", tmp_path / "out")
    rows = kg("sparql", QUERY, "--release", tmp_path / "out", "--format", "csv").out.splitlines()[1:]

    assert built.code == 0, built.err
    assert {tuple(row.split(",")) for row in rows} == {
        ("author", "Bo Quist"), ("author", "Ada Vane"), ("editor", "Ed Lund"), ("readers", "Bo Quist"), *OWN.values(),
    }  # fmt: skip
