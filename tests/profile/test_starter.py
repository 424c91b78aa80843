"""A new project builds as it is, and what it refers to exists."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.profile.schemas import SCHEMAS, json_schema
from kg.profile.starter import create
from tests.conftest import Command, environment_without_kg

FILES = {
    ".github/workflows/site.yml",
    ".gitignore",
    "README.md",
    "kg.yaml",
    "ontology/own.yaml",
    "organizations.yaml",
    "profiles/ada-lovelace.yaml",
    "venues.yaml",
    *(f"schemas/{kind}.schema.json" for kind in SCHEMAS),
}


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """Return a new project."""
    list(create(tmp_path / "new"))
    return tmp_path / "new"


def commands(text: str) -> list[list[str]]:
    """Return the kg commands of a text, without what follows two spaces or a hash."""
    found = re.findall(r"^\s*(?:- run: )?(kg .*)$", text, re.MULTILINE)
    return [shlex.split(line, comments=True)[1:] for line in found]


def test_init_lists_the_files_it_makes_and_says_what_comes_next(kg: Command) -> None:
    outcome = kg("init", "new")

    listed = [Path(line) for line in outcome.out.splitlines()]
    assert outcome.code == 0
    assert {path.relative_to("new").as_posix() for path in listed} == FILES
    assert all(path.is_file() for path in listed)
    assert {path for path in Path("new").rglob("*") if path.is_file()} == set(listed)
    assert outcome.err == "\nNext: edit new/profiles/ada-lovelace.yaml, then: kg build new\n"


@pytest.mark.thorough
def test_a_new_project_conforms_without_warnings(kg: Command) -> None:
    kg("init", "new")

    built = kg("build", "new", "--strict")

    assert built.code == 0
    assert "warning:" not in built.err
    assert "The graph conforms: 0 violations, 0 warnings, 0 remarks." in built.err
    assert kg("validate", "new", "--strict").code == 0


@pytest.mark.thorough
def test_the_sample_profile_answers_and_keeps_its_address_private(kg: Command) -> None:
    kg("init", "new")
    kg("build", "new")

    assert "Ada Lovelace" in kg("query", "people").out
    assert "Notes by the Translator" in kg("query", "publications", "--person", "Ada Lovelace").out
    assert "ada@example.org" not in kg("export", "--evidence", "--format", "trig").out


@pytest.mark.parametrize("hidden", [True, False])
def test_a_directory_that_is_not_empty_is_refused_and_left_alone(hidden: bool, tmp_path: Path, kg: Command) -> None:
    kept = tmp_path / "new" / (".kept" if hidden else "kept")
    kept.parent.mkdir()
    kept.write_text("mine")

    outcome = kg("init", "new")

    assert outcome == (2, "", "error: new is not empty\n\nhint: choose another directory; nothing was written\n\n")
    assert list(kept.parent.iterdir()) == [kept]


def test_an_empty_directory_and_a_path_with_missing_parents_are_fine(tmp_path: Path, kg: Command) -> None:
    (tmp_path / "empty").mkdir()

    assert kg("init", "empty").code == 0
    assert kg("init", "some/where/new").code == 0
    assert (tmp_path / "some" / "where" / "new" / "kg.yaml").is_file()


def test_a_path_that_is_a_file_is_refused_with_advice(tmp_path: Path, kg: Command) -> None:
    (tmp_path / "file").write_text("mine")

    outcome = kg("init", "file")

    assert outcome.code == 2
    assert outcome.err.startswith("error: file cannot be written: Not a directory\n\nhint: ")
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("file", sorted(file for file in FILES if file.endswith(".yaml")))
def test_each_file_names_its_schema_which_is_there(file: str, new: Path) -> None:
    path = new / file

    match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text())

    assert match
    schema = (path.parent / match[1]).resolve()
    assert schema.is_relative_to(new.resolve())
    kind = schema.name.removesuffix(".schema.json")
    assert schema.read_text() == json_schema(kind) + "\n"
    assert kind in (path.stem, "profile", "config", "ontology")


def test_what_is_made_of_the_project_is_ignored_by_git(new: Path) -> None:
    assert {"build/", "site/"} <= set((new / ".gitignore").read_text().splitlines())


WORKFLOW = Path(".github") / "workflows" / "site.yml"


@pytest.fixture
def workflow(new: Path) -> dict[Any, Any]:
    """Return the workflow, as it is read."""
    read: dict[Any, Any] = yaml.safe_load((new / WORKFLOW).read_text(encoding="utf-8"))
    return read


def test_the_workflow_asks_for_no_more_than_it_needs(workflow: dict[Any, Any], new: Path) -> None:
    check, publish = workflow["jobs"]["check"], workflow["jobs"]["publish"]
    used = [step["uses"] for job in (check, publish) for step in job["steps"] if "uses" in step]

    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in check
    assert publish["permissions"] == {"contents": "read", "pages": "write", "id-token": "write"}
    assert all(re.fullmatch(r"actions/[a-z-]+@v\d+", each) for each in used)
    assert "secrets." not in (new / WORKFLOW).read_text()
    assert not [step["run"] for job in (check, publish) for step in job["steps"] if "${{" in step.get("run", "")]


def test_the_workflow_uploads_hidden_files_of_what_it_publishes(workflow: dict[Any, Any]) -> None:
    (upload,) = (step for step in workflow["jobs"]["publish"]["steps"] if "upload-pages" in step.get("uses", ""))

    assert upload["with"] == {"path": "site", "include-hidden-files": True}


def run_as_github(step: dict[str, Any], project: Path, site: str) -> None:
    """Run a step of the workflow in a project whose site stands at an address."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**environment_without_kg(), "PATH": path, "SITE": site}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_commands_of_the_workflow_work_as_they_stand(workflow: dict[Any, Any], new: Path) -> None:
    steps = [step for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    installing = [step for step in steps if step["run"].startswith('pip install "${KG_SOURCE:?')]
    for step in steps:
        if step not in installing:
            run_as_github(step, new, "http://127.0.0.1:9/kg")

    assert (len(steps), len(installing)) == (5, 2)
    assert (new / "site" / "person" / "ada-lovelace.ttl").is_file()
    assert (new / "site" / "w3id" / ".htaccess").is_file()


@pytest.mark.slow
def test_the_workflow_tells_what_changed_since_the_site_that_stands_there(workflow: dict[Any, Any], new: Path) -> None:
    build, publish = (step for step in workflow["jobs"]["publish"]["steps"] if "kg " in step.get("run", ""))
    former = new.parent / "former"
    with serving(former) as address:
        for title in ("Notes by the Translator", "Notes by Herself"):
            profile = new / "profiles" / "ada-lovelace.yaml"
            profile.write_text(profile.read_text().replace("Notes by the Translator", title))
            run_as_github(build, new, address)
            run_as_github(publish, new, address)
            (new / "site").rename(former if not former.exists() else new / "latest")
            shutil.rmtree(new / "previous")

    assert "Notes by Herself" in (new / "latest" / "feed.xml").read_text()


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """Serve files that may come later, and yield where, without a final slash."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(directory))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_nothing_says_that_kg_is_on_pypi(new: Path) -> None:
    texts = [path.read_text() for path in new.rglob("*") if path.is_file()]

    assert not [text for text in texts if "install profile-kg" in text]


@pytest.mark.thorough
def test_the_commands_of_the_readme_work(new: Path, kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = commands((new / "README.md").read_text())
    monkeypatch.chdir(new)

    assert len(runs) >= 4
    assert {tuple(run): kg(*run).code for run in runs} == {tuple(run): 0 for run in runs}
