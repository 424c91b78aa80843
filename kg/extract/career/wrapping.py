"""Lines that end in the middle of a date are one with the next: `June 2016 –` before `Oct. 2018`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kg.extract import periods
from kg.extract.documents import Run
from kg.extract.lines import Line

_HANGS = re.compile(r"(?:[-–—]|\b(?:to|till|until|bis|au|al|[A-Z][a-zéûä]{2,8}\.?))$")
_MAX_TAIL = 60


def rejoined(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines, those joined that part a date."""
    last: Line | None = None
    for line in lines:
        if last is not None and _parts_date(last, line):
            last = replace(last, runs=(*last.runs, Run(" ", last.runs[-1].line), *line.runs))
            continue
        if last is not None:
            yield last
        last = line
    if last is not None:
        yield last


def _parts_date(line: Line, behind: Line) -> bool:
    """Say whether a date begins in one line and ends in the one behind it, of the same block."""
    if line.block is not behind.block or line.is_heading or not _HANGS.search(line.text):
        return False
    tail = line.text[-_MAX_TAIL:]
    place = len(tail)
    found = periods.find(f"{tail} {behind.text[:_MAX_TAIL]}")
    return any(period.begin < place < period.stop - 1 for period in found)
