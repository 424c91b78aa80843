"""Service to the community."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.extract import entities
from kg.extract.lines import LAST_BRACKET, BlockLine, cut, trimmed
from kg.extract.page import PageContext
from kg.extract.recognition import rows
from kg.extract.recognition.rows import DateSpan, LineGroup, rows_of
from kg.extract.sections import CvSection
from kg.profile.drafts.model import Fact

# Lists of venues with years, as people write whom they reviewed for: `MLSys 2023, ICML (2020, 2021), ToN`.

MAX_VENUES = 300

_NEXT_SPONSOR = re.compile(
    r"(?<=\b(?:19|20)\d\d)\s+(?=(?:ACM|IEEE|USENIX|AAAI|SIAM|IFIP|Springer|Elsevier|International)\b)"
)
_AND = re.compile(r"\s+(?:and|&|und)\s+(?=\S)")
_OPENS = re.compile(
    r"\b(?:conference|symposium|workshop|journal|transactions|letters|magazine|proceedings|annals|reviews?|research|"
    r"society|association)\b",
    re.IGNORECASE,
)
_MORE_OF_NAME = re.compile(r"\b(?:on|of|for|in)\s+[A-Z][\w-]*(?:\s+[A-Z][\w-]*)?$")
_INSIDE = re.compile(r"(?:workshops?|tutorials?|symposium|track) on\b", re.IGNORECASE)
_SMALL = re.compile(r"^(?:and|&|the|for|of|at|in)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Venue:
    """A venue of a list.

    Attributes:
        name: Its name without the year.
        years: The years, if any.
        written: A time that lasts, as written: `2024-`.
        is_alone: Whether the name can be told to be one of its own.
    """

    name: str
    years: tuple[int, ...] = ()
    written: str = ""
    is_alone: bool = True


def read_venue_lists(text: str) -> list[Venue]:
    """Return the venues of a list.

    >>> [(venue.name, venue.years) for venue in read_venue_lists("ACM CoNEXT 2022, ICML (2020, 2021) and Neurips")]
    [('ACM CoNEXT', (2022,)), ('ICML', (2020, 2021)), ('Neurips', ())]
    """
    found: list[Venue] = []
    for piece in _pieces(text):
        venue = _venue(piece)
        if not venue.name:
            if found and venue.years:
                found[-1] = replace(found[-1], years=(*found[-1].years, *venue.years), written=venue.written)
        elif found and not venue.is_alone and _goes_on(found[-1], piece):
            found[-1] = _joined(text, found[-1], venue)
        else:
            found.append(venue)
    return found[:MAX_VENUES]


def _pieces(text: str) -> Iterator[str]:
    for part in cut(_NEXT_SPONSOR.sub(", ", text), ",;、|•·\n\t"):
        piece = _SMALL.sub("", part)
        halves = _AND.split(piece)
        yield from halves if len(halves) > 1 and all(_stands(half) for half in halves) else [piece]


def _stands(half: str) -> bool:
    """Say whether what stands beside an `and` is a venue, or a year, whatever year follows."""
    venue = _venue(half)
    return not venue.name or _is_alone(venue.name, has_year=False)


def _venue(piece: str) -> Venue:
    found = rows.find(piece) or rows.glued(piece)
    name = piece
    for one in reversed(found):
        name = f"{name[: one.begin]}\n{name[one.stop :]}"
    name = re.sub(r"[(\[]\s*\n\s*[)\]]?", "\n", name)
    parts = [part for part in (_tidy(part) for part in name.split("\n")) if part]
    name = next((part for part in parts if _INSIDE.match(part)), parts[0]) if parts else ""
    written = next((piece[one.begin : one.stop].strip() for one in found if one.end), "")
    return Venue(name, _years(found), written, _is_alone(name, has_year=bool(found)))


def _tidy(part: str) -> str:
    text = trimmed(_SMALL.sub("", part.strip(" ,;:–—-")))
    return text if any(letter.isalnum() for letter in text) else ""


def _years(found: Sequence[DateSpan]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(one.year for one in found))


def _is_alone(name: str, *, has_year: bool) -> bool:
    """Say whether a piece between commas is a venue by itself rather than a part of a longer name."""
    bare = LAST_BRACKET.sub("", name)
    if entities.is_short_venue(bare) or entities.is_organization(bare):
        return True
    words = bare.split()
    if _OPENS.search(bare) or (has_year and 0 < len(words) <= 3):
        return True
    return len(words) <= 4 and any(entities.is_acronym(word.strip("'’")) for word in words)


def _goes_on(last: Venue, piece: str) -> bool:
    """Say whether a piece can go on with the name before it: `… on Information, Computer and …`."""
    return not last.years and (_MORE_OF_NAME.search(last.name) is not None or piece[:1].islower())


def _joined(text: str, last: Venue, venue: Venue) -> Venue:
    begin = text.find(last.name)
    stop = text.find(venue.name, begin + len(last.name)) + len(venue.name)
    return replace(venue, name=trimmed(text[begin:stop]), is_alone=True)


# Service to the community: one fact for each committee, journal or society and year; and memberships.

_WORDS = (
    r"(?:sub-?|meta-?|co-?)?(?:reviewers?|reviewing|reviews?|referees?|refereeing)|"
    r"(?:technical )?program(?:me)? committees?|"
    r"s?pc members?|s?pc|tpc|committees?|(?:co-?|vice-?)?chairs?|(?:co-?)?chairing|chair(?:man|woman|person)|"
    r"(?:co-?)?organi[sz](?:er|or|ing|ation|ed)s?|editors?|editorial(?: board)?|editor-in-chief|aec|"
    r"artifact evaluat\w+|judges?|(?:peer |graduate )?mentors?|volunteers?|volunteering|panell?ists?|"
    r"moderators?|ambassadors?|"
    r"representatives?|secretary|treasurer|(?:vice )?president|boards?|coordinators?|delegates?|liaison|discussants?|"
    r"members?|fellow|gutachter(?:in)?|mitglied|webmaster|director|convenor|advisory"
)
_ROLE_WORD = re.compile(rf"\b(?:{_WORDS})\b", re.IGNORECASE)
_NO_ROLE = re.compile(r"\b(?:top|best|outstanding|notable|distinguished|excellent|award|prize)\b", re.IGNORECASE)
_BEFORE = r"(?:[\w/&+.’'-]{1,30}\s){0,4}?"
_LED = re.compile(
    rf"^(?P<role>{_BEFORE}(?:{_WORDS})(?:\s(?:member|chair|co-?chair|board|committee|reviewer)s?){{0,2}})"
    r"(?:\s+(?:for|of|at|in|on|to)\s+(?:the\s+)?|\s*[,@(]\s*|\s+[–—-]+\s+|\s*—\s*)(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_FOLLOWED = re.compile(
    r"^(?P<rest>\S.*?)(?:\s*[,–—:]\s+|\s+[-–—]\s+|\s+\(|\s+)(?P<role>(?:(?:external|invited|technical|ad-?hoc|"
    r"shadow|artifact|journal|conference|area|session|"
    r"general|publicity|web|workshop|student|guest|associate|senior|steering|organizing|program|local)\s){0,3}"
    rf"(?:{_WORDS})(?:\s(?:member|chair|co-?chair|reviewer)s?)?)\)?\.?$",
    re.IGNORECASE | re.DOTALL,
)
_AS = re.compile(r"^(?:serv(?:ed|ing|e)|act(?:ed|ing)) as (?:an?\s|the\s)?", re.IGNORECASE)
_MEMBER = re.compile(
    r"(?:(?:senior|student|life|professional|associate|distinguished|graduate student|regular|"
    r"elected)\s)?(?:members?|fellow)",
    re.IGNORECASE,
)
_REVIEW = re.compile(
    r"review|referee|committee|pc\b|chair|organi|editor|aec|evaluat|program|board|gutachter", re.IGNORECASE
)


@dataclass(frozen=True)
class _Said:
    """What a row says.

    Attributes:
        role: As what one served, or empty.
        for_what: The venues or societies, as a list in words.
        found: Dates that stand apart from the list.
        how: By which pattern the role was found.
    """

    role: str
    for_what: str
    found: tuple[DateSpan, ...] = ()
    how: str = ""
    written: str = ""


@dataclass
class _VenueContext:
    """What lines above say of those below them."""

    role: str = ""
    lines: list[BlockLine] = field(default_factory=list)
    depth: int = -1
    how: str = ""


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the service of a section, and the memberships named there; those of a section of their own too."""
    if section.kind not in ("service", "memberships"):
        return
    around = _of_heading(section)
    for row in rows_of(section.lines):
        if row.first.is_heading or _is_label(row):
            role = trimmed(row.text)
            around = (
                _VenueContext(role, list(row.lines), row.depth, "line above") if _is_role(role) else _VenueContext()
            )
            continue
        if 0 <= row.depth <= around.depth and not around.lines[0].is_heading:
            around = _of_heading(section)
        yield from _facts(row, _said(row, around), around, page)


def _of_heading(section: CvSection) -> _VenueContext:
    if section.kind == "memberships" and section.headline:
        return _VenueContext("Member", [], -1, "heading")
    if (
        section.headline
        and _is_role(section.heading)
        and re.search(r"review|committee|editor|chair", section.heading, re.IGNORECASE)
    ):
        return _VenueContext(
            trimmed(section.heading).title() if section.heading.isupper() else trimmed(section.heading),
            [section.headline],
            -1,
            "heading",
        )
    return _VenueContext()


def _is_label(row: LineGroup) -> bool:
    """Say whether a row is no more than a role: `Journal Reviewer:`."""
    text = row.text.strip()
    if text.endswith(":") or row.first.is_bold:
        return (
            _is_role(text)
            and ":" not in text[:-1]
            and "\t" not in text
            and not rows.find(text)
            and len(text.split()) <= 7
        )
    return False


def _is_role(text: str) -> bool:
    return _ROLE_WORD.search(text) is not None and _NO_ROLE.search(text) is None and len(text.split()) <= 9


def _said(row: LineGroup, around: _VenueContext) -> _Said:
    text, found, written = _without_leading_date(row.text)
    if len(row.cells) > 1:
        return _of_cells(row.cells, around)
    bold = trimmed(row.first.bold)
    at = text.find(bold) if bold else -1
    if bold and _is_role(bold) and 0 <= at <= 2 and not rows.find(bold):
        return _Said(bold, text[at + len(bold) :].strip(" :,–—-"), found, "bold", written)
    halves = cut(text, ":")
    if len(halves) == 2 and _is_role(halves[0]):
        return _Said(trimmed(halves[0]), halves[1], found, "before colon", written)
    if len(halves) == 2 and _is_role(halves[1]) and len(halves[1].split()) <= 5:
        return _Said(trimmed(halves[1]), halves[0], found, "after colon", written)
    text = _AS.sub("", text)
    if (match := _LED.match(text)) and not _NO_ROLE.search(match["role"]) and not _is_of_name(match["role"]):
        return _Said(trimmed(match["role"]), match["rest"], found, "before venue", written)
    bare, behind = _without_last_dates(text)
    if (match := _FOLLOWED.match(bare)) and not _NO_ROLE.search(text):
        found = found or behind
        return _Said(trimmed(match["role"]), match["rest"], found, "behind venue", written)
    return _Said(around.role, text, found, around.how, written)


def _without_last_dates(text: str) -> tuple[str, tuple[DateSpan, ...]]:
    groups = rows.group(text, rows.find(text))
    if not groups or text[groups[-1][-1].stop :].strip(" )].,;"):
        return text, ()
    return text[: groups[-1][0].begin].rstrip(" ,;:([–—-"), tuple(groups[-1])


def _is_of_name(role: str) -> bool:
    """Say whether what looks like a role is the beginning of a venue's name: `International Review of …`."""
    return entities.has_venue_word(role) or entities.is_organization(role)


def _of_cells(cells: Sequence[str], around: _VenueContext) -> _Said:
    roles = [cell for cell in cells if _is_role(cell) and not rows.find(cell)]
    dated = [cell for cell in cells if rows.is_only(cell, rows.find(cell))]
    rest = [cell for cell in cells if cell not in roles[:1] and cell not in dated[:1]]
    found = tuple(rows.find(dated[0])) if dated else ()
    written = dated[0] if found and found[0].end else ""
    if roles:
        return _Said(trimmed(roles[0]), ", ".join(rest), found, "cell", written)
    return _Said(around.role, ", ".join(rest), found, around.how, written)


def _without_leading_date(text: str) -> tuple[str, tuple[DateSpan, ...], str]:
    found = rows.find(text)
    if not found or text[: found[0].begin].strip(" ([{"):
        return text, (), ""
    first = [one for one in found if one.begin == found[0].begin]
    rest = text[first[0].stop :].lstrip(" )]},.;:|–—-")
    return rest, tuple(first), text[first[0].begin : first[0].stop].strip() if first[0].end else ""


def _facts(row: LineGroup, said: _Said, around: _VenueContext, page: PageContext) -> Iterator[Fact]:
    if not said.role or not said.for_what:
        return
    venues = [_ for _ in read_venue_lists(said.for_what) if _.name[:1].isupper() or entities.is_short_venue(_.name)]
    is_list = len(venues) > 1
    lines = [*around.lines, *row.lines] if said.role == around.role else list(row.lines)
    for venue in venues:
        if is_list and not venue.is_alone:
            continue
        if len(venue.name.split()) > 22:
            continue
        yield from _of_venue(venue, said, lines, page)


def _of_venue(venue: Venue, said: _Said, lines: Sequence[BlockLine], page: PageContext) -> Iterator[Fact]:
    if _MEMBER.fullmatch(said.role) and entities.is_society(venue.name):
        yield _membership(venue, said, lines, page)
        return
    key = _key(venue.name, said.role, page)
    written = venue.written or said.written
    values: dict[str, Any] = {"role": said.role, key: venue.name, "summary": written}
    how = {"role": said.how, key: "list", "year": "beside venue" if venue.years else "leading", "summary": "lasting"}
    for year in venue.years or tuple(dict.fromkeys(one.year for one in said.found)) or (None,):
        yield page.fact("service", {**values, "year": year}, how, lines)


def _membership(venue: Venue, said: _Said, lines: Sequence[BlockLine], page: PageContext) -> Fact:
    found = said.found or tuple(rows.find(venue.written))
    values = {
        "organization": venue.name,
        "role": said.role if said.how != "heading" else None,
        "start": found[0].start if found else None,
        "end": (found[0].end or None) if found else None,
    }
    return page.fact("memberships", values, {"*": said.how}, lines)


def _key(name: str, role: str, page: PageContext) -> str:
    """Return whether a name is that of a venue or of an organisation."""
    if entities.is_short_venue(name) or (entities.has_venue_word(name) and not entities.is_society(name)):
        return "venue"
    if entities.is_society(name) or entities.is_organization(name, page.organizations) or not _REVIEW.search(role):
        return "organization"
    return "venue"
