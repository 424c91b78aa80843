"""Degrees in running text: `Ph.D. Candidate in Computer Science`, `Bachelor of Engineering (Hons)`, `Dipl.-Inf.`."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from kg.base.tables import words_of
from kg.extract.career import vocabulary

_STATUS = re.compile(
    r"""[\s,]*(?:\(?\b(?:candidate|candidature|student|degree|program(?:me)?|studies|hons?\.?|honou?rs|by[ ]research)
    \b\.?\)?[\s,.]*){1,3}""",
    re.IGNORECASE | re.VERBOSE,
)
_IN = re.compile(
    r"""\s*(?:\([^()]{0,80}\)\s*)?(?:,\s*|:\s*|[-–—]\s+)?
    (?:(?:double[ ])?major(?:ing)?[ ]in|major:|in|of|en|für|der|em|within|on|,|[-–—:])\s+(?:the[ ]field[ ]of\s+)?""",
    re.IGNORECASE | re.VERBOSE,
)
_FREE = re.compile(
    r"(?<![^\W_])(?:[Dd]octor|[Mm]aster|[Bb]achelor|[Aa]ssociate|[Ll]icentiate|[Mm]agister)(?:['’]?s)?\s+of\s+"
    r"(?:[A-Z][\w-]*(?:\s+(?:and|&|of|the)\s+(?=[A-Z])|\s+(?=[A-Z])|/)?){1,6}"
)
_POSSESSIVE = re.compile(
    r"(?<![^\W_])(?:[Dd]octoral|[Dd]octorate|[Mm]aster|[Bb]achelor|[Uu]ndergraduate|[Gg]raduate)(?:['’]?s)?"
    r"(?:\s+[Dd]egree)?(?![^\W_])"
)
_JOINT = re.compile(r"\s?[/+&]\s?")
_FIELDS = words_of("kg.extract", "tables/degree_fields.txt")
_TWO = re.compile(r"[A-Z]{2}")
_PERSON = re.compile(r"\s(?:[A-Z][\w.-]*\s){1,3}[A-Z]")
_SUBJECT_ENDS = re.compile(
    r"\s*(?:[.;|\t]\s|\bwith\b|\bminor\b|\bat\b|\bfrom\b|\bunder\b|\bby\b|\bin\s+\d{4}|\(|—|\s[–-]\s|$)", re.IGNORECASE
)
_MINOR = re.compile(r"\bminors?\s+(?:in\s+)?(?P<minor>[A-Z][\w&\- ]{2,60}?)(?=\s+with\b|[,.;)(]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Degree:
    """A degree as a text has it.

    Attributes:
        begin: Where it begins in the text.
        stop: Where its name ends, status such as `Candidate` included.
        name: Its name as written, without the status.
        field: Its subject, or empty.
        pattern: How the subject was found.
        rest: What stands behind the subject.
    """

    begin: int
    stop: int
    name: str
    field: str = ""
    pattern: str = ""
    rest: str = ""


@lru_cache(maxsize=1_024)
def find(text: str) -> Degree | None:
    """Return the first degree of a text.

    >>> degree = find("Peking University Ph.D. Candidate in Computer Science (expected)")
    >>> degree.name, degree.field, degree.begin
    ('Ph.D.', 'Computer Science', 18)
    """
    if len(text) > 600:
        return None
    found = _long().search(text) or _free(text) or _short(text) or _POSSESSIVE.search(text)
    if not found:
        return None
    name, stop = _whole_name(text, found)
    if status := _STATUS.match(text, stop):
        stop = status.end()
    if subject := _subject(text, stop):
        return Degree(found.start(), stop, name, subject[0], "in", subject[1])
    field = _field_in(name)
    return Degree(found.start(), stop, name, field, "of" if field else "", text[stop:])


def minor(text: str) -> str:
    """Return the second subject that a text names, or nothing.

    >>> minor("B.S. in Computer Engineering, Minor in Mathematics with Distinction")
    'Mathematics'
    """
    found = _MINOR.search(text)
    return found["minor"].strip() if found else ""


def field_of(text: str) -> str:
    """Return the beginning of a text that may be a subject: up to `with …`, a bracket or a full stop."""
    ends = _SUBJECT_ENDS.search(text)
    field = (text[: ends.start()] if ends else text).strip(" ,.;:–—-")
    return field if 2 <= len(field) <= 120 and field[0].isupper() and not vocabulary.is_place(field) else ""


def _whole_name(text: str, found: re.Match[str]) -> tuple[str, int]:
    """Return the name of a degree and where it ends: `M.S./Ph.D.` is one."""
    joint = _JOINT.match(text, found.end())
    second = _short_names().match(text, joint.end()) if joint else None
    stop = second.end() if second else found.end()
    return text[found.start() : stop].strip(), stop


def _field_in(name: str) -> str:
    """Return the subject within the name of a degree: `Computer Science` in `Master of Computer Science`."""
    inner = re.search(r"\bof\s+(.{2,100})$", name)
    return inner[1] if inner and not set(inner[1].casefold().split()) <= _FIELDS | {"and", "applied", "in"} else ""


def _subject(text: str, stop: int) -> tuple[str, str] | None:
    joint = _IN.match(text, stop)
    if not joint:
        behind = text[stop:]
        if behind[:1] == " " and behind[1:2].isupper() and not vocabulary.rank(behind):
            field = field_of(behind.strip())
            return (field, behind[behind.find(field) + len(field) :]) if field else None
        return None
    field = field_of(text[joint.end() :].split(",", maxsplit=1)[0])
    return (field, text[joint.end() + len(field) :]) if field and not vocabulary.rank(field) else None


def _short(text: str) -> re.Match[str] | None:
    for found in _short_names().finditer(text):
        is_title = found[0] == "Dr." and _PERSON.match(text, found.end())
        if not is_title and (not _TWO.fullmatch(found[0]) or _is_degree(text, found)):
            return found
    return None


def _is_degree(text: str, found: re.Match[str]) -> bool:
    """Say whether two capitals are a degree: `MS in Physics`, not the state in `Boston, MA`."""
    behind = text[found.end() :].lstrip(" ,")
    is_followed = re.match(r"(?:in|of|degree|student|candidate|with|at|from|thesis|\(|[-–—:])", behind, re.IGNORECASE)
    return found.start() == 0 and (not behind or is_followed is not None or behind[0].isupper())


def _free(text: str) -> re.Match[str] | None:
    found = _FREE.search(text)
    return found if found and not vocabulary.rank(found[0]) else None


@cache
def _long() -> re.Pattern[str]:
    return _names("long", re.IGNORECASE, ends=r"(?![^\W_])")


@cache
def _short_names() -> re.Pattern[str]:
    return _names("short", re.NOFLAG, ends=r"(?![^\W_]|['’]s)")


def _names(key: str, flags: re.RegexFlag, *, ends: str) -> re.Pattern[str]:
    words = [word for kind, entries in vocabulary.rows("degrees") if kind == key for word in entries]
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    cjk = [word for word in longest_first if not word.isascii() and len(word) <= 3]
    other = [re.escape(word) for word in longest_first if word not in cjk]
    return re.compile(rf"(?<![^\W_])(?<![-.])(?:{'|'.join(other)}){ends}" + (f"|{'|'.join(cjk)}" if cjk else ""), flags)
