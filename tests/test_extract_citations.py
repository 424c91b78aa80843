"""Publications are found in every style in which people list them."""

import pytest

from kg import documents
from kg.drafts import Fact
from kg.extract import facts_of
from tests.citation_styles import STYLES, Cited


def publications(markdown: str, heading: str = "## Publications", name: str = "Ada Lovelace") -> list[Fact]:
    """Return the publications that a page proposes."""
    page = documents.read_text(f"# {name}\n\n{heading}\n{markdown}", "page.md", "text/markdown")
    return [fact for fact in facts_of(page) if fact.section == "publications"]


def cited(fact: Fact) -> Cited:
    """Return what a fact says, as the styles have it."""
    values = fact.values
    authors = [author.rstrip("*") for author in values["authors"]]
    return Cited(values["title"], authors, values.get("venue"), values.get("year"), values.get("status"))


@pytest.mark.parametrize("style", STYLES)
def test_each_style_is_read(style: str) -> None:
    markdown, expected = STYLES[style]
    assert [cited(fact) for fact in publications(markdown)] == expected
