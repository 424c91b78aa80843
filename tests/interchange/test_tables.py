"""The tables of formats name keys that profiles have, and are read and written by the same rows."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from kg.interchange.formats import read
from kg.interchange.forms import json_resume, rendercv
from kg.interchange.names import NETWORKS
from kg.interchange.parsed_text import parse_json
from kg.interchange.tables import DATE, LIST, Row, entry_of, reading, texts_by_key, values_of
from kg.profile.reviewed import sections

SECTIONS = [
    *((name, section, fields) for name, (section, fields, _) in json_resume.SECTIONS.items()),
    ("research", "projects", json_resume.PROJECT),
    ("publications", "publications", json_resume.PUBLICATION),
    *((f"rendercv {section}", section, fields) for section, fields in rendercv.TABLES.items()),
]
FIELDS = (
    Row("name company", "organization"),
    Row("startDate", "start", DATE),
    Row("highlights", "highlights", LIST),
    Row("place/city", "location", is_written=False),
)


def test_every_row_names_a_key_of_its_section() -> None:
    for name, section, fields in SECTIONS:
        assert {field.key for field in fields} <= set(sections()[section].model_fields), name


def test_the_first_name_that_says_something_is_read() -> None:
    entry = {
        "company": "Society",
        "startDate": "1843-09-17T10:00",
        "highlights": ["Notes", "Notes"],
        "place": {"city": "London"},
    }

    found = values_of(FIELDS, parse_json(json.dumps(entry), Path("-")))

    assert found == {"organization": "Society", "start": "1843-09-17", "highlights": ["Notes"], "location": "London"}


def test_the_first_name_is_written_and_nothing_that_is_only_read() -> None:
    position = SimpleNamespace(organization="Society", start="1843-09", highlights=("Notes",), location="London")

    assert entry_of(FIELDS, position) == {"name": "Society", "startDate": "1843-09", "highlights": ["Notes"]}


def test_a_field_may_mean_something_else_in_some_types_of_entries() -> None:
    fields = (Row("ET", "version", only=("COMP",)), Row("ET", "edition", never=("COMP",)), Row("ED", "editors"))
    entry = {"ET": ["2"], "ED": ["Ada Lovelace"]}

    assert texts_by_key(reading(fields, "COMP"), entry.get) == {"version": ["2"], "editors": ["Ada Lovelace"]}
    assert texts_by_key(reading(fields, "BOOK"), entry.get) == {"edition": ["2"], "editors": ["Ada Lovelace"]}


def test_no_field_that_is_read_under_another_name_is_reported(tmp_path: Path) -> None:
    fields = "title={Notes}, author={Ada Lovelace}, hyphenation={ngerman}, num-pages={12 S.}"
    (tmp_path / "ada.bib").write_text(f"@book{{ada, {fields}}}")

    draft = read("bibtex", tmp_path / "ada.bib")

    assert [dict(fact.values) for fact in draft.facts] == [
        {"title": "Notes", "authors": ["Ada Lovelace"], "type": "book", "page_count": 12, "language": "de"}
    ]
    assert draft.warnings == ()


@pytest.mark.parametrize(("network", "key"), [("ORCID", "orcid"), ("Google Scholar", "scholar"), ("dblp", "dblp")])
def test_the_names_of_networks_are_those_of_the_schemes(network: str, key: str) -> None:
    assert NETWORKS[network.casefold()] == key
