"""The tables of formats name keys that profiles have, and are read and written by the same rows."""

from pathlib import Path

import pytest

from kg.interchange.formats import read
from kg.interchange.forms import json_resume, rendercv
from kg.interchange.names import NETWORKS
from kg.profile.reviewed import sections

SECTIONS = [
    *((name, section, fields) for name, (section, fields, _) in json_resume.SECTIONS.items()),
    ("research", "projects", json_resume.PROJECT),
    ("publications", "publications", json_resume.PUBLICATION),
    *((f"rendercv {section}", section, fields) for section, fields in rendercv.TABLES.items()),
]


def test_every_row_names_a_key_of_its_section() -> None:
    for name, section, fields in SECTIONS:
        assert {field.key for field in fields} <= set(sections()[section].model_fields), name


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
