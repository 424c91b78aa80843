"""What kg itself proposes builds: no violation, and no warning of its own making."""

import json
from pathlib import Path

import yaml

from tests.conftest import Command


def written(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_an_entry_that_names_nobody_is_told_with_its_line(project: Path, kg: Command) -> None:
    bibliography = written(project, "% engines\n@misc{a, title={Engines}, year=1843}\n", "works.bib")

    outcome = kg("import", "bibtex", bibliography)

    assert f"warning: {bibliography}:2: 'Engines' names nobody as its author" in outcome.err
    [work] = yaml.safe_load(outcome.out)["publications"]
    assert work["evidence"]["reason"] == "it names nobody; the owner of the profile is taken for its author"


def test_a_talk_without_a_title_is_a_question_and_the_profile_builds(project: Path, kg: Command) -> None:
    text = "# Ada Lovelace\n\n## Invited Talks\n\n- Stanford University, 2019\n- On Engines that Weave. MIT, 2020\n"
    cv, profile = written(project, text, "cv.md"), project / "profiles" / "ada-lovelace.yaml"
    profile.unlink()

    extracted = kg("extract", cv, "-o", profile)
    built = kg("build", project, "--out", project / "built")

    assert built.code == 0, built.err
    assert "0 violations" in built.err + built.out
    assert "has no title and no system: is it an entry?" in extracted.err
    assert "has no title and no system" in profile.read_text().partition("# What kg extract found")[2]


def test_what_orcid_says_of_an_article_without_a_journal_builds_without_a_warning_of_its_kind(
    project: Path, kg: Command
) -> None:
    summary = {
        "put-code": 1,
        "title": {"title": {"value": "Engines"}},
        "type": "journal-article",
        "visibility": "public",
        "publication-date": {"year": {"value": "1843"}},
    }
    record = {
        "orcid-identifier": {"path": "0000-0002-1825-0097"},
        "person": {"name": {"given-names": {"value": "Ada"}, "family-name": {"value": "Lovelace"}}},
        "activities-summary": {"works": {"group": [{"work-summary": [summary]}]}},
    }
    source, profile = written(project, json.dumps(record), "orcid.json"), project / "profiles" / "ada-lovelace.yaml"
    profile.unlink()
    assert kg("import", "orcid", source, "-o", profile, "--id", "ada-lovelace").code == 0

    built = kg("build", project, "--out", project / "built")

    assert built.code == 0, built.err
    assert yaml.safe_load(profile.read_text())["publications"][0]["venue_kind"] == "journal"
    assert "kind of venue" not in built.err
