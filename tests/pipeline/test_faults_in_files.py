"""What is wrong with the files of a project, as `kg validate` reports it: all at once, to people and to code hosts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog

from kg.base.errors import MAX_PROBLEMS, Problem
from kg.cli.messages import MAX_FILES, folded
from kg.validation.renderings import RENDERINGS
from kg.validation.report import Report
from tests.conftest import ADA, Command

COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^:,\n]*,?)*)::(.*)")

# Each file with a mistake: what is written to it, and the message, line and rule that are expected.
FAULTS = {
    "kg.yaml": (
        "base: https://kg.example.org/\ntitle: A test\nlicense: x\npublisher: {name: Nobody}\n",
        "license",
        3,
        "wrong-value",
    ),
    "organizations.yaml": ("organizations:\n  - {id: a, name: A}\n  - {id: a, name: B}\n", "used twice", 3, ""),
    "venues.yaml": ("venues:\n  - {id: v, name: V, nam: V}\n", "'nam' is not known", 2, "unknown-key"),
    "identity/judgements.yaml": (
        "judgements:\n  - {same: [person/a, person/b]}\n",
        "'because' is missing",
        2,
        "missing-key",
    ),
    "identity/registry.tsv": ("iri\tstate\tnow\tanchor\nx\n", "not a row of the registry", 2, ""),
    "shapes/own.ttl": ("@prefix ex: <https://example.org/> .\nex:a ex:b \n", "this is not Turtle", 3, ""),
    "shapes/second.ttl": ("x\n", "this is not Turtle", 1, ""),
    "profiles/key.yaml": ("id: key\nname: Key\nnickname: K\n", "'nickname' is not known", 3, "unknown-key"),
    "profiles/date.yaml": (
        "id: date\nname: Date\npositions:\n  - {organization: O, role: R, start: 2019-13}\n",
        "2019-13",
        4,
        "wrong-value",
    ),
    "profiles/syntax.yaml": ("id: syntax\nname: [\n", "this is not YAML", 3, "syntax"),
    "profiles/comma.json": ('{"id": "comma"\n"name": "C"}\n', "this is not JSON", 2, "syntax"),
    "profiles/twice.yaml": (ADA, "the id 'ada-lovelace' is already declared", 1, "duplicate-id"),
}
TWICE = "authors: [Ada Lovelace, Charles Babbage, Charles Babbage]"
ODD = f"publications:\n  - {{title: On Engines, {TWICE}, year: 1843}}\n"


@pytest.fixture
def faulty(project: Path) -> Path:
    """Return a project in which each kind of file has a mistake, and one profile is odd."""
    (project / "profiles" / "ada-lovelace.yaml").write_text(ADA + ODD)
    for name, (text, *_) in FAULTS.items():
        path = project / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return project


def sarif_of(text: str) -> dict[str, Any]:
    log = json.loads(text)
    SarifLog.model_validate(log)
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    assert {result["ruleId"] for result in run["results"]} == set(rules)
    result: dict[str, Any] = run
    return result


def test_sarif_has_all_mistakes_of_all_files_at_once(faulty: Path, kg: Command) -> None:
    outcome = kg("validate", "project", "--format", "sarif")

    run = sarif_of(outcome.out)
    places = {
        (
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["locations"][0]["physicalLocation"]["region"]["startLine"],
        ): result
        for result in run["results"]
    }
    for name, (_, message, line, rule) in FAULTS.items():
        result = places[f"project/{name}", line]
        assert result["level"] == "error"
        assert message in result["message"]["text"] + result.get("properties", {}).get("field", "")
        assert result["ruleId"] == (rule or "unusable-input")
    assert run["invocations"] == [{"executionSuccessful": False}]
    assert [result["ruleId"] for result in run["results"] if result["level"] == "warning"] == ["odd-input"]
    assert outcome.code == 2  # kg.yaml cannot be used


def test_github_shows_each_mistake_at_its_place(faulty: Path, kg: Command) -> None:
    outcome = kg("validate", "project", "--format", "github")

    lines = outcome.out.splitlines()
    assert all(COMMAND.fullmatch(line) for line in lines)
    for name, (_, _, line, _) in FAULTS.items():
        assert any(shown.startswith(f"::error file=project/{name},line={line}") for shown in lines), name
    assert sum(shown.startswith("::warning file=project/profiles/ada-lovelace.yaml,line=4,") for shown in lines) == 1


def test_json_has_each_mistake_and_says_that_there_was_no_graph(faulty: Path, kg: Command) -> None:
    found = json.loads(kg("validate", "project", "--format", "json").out)

    assert (found["conforms"], found["validated"]) == (False, False)
    assert found["files"] == {"errors": len(FAULTS), "warnings": 1}
    assert {entry["file"] for entry in found["results"]} >= {f"project/{name}" for name in FAULTS}
    assert all(entry["focus"] is None for entry in found["results"])


@pytest.mark.parametrize("form", ["text", "turtle"])
def test_other_formats_say_on_stderr_what_is_wrong_with_files(faulty: Path, kg: Command, form: str) -> None:
    outcome = kg("validate", "project", "--format", form)

    assert outcome.out == ""
    assert all(f"project/{name}" in outcome.err for name in FAULTS)
    assert f"{len(FAULTS)} errors" in outcome.err


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_no_project_is_a_valid_report_with_an_error(kg: Command, form: str) -> None:
    outcome = kg("validate", "nowhere", "--format", form)

    assert outcome.code == 2
    assert "there is no project in 'nowhere'" in outcome.out
    if form == "sarif":
        sarif_of(outcome.out)


def test_a_good_project_is_a_valid_empty_run(project: Path, kg: Command) -> None:
    outcome = kg("validate", "project", "--format", "sarif")

    run = sarif_of(outcome.out)
    assert (outcome.code, run["results"]) == (0, [])
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert kg("validate", "project", "--format", "github").out == ""


def test_what_is_odd_in_files_stands_beside_what_is_wrong_in_the_graph(project: Path, kg: Command) -> None:
    (project / "profiles" / "ada-lovelace.yaml").write_text(ADA + ODD.replace(", year: 1843", ""))

    found = json.loads(kg("validate", "project", "--format", "json").out)
    levels = [result["level"] for result in sarif_of(kg("validate", "project", "--format", "sarif").out)["results"]]

    assert found["conforms"]
    assert (found["files"], found["counts"]["warning"]) == ({"errors": 0, "warnings": 1}, 1)
    assert levels == ["warning", "warning"]


def test_profiles_that_are_left_out_are_errors_in_the_report(project: Path, kg: Command) -> None:
    (project / "profiles" / "key.yaml").write_text("id: key\nname: Key\nnickname: K\n")

    outcome = kg("validate", "project", "--keep-going", "--format", "github")

    assert outcome.code == 0
    assert outcome.out.startswith("::error file=project/profiles/key.yaml,line=3,col=1,title=nickname::")


TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)


@given(st.lists(st.builds(Problem, TEXTS.filter(bool), TEXTS.map(Path), st.integers(1, 99), st.integers(1, 99), TEXTS)))
def test_any_problem_has_a_valid_form(problems: list[Problem]) -> None:
    report = Report().with_files(problems, problems, is_of_graph=False)

    assert len(sarif_of(RENDERINGS["sarif"](report))["results"]) == 2 * len(problems)
    assert len(json.loads(RENDERINGS["json"](report))["results"]) == 2 * len(problems)
    lines = RENDERINGS["github"](report).split("\n")[:-1]
    assert all(COMMAND.match(line) for line in lines)
    assert len(lines) == 2 * len(problems)


def test_a_file_name_that_is_not_utf_8_can_be_reported() -> None:
    report = Report().with_files([Problem("no", Path("profiles/\udce9.yaml"), 1)], [], is_of_graph=False)

    assert "profiles/%E9.yaml" in RENDERINGS["sarif"](report)
    assert all(RENDERINGS[form](report).encode() for form in ("json", "sarif", "github"))


# --- warnings, folded and counted


def odd(count: int) -> str:
    works = "".join(f"  - {{title: Work {n}, {TWICE}, year: 1843}}\n" for n in range(count))
    return f"{ADA}publications:\n{works}"


@pytest.mark.parametrize("command", [("build", "project"), ("validate", "project")])
def test_the_same_warning_in_many_entries_is_one_line_and_all_are_counted(
    project: Path, kg: Command, command: tuple[str, ...]
) -> None:
    (project / "profiles" / "ada-lovelace.yaml").write_text(odd(56))

    outcome = kg(*command)

    (line,) = [line for line in outcome.err.splitlines() if line.startswith("warning: ")]
    assert "ada-lovelace.yaml:4:" in line
    assert line.endswith("; 55 more like it, at lines 5, 6, 7, 8, 9 …")
    assert "0 violations, 0 warnings, 0 remarks; 56 warnings on files" in outcome.err + outcome.out


@pytest.mark.thorough
def test_warnings_beyond_those_that_are_kept_are_counted(project: Path, kg: Command) -> None:
    (project / "profiles" / "ada-lovelace.yaml").write_text(odd(MAX_PROBLEMS + 1))

    assert "; 1,001 warnings on files" in kg("build", "project").err
    assert "; 1,001 warnings on files" in kg("build", "project").err


MANY = st.builds(
    Problem,
    st.sampled_from(["no 'x'", "no 'y'", "odd"]),
    st.sampled_from([None, Path("a"), Path("b")]),
    st.integers(1, 9),
)


@given(st.lists(MANY, max_size=40))
def test_folding_loses_no_warning(problems: list[Problem]) -> None:
    lines = list(folded(problems))

    more = [re.search(r"(\d+) more like it", line) for line in lines]
    assert len(lines) + sum(int(each[1]) for each in more if each) == len(problems)
    assert len(lines) <= 6


@pytest.mark.parametrize(("in_each", "rest"), [(1, "20 like it"), (3, "60 like it")])
def test_a_warning_of_many_files_is_shown_for_some_and_counted_for_the_rest(in_each: int, rest: str) -> None:
    lines = list(folded([Problem("odd", Path(f"{n}.yaml"), line) for n in range(30) for line in range(1, in_each + 1)]))

    assert len(lines) == MAX_FILES + 1
    assert lines[-1] == f"10.yaml:1: odd; {rest} in 20 more files"
