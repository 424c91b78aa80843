"""Show a report: to people, to programs, to code hosts, and as standard SHACL."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import quote

from kg import sarif as writing
from kg.validation.report import SHACL, Report, Result, Severity
from kg.vocabulary import curie

Rendering = Callable[[Report], str]

MAX_ALIKE = 10
_SARIF_LEVELS = {Severity.VIOLATION: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_COMMANDS = {Severity.VIOLATION: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def text(report: Report) -> str:
    """Render for people: a paragraph a result, at most ten of a kind, then the verdict."""
    seen: Counter[str] = Counter()
    paragraphs = []
    for result in report.results:
        seen[result.shape] += 1
        if seen[result.shape] <= MAX_ALIKE:
            paragraphs.append(_paragraph(result))
    more = [
        f"… and {count - MAX_ALIKE:,} more like: {next(r.message for r in report.results if r.shape == shape)}"
        for shape, count in seen.items()
        if count > MAX_ALIKE
    ]
    return "\n\n".join([*paragraphs, *more, verdict(report)]) + "\n"


def verdict(report: Report) -> str:
    """Return whether the graph conforms, with the counts, as one sentence."""
    word = "conforms" if report.conforms else "does not conform"
    return f"The graph {word}: {numbers({severity: report.counts[severity] for severity in Severity})}."


def numbers(counts: Mapping[str, int]) -> str:
    """Return how many results there are of each severity in words: `0 violations, 1 warning, 2 remarks`."""
    return ", ".join(f"{count:,} {_plural(Severity(severity), count)}" for severity, count in counts.items())


def as_json(report: Report) -> str:
    """Render as one JSON object: `conforms`, `counts`, and `results` with the attributes of `Result`."""
    results = [
        {
            "severity": result.severity,
            "message": result.message,
            "hint": result.hint,
            "file": str(result.file) if result.file else None,
            "line": result.line,
            "column": result.column,
            "field": result.field,
            "focus": result.focus,
            "label": result.label,
            "path": result.path or None,
            "value": result.value or None,
            "shape": result.shape,
            "component": result.component,
        }
        for result in report.results
    ]
    counts = {severity: report.counts[severity] for severity in Severity}
    return _dump({"conforms": report.conforms, "counts": counts, "results": results})


def sarif(report: Report) -> str:
    """Render as SARIF 2.1.0, which code hosts and editors read."""
    rules = {result.shape: result for result in report.results}
    return writing.log(
        [_sarif_rule(shape, rules[shape]) for shape in sorted(rules)],
        [_sarif_result(result) for result in report.results],
    )


def github(report: Report) -> str:
    """Render as workflow commands, which GitHub shows beside the lines of a pull request."""
    return "".join(f"{_github_line(result)}\n" for result in report.results)


def turtle(report: Report) -> str:
    """Render as the standard validation report (SHACL §3.6), in a fixed order."""
    head = f"@prefix sh: <{SHACL}> .\n\n[] a sh:ValidationReport ;\n"
    conforms = "false" if report.results else "true"  # SHACL §3.6.1: true only without any result
    parts = [f"    sh:conforms {conforms}", *(_turtle_result(result) for result in report.results)]
    return head + " ;\n".join(parts) + " .\n"


RENDERINGS: Mapping[str, Rendering] = {
    "text": text,
    "json": as_json,
    "sarif": sarif,
    "github": github,
    "turtle": turtle,
}


def _paragraph(result: Result) -> str:
    place = ":".join(str(part) for part in (result.file, result.line, result.column) if part)
    named = f" ({result.label})" if result.label else ""
    lines = [f"{place or curie(result.focus)}: {result.severity}: {result.message}{named}"]
    if result.field:
        lines.append(f"  at {result.field}")
    if result.shown_value:
        lines.append(f"  found {result.shown_value}")
    if result.hint:
        lines.append(f"  hint: {result.hint}")
    return "\n".join(lines)


def _plural(severity: Severity, count: int) -> str:
    word = "remark" if severity is Severity.INFO else str(severity)
    return word if count == 1 else f"{word}s"


def _rule_id(shape: str) -> str:
    return shape.rpartition("#")[2] or shape or "nameless-shape"


def _sarif_rule(shape: str, result: Result) -> dict[str, Any]:
    return {
        "id": _rule_id(shape),
        "shortDescription": {"text": result.message},
        "help": {"text": result.hint or result.message},
    }


def _sarif_result(result: Result) -> dict[str, Any]:
    message = f"{result.message} ({result.label})" if result.label else result.message
    rendered = writing.result(
        _rule_id(result.shape),
        _SARIF_LEVELS[result.severity],
        f"{message}: {result.hint}" if result.hint else message,
        quote(result.file.as_posix()) if result.file else "",
        result.line or 0,
        result.column or 0,
    )
    return rendered | {"properties": {"focusNode": result.focus, "field": result.field}}


def _github_line(result: Result) -> str:
    properties = {
        "file": str(result.file) if result.file else "",
        "line": str(result.line or ""),
        "col": str(result.column or ""),
        "title": result.field,
    }
    shown = ",".join(f"{key}={_escape_property(value)}" for key, value in properties.items() if value)
    message = f"{result.message} ({result.label})" if result.label else result.message
    if result.hint:
        message += f"\n{result.hint}"
    return f"::{_GITHUB_COMMANDS[result.severity]} {shown}::{_escape_data(message)}"


def _escape_data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(value: str) -> str:
    return _escape_data(value).replace(":", "%3A").replace(",", "%2C")


def _turtle_result(result: Result) -> str:
    return "    sh:result [\n" + " ;\n".join(f"        {line}" for line in _turtle_lines(result)) + "\n    ]"


def _turtle_lines(result: Result) -> Iterator[str]:
    yield "a sh:ValidationResult"
    yield f"sh:resultSeverity sh:{result.severity.capitalize()}"
    yield f"sh:focusNode <{result.focus}>"
    if result.path:
        yield f"sh:resultPath <{result.path}>"
    if result.value:
        yield f"sh:value {result.value}"
    yield f"sh:resultMessage {json.dumps(result.message, ensure_ascii=False)}"
    yield f"sh:sourceConstraintComponent <{result.component}>"
    if result.shape:
        yield f"sh:sourceShape <{result.shape}>"


def _dump(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
