"""The documents show what the program does: their commands are run, and their output is compared."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import generate
import httpx2 as httpx
import pytest
import typer.main
import yaml

from kg import __all__ as public_names
from kg.base.version import __version__
from kg.cli import app
from kg.store import questions
from kg.store.release import Release
from kg.terms.declaration import kg_declaration
from tests.conftest import ROOT, SAMPLE, Command, environment_without_kg
from tests.support.serving import served

README = ROOT / "README.md"
DOCS = ROOT / "docs"
QUERIES = DOCS / "queries.md"
PUBLISHING = DOCS / "publishing.md"
INTRODUCTION = """\
# Questions

Each named question, asked of the sample in `data/`; `make golden` writes this file.

A question whose header has a line such as `#+ panel: {of: person, title: Co-authors}` is also a panel on the pages of
things of that kind; the thing is the value of its parameter of that type. Where it stands, the `page` of the kind says
(see [declaration.md](declaration.md)); those that it does not name follow, by their `place` if they state one.
With `count: {work: [work, works]}` the head of the page counts the things of a column, or adds up its numbers.

On the page *Ask* a question is the sentence that its header has, such as `#+ question: "Who wrote with {person}?"`,
with a field for each parameter; one without stands there with its summary. `#+ theme: together` says among which
questions it stands: `together`, `works`, `careers`, `people`, `subjects`, `places`, `record`, or else `more`.

"""
LONGEST = 24
QUESTIONS = questions.queries()

_BLOCK = re.compile(r'^```(?P<language>\w+)(?: title="(?P<file>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} (.*)$", re.MULTILINE)
_MEASURED = re.compile(
    r"in \d+\.\d s|\b\d{1,2} [A-Z][a-z]{2} 20\d\d\b|[\d,]+ files, [\d.]+ MB|[\d,]+(?= written| removed)"
    r"|(?<=build/releases/)[0-9a-f]{12}"
)
"""What differs from run to run or with any change of the program: times, days, sizes of sites, ids of releases."""

WRITTEN = sorted(path for path in DOCS.rglob("*.md") if path.parent.name != "examples" and path != QUERIES)
SHOWN = [path for path in (README, *WRITTEN) if "```console" in path.read_text(encoding="utf-8")]
LINKED = [README, ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "CHANGELOG.md", QUERIES, *WRITTEN]

Document = Callable[[Path, str], None]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def document(request: pytest.FixtureRequest) -> Document:
    """Return the check that a document has a text, apart from times and sizes; or write the text into it."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert _MEASURED.sub("…", text) == _MEASURED.sub("…", path.read_text(encoding="utf-8"))

    return check


def with_real_output(text: str, directory: Path) -> str:
    """Return a document whose console blocks show what their commands print.

    A block with a title, such as ```yaml title="profiles/ada.yaml", is written to that file when its turn comes.
    """
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**environment_without_kg(), "PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "120"}

    def run(command: str) -> str:
        result = subprocess.run(
            ["sh", "-c", command],
            cwd=directory,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return f"$ {command}\n{result.stdout}".rstrip() + "\n"

    def replaced(block: re.Match[str]) -> str:
        if block["file"]:
            target = directory / block["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block["text"], encoding="utf-8")
        if block["language"] != "console":
            return block[0]
        commands = [line.removeprefix("$ ") for line in block["text"].splitlines() if line.startswith("$ ")]
        return "```console\n" + "\n".join(map(run, commands)) + "```"

    return _BLOCK.sub(replaced, text)


@pytest.mark.slow
@pytest.mark.parametrize("path", SHOWN, ids=name_of)
def test_a_document_shows_what_its_commands_print(
    path: Path, document: Document, release: Release, tmp_path: Path
) -> None:
    shutil.copytree(SAMPLE, tmp_path / "data")
    shutil.copytree(DOCS / "examples", tmp_path / "docs" / "examples")
    shown = path.read_text(encoding="utf-8")
    if "$ kg build" not in shown:
        shutil.copytree(release.path.parents[1], tmp_path / "build", symlinks=True)

    document(path, with_real_output(shown, tmp_path))

    if path == PUBLISHING:
        with served(tmp_path / "build") as address:
            assert "kg serve build\n" in shown
            assert "Mary Somerville" in httpx.get(f"{address}/person/").text


@pytest.mark.thorough
def test_each_question_is_shown_with_its_answer(document: Document, release: Release, kg: Command) -> None:
    rows = [f"| [`{name}`](#{name}) | {query.header.summary} |" for name, query in QUESTIONS.items()]
    text = INTRODUCTION + "\n".join(["| Question | Answers |", "|---|---|", *rows]) + "\n"
    for name, query in QUESTIONS.items():
        out = command_output(kg, query.usage, release)
        description = f"\n{query.header.description.strip()}\n" if query.header.description else ""
        text += f"\n## {name}\n\n{query.header.summary}.\n{description}\n```console\n$ {query.usage}\n{out}```\n"

    document(QUERIES, text)


def command_output(kg: Command, usage: str, release: Release) -> str:
    """Return what a command says, cut after some lines."""
    said = kg(*shlex.split(usage)[1:], "--release", release.path)
    assert said.code == 0, said.err
    lines = said.out.splitlines()
    if len(lines) > LONGEST + 2:
        lines = [*lines[:LONGEST], f"… {len(lines) - LONGEST} more lines"]
    return "\n".join(lines) + "\n"


def anchors_of(text: str) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub and MkDocs make them."""
    prose = _BLOCK.sub("", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(prose)}


@pytest.mark.parametrize("path", LINKED, ids=name_of)
def test_links_of_documents_lead_somewhere(path: Path) -> None:
    lost = []
    for link in _LINK.findall(_BLOCK.sub("", path.read_text(encoding="utf-8"))):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if ":" in name:
            continue
        if not target.exists() or (anchor and anchor not in anchors_of(target.read_text(encoding="utf-8"))):
            lost.append(link)

    assert lost == []


@pytest.mark.parametrize("path", [path for path in LINKED if path.name != "CHANGELOG.md"], ids=name_of)
def test_files_that_documents_name_exist(path: Path) -> None:
    named = re.findall(r"`((?:kg|tests|benchmarks|shapes|ontology)/[a-z0-9_/.]+)`", path.read_text(encoding="utf-8"))

    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_readme_is_short_and_the_picture_of_rooms_has_each() -> None:
    rooms = {path.parent.name for path in (ROOT / "kg").glob("*/__init__.py")}
    drawn = "".join(line for line in (ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines() if line[:1] == "│")

    assert len(README.read_text(encoding="utf-8").split()) <= 800
    assert rooms <= set(re.findall(r"\w+", drawn))


@pytest.mark.thorough
def test_the_reference_has_every_kind_command_and_route() -> None:
    pages = generate.pages()
    commands: dict[str, Any] = vars(typer.main.get_command(app))["commands"]

    assert {f"## {kind}" for kind in kg_declaration().kinds} <= set(pages["reference/kinds.md"].splitlines())
    assert {f"### kg {name}" for name in commands} <= set(pages["reference/cli.md"].splitlines())
    assert {f"## kg.{name}" for name in public_names} <= set(pages["reference/python.md"].splitlines())
    assert all(f"`GET /api/queries/{name}`" in pages["reference/http.md"] for name in QUESTIONS)


@pytest.mark.thorough
def test_links_of_the_reference_lead_somewhere() -> None:
    for path, text in generate.pages().items():
        for link in _LINK.findall(text):
            name, _, anchor = link.partition("#")
            assert (DOCS / path).parent.joinpath(name).resolve().exists() if name else anchor in anchors_of(text), link


def test_the_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    releases = re.findall(
        r"^## \[(\d[^]]*)\] - (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    )

    assert releases[0] == (__version__, str(citation["date-released"]))
    assert citation["version"] == __version__


def test_the_workflow_is_one_that_github_accepts() -> None:
    workflow = ROOT / ".github" / "workflows" / "ci.yml"
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(workflow)]

    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    assert set(re.findall(r"run: make (\w+)", workflow.read_text(encoding="utf-8"))) == {"lint", "test", "docs"}
