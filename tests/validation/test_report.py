"""A report: its order, its verdict, and its renderings for people, programs, code hosts and as standard SHACL."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog
from rdflib import RDF, SH, Graph, Literal, URIRef
from rdflib.compare import isomorphic

from kg import __version__
from kg.validation.renderings import MAX_ALIKE, RENDERINGS, github, sarif, text, turtle
from kg.validation.report import Report, Result, ResultSeverity
from tests.conftest import Command, Golden

RESULT = Result(
    severity=ResultSeverity.WARNING,
    message="a work has no year",
    hint="add its 'year'",
    focus="https://kg.example.org/work/notes",
    label="Notes",
    path="https://w3id.org/profile-kg/ontology#year",
    value="",
    shape="https://w3id.org/profile-kg/shapes#Work-year",
    component="http://www.w3.org/ns/shacl#MinCountConstraintComponent",
    file=Path("profiles/ada.yaml"),
    line=4,
    column=5,
    field="publications[0].year",
)


def test_violations_come_first_and_then_the_order_of_the_lines_each_once() -> None:
    early, late = replace(RESULT, line=2), replace(RESULT, line=30)
    violation = replace(RESULT, severity=ResultSeverity.VIOLATION, line=99)
    remark = replace(RESULT, severity=ResultSeverity.INFO, line=1)

    nowhere = replace(RESULT, file=None, line=None)

    several = [remark, nowhere, late, violation, early, early]
    assert Report.of(several).results == (violation, early, late, nowhere, remark)


def test_violations_do_not_conform_and_warnings_do_unless_strict() -> None:
    for severities, conforms, conforms_strictly in (
        ((), True, True),
        ((ResultSeverity.INFO,), True, True),
        ((ResultSeverity.WARNING,), True, False),
        ((ResultSeverity.WARNING, ResultSeverity.VIOLATION), False, False),
    ):
        found = [replace(RESULT, severity=severity) for severity in severities]

        assert Report.of(found).conforms is conforms
        assert Report.of(found, strict=True).conforms is conforms_strictly


def test_a_value_is_shown_without_its_datatype_and_never_as_the_node_itself() -> None:
    for value, shown in (
        ("", ""),
        (f"<{RESULT.focus}>", ""),
        ("<https://kg.example.org/person/m>", "<https://kg.example.org/person/m>"),
        ('"M"', '"M"'),
        ('"843"^^<http://www.w3.org/2001/XMLSchema#integer>', '"843"'),
    ):
        assert replace(RESULT, value=value).shown_value == shown


NASTY = replace(
    RESULT,
    severity=ResultSeverity.VIOLATION,
    message='100 % "wrong":\r\nline two\twith \\ and a tab, é',
    hint="quote it: 50 %",
    label="A, B: 5 %",
    value='"a \\"quoted\\" text\\n"',
    file=Path("profiles/ada, the: first 1%.yaml"),
    field="publications[0].title",
)
NOWHERE = replace(
    RESULT,
    severity=ResultSeverity.INFO,
    hint="",
    label="",
    path="",
    shape="",
    file=None,
    line=None,
    column=None,
    field="",
)
NUMBER = replace(RESULT, line=9, value='"843"^^<http://www.w3.org/2001/XMLSchema#integer>')
REPORT = Report.of([RESULT, NASTY, NOWHERE, NUMBER])


def test_text_names_the_place_the_value_and_the_advice(golden: Golden) -> None:
    golden("report.txt", text(REPORT).replace("\r\n", "\n"))


def test_text_shows_ten_results_of_a_kind_and_counts_the_rest() -> None:
    many = [replace(RESULT, line=line) for line in range(1, 1236)]

    shown = text(Report.of(many))

    assert shown.count("hint:") == MAX_ALIKE
    assert "… and 1,225 more like: a work has no year" in shown
    assert shown.endswith("0 violations, 1,235 warnings, 0 remarks.\n")


def test_text_ends_with_the_verdict_and_the_counts() -> None:
    for counts, verdict in (
        ((0, 0, 0), "The graph conforms: 0 violations, 0 warnings, 0 remarks.\n"),
        ((1, 1, 1), "The graph does not conform: 1 violation, 1 warning, 1 remark.\n"),
        ((0, 2, 0), "The graph conforms: 0 violations, 2 warnings, 0 remarks.\n"),
    ):
        found = [
            replace(RESULT, severity=severity, line=line)
            for severity, count in zip(ResultSeverity, counts, strict=True)
            for line in range(count)
        ]

        assert text(Report.of(found)).endswith(verdict)


def test_json_has_the_verdict_the_counts_and_each_attribute_of_each_result() -> None:
    rendered = json.loads(RENDERINGS["json"](REPORT))

    assert list(rendered) == ["conforms", "validated", "counts", "files", "results"]
    assert rendered["conforms"] is False
    assert rendered["counts"] == {"violation": 1, "warning": 2, "info": 1}
    assert rendered["files"] == {"errors": 0, "warnings": 0}
    for entry, result in zip(rendered["results"], REPORT.results, strict=True):
        assert set(entry) == {field.name for field in fields(Result)}
        for name, value in entry.items():
            attribute = getattr(result, name)
            assert value == (str(attribute) if isinstance(attribute, Path) else attribute or value)


def sarif_results(report: Report) -> list[dict[str, Any]]:
    log = json.loads(sarif(report))
    SarifLog.model_validate(log)
    (run,) = log["runs"]
    assert (log["version"], run["tool"]["driver"]["version"]) == ("2.1.0", __version__)
    results: list[dict[str, Any]] = run["results"]
    return results


def test_sarif_points_to_the_place_by_an_address() -> None:
    nasty, found, number, nowhere = sarif_results(REPORT)

    assert found["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "profiles/ada.yaml"},
                "region": {"startLine": 4, "startColumn": 5},
            }
        }
    ]
    assert number["locations"][0]["physicalLocation"]["region"]["startLine"] == 9
    place = nasty["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "profiles/ada%2C%20the%3A%20first%201%25.yaml"
    assert "locations" not in nowhere


def test_sarif_has_levels_and_advice() -> None:
    nasty, found, _, nowhere = sarif_results(REPORT)

    assert [each["level"] for each in (nasty, found, nowhere)] == ["error", "warning", "note"]
    assert found["message"]["text"] == "a work has no year (Notes): add its 'year'"
    assert found["ruleId"] == "Work-year"


COMMAND = re.compile(r"::(error|warning|notice) ((?:\w+=[^:,\n]*,?)*)::(.*)")


def unescaped(value: str) -> str:
    """Return a value as GitHub's runner reads it."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        value = value.replace(code, character)
    return value


def annotations(report: Report) -> Iterator[tuple[str, dict[str, str], str]]:
    for line in github(report).splitlines():
        match = COMMAND.fullmatch(line)
        assert match, line
        properties = dict(pair.split("=", 1) for pair in match[2].split(",") if pair)
        yield match[1], {key: unescaped(value) for key, value in properties.items()}, unescaped(match[3])


def test_github_reads_back_what_the_results_say_whatever_characters_they_hold() -> None:
    nasty, found, _, nowhere = annotations(REPORT)

    place = {"file": str(NASTY.file), "line": "4", "col": "5", "title": "publications[0].title"}
    assert nasty == ("error", place, f"{NASTY.message} (A, B: 5 %)\nquote it: 50 %")
    assert found[0] == "warning"
    assert nowhere == ("notice", {}, "a work has no year")


def test_turtle_is_a_standard_report_as_rdflib_and_pyoxigraph_read_it() -> None:
    report = REPORT
    rendered = turtle(report)
    graph = Graph().parse(data=rendered, format="turtle")
    other = Graph().parse(
        data=pyoxigraph.serialize(
            pyoxigraph.parse(rendered, pyoxigraph.RdfFormat.TURTLE), format=pyoxigraph.RdfFormat.N_TRIPLES
        ),
        format="nt",
    )

    (node,) = graph.subjects(RDF.type, SH.ValidationReport)
    results = set(graph.objects(node, SH.result))

    assert isomorphic(graph, other)
    assert list(graph.objects(node, SH.conforms)) == [Literal(not report.results)]
    assert results == set(graph.subjects(RDF.type, SH.ValidationResult))
    assert len(results) == len(report.results)
    for each in results:
        for predicate in (SH.focusNode, SH.resultSeverity, SH.sourceConstraintComponent, SH.resultMessage):
            assert len(list(graph.objects(each, predicate))) == 1


def test_turtle_says_what_the_results_say() -> None:
    graph = Graph().parse(data=turtle(Report.of([NASTY, NUMBER])), format="turtle")

    severities = {str(severity) for severity in graph.objects(predicate=SH.resultSeverity)}
    messages = {str(message) for message in graph.objects(predicate=SH.resultMessage)}
    values = set(graph.objects(predicate=SH.value))

    assert severities == {str(SH.Violation), str(SH.Warning)}
    assert messages == {NASTY.message, NUMBER.message}
    assert values == {Literal('a "quoted" text\n'), Literal(843)}
    assert set(graph.objects(predicate=SH.resultPath)) == {URIRef(RESULT.path)}
    assert set(graph.objects(predicate=SH.sourceShape)) == {URIRef(RESULT.shape)}


@pytest.mark.parametrize("form", RENDERINGS)
def test_validate_prints_the_report_in_each_format(form: str, project: Path, kg: Command) -> None:
    path = project / "profiles" / "ada-lovelace.yaml"
    path.write_text(path.read_text() + "awards: [{name: Medal}]\n")

    outcome = kg("validate", project, "--format", form)

    assert outcome.code == 0
    assert outcome.err == ""
    assert "an award has no year" in outcome.out
    assert outcome.out.endswith("\n")
    assert not outcome.out.endswith("\n\n")
