"""Degrees and positions made of entries."""

import re
from collections.abc import Iterator, Sequence

from kg.extract.career import choosing, degrees, labels, prose, vocabulary
from kg.extract.career.choosing import EntryValues
from kg.extract.career.clues import clues_of
from kg.extract.career.entries import CareerEntry, entries_of
from kg.extract.career.segment import Segment
from kg.extract.career.vocabulary import INSTITUTE
from kg.extract.page import PageContext
from kg.extract.sections import CvSection
from kg.profile.drafts.model import Fact

# The organisation of an entry, its unit and its place, which it may share with the entry above.


def add_organization(found: EntryValues, entry: CareerEntry, key: str) -> None:
    """Add the organisation of an entry and its unit; it may be that of the entry above."""
    own, shared = entry.segments, entry.parent.segments if entry.parent else []
    chosen, pattern = choosing.organization(own)
    segments: Sequence[Segment] = own
    if shared and (chosen is None or chosen.level < INSTITUTE):
        above, _ = choosing.organization(shared)
        if above or not chosen:
            chosen, pattern, segments = above, "shared", [*shared, *(one for one in own if one.kind == "organization")]
    if chosen is None or (chosen.level < INSTITUTE and not chosen.is_labelled):
        known, how = choosing.by_elimination(segments)
        if known and _stands_apart(known, chosen):
            chosen, pattern = known, how
        elif known and chosen and _has_line(known, chosen, segments):
            chosen, pattern = known, f"{how}, with unit"
    if chosen is None:
        return
    found.put(key, choosing.whole_name(segments, chosen), pattern)
    name, how = choosing.unit(segments, chosen, list(found.values.values()))
    if name and name not in found.values[key]:
        found.put("unit", name, how)


def location(entry: CareerEntry) -> str:
    """Return the place of an entry, or of the entry whose organisation it shares."""
    own = choosing.location(entry.segments)
    return own or (choosing.location(entry.parent.segments) if entry.parent else "")


def _has_line(known: Segment, unit: Segment, segments: Sequence[Segment]) -> bool:
    """Say whether an unknown piece is alone with a role or a place in its line, and the unit stands in another."""
    line = [one for one in segments if one.line == known.line and one.kind not in ("place", "role")]
    return line == [known] and unit.line != known.line and any(one.kind == "role" for one in segments)


def _stands_apart(known: Segment, unit: Segment | None) -> bool:
    """Say whether an unknown piece may be the organisation of a unit: it stands behind it, or there is no unit."""
    return unit is None or (known.line == unit.line and known.before == ",") or known.before == "at"


# Make a degree of an entry: its name, its subject, who awards it and what is said of it.

_DEGREE_LABELS = {
    "thesis": "thesis",
    "grade": "grade",
    "minor": "minor",
    "distinction": "distinction",
    "field": "field",
    "location": "location",
    "unit": "unit",
}
COURSE = "course of study"
_FIELD_OF_UNIT = re.compile(
    r"\b(?:Department|Dept\.?|Faculty|Institute?) (?:of|for|für) (?P<field>[A-Z][^,;()|]{2,80})"
)


def degree_of_entry(entry: CareerEntry, page: PageContext, *, courses: bool = True) -> Fact | None:
    """Return the degree that an entry states, if it and its institution are plain.

    Args:
        entry: The entry.
        page: What is known of the whole document.
        courses: Whether courses that lead to no degree count.
    """
    found = EntryValues()
    _add_degree(found, entry, courses=courses)
    if "degree" not in found.values:
        return None
    add_organization(found, entry, "institution")
    if not choosing.is_sure(found.values, "degree", "institution"):
        return None
    choosing.add_period(found, entry, is_end=found.how["degree"] != COURSE)
    if entry.periods and entry.periods[0][0].expected:
        found.put("expected", True, found.how.get("end", ""))
    found.put("location", location(entry), "place")
    choosing.add_labelled(found, entry, _DEGREE_LABELS)
    _add_honours(found, entry)
    _add_field_of_unit(found)
    return found.fact("education", page, entry)


def _add_degree(found: EntryValues, entry: CareerEntry, *, courses: bool) -> None:
    for place, segment in enumerate(entry.segments):
        if segment.kind != "degree":
            continue
        degree = degrees.find(segment.text)
        if degree is None:
            found.put("degree", segment.name, "labelled")
            return
        found.put("degree", degree.name, "bold" if segment.is_bold else "degree word")
        found.put("field", degree.field, f"after {degree.pattern}")
        if "field" not in found.values:
            _add_field_beside(found, entry, place)
        return
    course = next((one for one in entry.segments if _may_be_course(one)), None)
    if course and courses and not entry.has_what:
        found.put("degree", course.name, COURSE)


def _may_be_course(segment: Segment) -> bool:
    is_unit = segment.kind == "organization" and segment.level > vocabulary.UNIT
    return segment.kind in ("unknown", "organization") and not is_unit and degrees.is_course(segment.text)


def _add_field_beside(found: EntryValues, entry: CareerEntry, place: int) -> None:
    """Add the subject that stands beside the degree: `Ph.D., Computer Science`, `Computer Science, Ph.D.`."""
    segments = entry.segments
    for neighbour, pattern in ((place + 1, "after degree"), (place - 1, "before degree")):
        if not 0 <= neighbour < len(segments):
            continue
        segment = segments[neighbour]
        is_beside = segment.line == segments[place].line and "at" not in (segment.before, segments[place].before)
        if segment.kind == "unknown" and is_beside and entry.has_employer and (field := degrees.field_of(segment.text)):
            found.put("field", field, pattern)


def _add_honours(found: EntryValues, entry: CareerEntry) -> None:
    for clue in entry.lines:
        found.put("minor", degrees.minor(clue.line.text), "phrase", clue)
        found.put("distinction", degrees.distinction(clue.line.text), "phrase", clue)


def _add_field_of_unit(found: EntryValues) -> None:
    unit = _FIELD_OF_UNIT.search(found.values.get("unit", ""))
    if unit:
        found.put("field", unit["field"].strip(" ."), "from department")


# Make a position of an entry: its role, its organisation and what is said of it.

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

_POSITION_LABELS = {"location": "location", "summary": "summary", "unit": "unit"}


def position_of_entry(entry: CareerEntry, section: CvSection, page: PageContext, *, knows_roles: bool) -> Fact | None:
    """Return the position that an entry states, if its organisation and its role are plain.

    Args:
        entry: The entry.
        section: Where it stands: the heading may say what all its entries are.
        page: What is known of the whole document.
        knows_roles: Whether words tell the role of any entry of the section.
    """
    found = EntryValues()
    _add_role(found, entry.segments)
    add_organization(found, entry, "organization")
    if "role" not in found.values and not entry.has_what:
        _add_role_without_word(found, entry, section, knows_roles=knows_roles)
    if not choosing.is_sure(found.values, "organization", "role"):
        return None
    choosing.add_period(found, entry, is_end=False)
    found.put("location", location(entry), "place")
    choosing.add_labelled(found, entry, _POSITION_LABELS)
    choosing.add_details(found, entry)
    return found.fact("positions", page, entry)


def _add_role(found: EntryValues, segments: Sequence[Segment]) -> None:
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


def _add_role_without_word(found: EntryValues, entry: CareerEntry, section: CvSection, *, knows_roles: bool) -> None:
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


# Read education: degrees and courses of study; a visit that is listed among them is a position.


def read_education(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the degrees of a section, and positions that stand among them.

    Args:
        section: A section of education.
        page: What is known of the whole document.
    """
    entries = entries_of(clues_of(section.lines, studies=True))
    knows_roles = any(entry.has_role for entry in entries)
    is_listed = False
    for entry in entries:
        fact = degree_of_entry(entry, page)
        fact = fact or position_of_entry(entry, section, page, knows_roles=knows_roles)
        if fact:
            is_listed = True
            yield fact
    if not is_listed:
        yield from prose.told(section, page, {"education", "positions"})


# Read positions: jobs, internships, visits, in all layouts of a section of experience.


def read_positions(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the positions of a section, and degrees that stand among them.

    Args:
        section: A section of experience.
        page: What is known of the whole document.
    """
    entries = entries_of(clues_of(section.lines, studies=False))
    knows_roles = any(entry.has_role for entry in entries)
    is_listed = False
    for entry in entries:
        fact = position_of_entry(entry, section, page, knows_roles=knows_roles)
        fact = fact or degree_of_entry(entry, page, courses=False)
        if fact:
            is_listed = True
            yield fact
    if not is_listed:
        yield from prose.told(section, page, {"education", "positions"})
