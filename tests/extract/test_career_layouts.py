import re
from collections.abc import Iterator

import pytest

from kg.extract import periods
from kg.extract.career import positions
from kg.extract.documents.reading import read_text
from kg.extract.page import PageContext
from kg.extract.sections import sections_of
from kg.profile.drafts.model import Fact
from tests.support.career_layouts import LAYOUTS, Stated


def facts_of(text: str) -> list[Fact]:
    document = read_text(text, "cv.md")
    page = PageContext(document, tuple(sections_of(document)))
    found: list[Fact] = []
    for section in page.sections:
        if section.kind == "education":
            found.extend(positions.read_education(section, page))
        elif section.kind == "positions":
            found.extend(positions.read_positions(section, page))
    return found


def stated(fact: Fact) -> Stated:
    values = fact.values
    organization, what = ("institution", "degree") if fact.section == "education" else ("organization", "role")
    return Stated(fact.section, values[organization], values[what], values.get("start"), values.get("end"))


def texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for one in value.values() for text in texts_in(one))
    elif isinstance(value, list | tuple):
        yield from (text for one in value for text in texts_in(one))


def even(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).strip()


@pytest.mark.parametrize("name", LAYOUTS)
def test_degrees_and_positions_are_read_in_every_layout(name: str) -> None:
    text, expected = LAYOUTS[name]
    assert [stated(fact) for fact in facts_of(text)] == expected


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_value_is_in_the_words_that_are_quoted(name: str) -> None:
    for fact in facts_of(LAYOUTS[name][0]):
        dates = {
            date
            for line in fact.quote.text.splitlines()
            for found in periods.find(line)
            for date in (found.start, found.end)
        }
        for key, value in fact.values.items():
            if key in ("start", "end"):
                assert value in dates
            elif key != "expected" and fact.how[key] != "from heading":
                assert all(even(text) in even(fact.quote.text) for text in texts_in(value)), (key, value)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_value_tells_its_pattern(name: str) -> None:
    for fact in facts_of(LAYOUTS[name][0]):
        assert all(fact.how[key] for key in fact.values)
        assert set(fact.confidence) == set(fact.values)
