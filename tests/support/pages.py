"""Pages made of a few lines of Markdown, for the tests of what is found on them."""

from typing import Any

from kg.extract.documents.reading import read_text
from kg.extract.page import PageContext
from kg.extract.sections import sections_of
from kg.profile.drafts.model import Fact


def page_of(text: str) -> PageContext:
    document = read_text(text, "cv.md")
    return PageContext(document, tuple(sections_of(document)))


def facts_of(reader: Any, text: str) -> list[Fact]:
    """Return what a reader of sections finds on a page."""
    page = page_of(text)
    return [fact for section in page.sections for fact in reader(section, page)]


def values_of(reader: Any, text: str) -> list[dict[str, Any]]:
    return [dict(fact.values) for fact in facts_of(reader, text)]
