"""The commands `kg import` and `kg convert`."""

import json
import shutil
from pathlib import Path

import pytest
import yaml

from tests.conftest import SAMPLE, Command
from tests.interchange import test_crossref, test_openalex
from tests.interchange.test_interchange import FILES, SAMPLES
from tests.support.api_server import Api, Reply

ORCID = "0000-0002-1825-0097"


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "form"), SAMPLES.items())
def test_what_is_imported_builds(kg: Command, project: Path, name: str, form: str) -> None:
    profile = project / "profiles" / "ada-lovelace.yaml"
    profile.unlink()

    imported = kg("import", form, FILES / name, "-o", profile, "--id", "ada-lovelace", "--name", "Ada Lovelace")
    built = kg("build", project, "--out", project / "build", "--workers", 1)

    assert imported.code == 0, imported.err
    assert imported.out == ""
    assert built.code == 0, built.err


def test_a_profile_goes_to_stdout_and_talk_to_stderr(kg: Command) -> None:
    outcome = kg("import", "bibtex", FILES / "ada.bib")
    data = yaml.safe_load(outcome.out)

    assert outcome.code == 0
    assert data["id"] == "ada-lovelace"
    assert data["publications"][0]["evidence"]["lines"] == "5-19"
    assert "warning: " in outcome.err
    assert ":57 (publications.doi): left out: 'not a doi' is not a valid DOI" in outcome.err


def test_a_work_of_two_registries_is_one_with_what_either_says(kg: Command, tmp_path: Path) -> None:
    for name, work in (("openalex", test_openalex.WORK), ("crossref", test_crossref.WORK)):
        (tmp_path / f"{name}.json").write_text(json.dumps(work), encoding="utf-8")
        outcome = kg("import", name, tmp_path / f"{name}.json", "-o", tmp_path / "ada.yaml", "--name", "Ada Lovelace")
        assert outcome.code == 0, outcome.err
    [work] = yaml.safe_load((tmp_path / "ada.yaml").read_text("utf-8"))["publications"]

    assert set(work["evidence"].get("conflicts", {})) == set()
    assert (work["type"], work["editors"], work["pmcid"]) == ("review", ["Richard Taylor"], "PMC5815332")
    assert work["authors"][0]["corresponding"] is True
    assert work["authors"][0]["roles"] == ["software"]
    assert work["funding"] == ["EN-17", "EN-18"]
    assert work["license"] == "https://creativecommons.org/licenses/by/4.0/"


def test_nothing_found_is_no_success(kg: Command, tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text("[]")
    outcome = kg("import", "csl-json", path, "-o", tmp_path / "out.yaml")

    assert outcome.code == 1
    assert "nothing was found that a profile can hold" in outcome.err
    assert not (tmp_path / "out.yaml").exists()


def test_a_record_is_fetched_by_its_id(kg: Command, api: Api) -> None:
    api.on(f"/v3.0/{ORCID}/record", Reply((FILES / "orcid.json").read_bytes()))
    api.on(f"/v3.0/{ORCID}/works/11,12,13,14,15", Reply((FILES / "orcid-works.json").read_bytes()))

    outcome = kg("import", "orcid", ORCID)
    data = yaml.safe_load(outcome.out)

    assert outcome.code == 0
    assert outcome.err.startswith(f"fetching {api.base}/v3.0/{ORCID}/record\n")
    assert data["publications"][0]["evidence"]["source"] == f"https://orcid.org/{ORCID}"
    assert data["sources"][0]["path"] == f"https://orcid.org/{ORCID}"


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        (["bibtx", "x"], 2, "the format 'bibtx' is not known", "did you mean 'bibtex'?"),
        (["ada.bib", "x"], 2, "'ada.bib' is a file, not a format", "it looks like bibtex: kg import bibtex ada.bib"),
        (["bibtex", "nothing.bib"], 2, "nothing.bib: cannot be read", "check the path"),
        (["orcid", "0000-0002-1825-0098"], 2, "has a wrong checksum", "check the path or the id"),
    ],
)
def test_what_cannot_be_imported_is_an_error_with_advice(
    kg: Command, tmp_path: Path, arguments: list[str], code: int, message: str, hint: str
) -> None:
    shutil.copy(FILES / "ada.bib", tmp_path)
    outcome = kg("import", *arguments)

    assert outcome.code == code
    assert outcome.out == ""
    assert message in outcome.err
    assert f"hint: {hint}" in outcome.err


def test_a_profile_is_converted_and_what_is_lost_is_said(kg: Command, tmp_path: Path) -> None:
    outcome = kg("convert", SAMPLE / "profiles" / "yinmin-zhong.yaml", "--to", "bibtex", "-o", tmp_path / "a.bib")

    assert outcome.code == 0
    assert outcome.out == ""
    assert outcome.err.startswith("bibtex has no place for: id, homepage, github, ")
    assert "@inproceedings{zhong2024distserve,\n" in (tmp_path / "a.bib").read_text()


def test_a_profile_is_written_as_yaml_only(kg: Command, tmp_path: Path) -> None:
    outcome = kg("import", "bibtex", FILES / "ada.bib", "-o", tmp_path / "ada.json")

    assert outcome.code == 2
    assert "a profile is written as YAML" in outcome.err
    assert not (tmp_path / "ada.json").exists()


def test_what_another_person_did_does_not_join_a_profile(kg: Command, tmp_path: Path) -> None:
    profile = tmp_path / "mary.yaml"
    profile.write_text("id: mary\nname: Mary Anning\n")

    outcome = kg("import", "orcid", FILES / "orcid.json", "-o", profile)

    assert outcome.code == 1
    assert "is about Mary Anning" in outcome.err
    assert profile.read_text() == "id: mary\nname: Mary Anning\n"


def test_import_and_extraction_count_what_was_read_alike_and_a_name_is_no_entry(kg: Command, tmp_path: Path) -> None:
    one = "@article{{{}, title={{On Moss}}, author={{Ada Lovelace}}, journal={{Moss Letters}}, {}}}\n"
    (tmp_path / "a.bib").write_text(
        one.format("a", "year=1843") + one.format("b", "year=1843, volume=2"), encoding="utf-8"
    )
    (tmp_path / "cv.md").write_text(
        "# Ada Lovelace\n\n## Education\n\n- PhD, University of London, 1843\n", encoding="utf-8"
    )

    imported = kg("import", "bibtex", tmp_path / "a.bib", "--name", "Ada Lovelace")
    extracted = kg("extract", tmp_path / "cv.md")

    assert "Account: 2 entries read: 1 in the profile, 1 united with another. Read: works (2)." in imported.err
    assert "United: 'On Moss' (lines 1, 2)" in imported.err
    assert "Account: 1 entry read: 1 in the profile. Read: education (1)." in extracted.err


def test_an_entry_that_cannot_be_read_is_counted_as_left_out(kg: Command, tmp_path: Path) -> None:
    text = "@article{a, title={On Engines}, author={Ada Lovelace}}\n@article{b\n  title={On Looms},\n}\n"
    (tmp_path / "a.bib").write_text(text, encoding="utf-8")

    done = kg("import", "bibtex", tmp_path / "a.bib")

    assert "a.bib:2: the entry '@article{b' is left out" in done.err
    assert "Account: 2 entries read: 1 in the profile, 1 left out (works, cannot be read: 1)." in done.err


def test_in_a_directory_what_is_read_of_one_person_is_one_profile(kg: Command, tmp_path: Path) -> None:
    outcome = kg("import", "bibtex", FILES / "ada.bib", FILES / "ada.bib", "-o", tmp_path / "profiles")

    assert outcome.code == 0
    assert [path.name for path in (tmp_path / "profiles").iterdir()] == ["ada.yaml"]
    assert "2 files: 1 joined, 1 new, 0 asked" in outcome.err


def test_an_id_that_nobody_knows_is_not_found(kg: Command, api: Api) -> None:
    outcome = kg("import", "dblp", "12/3456")

    assert outcome.code == 1
    assert f"error: nothing is found at {api.base}/pid/12/3456.xml" in outcome.err


@pytest.mark.parametrize(
    ("name", "code", "message"), [("ada.txt", 1, "this is not a profile"), ("ada.yaml", 2, "cannot be read: No such")]
)
def test_what_is_no_profile_is_not_converted(kg: Command, tmp_path: Path, name: str, code: int, message: str) -> None:
    (tmp_path / "ada.txt").touch()
    outcome = kg("convert", name, "--to", "bibtex")

    assert outcome.code == code
    assert message in outcome.err


def test_a_column_that_is_given_twice_is_refused(kg: Command, tmp_path: Path) -> None:
    (tmp_path / "staff.csv").write_text("Wer\nAda Lovelace\n")
    columns = ("--column", "Wer=name", "--column", "Wer=role", "-o", str(tmp_path))

    outcome = kg("import", "staff", str(tmp_path / "staff.csv"), *columns)
    assert (outcome.code, "'Wer' is given twice: it holds name" in outcome.err) == (2, True)
