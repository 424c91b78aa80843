"""Periods as people write them: `Aug. 2015 – Jul. 2019`, `2020---now`, `Summer 2005, 2006`, `since 2019`, in EDTF.

What is read keeps its words and their place, so that a fact can show them. What is not certain is not read.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Literal

from kg.base.errors import IdentifierError
from kg.profile.written_dates import MIDDLE, DateToken, dates_in, edtf, month_of, names, plain
from kg.terms.dates import PRESENT, term

Form = Literal["date", "range", "list", "since", "until"]

_MAX_KEPT = 1_000
"""The results of longer texts are not kept."""

_WINDOW = 48
"""How many characters before a date are looked at: no word of dates is longer."""

_NOW = r"""
    (?: (?:up[ ]to[ ]|till?[ ]|until[ ]|to[ ])?(?:the[ ])?(?:present(?:[ ]day)?|pres\.?|now|today|this[ ]day|date)
      | current(?:ly)? | on-?[ ]?going | in[ ]progress | heute | jetzt | aktuell | laufend | aujourd'hui | présent
      | en[ ]cours | actual(?:idad|mente)? | presente | oggi | atual | heden | nu )(?![^\W_])
    | 至今 | 迄今 | 现在 | 現在 | 今 | 현재
"""
_TO = r"""(?:
    \s{0,3}(?:-{1,3}>?|=>|→|~|⟶|至|到|から)\s{0,3}
    | \s{1,3}(?:to|until|till?|through|thru|up[ ]to|bis(?:[ ]zum)?|au|à|a|al|hasta|até|tot)\s{1,3}
)"""
_PLANNED = (
    "(?:expected|expecting|anticipated|planned|projected|voraussichtlich|geplant|prévue?|prevista?|exp[.]|est[.])"
)
_GOAL = "(?:graduat(?:e|ion)|complet(?:e|ion)|finish|degree|date|end|defen[sc]e)"
_ALONE = r"(?<![^\W_])"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_RANGE = _words(rf"{_TO}(?:[(\[]?(?P<expected>{_PLANNED})\s?[)\]:]?\s{{0,2}})?")
_TO_NOW = _words(
    rf"(?:{_TO}|\s{{0,2}}[,;]\s?|\s{{1,3}}(?=ongoing))(?:\((?:{_NOW})\)|(?:{_NOW}))|\s{{0,2}}(?:至今|迄今)"
)
_LIST = _words(r"\s?(?:[,;/&+、]|,?\s(?:and|und|et|y|or))\s?")
_SHORT_YEAR = _words(r"\s?[-/]{1,2}\s?'?([0-9]{2})(?![0-9]|[.]\w|-[0-9]|[^\W\d_])")
_OPEN = _words(r"[ ]?-{1,3}[ ]{0,2}(?=[)\],;:|\t\n]|[.](?:\s|$)|$)")
_BETWEEN = _words(rf"{_ALONE}between[ ]{{1,2}}$")
_SINCE = _words(rf"{_ALONE}(?:since|seit|depuis|desde|sinds|dal)[ ]{{1,2}}$")
_FROM = _words(rf"{_ALONE}(?:from|starting(?:[ ](?:in|from))?|beginning(?:[ ]in)?|as[ ]of|ab|vo[nm]|du|de)[ ]{{1,2}}$")
_UNTIL = _words(
    rf"""{_ALONE}(?:until|till?|bis(?:[ ]zum)?|jusqu'(?:à|en)|hasta|class[ ]of
    |(?:graduat(?:ed|ion)|completed|completion)(?:[ ]in)?:?)[ ]{{1,2}}$"""
)
_DASH_BEFORE = _words(r"(?:^|[(\[\t\n])[ ]{0,3}-{1,3}[ ]{0,2}$")
_PLANNED_BEFORE = _words(
    rf"[(\[]?{_ALONE}{_PLANNED}(?:[ :]{{0,2}}(?:to[ ])?{_GOAL})?(?:[ ]date)?(?:[ ](?:in|by|on|of|for))?[ :]{{0,3}}$"
)
_PLANNED_BEHIND = _words(rf"[ ]{{0,3}},?[ ]?[(\[]?[ ]?{_PLANNED}(?:[ ]{_GOAL})?[ ]?[)\]]?")


@dataclass(frozen=True, slots=True)
class Period:
    """A date, or a time from one to another, as a text states it.

    Attributes:
        begin: Where its words begin in the text.
        stop: Where the text goes on.
        text: Its words.
        start: Its first date, or None where none is stated.
        end: Its last date or `present`, or None.
        form: How it is stated. Of a single date, start and end are the same.
        expected: Whether the end is a plan.
        dates: All dates that it names, in their order.
    """

    begin: int
    stop: int
    text: str
    start: str | None
    end: str | None
    form: Form = "date"
    expected: bool = False
    dates: tuple[str, ...] = ()


def find(text: str) -> list[Period]:
    """Return the periods that a text states, in their order.

    >>> [(period.start, period.end) for period in find("Aug. 2015 – Jul. 2019, and Summer 2005, 2006; since 2020")]
    [('2015-08', '2019-07'), ('2005-22', '2006-22'), ('2020', 'present')]
    >>> find("pp. 2019–2034, arXiv:2006.12567, 2048 GPUs, '15")
    []
    """
    return list(_found(text)) if len(text) <= _MAX_KEPT else _periods(text)


@lru_cache(maxsize=2_048)
def _found(text: str) -> tuple[Period, ...]:
    """Return what was found before: a line is asked about by several readers."""
    return tuple(_periods(text))


def _periods(text: str) -> list[Period]:
    even = plain(text)
    dates = list(dates_in(even))
    found: list[Period] = []
    place = 0
    while place < len(dates):
        period, used = _period(even, dates[place : place + 8], found[-1].stop if found else 0)
        if period:
            found.append(replace(period, text=text[period.begin : period.stop]))
        place += used
    return found


def as_term(period: Period) -> str | None:
    """Return a period as a term: its seasons or years, the first of several that are listed.

    >>> as_term(find("2014-2015")[0]), as_term(find("Sep 2016 – present")[0])
    ('2014/2015', '2016')
    """
    ends = period.dates[:1] if period.form == "list" else (period.start, period.end)
    several = [date[:7] if date[5:7] > _LAST_MONTH else date[:4] for date in ends if date and date != PRESENT]
    return "/".join(dict.fromkeys(several)) or None


def terms_of(period: Period) -> Iterator[str]:
    """Yield the terms of a period: as written where `kg.terms.dates.term` reads that, else in another notation."""
    written = " ".join(_QUARTER.sub("", period.text.strip(" ()[],")).split())
    try:
        term(written)
        yield written
    except IdentifierError:
        several = [replace(period, form="list", dates=(date,)) for date in period.dates]
        terms = map(as_term, several if period.form == "list" else [period])
        yield from (each for each in terms if each)


_QUARTER = re.compile(r"\b(?:semester|term|quarter|session|academic year|AY)\b:?\s?", re.IGNORECASE)
_LAST_MONTH = "12"


def without(text: str, periods: Sequence[Period]) -> str:
    """Return a text with periods taken out, and with them brackets that held nothing else.

    >>> line = "Research Intern (May 2019 – May 2021), ByteDance"
    >>> without(line, find(line))
    'Research Intern, ByteDance'
    """
    for period in reversed(periods):
        before, behind = text[: period.begin], text[period.stop :]
        opening, closing = before.rstrip(" *_"), behind.lstrip(" *_.,")
        if opening[-1:] in tuple("([【（") and closing[:1] in tuple(")]】）"):
            before, behind = opening[:-1].rstrip(" "), closing[1:]
        text = before + behind
    return text


def is_period(text: str) -> bool:
    """Say whether a text is a period and nothing else.

    >>> is_period("(Sept 2012 – May 2015)"), is_period("Summer 2011:"), is_period("Best paper 2019")
    (True, True, False)
    """
    periods = find(text)
    return bool(periods) and not without(text, periods).strip(" \t\n()[]{}|,.;:–—-·•*_&/")


def _period(text: str, dates: Sequence[DateToken], free: int) -> tuple[Period | None, int]:
    """Return the period that begins with the first of some dates, and how many of them it takes."""
    first = dates[0]
    begin, start = _beginning(text, first, free)
    period, used = _joined(text, dates, start)
    if not period:
        return None, used
    period = replace(period, begin=begin if start else period.begin)
    return _with_words_around(text, period, free), used


def _beginning(text: str, date: DateToken, free: int) -> tuple[int, str]:
    """Return where `May - August, 2022` begins, and when; an empty text if no month stands before the date's own."""
    half = date.month and _half().search(text, max(free, date.begin - _WINDOW), date.begin)
    if not half or not date.year:
        return date.begin, ""
    month = month_of(half["word"])
    if (month > 12) != date.has_season:
        return date.begin, ""
    year = date.year - 1 if _middle(month) > _middle(date.month) else date.year
    return half.start(), edtf(year, month, int(half["day"] or half["before"] or 0))


def _joined(text: str, dates: Sequence[DateToken], start: str) -> tuple[Period | None, int]:
    """Return what the first dates make together, and how many of them it takes."""
    first = dates[0]
    if start:
        return _made(first, first.stop, start, first.edtf, "range"), 1
    if first.last_day:
        last = edtf(first.year, first.month, first.last_day)
        return _made(first, first.stop, first.edtf, last, "range"), 1
    if len(dates) > 1 and (joined := _range(text, first, dates[1])):
        return joined, 2
    if open_ended := _open(text, first):
        return open_ended, 1
    listed = _list(text, dates)
    if len(listed) > 1:
        return _made_of_list(listed), len(listed)
    if not first.year or first.is_doubtful:
        return None, 1
    return _made(first, first.stop, first.edtf, first.edtf, "date"), 1


def _range(text: str, first: DateToken, second: DateToken) -> Period | None:
    between = text[first.stop : second.begin]
    words = _RANGE.fullmatch(between)
    is_pair = between == "/" and second.year == first.year + 1 and not second.month
    is_span = between == " and " and _BETWEEN.search(text, max(0, first.begin - _WINDOW), first.begin)
    if not (words or is_pair or is_span) or not first.year or not second.year:
        return None
    if first.is_doubtful and not second.month:
        return None
    period = _made(first, second.stop, *_in_order(first, second), "range")
    return replace(period, expected=bool(words and words["expected"]))


def _in_order(first: DateToken, second: DateToken) -> tuple[str, str]:
    """Return two dates with the earlier one first: some people write the present at the left."""
    is_backwards = (second.year, _middle(second.month)) < (first.year, _middle(first.month) if second.month else 0)
    return (second.edtf, first.edtf) if is_backwards else (first.edtf, second.edtf)


def _open(text: str, first: DateToken) -> Period | None:
    """Return what ends in the present or in a year of two figures: `2018-19`, `2024-`, `2021 -- current`."""
    if not first.year:
        return None
    if now := _TO_NOW.match(text, first.stop):
        return _made(first, now.end(), first.edtf, PRESENT, "range")
    short = None if first.month else _SHORT_YEAR.match(text, first.stop)
    if short and (last := first.year // 100 * 100 + int(short[1])) > first.year:
        return _made(first, short.end(), first.edtf, edtf(last), "range")
    if (dash := _OPEN.match(text, first.stop)) and not first.is_doubtful:
        return _made(first, dash.end(), first.edtf, PRESENT, "range")
    return None


def _list(text: str, dates: Sequence[DateToken]) -> list[DateToken]:
    """Return the dates at the beginning that a list holds: `2009, 2010`, `Summer 2005, 2006`."""
    listed = [dates[0]]
    for date in dates[1:]:
        last = listed[-1]
        if not _LIST.fullmatch(text, last.stop, date.begin) or not date.year or not last.year:
            break
        listed.append(replace(date, month=last.month) if last.has_season and not date.month else date)
        if (last.has_season, last.month > 0) != (listed[-1].has_season, listed[-1].month > 0):
            return listed[:-1]
    if len(listed) > 1 and _RANGE.match(text, listed[-1].stop):  # what follows is a range of its own
        listed.pop()
    return listed


def _made_of_list(listed: Sequence[DateToken]) -> Period:
    times = sorted(listed, key=lambda date: (date.year, _middle(date.month)))
    dates = tuple(date.edtf for date in listed)
    return Period(listed[0].begin, listed[-1].stop, "", times[0].edtf, times[-1].edtf, "list", dates=dates)


def _made(first: DateToken, stop: int, start: str, end: str, form: Form) -> Period:
    dates = tuple(dict.fromkeys((start, end)))
    return Period(first.begin, stop, "", start, end, form, dates=dates)


def _with_words_around(text: str, period: Period, free: int) -> Period:
    """Return a period with the words before and behind it that say more: `since`, `until`, `expected`."""
    floor = max(free, period.begin - _WINDOW)
    period = _planned(text, period, floor)
    if before := _FROM.search(text, floor, period.begin):
        end, form = (None, "since") if period.form == "date" else (period.end, period.form)
        return replace(period, begin=before.start(), end=end, form=form)
    return _opened(text, period, floor) if period.form == "date" else period


def _planned(text: str, period: Period, floor: int) -> Period:
    """Return a period whose end is a plan if words around it say so."""
    behind = _PLANNED_BEHIND.match(text, period.stop)
    if behind and period.end != PRESENT:
        period = replace(period, stop=behind.end() if _closes(behind[0]) else period.stop, expected=True)
    if before := _PLANNED_BEFORE.search(text, floor, period.begin):
        begin = before.start() + (before[0][0] in "([")
        start, form = (None, "until") if period.form == "date" else (period.start, period.form)
        period = replace(period, begin=begin, start=start, form=form, expected=True)
    return period


def _opened(text: str, period: Period, floor: int) -> Period:
    """Return a date that is a beginning or an end only, by the word before it."""
    if before := _SINCE.search(text, floor, period.begin):
        return replace(period, begin=before.start(), end=PRESENT, form="since")
    if before := _UNTIL.search(text, floor, period.begin):
        return replace(period, begin=before.start(), start=None, form="until")
    if _DASH_BEFORE.search(text, floor, period.begin):
        return replace(period, start=None, form="until")
    return period


def _closes(words: str) -> bool:
    """Say whether brackets in some words are in pairs."""
    return words.count("(") == words.count(")") and words.count("[") == words.count("]")


def _middle(month: int) -> int:
    return MIDDLE.get(month, month)


@cache
def _half() -> re.Pattern[str]:
    """Return the pattern of a month whose year stands later: `May - `."""
    day = r"(?:[ ]?(?P<day>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th)?)?"
    before = r"(?:(?<![\d.,/-])(?P<before>3[01]|[12][0-9]|0?[1-9])(?:st|nd|rd|th|\.)?[ ]{1,2}(?:de[ ])?)?"
    return _words(rf"(?<![^\W\d_]){before}(?P<word>{names(seasons=False)}|{names(seasons=True)})\.?{day}{_TO}$")
