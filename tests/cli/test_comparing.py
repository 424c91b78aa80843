"""`kg compare`: what the sources of people say, side by side."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.interchange.forms import WRITTEN
from tests.conftest import Command
from tests.interchange.test_interchange import FILES

WORDS = (
    "engine",
    "notes",
    "poetical",
    "science",
    "barrel",
    "cards",
    "numbers",
    "bernoulli",
    "sketch",
    "weaving",
    "music",
)


@pytest.fixture
def ada(kg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a profile of three sources."""
    monkeypatch.chdir(tmp_path)
    for form, name in (("orcid", "orcid.json"), ("bibtex", "ada.bib"), ("openalex", "openalex-works.json")):
        kg("import", form, FILES / name, "-o", "ada.yaml", "--name", "Ada Lovelace")
    return Path("ada.yaml")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def works() -> list[dict[str, Any]]:
    """Return works with titles of their own."""
    return [
        {
            "title": " ".join(WORDS[(number * step) % len(WORDS)] for step in range(1, 6)).capitalize() + f" {number}",
            "authors": ["Ada Lovelace", "Charles Babbage"],
            "venue": "Scientific Memoirs",
            "venue_kind": "journal",
            "year": 1840 + number,
            "volume": str(number + 1),
        }
        for number in range(1, 11)
    ]


def test_a_person_is_told_what_each_source_lacks_and_where_they_differ(kg: Command, ada: Path) -> None:
    outcome = kg("compare", ada)

    assert outcome.code == 0
    assert re.search(r"^publications +2 +7 +2 +1 +9$", outcome.out, re.MULTILINE)
    assert "publications: not in ada.bib (2)\n  A Withdrawn Note, 1844  [openalex-works.json]" in outcome.out
    assert "authors: orcid.json: Ada Lovelace, Jörg Müller" in outcome.out
    assert "positions: not in" not in outcome.out  # which one source alone states
    assert "Next: kg review ada.yaml" in outcome.out


def test_a_program_gets_a_row_for_each_difference(kg: Command, ada: Path) -> None:
    found = rows(kg("compare", ada, "--format", "csv").out)
    data = json.loads(kg("compare", ada, "--format", "json").out)[0]

    lacking = [row["entry"] for row in found if (row["kind"], row["source"]) == ("missing", "ada.bib")]
    assert lacking == ["A Withdrawn Note, 1844", "A Barrel with Pins, 1844"]
    assert {row["key"] for row in found if row["kind"] == "different"} == {"authors"}
    assert data["in_all"]["publications"] == 1
    assert len(data["differences"]) == len(found)


def test_a_page_to_send_shows_who_is_covered_by_what_and_what_is_left_to_do(kg: Command, ada: Path) -> None:
    Path("other.yaml").write_text(ada.read_text().replace("id: ada-lovelace", "id: other"))
    kg("compare", ada, "other.yaml", "-o", "coverage.html")
    kg("compare", ada, "-o", "ada.md")

    page, text = Path("coverage.html").read_text(), Path("ada.md").read_text()

    assert re.search(r"<td[^>]*>ada-lovelace</td>\s*<td[^>]*>9</td>\s*<td[^>]*>2</td>\s*<td[^>]*>7</td>", page)
    assert "kg review other.yaml" in page
    assert "<script" not in page
    assert "| publications | 2 | 7 | 2 | 1 | 9 |" in text
    assert "- A Withdrawn Note, 1844 (*openalex-works.json*)" in text


def test_code_hosts_see_differences_at_the_lines_of_their_entries(kg: Command, ada: Path) -> None:
    found = json.loads(kg("compare", ada, "--format", "sarif").out)["runs"][0]
    lines = ada.read_text().splitlines()

    places = [
        (each["ruleId"], lines[each["locations"][0]["physicalLocation"]["region"]["startLine"] - 1].strip())
        for each in found["results"]
    ]

    assert ("missing", "- title: A Withdrawn Note") in places
    assert {rule for rule, _ in places} == {"missing", "different"}
    assert {rule["id"] for rule in found["tool"]["driver"]["rules"]} >= {rule for rule, _ in places}


def test_what_a_registry_lacks_is_written_for_its_import(kg: Command, ada: Path) -> None:
    outcome = kg("compare", ada, "--missing-in", "orcid", "-o", "orcid.bib")

    assert "7 works not in orcid.json" in outcome.err
    again = kg("import", "bibtex", "orcid.bib", "--name", "Ada Lovelace")
    titles = {each["title"] for each in yaml.safe_load(again.out)["publications"]}
    assert len(titles) == 7
    assert "A Barrel with Pins" not in titles


@pytest.mark.parametrize("form", WRITTEN)
def test_what_a_registry_lacks_is_written_in_every_form(form: str, kg: Command, ada: Path) -> None:
    outcome = kg("compare", ada, "--missing-in", "orcid", "--to", form)

    assert outcome.code == 0
    assert "engine-sim: a Simulator" in outcome.out.replace("{", "").replace("}", "")


def test_several_people_have_a_line_each_and_a_sum(kg: Command, ada: Path) -> None:
    Path("bob.yaml").write_text("id: bob\nname: Bob\npublications:\n  - {title: A Work, authors: [Bob]}\n", "utf-8")

    lines = [line.split() for line in kg("compare", ada, "bob.yaml").out.splitlines()]

    assert lines[0][:5] == ["person", "works", "orcid", "bibtex", "openalex"]
    assert lines[1][:5] == ["ada-lovelace", "9", "2", "7", "2"]
    assert lines[2][:5] == ["bob", "1", "–", "–", "–"]
    assert lines[3][:6] == ["2", "people", "10", "2", "7", "2"]


def test_all_profiles_of_a_project_are_found_by_their_ids(kg: Command, project: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(project)

    assert kg("compare", "--all").out.splitlines()[-1].split()[0].isdigit()
    assert "no profile" in kg("compare", "nobody").err
    assert kg("compare", "ada-lovelace").out.startswith("Ada Lovelace")


def test_what_people_decided_no_longer_counts_as_open(kg: Command, ada: Path) -> None:
    before = json.loads(kg("compare", ada, "--format", "json").out)[0]
    kg("review", ada, "--accept-above", "0")
    text = ada.read_text("utf-8")
    ada.write_text(text.replace("status: accepted", "status: rejected", 1), encoding="utf-8")

    after = json.loads(kg("compare", ada, "--format", "json").out)[0]

    assert after["open"] < before["open"]
    assert after["rejected"] == 1


@pytest.mark.parametrize(
    "text",
    ["[]", "name: Ada\n", "id: ada\nname: Ada\npublications: x\n", "id: ada\nname: Ada\nawards:\n  - evidence: 5\n"],
)
def test_what_is_no_profile_is_refused_with_its_line(kg: Command, tmp_path: Path, text: str) -> None:
    (tmp_path / "ada.yaml").write_text(text, encoding="utf-8")

    outcome = kg("compare", tmp_path / "ada.yaml")

    assert outcome.code == 1
    assert "ada.yaml:" in outcome.err
    assert "Traceback" not in outcome.err


def test_a_preprint_with_another_title_is_probably_its_paper(kg: Command, tmp_path: Path) -> None:
    authors = "author={Ada Lovelace and Charles Babbage}"
    (tmp_path / "one.bib").write_text(f"@misc{{a, {authors}, title={{Weaving Algebraic Patterns}}, year=1842}}")
    long = "Weaving Algebraic Patterns: Operations of Combinatory Engines"
    (tmp_path / "two.bib").write_text(f"@article{{a, {authors}, title={{{long}}}, journal={{Memoirs}}, year=1843}}")
    for name in ("one", "two"):
        kg("import", "bibtex", tmp_path / f"{name}.bib", "-o", tmp_path / "ada.yaml", "--name", "Ada Lovelace")

    outcome = kg("compare", tmp_path / "ada.yaml", "--format", "csv")

    assert [(row["entry"], row["value"]) for row in rows(outcome.out) if row["kind"] == "same?"] == [
        (f"{long}, 1843", "Weaving Algebraic Patterns, 1842")
    ]


@pytest.mark.parametrize(("first", "second", "changed"), [({0, 1}, {2, 3}, 4), ({0, 9}, {9}, 5), (set(), {5}, 0)])
def test_planted_losses_and_differences_are_found_and_no_others(
    kg: Command, tmp_path: Path, first: set[int], second: set[int], changed: int
) -> None:
    said = works()
    for form, name, lost in (("bibtex", "one.bib", first), ("csl-json", "two.json", second)):
        listed = [work for at, work in enumerate(said) if at not in lost]
        if form == "bibtex":
            listed = [work | {"volume": "99"} if work is said[changed] else work for work in listed]
        whole = {"id": "ada", "name": "Ada Lovelace", "publications": listed}
        (tmp_path / "whole.yaml").write_text(yaml.safe_dump(whole), encoding="utf-8")
        kg("convert", tmp_path / "whole.yaml", "--to", form, "-o", tmp_path / name)
        kg("import", form, tmp_path / name, "-o", tmp_path / "ada.yaml", "--name", "Ada Lovelace")

    found = rows(kg("compare", tmp_path / "ada.yaml", "--format", "csv").out)

    planted = {("missing", "one.bib", said[at]["title"]) for at in first - second}
    planted |= {("missing", "two.json", said[at]["title"]) for at in second - first}
    planted |= {("different", name, said[changed]["title"]) for name in ("one.bib", "two.json")}
    assert {(row["kind"], row["source"], row["entry"].rpartition(",")[0]) for row in found} == planted
    assert {row["key"] for row in found if row["kind"] == "different"} == {"volume"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name a person, or give --all"),
        (
            ("ada.yaml", "--missing-in", "dblp"),
            "no source of ada.yaml is called 'dblp'; it has orcid, bibtex, openalex",
        ),
        (("ada.yaml", "ada.yaml", "--missing-in", "orcid"), "name one person"),
        (("ada.yaml", "-o", "x.odt"), "cannot be written as '.odt'"),
    ],
)
def test_what_is_wrong_is_said(kg: Command, ada: Path, arguments: tuple[str, ...], message: str) -> None:
    outcome = kg("compare", *arguments)

    assert outcome.code == 2
    assert message in " ".join(outcome.err.split())
