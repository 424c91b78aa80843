"""A section as rows: what belongs to one entry of a list, with lines joined that a narrow column broke."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kg.base.tables import words_of
from kg.extract.lines import BlockLine, goes_on, unbulleted
from kg.terms.identifiers import fold

MAX_TEXT = 8_000
"""What is longer is cut: no entry is."""


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
    def cells(self) -> tuple[str, ...]:
        """What tabs or the cells of a table part."""
        return tuple(cell.strip() for cell in self.text.split("\t") if cell.strip())


def rows_of(lines: Iterable[BlockLine]) -> Iterator[LineGroup]:
    """Yield the rows of some lines: those of one list item are one, others if the first is not complete.

    The names of the columns of a table are left out.
    """
    gathered: list[BlockLine] = []
    for line in (*lines, None):
        if gathered and (line is None or not _belongs(gathered[-1], line)):
            row = _row(gathered)
            gathered = []
            if not is_header(row.cells):
                yield row
        if line is not None:
            gathered.append(line)


def _belongs(last: BlockLine, line: BlockLine) -> bool:
    is_one = line.block is last.block and not line.opens and "\t" not in line.text + last.text
    return is_one and (line.block.kind == "item" or goes_on(last, line)) and unbulleted(line.text) == line.text


def _row(lines: Sequence[BlockLine]) -> LineGroup:
    text = unbulleted(lines[0].text)
    for last, line in pairwise(lines):
        text += (" " if goes_on(last, line) else "\n") + line.text
    return LineGroup(tuple(lines), text[:MAX_TEXT])


def is_header(cells: Sequence[str]) -> bool:
    """Say whether the cells of a row are the names of columns."""
    names = words_of("kg.extract", "tables/column_names.txt")
    return len(cells) > 1 and all(set(fold(cell).split()) <= names for cell in cells)
