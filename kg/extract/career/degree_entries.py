"""Make a degree of an entry: its name, its subject, who awards it and what is said of it."""

import re

from kg.extract.career import choosing, degrees, employers, vocabulary
from kg.extract.career.choosing import Values
from kg.extract.career.entries import Entry
from kg.extract.career.segment import Segment
from kg.extract.page import Page
from kg.profile.drafts.model import Fact

_LABELS = {
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


def of_entry(entry: Entry, page: Page, *, courses: bool = True) -> Fact | None:
    """Return the degree that an entry states, if it and its institution are plain.

    Args:
        entry: The entry.
        page: What is known of the whole document.
        courses: Whether courses that lead to no degree count.
    """
    found = Values()
    _add_degree(found, entry, courses=courses)
    if "degree" not in found.values:
        return None
    employers.add_organization(found, entry, "institution")
    if not choosing.is_sure(found.values, "degree", "institution"):
        return None
    choosing.add_period(found, entry, is_end=found.how["degree"] != COURSE)
    if entry.periods and entry.periods[0][0].expected:
        found.put("expected", True, found.how.get("end", ""))
    found.put("location", employers.location(entry), "place")
    choosing.add_labelled(found, entry, _LABELS)
    _add_honours(found, entry)
    _add_field_of_unit(found)
    return found.fact("education", page, entry)


def _add_degree(found: Values, entry: Entry, *, courses: bool) -> None:
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


def _add_field_beside(found: Values, entry: Entry, place: int) -> None:
    """Add the subject that stands beside the degree: `Ph.D., Computer Science`, `Computer Science, Ph.D.`."""
    segments = entry.segments
    for neighbour, pattern in ((place + 1, "after degree"), (place - 1, "before degree")):
        if not 0 <= neighbour < len(segments):
            continue
        segment = segments[neighbour]
        is_beside = segment.line == segments[place].line and "at" not in (segment.before, segments[place].before)
        if segment.kind == "unknown" and is_beside and entry.has_employer and (field := degrees.field_of(segment.text)):
            found.put("field", field, pattern)


def _add_honours(found: Values, entry: Entry) -> None:
    for clue in entry.lines:
        found.put("minor", degrees.minor(clue.line.text), "phrase", clue)
        found.put("distinction", degrees.distinction(clue.line.text), "phrase", clue)


def _add_field_of_unit(found: Values) -> None:
    unit = _FIELD_OF_UNIT.search(found.values.get("unit", ""))
    if unit:
        found.put("field", unit["field"].strip(" ."), "from department")
