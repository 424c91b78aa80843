"""Read text line by line, without its syntax: for what is too dense or too deep to be read as Markdown.

A CV never is. But a file of a hundred thousand one-letter lists would take minutes and gigabytes.
"""

import re
from collections.abc import Iterator

from kg.extract.documents.model import Block, Run

_HEADING = re.compile(r"(#{1,6})[ \t]++(?=\S)")
_ITEM = re.compile(r"[ \t]{0,60}+(?:[-*+•][ \t]++(?=\S)|(\d{1,3}[.)])[ \t]++(?=\S))")


def blocks(text: str, first: int) -> Iterator[Block]:
    r"""Yield headings, items and paragraphs of a text whose first line has a number.

    >>> [(block.kind, block.text) for block in blocks("# Ada\n* A\nb", 1)]
    [('heading', 'Ada'), ('item', 'A'), ('paragraph', 'b')]
    """
    runs: list[Run] = []
    for number, line in enumerate(text.split("\n"), first):
        plain = line.strip()
        marked = _marked(line, number) if plain else None
        if runs and (marked or not plain):
            yield _paragraph(runs)
            runs = []
        if marked:
            yield marked
        elif plain:
            if runs:
                runs.append(Run("\n", number - 1))
            runs.append(Run(plain, number))
    if runs:
        yield _paragraph(runs)


def _paragraph(runs: list[Run]) -> Block:
    return Block("paragraph", tuple(runs), (runs[0].line, runs[-1].line))


def _marked(line: str, number: int) -> Block | None:
    """Return the block of a line that begins with a mark of a heading or an item."""
    if heading := _HEADING.match(line):
        return Block("heading", _runs(line[heading.end() :], number), (number, number), level=len(heading[1]))
    if item := _ITEM.match(line):
        return Block("item", _runs(line[item.end() :], number), (number, number), depth=1, marker=item[1] or "")
    return None


def _runs(text: str, number: int) -> tuple[Run]:
    return (Run(text.strip(), number),)
