"""Read education: degrees and courses of study; a visit that is listed among them is a position."""

from collections.abc import Iterator

from kg.extract.career import degree_entries, position_entries, prose
from kg.extract.career.clues import clues_of
from kg.extract.career.entries import entries_of
from kg.extract.page import Page
from kg.extract.sections import Section
from kg.profile.drafts.model import Fact


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the degrees of a section, and positions that stand among them.

    Args:
        section: A section of education.
        page: What is known of the whole document.
    """
    entries = entries_of(clues_of(section.lines, studies=True))
    knows_roles = any(entry.has_role for entry in entries)
    is_listed = False
    for entry in entries:
        fact = degree_entries.of_entry(entry, page)
        fact = fact or position_entries.of_entry(entry, section, page, knows_roles=knows_roles)
        if fact:
            is_listed = True
            yield fact
    if not is_listed:
        yield from prose.told(section, page, {"education", "positions"})
