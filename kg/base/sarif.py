"""SARIF 2.1.0, in which code hosts and editors read what was found (OASIS)."""

import json
from collections.abc import Sequence
from typing import Any

from kg.base.version import __version__

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def log(rules: Sequence[dict[str, Any]], results: Sequence[dict[str, Any]], *, is_done: bool = True) -> str:
    """Return the log of one run of kg, as JSON.

    Args:
        rules: The rules to which results belong.
        results: What was found.
        is_done: Whether everything could be checked that was to be checked.
    """
    driver = {"name": "kg", "version": __version__, "rules": list(rules)}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": is_done}],
        "results": list(results),
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def result(rule: str, level: str, message: str, address: str = "", line: int = 0, column: int = 0) -> dict[str, Any]:
    """Return a result.

    Args:
        rule: The id of its rule.
        level: `error`, `warning` or `note`.
        message: What was found.
        address: The file as a relative address, or nothing if there is none.
        line: 1-based, or 0.
        column: 1-based, or 0 for the first.
    """
    rendered: dict[str, Any] = {"ruleId": rule, "level": level, "message": {"text": message}}
    if address:
        location: dict[str, Any] = {"artifactLocation": {"uri": address}}
        if line:
            location["region"] = {"startLine": line, "startColumn": column or 1}
        rendered["locations"] = [{"physicalLocation": location}]
    return rendered
