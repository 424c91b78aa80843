"""Dates in a line of a CV, with their places: points, ranges, and what is still going on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.dates import PRESENT, SEASONS

_MONTHS = "jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez"
_NUMBERS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"), start=1
    )
    for name in names.split()
}
_YEAR = r"(?<![\d.,$€£])(?:19|20)\d\d(?!\d|[.,]\d{3})"
_MONTH = rf"\b(?:{_MONTHS})[a-zäü]{{0,6}}+\b\.?"
_SEASON = rf"\b(?:{'|'.join(SEASONS)})\b"
_POINT = (
    rf"(?:(?P<day§>\d{{1,2}})(?:st|nd|rd|th)?\.? ?(?P<month_a§>{_MONTH})[ ,]*(?P<year_a§>{_YEAR})"
    rf"|(?P<month_b§>{_MONTH})[ ,]*(?P<day_b§>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year_b§>{_YEAR})"
    rf"|(?P<month_c§>{_MONTH})[ ,]*(?:of )?(?P<year_c§>{_YEAR})"
    rf"|(?P<season_d§>{_SEASON})[ ,]*(?P<year_d§>{_YEAR})"
    rf"|(?P<year_e§>{_YEAR}) (?P<season_e§>{_SEASON})"
    rf"|(?P<year_f§>{_YEAR})[ ,]+(?P<month_f§>{_MONTH})"
    rf"|(?P<year_g§>{_YEAR})[-/.](?P<number_g§>0[1-9]|1[0-2])[-/.](?P<day_g§>\d\d)(?!\d)"
    rf"|(?P<year_h§>{_YEAR})[-/.](?P<number_h§>0?[1-9]|1[0-2])(?![\d/])"
    rf"|(?P<number_i§>0?[1-9]|1[0-2])[/.](?P<year_i§>(?:19|20)\d\d)(?!\d)"
    rf"|(?P<year_j§>{_YEAR}))"
)
_FIRST, _SECOND = _POINT.replace("§", "1"), _POINT.replace("§", "2")
_DASH = r"\s*(?:[-‐‑–—−~]{1,3}|\bto\b|\buntil\b|\btill\b|\bbis\b|\bthrough\b)\s*"
_NOW = r"(?:present|now|current(?:ly)?|today|ongoing|date|heute)\b"
_ANY = re.compile(
    rf"(?P<first_month>{_MONTH}){_DASH}(?=(?:{_MONTH})[ ,]*{_YEAR})|{_FIRST}"
    rf"(?:{_DASH}(?:{_SECOND}|(?P<now>{_NOW})|(?P<short>\d\d)(?![\d/.]))|(?P<open>\s?[-–—]+)(?=\s*(?:$|[)\],;])))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:[,;/&+]|\band\b|\bund\b)\s*(?:\band\b\s*)?|\s+", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[A-Za-z])(?:19|20)\d\d\b|(?<=[A-Za-z])\s?['’]\d\d\b")


@dataclass(frozen=True)
class Found:
    """A date in a text.

    Attributes:
        start: When, or when it began: as precise as written, a season as its year only.
        end: When what lasts ended, or `present`; empty for a point in time.
        begin: Where it begins in the text.
        stop: Where it stops.
    """

    start: str
    end: str
    begin: int
    stop: int

    @property
    def year(self) -> int:
        """The year in which it began."""
        return int(self.start[:4])


def find(text: str) -> list[Found]:
    """Return the dates of a text in their order.

    >>> [(found.start, found.end) for found in find("Purdue, 08/2011 – 12/2011; again 2017, 2019 - now")]
    [('2011-08', '2011-12'), ('2017', ''), ('2019', 'present')]
    """
    found: list[Found] = []
    month, begin = "", 0
    for match in _ANY.finditer(text):
        if match["first_month"]:
            month, begin = match["first_month"], match.start()
            continue
        found.append(_found(match, month, begin))
        month = ""
    return found


def glued(text: str) -> list[Found]:
    """Return the years that stand right behind a name: `ICML2020`, `SoCC'15`."""
    return [
        Found(year if len(year) == 4 else f"20{year}", "", match.start(), match.end())
        for match in _GLUED.finditer(text)
        if (year := match[0].lstrip(" '’"))
    ]


def is_only(text: str, found: Sequence[Found]) -> bool:
    """Say whether a text is nothing but its dates."""
    rest = "".join(text[a:b] for a, b in _gaps(text, found))
    return bool(found) and not re.search(r"\w", re.sub(r"\band\b|\bexpected\b", "", rest, flags=re.IGNORECASE))


def group(text: str, found: Sequence[Found]) -> list[list[Found]]:
    """Return dates in groups: those of one enumeration, such as `2017, 2018`, stand together."""
    groups: list[list[Found]] = []
    for one in found:
        if groups and _BETWEEN.fullmatch(text[groups[-1][-1].stop : one.begin]):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _gaps(text: str, found: Sequence[Found]) -> Iterator[tuple[int, int]]:
    here = 0
    for one in found:
        yield here, one.begin
        here = one.stop
    yield here, len(text)


def _found(match: re.Match[str], month: str, begin: int) -> Found:
    start, end = _point(match, "1"), _point(match, "2")
    if month:
        return Found(f"{start[:4]}-{_number(month)}", start, begin, match.end())
    if match["now"] or match["open"]:
        return Found(start, PRESENT, match.start(), match.end())
    if match["short"]:
        end = f"{start[:2]}{match['short']}"
    elif len(start) == 7 and _is_academic(match):
        start, end = start[:4], f"{start[:2]}{start[5:]}"
    if end and end[: len(start)] < start[: len(end)]:
        end = ""
    return Found(start, end, match.start(), match.end())


def _is_academic(match: re.Match[str]) -> bool:
    """Say whether `2008-09` is two years that follow each other rather than a month."""
    year, month, dash = match["year_h1"], match["number_h1"], match[0][4:5]
    return bool(year and len(month) == 2 and dash in "-/" and (int(year) + 1) % 100 == int(month) and not match["year_j2"])


def _point(match: re.Match[str], which: str) -> str:
    parts = {key[:-1].partition("_")[0]: value for key, value in match.groupdict().items() if value and key[-1] == which}
    if "year" not in parts:
        return ""
    number = parts.get("number") or ("month" in parts and _number(parts["month"]))
    if not number:
        return parts["year"]
    day = parts.get("day")
    return f"{parts['year']}-{int(number):02d}" + (f"-{int(day):02d}" if day and 1 <= int(day) <= 28 else "")


def _number(month: str) -> str:
    return f"{_NUMBERS[month[:3].casefold()]:02d}"
