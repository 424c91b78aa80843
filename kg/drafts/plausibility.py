"""What must agree between the entries of a draft, as `kg.profile.checks` demands of a profile."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.drafts.entries import Entry
from kg.errors import Problem
from kg.identifiers import fold
from kg.languages import forms_of
from kg.profile.provenance import values_digest
from kg.profile.reviewed import listed


def consistent(found: Sequence[Entry], before: Iterable[Mapping[str, Any]], problems: list[Problem]) -> list[Entry]:
    """Return entries without what a profile would refuse as a contradiction, and note what was left out.

    Args:
        found: The entries.
        before: What stands in the profile already.
        problems: Where to note what is left out.
    """
    values = [*before, *(entry.values for entry in found)]
    works = {fold(title) for each in values for title in forms_of(each.get("title"))}
    named = {fold(name) for each in values for name in forms_of(each.get("name"))}
    return [_without(entry, dict(_refused(entry, works, works | named)), problems) for entry in found]


def _refused(entry: Entry, works: set[str], things: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield the keys of which something must go, each with what goes."""
    values = entry.values
    if entry.section == "awards" and "for_work" in values and fold(values["for_work"]) not in things:
        yield "for_work", values["for_work"]
    if entry.section == "systems":
        unknown = [title for title in listed(values.get("papers")) if fold(title) not in works]
        if unknown:
            yield "papers", unknown
    has_both = entry.section == "publications" and "date" in values and "year" in values
    if has_both and str(values["date"])[:4] != str(values["year"]):
        yield "date", values["date"]


def _without(entry: Entry, refused: Mapping[str, Any], problems: list[Problem]) -> Entry:
    if not refused:
        return entry
    values = dict(entry.values)
    for key, value in refused.items():
        kept = [each for each in listed(values.pop(key)) if each not in listed(value)]
        if kept:
            values[key] = kept
        problems.append(_note(entry, key, value))
    sure = entry.evidence.confidence
    left = {key: each for key, each in sure.items() if key in values} if isinstance(sure, dict) else sure
    ordered = {key: values[key] for key in entry.values if key in values}
    evidence = entry.evidence.model_copy(update={"proposed": values_digest(ordered), "confidence": left})
    return Entry(entry.section, ordered, evidence)


def _note(entry: Entry, key: str, value: Any) -> Problem:
    evidence = entry.evidence
    line = evidence.lines[0] if evidence.lines else None
    titles = ", ".join(f"'{each}'" for each in listed(value))
    message = f"{value} is not in the year {entry.values.get('year')}" if key == "date" else f"no publication: {titles}"
    return Problem(message, Path(evidence.source), line, None, f"{entry.section}.{key}")
