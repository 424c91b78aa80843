"""Findings, and the formats in which reports show them: text, JSON, GitHub's workflow commands and SARIF.

`kg validate` and `kg check` each have a report of their own; what both say of a file is a `Finding`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from kg.base.version import __version__

_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


# What XML 1.0 cannot hold, and the characters that turn the direction of what follows them.
_UNWANTED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


class Severity(StrEnum):
    """How bad a finding is; the values are the levels of SARIF."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, order=True)
class Finding:
    """A breach of a rule at a place; findings are ordered by rule and place."""

    rule: str  # the id of the rule
    path: str  # the file, relative to what is judged; empty where the finding is about no single file
    line: int  # 1-based, or 0
    column: int  # 1-based, or 0
    message: str  # what is wrong
    severity: Severity = Severity.ERROR  # how bad it is
    hint: str = ""  # what to do about it
    # More for SARIF; GitHub shows the `field` among them as the title
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def place(self) -> str:
        """The place as `path:line:column`, as far as it is known, without characters that steer a terminal."""
        return ":".join(str(part) for part in (printable(self.path), self.line, self.column) if part)


def printable(text: str) -> str:
    r"""Replace the characters of a text that a terminal would not print.

    >>> printable("a\x1b[31m")
    'a?[31m'
    """
    return "".join(char if char.isprintable() else "?" for char in text)


def clean(text: str) -> str:
    """Return a text on one line, without characters that a file of XML cannot hold or that turn its direction."""
    return " ".join(_UNWANTED.sub("", text).split())


def json_text(value: Any) -> str:
    """Render a report's data as JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def github(findings: Iterable[Finding]) -> str:
    """Render findings as workflow commands, which GitHub shows beside the lines of a pull request."""
    return "".join(f"{_workflow_command(each)}\n" for each in findings)


def _workflow_command(finding: Finding) -> str:
    properties = {
        "file": _path_bytes(finding).decode("utf-8", "replace"),
        "line": finding.line,
        "col": finding.column,
        "title": finding.properties.get("field"),
    }
    shown = ",".join(
        f"{key}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}"
        for key, value in properties.items()
        if value
    )
    command = "notice" if finding.severity is Severity.NOTE else finding.severity
    message = f"{finding.message}\n{finding.hint}" if finding.hint else finding.message
    return f"::{command} {shown}::{_escaped(message)}"


def _escaped(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _path_bytes(finding: Finding) -> bytes:
    """Return the bytes of a path; file names that are not UTF-8 come from the system with surrogates."""
    return finding.path.encode("utf-8", "surrogateescape")


def sarif(findings: Iterable[Finding], rules: Iterable[Mapping[str, Any]], *, complete: bool = True) -> str:
    """Render findings as SARIF 2.1.0 (OASIS), which code hosts and editors read.

    Args:
        findings: In the order of the log.
        rules: Their `reportingDescriptor`s, each with an `id` at least.
        complete: Whether everything could be checked that was to be checked.
    """
    run = {
        "tool": {"driver": {"name": "kg", "version": __version__, "rules": list(rules)}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": complete}],
        "results": [_sarif_result(each) for each in findings],
    }
    return json_text({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _sarif_result(finding: Finding) -> dict[str, Any]:
    message = f"{finding.message}: {finding.hint}" if finding.hint else finding.message
    result: dict[str, Any] = {"ruleId": finding.rule, "level": finding.severity, "message": {"text": message}}
    if finding.path:
        location: dict[str, Any] = {"artifactLocation": {"uri": quote(_path_bytes(finding))}}
        if finding.line:
            location["region"] = {"startLine": finding.line, "startColumn": finding.column or 1}
        result["locations"] = [{"physicalLocation": location}]
    return result | ({"properties": dict(finding.properties)} if finding.properties else {})
