"""Courses taught or assisted in."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kg.base.errors import IdentifierError
from kg.extract import entities
from kg.extract.career.vocabulary import is_place
from kg.extract.entities import people_in
from kg.extract.lines import BlockLine, cut, joined, trimmed
from kg.extract.page import PageContext
from kg.extract.recognition import rows as dates_in_lines
from kg.extract.recognition.rows import LineGroup, rows_of
from kg.extract.sections import CvSection
from kg.profile.drafts.model import Fact
from kg.profile.periods import Period
from kg.terms import dates

# What one line says of a course: its name and code, where, when and as what one taught it.

MAX_WORDS = 14
"""A course of more words is a sentence about one."""

_BEFORE = (
    r"(?:head|lead|graduate|undergraduate|senior|junior|course|lab|laboratory|part-time|volunteer|guest|primary|sole|"
    r"student|assistant|associate|visiting|adjunct|main|invited|co)"
)
_ROLE = (
    rf"(?:{_BEFORE}[ -]){{0,3}}(?:teaching (?:assistant|fellow|associate|staff)s?(?: coordinator)?|"
    rf"instructors?(?: of record)?|"
    rf"lecturers?|lecture|"
    r"tutors?|graders?|recitation (?:leader|instructor)|section leader|lab assistant|course (?:assistant|developer|"
    r"coordinator|staff|organi[sz]er)|teacher|preceptor|professor|marker|demonstrator|facilitator|"
    r"[üu]bungsleiter(?:in)?|dozent(?:in)?|lehrbeauftragte[rn]?|tutor(?:in)?|(?-i:U?G?TA|T\.A\.|CA))s?"
)
_ROLE_BEFORE = re.compile(
    rf"^(?P<role>{_ROLE})(?:\s+(?:for|of|in|on|at|für|im|zu|zur)\s+|\s*[,:;|–—@-]\s*|\s*$|\s+(?=\())", re.IGNORECASE
)
_ROLE_BEHIND = re.compile(rf"(?:^|[,;|–—-]\s*|\(\s*(?:as\s+)?)(?P<role>{_ROLE})\s*\)?$", re.IGNORECASE)
_CODE = (
    r"(?:[A-Z]{2,6}(?:[ -]?[A-Z]{1,2})?[ -]?\d{2,5}(?:-\d{1,3})?[A-Za-z]{0,2}(?:\s?/\s?\d{2,4}[A-Za-z]?){0,3}"
    r"|\d{1,3}[-.](?:[A-Z])?\d{2,4}[A-Za-z]?(?:-\d\d[A-Z])?(?:/\d{2,4}){0,3}|[A-Z]\d{3,4}[A-Z]?)"
)
_CODES_BEFORE = re.compile(
    rf"^\[?(?P<codes>{_CODE}(?:\s*(?:,|&|/|and)\s*{_CODE}){{0,4}})\]?(?=[\s,:.–—-]|$)\s*[,:.–—-]?\s*"
)
_CODES_BEHIND = re.compile(rf"\s*[(\[,–—-]\s*(?P<codes>{_CODE}(?:\s*(?:,|&|/|and)\s*{_CODE}){{0,4}})\s*[)\]]?$")
_ONE_CODE = re.compile(_CODE)
_AT = re.compile(r"(?:^|\s+)(?:at|@)\s+(?:the\s+)?(?=[A-Z])")
_BRACKET = re.compile(r"\s*[(\[]([^()\[\]]{1,80})[)\]]")
_SEMESTER = re.compile(r"\b(?:SS|WS|SoSe|WiSe|Sommersemester|Wintersemester)\s{1,2}$")
_WITH = re.compile(r"^(?:(?:co-?)?(?:taught|instructed|lectured) )?(?:with|by)\s+", re.IGNORECASE)
SENTENCE = re.compile(
    r"^(?:(?:co-?)?(?:held|led|taught|gave|wrote|designed|developed|graded|created|prepared|delivered|assisted|"
    r"conducted|"
    r"organi[sz]ed|supervised|mentored|managed|covered|responsible|duties)|I|holding|leading|grading|assisting|"
    r"preparing|designing|delivering|(?:the )?course (?:covered|covers|is|was)|topics? (?:covered|include))\b",
    re.IGNORECASE,
)
_SEASONS = {"21": "Spring", "22": "Summer", "23": "Fall", "24": "Winter"}
_QUARTER = re.compile(r"\b(?:semester|term|quarter|session|academic year|AY)\b:?\s?", re.IGNORECASE)


@dataclass
class Course:
    """A course as far as one line or several tell it.

    Attributes:
        course: Its name.
        codes: Its codes.
        institution: Where it was held.
        terms: When, in forms that `kg.terms.dates.term` reads.
        role: As what one taught it.
        people: With whom.
        remark: What else is said of it in a sentence.
        how: By which pattern each was found, under the keys of the profile.
    """

    course: str = ""
    codes: tuple[str, ...] = ()
    institution: str = ""
    terms: tuple[str, ...] = ()
    role: str = ""
    people: tuple[str, ...] = ()
    remark: str = ""
    how: dict[str, str] = field(default_factory=dict)

    @property
    def is_course(self) -> bool:
        """Whether it names a course."""
        return bool(self.course or self.codes)


def read_courses(text: str, page: PageContext) -> Course:
    """Return what a line says of a course; an empty one where it says nothing."""
    found = [_with_semester(text, period) for period in dates_in_lines.periods_in(text)]
    course = Course(terms=tuple(dict.fromkeys(term for period in found for term in terms_of(period))))
    if found:
        course.how["term"] = "first" if not text[: found[0].begin].strip(" ([") else "behind"
    for segment in re.split(r"[\t\n]", _without(text, found)):
        if SENTENCE.match(segment.strip()) and len(segment.split()) > 4:
            course.remark = course.remark or segment.strip()
        else:
            _read_segment(segment.strip(" ,:;|–—-•·"), course, page)
    return course


def _with_semester(text: str, period: Period) -> Period:
    """Return a year with the semester before it, which stands for more than a season: `SS 2017`."""
    before = _SEMESTER.search(text[: period.begin][-20:])
    if not before or period.form != "date" or len(period.start or "") != 4:
        return period
    begin = period.begin - len(before[0])
    return replace(period, begin=begin, text=text[begin : period.stop])


def terms_of(period: Period) -> Iterator[str]:
    """Yield the terms of a period: as written where `kg.terms.dates.term` reads that, else in another notation."""
    written = _QUARTER.sub("", period.text.strip(" ()[],"))
    if is_term(written):
        yield " ".join(written.split())
    elif period.form == "list":
        yield from (term for date in period.dates if (term := _term(date)))
    else:
        ends = [_term(date) for date in (period.start, period.end) if date and date != dates.PRESENT]
        yield from ["/".join(dict.fromkeys(ends))] if ends else []


def is_term(text: str) -> bool:
    """Say whether `kg.terms.dates.term` reads a text."""
    try:
        dates.term(text)
    except IdentifierError:
        return False
    return True


def role_in(text: str) -> str:
    """Return the role that a heading names, or nothing: `Teaching Assistant` of `TEACHING ASSISTANT`."""
    found = re.search(rf"\b{_ROLE}\b", text, re.IGNORECASE)
    return in_title_case(found[0]) if found else ""


def in_title_case(text: str) -> str:
    """Return words set in capitals as titles are set."""
    return text.title() if text.isupper() and len(text) > 4 else text


def _without(text: str, found: Sequence[Period]) -> str:
    """Return a line in which a break stands for each date, so that nothing is joined across it."""
    for period in reversed(found):
        before, behind = text[: period.begin], text[period.stop :]
        if before.rstrip()[-1:] in ("(", "[") and behind.lstrip()[:1] in (")", "]"):
            before, behind = before.rstrip()[:-1], behind.lstrip()[1:]
        text = f"{before}\n{behind}"
    return _QUARTER.sub("", text) if found else text


def _term(date: str) -> str:
    if date[5:7] in _SEASONS:
        return f"{_SEASONS[date[5:7]]} {date[:4]}"
    return date[:4]


def _read_segment(text: str, course: Course, page: PageContext) -> None:
    text = _take_role(text, course)
    text = _take_codes(text, course)
    text = _take_institution(text, course, page)
    names: list[str] = []
    is_open = not course.course
    for piece in cut(text, ",;|", dashes=True):
        if _take_piece(trimmed(piece), course, page):
            is_open = is_open and not names
        elif is_open:
            names.append(piece)
    if names:
        _name(text, names, course)


def _take_piece(bare: str, course: Course, page: PageContext) -> bool:
    """Take a piece that is no name of a course; say whether it is none."""
    if _WITH.match(bare):
        course.people += tuple(people_in(_WITH.sub("", bare)))
    elif re.fullmatch(_ROLE, bare, re.IGNORECASE) and not course.role:
        _set(course, "role", bare, "after comma")
    elif entities.is_organization(bare, page.organizations):
        _set(course, "institution", bare, "after comma")
    elif _CODES_BEFORE.fullmatch(bare) and not course.codes:
        _take_codes(bare, course)
    else:
        return is_place(bare)
    return True


def _name(text: str, names: Sequence[str], course: Course) -> None:
    first, last = text.find(names[0]), text.rfind(names[-1]) + len(names[-1])
    name = _take_codes_behind(trimmed(text[first:last]), course)
    name = name[1:-1] if re.fullmatch(r"\([^()]*\)", name) else name
    if name and len(name.split()) <= MAX_WORDS and any(letter.isalpha() for letter in name):
        _set(course, "course", trimmed(name), "beside code" if course.codes else "rest of line")


def _take_role(text: str, course: Course) -> str:
    for pattern, how in ((_ROLE_BEFORE, "before course"), (_ROLE_BEHIND, "behind course")):
        match = pattern.search(text)
        if match and not course.role:
            _set(course, "role", match["role"], how)
            return text[match.end() :] if how == "before course" else text[: match.start()]
    return text


def _take_codes(text: str, course: Course) -> str:
    match = _CODES_BEFORE.match(text)
    if not match or course.codes:
        return text
    course.codes = tuple(_ONE_CODE.findall(match["codes"]))
    course.how["code"] = "before name"
    return text[match.end() :]


def _take_codes_behind(text: str, course: Course) -> str:
    match = _CODES_BEHIND.search(text)
    if not match or course.codes:
        return text
    course.codes = tuple(_ONE_CODE.findall(match["codes"]))
    course.how["code"] = "behind name"
    return text[: match.start()]


def _take_institution(text: str, course: Course, page: PageContext) -> str:
    for match in _BRACKET.finditer(text):
        inside = match[1].strip()
        if re.fullmatch(_ROLE, inside, re.IGNORECASE) and not course.role:
            _set(course, "role", inside, "in brackets")
        elif entities.is_organization(inside, page.organizations):
            _set(course, "institution", inside, "in brackets")
        else:
            continue
        return f"{text[: match.start()]},{text[match.end() :]}"
    at = next(
        (m for m in _AT.finditer(text) if entities.is_organization(_first(text[m.end() :]), page.organizations)), None
    )
    if at:
        _set(course, "institution", _first(text[at.end() :]), "after at")
        return text[: at.start()]
    return text


def _first(text: str) -> str:
    return trimmed(cut(text, ",;|")[0]) if text.strip(" ,;|") else ""


def _set(course: Course, key: str, value: str, how: str) -> None:
    if value and not getattr(course, key):
        setattr(course, key, value)
        course.how[key] = how


# Courses taught or assisted in: one a line, or with terms, roles and universities in lines and headings around
# it.

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
class _CourseEntry:
    """A course with the lines that tell it."""

    course: Course
    lines: list[BlockLine]
    people: list[str] = field(default_factory=list)
    remarks: list[BlockLine] = field(default_factory=list)
    depth: int = 0


@dataclass
class _CourseContext:
    """What headings and lines without a course say of those below them, each with its line."""

    known: dict[str, tuple[object, BlockLine, str]] = field(default_factory=dict)

    def learn(self, course: Course, line: BlockLine, how: str) -> None:
        """Keep what a line says."""
        for key in _GAPS:
            if value := getattr(course, key):
                self.known[key] = (value, line, how)

    def fill(self, entry: _CourseEntry) -> None:
        """Give a course what it lacks, and the lines that say so."""
        for key, (value, line, how) in self.known.items():
            if not getattr(entry.course, key):
                setattr(entry.course, key, value)
                entry.course.how[_KEYS.get(key, key)] = how
                if line not in entry.lines:
                    entry.lines.insert(0, line)


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the courses of a section on teaching."""
    if section.kind != "teaching":
        return
    around = _of_headings(section, page)
    entry: _CourseEntry | None = None
    for row in rows_of(section.lines):
        course = read_courses(row.text, page)
        if _is_entry(row, course, entry):
            yield from _fact(entry, page)
            entry = _CourseEntry(course, list(row.lines), depth=row.depth)
            around.fill(entry)
        elif _is_context(row, course) or not _adds(row, course, entry):
            yield from _fact(entry, page)
            entry = None
            around.learn(course, row.first, "line above")
    yield from _fact(entry, page)


def _of_headings(section: CvSection, page: PageContext) -> _CourseContext:
    """Return what the heading says, and a university that the section above it ends with."""
    around = _CourseContext()
    before = page.before(section)
    if before is not None and before.kind == "teaching" and before.lines:
        last = before.lines[-1]
        around.learn(read_courses(last.text, page), last, "line above")
    if section.headline is not None:
        role = role_in(section.heading)
        is_short = len(section.heading.split()) <= 4
        word = _TEACHING.search(section.heading)
        role = role or in_title_case(word[0] if word else trimmed(section.heading) if is_short else "")
        around.learn(Course(role=role), section.headline, "heading")
    return around


def _is_entry(row: LineGroup, course: Course, entry: _CourseEntry | None) -> bool:
    """Say whether a row begins a course."""
    text = row.text
    if not course.is_course or _PEOPLE.match(text) or (row.first.is_heading and not course.codes):
        return False
    if course.codes:
        return not (entry and row.depth > entry.depth and entry.course.codes)
    if SENTENCE.match(text) or (text.endswith(".") and len(text.split()) > 12):
        return False
    is_below = entry is not None and row.depth > entry.depth
    return bool(course.role or course.terms) or (row.first.is_item and not is_below) or bool(row.first.bold)


def _is_context(row: LineGroup, course: Course) -> bool:
    """Say whether a row tells what holds for all below it: a heading, a university or a role in bold."""
    is_bold = bool(row.first.bold) and row.depth == 0 and not course.is_course
    return row.first.is_heading or (is_bold and bool(course.institution or course.role))


def _adds(row: LineGroup, course: Course, entry: _CourseEntry | None) -> bool:
    """Add to a course what a row says of it; say whether it did."""
    if entry is None:
        return False
    if _PEOPLE.match(row.text):
        entry.people += people_in(_PEOPLE.sub("", row.text))
        entry.lines += row.lines
        return True
    gaps = [key for key in _GAPS if getattr(course, key)]
    if course.is_course or not gaps or SENTENCE.match(row.text):
        is_remark = len(row.text.split()) > 3
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


def _from_above(entry: _CourseEntry) -> list[str]:
    """Return what only lines above say of a course; another university below it is that of the next courses."""
    how = {key: entry.course.how.get(_KEYS.get(key, key)) for key in _GAPS}
    return [key for key in _GAPS if how[key] == "heading" or (how[key] == "line above" and key != "institution")]


def _fact(entry: _CourseEntry | None, page: PageContext) -> Iterator[Fact]:
    if entry is None or not entry.course.role:
        return
    course = entry.course
    values = {
        "course": course.course or course.codes[0],
        "code": list(course.codes),
        "institution": course.institution,
        "term": list(course.terms),
        "role": in_title_case(course.role),
        "instructors": [*course.people, *entry.people],
        "summary": joined(entry.remarks)[:MAX_SUMMARY] or course.remark,
    }
    how = {"course": "code only", **course.how, "instructors": "label", "summary": "below"}
    yield page.fact("teaching", values, how, [*entry.lines, *entry.remarks])
