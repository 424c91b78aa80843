"""Research interests and skills, one an entry: of lists, of labelled lines, and of sentences that name them."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from kg.extract.lines import I, cut, joined, trimmed
from kg.extract.page import PageContext
from kg.extract.rows import LineGroup, rows_of
from kg.extract.sections import CvSection, is_plain
from kg.profile.drafts.model import PERSON, Fact
from kg.profile.postal import addresses

MAX_SKILL = 6
MAX_WORDS = 8
MAX_ENTRIES = 100
_MAX_LABEL = 5
_MAX_LISTED = 60  # words of a line that lists topics; a longer one is prose

_MARKS = ",;•|·、\n"
_AND = re.compile(r"\s*,?\s+(?:and|&|und)\s+")
_LEVEL = re.compile(
    r"\s*[(–—-]?\s*\b(?:fluent|native|proficient|advanced|expert|intermediate|basic|beginner|familiar|working"
    r"|professional|mother tongue|muttersprache|fließend|[abc][12])\b[^()]{0,40}\)?$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\s?\(?https?://[^\s()]+\)?")
_PLACEHOLDER = re.compile(r"(?:sub-?)?skill\s?[\d.]*$|lorem|topic \d|interest \d", re.IGNORECASE)
_PLACE = re.compile(r"(?:[A-Z]{1,2}-)?\d{5}\s[A-ZÄÖÜ]")
_INTERESTED = re.compile(
    r"(?:\binterests?\s+(?:(?:are|is|lies?|lay|includes?|spans?|covers?|focus(?:es)?|broadly|primarily|mainly|currently"
    r"|also|generally|mostly|range|centers?)\s+){1,3}(?:(?:in|on|at|within|across|around|over|from)\s+)?"
    r"|(?-i:\b(?:I|[Hh]e|[Ss]he|[Tt]hey|[A-Z][\w-]{1,25}))(?:\s+(?:am|is|are)|['’]m)\s+(?:\w+\s+){0,3}"
    r"(?:interested|specializing)\s+in\s+"
    r"|\b(?:research|work)\s+(?:\w+ly )?(?:focus(?:es|ed)?|centers?|is focused)\s+(?:\w+ly )?on\s+)"
    r"(?P<list>[^.:;\n]{3,400})",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:(?:and|or|&|etc|the|a|an|all|various|several|different|many|broad|general|wide|topics?|areas?|aspects?|fields?"
    r"|intersections?|problems?|variety|range|of|between|in|on|at|such as|including|related to|both|research|lie|with)"
    r"\b\.?\s*)+",
    re.IGNORECASE,
)
_STOP = re.compile(
    r",?\s+(?:with|where|which|that|who|whose|so|because|since|by|through|aiming|to|for which|under the)\s.*$",
    re.IGNORECASE | re.DOTALL,
)
_ALSO = re.compile(
    r",?\s*\b(?:especially|particularly|specifically|including|such as|e\.g\.,?|as well as|in particular)\s+"
    r"(?:[io]n\s+)?",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"^(?:(?!(?:learn|comput|network|train|reason|model|programm|imag)ing\b)[a-z]{2,20}ing\s|(?:how|what|why|me|i|my|we"
    r"|please)\b)"
)
"""What begins so is what somebody does, and no topic."""
_OF_SENTENCE = re.compile(rf"{I}|\b(?:[Mm]y|[Ww]e|[Oo]ur|is|are|have)\b")


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the skills or the interests that a section names."""
    if section.kind not in ("skills", "interests"):
        for _, lines in groupby(section.lines, key=lambda line: id(line.block)):
            block = list(lines)
            if told := list(dict.fromkeys(_told(joined(block)))):
                yield page.fact(PERSON, {"interests": told}, {"interests": "sentence"}, block)
        return
    named = _skills if section.kind == "skills" else _interests
    for row in rows_of(section.lines):
        found, how = named(row)
        if found:
            yield page.fact(PERSON, {section.kind: found[:MAX_ENTRIES]}, {section.kind: how}, row.lines)


def _skills(row: LineGroup) -> tuple[list[str], str]:
    """Return the skills of a row, and by what they are told."""
    is_heading = row.first.is_heading or (is_plain(row.text) and not row.first.is_item)
    label, text, how = ("", "", "") if is_heading else _labelled(row)
    if label and _LEVEL.fullmatch(text.strip(" .")):
        return [label], "before level"
    return [skill for piece in _pieces(text) if (skill := _skill(piece))], how


def _labelled(row: LineGroup) -> tuple[str, str, str]:
    """Return the label of a row, what it labels, and how the two are parted."""
    if len(row.cells) > 1:
        return row.cells[0], ", ".join(row.cells[1:]), "behind cell"
    bold = row.first.bold.strip()
    if bold and row.text.startswith(bold) and (rest := row.text[len(bold) :].strip(" :–—-")):
        return trimmed(bold), rest, "behind bold"
    label, rest = _parted(row.text)
    if label != row.text and len(label.split()) <= _MAX_LABEL:
        return trimmed(label), rest, "behind colon"
    return "", row.text, _form(row)


def _parted(text: str) -> tuple[str, str]:
    """Return a text parted at its first colon, unless an address begins with it."""
    label, _, rest = text.partition(":")
    return (text, "") if rest.startswith("//") else (label, rest.strip())


def _form(row: LineGroup) -> str:
    return "list" if row.first.is_item else "line"


def _pieces(text: str) -> list[str]:
    pieces = cut(text, _MARKS)
    halves = [half for half in _AND.split(pieces[-1]) if half] if pieces else []
    is_list = len(pieces) > 1 or all(len(half.split()) <= 2 for half in halves)
    return [*pieces[:-1], *halves] if is_list else pieces


def _skill(piece: str) -> str:
    text = trimmed(_LEVEL.sub("", trimmed(_ADDRESS.sub("", re.sub(r"^(?:and|etc\.?)\b\s*", "", piece)))))
    is_one = text and len(text.split()) <= MAX_SKILL and any(map(str.isalnum, text)) and not _PLACEHOLDER.match(text)
    return text if is_one else ""


def _interests(row: LineGroup) -> tuple[list[str], str]:
    """Return the interests of a row, and by what they are told."""
    if not row.first.is_item and (told := list(_told(row.text))):
        return told, "sentence"
    label, rest = _parted(row.text)
    if rest and len(label.split()) <= MAX_WORDS:
        listed = cut(rest, _MARKS)
        is_list = len(listed) > 2 and max(len(each.split()) for each in listed) <= MAX_WORDS / 2
        return (_topics(listed), "behind colon") if is_list else (_topics([label]), "before colon")
    pieces = _pieces(row.text)
    is_prose = len(row.text.split()) > _MAX_LISTED or _OF_SENTENCE.search(row.text)
    if is_prose or any(len(piece.split()) > MAX_WORDS for piece in pieces):
        return [], ""
    return _topics(pieces), "list" if len(pieces) > 1 else _form(row)


def _topics(pieces: Sequence[str]) -> list[str]:
    texts = (trimmed(re.sub(r"\s*\([^()]{1,60}\)$", "", _FILLER.sub("", piece.strip()))) for piece in pieces)
    return list(dict.fromkeys(text for text in texts if _is_topic(text)))


def _is_topic(text: str) -> bool:
    is_place = bool(addresses(text)) or _PLACE.match(text)
    return 0 < len(text.split()) <= MAX_WORDS and not (is_place or _CLAUSE.match(text) or _PLACEHOLDER.match(text))


def _told(text: str) -> Iterator[str]:
    """Yield the topics of a sentence such as `My research interests include A, B and C`."""
    for match in _INTERESTED.finditer(text):
        listed = (_FILLER.sub("", piece) for piece in cut(_STOP.sub("", _ALSO.sub(", ", match["list"])), _MARKS))
        pieces: list[str] = []
        for piece in listed:
            halves = _AND.split(piece)
            # In `training and inference` both are parts of one topic.
            is_two = all(len(half.split()) > 1 or half[:1].isupper() for half in halves)
            pieces += halves if is_two else [piece]
        yield from _topics(pieces)
