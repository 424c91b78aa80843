"""People and organisations are one list of authors, in the order written: in files, profile, graph, pages, exports."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.building import build
from kg.interchange import forms
from kg.interchange.formats import convert, read
from kg.profile.config import read_project
from kg.profile.model import Profile
from kg.site.site import Site
from kg.site.works import works_on_page
from tests.conftest import Command

SOCIETY = {"name": "The Analytical Society", "corporate": True}
AUTHORS = ["Ada Lovelace", SOCIETY, "Charles Babbage"]
NAMES = ["Ada Lovelace", "The Analytical Society", "Charles Babbage"]
WRITTEN = {
    "bibtex": "@misc{a, title={Engines}, author={Lovelace, Ada and {The Analytical Society} and Babbage, Charles}}",
    "ris": "TY  - GEN\nTI  - Engines\nAU  - Lovelace, Ada\nAU  - The Analytical Society,\nAU  - Babbage, Charles\n"
    "ER  - \n",
    "endnote": '<xml><records><record><ref-type name="Generic">13</ref-type><contributors><authors>'
    "<author>Lovelace, Ada</author><author>The Analytical Society,</author><author>Babbage, Charles</author>"
    "</authors></contributors>"
    "<titles><title>Engines</title></titles></record></records></xml>",
    "csl-json": json.dumps(
        [{"type": "article", "title": "Engines",
          "author": [{"family": "Lovelace", "given": "Ada"}, {"literal": "The Analytical Society"},
                     {"family": "Babbage", "given": "Charles"}]}]
    ),
    "crossref": json.dumps(
        {"message-type": "work",
         "message": {"title": ["Engines"], "author": [
             {"family": "Lovelace", "given": "Ada"}, {"name": "The Analytical Society"},
             {"family": "Babbage", "given": "Charles"}]}}
    ),
    "cff": "cff-version: 1.2.0\ntitle: Engine\nauthors: [{family-names: Lovelace, given-names: Ada}]\n"
    "preferred-citation: {type: article, title: Engines, authors: [{family-names: Lovelace, given-names: Ada},\n"
    "  {name: The Analytical Society}, {family-names: Babbage, given-names: Charles}]}\n",
}  # fmt: skip
PROFILE = """\
id: ada-lovelace
name: Ada Lovelace
publications:
- title: Engines
  authors: [Ada Lovelace, {name: The Analytical Society, corporate: true}, Charles Babbage]
  year: 1843
"""
OTHER = PROFILE.replace("id: ada-lovelace\nname: Ada Lovelace", "id: charles-babbage\nname: Charles Babbage")
POSITIONS = """SELECT ?position ?name ?class {
  ?work kg:authorship ?node . ?node schema:position ?position ; kg:nameAsWritten ?name ; kg:author ?author .
  ?author a ?class FILTER (?class IN (schema:Person, schema:Organization))
} ORDER BY ?position"""


def works(form: str, text: str, folder: Path) -> list[dict[str, Any]]:
    path = folder / "input"
    path.write_text(text, encoding="utf-8")
    return [dict(fact.values) for fact in read(form, path).facts if fact.section == "publications"]


@pytest.mark.parametrize("form", WRITTEN)
def test_an_organisation_between_two_people_stays_between_them(form: str, tmp_path: Path) -> None:
    [work] = works(form, WRITTEN[form], tmp_path)

    assert work["authors"] == AUTHORS
    assert "corporate_authors" not in work


@pytest.mark.parametrize("form", [form for form in forms.WRITTEN if form in WRITTEN])
def test_an_organisation_stays_in_its_place_in_what_is_written_for_other_programs(form: str, tmp_path: Path) -> None:
    entry = {"title": "Engines", "authors": AUTHORS, "corporate_authors": ["Society of Looms"]}
    profile = Profile.model_validate({"id": "ada", "name": "Ada Lovelace", "publications": [entry]})

    text, left_out = convert(profile, form)

    assert left_out == ["id"]
    [work] = works(form, text, tmp_path)
    assert work["authors"] == [*AUTHORS, {"name": "Society of Looms", "corporate": True}]


def test_marks_of_authors_count_organisations_too(tmp_path: Path) -> None:
    author = (
        "author={Lovelace, Ada and {The Analytical Society} and Babbage, Charles}, author+an={3=equal; 2=highlight}"
    )

    [work] = works("bibtex", f"@misc{{a, title={{Engines}}, {author}}}", tmp_path)

    assert work["authors"] == ["Ada Lovelace", SOCIETY, {"name": "Charles Babbage", "equal_contribution": True}]


@pytest.mark.parametrize("profiles", [(PROFILE,), (PROFILE, OTHER)])
def test_the_graph_pages_and_exports_keep_the_order(profiles: tuple[str, ...], project: Path, kg: Command) -> None:
    for number, text in enumerate(profiles):
        (project / "profiles" / ("ada-lovelace.yaml", "charles-babbage.yaml")[number]).write_text(text)

    built = build(read_project(project), project / "built")

    assert built.release is not None
    asked = ["--release", project / "built", "--format", "csv"]
    assert [line.split(",") for line in kg("sparql", POSITIONS, *asked).out.splitlines()[1:]] == [
        [str(place), name, f"https://schema.org/{'Organization' if name == NAMES[1] else 'Person'}"]
        for place, name in enumerate(NAMES, 1)
    ]
    site = Site(built.release)
    iri = kg("sparql", "SELECT DISTINCT ?work { ?work kg:authorship ?node }", *asked).out.split()[1]
    assert [author.name for author in works_on_page(site.graph, [iri]).works[0].authors] == NAMES
    path = iri.removeprefix("https://kg.example.org/")
    assert "author = {Ada Lovelace and {The Analytical Society} and Charles Babbage}" in body(site, f"{path}.bib")
    cited = json.loads(body(site, f"{path}.csl.json"))[0]["author"]
    assert [each.get("literal") for each in cited] == [None, "The Analytical Society", None]
    exported = json.loads(kg("export", path, "--release", project / "built", "--format", "jsonld").out)
    [work] = [each for each in exported["@graph"] if each.get("id") == path] if "@graph" in exported else [exported]
    assert [each.partition("/")[0] for each in work["authors"]] == ["person", "organization", "person"]
    page = body(site, f"{path}/")
    assert page.index(">Ada Lovelace<") < page.index(">The Analytical Society<") < page.index(">Charles Babbage<")


def body(site: Site, path: str) -> str:
    return site.page(path, {}).body.decode()
