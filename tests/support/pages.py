"""Pages made of a few lines of Markdown, for the tests of what is found on them."""

from typing import Any

from kg.extract.documents.reading import read_text
from kg.extract.extraction import facts_of as read_facts
from kg.profile.drafts.model import Fact


def facts_of(section: str, text: str) -> list[Fact]:
    """The facts of a section that a page states."""
    return [fact for fact in read_facts(read_text(text, "cv.md")) if fact.section == section]


def values_of(section: str, text: str) -> list[dict[str, Any]]:
    return [dict(fact.values) for fact in facts_of(section, text)]
