"""How far a work has come, where people write it in place of the year."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from kg.interchange.formats import read
from kg.profile.drafts.model import Draft
from kg.profile.model import Profile
from tests.conftest import Command

WORDS = {
    "in press": "in-press",
    "submitted": "under-review",
    "forthcoming": "accepted",
    "to appear": "accepted",
    "im Druck": "in-press",
    "sous presse": "in-press",
    "en prensa": "in-press",
    "eingereicht": "under-review",
    "em preparação": "draft",
    "印刷中": "in-press",
    "forthcoming 1843": "accepted",
    "submitted for review": "under-review",
}
WRITTEN: dict[str, Callable[[str], str]] = {
    "bibtex": lambda word: (
        f"@article{{a, title={{Engines}}, author={{Ada Lovelace}}, journal={{Notes}}, year={{{word}}}}}"
    ),
    "ris": lambda word: f"TY  - JOUR\nTI  - Engines\nAU  - Lovelace, Ada\nT2  - Notes\nPY  - {word}\nER  - \n",
    "endnote": lambda word: (
        '<xml><records><record><ref-type name="Journal Article">17</ref-type><contributors><authors>'
        "<author>Lovelace, Ada</author></authors></contributors><titles><title>Engines</title>"
        "<secondary-title>Notes</secondary-title></titles>"
        f"<dates><year>{word}</year></dates></record></records></xml>"
    ),
    "csl-json": lambda word: json.dumps(
        [{"type": "article-journal", "title": "Engines", "author": [{"family": "Lovelace", "given": "Ada"}],
          "container-title": "Notes", "issued": {"literal": word}}], ensure_ascii=False
    ),
    "rendercv": lambda word: (
        "cv:\n  name: Ada Lovelace\n  sections:\n    publications:\n"
        f"    - {{title: Engines, authors: [Ada Lovelace], journal: Notes, date: {word}}}\n"
    ),
    "json-resume": lambda word: json.dumps(
        {"basics": {"name": "Ada Lovelace"},
         "publications": [{"name": "Engines", "publisher": "Notes", "releaseDate": word}]},
        ensure_ascii=False,
    ),
}  # fmt: skip


def drafted(form: str, text: str, folder: Path) -> Draft:
    path = folder / "input"
    path.write_text(text, encoding="utf-8")
    return read(form, path)


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("word", WORDS)
def test_a_status_in_place_of_the_year_is_the_status(form: str, word: str, tmp_path: Path) -> None:
    draft = drafted(form, WRITTEN[form](word), tmp_path)
    [fact] = [fact for fact in draft.facts if fact.section == "publications"]

    assert (fact.values["status"], fact.values["status_note"]) == (WORDS[word], word.removesuffix(" 1843"))
    assert [warning.message for warning in draft.warnings if "not imported" in warning.message] == []


@pytest.mark.parametrize("doi", ["10.31234/osf.io/ab1", "10.1101/2020.01.01.1", "10.21203/rs.3.rs-1/v1"])
def test_what_only_a_server_of_preprints_posted_is_a_preprint(doi: str, tmp_path: Path) -> None:
    record = {"type": "article", "title": "Engines", "DOI": doi, "publisher": "Center for Open Science"}
    works = drafted("csl-json", json.dumps([record, record | {"container-title": "Notes"}]), tmp_path).facts

    assert [fact.values.get("status") for fact in works] == ["preprint", None]


@pytest.mark.parametrize("form", WRITTEN)
def test_a_word_that_nobody_knows_in_place_of_the_year_is_told_with_its_line(form: str, tmp_path: Path) -> None:
    draft = drafted(form, WRITTEN[form]("sometime"), tmp_path)

    [told] = [warning for warning in draft.warnings if "not imported" in warning.message]
    assert "of 'Engines' the date is 'sometime', of which 'sometime' is not imported" in told.message
    assert (told.path, told.line is not None) == (tmp_path / "input", True)


@pytest.mark.parametrize("field", ["volume={in press}", "pages={to appear}", "month={submitted}", "date={forthcoming}"])
def test_a_status_in_place_of_a_number_is_the_status(field: str, tmp_path: Path) -> None:
    entry = f"@article{{a, title={{Engines}}, author={{Ada Lovelace}}, journal={{Notes}}, {field}}}"

    draft = drafted("bibtex", entry, tmp_path)

    [values] = [fact.values for fact in draft.facts if fact.section == "publications"]
    assert values["status"] != "published"
    assert "volume" not in values
    assert "pages" not in values
    assert draft.warnings == ()


def test_a_note_that_states_a_status_counts_more_than_the_year(tmp_path: Path) -> None:
    entry = "@article{a, title={Engines}, author={Ada Lovelace}, note={in press}, year={submitted}}"

    [values] = [fact.values for fact in drafted("bibtex", entry, tmp_path).facts if fact.section == "publications"]

    assert (values["status"], values["status_note"]) == ("in-press", "in press")


def test_a_profile_by_hand_may_state_a_status_in_any_words() -> None:
    for stated, status, note in (
        ("year: in press", "in-press", "in press"),
        ("year: accepted", "accepted", "accepted"),
        ("date: forthcoming", "accepted", "forthcoming"),
        ("status: sous presse", "in-press", "sous presse"),
        ("status: under revision", "under-review", "under revision"),
        ("{status: in-press, year: in press}", "in-press", "in press"),
    ):
        fields = yaml.safe_load(stated)
        entry = {"title": "Engines", "authors": ["Ada Lovelace"], "venue": "Notes", **fields}

        [work] = Profile.model_validate({"id": "ada", "name": "Ada Lovelace", "publications": [entry]}).publications

        assert (work.status, work.status_note, work.year, work.date) == (status, note, None, None)


@pytest.mark.parametrize("stated", [{"year": "sometime"}, {"status": "draft", "year": "in press"}, {"status": "good"}])
def test_what_a_profile_by_hand_states_wrongly_is_an_error(stated: dict[str, str]) -> None:
    entry = {"title": "Engines", "authors": ["Ada Lovelace"], **stated}

    with pytest.raises(ValidationError):
        Profile.model_validate({"id": "ada", "name": "Ada Lovelace", "publications": [entry]})


def test_a_work_in_press_is_not_published_in_the_graph(project: Path, kg: Command) -> None:
    bibliography, profile = project / "works.bib", project / "profiles" / "ada-lovelace.yaml"
    bibliography.write_text(WRITTEN["bibtex"]("in press"))
    profile.unlink()
    assert kg("import", "bibtex", bibliography, "-o", profile, "--name", "Ada Lovelace").code == 0

    assert kg("build", project, "--out", project / "built").code == 0

    query = "SELECT ?status ?note { ?work schema:creativeWorkStatus ?status ; kg:statusNote ?note }"
    found = kg("sparql", query, "--release", project / "built", "--format", "csv").out
    assert found.splitlines()[1:] == ["https://w3id.org/profile-kg/ontology#in-press,in press"]


def test_what_is_unpublished_is_a_draft_unless_it_can_be_read_somewhere(tmp_path: Path) -> None:
    entry = "@unpublished{{a, title={{Engines}}, author={{Ada Lovelace}}, year={{1843}}, note={{{}}}}}"
    notes = {"Meeting of the Society, Turin": "draft", "Submitted": "under-review", "arXiv:1843.00001": "preprint"}
    found = {note: drafted("bibtex", entry.format(note), tmp_path).facts[-1].values["status"] for note in notes}
    assert found == notes
