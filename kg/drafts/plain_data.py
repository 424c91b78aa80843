"""Evidence and values as plain data: as they are written into a profile, and as they are read back."""

from collections.abc import Mapping
from typing import Any

from kg.drafts.yaml_lines import scalar
from kg.profile.provenance import Evidence, line_range

_NUMBERS = frozenset(("year", "page", "page_count", "lines", "rank"))
_TRUTHS = frozenset(("expected", "equal_contribution", "corresponding", "more_authors"))


def evidence_data(evidence: Evidence) -> dict[str, Any]:
    """Return evidence as it is written, in a stable order."""
    found = evidence.model_dump(exclude_defaults=True)
    found["status"], found["confidence"] = evidence.status, _confidence(evidence)
    found["also"] = [_passage_data(place) for place in found.get("also", ())]
    found["conflicts"] = {
        key: [_passage_data({**each, "value": native(each["value"], key)}) for each in several]
        for key, several in found.get("conflicts", {}).items()
    }
    keys = ("fact", "status", "confidence", "source", "page", "lines", "quote", "proposed", "reason", "rank", "also")
    found = _passage_data(found)
    return {key: found[key] for key in (*keys, "conflicts") if found.get(key) not in (None, [], {}, "")}


def _confidence(evidence: Evidence) -> dict[str, float] | float:
    """Return confidence by key; one number where all are equal."""
    sure = evidence.confidence
    if isinstance(sure, dict) and len(set(sure.values())) == 1:
        return next(iter(sure.values()))
    return sure


def native(value: Any, key: str = "") -> Any:
    """Return what stands in a file as it is to be written: numbers and truth values bare, where they are meant."""
    if isinstance(value, Mapping):
        return {name: native(each, "confidence" if key == "confidence" else name) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [native(each, key) for each in value]
    if key == "confidence" and isinstance(value, str):
        return float(value)
    if isinstance(value, str) and key in _NUMBERS and value.isascii() and value.isdigit() and value[0] != "0":
        return int(value)
    if isinstance(value, str) and key in _TRUTHS and value in ("true", "false"):
        return value == "true"
    return value


def textual(value: Any) -> Any:
    """Return data as a strict reader of YAML gives them back: all scalars as text."""
    if isinstance(value, Mapping):
        return {key: textual(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [textual(each) for each in value]
    return value if value is None or isinstance(value, str) else scalar(value)


def _passage_data(found: dict[str, Any]) -> dict[str, Any]:
    keys = ("value", "fact", "source", "page", "lines", "quote", "confidence", "chosen")
    found = {**found, "lines": line_range(found["lines"])} if found.get("lines") else found
    if "status" in found:
        return found
    return {key: found[key] for key in keys if key in found and found[key] is not None}
