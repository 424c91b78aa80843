"""Read positions: jobs, internships, visits, in all layouts of a section of experience."""

from collections.abc import Iterator

from kg.drafts import Fact
from kg.extract.career import degree_entries, position_entries, prose
from kg.extract.career.clues import clues_of
from kg.extract.career.entries import entries_of
from kg.extract.page import Page
from kg.extract.sections import Section


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the positions of a section, and degrees that stand among them.

    Args:
        section: A section of experience.
        page: What is known of the whole document.
    """
    entries = entries_of(clues_of(section.lines, studies=False))
    facts = [
        position_entries.of_entry(entry, section, page) or degree_entries.of_entry(entry, page, courses=False)
        for entry in entries
    ]
    found = [fact for fact in facts if fact]
    yield from found or prose.told(section, page, {"education", "positions"})
