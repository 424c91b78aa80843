"""What pages of a few lines and small sites say, and what they do not: the cases of `tests/data/extract`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from kg.extract.documents.reading import read_text
from kg.extract.extraction import extract, facts_of
from kg.profile.drafts.model import Fact
from tests.conftest import ROOT

Case = Mapping[str, Any]
NO_SECTIONS = {"what", "page", "suffix", "files", "head", "alone", "name", "of", "each", "warnings", "no_more"}


@pytest.mark.parametrize("name", ["pages", "sites"])
def test_pages_say_what_a_careful_reader_finds(name: str, tmp_path: Path) -> None:
    cases = yaml.safe_load((ROOT / "tests" / "data" / "extract" / f"{name}.yaml").read_text("utf-8"))
    told = [each for n, case in enumerate(cases) for each in differences(case, tmp_path / str(n))]

    assert told == []


def differences(case: Case, root: Path) -> Iterator[tuple[Any, ...]]:
    """Yield what a case expects and what is found instead."""
    for number, (text, expected) in enumerate(case.get("each", {"": []}).items()):
        facts, warnings = read(case, text, root / str(number))
        if "of" in case:
            section, key = case["of"].split(".")
            found = [value for fact in of_section(facts, section) for value in listed(fact, key)]
            if found != plain(expected):
                yield case["what"], text, expected, found
        for section in case.keys() - NO_SECTIONS:
            rows = [*map(values, of_section(facts, section))]
            if not agree(rows, case[section]):
                yield case["what"], section, case[section], rows
        missing = [each for each in case.get("warnings", ()) if not any(each in warning for warning in warnings)]
        if missing or (case.get("no_more") and len(warnings) != len(case["warnings"])):
            yield case["what"], text, missing, warnings


def read(case: Case, text: str, root: Path) -> tuple[Sequence[Fact], list[str]]:
    """Return what is found on a page or in a site, and what is warned of."""
    if page := case.get("page"):
        suffix = case.get("suffix", "md")
        media_type = {"md": "text/markdown", "html": "text/html"}[suffix]
        return list(facts_of(read_text(page.replace("{}", text), f"cv.{suffix}", media_type))), []
    files = case.get("files") or {"ada.md": f"---\n{case['head']}---\n"}
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content.replace("{}", text), "utf-8")
    is_alone = case.get("alone") or "head" in case
    draft = extract([root / next(iter(files)) if is_alone else root], name=case.get("name", ""))
    return draft.facts, [f"{each.path}:{each.line}: {each.message}" for each in draft.warnings]


def of_section(facts: Sequence[Fact], section: str) -> list[Fact]:
    """Return the facts of a section; those of a person as one."""
    found = [fact for fact in facts if fact.section == ("" if section == "person" else section)]
    if section != "person" or not found:
        return found
    merged: dict[str, Any] = {}
    for key, value in (pair for fact in found for pair in fact.values.items()):
        merged[key] = [*merged.get(key, []), *value] if isinstance(value, list) else merged.get(key, value)
    return [replace(found[0], values=merged)]


def values(fact: Fact) -> dict[str, Any]:
    lines = "-".join(map(str, fact.quote.lines))
    return {**{key: plain(value) for key, value in fact.values.items()},
            "quote": fact.quote.text, "reason": fact.reason, "lines": lines}  # fmt: skip


def agree(found: Sequence[Mapping[str, Any]], expected: Sequence[Mapping[str, Any]]) -> bool:
    """Whether facts say what is expected, under the keys that are."""
    keys = {key for row in expected for key in row} - {"quote", "reason", "lines"}
    return len(found) == len(expected) and all(
        {key: one[key] for key in keys & one.keys()} == {key: plain(row[key]) for key in keys & row.keys() if row[key]}
        and all(str(row[key]) in one[key] for key in ("quote", "reason", "lines") if key in row)
        for one, row in zip(found, expected, strict=True)
    )


def listed(fact: Fact, key: str) -> list[Any]:
    value = plain(fact.values.get(key))
    return value if isinstance(value, list) else [] if value is None else [value]


def plain(value: Any) -> Any:
    """Return a value whose numbers are texts, since `2015` is a number in YAML and dates are texts."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return None if value is None else str(value)
