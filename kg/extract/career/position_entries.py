"""Make a position of an entry: its role, its organisation and what is said of it."""

import re
from collections.abc import Sequence

from kg.extract.career import choosing, employers, labels
from kg.extract.career.choosing import Values
from kg.extract.career.entries import Entry
from kg.extract.career.segment import Segment
from kg.extract.page import Page
from kg.extract.sections import Section
from kg.profile.drafts.model import Fact

_HEADINGS = {
    "visit": ("visiting positions", "research visits", "visits", "research stays", "visiting appointments"),
    "intern": ("internships", "internship", "internship experience", "research internships", "industry internships"),
}
_WITH_PEOPLE = re.compile(
    r"(?P<role>.{4,80}?)\s+(?:to|for|under|with)\s+(?P<people>(?:(?:Prof|Dr)[a-z]*\.?\s+)?[A-Z][\w.-]+\s+[A-Z].{1,80})$"
)
_PLURAL = re.compile(r"s$")
_MAX_ROLE_WORDS = 6
_MAX_SEGMENTS = 24
"""Only so many pieces at its head may be the role of an entry."""

_LABELS = {"location": "location", "summary": "summary", "unit": "unit"}


def of_entry(entry: Entry, section: Section, page: Page, *, knows_roles: bool) -> Fact | None:
    """Return the position that an entry states, if its organisation and its role are plain.

    Args:
        entry: The entry.
        section: Where it stands: the heading may say what all its entries are.
        page: What is known of the whole document.
        knows_roles: Whether words tell the role of any entry of the section.
    """
    found = Values()
    _add_role(found, entry.segments)
    employers.add_organization(found, entry, "organization")
    if "role" not in found.values and not entry.has_what:
        _add_role_without_word(found, entry, section, knows_roles=knows_roles)
    if not choosing.is_sure(found.values, "organization", "role"):
        return None
    choosing.add_period(found, entry, is_end=False)
    found.put("location", employers.location(entry), "place")
    choosing.add_labelled(found, entry, _LABELS)
    choosing.add_details(found, entry)
    return found.fact("positions", page, entry)


def _add_role(found: Values, segments: Sequence[Segment]) -> None:
    roles = [segment for segment in segments if segment.kind == "role"]
    if not roles:
        return
    run = [roles[0]]
    place = next(number for number, segment in enumerate(segments) if segment is roles[0])
    for segment in segments[place + 1 :]:
        if segment.kind != "role" or segment.before != "," or segment.line != run[0].line:
            break
        run.append(segment)
    first = run[0]
    pattern = "labelled" if first.is_labelled else "role word, bold" if first.is_bold else "role word"
    role = ", ".join(segment.name if len(run) == 1 else segment.text for segment in run)
    with_people = _WITH_PEOPLE.match(role)
    if with_people and (people := labels.people(with_people["people"])):
        role = with_people["role"]
        found.put("advisors", people, "behind role")
    found.put("role", role, pattern)


def _add_role_without_word(found: Values, entry: Entry, section: Section, *, knows_roles: bool) -> None:
    """Add a role that no word tells: what stands before `at`, a line or cell of its own, or what the heading says."""
    taken = found.values.get("organization", "")
    for place, segment in enumerate(entry.segments[:_MAX_SEGMENTS]):
        if segment.kind != "unknown" or segment.name in taken or not choosing.is_name(segment.name):
            continue
        behind = entry.segments[place + 1] if place + 1 < len(entry.segments) else None
        if behind and behind.before == "at" and behind.line == segment.line:
            found.put("role", segment.text, "before at")
        elif knows_roles and entry.periods and _may_be_role(segment, entry.segments):
            found.put("role", segment.name, "by elimination")
    heading = " ".join(section.heading.split()).casefold()
    if any(heading in known for known in _HEADINGS.values()):
        found.put("role", _PLURAL.sub("", heading.capitalize()), "from heading")


def _may_be_role(segment: Segment, segments: Sequence[Segment]) -> bool:
    """Say whether a piece has a cell, a line or a style of its own, and few words."""
    others = [one for one in segments if one.line == segment.line and one.kind != "place"]
    is_apart = all(one.before in ("\t", "style", "-") for one in others[1:])
    return is_apart and len(segments) > 1 and len(segment.name.split()) <= _MAX_ROLE_WORDS
