"""Show a report: to people, to programs, to code hosts, and as standard SHACL."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kg.base import reporting
from kg.base.errors import counted
from kg.base.reporting import Finding
from kg.terms.vocabulary import SHACL, curie
from kg.validation.report import Report, Result, ResultSeverity

Rendering = Callable[[Report], str]

MAX_ALIKE = 10
FILE_RULES: Mapping[str, str] = {
    "unknown-key": "A key is not one that a file of this kind has.",
    "missing-key": "A key that a file of this kind needs is missing.",
    "wrong-value": "A value is not of the kind that its key holds.",
    "syntax": "A file is not valid YAML or JSON.",
    "duplicate-id": "Two profiles declare the same id.",
    "unusable-input": "A file cannot be used as it is.",
    "odd-input": "A file says something that is probably a mistake.",
}
"""What the rules of problems with files mean, by their names."""
_SEVERITIES = {
    ResultSeverity.VIOLATION: reporting.Severity.ERROR,
    ResultSeverity.WARNING: reporting.Severity.WARNING,
    ResultSeverity.INFO: reporting.Severity.NOTE,
}


def text(report: Report) -> str:
    """Render for people: a paragraph a result, at most ten of a kind, then the verdict."""
    seen: Counter[str] = Counter()
    paragraphs = []
    for result in report.results:
        seen[result.shape] += 1
        if seen[result.shape] <= MAX_ALIKE:
            paragraphs.append(_paragraph(result))
    first = {result.shape: result for result in reversed(report.results)}
    left = {shape: count - MAX_ALIKE for shape, count in seen.items() if count > MAX_ALIKE}
    more = [f"… and {count:,} more like: {first[shape].message}" for shape, count in left.items()]
    return "\n\n".join([*paragraphs, *more, verdict(report)]) + "\n"


def verdict(report: Report) -> str:
    """Return whether the graph conforms, with the counts of both kinds, as one sentence."""
    word = "conforms" if report.conforms else "does not conform"
    return f"The graph {word}: {numbers(report.counts)}{of_files(report)}."


def of_files(report: Report) -> str:
    """Return how many results are about files, as the end of a sentence: `; 1 error and 56 warnings on files`."""
    parts = [counted(count, word[:-1]) for word, count in _counts_of_files(report).items() if count]
    return f"; {' and '.join(parts)} on files" if parts else ""


def _counts_of_files(report: Report) -> dict[str, int]:
    found = Counter(result.severity for result in report.files)
    return {"errors": found[ResultSeverity.VIOLATION], "warnings": found[ResultSeverity.WARNING] + report.more_files}


def numbers(counts: Mapping[ResultSeverity, int] | Mapping[str, int]) -> str:
    """Return how many results there are of each severity in words: `0 violations, 1 warning, 2 remarks`."""
    words = {ResultSeverity.INFO: "remark"}
    return ", ".join(counted(counts.get(each, 0), words.get(each, each)) for each in ResultSeverity)


def as_json(report: Report) -> str:
    """Render as one JSON object.

    `conforms` is the verdict, `validated` whether there was a graph to check, `counts` the results of the graph by
    severity, `files` how many errors and warnings are about files, and `results` all of both kinds, those about files
    first, with the attributes of `Result`; a result about a file has no `focus`.
    """
    results = [
        {
            **vars(result),
            "file": _shown_file(result) or None,
            **{key: getattr(result, key) or None for key in ("focus", "path", "value")},
        }
        for result in (*report.files, *report.results)
    ]
    counts = {severity: report.counts[severity] for severity in ResultSeverity}
    verdicts = {"conforms": report.conforms, "validated": report.is_of_graph}
    return reporting.json_text({**verdicts, "counts": counts, "files": _counts_of_files(report), "results": results})


def sarif(report: Report) -> str:
    """Render as SARIF 2.1.0, which code hosts and editors read."""
    results = (*report.files, *report.results)
    rules = {_rule_id(result.shape): result for result in reversed(results)}
    return reporting.sarif(
        map(_finding, results), (_sarif_rule(name, rules[name]) for name in sorted(rules)), complete=report.is_of_graph
    )


def github(report: Report) -> str:
    """Render as workflow commands, which GitHub shows beside the lines of a pull request."""
    return reporting.github(map(_finding, (*report.files, *report.results)))


def turtle(report: Report) -> str:
    """Render as the standard validation report (SHACL §3.6), in a fixed order."""
    head = f"@prefix sh: <{SHACL}> .\n\n[] a sh:ValidationReport ;\n"
    conforms = "false" if report.results else "true"  # SHACL §3.6.1: true only without any result
    results = (" ;\n".join(f"        {line}" for line in _turtle_lines(result)) for result in report.results)
    parts = (f"    sh:conforms {conforms}", *(f"    sh:result [\n{lines}\n    ]" for lines in results))
    return head + " ;\n".join(parts) + " .\n"


RENDERINGS: Mapping[str, Rendering] = {
    "text": text,
    "json": as_json,
    "sarif": sarif,
    "github": github,
    "turtle": turtle,
}


OF_FILES = frozenset(("json", "sarif", "github"))
"""The renderings that tell of files too; the others tell of a graph."""


def _paragraph(result: Result) -> str:
    place = ":".join(str(part) for part in (_shown_file(result), result.line, result.column) if part)
    named = f" ({result.label})" if result.label else ""
    lines = [f"{place or curie(result.focus)}: {result.severity}: {result.message}{named}"]
    if result.field:
        lines.append(f"  at {result.field}")
    if result.shown_value:
        lines.append(f"  found {result.shown_value}")
    if result.hint:
        lines.append(f"  hint: {result.hint}")
    return "\n".join(lines)


def _shown_file(result: Result) -> str:
    """Return the name of the file; bytes in it that are not UTF-8 become question marks."""
    return os.fsencode(result.file).decode("utf-8", "replace") if result.file else ""


def _rule_id(shape: str) -> str:
    return shape.rpartition("#")[2] or shape or "nameless-shape"


def _sarif_rule(name: str, result: Result) -> dict[str, Any]:
    about = FILE_RULES.get(name, result.message) if not result.focus else result.message
    return {
        "id": name,
        "shortDescription": {"text": about},
        "help": {"text": about if about != result.message else result.hint or result.message},
    }


def _finding(result: Result) -> Finding:
    properties = {"focusNode": result.focus, "field": result.field}
    return Finding(
        _rule_id(result.shape),
        result.file.as_posix() if result.file else "",
        result.line or 0,
        result.column or 0,
        f"{result.message} ({result.label})" if result.label else result.message,
        _SEVERITIES[result.severity],
        result.hint,
        {key: value for key, value in properties.items() if value},
    )


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
