"""Read degrees and positions from sentences: `I am a lecturer at …`, `I received my Ph.D. from …, advised by …`.

Only from the head and the summary of a page, where a person speaks of the present and the past; only what no list of
the page says better; and only where role or degree and organisation are plain.
"""

import re
from collections.abc import Iterator, Sequence

from kg.dates import PRESENT
from kg.drafts import Fact
from kg.extract import names, periods
from kg.extract.career import degrees, labels, vocabulary
from kg.extract.career.choosing import Values
from kg.extract.career.segments import plain
from kg.extract.career.sentences import Sentence, organization_in, sentences
from kg.extract.page import Page
from kg.extract.periods import Period
from kg.extract.sections import Section

PROSE = "prose"
_SPEAKS = re.compile(r"(?:^|[\s,(])(?:I|I['’]m|my|My|He|She|They|he|she|his|her|His|Her)(?=[\s,])")
_IS = re.compile(
    r"""(?:(?P<now>\bI['’]m|\b(?:am|is|are|(?:have|has)\s+been|serves?\s+as|works?\s+as)
      |\b(?:now|currently|presently)\s+(?:working|serving)\s+as)
    |\b(?:was|were|served\s+as|worked\s+as))
    \s+(?:(?:currently|now|presently|also|previously|formerly|then)\s+)?(?:an?\s+|the\s+)?(?:\w{2,9}-year\s+|final\s+year\s+)?""",
    re.VERBOSE,
)
_PERSON = re.compile(
    r"(?:^|[\s,;(])(?:I|[Hh]e|[Ss]he|[Tt]hey|and|also|now|currently)(?:,?\s+(?:also|now|currently|then|have|has))?[\s,]*$"
)
_GOT = re.compile(
    r"""\b(?P<verb>received|obtained|earned|completed|finished|got|hold|holds|did|received|awarded|graduated|receiving|pursuing|doing
    |completing)\b""",
    re.VERBOSE,
)
_STUDENT = re.compile(
    r"^(?P<degree>Ph\.?\s?D\.?|doctoral|master['’]?s?|M\.?Sc?\.?|MSCS|undergraduate)\s+(?:student|candidate)",
    re.IGNORECASE,
)
_STUDENT_ROLE = re.compile(r"student|candidate|pursuing|undergraduate$", re.IGNORECASE)
_FUTURE = re.compile(r"\b(?:will|would|plan|hope|looking|apply|applying|incoming|join)\b", re.IGNORECASE)
_FIELD = re.compile(
    r"""\s*(?:degree\s+)?(?:(?:double\s+)?majoring\s+)?(?:in|of)\s+(?P<field>[A-Z][^,.;()]{2,80}?)
    (?=\s+(?:at|from|department|in|under|with|and\s+a)\b|[,.;(]|$)""",
    re.VERBOSE,
)


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the degrees and positions that sentences state.

    Args:
        section: The head of a page, or a summary.
        page: What is known of the whole document: of what it has a section, sentences are not read.
    """
    listed = {one.kind for one in page.sections if one.lines}
    for sentence in sentences(section.lines):
        if not _is_of_owner(sentence.text, page.owner):
            continue
        degree = None if "education" in listed else _degree(sentence, page)
        position = None if "positions" in listed else _position(sentence, page)
        yield from (fact for fact in (degree, position) if fact)


def _is_of_owner(text: str, owner: str) -> bool:
    """Say whether a sentence is about the person of the page."""
    if _SPEAKS.search(text[:200]):
        return True
    return _is_name_of(re.split(r"\s+(?:is|was|received|holds|obtained|earned)\s", text[:120], maxsplit=1)[0], owner)


def _is_name_of(subject: str, owner: str) -> bool:
    """Say whether a subject is the name of the owner, or a name where nobody knows whose page it is."""
    name = names.without_title(plain(subject.strip()))
    words = set(owner.casefold().split())
    return bool(name) and set(name.casefold().split()) <= words if owner else names.is_name(name)


def _position(sentence: Sentence, page: Page) -> Fact | None:
    for is_ in _IS.finditer(sentence.text):
        rest = sentence.text[is_.end() :]
        place = vocabulary.role_in(rest[:150])
        if not _has_subject(sentence.text, is_, page.owner):
            continue
        if place is None or place[0] > 0 or _FUTURE.search(rest[: place[1]]):
            continue
        role = rest[: place[1]]
        if _STUDENT_ROLE.search(role):
            return None
        return _position_of(role, rest[place[1] :], Values(), sentence, page, now=bool(is_["now"]))
    return None


def _has_subject(text: str, is_: re.Match[str], owner: str) -> bool:
    """Say whether it is the person of the page who is something: not in `my advisor is a professor`."""
    before = text[: is_.start()]
    return (
        is_[0].startswith(("I", "now", "currently", "presently"))
        or bool(_PERSON.search(before[-60:]))
        or _is_name_of(before[-60:], owner)
    )


def _position_of(role: str, rest: str, found: Values, sentence: Sentence, page: Page, *, now: bool) -> Fact | None:
    head, labelled = labels.split(rest)
    organization, unit = organization_in(head or rest)
    if not organization:
        return None
    found.put("role", role, PROSE)
    found.put("organization", organization, PROSE)
    found.put("unit", unit, PROSE)
    stated = _period(rest)
    found.put("start", stated.start if stated and stated.form != "until" else None, PROSE)
    found.put("end", stated.end if stated and stated.form != "since" else PRESENT if now else None, PROSE)
    _add_advisors(found, labelled)
    return page.fact("positions", found.values, found.how, sentence.lines)


def _degree(sentence: Sentence, page: Page) -> Fact | None:
    for is_ in _IS.finditer(sentence.text):
        rest = sentence.text[is_.end() :]
        if is_["now"] and _has_subject(sentence.text, is_, page.owner) and (student := _STUDENT.match(rest)):
            return _degree_of(student["degree"].strip(), rest[student.end() :], sentence, page, now=True)
    got = _GOT.search(sentence.text)
    if not got or _FUTURE.search(sentence.text[: got.start()]):
        return None
    rest = sentence.text[got.end() :]
    degree = degrees.find(rest[:200])
    if degree is None or (degree.begin > 60 and got["verb"] != "graduated"):
        return None
    around = rest[: degree.begin] + rest[degree.stop :] if got["verb"] == "graduated" else rest[degree.stop :]
    return _degree_of(degree.name, around, sentence, page, now=got["verb"].endswith("ing"), field=degree.field)


def _degree_of(name: str, rest: str, sentence: Sentence, page: Page, *, now: bool, field: str = "") -> Fact | None:
    found = Values()
    head, labelled = labels.split(rest)
    institution, unit = organization_in(head or rest)
    if not institution:
        return None
    found.put("degree", name, PROSE)
    found.put("institution", institution, PROSE)
    found.put("unit", unit, PROSE)
    found.put("field", _field(head) or field, PROSE)
    stated = _period(rest)
    found.put("start", stated.start if stated and stated.form == "range" else None, PROSE)
    found.put("end", stated.end if stated else PRESENT if now else None, PROSE)
    _add_advisors(found, labelled)
    return page.fact("education", found.values, found.how, sentence.lines)


def _add_advisors(found: Values, labelled: Sequence[labels.Labelled]) -> None:
    people = [person for one in labels.values(labelled, "advisors") for person in labels.people(one.value)]
    found.put("advisors", people, PROSE)


def _period(rest: str) -> Period | None:
    """Return the date that belongs to the first clause: `… in 2018, and then …`."""
    stated = periods.find(rest)
    return stated[0] if stated and stated[0].begin < 160 else None


def _field(head: str) -> str:
    found = _FIELD.match(head)
    return found["field"].strip() if found and not vocabulary.rank(found["field"]) else ""
