"""Draw solutions for people: a table, or records where the terminal is too narrow for one, and a picture."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from kg.store.columns import Row, own, title, value, without
from kg.terms import dates
from kg.terms.dates import PRESENT
from kg.terms.formats import Term
from kg.terms.vocabulary import curie

_BAR_WIDTH = 30
_PICTURE_FROM = 80  # a narrower table has no room for a picture beside the data
_PLAIN_WIDTH = 120
_GAP = 3
_WHOLE = 24  # dates, statuses, paths of files: a cell without spaces up to this length is not broken


@dataclass(frozen=True)
class Look:
    """How a table looks."""

    base: str = ""  # the base of IRIs, which are shown without it
    view: str = "table"  # the picture that goes with it: `table` is none
    iris: bool = True  # whether columns of IRIs are shown beside others
    formulas: bool = True  # whether cells of CSV may begin like a formula, as the standard's results do


@dataclass(frozen=True)
class _Column:
    """A column to show: its title, its cells as text, and whether they are numbers."""

    title: str
    cells: list[str]
    is_number: bool

    @property
    def natural(self) -> int:
        """The width that it would like to have."""
        return max(cell_len(text) for text in (self.title, *self.cells))

    @property
    def least(self) -> int:
        """The width at which no word is broken, but those that are very long."""
        words = [word for text in (self.title, *self.cells) for word in text.split()]
        return min(max(map(cell_len, words), default=0), _WHOLE)


def drawn(names: list[str], rows: list[Row], look: Look) -> str:
    """Return solutions as text for people, as wide as the terminal at most."""
    width = shutil.get_terminal_size((_PLAIN_WIDTH, 0)).columns
    columns = [
        _Column(
            title(names[i]),
            [_text(row[i], look.base) for row in rows],
            all(_is_number(row[i]) or row[i] is None for row in rows),
        )
        # people rather read names than IRIs of the graph, unless they ask for these
        for i in without(names, () if look.iris else own(names, rows, look.base))
    ]
    pictures = _pictures(names, rows, look.view) if width >= _PICTURE_FROM else []
    room = width - (max(map(cell_len, pictures)) + _GAP if pictures else 0)
    widths = _widths(columns, room)
    if widths is None and pictures:
        pictures, widths = [], _widths(columns, width)
    console = Console(width=width)
    with console.capture() as captured:
        console.print(_table(columns, widths, pictures) if widths else _records(columns, width))
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _widths(columns: Sequence[_Column], room: int) -> list[int] | None:
    """Share the room among columns: each gets what it would like, the wide ones as much as is left; or none fits."""
    room -= _GAP * (len(columns) - 1)
    for level in range(max(column.natural for column in columns), 0, -1):
        widths = [min(column.natural, max(column.least, level)) for column in columns]
        if sum(widths) <= room:
            return widths
    return None


def _table(columns: Sequence[_Column], widths: Sequence[int], pictures: Sequence[str]) -> RenderableType:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column, width in zip(columns, widths, strict=True):
        table.add_column(column.title, justify="right" if column.is_number else "left", overflow="fold", width=width)
    if pictures:
        table.add_column("", no_wrap=True)
    for index, cells in enumerate(zip(*(column.cells for column in columns), strict=True)):
        table.add_row(*map(Text, cells), *map(Text, pictures[index : index + 1]))
    return table


def _records(columns: Sequence[_Column], width: int) -> RenderableType:
    """Put each field on a line of its own, without those that are empty, and an empty line between records."""
    left = min(max(cell_len(column.title) for column in columns), width // 2)
    grid = Table.grid(padding=(0, _GAP, 0, 0))
    grid.add_column(width=left, overflow="fold")
    grid.add_column(width=max(1, width - left - _GAP), overflow="fold")
    for index in range(len(columns[0].cells)):
        if index:
            grid.add_row()
        for column in columns:
            if column.cells[index]:
                grid.add_row(Text(column.title), Text(column.cells[index]))
    return grid


def _pictures(names: list[str], rows: list[Row], view: str) -> list[str]:
    """Return a small picture for each row: a bar for its number, or its period on a common axis."""
    if view == "bar":
        column = next((i for i, _ in enumerate(names) if all(_is_number(row[i]) for row in rows)), None)
        if view == "bar" and names[0] == "year" and len(names) > 1:
            column = 1
        return _bars([int(value(row[column])) for row in rows]) if column is not None else []
    if view == "timeline" and "start" in names and "end" in names:
        start, end = names.index("start"), names.index("end")
        return _periods([(value(row[start]), value(row[end])) for row in rows])
    return []


def _bars(numbers: list[int]) -> list[str]:
    most = max(*numbers, 1)
    return ["█" * max(1, round(number / most * _BAR_WIDTH)) if number else "" for number in numbers]


def _periods(periods: list[tuple[str, str]]) -> list[str]:
    """Draw periods on one axis of months; what lasts ends in an arrow."""
    spans = [(_month(start), _month(end, last=True)) for start, end in periods]
    known = [month for span in spans for month in span if month is not None]
    if not known:
        return []
    first, last = min(known), max(known) + 1
    scale = _BAR_WIDTH / max(last - first, 1)
    drawn = []
    for (start, end), (_, written) in zip(spans, periods, strict=True):
        left = round(((start if start is not None else first) - first) * scale)
        right = _BAR_WIDTH if end is None else round((end + 1 - first) * scale)
        drawn.append(" " * left + "█" * max(1, right - left) + ("▶" if written == PRESENT else ""))
    return drawn


def _month(date: str, *, last: bool = False) -> int | None:
    if not date or date == PRESENT:
        return None
    return dates.year_of(date) * 12 + dates.month_of(date, last=last) - 1


def _is_number(term: Term | None) -> bool:
    return isinstance(term, Literal) and term.datatype.value.endswith("#integer")


def _text(term: Term | None, base: str) -> str:
    if isinstance(term, NamedNode):
        return term.value.removeprefix(base) if base and term.value.startswith(base) else curie(term.value)
    return "" if term is None else value(term) or str(term)
