"""Read positions: jobs, internships, visits, in all layouts of a section of experience."""

from collections.abc import Iterator

from kg.extract.career import degree_entries, position_entries, prose
from kg.extract.career.clues import clues_of
from kg.extract.career.entries import entries_of
from kg.extract.page import Page
from kg.extract.sections import Section
from kg.profile.drafts.model import Fact


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the positions of a section, and degrees that stand among them.

    Args:
        section: A section of experience.
        page: What is known of the whole document.
    """
    entries = entries_of(clues_of(section.lines, studies=False))
    knows_roles = any(entry.has_role for entry in entries)
    is_listed = False
    for entry in entries:
        fact = position_entries.of_entry(entry, section, page, knows_roles=knows_roles)
        fact = fact or degree_entries.of_entry(entry, page, courses=False)
        if fact:
            is_listed = True
            yield fact
    if not is_listed:
        yield from prose.told(section, page, {"education", "positions"})
