"""Dates as precise as they are stated: years, seasons, months and days.

The written form follows EDTF (ISO 8601-2): `2019`, `2019-05`, `2019-05-17`, and for seasons `2023-21`
(spring), `-22` (summer), `-23` (autumn), `-24` (winter). Comparing years as plain integers works in
every SPARQL engine; comparing `xsd:gYear` does not.
"""

import re
from calendar import monthrange

from kg.base.errors import IdentifierError
from kg.base.patterns import lazy

PRESENT = "present"
DATE_PATTERN = r"^\d{4}(-\d{2}(-\d{2})?)?$"
SEASONS = {
    "spring": "21",
    "summer": "22",
    "autumn": "23",
    "fall": "23",
    "winter": "24",
    "ss": "22",
    "sose": "22",
    "sommersemester": "22",
    "ws": "24",
    "wise": "24",
    "wintersemester": "24",
}

_DATE = lazy(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", re.ASCII)
_SEASON = "|".join(SEASONS)
_TERM = lazy(
    rf"(?:(?P<season>{_SEASON})\s*(?P<year>\d{{4}})|(?P<year2>\d{{4}})\s*(?P<season2>{_SEASON})"
    r"|(?P<edtf>\d{4}-2[1-4])|(?P<plain>\d{4}))",
    re.ASCII | re.IGNORECASE,
)
_WINTER = lazy(r"\b(w\w*\s*)(\d{4})\s*/\s*(?:\d\d)?(\d\d)\b", re.ASCII | re.IGNORECASE)
_NOW = {"", "present", "now", "today", "current", "currently", "ongoing", "date", "to date", "till now", "until now"}
_SEASONS = range(21, 25)  # EDTF level 1, §Seasons
_DATATYPES = {4: "xsd:gYear", 7: "xsd:gYearMonth", 10: "xsd:date"}


def partial_date(text: str) -> str:
    """Return a date as it stands if it is one; a season such as 2011-22, summer, is.

    Raises:
        IdentifierError: If it is no date, or one that no calendar has, such as 2019-13.
    """
    match = _DATE.fullmatch(text)
    if not match:
        raise IdentifierError(f"'{text}' is not a date; write 2019, 2019-05 or 2019-05-17")
    year, month, day = (int(part) if part else None for part in match.groups())
    if month is not None and not 1 <= month <= 12 and not is_season(text):
        raise IdentifierError(f"'{text}' has no such month; months go from 01 to 12, seasons from 21 to 24")
    if not year:
        raise IdentifierError(f"'{text}' has no such year; years begin with 0001")
    days = monthrange(year, month)[1] if month and month <= 12 else 0
    if day is not None and not 1 <= day <= days:
        raise IdentifierError(f"'{text}' has no such day; that month has {days}")
    return text


def is_date(text: str) -> bool:
    """Whether a text is a date.

    >>> is_date("2019-05"), is_date("2019-13")
    (True, False)
    """
    try:
        return partial_date(text) == text
    except IdentifierError:
        return False


def end(text: str) -> str:
    """Return the end of a period as it stands if it is a date, or `present`.

    Raises:
        IdentifierError: If it is neither, with the word that is meant where it is another for the present.
    """
    if text == PRESENT:
        return text
    if text.strip(" -–—.").casefold() in _NOW:
        raise IdentifierError(f"'{text}' is not a date; write {PRESENT}")
    return partial_date(text)


def datatype(date: str, *, of_schema_org: bool = False) -> str:
    """Return the datatype of a date: that of XML Schema which is as precise; a season is a text.

    The dates of schema.org are days, or reduced forms of them (ISO 8601), whose datatype is its own `Date`.

    >>> datatype("2019-05"), datatype("2011-22"), datatype("2019-05", of_schema_org=True)
    ('xsd:gYearMonth', 'xsd:string', 'schema:Date')
    """
    if of_schema_org:
        return _DATATYPES[10] if len(date) == 10 else "schema:Date"
    return "xsd:string" if is_season(date) else _DATATYPES[len(date)]


def is_season(date: str) -> bool:
    """Whether a date is a season of a year."""
    return len(date) == 7 and int(date[5:]) in _SEASONS


def month_of(date: str, *, last: bool = False) -> int:
    """Return the first or last month of a date.

    >>> month_of("2011"), month_of("2011", last=True), month_of("2011-22"), month_of("2011-22", last=True)
    (1, 12, 6, 8)
    """
    if len(date) == 4:
        return 12 if last else 1
    month = int(date[5:7])
    if not is_season(date):
        return month
    return 12 if month == 24 else (month - 20) * 3 + (2 if last else 0)


def year_of(date: str) -> int:
    """Return the year of a date or a term.

    >>> year_of("2023-21")
    2023
    """
    return int(date[:4])


def full_year(digits: str) -> int:
    """Return the year of two digits, of which the first 50 are of this century, or of four.

    >>> full_year("08"), full_year("98"), full_year("1843")
    (2008, 1998, 1843)
    """
    year = int(digits)
    return year if len(digits) > 2 else year + (2000 if year < 50 else 1900)


def is_before(end: str, start: str) -> bool:
    """Whether an end lies before a start, at the precision that both have.

    A winter may be that of the turn of the year, and a season is no span of months: seasons compare with
    seasons only up to autumn, and with months by their year.

    >>> is_before("2018", "2018-09"), is_before("2018-08", "2018-09"), is_before("2018-22", "2018-09")
    (False, True, False)
    """
    is_vague = is_season(end) != is_season(start) or "24" in (end[5:], start[5:])
    common = 4 if is_vague else min(len(end), len(start))
    return end[:common] < start[:common]


def term(text: str) -> str:
    """Return the EDTF form of a term or of a range of terms.

    >>> term("Spring 2023"), term("2022 Fall"), term("Fall 2009 - Spring 2011"), term("WS 2020/21")
    ('2023-21', '2022-23', '2009-23/2011-21', '2020-24')

    Raises:
        IdentifierError: If it is none.
    """
    parts = re.split(r"\s*[/–—]\s*|\s+-\s+", _WINTER.sub(_of_its_first_year, text.strip()))
    if len(parts) > 2:
        raise IdentifierError(_not_a_term(text))
    return "/".join(_one_term(part, text) for part in parts)


def _of_its_first_year(winter: re.Match[str]) -> str:
    follows = (int(winter[2]) + 1) % 100 == int(winter[3])
    return f"{winter[1]}{winter[2]}" if follows else winter[0]


def _one_term(part: str, text: str) -> str:
    match = _TERM.fullmatch(part)
    if not match:
        raise IdentifierError(_not_a_term(text))
    if match["edtf"] or match["plain"]:
        return str(match["edtf"] or match["plain"])
    season = (match["season"] or match["season2"]).lower()
    return f"{match['year'] or match['year2']}-{SEASONS[season]}"


def _not_a_term(text: str) -> str:
    return f"'{text}' is not a term; write Spring 2023, 2023-21 or Fall 2009 - Spring 2011"
