"""A section as rows: what belongs to one entry of a list, with lines joined that a narrow column broke."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.base.tables import words_of
from kg.extract.lines import BlockLine, unbulleted
from kg.terms.identifiers import fold

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
