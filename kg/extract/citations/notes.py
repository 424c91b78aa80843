"""What stands around authors and title in a citation: venue, year, status, awards, rates, identifiers, links."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kg.errors import IdentifierError
from kg.identifiers import SCHEMES
from kg.identity.authority import known_venues, venue_names

STATUSES = (
    (
        "under-review",
        re.compile(
            r"\b(?:(?:in|under) (?:submission|review|revision)|submitted|(?:major|minor) revision|in peer review)\b"
            r"(?: (?:to|at|for)\b)?",
            re.IGNORECASE,
        ),
    ),
    (
        "accepted",
        re.compile(
            r"\b(?:to appear|(?:conditionally )?accepted(?: (?:to|at|by|for))?(?: publication)?|forthcoming)\b"
            r"(?: (?:in|at)\b)?",
            re.IGNORECASE,
        ),
    ),
    ("in-press", re.compile(r"\bin (?:press|print)\b", re.IGNORECASE)),
    (
        "preprint",
        re.compile(
            r"\b(?:in )?pre-?prints?\b|\bar[xχ]iv\b|\bbiorxiv\b|\bmedrxiv\b|\bSSRN\b|\bCoRR\b|\bon arxiv\b",
            re.IGNORECASE,
        ),
    ),
    ("draft", re.compile(r"\b(?:in preparation|work in progress|manuscript|working paper)\b", re.IGNORECASE)),
)
"""How the statuses of the profile are written; of several in one text, the first here holds."""

_PERCENT = r"(\d{1,2}(?:\.\d{1,2})?)\s?%"
_RATE = re.compile(
    rf"\bacceptance(?: rate)?\s*[:=]?\s*(?:of |is )?~?{_PERCENT}|{_PERCENT}\s*(?:acceptance|accept)"
    rf"|\b(?:AR|acc\.?(?: rate)?|rate)\s*[:=]\s*~?{_PERCENT}",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"(?:\b[A-Z][\w'’-]{1,20} ){0,4}"
    r"\b(?:Best|Distinguished|Outstanding|Test[- ]of[- ]Time|Honou?rable|Most Influential)[\w' ’–/-]{0,60}"
    r"|(?:\b[A-Z][\w'’-]{1,20} ){1,5}(?:Award|Prize)s?\b(?: (?:Finalist|Nominee|Nomination|Runner-?up|Winner))?",
)
_IS_AWARD = re.compile(
    r"\b(?:award|prize|paper|mention|artifact|poster|demo|runner-?up|finalist|nominee|nomination|candidate|thesis"
    r"|dissertation)\b",
    re.IGNORECASE,
)
_BADGE = re.compile(
    r"\b(?:oral|spotlight|poster|long talk|short paper|highlight|notable top[\w \d%-]{0,12}|demo(?: track)?|full paper"
    r"|[\w& -]{0,40}track)\b",
    re.IGNORECASE,
)
_EQUAL = re.compile(
    r"equal(?:ly)?[ -]contribut\w*|contribut\w* equally|co-?first|co-primary|joint first", re.IGNORECASE
)
EQUAL_NOTE = re.compile(
    r"[(\[]?[ *†‡§¶#\\^]*(?:denotes |indicates |= ?|: ?)?(?:the authors? )?"
    r"(?:equal(?:ly)?[ -]contribut\w*|contribut\w* equally|co-?first authors?|corresponding authors?|joint first authors?)"
    r"[.]?[)\]]?",
    re.IGNORECASE,
)
"""A legend of marks, as it stands in a citation: `(* Equal contribution)`."""

_YEAR = re.compile(
    r"(?<![\d./:_-])((?:19[5-9]|20[0-4])\d)(?![\d_]|\.\d{3}|/\d)"
    r"|(?<=[^\W\d_])[ -]?['’‘`]\s?(\d\d)(?!\d)"
    r"|(?<=[A-Z]{3})((?:20[0-4])\d)\b"
)
_ARXIV = re.compile(r"\b(?:arxiv|abs|pdf|corr)\b[\s:/.]{0,3}(?:abs/|pdf/)?(\d{4}\.\d{4,5})(?:v\d+)?", re.IGNORECASE)
_DOI = re.compile(r"\b(10\.\d{4,9}/[^\s\"<>,;)\]]{1,150})")
_WEB = re.compile(r"\bhttps?://\S+|\bwww\.\S+", re.IGNORECASE)
_VENUE_WORD = re.compile(
    r"\b(?:conference|conf|symposium|symp|proceedings|proc|workshop|wkshp|transactions|trans|journal|letters|magazine"
    r"|review|annals|bulletin|congress|colloquium|meeting|summit|lecture notes|lncs|arxiv|ieee|acm|usenix|springer"
    r"|elsevier|nature|science|cell|plos|siam|advances in|findings|int\.|intl|tagung|revista|zeitschrift)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:(?:to appear|appeared|published|presented|accepted) )?(?:in|at|to|by|for|@)(?: the)?(?::\s*|\s+)"
    r"|^(?:in:?\s+)?(?:the )?proc(?:eedings|\.)? (?:of )?(?:the )?|^the\s+(?=\d|annual)",
    re.IGNORECASE,
)
_VOLUME = re.compile(
    r"[,;.:]?\s*\b(?:vol(?:ume)?|no|number|issue|iss|pp?|pages?|art(?:icle)?|ser(?:ies)?|part)\b\.?\s*[\d(].*$"
    r"|[,;]?\s*\d{1,4}\s?\(\s?\d{1,4}(?:[-–/]\d{1,4})?\s?\).*$"
    r"|[,;:]\s*\d{1,5}\s?[-–]+\s?\d{1,5}\b.*$|,\s*\d{1,4}\s*$",
    re.IGNORECASE,
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_DATE = re.compile(
    rf"(?:\b(?:{_MONTH}[\s–/-]*){{1,2}}\s*(?:\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?,?\s+)?(?:19|20)\d\d\b"
    rf"|\b\d{{1,2}}\s+{_MONTH}\s+(?:19|20)\d\d\b"
    rf"|\b(?:19|20)\d\d[-/.]\d\d(?:[-/.]\d\d)?\b"
    rf"|\b{_MONTH}(?:\s+\d{{1,2}}(?:\s?[-–]\s?\d{{1,2}})?)?(?=[,.;)]|$))",
    re.IGNORECASE,
)
_ACRONYM = re.compile(r"[A-Z][\w&+/.-]{0,20}(?:\s?[@/&+-]\s?[A-Z][\w&+/.-]{0,20}){0,3}(?:[ -][A-Z]{1,6})?")
_NUMBER_BEHIND = re.compile(r"(?<=[^\W\d_])\s+\d{1,4}$")
_EMPTY_BRACKETS = re.compile(r"[(\[{<]\s*[,;.:|/]*\s*[)\]}>]")
_TRACK = re.compile(r"\(\s*[^()]{0,60}(?:oral|spotlight|track|poster|talk|paper)[^()]{0,30}\)", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:(?:full |extended |arxiv |preprint |camera[- ]ready |online )?"
    r"(?:links?|pdf|papers?|code|slides?|videos?|talk|poster|doi|arxiv|project|website|web ?page|page|dataset|data"
    r"|blog|bib|bibtex|cite|html|abstract|abs|github|demo|supp(?:lement\w*)?|appendix|media|press|url|preprint|version"
    r"|tutorial|artifact|software|models?|read more|proceedings|publisher|acm|ieee|springer|news|podcast|thread|tweet"
    r"|openreview|google scholar|scholar|hal|ssrn|acl anthology)"
    r"(?: (?:page|version|link|pdf|video|slides|code|here|post|report|website|repo(?:sitory)?|materials?|recording|\d))?"
    r"|[\w.’'-]{1,20}(?: [\w.’'-]{1,20}){0,3} (?:blog|post|video|code|demo|slides|website|page|talk|dataset|model|press))",
    re.IGNORECASE,
)
_EDGES = " \t\n.,;:|–—-·•/\"'“”‘’`()[]{}_~"


@dataclass(frozen=True)
class Notes:
    """What stands around authors and title.

    Attributes:
        venue: The venue, without year, ordinal and place.
        year: The year of publication.
        status: The status as the profile has it, where it is said.
        status_note: The words that say so.
        award: What the work won.
        rate: The acceptance rate, as `18.4%`.
        arxiv: The bare arXiv id.
        doi: The bare DOI.
        how_venue: By which pattern the venue was found.
        how_year: By which pattern the year was found.
    """

    venue: str = ""
    year: int | None = None
    status: str = ""
    status_note: str = ""
    award: tuple[str, ...] = ()
    rate: str = ""
    arxiv: str = ""
    doi: str = ""
    how_venue: str = ""
    how_year: str = ""


@lru_cache(1 << 12)
def notes_of(rest: str, tags: tuple[str, ...] = (), targets: tuple[str, ...] = ()) -> Notes:
    """Return what the words beside authors and title say.

    Args:
        rest: Those words, what was not together parted by line feeds.
        tags: What stood in brackets at the head, or was a link of its own.
        targets: Where the citation links to.
    """
    arxiv, doi = _arxiv(rest, targets), _doi(rest, targets)
    rest = _WEB.sub(" ", EQUAL_NOTE.sub(" ", rest))
    status, note = status_of(rest)
    rate = next((f"{found[1] or found[2] or found[3]}%" for found in _RATE.finditer(rest)), "")
    awards, plain = _awards(_RATE.sub(" ", rest))
    year, how_year = year_of("\n".join([*tags, plain]))
    venue, how_venue = venue_of(_without_status(plain, note))
    if not venue and not status:
        venue, how_venue = _tagged(tags)
        status, note = status_of(venue)
    return Notes(venue, year, status, note, awards, rate, arxiv, doi, how_venue, how_year)


def _tagged(tags: tuple[str, ...]) -> tuple[str, str]:
    """Return the venue of a tag at the head such as `[OSDI'24]`."""
    for tag in tags:
        if name := venue_of(tag)[0]:
            return name, "known tag"
    names = (_stripped(tag) for tag in tags)
    return next(
        ((name, "tag") for name in names if len(name) > 2 and name[0].isupper() and not is_badge(name)), ("", "")
    )


def is_venue(text: str) -> bool:
    """Say whether a text names a venue: by a word such as `Symposium`, or as a known one.

    >>> is_venue("USENIX Annual Technical Conference"), is_venue("EuroSys '23"), is_venue("Lyra")
    (True, True, False)
    """
    return bool(_VENUE_WORD.search(text)) or is_known(_stripped(text))


@lru_cache(1 << 12)
def is_known(venue: str) -> bool:
    """Say whether a name without year is that of a known venue."""
    is_one_name = "(" not in venue or venue.endswith(")")  # brackets inside are of a title
    return bool(venue) and is_one_name and known_venues().find(venue_names(venue)) is not None


def status_of(text: str) -> tuple[str, str]:
    """Return the status that a text states, and its words; nothing if it states none."""
    for status, pattern in STATUSES:
        if found := pattern.search(text):
            return status, " ".join(re.sub(r"\s(?:to|at|for|in|by)$", "", found[0], flags=re.IGNORECASE).split())
    return "", ""


def year_of(text: str) -> tuple[int | None, str]:
    """Return the year that a text states last, and how it is written."""
    year, how = None, ""
    for found in _YEAR.finditer(_ARXIV.sub(" ", text)):
        year = int(found[1] or found[3] or 0) or _century(int(found[2]))
        how = "full year" if found[1] else "short year" if found[2] else "glued year"
    return year, how


def venue_of(text: str) -> tuple[str, str]:
    """Return the venue that is named in the words beside authors and title, and by which pattern."""
    if "arxiv" in text.lower() or "corr abs" in text.lower():
        return "arXiv", "arXiv"
    pieces = [(piece, _stripped(piece)) for piece in _pieces(text) if piece]
    return next(
        (
            (name, how)
            for how, pattern in _VENUE_PATTERNS.items()
            for piece, stripped in pieces
            if (name := pattern(piece, stripped))
        ),
        ("", ""),
    )


def is_label(text: str) -> bool:
    """Say whether a text only says what a link leads to: `PDF`, `Code`, `Project page`."""
    return _LABEL.fullmatch(text.strip(_EDGES)) is not None


def is_equal(text: str) -> bool:
    """Say whether a text speaks of equal contribution."""
    return _EQUAL.search(text) is not None


def is_badge(text: str) -> bool:
    """Say whether a text is nothing but `oral`, `spotlight` or the like."""
    return _BADGE.fullmatch(text.strip(_EDGES)) is not None


def _pieces(text: str) -> Iterator[str]:
    """Yield the parts in which a venue may stand: lines, and sentences of them."""
    for line in map(str.strip, _DATE.sub(" ", text).split("\n")):
        yield line
        if ". " in line:
            yield from (piece.strip() for piece in line.split(". "))
    yield from (piece.strip() for piece in re.split(r"[,\n]", _DATE.sub(" ", text)))


def _bracketed(piece: str) -> str:
    """Return the acronym of `USENIX Annual Technical Conference (ATC '23)`, if its words are those of a venue."""
    for found in re.finditer(r"[(\[]([^()\[\]]{2,60})[)\]]", piece):
        name = _stripped(found[1])
        before = piece[: found.start()]
        is_in_word = piece[found.end() :][:1].isalpha()
        if is_in_word or is_badge(name) or not _ACRONYM.fullmatch(name):
            continue
        if is_known(name) or is_known(_stripped(before)) or (_VENUE_WORD.search(before) and " " in before.strip()):
            return name
        if not before.strip(_EDGES) and name.upper() != name.lower():
            return name
    return ""


@lru_cache(1 << 13)
def _stripped(piece: str) -> str:
    """Return a venue's name without its lead, year, volume, pages, place and edges."""
    name = _VOLUME.sub("", _DATE.sub(" ", piece))
    name = _TRACK.sub(" ", name)
    name = _YEAR.sub(" ", name)
    name = _EMPTY_BRACKETS.sub(" ", name)
    name = " ".join(name.split()).strip(_EDGES)
    for _ in range(3):
        name = _LEAD.sub("", name).strip(_EDGES)
    acronym, colon, _ = name.partition(":")
    if colon and _ACRONYM.fullmatch(acronym.strip()):
        return acronym.strip()
    name = re.sub(r"^\d{1,3}(?:st|nd|rd|th)\s+", "", name)
    first, comma, _ = name.partition(", ")
    if comma and (is_known(first) or _VENUE_WORD.search(first)):
        name = first if not re.search(r"(?:\bon|\bof|\band|,)$", first) else name
    return _closed(_NUMBER_BEHIND.sub("", name.strip(_EDGES)))


def _closed(name: str) -> str:
    """Return a name with the bracket closed again that the edges have lost."""
    return name + ")" if name.count("(") == name.count(")") + 1 else name


def _known(_: str, name: str) -> str:
    return name if is_known(name) else ""


def _with_word(_: str, name: str) -> str:
    return name if 2 < len(name) <= 200 and _VENUE_WORD.search(name) else ""


def _beside_year(piece: str, name: str) -> str:
    words = name.split()
    is_short = 0 < len(words) <= 8 and words[0][0].isupper() and not is_badge(name)
    return name if is_short and year_of(piece)[0] is not None else ""


_VENUE_PATTERNS = {
    "acronym in brackets": lambda piece, _: _bracketed(piece),
    "known": _known,
    "venue word": _with_word,
    "beside a year": _beside_year,
}
"""How a venue is told, the surest pattern first: each takes a piece of text and the same without year and place."""


def _without_status(text: str, note: str) -> str:
    return text if not note or "arxiv" in note.lower() else re.sub(re.escape(note), " ", text, flags=re.IGNORECASE)


def _awards(text: str) -> tuple[tuple[str, ...], str]:
    """Return the awards that a text names, and the text without them."""
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        words = match[0].strip(_EDGES)
        if not _IS_AWARD.search(words):
            return match[0]
        found.append(words)
        return " "

    plain = _AWARD.sub(take, text)
    return tuple(dict.fromkeys(found)), plain


def _arxiv(text: str, targets: tuple[str, ...]) -> str:
    for place in (text, *targets):
        if (found := _ARXIV.search(place)) and ("arxiv" in place.lower() or "corr" in place.lower()):
            return found[1]
    return ""


def _doi(text: str, targets: tuple[str, ...]) -> str:
    for place in (text, *(target for target in targets if "doi" in target or "dl.acm.org" in target)):
        if found := _DOI.search(place):
            try:
                SCHEMES["doi"].canonical(bare := found[1].rstrip("."))
            except IdentifierError:
                continue
            return bare
    return ""


def _century(short: int) -> int:
    return 2000 + short if short < 50 else 1900 + short
