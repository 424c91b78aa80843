"""A section as rows, and the dates in them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kg.base.tables import words_of
from kg.extract.lines import BlockLine, unbulleted
from kg.profile import periods
from kg.profile.periods import Period
from kg.terms.identifiers import fold

# Dates in a line about an award, a talk or a committee: single ones, one by one, and periods.

_BETWEEN = re.compile(r"\s*(?:[,;/&+]|\band\b|\bund\b)\s*(?:\band\b\s*)?|\s+", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[A-Za-z])(?:19|20)\d\d\b|(?<=[A-Za-z])\s?['’]\d\d\b|(?<=\bS&P)\s(?:19|20)\d\d\b")
_SMALL_WORDS = re.compile(r"\b(?:and|expected|in|since|from)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d\d")
_FIRST_SEASON = 21
_BEFORE_DATE = " \t\n([{,.;:|–—-/@"
_AFTER_DATE = " \t\n)]},.;:|–—-/"


@dataclass(frozen=True, slots=True)
class DateSpan:
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


def find(text: str) -> list[DateSpan]:
    """Return the dates of a text in their order.

    >>> [(found.start, found.end) for found in find("Purdue, 08/2011 – 12/2011; again 2017, 2019 - now")]
    [('2011-08', '2011-12'), ('2017', ''), ('2019', 'present')]
    """
    return [found for period in periods_in(text) for found in _of(period)]


def periods_in(text: str) -> tuple[Period, ...]:
    """Return the periods of a text; the same lines are asked again and again, and most have no figure in them."""
    return _periods(text) if _FIGURE.search(text) else ()


def glued(text: str) -> list[DateSpan]:
    """Return the years that stand right behind a name: `ICML2020`, `SoCC'15`."""
    return [
        DateSpan(year if len(year) == 4 else f"20{year}", "", match.start(), match.end())
        for match in _GLUED.finditer(text)
        if (year := match[0].lstrip(" '’"))
    ]


def is_only(text: str, found: Sequence[DateSpan]) -> bool:
    """Say whether a text is nothing but its dates."""
    rest = " ".join(text[begin:stop] for begin, stop in _gaps(text, found))
    return bool(found) and not re.search(r"\w", _SMALL_WORDS.sub("", rest))


def group(text: str, found: Sequence[DateSpan]) -> list[list[DateSpan]]:
    """Return dates in groups: those of one enumeration, such as `2017, 2018`, stand together."""
    groups: list[list[DateSpan]] = []
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


def _of(period: Period) -> Iterator[DateSpan]:
    if period.form == "list":
        yield from (DateSpan(_plain(date), "", period.begin, period.stop) for date in period.dates)
        return
    start, end = period.start or period.end or "", period.end or ""
    lasts = period.start and period.end and period.form != "date"
    yield DateSpan(_plain(start), _plain(end) if lasts else "", period.begin, period.stop)


def _plain(date: str) -> str:
    """Return a date, of a season its year only: an award of the summer is one of the year."""
    return date[:4] if len(date) == 7 and date[5:].isdigit() and int(date[5:]) >= _FIRST_SEASON else date


def _gaps(text: str, found: Sequence[DateSpan]) -> Iterator[tuple[int, int]]:
    here = 0
    for one in found:
        yield here, max(here, one.begin)
        here = one.stop
    yield here, len(text)


def apart(text: str) -> tuple[Sequence[DateSpan], str, str]:
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


# A section as rows: what belongs to one entry of a list, with lines joined that a narrow column broke.

MAX_TEXT = 8_000
"""What is longer is cut: no entry is."""

WRAPPED = 60
"""A line of this many characters is full: the next one goes on with it."""

_GOES_ON = re.compile(
    r"(?:[,:&(/–-]|\b(?:of|the|in|for|at|and|on|by|to|from|with|a|an|der|die|das|für|im|und|de|del|la|et))$",
    re.IGNORECASE,
)
_BEGINS_WITH_DATE = re.compile(r"^[\[(]?(?:\w{3,9}\.?\s|\d{1,2}[/.])?(?:19|20)\d\d\b\W+(?=.*[^\W\d_]{3})", re.DOTALL)
_ENDS_WITH_YEAR = re.compile(r"(?:19|20)\d\d\W*$")


@dataclass(frozen=True)
class LineGroup:
    """Some lines that are read together.

    Attributes:
        lines: Its lines.
        text: Their words; where a line break may part two pieces, there is one.
    """

    lines: tuple[BlockLine, ...]
    text: str

    @property
    def first(self) -> BlockLine:
        """Its first line."""
        return self.lines[0]

    @property
    def depth(self) -> int:
        """How deep it lies in lists."""
        return self.first.block.depth

    @property
    def cells(self) -> tuple[str, ...]:
        """What tabs or the cells of a table part."""
        return tuple(cell.strip() for cell in self.text.split("\t") if cell.strip())


def rows_of(lines: Iterable[BlockLine]) -> Iterator[LineGroup]:
    """Yield the rows of some lines: those of one list item are one, others if the first is not complete.

    The names of the columns of a table are left out.
    """
    yield from (row for row in _all_rows(lines) if not is_header(row.cells))


def is_header(cells: Sequence[str]) -> bool:
    """Say whether the cells of a row are the names of columns."""
    names = words_of("kg.extract", "tables/column_names.txt")
    return len(cells) > 1 and all(set(fold(cell).split()) <= names for cell in cells)


def _all_rows(lines: Iterable[BlockLine]) -> Iterator[LineGroup]:
    gathered: list[BlockLine] = []
    for line in lines:
        if gathered and not _belongs(gathered, line):
            yield _row(gathered)
            gathered = []
        gathered.append(line)
    if gathered:
        yield _row(gathered)


def _belongs(gathered: list[BlockLine], line: BlockLine) -> bool:
    last = gathered[-1]
    if line.opens or line.block is not last.block or "\t" in line.text or "\t" in last.text:
        return False
    if line.text[:1] in "•·◦▪■●‣∙○◇*" or (_BEGINS_WITH_DATE.match(line.text) and not gathered[0].is_bold):
        return False
    if gathered[0].is_bold and not line.bold:
        return True
    if _ENDS_WITH_YEAR.search(last.text):
        return False
    return _is_wrapped(last, line) or line.block.kind == "item"


def _is_wrapped(last: BlockLine, line: BlockLine) -> bool:
    """Say whether a line goes on with the one before it rather than saying something of its own."""
    return line.text[:1].islower() or _GOES_ON.search(last.text) is not None or len(last.text) >= WRAPPED


def _row(lines: list[BlockLine]) -> LineGroup:
    text = unbulleted(lines[0].text)
    for last, line in pairwise(lines):
        text += (" " if _is_wrapped(last, line) else "\n") + line.text
        if len(text) > MAX_TEXT:
            break
    return LineGroup(tuple(lines), text[:MAX_TEXT])
