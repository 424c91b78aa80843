"""A file holds what its suffix says, or is not written: every command that takes -o, with every suffix."""

import csv
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

from kg.cli.files import form_of
from kg.interchange.formats import read
from kg.store.release import Release
from tests.conftest import ADA, Command

PERSON = "yinmin-zhong"
CONSTRUCT = "CONSTRUCT { ?s ?p ?o } WHERE { ?s a schema:Person ; ?p ?o } LIMIT 20"
WORK = "publications:\n  - {title: On Engines, authors: [Ada Lovelace], year: 1843}\n"
BIB = "@article{a, title = {On Engines}, author = {Ada Lovelace}, year = {1843}}\n"
CV = "# Ada Lovelace\n\n## Publications\n\n- A. Lovelace. On Engines. Journal of Engines, 1843.\n"
RDF = (".ttl", ".jsonld", ".json", ".nt", ".nq", ".trig", ".rdf", ".xml")

COMMANDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "query": (("query", "people"), (".csv", ".tsv", ".json", ".srj", ".xml", ".srx", ".txt", ".CSV")),
    "select": (("sparql", "SELECT ?s { ?s a schema:Person } LIMIT 3"), (".csv", ".tsv", ".json", ".xml", ".txt")),
    "ask": (("sparql", "ASK { ?s ?p ?o }"), (".csv", ".tsv", ".json", ".xml", ".txt")),
    "construct": (("sparql", CONSTRUCT), RDF),
    "export": (("export",), RDF),
    "export-one": (("export", f"person/{PERSON}"), (*RDF, ".TTL")),
    "cv": (("render", "cv", PERSON), (".md", ".markdown", ".html", ".htm", ".pdf", ".PDF", ".docx", ".json")),
    "publications": (("render", "publications", PERSON), (".md", ".html", ".pdf", ".docx", ".json")),
    "bibtex": (("render", "bibtex", PERSON), (".bib", ".json")),
    "to-bibtex": (("convert", "ada.yaml", "--to", "bibtex"), (".bib",)),
    "to-csl-json": (("convert", "ada.yaml", "--to", "csl-json"), (".json",)),
    "to-json-resume": (("convert", "ada.yaml", "--to", "json-resume"), (".json",)),
    "diff": (("diff", "release", "release"), (".txt", ".md", ".json", ".rdfp")),
    "import": (("import", "bibtex", "ada.bib", "--name", "Ada Lovelace"), (".yaml", ".yml")),
    "extract": (("extract", "cv.md"), (".yaml", ".yml")),
}
CASES = [
    pytest.param(arguments, suffix, id=f"{name}{suffix}")
    for name, (arguments, suffixes) in COMMANDS.items()
    for suffix in suffixes
]


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
@pytest.mark.parametrize(("arguments", "suffix"), CASES)
def test_a_file_holds_what_its_suffix_says(arguments: tuple[str, ...], suffix: str, ready: Path, kg: Command) -> None:
    path = ready / f"out{suffix}"

    outcome = kg(*arguments, "-o", path.name)

    assert outcome.code == 0, outcome.err
    assert parses(path, arguments)


@pytest.mark.parametrize("name", COMMANDS)
def test_another_suffix_is_refused_and_nothing_is_written(name: str, ready: Path, kg: Command) -> None:
    outcome = kg(*COMMANDS[name][0], "-o", "out.ods")

    assert (outcome.code, outcome.out) == (2, "")
    assert "'.ods'" in outcome.err or "written as YAML: call it out.yaml" in outcome.err
    assert not (ready / "out.ods").exists()


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ("import", "extract")])
@pytest.mark.parametrize("target", ["-", "out", "/dev/null"])
def test_without_a_suffix_the_default_is_written(name: str, target: str, ready: Path, kg: Command) -> None:
    arguments, _ = COMMANDS[name]
    usual = kg(*arguments)

    outcome = kg(*arguments, "-o", target)

    assert outcome.code == usual.code == 0
    written = {"-": outcome.out, "/dev/null": usual.out}.get(target) or (ready / target).read_bytes().decode()
    assert written == usual.out


@pytest.mark.parametrize(
    ("arguments", "output", "said"),
    [
        (("query", "people", "--format", "json"), "a.csv", "'.csv' does not stand for json; choose .json or .srj"),
        (("query", "people", "--format", "table"), "a.csv", "'.csv' does not stand for table; choose .txt"),
        (("query", "people", "--format", "csv"), "a.dat", "cannot be written as '.dat'"),
        (("export", "--format", "turtle"), "a.nt", "'.nt' does not stand for turtle; choose .ttl"),
        (("export", "--format", "jsonld"), "a.txt", "cannot be written as '.txt'"),
        (("render", "cv", PERSON, "--format", "html"), "a.md", "'.md' does not stand for html"),
        (("render", "bibtex", PERSON, "--format", "bibtex"), "a.json", "'.json' does not stand for bibtex"),
        (("convert", "ada.yaml", "--to", "bibtex"), "a.json", "choose .bib"),
        (("diff", "release", "release", "--format", "patch"), "a.md", "'.md' does not stand for patch; choose .rdfp"),
        (("sparql", CONSTRUCT), "a.csv", "a graph cannot be written as '.csv'; choose .ttl, .jsonld, .json, .nt"),
        (("sparql", CONSTRUCT, "--format", "table"), "a", "a graph cannot be written as table"),
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


def test_an_old_file_stays_where_the_suffix_is_refused(ready: Path, kg: Command) -> None:
    (ready / "cv.odt").write_bytes(b"PK")

    assert kg("render", "cv", PERSON, "-o", "cv.odt").code == 2
    assert (ready / "cv.odt").read_bytes() == b"PK"


def test_a_wrong_suffix_is_refused_before_anything_is_opened(ready: Path, kg: Command) -> None:
    for arguments in (("query", "people"), ("export",), ("render", "cv", "x"), ("diff", "nowhere", "nowhere")):
        outcome = kg(*arguments, *(() if arguments[0] == "diff" else ("--release", "nowhere")), "-o", "a.odt")

        assert (outcome.code, "nowhere" in outcome.err, "'.odt'" in outcome.err) == (2, False, True)


def test_a_pipe_takes_any_form(ready: Path, kg: Command) -> None:
    pipe = ready / "cv.pdf"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()

    assert kg("render", "cv", PERSON, "-o", "cv.pdf", "--format", "html").code == 0
    reader.join()
    assert found[0].startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", ["a.json", "A.JSON", "dir.pdf/a.json", "a.b.json"])
def test_the_last_suffix_counts_in_any_case(name: str) -> None:
    assert form_of(Path(name), None, {"text": (".txt",), "json": (".json",)}, "text") == "json"


def parses(path: Path, arguments: tuple[str, ...]) -> bool:
    """Say whether a file is what its suffix says."""
    if path.suffix.lower() == ".pdf":
        return path.read_bytes().startswith(b"%PDF-")
    if path.suffix.lower() == ".docx":
        return "word/document.xml" in zipfile.ZipFile(path).namelist()
    text = path.read_bytes().decode()
    rdf = {".ttl": "ttl", ".jsonld": "jsonld", ".nt": "nt", ".nq": "nq", ".trig": "trig", ".rdf": "rdf"}
    suffix = path.suffix.lower()
    if suffix in rdf or (
        suffix in (".json", ".xml") and arguments[:1] in (("export",), ("sparql",)) and is_graph(arguments)
    ):
        form = pyoxigraph.RdfFormat.from_extension(suffix[1:])
        assert form is not None
        return any(pyoxigraph.parse(text.encode(), form))
    checks: Mapping[str, Callable[[str], object]] = {
        ".csv": lambda text: len({len(row) for row in csv.reader(text.splitlines()) if row}) and "\t" not in text,
        ".tsv": lambda text: "," not in text.splitlines()[0],
        ".json": json.loads,
        ".srj": lambda text: json.loads(text)["results"],
        ".xml": lambda text: ElementTree.fromstring(text).tag.endswith("sparql"),  # noqa: S314 - our own text
        ".srx": lambda text: ElementTree.fromstring(text).tag.endswith("sparql"),  # noqa: S314 - our own text
        ".txt": lambda text: text.strip(),
        ".md": lambda text: not text.startswith(("<", "{")),
        ".markdown": lambda text: not text.startswith(("<", "{")),
        ".html": lambda text: text.startswith("<!DOCTYPE html>"),
        ".htm": lambda text: text.startswith("<!DOCTYPE html>"),
        ".bib": lambda _: read("bibtex", path).facts,
        ".yaml": yaml.safe_load,
        ".yml": yaml.safe_load,
        ".rdfp": lambda text: text.splitlines()[-1].startswith("TC"),
    }
    return checks[suffix](text) not in (False, None, "")


def is_graph(arguments: tuple[str, ...]) -> bool:
    """Say whether a command writes RDF."""
    return arguments[0] == "export" or arguments[-1] == CONSTRUCT
