"""The command line: its help, its exit codes, and what it writes where."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest

import kg as package
from kg.base.errors import ConfigError
from kg.cli import PANELS
from kg.cli.project import SchemaKind
from kg.store.questions import queries
from kg.store.release import MANIFEST, Release
from tests.conftest import SAMPLE, Command, Outcome, environment_without_kg

COMMANDS = ("init", "build", "validate", "info", "schema", "query", "sparql", "export")
KG = (sys.executable, "-m", "kg")
NAMED_KG = (sys.executable, "-c", "import sys; sys.argv[0] = 'kg'; from kg.cli import main; main()")  # as installed
ESCAPE = "\x1b"


def environment(**more: str) -> dict[str, str]:
    """Return an environment in which nothing but a terminal, or `more`, asks for colour."""
    chosen = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS")
    kept = {name: value for name, value in environment_without_kg().items() if name not in chosen}
    return kept | {"TERM": "xterm-256color", "PYTHONPATH": str(Path(package.__file__).parent.parent)} | more


def on_terminal(*arguments: object, cwd: Path, env: Mapping[str, str]) -> Outcome:
    """Run kg with stderr on a terminal and stdout in a pipe."""
    ours, theirs = os.openpty()
    command = [*KG, *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=cwd, env=env) as process:
        os.close(theirs)
        said = _read_all(ours)
        assert process.stdout is not None
        out = process.stdout.read().decode()
    os.close(ours)
    return Outcome(process.returncode, out, said.decode())


def _read_all(terminal: int) -> bytes:
    said = b""
    while True:
        try:
            chunk = os.read(terminal, 1 << 16)
        except OSError:  # how Linux says that the other side is closed
            return said
        if not chunk:
            return said
        said += chunk


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_a_summary_and_examples_on_lines_of_their_own(command: str, kg: Command) -> None:
    outcome = kg(command, "-h")

    assert outcome.code == 0
    assert re.search(rf"^Usage: kg {command} ", outcome.out)
    assert re.search(r"^  [A-Z][^\n]*\.$", outcome.out, re.MULTILINE)
    assert re.search(rf"^  Examples?:\n    kg {command}\b", outcome.out, re.MULTILINE)
    assert "\\b" not in outcome.out
    assert "\b" not in outcome.out


def test_the_help_explains_the_commands_of_every_day_and_names_the_others(kg: Command) -> None:
    out, names = kg("--help").out, [name for group in PANELS.values() for name in group]
    explained = {name for name in names if re.search(rf"^  {name}  +\S.*\.$", out, re.MULTILINE)}

    assert len(explained) <= 14
    assert {"init", "build", "query", "serve"} <= explained
    assert set(names) - explained <= set(re.split(r"[,\s]+", out.partition("More (")[2]))


def test_no_summary_is_cut_and_each_command_is_in_a_group(kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    out = kg("--all").out

    assert "..." not in out.partition("Commands:")[2]
    assert "\nMore:" not in out
    for title, names in PANELS.items():
        rows = out.partition(f"\n{title}:\n")[2].partition("\n\n")[0].splitlines()
        listed = [row.split()[0] for row in rows if row[2] != " "]
        assert listed == [name for name in names if name in listed]
        assert (len(rows), max(map(len, rows)) <= 80) == (len(names), True)


def test_the_version_is_that_of_the_package(kg: Command) -> None:
    assert kg("--version") == (0, f"kg {package.__version__}\n", "")


def test_the_help_of_a_question_explains_its_options(kg: Command) -> None:
    out = kg("query", "people-at", "--help").out

    assert out.startswith("People at an organisation, now and before, or in a year.\n\n")
    assert re.search(r"--organization ORGANIZATION +\S.*, such as ", out)
    assert re.search(r"--year \w+ +\S.* \(optional\), such as \d{4}\n", out)
    assert "\nExample:\n  kg query people-at --organization " in out
    assert out.endswith("\nOptions of all questions: kg query --help\n")


def test_query_alone_lists_all_questions_and_what_they_need(kg: Command) -> None:
    out = kg("query").out

    assert re.search(r"^  publications +Publications of a person  \(--person\)$", out, re.MULTILINE)
    assert re.search(r"^  people-at +\S.*  \(--organization \[--year\]\)$", out, re.MULTILINE)
    assert sorted(re.findall(r"^  (\S+)", out, re.MULTILINE)) == sorted(queries())


@pytest.mark.parametrize("about", ["system/lyra", "Lyra", "system"])
def test_the_questions_that_fit_a_thing_or_a_kind_are_listed(about: str, release: Release, kg: Command) -> None:
    names = re.findall(r"^  (\S+)", kg("query", "--about", about, "--release", release.path).out, re.MULTILINE)

    assert {"people-of-system", "evidence"} <= set(names)
    assert {query.header.parameter_for("system") for query in queries().values() if query.name in names} >= {"system"}
    assert "publications" not in names


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kg query publica", "publications"),
        ("kg query publications --person jiam", "jiamin-li"),
        ("kg query people --format cs", "csv"),
        ("kg export jiam", "jiamin-li"),
        ("kg render cv jiam", "jiamin-li"),
    ],
)
def test_the_shell_completes(
    line: str, offered: str, release: Release, tmp_path: Path, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "profiles" / "drafts"
    below.mkdir(parents=True)
    (tmp_path / "build").symlink_to(release.path)
    monkeypatch.chdir(below)
    monkeypatch.setattr(sys.modules["__main__"], "__package__", "")  # a program that is called kg, not python -m
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1), "_KG_COMPLETE": "complete_bash"}
    for name, value in words.items():
        monkeypatch.setenv(name, value)

    assert offered in kg().out.split("\n")


@pytest.mark.thorough
def test_completion_without_a_release_offers_the_questions_of_kg(tmp_path: Path) -> None:
    words = {"COMP_WORDS": "kg query publica", "COMP_CWORD": "2", "_KG_COMPLETE": "complete_bash"}

    ran = subprocess.run(NAMED_KG, capture_output=True, text=True, cwd=tmp_path, env=environment(**words), check=True)

    assert ran.stdout == "publications\n"
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("query", "people"), 0, ""),
        (("query", "talks", "--person", "Jiamin Li"), 1, "nothing found"),
        (("query", "publications"), 2, "needs the parameter 'person'"),
        (("sparql", "SELECT * { ?s ?p 1234567 }"), 1, "nothing found"),
        (("export", "Nobody"), 1, "there is no thing called 'Nobody'"),
        (("build", "nowhere"), 2, "there is no project in 'nowhere'"),
        (("build", "--workers", "0"), 2, "'--workers': expected at least 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_exit_codes_tell_success_nothing_found_and_misuse_apart(
    arguments: tuple[str, ...], code: int, said: str, release: Release, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_RELEASE", str(release.path))

    outcome = kg(*arguments)

    assert outcome.code == code
    assert said in outcome.err
    assert "Traceback" not in outcome.err
    assert code == 0 or outcome.out == ""


@pytest.mark.parametrize(
    ("arguments", "near"),
    [
        (("quary",), "'query'"),
        (("build", "--stirct"), "--strict"),
        (("query", "publicatons"), "did you mean 'publications'?"),
        (("query", "publications", "--pesron", "x"), "did you mean '--person'?"),
        (("query", "publications", "--person", "Shen Li", "--formt", "csv"), "did you mean '--format'?"),
        (("query", "publications", "--person", "Jinlian Wei"), "'Jinliang Wei'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_is_misspelt_is_answered_with_the_nearest(
    arguments: tuple[str, ...], near: str, release: Release, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_RELEASE", str(release.path))

    outcome = kg(*arguments)

    assert outcome.code in (1, 2)
    assert near in outcome.err


@pytest.mark.thorough
def test_a_project_and_its_releases_are_found_from_any_folder_below(
    kg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kg("init", "group")
    below = tmp_path / "group" / "profiles"
    monkeypatch.chdir(below)
    built = kg("build")

    assert built.out.startswith("../build/releases/"), built.err
    assert not (below / "build").exists()
    assert "Ada Lovelace" in kg("query", "people").out
    assert kg("query", "publications", "Ada Lovelace") == kg("query", "publications", "--person", "Ada Lovelace")
    assert "Ada Lovelace" in kg("export", "ada-lovelace").out
    assert kg("validate").code == 0
    assert kg("build", "--out", "here").out.startswith("here/releases/")

    kg("init", "../../more/other")
    monkeypatch.chdir("../../more/other")
    assert kg("query", "people").code == 2, "a release of a folder far above is of another project"


def test_a_question_of_the_project_is_asked_of_an_endpoint(kg: Command, address: str, tmp_path: Path) -> None:
    kg("init", ".")
    (tmp_path / "queries").mkdir()
    (tmp_path / "queries" / "own.rq").write_text("#+ summary: One\nSELECT ?one { VALUES ?one { 1 } }\n")

    assert kg("query", "own", "--endpoint", f"{address}/sparql", "--format", "csv").out.split() == ["one", "1"]
    assert "own" in kg("query", "--endpoint", f"{address}/sparql").out.split()


def test_an_error_is_one_line_with_a_hint_after_a_blank_one_and_a_traceback_only_for_debugging(kg: Command) -> None:
    said = "error: there is no project in 'nowhere': kg.yaml is missing\n\nhint: make one: kg init DIR\n\n"

    assert kg("build", "nowhere") == (2, "", said)
    with pytest.raises(ConfigError):
        kg("--debug", "build", "nowhere")


@pytest.mark.parametrize("arguments", [("--help",), ("query", "people"), ("query", "nonsense"), ("info",)])
def test_what_is_no_terminal_gets_no_escape_codes(
    arguments: tuple[str, ...], release: Release, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_RELEASE", str(release.path))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR")

    outcome = kg(*arguments)

    assert outcome.out + outcome.err
    assert ESCAPE not in outcome.out + outcome.err


@pytest.mark.thorough
def test_a_terminal_gets_bars_and_stdout_holds_only_the_result(tmp_path: Path) -> None:
    outcome = on_terminal("build", SAMPLE, cwd=tmp_path, env=environment())

    assert outcome.code == 0
    assert re.fullmatch(r"build/releases/[0-9a-f]{12}\n", outcome.out)
    phases = ("reading", "mapping and loading", "validating", "releasing")
    last = outcome.err[outcome.err.rindex(phases[0]) :]
    assert [phase for phase in phases if phase in last] == sorted(phases, key=last.index)
    assert "━" in outcome.err
    assert "5/5" in outcome.err
    assert "The graph conforms" in outcome.err


@pytest.mark.thorough
@pytest.mark.parametrize(("more", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_no_color_and_dumb_terminals_get_no_colour(more: dict[str, str], coloured: bool, project: Path) -> None:
    outcome = on_terminal("build", "project", cwd=project.parent, env=environment(**more))

    assert bool(re.search(r"\x1b\[[0-9;]*3[0-9]", outcome.err)) is coloured


def test_info_says_what_a_release_holds(release: Release, kg: Command) -> None:
    lines = dict(line.split(maxsplit=1) for line in kg("info", "--release", release.path).out.splitlines())

    assert lines["title"] == "Five researchers in machine learning systems"
    assert lines["base"] == release.base
    assert lines["release"] == str(release.path)
    assert lines["holds"].startswith("5 profiles, ")
    assert re.fullmatch(r"0 violations, \d+ warnings?, \d+ remarks?", lines["validated"])


def test_info_says_that_a_release_was_not_validated(project: Path, kg: Command) -> None:
    kg("build", project, "--skip-validation")

    assert kg("info").out.endswith("validated  no\n")


def test_info_as_json_is_the_manifest(release: Release, kg: Command) -> None:
    outcome = kg("info", "--json", "--release", release.path)

    assert outcome.err == ""
    assert json.loads(outcome.out) == json.loads((release.path / MANIFEST).read_text())


def test_schema_knows_each_kind_of_file(kg: Command) -> None:
    for kind in get_args(SchemaKind):
        assert kg("schema", kind).out.startswith('{\n  "$schema": ')


def test_an_export_ends_quietly_when_its_reader_has_enough(release: Release) -> None:
    assert left_early("export", "--release", release.path) == (0, b"")


def test_an_answer_ends_quietly_when_its_reader_has_enough(release: Release) -> None:
    much = "SELECT * { ?s ?p ?o } LIMIT 2000"  # more than a pipe holds

    assert left_early("sparql", much, "--release", release.path) == (0, b"")


def left_early(*arguments: object) -> tuple[int, bytes]:
    """Return code and stderr of a command whose reader leaves after some bytes."""
    with subprocess.Popen(
        [*KG, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(9)
        process.stdout.close()
        said = process.stderr.read()
    return process.returncode, said


INTERRUPTED_IN_A_CALLBACK = """\
import os, signal
from pydantic import BaseModel, field_serializer
from kg.cli import app, main

class Slow(BaseModel):
    name: str = "Ada"

    @field_serializer("name")
    def interrupted(self, name: str) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return name

app.command("slow")(lambda: print(Slow().model_dump_json()))
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""


def test_an_interrupt_that_a_library_makes_an_error_of_its_own_ends_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED_IN_A_CALLBACK, "slow"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment())

    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_what_no_question_can_be_about_is_refused(release: Release, kg: Command) -> None:
    outcome = kg("query", "--about", "Nobody At All", "--release", release.path)

    assert outcome.code == 1
    assert "there is no thing called 'Nobody At All'" in outcome.err
