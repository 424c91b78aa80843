"""Sections as real CVs and homepages have them, above all such as were converted from PDF, and what they say.

Each case of `layouts/*.txt` is a text and, behind `=>>`, what a careful reader finds in it, a line each:
`E` institution, degree, start, end; `P` organisation, role, start, end; `A` award, year.
"""

import re
from collections.abc import Iterator

import pytest

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of
from kg.profile.drafts.model import Fact
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "layouts"
OWNER = "Mary Ellis"


def cases() -> Iterator[tuple[str, str, list[str]]]:
    for path in sorted(FOLDER.glob("*.txt")):
        for case in path.read_text("utf-8").split("%%% ")[1:]:
            name, _, rest = case.partition("\n")
            text, _, stated = rest.partition("=>>\n")
            yield f"{path.stem}: {name}", text, stated.splitlines()


CASES = {name: (text, stated) for name, text, stated in cases()}


def found(text: str) -> list[Fact]:
    document = read_text(text, "cv.html" if text.startswith("<") else "cv.md")
    facts = facts_of(document, OWNER)
    return [fact for fact in facts if fact.section in ("education", "positions", "awards")]


def stated_by(fact: Fact) -> str:
    values = fact.values
    start, end = values.get("start"), values.get("end")
    if fact.section == "awards":
        return f"A {values['name']} | {f'{start}/{end}' if start and end else start or values.get('year') or '-'}"
    keys = ("institution", "degree") if fact.section == "education" else ("organization", "role")
    named = " | ".join(values[key] for key in keys)
    return f"{'E' if fact.section == 'education' else 'P'} {named} | {start or '-'} | {end or '-'}"


@pytest.mark.parametrize("name", CASES)
def test_a_section_is_read_as_a_careful_reader_does(name: str) -> None:
    text, stated = CASES[name]

    assert [stated_by(fact) for fact in found(text)] == stated


@pytest.mark.parametrize("name", CASES)
def test_names_and_roles_are_quoted(name: str) -> None:
    for fact in found(CASES[name][0]):
        quoted = re.sub(r"\W+", "", fact.quote.text)
        for key in {"institution", "degree", "organization", "role", "name"} & fact.values.keys():
            assert re.sub(r"\W+", "", fact.values[key]) in quoted
