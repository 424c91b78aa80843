"""`kg identity organizations`: entries are proposed by ROR, and no IRI breaks when they are taken over."""

from pathlib import Path

import pytest
import yaml

from kg.identity.registry import read_registry
from kg.identity.ror import RorName, RorOrganization, write_ror
from tests.conftest import Command
from tests.identity.test_affiliations import LISTED, OTHERS

PROFILE = """id: ada-lovelace
name: Ada Lovelace
positions:
  - {role: Engineer, organization: Universität zu Köln, start: 1841}
  - {role: Reader, organization: University of Cologne, start: 1842}
  - {role: Poet, organization: Trinity College, start: 1843}
  - {role: Fellow, organization: "LNEX", start: 1844}
  - {role: Guest, organization: An Unknown House, start: 1845}
"""
COLOGNE = "00rcxh774"


@pytest.fixture
def named(project: Path) -> Path:
    """Return a project with an authority, that names organisations and lists none."""
    (project / "profiles" / "ada-lovelace.yaml").write_text(PROFILE)
    cologne = LISTED[0]._replace(ror=COLOGNE)
    college = RorOrganization("x", (RorName("name", "Trinity College"),), "GB", "", "Dublin", ("education",), ())
    write_ror(project / "authorities" / "ror.sqlite", [cologne, *LISTED[1:], college, *OTHERS])
    return project


@pytest.mark.thorough
def test_entries_are_proposed_and_lead_what_was_published_on(kg: Command, named: Path) -> None:
    assert kg("build", named, "--out", named / "build", "--workers", 1).code == 0
    before = {
        iri for iri in read_registry(named / "identity" / "registry.tsv").rows if "cologne" in iri or "koln" in iri
    }
    outcome = kg("identity", "organizations", named, "--release", named / "build")

    assert outcome.code == 0, outcome.err
    assert yaml.safe_load(outcome.out) == [
        {
            "id": "university-of-cologne",
            "name": "University of Cologne",
            "aliases": ["Universität zu Köln"],
            "ror": COLOGNE,
        }
    ]

    (named / "organizations.yaml").write_text(f"organizations:\n{outcome.out}")
    assert kg("build", named, "--out", named / "build", "--workers", 1).code == 0
    registry = read_registry(named / "identity" / "registry.tsv")
    assert len(before) == 2
    assert {registry.target(iri) for iri in before} == {"organization/university-of-cologne"}
    assert kg("identity", "check", named, "--release", named / "build").code == 0
    again = kg("identity", "organizations", named, "--release", named / "build")
    assert (again.code, again.out) == (1, "")


def test_what_is_listed_without_a_spelling_is_a_comment(kg: Command, named: Path) -> None:
    (named / "organizations.yaml").write_text("organizations:\n  - {id: koeln, name: University of Cologne}\n")
    assert kg("build", named, "--out", named / "build", "--workers", 1).code == 0
    outcome = kg("identity", "organizations", named, "--release", named / "build")

    assert outcome.out == f"# koeln: ror: {COLOGNE}, aliases: [Universität zu Köln]\n"


def test_without_an_authority_a_sentence_says_how_to_make_one(kg: Command, named: Path) -> None:
    (named / "authorities" / "ror.sqlite").unlink()
    outcome = kg("identity", "organizations", named, "--release", named / "build")

    assert outcome.code == 2
    assert "hint: make it again: kg import ror RELEASE" in outcome.err
