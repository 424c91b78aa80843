"""Single dates as people write them: `Sept. 15, 2022`, `2016/06`, `Summer '05`, `März 2020`, `2019年9月`.

Only what is certain becomes a date. `12/03/2019` is the year 2019, since nobody knows which number is the month;
`2024-25 Fall` is none. Numbers that look like years but count pages, money or machines are not dates.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kg.base.tables import rows_of

_MONTHS, _WINTER = 12, 24
MIDDLE = {21: 4, 22: 7, 23: 10, 24: 12}
"""The months by which seasons are set in order among months."""

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－⁃"), "-")
_WAVES = dict.fromkeys(map(ord, "～〜∼˜"), "~")
_SPACES = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_QUOTES = dict.fromkeys(map(ord, "’‘ʼ′`´＇"), "'")
_WIDE = {0xFF01 + offset: chr(0x21 + offset) for offset in range(94)}
_PLAIN = {**_WIDE, **_DASHES, **_WAVES, **_SPACES, **_QUOTES}

# What has a number that may look like a year, and is no date. Every repetition is bounded: the text is anybody's.
_NOT_DATES = re.compile(
    r"""https?://[^\s)>\]]{1,2000} | www\.[^\s)>\]]{1,500} | \b10\.\d{4,9}/[^\s)>\]]{1,200}
    | [\w.+%-]{1,64}@[\w.-]{1,255}
    | \b(?:arxiv|abs|doi|issn|isbn|id)[:.\s/]{1,3}[\w./-]{4,40} | \b\d{4}\.\d{4,5}(?:v\d{1,2})?\b
    | \b(?:tel|phone|fax|mobile|cell)\b[.:]?[\s()+]{0,4}[\d][\d\s()./-]{5,24} | \+\d[\d\s()./-]{6,24}\d
    | \(\d{3}\)\s?\d{3}[-\s.]\d{4} | \b\d{3}-\d{3}-\d{4}\b
    | (?<![\w.])(?:pp?|pages?|seiten?|s)(?:\.\s?|\s)\d{1,6}(?:\s?-{1,3}\s?\d{1,6})?
    | \b\d{1,4}\s?(?:\(\d{1,4}(?:-\d{1,4})?\)\s?)?:\s?\d{1,5}-{1,3}\d{1,5}\b | \b\d{1,4}\s?\(\d{1,3}\)\s?:\s?\d{1,6}\b
    | \b(?:vol(?:ume)?|no|nr|num|issue|version|ver|room|rm|office|suite|building|box|page|rfc)\b[.:]?\s?\d{4}\b
    | \bv\d{4}(?:\.\d{1,4}){0,3}\b | \b(?:NSW|Bldg|Rm)\b\.?\s\d{4}
    | [$€£¥₹]\s?\d[\d,.]{0,15} | \b\d{4}\s?(?:[$€£¥₹%×]|x\d)
    | \b\d{4}\+?\s?(?:-\s?)?(?:usd|eur|gbp|rmb|cny|hkd|dollars?|euros?|gpus?|cpus?|tpus?|npus?|cores?|nodes?|machines?
      |servers?|workers?|devices?|students?|users?|people|persons?|participants?|attendees?|applicants?|teams?|citations?
      |stars?|downloads?|lines?|tokens?|samples?|images?|hours?|times|papers?|submissions?|words?|questions?|members?)\b""",
    re.IGNORECASE | re.VERBOSE | re.ASCII,
)

_ANCHOR = re.compile(r"(?:19|20)[0-9]{2}|'[ ]?[0-9]{2}")
_REACH = 40
"""No words of a date stand farther from its year."""

_LETTER = r"[^\W\d_\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
_WORDY = r"[^\W\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]"
YEAR = r"(?:19[3-9][0-9]|20[0-5][0-9])"
_MONTH = r"(?:1[0-2]|0?[1-9])(?![0-9])"
_DAY = r"(?:3[01]|[12][0-9]|0?[1-9])(?![0-9])"
_ORDINAL = r"(?:st|nd|rd|th|er|º|\.)?"
_FREE = rf"(?<!{_WORDY})(?<![0-9][.,/])(?<![$€£¥₹\#@])(?<!{_LETTER}/)"
_FREE_OR_NEXT = rf"(?:{_FREE}|(?<=[0-9]{{4}}[/,]))"
_ENDS = rf"(?!{_WORDY})(?!\.[0-9])(?!,[0-9]{{3}}(?![0-9]))(?![%°])"
_OF = r"(?:(?:de|of|del)\s)?"


@dataclass(frozen=True, slots=True)
class DateToken:
    """One date in a text.

    Attributes:
        begin: Where it begins in the text.
        stop: Where the text goes on.
        year: Its year, or 0 where the words leave open which.
        month: Its month, 21 to 24 for a season, 0 where none is stated.
        day: Its day, or 0.
        last_day: The last day where it states two: `May 2-5, 2022`.
        is_doubtful: Whether the month may as well be the next year: `2010-11`.
    """

    begin: int
    stop: int
    year: int
    month: int = 0
    day: int = 0
    last_day: int = 0
    is_doubtful: bool = False

    @property
    def edtf(self) -> str:
        """The date as EDTF writes it; empty where no year is certain."""
        return edtf(self.year, self.month, self.day)

    @property
    def has_season(self) -> bool:
        """Whether it is of a season."""
        return self.month > 12


def plain(text: str) -> str:
    """Return a text of the same length with one kind of dash, space, quote and figure."""
    return text.translate(_PLAIN)


def dates_in(text: str) -> Iterator[DateToken]:
    """Yield the dates of a text that went through `plain`, in their order; they do not overlap."""
    if not _ANCHOR.search(text):
        return
    text = _NOT_DATES.sub(lambda found: "\0" * len(found[0]), text)
    for begin, stop in _near_years(text):
        matches = list(_pattern().finditer(text, begin, stop))
        every = [{name[:-1]: part for name, part in found.groupdict().items() if part} for found in matches]
        days_lead = any(int(parts.get("first", 0)) > _MONTHS for parts in every)
        for found, parts in zip(matches, every, strict=True):
            yield _written(found, parts, days_lead=days_lead)


def edtf(year: int, month: int = 0, day: int = 0) -> str:
    """Return a date in EDTF, as precise as it is stated; empty without a year."""
    if not year:
        return ""
    if not month:
        return f"{year:04}"
    if not day or month > 12 or day > monthrange(year, month)[1]:
        return f"{year:04}-{month:02}"
    return f"{year:04}-{month:02}-{day:02}"


def month_of(word: str) -> int:
    """Return the number of a month or a season by its name, or 0."""
    return _calendar().get(unaccented(word).casefold().strip(". "), 0)


def unaccented(text: str) -> str:
    """Return a text without its accents, however they are encoded."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@cache
def names(*, seasons: bool) -> str:
    """Return the names of months, or of seasons, as a regular expression in all encodings of their accents."""
    words = {word for word, number in _written_names() if (number > 12) == seasons}
    forms = {unicodedata.normalize(form, word) for word in words for form in ("NFC", "NFD")} | set(
        map(unaccented, words)
    )
    return "(?:" + "|".join(sorted(map(re.escape, forms), key=lambda form: (-len(form), form))) + rf")(?!{_LETTER})"


def _near_years(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that may hold dates: trying every form at every letter would take too long."""
    begin = stop = 0
    for anchor in _ANCHOR.finditer(text):
        if anchor.start() - _REACH > stop:
            if stop:
                yield begin, stop
            begin = max(stop, anchor.start() - _REACH)
        stop = anchor.end() + _REACH
    if stop:
        yield begin, min(stop, len(text))


def _written(found: re.Match[str], parts: Mapping[str, str], *, days_lead: bool) -> DateToken:
    begin, stop = found.span()
    year = _year(parts)
    if "first" in parts:
        return DateToken(begin, stop, year, *_month_and_day(parts, days_lead=days_lead))
    word = parts.get("word", "")
    if word == "may" and "behind" in parts:  # `in 2019 may have been`: the verb
        return DateToken(begin, begin + len(parts["year"]), year)
    month = month_of(word) if word else int(parts.get("month", 0))
    if "span" in parts and month != _WINTER:  # the spring of 2024-25 is that of 2025, its autumn that of 2024
        return DateToken(begin, stop, 0)
    doubtful = not word and "day" not in parts and month == (year + 1) % 100 and "sep" in parts
    return DateToken(begin, stop, year, month, int(parts.get("day", 0)), int(parts.get("last", 0)), doubtful)


def _year(parts: Mapping[str, str]) -> int:
    if "short" in parts:
        short = int(parts["short"])
        return 2000 + short if short < 60 else 1900 + short
    return int(parts["year"])


def _month_and_day(parts: Mapping[str, str], *, days_lead: bool) -> tuple[int, int]:
    """Return month and day of `15/03/2019`; none where either may be the month and no date beside it tells."""
    first, second = int(parts["first"]), int(parts["second"])
    if parts["mark"] == "." or first > _MONTHS or first == second or (days_lead and second <= _MONTHS):
        return (second, first) if 1 <= second <= 12 and 1 <= first <= 31 else (0, 0)
    return (first, second) if second > 12 and second <= 31 and first else (0, 0)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of all forms; the last character of a group's name tells the form."""
    forms = _in_figures() + _in_words(names(seasons=False), names(seasons=True))
    return re.compile(forms, re.IGNORECASE | re.VERBOSE)


def _in_figures() -> str:
    season = names(seasons=True)
    return rf"""
      {_FREE}(?P<yearA>{YEAR})(?P<sepA>[-/.])(?P<monthA>{_MONTH})(?P=sepA)(?P<dayA>{_DAY}){_ENDS}
    | {_FREE}(?P<yearC>{YEAR})(?P<sepC>[./])(?P<monthC>{_MONTH}){_ENDS}(?![ ]?{season})
    | {_FREE}(?P<yearD>{YEAR})(?P<sepD>-)(?P<monthD>0[1-9]|1[0-2]){_ENDS}(?![-/][0-9])(?![ ]?{season})
    | (?<![0-9])(?P<yearE>{YEAR})[ ]?[年년]
      (?:[ ]?(?P<monthE>{_MONTH})[ ]?[月월](?:[ ]?(?P<dayE>{_DAY})[ ]?[日号일])?)?
    | {_FREE}(?P<firstF>[0-9]{{1,2}})(?P<markF>[./-])(?P<secondF>[0-9]{{1,2}})(?P=markF)(?P<yearF>{YEAR}){_ENDS}
    | {_FREE}(?<![/.])(?P<monthG>{_MONTH})[ ]?[./][ ]?(?P<yearG>{YEAR}){_ENDS}
    | {_FREE}(?<![-/.])(?P<monthH>0[1-9]|1[0-2])-(?P<yearH>{YEAR}){_ENDS}
    """


def _in_words(month: str, season: str) -> str:
    short = r"'[ ]?(?P<short{}>[0-9]{{2}})(?![0-9])"
    kind = "(?:[ ](?:term|semester|quarter|session|break))?"
    return rf"""
    | (?<!{_LETTER})
      (?:(?<![0-9])(?<![0-9][./])(?P<dayI>{_DAY}){_ORDINAL}(?:[ ]?-[ ]?(?P<lastI>{_DAY}){_ORDINAL})?[ -]?{_OF})?
      (?P<wordI>{month})[.,]{{0,2}}[ ]{{0,3}}[-/]?[ ]?{_OF}(?:(?P<yearI>{YEAR}){_ENDS}|{short.format("I")})
    | (?<!{_LETTER})(?P<wordJ>{month})\.?[ ]{{0,2}}(?P<dayJ>{_DAY}){_ORDINAL}
      (?:[ ]?-[ ]?(?P<lastJ>{_DAY}){_ORDINAL})?(?:,[ ]{{0,2}}|[ ]{{1,2}})(?P<yearJ>{YEAR}){_ENDS}
    | (?<!{_LETTER})(?P<wordK>{season}){kind}[.,]?[ ]{{0,3}}[-/]?[ ]?{_OF}(?:{short.format("K")}
      |(?P<yearK>{YEAR})(?P<spanK>/(?:{YEAR}|[0-9]{{2}})(?![0-9])|-[0-9]{{2}}(?![0-9]))?{_ENDS})
    | (?<!{_LETTER})(?P<wordL>(?-i:WS|SS))[ ](?P<yearL>{YEAR})(?P<spanL>/(?:{YEAR}|[0-9]{{2}})(?![0-9]))
    | {_FREE}(?P<yearM>{YEAR})(?P<behindM>[ ,-]{{1,2}})(?P<wordM>{month})\.?
      (?:[ ](?P<dayM>{_DAY})(?![.0-9]))?(?![ ,]{{0,2}}'?{YEAR})
    | {_FREE}(?P<yearP>{YEAR})[ ]\((?P<wordP>{season})\)
    | {_FREE}(?P<yearN>{YEAR})(?P<spanN>[-/][0-9]{{2}}(?:[0-9]{{2}})?)?[ ,/-]{{1,2}}(?P<wordN>{season})
      (?![ ]{{0,2}}'?{YEAR}(?![ ,/-]{{1,2}}{season}))
    | {_FREE_OR_NEXT}(?P<yearO>{YEAR}){_ENDS}
    """


@cache
def _calendar() -> Mapping[str, int]:
    return {unaccented(word).casefold(): number for word, number in _written_names()} | {"ws": 24, "ss": 22}


@cache
def _written_names() -> tuple[tuple[str, int], ...]:
    rows = rows_of("kg.profile", "tables/calendar.tsv")
    return tuple((word, int(number)) for number, words in rows for word in words.split("|"))
