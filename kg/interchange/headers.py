"""Find the header of a table, the row, or the two, that name most columns in known words; and what cells say."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem
from kg.interchange.plain import line
from kg.interchange.sheets import Sheet, SheetRow, Workbook, is_formula
from kg.interchange.works import HUMP
from kg.terms.identifiers import fold

_TITLE_ROWS = 30  # a header stands within so many rows

_NOTHING = re.compile(
    r"[-–—.?/x]{1,3}|n\W?a\W?|none|null|nil|tb[ad]|to be (?:announced|determined|confirmed)|unknown|keine?|offen"
    r"|unbekannt|n\.?n\.?|aucune?|ninguno|vacant|vakant",
    re.IGNORECASE,
)
"""What stands in cells that say nothing."""
_BREAK = re.compile(r"\s*<br\s*/?>\s*", re.IGNORECASE)


class TableHeader(NamedTuple):
    """Where a table begins, and what its columns hold."""

    sheet: Sheet
    start: int  # The place of the first row below the header
    headers: Sequence[str]  # As they stand
    keys: Sequence[str]  # What each column holds by its header, or empty


def header_of(book: Workbook, key: Callable[[str], str], needed: Collection[str]) -> TableHeader | None:
    """Return the header of a workbook, if one of its columns holds what is needed.

    Args:
        book: The workbook.
        key: Returns what a column holds, given its header.
        needed: What one of the columns has to hold.
    """
    best: tuple[int, TableHeader] | None = None
    for sheet, at, height in _places(book):
        headers = _headers(sheet.rows[at : at + height])
        keys = [key(each) for each in headers]
        quality = len(set(keys) - {""}) * 2 - height
        if not set(keys).isdisjoint(needed) and (best is None or quality > best[0]):
            best = quality, TableHeader(sheet, at + height, headers, keys)
    return best[1] if best else None


def oddities(book: Workbook, sheet: Sheet, path: Path, what: str) -> Iterator[Problem]:
    """Yield what is odd in a workbook of which one sheet is read.

    Args:
        book: The workbook.
        sheet: The sheet.
        path: The file.
        what: What the rows are about, in the plural.
    """
    yield from (Problem(each, path) for each in book.problems)
    if book.encoding:
        message = f"the file is not UTF-8 and names no encoding; read as {book.encoding}"
        yield Problem(message, path, hint="save it as UTF-8")
    for other in book.sheets:
        if other is not sheet and other.rows:
            message = f"left out: the sheet '{other.name[:60]}'"
            yield Problem(message, path, hint=f"give its {what} in a file of their own")


def said_in(text: str) -> str:
    """Return what a cell says, without markup, or nothing."""
    plain = line(_BREAK.sub("; ", text))
    return "" if _NOTHING.fullmatch(plain) or is_formula(plain) else plain


def spellings(header: str) -> tuple[str, ...]:
    """Return in which forms a header may be among those that are known, the plainest first."""
    spaced = HUMP.sub(" ", header)
    plain = fold(re.sub(r"\([^()]{0,80}\)", " ", spaced))
    return plain, fold(spaced), plain.replace(" ", "")


def letter_of(at: int) -> str:
    """Return what spreadsheets call a column: 0 is A, 26 is AA."""
    return (letter_of(at // 26 - 1) if at >= 26 else "") + chr(ord("A") + at % 26)


def _places(book: Workbook) -> Iterator[tuple[Sheet, int, int]]:
    """Yield where a header may be: sheet, row, how many rows."""
    for sheet in book.sheets:
        for at in range(min(len(sheet.rows), _TITLE_ROWS)):
            yield sheet, at, 1
            yield sheet, at, 2


def _headers(rows: Sequence[SheetRow]) -> list[str]:
    """Return the headers of columns in one row or two, of which the lower one says more where it says something."""
    width = max((len(row.cells) for row in rows), default=0)
    padded = [row.cells + ("",) * (width - len(row.cells)) for row in rows]
    return [next((cells[at] for cells in reversed(padded) if cells[at]), "") for at in range(width)]
