"""How answers are shown: tables for people, and formats that programs read."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from unicodedata import normalize
from xml.etree import ElementTree

import pyoxigraph
import pytest
from rich.cells import cell_len

from kg.store.release import Release
from kg.terms.formats import RESULT_FORMATS
from tests.conftest import Command

NAMES = ["Ada Lovelace", "李明", "Zoë Müller", "Jose\N{COMBINING ACUTE ACCENT} Núñez", "김철수", "Ольга Ладыженская"]
SELECT = "SELECT ?o ?n { VALUES (?o ?n) { ('a,b' 1) ('say \"hi\"' 2) ('two\\nlines' 3) ('tab\\tand é' UNDEF) } }"
CELLS = {("a,b", "1"), ('say "hi"', "2"), ("two\nlines", "3"), ("tab\tand é", "")}
SOLUTIONS = ("table", *RESULT_FORMATS)


@pytest.fixture(autouse=True)
def _asks_the_sample(release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_RELEASE", str(release.path))


def column(text: str, form: str, name: str) -> list[str]:
    """Return the values of a variable in an answer in a format for programs, as other software reads it."""
    if form in ("csv", "tsv"):
        rows = csv.DictReader(io.StringIO(text), delimiter="," if form == "csv" else "\t")
        return [(row.get(name) or row.get(f"?{name}") or "").strip('"') for row in rows]
    if form == "json":
        return [row[name]["value"] for row in json.loads(text)["results"]["bindings"]]
    space = {"s": "http://www.w3.org/2005/sparql-results#"}
    root = ElementTree.fromstring(text)  # noqa: S314  (it is our own)
    found = root.findall(f".//s:binding[@name='{name}']/s:literal", space)
    return [element.text or "" for element in found]


def padded(number: int) -> str:
    """Return a project's profile of an invented person whose name takes more or less room than it has letters."""
    return f"id: p-{number}\nname: {NAMES[number]}\n"


@pytest.mark.parametrize("form", RESULT_FORMATS)
def test_pyoxigraph_reads_what_sparql_writes_with_all_its_special_characters(form: str, kg: Command) -> None:
    outcome = kg("sparql", SELECT, "--format", form)

    if form == "csv":
        assert {tuple(row) for row in csv.reader(io.StringIO(outcome.out))} == CELLS | {("o", "n")}
        return
    answer = pyoxigraph.parse_query_results(outcome.out.encode(), RESULT_FORMATS[form])
    assert isinstance(answer, pyoxigraph.QuerySolutions)
    assert {(row["o"].value, row["n"].value if row["n"] else "") for row in answer} == CELLS


@pytest.mark.parametrize(("pattern", "word"), [("?s ?p ?o", "true"), ("?s ?p 1234567", "false")])
@pytest.mark.parametrize("form", SOLUTIONS)
def test_yes_and_no_are_answers_in_each_format(form: str, pattern: str, word: str, kg: Command) -> None:
    outcome = kg("sparql", f"ASK {{ {pattern} }}", "--format", form)

    assert outcome.code == 0
    assert word in outcome.out


@pytest.mark.parametrize(
    ("query", "code", "said"),
    [
        ("SELECT * { ?p a schema:Persn }", 1, "no class schema:Persn (did you mean schema:Person or foaf:Person?)"),
        ("SELECT (COUNT(*) AS ?n) { ?p schema:nme ?n }", 0, "no property schema:nme (did you mean schema:name or "),
        ("ASK { <person/jiamin-lee> ?p ?o }", 0, "is not in this graph (did you mean <person/jiamin-li>"),
        ("SELECT * { ?w kg:year '2023' }", 1, "its values are xsd:integer: write 2023"),
        ("SELECT * { ?p schema:name 'Qwzyx Vwqk' }", 1, "by 'kg search'"),
    ],
)
def test_of_a_term_that_finds_nothing_it_is_said_what_was_meant(query: str, code: int, said: str, kg: Command) -> None:
    outcome = kg("sparql", query)

    assert outcome.code == code
    assert said in outcome.err


@pytest.mark.parametrize("form", SOLUTIONS)
def test_an_empty_answer_is_still_well_formed_and_ends_with_code_1(form: str, kg: Command) -> None:
    outcome = kg("sparql", "SELECT ?o { ?s ?p ?o FILTER (false) }", "--format", form)

    assert outcome.code == 1
    assert outcome.err == "nothing found\n"
    assert form == "table" or column(outcome.out, form, "o") == []
    assert bool(outcome.out) == (form != "table")


@pytest.mark.parametrize("sparql", ["describe<person/jinliang-wei>", "PREFIX x: <person/> DESCRIBE x:jinliang-wei"])
def test_a_query_without_a_brace_is_no_file_and_iris_may_be_relative_to_the_base(
    sparql: str, kg: Command, release: Release
) -> None:
    asked = kg("sparql", sparql, "--release", release.path, "--format", "ntriples")

    assert (asked.code, asked.err) == (0, "")
    assert "<https://kg.example.org/person/jinliang-wei>" in asked.out


def test_the_text_of_a_query_comes_from_a_file_or_stdin(tmp_path: Path, kg: Command) -> None:
    (tmp_path / "question.rq").write_text(SELECT)

    assert kg("sparql", "question.rq") == kg("sparql", SELECT) == kg("sparql", "-", stdin=SELECT)


def test_names_in_any_script_align_in_a_table(project: Path, kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "profiles" / "ada-lovelace.yaml").unlink()
    for number in range(len(NAMES)):
        (project / "profiles" / f"p-{number}.yaml").write_text(padded(number))
    assert kg("build", project).code == 0
    monkeypatch.setenv("KG_RELEASE", "build")

    title, rule, *rows = kg("query", "people").out.splitlines()

    assert title.split()[:3] == ["name", "works", "coauthors"]
    assert set(rule) == {"─"}
    assert sorted(row.split("  ")[0].strip() for row in rows) == sorted(normalize("NFC", name) for name in NAMES)
    assert {cell_len(row) for row in rows} == {cell_len(title.partition("affiliations")[0].rstrip())}


@pytest.mark.thorough
@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize(
    "asked",
    [("publications", "--person", "Jinliang Wei"), ("career", "--person", "Shen Li"), ("people", "--iris")],
    ids=lambda asked: asked[0],
)
def test_a_narrow_terminal_breaks_no_word_and_loses_nothing(
    asked: tuple[str, ...], width: int, kg: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    wide = kg("query", *asked).out
    monkeypatch.setenv("COLUMNS", str(width))
    narrow = kg("query", *asked).out

    assert max(cell_len(line) for line in narrow.splitlines()) <= width
    assert {word for word in words(wide) if len(word) <= min(24, width - 23)} <= words(narrow)
    assert not letters(wide) - letters(narrow)


def test_what_is_too_wide_for_columns_is_shown_as_records(kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    values = "VALUES (?name ?firstYear ?end) { ('Ada Lovelace' 1815 UNDEF) ('Bo' 1 2) }"
    monkeypatch.setenv("COLUMNS", "21")

    assert kg("sparql", f"SELECT ?name ?firstYear ?end {{ {values} }}").out.splitlines() == [
        *("name         Ada", "             Lovelace", "first year   1815", ""),
        *("name         Bo", "first year   1", "end          2"),
    ]


def words(text: str) -> set[str]:
    """Return the words of a table, without lines and bars."""
    return set(re.sub("[─█▶]", "", text).split())


def letters(text: str) -> Counter[str]:
    """Count the characters of a table that are neither space nor line nor bar."""
    return Counter("".join(re.sub("[─█▶]", "", text).split()))


def test_numbers_get_bars_in_proportion(kg: Command) -> None:
    rows = [line.split() for line in kg("query", "works-per-year").out.splitlines()[2:]]
    bars = {int(row[1]): len(row[2]) for row in rows}

    assert len(bars) > 2
    assert max(bars.values()) == bars[max(bars)] == 30
    assert sorted(bars.values()) == [bars[number] for number in sorted(bars)]


def test_a_narrow_terminal_gets_the_data_and_no_picture(kg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for width, has_bars in (("80", True), ("79", False)):
        monkeypatch.setenv("COLUMNS", width)
        assert ("█" in kg("query", "works-per-year").out) is has_bars


def test_periods_stand_on_one_axis_and_what_lasts_ends_in_an_arrow(kg: Command) -> None:
    lines = kg("query", "career", "--person", "Shen Li").out.splitlines()

    assert any("█" in line for line in lines)
    arrows = [line for line in lines if "▶" in line]
    assert arrows
    assert all("present" in line for line in arrows)
