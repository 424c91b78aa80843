"""Evidence in the graph: which words of which document a fact rests on, what was decided, and nothing private."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kg.building import build
from kg.profile.config import read_project
from kg.profile.drafts.model import PERSON, Draft
from kg.profile.drafts.writing import text
from kg.store.release import Release, open_release
from tests.conftest import Command
from tests.support.drafting import BIB, draft, fact, name, paper

CANARIES = ("canary@example.org", "+44 20 7946 0958", "canary at example dot org", "12 Canary Street, London")
EVIDENCE = """\
PREFIX schema: <https://schema.org/>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX kg: <https://w3id.org/profile-kg/ontology#>
SELECT ?name ?file ?extractor ?page ?first ?last ?quote ?confidence ?status WHERE {
  GRAPH ?graph {
    ?evidence kg:supports ?thing ; prov:wasDerivedFrom ?source ; kg:extractor ?extractor ; kg:startLine ?first ;
      kg:endLine ?last ; kg:confidence ?confidence ; kg:reviewStatus ?status ; kg:quote ?quote .
    OPTIONAL { ?evidence kg:page ?page }
  }
  ?source schema:name ?file .
  ?thing schema:name|schema:roleName ?name
}
ORDER BY ?name ?file ?first
"""


def released(project: Path, yaml_text: str) -> Release:
    """Return a release of a project that has one profile."""
    (project / "profiles" / "ada-lovelace.yaml").write_text(yaml_text)
    outcome = build(read_project(project), project / "build")
    assert outcome.release is not None, outcome.report
    return outcome.release


def evidence(release: Release) -> list[dict[str, str]]:
    """Return the evidence of documents."""
    solutions: Any = release.store().query(EVIDENCE)
    names = [variable.value for variable in solutions.variables]
    return [{key: value.value for key, value in zip(names, row, strict=True) if value} for row in solutions]


PAPER = paper("*Notes*, 1843", line=9, sure=0.9)


def test_a_fact_rests_on_the_words_of_its_document(project: Path) -> None:
    person, work = evidence(released(project, text(draft(name("A. Lovelace", line=1, sure=0.995), PAPER))))

    assert work == {
        "name": "Notes by the Translator",
        "file": "cv.md",
        "extractor": "cv",
        "first": "9",
        "last": "9",
        "quote": "*Notes*, 1843",
        "confidence": "0.9",
        "status": "proposed",
    }
    assert (person["name"], person["quote"], person["confidence"]) == ("A. Lovelace", "A. Lovelace", "0.995")


def test_the_profile_that_was_reviewed_is_a_source_of_its_own(project: Path) -> None:
    release = released(project, text(draft(name("A. Lovelace"), PAPER)))
    turtle = "".join(f"{quad} .\n" for quad in release.store().quads())

    assert "<https://kg.example.org/source/ada-lovelace> <http://www.w3.org/ns/prov#wasDerivedFrom> " in turtle
    assert "<https://kg.example.org/source/a-lovelace-cv-md>" in turtle


@pytest.mark.parametrize(("status", "yaml_confidence"), [("proposed", "0.9"), ("accepted", "1"), ("edited", "1")])
def test_what_nobody_decided_is_as_sure_as_its_reading(project: Path, status: str, yaml_confidence: str) -> None:
    written = text(draft(name("A. Lovelace"), PAPER)).replace("status: proposed", f"status: {status}")
    release = released(project, written)

    assert [each["status"] for each in evidence(release)] == [status, status]
    pointers: Any = release.store().query(
        "PREFIX kg: <https://w3id.org/profile-kg/ontology#> SELECT ?c WHERE { GRAPH ?g "
        '{ ?e kg:pointer "publications/0" ; kg:extractor "yaml" ; kg:confidence ?c } }'
    )
    assert [row[0].value for row in pointers] == [yaml_confidence]


def test_all_places_that_say_it_are_evidence(project: Path) -> None:
    two = draft(name("A. Lovelace"), PAPER, paper("@notes", source=BIB, line=3))

    found = evidence(released(project, text(two)))

    assert [(each["file"], each["quote"]) for each in found[1:]] == [("cv.md", "*Notes*, 1843"), (BIB, "@notes")]


def test_pages_are_named_where_a_document_has_them(project: Path) -> None:
    written = text(draft(name("A. Lovelace"), PAPER)).replace("      lines: 9\n", "      page: 2\n      lines: 9-10\n")

    (_, work) = evidence(released(project, written))

    assert (work["page"], work["first"], work["last"]) == ("2", "9", "10")


@pytest.mark.parametrize("path", ["/home/somebody/cv.md", "../somebody/cv.md", "C:/Users/somebody/cv.md"])
def test_where_a_document_lies_on_somebodys_machine_stays_private(project: Path, path: str) -> None:
    release = released(project, text(draft(name("A. Lovelace", source=path), paper(source=path))))

    assert {each["file"] for each in evidence(release)} == {"cv.md"}
    assert "somebody" not in "".join(map(str, release.store().quads()))


def test_two_documents_of_one_name_are_two_sources(project: Path) -> None:
    two = draft(name("A. Lovelace", source="/a/cv.md"), paper(source="/b/cv.md"))

    assert len(evidence(released(project, text(two)))) == 2


def test_results_of_validation_point_to_the_profile_not_to_the_document(project: Path, kg: Command) -> None:
    written = text(draft(name("A. Lovelace"), paper("Notes", year=None, venue=None)))
    (project / "profiles" / "ada-lovelace.yaml").write_text(written)

    assert "ada-lovelace.yaml:8:5: warning: a work has no year" in kg("validate", project).out


def spoilt(canary: str) -> Draft:
    """Return a draft with a private text wherever a text can be."""
    home = fact(PERSON, {"address": canary} if "Street" in canary else {"email": canary}, f"Contact: {canary}", line=2)
    return draft(
        name("A. Lovelace", words=f"# A. Lovelace, {canary}"),
        home,
        paper(f"*Notes*, 1843, {canary}", reason=f"It says {canary}"),
        paper(f"@notes {canary}", source=BIB, year=1842, venue=f"Memoirs {canary}", title=f"Looms at {canary}"),
        fact("positions", {"organization": "RSL", "role": "Fellow"}, f"Fellow, RSL\n{canary}", line=4),
    )


def files(directory: Path) -> Iterator[Path]:
    return (path for path in directory.rglob("*") if path.is_file())


@pytest.mark.parametrize("canary", CANARIES)
def test_no_contact_in_quotes_reasons_or_conflicts_reaches_a_release(project: Path, canary: str, kg: Command) -> None:
    written = text(spoilt(canary))
    assert written.count(canary) > 5
    (project / "profiles" / "ada-lovelace.yaml").write_text(written)

    outcome = kg("build", project)

    assert outcome.code == 0
    assert canary not in outcome.out + outcome.err
    assert [path for path in files(Path("build")) if canary.encode() in path.read_bytes()] == []
    assert canary not in "".join(map(str, open_release(Path("build")).store().quads()))
    assert canary not in kg("query", "evidence", "--thing", "person/a-lovelace").out


def test_a_contact_that_is_public_has_evidence(project: Path) -> None:
    written = text(draft(name("A. Lovelace"), fact(PERSON, {"email": "ada@example.org"}, "Write to me", line=7)))
    public = written.replace('{email: "ada@example.org"}', '{email: "ada@example.org", public: [email]}')

    assert "Write to me" in [each["quote"] for each in evidence(released(project, public))]
    assert "Write to me" not in [each["quote"] for each in evidence(released(project, written))]


def test_positions_in_a_season_are_built_asked_for_and_drawn(project: Path, kg: Command) -> None:
    entries = [
        fact("positions", {"organization": "RSL", "role": "Intern", "start": "2011-22", "end": "2011-22"}),
        fact("positions", {"organization": "MIT", "role": "Fellow", "start": "2011-09", "end": "2012"}),
        fact("education", {"institution": "MIT", "degree": "B.Sc.", "start": "2008-23", "end": "2011-21"}),
    ]
    (project / "profiles" / "ada-lovelace.yaml").write_text(text(draft(name("A. Lovelace"), *entries)))

    assert kg("build", project).code == 0
    for question in ("positions", "career", "education"):
        assert "2011-2" in kg("query", question, "--person", "a-lovelace").out
