"""`kg extract --model`, `--prompt-only` and `--answers`: a model reads, where the user says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.base import strict_yaml
from tests.conftest import CONFIG, Command
from tests.support.api_server import Reply
from tests.support.chat_server import running, sent, stream

PRIZE = '{"s": "awards", "l": [3, 3], "name": "Loom Prize", "giver": "Loom Society", "when": "2020"}'
OTHER = '{"s": "awards", "l": [6, 6], "name": "Fern Medal", "when": "2021"}'


@pytest.fixture(autouse=True)
def cvs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put two CVs where commands run, whose cache nobody else has."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("KG_MODEL_URL", "KG_MODEL_KEY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "ada.md").write_text("# Ada Vane\n\nada@kg.example.org\n\nLoom Prize, Loom Society, 2020\n")
    (tmp_path / "bo.md").write_text("# Bo Quist\n\nbo@kg.example.org\n\nFern Medal, 2021\n")


def data(path: Path) -> Any:
    return strict_yaml.parse(path.read_text(), path).data


def test_prompts_hold_all_lines_once_and_no_contacts_and_answers_to_them_become_profiles(
    kg: Command, tmp_path: Path
) -> None:
    prompt = kg("extract", "ada.md", "bo.md", "--prompt-only")

    assert prompt.code == 0
    assert [each for each in prompt.out.split("\n") if each[:3] in ("1: ", "2: ", "3: ", "4: ", "5: ", "6: ")] == [
        "1: # Ada Vane", "2: …", "3: Loom Prize, Loom Society, 2020", "4: # Bo Quist", "5: …", "6: Fern Medal, 2021",
    ]  # fmt: skip
    assert prompt.out.count("Sections and fields:") == 1
    assert not [*tmp_path.glob("*.yaml")]

    (tmp_path / "answers.txt").write_text(f"Here you are:\n{PRIZE}\n{OTHER}\n{OTHER[:-3]}")
    outcome = kg("extract", "ada.md", "bo.md", "--answers", "answers.txt", "-o", "people/")

    assert outcome.code == 0
    assert "ada.md: lines 1 to 3: 1 entry of the answer ignored" in outcome.err
    assert [data(tmp_path / f"people/{name}.yaml")["awards"][0]["name"] for name in ("ada", "bo")] == [
        "Loom Prize",
        "Fern Medal",
    ]


OWN = """\
id: https://kg.example.org/own
name: own
prefixes: {own: "https://kg.example.org/own#"}
default_prefix: own
classes:
  Award: {attributes: {purse: {range: string, description: What came with it}}}
  Duty:
    description: A duty at sea
    annotations: {path: duty}
    attributes:
      name: {slot_uri: schema:name, required: true, description: What as}
      ship: {range: string, description: On which ship}
  Person: {attributes: {duties: {range: Duty, multivalued: true, inlined_as_list: true, description: Duties at sea}}}
"""


def test_kinds_and_fields_of_a_project_are_asked_for_and_read_without_code(kg: Command, tmp_path: Path) -> None:
    for folder in ("ontology", "profiles"):
        (tmp_path / folder).mkdir()
    (tmp_path / "kg.yaml").write_text(CONFIG)
    (tmp_path / "ontology/own.yaml").write_text(OWN)
    (tmp_path / "ada.md").write_text("# Ada Vane\n\n## At sea\n\nMate, on the Heron\n\nLoom Prize, ten guineas, 2020\n")
    (tmp_path / "answers.txt").write_text(
        '{"s": "duties", "l": [3, 3], "name": "Mate", "ship": "Heron"}\n'
        '{"s": "awards", "l": [4, 4], "name": "Loom Prize", "purse": "ten guineas", "when": "2020"}'
    )
    kg("extract", "ada.md", "--prompt-only", "-o", "profiles/prompt.txt")
    prompt = tmp_path / "profiles/prompt.txt"

    for _ in range(2):  # the second time what is known is found again
        assert kg("extract", "ada.md", "--answers", "answers.txt", "-o", "profiles/ada.yaml").code == 0

    said = data(tmp_path / "profiles/ada.yaml")
    assert "- duties (Duties at sea): name: What as; ship: On which ship" in prompt.read_text()
    assert [{key: each[key] for key in ("name", "ship")} for each in said["duties"]] == [
        {"name": "Mate", "ship": "Heron"}
    ]
    assert said["awards"][0]["purse"] == "ten guineas"
    assert "duties: Mate" in kg("review", "profiles/ada.yaml", "--list").out
    assert kg("build").code == 0
    assert "Heron" in kg("sparql", "SELECT ?ship { ?duty <https://kg.example.org/own#ship> ?ship }").out


def test_a_model_is_asked_only_where_the_user_says_so_and_told_what_it_costs(
    kg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(stream(PRIZE)) as server:
        monkeypatch.setenv("KG_MODEL_URL", f"{server.base}#loom-7b")
        kg("extract", "ada.md", "-o", "ada.yaml")
        assert not sent(server)

        outcome = kg("extract", "ada.md", "--model", "", "-o", "ada.yaml")

        assert outcome.code == 0
        assert f"loom-7b at {server.base}: 1 document, about 2," in outcome.err
        assert "kg.example.org" not in json.dumps(sent(server), ensure_ascii=False)
        assert sent(server)[0]["response_format"]["json_schema"]["schema"]["required"] == ["entries"]
        assert data(tmp_path / "ada.yaml")["awards"][0]["giver"] == "Loom Society"


def test_a_project_names_the_model_but_gets_no_key(kg: Command, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(stream(PRIZE)) as server, (project / "kg.yaml").open("a") as config:
        config.write(f"reader: {{address: '{server.base}', name: loom-7b}}\n")
        config.flush()
        monkeypatch.setenv("KG_MODEL_KEY", "secret")

        assert kg("extract", "ada.md", "--model", "", "-o", project / "profiles" / "ada-vane.yaml").code == 0
        assert "authorization" not in server.asked[0][1]


def test_a_model_that_does_not_answer_leaves_what_the_rules_read_and_ends_with_1(kg: Command, tmp_path: Path) -> None:
    with running(Reply(b"<html>", media_type="text/html")) as server:
        outcome = kg("extract", "ada.md", "--model", f"{server.base}#loom", "-o", "ada.yaml")

    assert outcome.code == 1
    assert "warning: ada.md: lines 1 to 3: not read:" in outcome.err
    assert data(tmp_path / "ada.yaml")["name"] == "Ada Vane"


def test_what_a_model_says_and_the_document_does_not_is_told(kg: Command) -> None:
    with running(stream(json.dumps({"s": "awards", "l": [3, 3], "name": "Engine Medal"}), ending=None)) as server:
        outcome = kg("extract", "ada.md", "--model", f"{server.base}#loom", "-o", "ada.yaml")

    told = "ada.md:5: ignored what the model says: name 'Engine Medal' does not stand in the lines of its entry"
    assert told in outcome.err
    assert "ada.md: lines 1 to 3: the answer is not whole: it stopped half way" in outcome.err


@pytest.mark.parametrize(
    "options",
    [
        ("--model", ""), ("--model", "loom"), ("--model", "http://models.example/v1#loom"),
        ("--model", "", "--prompt-only"), ("--prompt-only", "--answers", "ada.md"), ("--answers", "gone.txt"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_before_anything_is_sent(
    options: tuple[str, ...], kg: Command, tmp_path: Path
) -> None:
    assert kg("extract", "ada.md", *options, "-o", "ada.yaml").code == 2
    assert not (tmp_path / "ada.yaml").exists()
