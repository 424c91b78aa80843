"""Dates in a line about an award, a talk or a committee: single ones, one by one, and periods."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kg.extract import periods
from kg.extract.periods import Period

_BETWEEN = re.compile(r"\s*(?:[,;/&+]|\band\b|\bund\b)\s*(?:\band\b\s*)?|\s+", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[A-Za-z])(?:19|20)\d\d\b|(?<=[A-Za-z])\s?['’]\d\d\b|(?<=\bS&P)\s(?:19|20)\d\d\b")
_SMALL_WORDS = re.compile(r"\b(?:and|expected|in|since|from)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d\d")
_FIRST_SEASON = 21
_BEFORE_DATE = " \t\n([{,.;:|–—-/@"
_AFTER_DATE = " \t\n)]},.;:|–—-/"


@dataclass(frozen=True, slots=True)
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
    return [found for period in periods_in(text) for found in _of(period)]


def periods_in(text: str) -> tuple[Period, ...]:
    """Return the periods of a text; the same lines are asked again and again, and most have no figure in them."""
    return _periods(text) if _FIGURE.search(text) else ()


def glued(text: str) -> list[Found]:
    """Return the years that stand right behind a name: `ICML2020`, `SoCC'15`."""
    return [
        Found(year if len(year) == 4 else f"20{year}", "", match.start(), match.end())
        for match in _GLUED.finditer(text)
        if (year := match[0].lstrip(" '’"))
    ]


def is_only(text: str, found: Sequence[Found]) -> bool:
    """Say whether a text is nothing but its dates."""
    rest = " ".join(text[begin:stop] for begin, stop in _gaps(text, found))
    return bool(found) and not re.search(r"\w", _SMALL_WORDS.sub("", rest))


def group(text: str, found: Sequence[Found]) -> list[list[Found]]:
    """Return dates in groups: those of one enumeration, such as `2017, 2018`, stand together."""
    groups: list[list[Found]] = []
    for one in found:
        last = groups[-1][-1].stop if groups else one.begin
        if groups and (one.begin < last or _BETWEEN.fullmatch(text[last : one.begin])):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


@lru_cache(1_024)
def _periods(text: str) -> tuple[Period, ...]:
    return tuple(periods.find(text))


def _of(period: Period) -> Iterator[Found]:
    if period.form == "list":
        yield from (Found(_plain(date), "", period.begin, period.stop) for date in period.dates)
        return
    start, end = period.start or period.end or "", period.end or ""
    lasts = period.start and period.end and period.form != "date"
    yield Found(_plain(start), _plain(end) if lasts else "", period.begin, period.stop)


def _plain(date: str) -> str:
    """Return a date, of a season its year only: an award of the summer is one of the year."""
    return date[:4] if len(date) == 7 and date[5:].isdigit() and int(date[5:]) >= _FIRST_SEASON else date


def _gaps(text: str, found: Sequence[Found]) -> Iterator[tuple[int, int]]:
    here = 0
    for one in found:
        yield here, max(here, one.begin)
        here = one.stop
    yield here, len(text)


def apart(text: str) -> tuple[Sequence[Found], str, str]:
    """Return the dates of a line, where they stand, and the line without them."""
    groups = group(text, find(text))
    for found in (*groups[:1], *groups[:0:-1]):
        before, after = text[: found[0].begin], text[found[-1].stop :]
        if not before.strip(_BEFORE_DATE) and (after[:1] not in " " or found is groups[-1] or before.strip()):
            return found, "leading", after.lstrip(_AFTER_DATE + "'’")
        if not after.strip(_AFTER_DATE):
            how = "in brackets" if before.rstrip()[-1:] in ("(", "[") else "end"
            return found, how, _opened(before.rstrip(_BEFORE_DATE))
    for found in groups:
        before, after = text[: found[0].begin], text[found[-1].stop :]
        if before.rstrip()[-1:] in tuple("([,:|\n–—-") and re.match(r"\s*(?:[)\],.;:|\n–—-]|\()", after):
            return found, "within", f"{before.rstrip(_BEFORE_DATE)}\n{after.lstrip(' )],.;:|')}"
    if groups or (inside := glued(text)):
        return (groups[0] if groups else inside[:1]), "embedded", text
    return (), "", text


def _opened(text: str) -> str:
    """Return a text that ends inside of brackets with what stands in them as a piece of its own."""
    at = max(text.rfind("("), text.rfind("["))
    return f"{text[:at]}\n{text[at + 1 :]}" if at > 0 and not re.search(r"[)\]]", text[at:]) else text
