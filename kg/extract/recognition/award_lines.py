"""What one line says of awards."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.extract import entities
from kg.extract.lines import LAST_BRACKET, cut, stretch, trimmed
from kg.extract.page import PageContext
from kg.extract.recognition import rows
from kg.extract.recognition.rows import DateSpan
from kg.extract.sections import is_plain


def _several(text: str) -> list[str]:
    """Return the awards of a line in which they follow each other, each with a year and a word of awards."""
    for marks in (";", ",;"):
        pieces = cut(text, marks)
        if len(pieces) > 1 and all(rows.find(each) or rows.glued(each) for each in pieces):
            return pieces if all(map(entities.is_award, pieces)) else []
    return []


def _under_label(text: str) -> list[str]:
    """Return the awards of a line that enumerates them behind a label: `Fellowships: …`, `Best reviewer: …`."""
    label, colon, listed = text.partition(":")
    pieces = cut(listed, ",;") if colon else []
    if len(pieces) < 2 or rows.find(label) or not all(rows.find(piece) or rows.glued(piece) for piece in pieces):
        return []
    if any(rows.is_only(piece, rows.find(piece)) for piece in pieces):
        return []
    if is_plain(label):
        return pieces
    are_venues = all(entities.is_venue(undated(piece).strip()) for piece in pieces)
    return [f"{label}, {piece}" for piece in pieces] if are_venues and entities.is_award(label) else []


def undated(piece: str) -> str:
    """Return a piece without its first date."""
    for found in (*rows.find(piece), *rows.glued(piece))[:1]:
        return trimmed(piece[: found.begin] + piece[found.stop :])
    return piece


# What one line says of an award: its name, who gave it, when and where.

MAX_WORDS = 40
"""What has more words is a sentence about something, no name of an award."""

_GIVEN_BY = re.compile(
    r"\s*,?\s+(?:(?:awarded|given|granted|sponsored|funded|presented|conferred|issued) by|by|"
    r"from)\s+(?:the\s+)?(?=[A-Z])"
)
_GIVEN_AT = re.compile(r"\s*,?\s+(?:at|@)\s+(?:the\s+)?(?=[A-Z\d])")
_FOR = re.compile(r"\s*,?\s+(?=(?:for|awarded to|given to|recognizing|in recognition of)\s[a-z\d])")
_QUOTED = re.compile(r"[\"“„]([^\"“”„]{8,300})[\"”]")
_PART = re.compile(
    r"(?:winner|finalist|champion|recipient|nominee|semi-?finalist|runner-?up|fellow|"
    r"member)s?",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"(?:(?:first|second|third|grand|gold|silver|bronze|1st|2nd|3rd|special)\s(?:place|prize|medal|class)|"
    r"(?:honou?rable|special)\smention)s?",
    re.IGNORECASE,
)
_CONTEST = re.compile(
    r"\b(?:olympiads?|contests?|competitions?|challenges?|hackathons?|cup|tournament)\b", re.IGNORECASE
)
_BARE = re.compile(
    r"(?:(?:was|also)\s)?(?:nominated|nominee|nomination|selected|shortlisted|chosen|(?:semi-?)?finalist|winner|runner-?up|"
    r"recipient|candidate|honou?rable mention)",
    re.IGNORECASE,
)
"""What is no award by its own: for what must follow."""

_REMARK = re.compile(
    r"(?:for|awarded|given|presented|granted|one of|among|in recognition|"
    r"selected from)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:selected as|named|recipient of|received|awarded|winner of|won|honou?red with|elected)\s+(?:an?\s|"
    r"the\s)?(?=[A-Z\d])",
    re.IGNORECASE,
)
_TIMES = re.compile(
    r"\s*(?:\((?:\d{1,2}\s?[×x]|[×x]\s?\d{1,2}|(?:twice|(?:two|three|four|five) times))\)|×\s?\d{1,2})$"
)
_MORE = re.compile(r"\d|%|\btop\b|\bonly\b|\bper\b|\bout of\b|\bacceptance\b|[$€£¥]")


@dataclass(frozen=True)
class Award:
    """An award as a line has it.

    Attributes:
        values: What is said of it, under the keys of the profile.
        how: By which pattern each was found.
        dates: Its dates; two single ones are two awards.
    """

    values: Mapping[str, str]
    how: Mapping[str, str]
    dates: tuple[DateSpan, ...] = field(default=())

    @property
    def name(self) -> str:
        """What it is called."""
        return self.values.get("name", "")


def read(text: str, bold: str, page: PageContext) -> Iterator[Award]:
    """Yield the awards that a line names: one, or several that each have a year.

    Args:
        text: The line; cells are parted by tabs.
        bold: What is set bold at its beginning, or nothing.
        page: Where it stands.
    """
    cells = [cell for cell in text.split("\t") if cell.strip()]
    if len(cells) > 1:
        yield _from_cells(cells, page)
    elif several := _under_label(text) or _several(text):
        for piece in several:
            yield from read(piece, "", page)
    else:
        yield _from_text(text, bold, page)


def _from_cells(cells: Sequence[str], page: PageContext) -> Award:
    when: tuple[DateSpan, ...] = ()
    rest: list[str] = []
    how = {}
    for number, cell in enumerate(cells):
        found = rows.find(cell)
        if found and not when and rows.is_only(cell, found):
            when, how["year"] = tuple(found), "first cell" if number == 0 else "last cell"
        else:
            rest.append(cell)
    if not rest:
        return Award({}, {})
    if len(rest) == 1:
        award = _named(rest[0], "", page)
    else:
        at = 1 if entities.is_organization(rest[0], page.organizations) and entities.is_award(rest[1]) else 0
        award = _named(rest.pop(at), "", page)
        award = _with_pieces(replace(award, how={**award.how, "name": "cell"}), rest, page, "cell")
    if when:
        return replace(award, dates=when, how={**award.how, **how})
    return award


def _from_text(text: str, bold: str, page: PageContext) -> Award:
    when, how, rest = rows.apart(text)
    award = _named(rest, bold, page)
    if not when and award.dates:
        return award
    return replace(award, dates=tuple(when), how={**award.how, "year": how}) if when else award


def _named(text: str, bold: str, page: PageContext) -> Award:
    """Return what a text without its date says: the name first, unless an organisation stands before it."""
    quoted = _QUOTED.search(text)
    text, for_what = _parted(text, _FOR)
    text, giver = _parted(text, _GIVEN_BY)
    text, venue = _parted(text, _GIVEN_AT)
    title = quoted[1].strip(" .,") if quoted and not entities.is_award(quoted[1]) else ""
    if quoted and title and entities.is_award(text[: quoted.start()]):
        text = text.replace(quoted[0], "\n")
    text = _TIMES.sub("", text)
    name, rest, how = _name_and_rest(_OPENING.sub("", text).rstrip(" !"), bold, page)
    award = _in_brackets(Award({"name": name}, {"name": how}), page)
    award = _with_pieces(award, rest, page, "after comma")
    if giver and entities.is_organization(_first(giver), page.organizations):
        award = _with(award, "giver", _first(giver), "after by")
    if venue:
        award = _with_pieces(award, [_first(venue)], page, "after at")
        if len(award.values) == 1:
            award = _with(award, "summary", trimmed(f"at {venue}"), "after at")
    if for_what and not award.values.get("summary"):
        tail, pieces = _first(for_what), cut(for_what, ",\n")[1:]
        award = _with_pieces(_with(award, "summary", tail, "after for"), pieces, page, "after comma")
    return _with(award, "title", title, "quoted")


def _parted(text: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    """Return what stands before and behind a word that introduces the giver, the place or the reason."""
    match = next((m for m in pattern.finditer(text) if entities.is_award(text[: m.start()])), None)
    if (
        match is None
        or _BARE.fullmatch(text[: match.start()].strip())
        or text.count("(", 0, match.start()) > text.count(")", 0, match.start())
    ):
        return text, ""
    return text[: match.start()], text[match.end() :]


def _first(text: str) -> str:
    return trimmed(cut(text, ",\n;")[0]) if cut(text, ",\n;") else ""


def _name_and_rest(text: str, bold: str, page: PageContext) -> tuple[str, list[str], str]:
    name = trimmed(bold)
    is_name = entities.is_award(name) and not rows.find(name) and not entities.is_organization(name, page.organizations)
    if name and text.startswith(bold) and is_name:
        tail = text[len(bold) :]
        if not re.match(r"\s*(?:and|&|in|of|on|to|der|für|de)\s", tail):
            return name, [trimmed(piece) for piece in cut(tail, ",;\n|", dashes=True)], "bold"
    pieces = [trimmed(piece) for piece in cut(text, ",;\n|", dashes=True)]
    if len(pieces) == 1 and len(halves := cut(text, ":")) == 2:
        pieces = [trimmed(half) for half in halves]
    return _cut_name(text, [piece for piece in pieces if piece], page)


def _cut_name(text: str, pieces: list[str], page: PageContext) -> tuple[str, list[str], str]:
    """Return the name, made of all pieces up to the first that is an organisation, a venue or a remark."""
    if len(pieces) < 2:
        return (pieces or [""])[0], [], "whole line"
    if entities.is_organization(pieces[0], page.organizations) and entities.is_award(pieces[1]):
        return pieces[1], [pieces[0], *pieces[2:]], "after giver"
    is_ranked = _RANK.fullmatch(pieces[0]) and _CONTEST.search(pieces[1])
    least = 1 if _PART.fullmatch(pieces[0]) or is_ranked else 0
    stop = next((n for n, piece in enumerate(pieces) if n > least and _is_beside(piece, page)), len(pieces))
    if stop == 1:
        return pieces[0], pieces[1:], "before comma"
    return stretch(text, pieces[:stop]).replace("\n", " "), pieces[stop:], "with commas"


def _is_beside(piece: str, page: PageContext) -> bool:
    """Say whether a piece says something about the award rather than going on with its name."""
    beside = entities.is_organization(piece, page.organizations) or entities.is_venue(undated(piece))
    return (
        beside
        or piece[:1].islower()
        or _REMARK.match(piece) is not None
        or (_MORE.search(piece) is not None and not entities.is_award(piece))
    )


def _in_brackets(award: Award, page: PageContext) -> Award:
    """Return an award whose name ends without the brackets in which a giver or a remark stands."""
    match = LAST_BRACKET.search(award.name)
    name = award.name[: match.start()] if match else ""
    if match is None or not entities.is_award(name):
        return award
    inside = trimmed(match[1])
    if re.match(r"top\b", inside, re.IGNORECASE):
        return _with(_with(award, "name", name, award.how["name"]), "summary", inside, "in brackets")
    if entities.is_venue(undated(inside)) or (
        entities.is_organization(inside, page.organizations) and not _is_unit(inside)
    ):
        return _with_pieces(_with(award, "name", name, award.how["name"]), [inside], page, "in brackets")
    if _MORE.search(inside) or entities.is_award(inside) or inside[:1].islower():
        return _with(_with(award, "name", name, award.how["name"]), "summary", inside, "in brackets")
    return award


def _is_unit(text: str) -> bool:
    return re.match(r"(?:college|school|faculty|department|dept\.?) of\b", text, re.IGNORECASE) is not None


def beside(award: Award, text: str, page: PageContext, how: str) -> Award:
    """Return an award with what a text beside its name says: a giver, a venue, a date or a remark."""
    return _with_pieces(award, [trimmed(piece) for piece in cut(text, ",;\n")], page, how)


def is_beside(text: str, page: PageContext) -> bool:
    """Say whether a dated text says where an award was given, but not which: `SoCC 2015`."""
    for one in reversed(rows.find(text) or rows.glued(text)):
        text = text[: one.begin] + text[one.stop :]
    bare = trimmed(text)
    return not entities.is_award(bare) and (
        entities.is_venue(bare) or entities.is_organization(bare, page.organizations)
    )


def _with_pieces(award: Award, pieces: Sequence[str], page: PageContext, how: str) -> Award:
    for piece in pieces:
        found = rows.find(piece) or rows.glued(piece)
        bare = trimmed(undated(piece))
        if entities.is_short_venue(bare):
            award = _with(award, "venue", bare, how)
        elif entities.is_organization(bare, page.organizations):
            award = _given(award, LAST_BRACKET.sub("", bare), how)
        elif entities.is_venue(bare):
            award = _with(award, "venue", LAST_BRACKET.sub("", bare), how)
        elif how == "cell" and len(bare.split()) <= 8 and bare[:1].isupper() and not _MORE.search(bare):
            award = _with(award, "giver", bare, "second cell")
        elif _MORE.search(piece) or _REMARK.match(piece) or piece[:1].islower() or how == "cell":
            award = _with(award, "summary", piece, how)
        if found and not award.dates:
            award = replace(award, dates=tuple(found[:1]), how={**award.how, "year": f"{how}, glued"})
    return award


def _given(award: Award, giver: str, how: str) -> Award:
    """Return an award with who gave it; a department is only named if nobody above it is."""
    if _is_unit(giver):
        return award if "giver" in award.values else _with(award, "summary", giver, how)
    return _with(award, "giver", giver, how)


def _with(award: Award, key: str, value: str, how: str) -> Award:
    if not value or (key != "name" and key in award.values):
        return award
    return replace(award, values={**award.values, key: value}, how={**award.how, key: how})
