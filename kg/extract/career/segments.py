"""The head of an entry in pieces: what commas, dashes, tabs, `at` and changes of style part, and what each is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kg.extract.career import degrees, vocabulary
from kg.extract.career.vocabulary import EMPLOYER

Kind = Literal["role", "degree", "organization", "place", "unknown"]

_STYLE = "\x1f"
"""Stands where the style changes; no document holds it."""

_CJK = "[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
_BREAK = re.compile(
    rf"(?P<strong>\t|\s*[|◊•·⋄∙]\s*|\s*—\s*|\s+[–-]{{1,3}}\s+|[;；]\s*|{_STYLE}|(?<={_CJK})\s+(?={_CJK}))"
    r"|(?P<comma>\s*[,，、]\s*)|(?P<colon>\s*[:：]\s+)"
)
_AT = re.compile(r"\s*,?\s+(?:at|@|bei|chez|à l')\s+(?:the\s+(?=[a-z]))?|\s*@\s*", re.IGNORECASE)
_LEADING_AT = re.compile(r"(?:at|@)\s+(?:the\s+(?=[a-z]))?", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[a-z\d)]{3})\.\s+(?=[A-Z])")
_BRACKET = re.compile(r"\s*[(（\[][^()（）\[\]]{0,200}[)）\]]")
_SHORT_FORM = re.compile(r"\s*\([A-Z][A-Za-z0-9&/-]{0,9}[A-Z0-9][A-Za-z]{0,3}\)")
_EDGES = " \t\n,;:|–—·•◊*_.．"
_ABBREVIATED = re.compile(
    r"\b(?:Inc|Ltd|Co|Corp|S\.A|Ph\.D|[BM]\.(?:S|A|E|Eng|Sc|Tech|Phil|S\.E)|St|Jr|D\.C|U\.S\.A|U\.S|U\.K|rer\. nat)$"
)
_VISIT = re.compile(r"(?:visiting|exchange|guest|gast)\b", re.IGNORECASE)
_MAX_ROLE_WORDS = 6
CAMPUSES = re.compile(
    r"""(?:the[ ])?(?:university[ ]of[ ](?:california|wisconsin|texas|illinois|massachusetts|maryland|minnesota|colorado
        |north[ ]carolina|missouri|michigan|tennessee|nebraska|alabama|hawaii|nevada|arkansas|washington|wales|london)
    | (?:indian|national|birla)[ ]institute[ ]of[ ]technology(?:[ ]and[ ]science)?
    | california[ ]state[ ]university | state[ ]university[ ]of[ ]new[ ]york | city[ ]university[ ]of[ ]new[ ]york
    | texas[ ]a&m[ ]university | uc | suny | cuny | iit | nit | iiit | bits)""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Segment:
    r"""A piece of the head of an entry.

    Attributes:
        text: Its words as written, brackets included.
        kind: What it is.
        before: What parts it from the piece before: `,`, `\t`, `-`, `at`, `style`, `line`, `glued` or nothing.
        level: Of an organisation, whether it stands alone (3), may (2), or is part of another (1).
        line: The place of its line among those of the section.
        is_bold: Whether it is set bold.
        is_labelled: Whether the page says what it is: `Employer: …`.
    """

    text: str
    kind: Kind = "unknown"
    before: str = ""
    level: int = 0
    line: int = 0
    is_bold: bool = False
    is_labelled: bool = False

    @property
    def full_name(self) -> str:
        """Its words; brackets stay if they hold a short form: `Research in Software Engineering (RiSE)`."""
        return trimmed(_BRACKET.sub(lambda found: found[0] if _SHORT_FORM.fullmatch(found[0]) else "", self.text))

    @property
    def name(self) -> str:
        """Its words without what stands in brackets."""
        return plain(self.text)


def plain(text: str) -> str:
    """Return a text without what stands in brackets.

    >>> plain("Hong Kong University of Science and Technology (HKUST)")
    'Hong Kong University of Science and Technology'
    """
    return trimmed(_BRACKET.sub("", text)) or trimmed(text)


def trimmed(text: str) -> str:
    """Return a text without punctuation at its ends; the full stop of an abbreviation stays.

    >>> trimmed(" — Redmond, WA."), trimmed("Analytical Engines, Inc.,")
    ('Redmond, WA', 'Analytical Engines, Inc.')
    """
    words = text.strip(_EDGES)
    dotted = _ABBREVIATED.search(words) and text.rstrip(" \t\n,;:|–—-").endswith(words + ".")
    return words + "." if dotted else words


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
    pieces = _with_campuses(pieces)
    known = [part for piece in pieces for part in _classified(piece, studies=studies)]
    return _with_places(known)


def _pieces(text: str, bold: Sequence[bool], line: int) -> Iterator[Segment]:
    """Yield what the signs of a line part; signs within brackets do not."""
    hidden = _BRACKET.sub(lambda found: "(" + "_" * (len(found[0]) - 2) + ")", text)
    breaks = [found for found in _BREAK.finditer(hidden) if _parts(found, hidden)]
    begin, before = 0, ""
    for mark in [*breaks, None]:
        stop = mark.start() if mark else len(text)
        for place, (piece, offset) in enumerate(_at_split(text[begin:stop], begin)):
            words = trimmed(piece.replace(_STYLE, ""))
            if lead := _LEADING_AT.match(words):
                words = words[lead.end() :]
            if words:
                sign = "at" if place or lead else before
                yield Segment(words, before=sign, line=line, is_bold=_is_bold(text, bold, offset, words))
        if mark:
            begin, before = mark.end(), _sign(mark)


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
        if mark.start() < begin or (is_at and (not left.strip() or not right.strip() or not _may_part(left, right))):
            continue
        parts.append((left, offset + begin))
        begin = mark.end()
    return [*parts, (text[begin:], offset + begin)]


def _may_part(left: str, right: str) -> bool:
    return vocabulary.rank(left) < EMPLOYER or vocabulary.role_in(left) is not None or vocabulary.rank(right) > 0


def _is_bold(text: str, bold: Sequence[bool], offset: int, words: str) -> bool:
    begin = text.find(words, offset)
    return begin >= 0 and begin < len(bold) and bold[begin]


def _with_legal_forms(pieces: list[Segment]) -> list[Segment]:
    """Return pieces in which `Inc.` is part of the company before it."""
    found: list[Segment] = []
    for piece in pieces:
        if found and vocabulary.is_suffix(piece.text) and piece.before in (",", "style"):
            glue = ", " if piece.before == "," else " "
            found[-1] = replace(found[-1], text=found[-1].text + glue + piece.text)
        else:
            found.append(piece)
    return found


def _with_campuses(pieces: list[Segment]) -> list[Segment]:
    """Return pieces in which `Berkeley` is part of the University of California before it."""
    found: list[Segment] = []
    for place, piece in enumerate(pieces):
        last = found[-1] if found else None
        is_campus = (
            last and piece.before in (",", "-") and CAMPUSES.fullmatch(last.text) and _names_campus(pieces, place)
        )
        if last and is_campus:
            found[-1] = replace(
                last, text=f"{last.text}, {piece.text}" if piece.before == "," else f"{last.text} - {piece.text}"
            )
        else:
            found.append(piece)
    return found


def _names_campus(pieces: list[Segment], place: int) -> bool:
    piece = pieces[place]
    if vocabulary.is_region_code(piece.text) or degrees.find(piece.text) or not vocabulary.may_be_city(piece.text):
        return False
    if "california" in pieces[place - 1].text.casefold():
        return True
    follows_place = place + 1 < len(pieces) and vocabulary.is_place(pieces[place + 1].text)
    return not follows_place and not vocabulary.rank(piece.text)


def _classified(piece: Segment, *, studies: bool) -> Iterator[Segment]:
    """Yield what a piece is; a name and a role that stand in it without a sign between them are two."""
    text = piece.text
    is_visit = _VISIT.match(text) and vocabulary.role_in(text)
    degree = degrees.find(text) if not is_visit and (studies or not vocabulary.role_in(text)) else None
    if degree and not (vocabulary.is_place(text) and piece.before == ","):
        stop = len(text) - len(degree.rest) if vocabulary.rank(degree.rest) else len(text)
        yield from _around(piece, (degree.begin, stop), "degree")
        return
    role = vocabulary.role_in(_BRACKET.sub(lambda found: " " * len(found[0]), text))
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
    found = _BRACKET.search(piece.text)
    role = vocabulary.role_in(words := found[0].strip(" ()（）[]")) if found else None
    if not found or not role or role[0] > 0 or len(words.split()) > _MAX_ROLE_WORDS or not piece.text[: found.start()]:
        return []
    name = trimmed(piece.text[: found.start()])
    level = vocabulary.rank(name)
    employer = replace(piece, text=name, kind="organization" if level else "unknown", level=level)
    return [employer, replace(piece, text=words, kind="role", before="glued")]


def _role(piece: Segment, place: tuple[int, int]) -> Iterator[Segment]:
    begin, stop = place
    left, right = piece.text[:begin].strip(_EDGES), piece.text[stop:]
    behind = re.sub(r"^[\s,]*(?:(?:in|of|for|on|with|the|@|within|und|de|du|am|an der)\s+){0,2}", "", right).strip(
        _EDGES
    )
    if vocabulary.rank(left) or (vocabulary.rank(behind) and not behind.startswith("(")):
        yield from _around(piece, place, "role")
    else:
        yield replace(piece, kind="role")


def _around(piece: Segment, place: tuple[int, int], kind: Kind) -> Iterator[Segment]:
    """Yield a piece in up to three parts: what stands before a role or a degree, that, and what stands behind."""
    left, middle, right = piece.text[: place[0]], piece.text[place[0] : place[1]], piece.text[place[1] :]
    right = re.sub(r"^[\s,]*(?:(?:in|of|for|on|the|within|und|de|du|am)\s+){0,2}", "", right)
    before = piece.before
    for text, what in ((left, ""), (middle, kind), (right, "")):
        if not (words := text.strip(_EDGES if what != kind else " ,;:\t")):
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


def _with_places(pieces: list[Segment]) -> list[Segment]:
    """Return pieces in which a town before a state or a country is a place too: `King of Prussia` before `PA`."""
    found = list(pieces)
    for place in range(len(found) - 1, 0, -1):
        here, before = found[place], found[place - 1]
        if here.kind != "place" or before.kind not in ("unknown", "organization") or here.before != ",":
            continue
        if vocabulary.is_city(here.text) or here is not pieces[place]:
            continue  # a town lies in no town
        others = [one for one in found[: place - 1] if one.kind in ("organization", "unknown")]
        is_town = vocabulary.may_be_city(before.text) and (
            before.kind == "unknown" or vocabulary.is_region_code(here.text)
        )
        starts = place == 1 or before.before in ("\t", "-", "line")
        if is_town and (others or (starts and before.kind == "unknown" and vocabulary.is_region_code(here.text))):
            found[place - 1] = replace(before, kind="place", level=0)
    return found
