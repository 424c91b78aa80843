"""What the documents show is what the program does: their commands are run and their output is compared."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from kg.store import questions
from kg.store.release import Release
from tests.conftest import ROOT, SAMPLE, Command, environment_without_kg
from tests.support.serving import served

README = ROOT / "README.md"
QUERIES = ROOT / "docs" / "queries.md"
PUBLISHING = ROOT / "docs" / "publishing.md"
INTRODUCTION = """\
# Questions

Each named question, asked of the sample in `data/`; `make golden` writes this file.

A question whose header has a line such as `#+ panel: {of: person, title: Co-authors, place: 40}` is also a
panel on the pages of such things, which are the value of its parameter of that type; panels stand in the order
of their places.
"""
LONGEST = 24
QUESTIONS = questions.queries()

_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"(?<=<!-- queries -->\n).*?(?=<!-- /queries -->)", re.DOTALL)
_MEASURED = re.compile(
    r"in \d+\.\d s|\b\d{1,2} [A-Z][a-z]{2} 20\d\d\b|[\d,]+ files, [\d.]+ MB|[\d,]+(?= written| removed)"
)
"""Times, the day, and sizes of sites: what a page weighs is none of a document's business."""

Document = Callable[[Path, str], None]


@pytest.fixture
def document(request: pytest.FixtureRequest) -> Document:
    """Return the check that a document has a text, apart from times and sizes; or write the text into it."""

    def check(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert _MEASURED.sub("…", text) == _MEASURED.sub("…", path.read_text(encoding="utf-8"))

    return check


def with_real_output(block: str, directory: Path) -> str:
    """Return the commands of a console block, each with what it says."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**environment_without_kg(), "PATH": path, "NO_COLOR": "1", "COLUMNS": "120"}
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    parts = []
    for command in commands:
        said = subprocess.run(
            ["sh", "-c", command.removeprefix("$ ")],
            cwd=directory,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        parts.append(f"{command}\n{said.stdout}".rstrip() + "\n")
    return "\n".join(parts)


def table_of_queries() -> str:
    rows = [f"| [`{name}`](docs/queries.md#{name}) | {query.header.summary} |" for name, query in QUESTIONS.items()]
    return "\n".join(["| Question | Answers |", "|---|---|", *rows]) + "\n"


@pytest.mark.slow
def test_the_readme_shows_what_its_commands_say(document: Document, tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "data")
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")

    text = _BLOCK.sub(lambda block: with_real_output(block[0], tmp_path), README.read_text(encoding="utf-8"))

    document(README, _TABLE.sub(lambda _: table_of_queries(), text))


@pytest.mark.slow
def test_the_guide_to_publishing_shows_what_its_commands_say(document: Document, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    shown = PUBLISHING.read_text(encoding="utf-8")

    text = _BLOCK.sub(lambda block: with_real_output(block[0], tmp_path), shown)

    document(PUBLISHING, text)
    with served(tmp_path / "build") as address:
        assert "kg serve build\n" in shown
        assert "Mary Somerville" in httpx.get(f"{address}/person/").text


@pytest.mark.thorough
def test_each_question_is_shown_with_its_answer(document: Document, release: Release, kg: Command) -> None:
    text = INTRODUCTION
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


@pytest.mark.parametrize("path", [README, QUERIES, PUBLISHING], ids=lambda path: path.name)
def test_links_of_documents_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))

    assert [link for link in links if not (path.parent / link).exists()] == []
