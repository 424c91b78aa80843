"""A file holds what its suffix says, or is not written: every command that takes -o, with every suffix."""

import csv
import io
import json
import os
import threading
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pyoxigraph
import pytest
import yaml

from kg.store.release import Release
from tests.conftest import ADA, Command

PERSON = "yinmin-zhong"
CONSTRUCT = "CONSTRUCT { ?s ?p ?o } WHERE { ?s a schema:Person ; ?p ?o } LIMIT 20"
WORK = "publications:\n  - {title: On Engines, authors: [Ada Lovelace], year: 1843}\n"
BIB = "@article{a, title = {On Engines}, author = {Ada Lovelace}, year = {1843}}\n"
CV = "# Ada Lovelace\n\n## Publications\n\n- A. Lovelace. On Engines. Journal of Engines, 1843.\n"
COMMANDS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "query": (("query", "people"), ".CSV"),
    "ask": (("sparql", "ASK { ?s ?p ?o }"), ".json"),
    "construct": (("sparql", CONSTRUCT), ".nt"),
    "export": (("export",), ".ttl"),
    "export-one": (("export", f"person/{PERSON}"), ".rdf"),
    "cv": (("render", "cv", PERSON), ".html"),
    "publications": (("render", "publications", PERSON), ".docx"),
    "to-bibtex": (("convert", "ada.yaml", "--to", "bibtex"), ".bib"),
    "diff": (("diff", "release", "release"), ".json"),
    "import": (("import", "bibtex", "ada.bib", "--name", "Ada Lovelace"), ".yaml"),
    "extract": (("extract", "cv.md"), ".yml"),
}
"""Each command, with one of the suffixes that it writes."""


@pytest.fixture
def ready(tmp_path: Path, release: Release, kg: Command, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a directory with something to read for each command."""
    monkeypatch.setenv("KG_RELEASE", str(release.path))
    (tmp_path / "ada.yaml").write_text(ADA + WORK)
    (tmp_path / "ada.bib").write_text(BIB)
    (tmp_path / "cv.md").write_text(CV)
    (tmp_path / "release").symlink_to(release.path)
    return tmp_path


@pytest.mark.thorough
@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_holds_what_its_suffix_says(name: str, ready: Path, kg: Command) -> None:
    arguments, suffix = COMMANDS[name]
    path = ready / f"out{suffix}"

    outcome = kg(*arguments, "-o", path.name)

    assert outcome.code == 0, outcome.err
    assert CHECKS[suffix](path.read_bytes())


CHECKS: Mapping[str, Callable[[bytes], object]] = {
    ".CSV": lambda data: len({len(row) for row in csv.reader(data.decode().splitlines())}) == 1,
    ".srx": lambda data: ElementTree.fromstring(data).tag.endswith("sparql"),  # noqa: S314 - our own text
    ".json": json.loads,
    ".nt": lambda data: list(pyoxigraph.parse(data, pyoxigraph.RdfFormat.N_TRIPLES)),
    ".ttl": lambda data: list(pyoxigraph.parse(data, pyoxigraph.RdfFormat.TURTLE)),
    ".rdf": lambda data: list(pyoxigraph.parse(data, pyoxigraph.RdfFormat.RDF_XML)),
    ".html": lambda data: data.startswith(b"<!DOCTYPE html>"),
    ".pdf": lambda data: data.startswith(b"%PDF-"),
    ".docx": lambda data: "word/document.xml" in zipfile.ZipFile(io.BytesIO(data)).namelist(),
    ".bib": lambda data: data.startswith(b"@"),
    ".yaml": yaml.safe_load,
    ".yml": yaml.safe_load,
}


@pytest.mark.parametrize("name", ["query", "export-one", "cv", "extract"])
def test_another_suffix_is_refused_and_nothing_is_written(name: str, ready: Path, kg: Command) -> None:
    outcome = kg(*COMMANDS[name][0], "-o", "out.ods")

    assert (outcome.code, outcome.out) == (2, "")
    assert "'.ods'" in outcome.err or "written as YAML: call it out.yaml" in outcome.err
    assert not (ready / "out.ods").exists()


@pytest.mark.parametrize(
    ("arguments", "output", "said"),
    [
        (("query", "people", "--format", "json"), "a.csv", "'.csv' does not stand for json; choose .json or .srj"),
        (("export", "--format", "turtle"), "a.nt", "'.nt' does not stand for turtle; choose .ttl"),
        (("diff", "release", "release", "--format", "json"), "a.md", "'.md' does not stand for json; choose .json"),
        (("sparql", "SELECT ?s { ?s ?p ?o }"), "a.ttl", "a table of solutions cannot be written as '.ttl'"),
    ],
)
def test_a_format_and_a_suffix_that_contradict_each_other_are_refused(
    arguments: tuple[str, ...], output: str, said: str, ready: Path, kg: Command
) -> None:
    outcome = kg(*arguments, "-o", output)

    assert outcome.code == 2
    assert said in " ".join(outcome.err.split())
    assert not (ready / output).exists()


def test_a_pipe_takes_any_form(ready: Path, kg: Command) -> None:
    pipe = ready / "cv.pdf"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()

    assert kg("render", "cv", PERSON, "-o", "cv.pdf", "--format", "html").code == 0
    reader.join()
    assert found[0].startswith("<!DOCTYPE html>")
