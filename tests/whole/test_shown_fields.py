"""What is declared to be shown is shown: a marker in every field is found where the declaration says so."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.building import build
from kg.profile.config import read_project
from kg.publish import tables
from kg.publish.tables import tables_of
from kg.store.diff.comparing import Comparison
from kg.store.diff.describing import describe
from kg.store.diff.dump_sources import open_source
from kg.store.export.export import write
from kg.store.graph import Graph
from kg.store.release import Release
from kg.terms.declaration import kg_declaration
from kg.terms.identifiers import SCHEMES
from kg.terms.kinds import Declaration, Field, Kind
from tests.conftest import CONFIG

PROJECT = """\
id: https://example.org/our-group
name: our-group
prefixes: {our: "https://example.org/our#"}
default_prefix: our
classes:
  Award:
    attributes:
      endowment: {range: Amount}
      ribbon: {annotations: {show: table search}}
  Person:
    attributes:
      nickname: {}
      instruments: {range: Instrument, multivalued: true, inlined_as_list: true}
      visits: {range: Visit, multivalued: true, inlined_as_list: true}
  Instrument:
    annotations: {path: instrument}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: page table cv search}}
      maker: {range: Organization, annotations: {show: table search}}
      serial: {annotations: {show: table search}}
  Visit:
    annotations: {fragment: name}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: table search}}
      host: {range: Organization}
"""
VALUES: Mapping[str, Any] = {
    "Date": "1843-05-17",
    "Year": 1843,
    "End": "1844-05-17",
    "Term": "Spring 1843",
    "Language": "en",
    "Number": 1871,
    "Share": "0.1871",
    "Amount": 187100,
    "Currency": "EUR",
    "Path": "ada.jpg",
    "boolean": True,
    "Isbn": "978-3-16-148410-0",
    "Issn": "2049-3630",
    "integer": 1871,
    "decimal": 0.1871,
}
NAMED = {"Publication": "Marker publications title", "System": "Marker systems name", "Grant": "Marker grants name"}
"""What entries of the profile are called that others name."""
CANARY = "canary@private.example.org"


def value_of(field: Field, path: str, declaration: Declaration, word: str) -> Any:
    """Return something that a field takes, which tells the field from all others wherever that is possible."""
    if field.sort == "kind":
        kind = declaration.kinds[field.range]
        if field.is_inlined:
            return {"name": f"Marker {path}"} if kind.refers else entry(kind, path, declaration, word)
        return NAMED.get(kind.name, f"Marker {path}")
    if field.sort == "enum":
        return declaration.enums[field.range][0]
    scheme = {name.replace("_", ""): each.example for name, each in SCHEMES.items()}.get(field.range.lower())
    address = f"https://marker.example.org/{path.replace(' ', '-').replace('_', '-')}"
    return VALUES.get(field.range) or scheme or (address if field.sort == "uri" else f"{word} {path}".replace("_", " "))


def entry(kind: Kind, path: str, declaration: Declaration, word: str) -> dict[str, Any]:
    """Return an entry with every field of its kind; what its IRI is made of is the same whatever the word."""
    naming = {key for part in (*kind.fragment, *kind.iri_parts) for key in part} | {"name", "title", "label", "code"}
    found: dict[str, Any] = {}
    for each in kind.written:
        if each.key not in LEFT_OUT.get(kind.name, ()):
            said = value_of(each, f"{path} {each.key}".strip(), declaration, "Marker" if each.key in naming else word)
            found[each.key] = [said] if each.is_many else said
    return found


LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "Person": ("id", "name", "language", "contact", "variants"),
    "Publication": ("role", "venue_kind", "status_note"),
    "Photo": ("url",),
}
"""Fields that say who somebody is or how the others are read, and those that stand instead of others."""


def profile(declaration: Declaration, word: str) -> dict[str, Any]:
    person = entry(declaration.kinds["Person"], "", declaration, word)
    said = {key: value for key, value in person.items() if key not in declaration.sections}
    sections = {key: [entry(kind, key, declaration, word)] for key, kind in declaration.sections.items()}
    sections[declaration.works][0]["role"] = "author"  # its list of authors names others
    contact = {"contact": {"email": CANARY, "phone": "+44 20 7946 0991", "address": "Canary Wharf"}}
    return {"id": "ada", "name": "Ada Lovelace", **contact, **said, **sections}


@dataclass(frozen=True)
class Built:
    """Releases of one person who says everything: with markers, and with other words where IRIs do not tell them."""

    release: Release
    other: Release

    @property
    def declaration(self) -> Declaration:
        return self.release.declaration


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    root = tmp_path_factory.mktemp("everything")
    (root / "ontology").mkdir()
    (root / "profiles").mkdir()
    (root / "kg.yaml").write_text(CONFIG)
    (root / "ada.jpg").write_bytes(b"")
    (root / "ontology" / "ours.yaml").write_text(PROJECT)
    return Built(release_of(root, "Marker"), release_of(root, "Changed"))


def release_of(root: Path, word: str) -> Release:
    project = read_project(root)
    text = yaml.safe_dump(profile(project.declaration, word), allow_unicode=True, sort_keys=False)
    (root / "profiles" / "ada.yaml").write_text(text)
    outcome = build(read_project(root), root / word, check=False)
    assert outcome.release
    return outcome.release


@pytest.fixture(scope="module")
def rows(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[dict[str, str]]]:
    """Return the rows of each table."""
    found = {}
    graph, path = Graph(built.release), tmp_path_factory.mktemp("tables") / "table.csv"
    for table in tables.filled_tables(graph):
        tables.write_table(graph, table, path)
        with path.open(encoding="utf-8-sig", newline="") as file:
            found[table.name] = list(csv.DictReader(file))
    return found


def shown(declaration: Declaration, place: str) -> Iterator[tuple[Kind, Field]]:
    """Yield the fields of kinds that people write which are shown in a place."""
    for kind in declaration.kinds.values():
        if not (kind.is_abstract or kind.refers or kind.is_derived):
            yield from ((kind, each) for each in kind.shown(place) if each.key not in LEFT_OUT.get(kind.name, ()))


NOT_SAID = {
    ("Organization", None): "an authority, not an entry",
    ("Unit", None): "an authority, not an entry",
    ("Venue", None): "an authority, not an entry",
}


def test_every_field_that_is_shown_in_tables_has_a_value_in_its_column(
    built: Built, rows: Mapping[str, list[dict[str, str]]]
) -> None:
    columns = {table.kind.name: table for table in tables_of(built.declaration)}
    empty = set()
    for kind, field in shown(built.declaration, "table"):
        if field.is_derived or (kind.name, None) in NOT_SAID or kind.name not in columns:
            continue
        properties = {each.name for each in columns[kind.name].columns if each.field and each.field.iri == field.iri}
        if not field.of and not any(row[name] for row in rows[columns[kind.name].name] for name in properties):
            empty.add(f"{kind.name}.{field.key}")

    assert empty == set()


def test_every_text_that_is_shown_in_tables_stands_there(
    built: Built, rows: Mapping[str, list[dict[str, str]]]
) -> None:
    cells = "\n".join(cell for table in rows.values() for row in table for cell in row.values())
    said = yaml.safe_dump(profile(built.declaration, "Marker"), width=1000)
    sections = {kind.name: key for key, kind in built.declaration.sections.items()}
    paths = {f"{sections.get(kind.name, '')} {each.key}" for kind, each in shown_texts(built.declaration)}

    missing = {path for path in paths if marker(path) in said and marker(path) not in cells}

    assert missing == set()


def shown_texts(declaration: Declaration, place: str = "table") -> Iterator[tuple[Kind, Field]]:
    return ((kind, each) for kind, each in shown(declaration, place) if each.sort == "type")


def marker(path: str) -> str:
    return f"Marker {path.strip()}".replace("_", " ")


@pytest.mark.parametrize("form", ["turtle", "jsonld"])
def test_every_text_stands_in_exports(built: Built, form: str) -> None:
    out = io.BytesIO()
    write(Graph(built.release).excerpt(None), form, out)
    text = out.getvalue().decode()
    said = texts_in(profile(built.declaration, "Marker"))

    assert {
        each for each in said if each.startswith("Marker") and each.replace("_", " ") not in text.replace("_", " ")
    } == set()


def texts_in(said: Any) -> Iterator[str]:
    if isinstance(said, str):
        yield said
    for each in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from texts_in(each)


def test_every_text_that_is_searched_leads_to_its_thing_or_its_person(built: Built) -> None:
    index = built.release.index()
    sections = {kind.name: key for key, kind in built.declaration.sections.items()}
    lost = set()
    for kind, field in shown_texts(built.declaration, "search"):
        if kind.name in sections and not field.is_derived and not field.of and field.range != "Year":
            hits = index.find(marker(f"{sections[kind.name]} {field.key}")).hits
            if not any(hit.kind == (kind.path or "person") for hit in hits):
                lost.add(f"{kind.name}.{field.key}")

    assert lost == set()


def test_a_change_of_any_text_is_told_in_words(built: Built) -> None:
    comparison = Comparison(open_source(built.release.path), open_source(built.other.path))
    told = describe(comparison).written("text")
    said = {each for each in texts_in(profile(built.declaration, "Changed")) if each.startswith("Changed")}

    assert {each for each in said if each not in told} == set()


def test_what_is_private_is_nowhere(built: Built, rows: Mapping[str, list[dict[str, str]]]) -> None:
    out = io.BytesIO()
    write(Graph(built.release).excerpt(None, evidence=True), "jsonld", out)
    comparison = Comparison(open_source(built.release.path), open_source(built.other.path))
    told = describe(comparison).written("json")
    everything = out.getvalue().decode() + told + str(rows)

    assert not any(canary in everything for canary in (CANARY, "7946", "Canary Wharf"))
    assert not built.release.index().find("canary").hits


def test_a_field_that_is_in_no_table_says_why() -> None:
    declaration = kg_declaration()
    tabled = {table.kind.name for table in tables_of(declaration)}
    for kind in declaration.kinds.values():
        for each in kind.fields.values() if kind.name in tabled else ():
            held = declaration.kinds.get(each.range)
            has_own = held is not None and (held.name in tabled or held.name in ("ListItem", "Contact"))
            assert "table" in each.show or each.comment or each.of or has_own, f"{kind.name}.{each.key}"
