"""`kg init`: a project of a person, a group or a department, with what it needs and nothing of the sample."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from kg.profile.config import read_project
from tests.cli.test_many import data
from tests.cli.test_syncing import git, repository
from tests.conftest import Command, environment_without_kg
from tests.support.api_server import Api
from tests.support.orcid_records import name, orcid
from tests.support.registries import Registries

pytestmark = pytest.mark.thorough

GROUP = ("init", "new", "--for", "group", "--name", "Chemistry: Group #1", "--base", "https://chem.example.org/kg/")


def texts(directory: Path) -> str:
    files = (path for path in directory.rglob("*") if path.is_file() and "schemas" not in path.parts)
    return "\n".join(path.read_text(encoding="utf-8-sig") for path in files)


def test_a_group_starts_with_a_list_to_fill_in_and_without_the_sample(kg: Command) -> None:
    outcome = kg(*GROUP, "--source", "orcid", "--source", "openalex")

    config = read_project(Path("new")).config
    assert outcome.code == 0
    assert (config.title, config.base) == ("Chemistry: Group #1", "https://chem.example.org/kg/")
    assert list(config.sync) == ["orcid", "openalex"]
    assert data("new/organizations.yaml")["organizations"] == [
        {"id": "chemistry-group-1", "name": "Chemistry: Group #1"}
    ]
    assert Path("new/staff.csv").read_text(encoding="utf-8-sig").startswith("Name,ORCID iD,E-mail,")
    assert not any(word in texts(Path("new")) for word in ("Lovelace", "London", "Scientific Memoirs"))
    assert "kg add staff.csv homepages/ papers.bib" in outcome.err


def test_a_group_gets_from_its_list_to_a_graph_by_the_commands_that_are_shown(
    kg: Command, registries: Registries, monkeypatch: pytest.MonkeyPatch
) -> None:
    kg(*GROUP, "--source", "orcid")
    monkeypatch.chdir("new")
    with Path("staff.csv").open("a", encoding="utf-8") as staff:
        staff.writelines(
            f"{' '.join(name(person))},{orcid(person)},p{person}@example.org,,,,,,,\n" for person in range(3)
        )
    registries.works = {person: [person, 10 + person] for person in range(3)}
    registries.answer()

    codes = [
        kg(*command).code for command in (("import", "staff", "staff.csv", "-o", "profiles/"), ("sync",), ("build",))
    ]

    assert codes == [0, 0, 0]
    assert "6 works" in kg("info").out
    assert "@example.org" not in kg("export").out


def test_the_sample_has_the_base_and_the_name_that_are_given_and_leaves_nothing_when_its_profile_goes(
    kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    kg("init", "new", "--base", "https://moss.edu/kg/", "--name", "Moss Lab")
    monkeypatch.chdir("new")
    assert yaml.safe_load(Path("kg.yaml").read_text())["title"] == "Moss Lab"
    assert "--for person" in kg("init", "other", "--orcid", "0000-0002-1825-0097").err
    Path("profiles/ada-lovelace.yaml").unlink()
    Path("profiles/ada-vane.yaml").write_text("id: ada-vane\nname: Ada Vane\n")

    assert kg("build").code == 0
    kinds = {"Person": 1, "Organization": 1, "Periodical": 0}  # the publisher of the graph is an organisation, too
    found = {kind: kg("sparql", f"SELECT ?x {{ ?x a schema:{kind} }}", "--format", "csv").out for kind in kinds}
    assert {kind: len(rows.splitlines()[1:]) for kind, rows in found.items()} == kinds
    assert "https://moss.edu/kg/person/ada-vane" in found["Person"]


@pytest.mark.parametrize(("base", "is_example"), [("https://moss.edu/", False), ("https://moss.example.org/", True)])
def test_a_base_of_the_examples_is_named_when_a_project_starts_and_when_it_is_published(
    kg: Command, base: str, is_example: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = kg("init", "me", "--for", "person", "--name", "Ada Vane", "--base", base)
    monkeypatch.chdir("me")
    kg("build")
    published = kg("publish", "site", "--workers", 1)

    assert ("choose 'base'" in started.err) is is_example
    assert (f"warning: the base of the IRIs is that of the examples, {base}" in published.err) is is_example


def test_a_person_starts_with_a_profile(kg: Command) -> None:
    outcome = kg(
        "init", "me", "--for", "person", "--name", "Mary Somerville", "--orcid", "https://orcid.org/0000-0002-1825-0097"
    )

    assert outcome.code == 0
    said = {"id": "mary-somerville", "name": "Mary Somerville", "orcid": "0000-0002-1825-0097"}
    assert data("me/profiles/mary-somerville.yaml") == said
    assert not Path("me/staff.csv").exists()
    assert kg("build", "me").code == 0


@pytest.mark.parametrize(
    ("host", "files"),
    [
        ("github", {".github/workflows/site.yml", ".github/workflows/sync.yml"}),
        ("gitlab", {".gitlab-ci.yml"}),
        ("none", set()),
    ],
)
def test_a_host_gets_its_workflows_and_the_readme_names_them(kg: Command, host: str, files: set[str]) -> None:
    kg(*GROUP, "--host", host)

    hidden = {path.relative_to("new").as_posix() for path in Path("new").rglob("*.yml")}
    assert hidden == files
    readme = Path("new/README.md").read_text(encoding="utf-8")
    assert all(f"`{file}`" in readme for file in files)
    assert (".github" in readme) == (host == "github")


@pytest.mark.parametrize(
    ("host", "schema", "file"),
    [
        ("github", "vendor.github-workflows", ".github/workflows/site.yml"),
        ("github", "vendor.github-workflows", ".github/workflows/sync.yml"),
        ("gitlab", "vendor.gitlab-ci", ".gitlab-ci.yml"),
    ],
)
def test_workflows_are_such_by_the_schemas_of_their_hosts(kg: Command, host: str, schema: str, file: str) -> None:
    kg(*GROUP, "--host", host)

    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, f"new/{file}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_a_terminal_is_asked_what_is_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "kg", "init", "new"]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment_without_kg(), text=True
    )
    os.write(ours, b"gruop\ndepartment\nDepartment of Engines\nWe build engines: large ones.\n\norcid, dblp\n")
    _, said = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)

    assert process.returncode == 0, said
    assert "Say one of person, group, department, sample." in said
    config = read_project(Path("new")).config
    assert (config.title, config.site.lead, config.base, list(config.sync)) == (
        "Department of Engines",
        "We build engines: large ones.",
        "https://kg.example.org/",
        ["orcid", "dblp"],
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--for", "group"), "say what the group is called"),
        (("--for", "group", "--name", "G", "--source", "orcyd"), "no service 'orcyd'"),
        (("--for", "group", "--name", "G", "--orcid", "0000-0002-1825-0097"), "a group has none"),
        (("--for", "person", "--name", "P", "--orcid", "0000-0002-1825-0098"), "checksum"),
        (("--for", "group", "--name", "G", "--base", "chem"), "base"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    kg: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = kg("init", "new", *arguments)

    assert outcome.code in (1, 2)
    assert message in outcome.err
    assert not Path("new").exists()


GH = """#!/bin/sh
echo "$1 $2 $4" >> "$LOG"
test "$2" != list || echo 0
"""


@pytest.mark.slow
def test_the_workflow_opens_a_pull_request_for_each_person_of_whom_something_is_new(
    kg: Command, registries: Registries, api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kg(*GROUP, "--source", "orcid")
    monkeypatch.chdir("new")
    for person in range(2):
        said = {"id": f"p{person}", "name": " ".join(name(person)), "orcid": orcid(person)}
        Path(f"profiles/p{person}.yaml").write_text(yaml.safe_dump(said, allow_unicode=True), encoding="utf-8")
    repository()
    git("init", "--quiet", "--bare", str(tmp_path / "origin.git"))
    git("remote", "add", "origin", str(tmp_path / "origin.git"))
    registries.works = {0: [1], 1: [2]}
    registries.answer()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gh").write_text(GH)
    (tmp_path / "bin" / "gh").chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **environment_without_kg(),
        **api.environment(tmp_path / "cache"),
        "PATH": path,
        "LOG": str(tmp_path / "log"),
    }
    steps = yaml.safe_load(Path(".github/workflows/sync.yml").read_text(encoding="utf-8"))["jobs"]["sync"]["steps"]

    for step in (step["run"] for step in steps if "run" in step and "pip install" not in step["run"]):
        subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step], env=environment, check=True, capture_output=True)

    pushed = git("ls-remote", "--heads", "origin").split()[1::2]
    assert pushed == ["refs/heads/kg-sync/p0", "refs/heads/kg-sync/p1"]
    log = (tmp_path / "log").read_text().splitlines()
    assert [line for line in log if line.startswith("pr create")] == ["pr create kg-sync/p0", "pr create kg-sync/p1"]
