"""What pages of a few lines say, and what they do not: the cases of `tests/data/extract/pages.yaml`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import yaml

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.profile.drafts.model import Fact
from tests.conftest import ROOT

CASES: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests" / "data" / "extract" / "pages.yaml").read_text("utf-8"))


def test_pages_say_what_a_careful_reader_finds() -> None:
    assert [each for case in CASES for each in differences(case)] == []


def differences(case: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what a case expects and what is found instead."""
    what, page, suffix = case["what"], case["page"], case.get("suffix", "md")
    if "of" in case:
        section, key = case["of"].split(".")
        for text, expected in case["each"].items():
            found = [value for fact in read(page.replace("{}", text), section, suffix) for value in listed(fact, key)]
            if found != plain(expected):
                yield what, text, expected, found
        return
    for section, expected in case.items():
        if section in ("what", "page", "suffix"):
            continue
        facts = read(page, section, suffix)
        if section == "person":
            facts = [merged(facts)]
        keys = {key for row in expected for key in row}
        rows = [{key: said(fact, key) for key in keys if said(fact, key) is not None} for fact in facts]
        if len(rows) != len(expected) or not all(map(agrees, rows, expected)):
            yield what, section, expected, rows


def read(page: str, section: str, suffix: str) -> list[Fact]:
    name = "" if section == "person" else section
    document = read_text(page, f"cv.{suffix}", "text/html" if suffix == "html" else "text/markdown")
    return [fact for fact in facts_of(document) if fact.section == name]


def merged(facts: list[Fact]) -> Fact:
    """Return what all facts of a person say together."""
    return replace(facts[0], values={key: value for fact in facts for key, value in fact.values.items()})


def said(fact: Fact, key: str) -> Any:
    quoted = {"quote": fact.quote.text, "reason": fact.reason}
    return quoted[key] if key in quoted else plain(fact.values.get(key))


def listed(fact: Fact, key: str) -> list[Any]:
    value = plain(fact.values.get(key))
    return value if isinstance(value, list) else [] if value is None else [value]


def plain(value: Any) -> Any:
    """Return a value whose numbers are text, as YAML reads `2015` and we keep it in either form."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return None if value is None else str(value)


def agrees(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    given = {key: plain(value) for key, value in expected.items() if value is not None}
    parts = {key: given.pop(key) for key in ("quote", "reason") if key in given}
    rest = {key: value for key, value in found.items() if key not in ("quote", "reason")}
    return rest == given and all(part in found[key] for key, part in parts.items())
