"""A field and a kind that a project adds, in one file: in every artefact, by the commands that people use."""

import csv
import io
import json
from pathlib import Path

import pytest

from kg.server.mcp.replies import SearchReply
from kg.server.mcp.tools import DescribeArguments, SearchArguments, Tools
from kg.site.site import Site
from kg.store.graph import Graph
from kg.store.release import open_release
from tests.conftest import Command

pytestmark = pytest.mark.thorough

ADDED = """\
id: https://example.org/own
name: own
prefixes: {own: "https://example.org/own#"}
default_prefix: own
classes:
  Award:
    attributes:
      amount: {slot_uri: kg:amount, range: Amount, description: What it was endowed with,
               annotations: {show: page table cv search}}
  Person:
    attributes:
      instruments: {range: Instrument, multivalued: true, inlined_as_list: true, title: Instruments}
  Publication:
    attributes:
      measured_with: {range: Instrument, multivalued: true}
  Instrument:
    description: A telescope, a microscope
    annotations: {path: instrument, line: 'by {maker}, {aperture}'}
    attributes:
      name: {slot_uri: schema:name, required: true, annotations: {show: page table cv search}}
      maker: {slot_uri: schema:manufacturer, range: Organization, annotations: {facet: maker}}
      aperture: {range: decimal, description: In metres, aliases: [opening]}
      described_in: {range: Publication, multivalued: true}
      part: {slot_uri: schema:roleName, annotations: {of: InstrumentRole, show: page cv}}
      level: {slot_uri: schema:educationalLevel, range: DegreeLevel,
              annotations: {scheme: degree-levels, found_in: studies}}
      studies: {description: For whose studies one may use it}
  InstrumentRole:
    annotations: {fragment: instrument, derived: true}
    attributes:
      of_instrument: {range: Instrument}
      part: {slot_uri: schema:roleName}
"""
PROFILE = """\
id: ada-lovelace
name: Ada Lovelace
publications:
  - title: Notes by the Translator
    authors: [Ada Lovelace]
    year: 1843
    measured_with: [Great Refractor]
memberships: []
awards:
  - {name: Looms Medal, year: 1843, amount: 31415}
instruments:
  - {name: Great Refractor, maker: Engine Works, part: Keeper, studies: Ph.D., aperture: 0.76}
"""
QUERY = """\
#+ summary: Instruments and their makers
#+ description: What there is, by name.
PREFIX schema: <https://schema.org/>
PREFIX own: <https://example.org/own#>
SELECT ?name ?maker WHERE { ?instrument a own:Instrument ; schema:name ?name ; schema:manufacturer/schema:name ?maker }
"""


@pytest.fixture
def group(kg: Command, tmp_path: Path) -> Path:
    """Return a new project with the additions, built in `build`."""
    root = tmp_path / "group"
    kg("init", root)
    (root / "ontology" / "own.yaml").write_text(ADDED)
    (root / "profiles" / "ada-lovelace.yaml").write_text(PROFILE)
    (root / "queries").mkdir()
    (root / "queries" / "instruments.rq").write_text(QUERY)
    done = kg("build", root)
    assert done.code == 0, done.err
    return root


def test_an_added_field_is_in_every_artefact(group: Path, kg: Command, tmp_path: Path) -> None:
    profile = group / "profiles" / "ada-lovelace.yaml"
    schema = json.loads(kg("schema", "profile", group).out)
    assert "amount" in schema["$defs"]["Award"]["properties"]
    assert 'kg:amount "31415"^^xsd:decimal' in kg("export", "ada-lovelace").out
    assert '"amount": "31415"' in kg("export", "ada-lovelace", "--format", "jsonld").out
    assert "Amount: 31,415" in kg("render", "cv", "Ada Lovelace").out
    assert "awards.amount (1), instruments (1)" in kg("convert", profile, "--to", "json-resume").err
    assert kg("publish", tmp_path / "site").code == 0
    page = (tmp_path / "site" / "person" / "ada-lovelace" / "index.html").read_text()
    assert "31,415" in page
    [row] = table(tmp_path / "site", "awards")
    assert (row["name"], row["amount"]) == ("Looms Medal", "31415")


def test_an_added_kind_is_in_every_artefact(group: Path, kg: Command, tmp_path: Path) -> None:
    assert "<instrument/great-refractor> a own:Instrument" in kg("export", "instrument/great-refractor").out
    assert '"aperture": "0.76"' in kg("export", "Great Refractor", "--format", "jsonld").out
    assert kg("query", "instruments", "--format", "csv").out.splitlines()[1] == "Great Refractor,Engine Works"
    assert "**Great Refractor**, Engine Works  \n  Aperture: 0.76" in kg("render", "cv", "Ada Lovelace").out
    assert kg("publish", tmp_path / "site").code == 0
    page = (tmp_path / "site" / "instrument" / "great-refractor" / "index.html").read_text()
    assert "Engine Works" in page
    assert "Notes by the Translator" in page
    [row] = table(tmp_path / "site", "instruments")
    assert (row["name"], row["maker_name"], row["aperture"]) == ("Great Refractor", "Engine Works", "0.76")
    assert "Great Refractor" in (tmp_path / "site" / "instrument" / "index.html").read_text()


def test_an_added_kind_is_found_and_told_as_those_of_kg_are(group: Path, kg: Command) -> None:
    before = open_release(Path("build"))
    tools = Tools(Graph(before), lambda job, body: (job, body))
    [hit] = tools.graph.index.find("refractor").hits
    assert (hit.kind, hit.detail) == ("instrument", "by Engine Works · 0.76")
    reply = tools.search(SearchArguments(text="refractor", kind="instrument"))
    assert isinstance(reply, SearchReply)
    [thing] = reply.things
    assert (thing.id, thing.about) == ("instrument/great-refractor", "by Engine Works · 0.76")
    assert "aperture: 0.76" in tools.describe(DescribeArguments(thing="Great Refractor")).text

    explored = json.loads(Site(before).page("explore/instrument/great-refractor.json", {}).body)
    assert explored["name"] == "Great Refractor"
    assert ["person/ada-lovelace", "Ada Lovelace", 1] in explored["ties"]

    profile = group / "profiles" / "ada-lovelace.yaml"
    profile.write_text(PROFILE.replace("0.76", "0.8").replace("instruments:", "instruments:\n  - {name: Microscope}"))
    assert kg("build", group).code == 0
    said = kg("diff", before.path, Path("build")).out
    assert "Microscope" in said
    assert "aperture: '0.76' → '0.8'" in said


@pytest.mark.parametrize(
    ("wrong", "message", "hint"),
    [
        ("opening: 0.76", "the key 'opening' is not known", "did you mean 'aperture'?"),
        ("described_in: [Looms]", "no publication of this profile has the title 'Looms'", "copy the title"),
    ],
)
def test_a_mistake_in_an_added_kind_is_told_as_in_those_of_kg(
    group: Path, kg: Command, wrong: str, message: str, hint: str
) -> None:
    profile = group / "profiles" / "ada-lovelace.yaml"
    profile.write_text(PROFILE.replace("aperture: 0.76", wrong))

    told = kg("validate", group).err

    assert message in told
    assert hint in told


def test_an_import_leaves_the_added_fields_of_a_profile_as_they_are(group: Path, kg: Command, tmp_path: Path) -> None:
    profile = group / "profiles" / "ada-lovelace.yaml"
    (tmp_path / "a.bib").write_text("@article{a, title={On looms}, author={Lovelace, Ada}, year=1844}\n")

    done = kg("import", "bibtex", tmp_path / "a.bib", "--name", "Ada Lovelace", "-o", profile)

    assert done.code == 0, done.err
    assert "On looms" in profile.read_text()
    for line in ("amount: 31415", "measured_with: [Great Refractor]", "maker: Engine Works", "memberships: []"):
        assert line in profile.read_text()


def table(site: Path, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((site / "tables" / f"{name}.csv").read_text(encoding="utf-8-sig"))))
