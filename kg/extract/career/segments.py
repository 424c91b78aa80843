"""The head of an entry in pieces: what commas, dashes, tabs, `at` and changes of style part, and what each is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kg.extract.career import degrees, vocabulary
from kg.extract.career.segment import BRACKET, EDGES, Kind, Segment, plain, trimmed
from kg.extract.career.towns import with_campuses, with_places
from kg.extract.career.vocabulary import EMPLOYER

_STYLE = "\x1f"
"""Stands where the style changes; no document holds it."""

_CJK = "[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
_BREAK = re.compile(
    rf"(?P<strong>\t|\s*[|◊•·⋄∙]\s*|\s*—\s*|\s+[–-]{{1,3}}\s+|[;；]\s*|{_STYLE}|(?<={_CJK})\s+(?={_CJK}))"
    r"|(?P<comma>\s*[,，、]\s*)|(?P<colon>\s*[:：]\s+)"
)
_AT = re.compile(r"\s*,?\s+(?:at|@|bei|chez|à l')\s+(?:the\s+(?=[a-z]))?|\s*@\s*", re.IGNORECASE)
_LEADING_AT = re.compile(r"(?:at|@)\s+(?:the\s+(?=[a-z]))?", re.IGNORECASE)
_TRAILING_AT = re.compile(r"(?<=\S)\s+(?:at|@|bei|chez)$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[a-z\d)]{3})\.\s+(?=[A-Z])")


_VISIT = re.compile(r"(?:visiting|exchange|guest|gast)\b", re.IGNORECASE)
_MAX_ROLE_WORDS = 6
_FRENCH_AT = re.compile(r"^[\sa-zà-þ-]{0,40}\sà\s+(?:l['’]\s?|la\s+|le\s+)?(?=[A-ZÀ-Þ])")
"""What stands between a role and its organisation in French: `… hors classe à l'Université`."""


def segments_of(text: str, bold: Sequence[bool], line: int, *, studies: bool) -> list[Segment]:
    """Return the pieces of a line, each with what it is.

    Args:
        text: The line without its dates and labels.
        bold: Of each of its characters, whether it is set bold.
        line: The place of the line among those of the section.
        studies: Whether degrees are looked for before roles.
    """
    pieces = list(_pieces(text, bold, line))
    pieces = _with_legal_forms(pieces)
    pieces = with_campuses(pieces)
    known = [part for piece in pieces for part in _classified(piece, studies=studies)]
    return with_places(known)


def _pieces(text: str, bold: Sequence[bool], line: int) -> Iterator[Segment]:
    """Yield what the signs of a line part; signs within brackets do not."""
    hidden = BRACKET.sub(lambda found: "(" + "_" * (len(found[0]) - 2) + ")", text)
    breaks = [found for found in _BREAK.finditer(hidden) if _parts(found, hidden)]
    begin, before = 0, ""
    for mark in [*breaks, None]:
        stop = mark.start() if mark else len(text)
        trail = None
        for place, (piece, offset) in enumerate(_at_split(text[begin:stop], begin)):
            words = trimmed(piece.replace(_STYLE, ""))
            if lead := _LEADING_AT.match(words):
                words = words[lead.end() :]
            if trail := _TRAILING_AT.search(words):
                words = trimmed(words[: trail.start()])
            if words:
                sign = "at" if place or lead else before
                yield Segment(words, before=sign, line=line, is_bold=_is_bold(text, bold, offset, words))
        if mark:
            begin, before = mark.end(), "at" if trail else _sign(mark)


def _parts(mark: re.Match[str], text: str) -> bool:
    """Say whether a sign parts pieces: in `Intern, MLSys - AI Lab, ByteDance` the dash does not."""
    if mark["colon"]:
        return mark.start() < 60
    if mark["strong"] and mark["strong"].strip() in ("-", "–", "--"):
        part = text[: mark.start()]
        return "," not in part[part.rfind("\t") + 1 :].rsplit(_STYLE, 1)[-1]
    return True


def _sign(mark: re.Match[str]) -> str:
    if mark["comma"]:
        return ","
    if mark["colon"]:
        return ":"
    sign = mark["strong"].strip(" ")
    return {"\t": "\t", _STYLE: "style"}.get(sign, "-")


def _at_split(text: str, offset: int) -> list[tuple[str, int]]:
    """Return the parts of a piece that `at` and full stops make: not those of `University of Texas at Austin`."""
    parts, begin = [], 0
    for mark in sorted([*_AT.finditer(text), *_SENTENCE.finditer(text)], key=lambda found: found.start()):
        is_at = mark.re is _AT
        left, right = text[begin : mark.start()], text[mark.end() :]
        title = re.search(r"\w+$", left)
        if mark.start() < begin or (title and vocabulary.OWNER.match(text, begin + title.start())):
            continue
        if is_at and (not left.strip() or not right.strip() or not _may_part(left, right, mark[0])):
            continue
        parts.append((left, offset + begin))
        begin = mark.end()
    return [*parts, (text[begin:], offset + begin)]


def _may_part(left: str, right: str, sign: str) -> bool:
    if sign == "@":  # `Works@NTU`, unlike `Intern@Lyra`
        return vocabulary.role_in(left) is not None
    return vocabulary.rank(left) < EMPLOYER or vocabulary.role_in(left) is not None or vocabulary.rank(right) > 0


def _is_bold(text: str, bold: Sequence[bool], offset: int, words: str) -> bool:
    begin = text.find(words, offset)
    return begin >= 0 and begin < len(bold) and bold[begin]


def _with_legal_forms(pieces: list[Segment]) -> list[Segment]:
    """Return pieces in which `Inc.` is part of the company before it."""
    found: list[Segment] = []
    for piece in pieces:
        is_form = vocabulary.is_suffix(piece.text) and not vocabulary.is_region_code(piece.text)  # `Denver, CO`
        if found and is_form and piece.before in (",", "style"):
            glue = ", " if piece.before == "," else " "
            found[-1] = replace(found[-1], text=found[-1].text + glue + piece.text)
        else:
            found.append(piece)
    return found


def _classified(piece: Segment, *, studies: bool) -> Iterator[Segment]:
    """Yield what a piece is; a name and a role that stand in it without a sign between them are two."""
    text = piece.text
    is_visit = _VISIT.match(text) and vocabulary.role_in(text)
    degree = degrees.find(text) if not is_visit and (studies or not vocabulary.role_in(text)) else None
    if degree and not (vocabulary.is_place(text) and piece.before == ","):
        stop = len(text) - len(degree.rest) if vocabulary.rank(degree.rest) else len(text)
        yield from _around(piece, (degree.begin, stop), "degree")
        return
    role = vocabulary.role_in(BRACKET.sub(lambda found: " " * len(found[0]), text))
    if role:
        yield from _role(piece, role)
        return
    if inner := _role_in_brackets(piece):
        yield from inner
        return
    level = vocabulary.rank(plain(text)) or vocabulary.rank(text)
    if vocabulary.is_place(text):
        yield replace(piece, kind="place")
    elif level:
        yield from _known_first(piece, level)
    else:
        yield piece


def _role_in_brackets(piece: Segment) -> list[Segment]:
    """Return the employer and the role of `Lyra Labs (Research Intern)`."""
    found = BRACKET.search(piece.text)
    role = vocabulary.role_in(words := found[0].strip(" ()（）[]")) if found else None
    if not found or not role or role[0] > 0 or len(words.split()) > _MAX_ROLE_WORDS or not piece.text[: found.start()]:
        return []
    name = trimmed(piece.text[: found.start()])
    level = vocabulary.rank(name)
    employer = replace(piece, text=name, kind="organization" if level else "unknown", level=level)
    return [employer, replace(piece, text=words, kind="role", before="glued")]


def _role(piece: Segment, place: tuple[int, int]) -> Iterator[Segment]:
    begin, stop = place
    left, right = piece.text[:begin].strip(EDGES), piece.text[stop:]
    behind = re.sub(r"^[\s,]*(?:(?:in|of|for|on|with|the|@|within|und|de|du|am|an der)\s+){0,2}", "", right).strip(
        EDGES
    )
    if vocabulary.rank(left) or (vocabulary.rank(behind) and not behind.startswith("(")):
        yield from _around(piece, place, "role")
    else:
        yield replace(piece, kind="role")


def _around(piece: Segment, place: tuple[int, int], kind: Kind) -> Iterator[Segment]:
    """Yield a piece in up to three parts: what stands before a role or a degree, that, and what stands behind."""
    left, middle, right = piece.text[: place[0]], piece.text[place[0] : place[1]], piece.text[place[1] :]
    right = re.sub(r"^[\s,]*(?:(?:in|of|for|on|the|within|und|de|du|am)\s+){0,2}", "", _FRENCH_AT.sub("", right))
    before = piece.before
    for text, what in ((left, ""), (middle, kind), (right, "")):
        if not (words := text.strip(EDGES if what != kind else " ,;:\t")):
            continue
        part = replace(piece, text=words, before=before)
        level = 0 if what else vocabulary.rank(words)
        if level:
            yield from _known_first(part, level)
        else:
            yield replace(part, kind=kind if what else "unknown")
        before = "glued"


def _known_first(piece: Segment, level: int) -> Iterator[Segment]:
    """Yield an organisation; of `ByteDance AML Team`, the known company and its team."""
    place = vocabulary.known_at(piece.text)
    rest = piece.text[place[1] :].strip() if place and place[0] == 0 else ""
    if place and re.search(r"\b(?:Team|Group|Division|Department|Lab)$", rest) and len(rest.split()) > 1:
        yield replace(piece, text=piece.text[: place[1]], kind="organization", level=EMPLOYER)
        yield replace(piece, text=rest, kind="organization", level=vocabulary.UNIT, before="glued")
    else:
        yield replace(piece, kind="organization", level=level)
