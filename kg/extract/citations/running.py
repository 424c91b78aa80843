"""Numbered entries that run on in one paragraph: `[1] … 2019. [2] … 2021.` become lines of their own."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from kg.extract.documents import Run
from kg.extract.lines import Line

_HEAD = re.compile(r"\s*([\[(]?)(\d{1,3})([\])]|\.)\s")


def apart(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield lines, cut before each number that goes on counting from the one at the head of their paragraph."""
    for _, group in groupby(lines, lambda line: id(line.block)):
        block = list(group)
        yield from _cut(block) if len(block) < 50 else block


def _cut(block: Sequence[Line]) -> Iterator[Line]:
    first = block[0]
    head = _HEAD.match(f"{first.block.marker} {first.text}")
    if head is None or first.is_heading:
        yield from block
        return
    number = int(head[2]) + 1
    for line in block:
        text = "".join(run.text for run in line.runs)
        begin, opens = 0, line.opens
        while (found := _next(text, begin, head, number)) >= 0:
            if found > begin:
                yield Line(_between(line.runs, begin, found), line.block, opens)
            begin, opens = found, True
            number += 1
        yield Line(_between(line.runs, begin, len(text)), line.block, opens)


def _next(text: str, begin: int, head: re.Match[str], number: int) -> int:
    """Return where the next number stands, at the beginning of a line or behind a sentence; -1 if it does not."""
    mark = re.escape(f"{head[1]}{number}{head[3]}")
    found = re.compile(rf"(?:^\s*|(?<=[.!?)\]”\"])\s+)(?={mark}\s+\S)").search(text, begin)
    return found.end() if found else -1


def _between(runs: Sequence[Run], begin: int, end: int) -> tuple[Run, ...]:
    """Return what stands between two places of the text of some runs, each piece in its style."""
    found = []
    place = 0
    for run in runs:
        text = run.text[max(0, begin - place) : max(0, end - place)]
        if text:
            found.append(Run(text, run.line, run.bold, run.italic, run.raised, run.target))
        place += len(run.text)
    return tuple(found)
