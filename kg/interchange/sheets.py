"""Tables as offices keep them: CSV in any encoding and with any separator, XLSX, XLS and ODS. The home of calamine.

Lists in YAML and JSON, as sites keep them, are tables too: a row an entry, a column a key.

A workbook is read in a process of its own: a cell at the end of the sheet asks for memory that no machine has.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from kg.base import strict_yaml
from kg.base.apart import answer, read_apart
from kg.base.errors import Problem, ReadError
from kg.base.node import Node
from kg.interchange import parsed_text
from kg.interchange.plain import first

BOOKS: Mapping[str, str] = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.12",
    ".xlsb": "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
    ".xls": "application/vnd.ms-excel",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
}
"""The media types of workbooks by their suffixes; any other file is read as text."""
RECORDS: Mapping[str, str] = {
    ".json": "application/json", ".yaml": "application/yaml", ".yml": "application/yaml"
}  # fmt: skip

MAX_BYTES = 16 << 20
MAX_ROWS = 50_000
MAX_COLUMNS = 200
MAX_CELL = 20_000
_MEMORY = 400 << 20
_SEPARATORS = ",;\t|"
_SAMPLE = 50
_FORMULA = "="
_MAX_DEPTH = 4


class SheetRow(NamedTuple):
    """A row of a table: its number as people see it, and the texts of its cells."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A sheet of a workbook, or the only one of a text."""

    name: str  # Empty in a text
    rows: tuple[SheetRow, ...]


@dataclass
class Workbook:
    """What a file of tables holds."""

    sheets: list[Sheet]
    encoding: str = ""  # Of a text that names none: as what it was read
    problems: list[str] = field(default_factory=list)  # What was left out, in sentences


def read(path: Path) -> Workbook:
    """Return the sheets of a file that can be seen, with their rows.

    Raises:
        ReadError: If it is damaged, protected by a password, or larger than any list of people.
    """
    if path.suffix.lower() in BOOKS:
        return _book(path)
    text, encoding = parsed_text.read(path, limit=MAX_BYTES)
    if path.suffix.lower() in RECORDS:
        problems: list[str] = []
        return Workbook([Sheet("", tuple(_record_rows(text, path, problems)))], encoding, problems)
    return Workbook([Sheet("", tuple(_text_rows(text, path)))], encoding)


def _record_rows(text: str, path: Path, problems: list[str]) -> Iterator[SheetRow]:
    """Yield the entries of lists, each at its line, below their keys; the names of lists are rows of their own.

    Raises:
        ReadError: If it is neither JSON nor YAML.
    """
    if path.suffix.lower() == ".json":
        root = parsed_text.parse_json(text, path)
    else:  # kept for another tool, which takes a second key
        root, odd = strict_yaml.parse_leniently(text, path, str)
        problems += [f"line {each.line}: {each.message}" for each in odd]
    found = list(_records(root, ""))[:MAX_ROWS]
    cells = [dict(_cells(record)) for _, record in found]
    headers = list(dict.fromkeys(key for each in cells for key in each))[:MAX_COLUMNS]
    yield SheetRow(1, tuple(headers))
    for (title, record), each in zip(found, cells, strict=True):
        row = tuple(each.get(key, "") for key in headers) if each else (title,)
        yield SheetRow(record.lines[0], row)


def _records(node: Node, title: str, depth: int = 0) -> Iterator[tuple[str, Node]]:
    """Yield the entries of lists, and of mappings that hold nothing but entries, each list below its name."""
    entries = [each for each in node.inner if any(isinstance(said.value, str) for _, said in each.pairs)]
    if entries and len(entries) * 2 > len(node.inner):
        yield from [(title, node)] if title else []
        yield from (("", each) for each in entries)
    elif depth < _MAX_DEPTH:
        for key, each in node.pairs or [("", each) for each in node.items]:
            yield from _records(each, key, depth + 1)


def _cells(record: Node) -> Iterator[tuple[str, str]]:
    """Yield what stands under the keys of an entry: of keys inside keys the inner ones, of links what they are to."""
    for key, value in record.pairs:
        several = value.items if isinstance(value.value, list) else [value]
        for each in several:
            label, url = first(each, "icon", "network", "type", "label"), first(each, "link", "url", "href")
            yield from [(label, _text(url))] if label and url else _cells(each)
        if texts := [_text(each.value) for each in several if isinstance(each.value, str | bool)]:
            yield key, "; ".join(texts)


def _text_rows(text: str, path: Path) -> Iterator[SheetRow]:
    lines = csv.reader(io.StringIO(text), delimiter=_separator(text))
    first = 1
    try:
        for cells in lines:
            yield SheetRow(first, tuple(" ".join(cell.split()) for cell in cells[:MAX_COLUMNS]))
            first = lines.line_num + 1
            if first > MAX_ROWS:
                raise ReadError(Problem(f"has more than {MAX_ROWS:,} rows", path, hint="split it"))
    except csv.Error as error:
        hint = "save it as CSV in UTF-8 again, or as XLSX or ODS"
        raise ReadError(Problem(f"cannot be read as CSV: {error}", path, first, hint=hint)) from error


def _separator(text: str) -> str:
    """Return the separator that divides most lines at the head, most of them into as many cells, into most cells."""
    head = text.splitlines()[:_SAMPLE]

    def quality(separator: str) -> tuple[int, int, int]:
        sizes = Counter(len(cells) for cells in csv.reader(head, delimiter=separator) if len(cells) > 1)
        size, lines = sizes.most_common(1)[0] if sizes else (0, 0)
        return sizes.total(), lines, size

    try:
        return max(_SEPARATORS, key=quality)
    except csv.Error:
        return ","  # reading it says what is wrong


def _book(path: Path) -> Workbook:
    content = parsed_text.read_bytes(path, limit=MAX_BYTES)
    hint = "delete empty rows and columns at the end, or save it as CSV"
    book = Workbook([])
    for name, rows, problem in read_apart(main, content, path, memory=_MEMORY, hint=hint):
        if problem:
            book.problems.append(problem)
        else:
            book.sheets.append(Sheet(name, tuple(SheetRow(number, tuple(cells)) for number, cells in rows)))
    return book


def main() -> None:
    """Write the sheets of the workbook on stdin to stdout."""
    answer(_sheets, _MEMORY)


def _sheets(content: bytes) -> Iterator[tuple[str, list[tuple[int, list[str]]], str]]:
    """Yield name, rows and what was left out of each sheet.

    Raises:
        ReadError: If it is no workbook, or cannot be opened.
    """
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError as error:
        hint = "save it without a password"
        raise ReadError(Problem("is protected by a password", hint=hint)) from error
    except (CalamineError, OSError, ValueError) as error:
        hint = "open it in a spreadsheet program and save it as XLSX, ODS or CSV again"
        raise ReadError(Problem(f"cannot be read as a workbook: {error}", hint=hint)) from error
    for about in book.sheets_metadata:
        if about.visible != SheetVisibleEnum.Visible:
            yield about.name, [], f"left out: the hidden sheet '{about.name[:60]}'"
        elif about.typ == SheetTypeEnum.WorkSheet:
            yield about.name, _rows(book.get_sheet_by_name(about.name)), ""


def _rows(sheet: CalamineSheet) -> list[tuple[int, list[str]]]:
    """Return the rows of a sheet; what cells that were merged say, each of them says.

    Raises:
        ReadError: If there are too many.
    """
    first, left = sheet.start or (0, 0)
    if sheet.height > MAX_ROWS or sheet.width > MAX_COLUMNS:
        message = f"the sheet '{sheet.name}' has {sheet.height:,} rows and {sheet.width:,} columns"
        hint = f"at most {MAX_ROWS:,} rows and {MAX_COLUMNS:,} columns are read"
        raise ReadError(Problem(message, hint=hint))
    table = [[_text(value) for value in row] for row in sheet.to_python(skip_empty_area=True)]
    for (top, start), (bottom, end) in _merged(sheet):
        cells = [(row - first, column - left) for row in range(top, bottom + 1) for column in range(start, end + 1)]
        inside = [(row, column) for row, column in cells if row < len(table) and column < len(table[row])]
        for row, column in inside:
            table[row][column] = table[inside[0][0]][inside[0][1]]
    return [(first + number, cells) for number, cells in enumerate(table, start=1)]


def _merged(sheet: CalamineSheet) -> list[Any]:
    """Return the ranges of merged cells that lie in the sheet, where its form says them."""
    ranges = sheet.merged_cell_ranges or []
    return [(start, end) for start, end in ranges if end[0] - start[0] < MAX_ROWS and end[1] - start[1] < MAX_COLUMNS]


def _text(value: Any) -> str:
    """Return what a cell shows: whole numbers without a fraction, dates as ISO 8601 has them."""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time().isoformat() == "00:00:00" else value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value)[:MAX_CELL].split())


def is_formula(text: str) -> bool:
    """Whether a cell holds a formula in place of its value, as some programs write into CSV."""
    return text.startswith(_FORMULA)
