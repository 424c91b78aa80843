"""Courses taught or assisted in: one a line, or with terms, roles and universities in lines and headings around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.extract.lines import Line, joined
from kg.extract.names import people_in
from kg.extract.page import Page
from kg.extract.pieces import trimmed
from kg.extract.recognition import courses
from kg.extract.recognition.awards import is_orphan
from kg.extract.recognition.courses import Course
from kg.extract.recognition.rows import Row, rows_of
from kg.extract.sections import Section
from kg.profile.drafts.model import Fact

MAX_SUMMARY = 3_000

_PEOPLE = re.compile(
    r"^(?:(?:course |lead )?(?:instructors?|lecturers?|professors?|faculty|supervisors?|dozent(?:en)?|teachers?)\s*:|"
    r"(?:with|taught by|instructed by|under|for)\s+(?=(?:prof|dr)\b))\s*",
    re.IGNORECASE,
)
_TEACHING = re.compile(r"\b(?:teaching|lehre|docencia|enseignement)\b", re.IGNORECASE)
_GAPS = ("institution", "terms", "role")
_KEYS = {"terms": "term"}


@dataclass
class _Entry:
    """A course with the lines that tell it."""

    course: Course
    lines: list[Line]
    people: list[str] = field(default_factory=list)
    remarks: list[Line] = field(default_factory=list)
    depth: int = 0


@dataclass
class _Around:
    """What headings and lines without a course say of those below them, each with its line."""

    known: dict[str, tuple[object, Line, str]] = field(default_factory=dict)

    def learn(self, course: Course, line: Line, how: str) -> None:
        """Keep what a line says."""
        for key in _GAPS:
            if value := getattr(course, key):
                self.known[key] = (value, line, how)

    def fill(self, entry: _Entry) -> None:
        """Give a course what it lacks, and the lines that say so."""
        for key, (value, line, how) in self.known.items():
            if not getattr(entry.course, key):
                setattr(entry.course, key, value)
                entry.course.how[_KEYS.get(key, key)] = how
                if line not in entry.lines:
                    entry.lines.insert(0, line)


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the courses of a section on teaching."""
    if section.kind != "teaching":
        return
    around = _of_headings(section, page)
    entry: _Entry | None = None
    for row in rows_of(section.lines):
        course = courses.read(row.text, page)
        if _is_entry(row, course, entry):
            yield from _fact(entry, page)
            entry = _Entry(course, list(row.lines), depth=row.depth)
            around.fill(entry)
        elif _is_context(row, course) or not _adds(row, course, entry):
            yield from _fact(entry, page)
            entry = None
            around.learn(course, row.first, "line above")
    yield from _fact(entry, page)


def _of_headings(section: Section, page: Page) -> _Around:
    """Return what the heading says, and a university that the section above it ends with."""
    around = _Around()
    before = page.before(section)
    if before is not None and before.kind == "teaching" and before.lines:
        last = before.lines[-1]
        around.learn(courses.read(last.text, page), last, "line above")
    if section.headline is not None:
        role = courses.role_in(section.heading)
        is_short = len(section.heading.split()) <= 4
        word = _TEACHING.search(section.heading)
        role = role or courses.in_title_case(word[0] if word else trimmed(section.heading) if is_short else "")
        around.learn(Course(role=role), section.headline, "heading")
    return around


def _is_entry(row: Row, course: Course, entry: _Entry | None) -> bool:
    """Say whether a row begins a course."""
    text = row.text
    if not course.is_course or _PEOPLE.match(text) or (row.first.is_heading and not course.codes):
        return False
    if is_orphan(text) and not (course.codes or course.role or course.terms):
        return False
    if course.codes:
        return not (entry and row.depth > entry.depth and entry.course.codes)
    if courses.SENTENCE.match(text) or (text.endswith(".") and len(text.split()) > 12):
        return False
    is_below = entry is not None and row.depth > entry.depth
    return bool(course.role or course.terms) or (row.first.is_item and not is_below) or bool(row.first.bold)


def _is_context(row: Row, course: Course) -> bool:
    """Say whether a row tells what holds for all below it: a heading, a university or a role in bold."""
    is_bold = bool(row.first.bold) and row.depth == 0 and not course.is_course
    return row.first.is_heading or (is_bold and bool(course.institution or course.role))


def _adds(row: Row, course: Course, entry: _Entry | None) -> bool:
    """Add to a course what a row says of it; say whether it did."""
    if entry is None:
        return False
    if _PEOPLE.match(row.text):
        entry.people += people_in(_PEOPLE.sub("", row.text))
        entry.lines += row.lines
        return True
    gaps = [key for key in _GAPS if getattr(course, key)]
    if course.is_course or not gaps or courses.SENTENCE.match(row.text):
        is_remark = len(row.text.split()) > 3 and not is_orphan(row.text)
        if is_remark:
            entry.remarks += row.lines
        return is_remark
    if any(getattr(entry.course, key) and key not in _from_above(entry) for key in gaps):
        return False
    for key in gaps:
        setattr(entry.course, key, getattr(course, key))
        entry.course.how[_KEYS.get(key, key)] = "line below"
    entry.lines += row.lines
    return True


def _from_above(entry: _Entry) -> list[str]:
    return [key for key in _GAPS if entry.course.how.get(_KEYS.get(key, key)) in ("heading", "line above")]


def _fact(entry: _Entry | None, page: Page) -> Iterator[Fact]:
    if entry is None or not entry.course.role:
        return
    course = entry.course
    values = {
        "course": course.course or course.codes[0],
        "code": list(course.codes),
        "institution": course.institution,
        "term": list(course.terms),
        "role": courses.in_title_case(course.role),
        "instructors": [*course.people, *entry.people],
        "summary": joined(entry.remarks)[:MAX_SUMMARY] or course.remark,
    }
    how = {"course": "code only", **course.how, "instructors": "label", "summary": "below"}
    yield page.fact("teaching", values, how, [*entry.lines, *entry.remarks])
