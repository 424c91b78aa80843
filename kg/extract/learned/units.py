"""A document as lines, the same for all formats: what a sequence model labels, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kg.extract.documents.model import Document, DocumentBlock, LineLayout, TextRun

_BY_SYNTAX = {"heading": 2.0, "item": 1.2, "paragraph": 1.6, "row": 1.1}
"""Gaps before blocks of documents without pages, in usual distances of lines."""


_FILLED = 60
"""A line of so many characters was broken for want of space."""


@dataclass(frozen=True)
class Line:
    """One cell of one line of a document.

    Attributes:
        runs: Its text in pieces of one style.
        block: What it is a line of.
        index: Its place in the document, from 0.
        number: The line of the source, or of the page.
        opens: Whether it is the first of its block.
        cell: Which cell of its line it is, from 0.
        last_cell: Whether no cell follows.
        layout: How its line stands on the page.
    """

    runs: tuple[TextRun, ...]
    block: DocumentBlock
    index: int
    number: int
    opens: bool
    cell: int
    last_cell: bool
    layout: LineLayout

    @cached_property
    def text(self) -> str:
        """Its words."""
        return " ".join("".join(run.text for run in self.runs).split())

    @property
    def page(self) -> int:
        """The page, from 1; 0 where the document has none."""
        return self.block.page

    @cached_property
    def bold(self) -> float:
        """The part of its characters that is set bold."""
        return self._part(lambda run: run.bold)

    @cached_property
    def italic(self) -> float:
        """The part of its characters that is set in italics."""
        return self._part(lambda run: run.italic)

    def _part(self, is_so: Callable[[TextRun], bool]) -> float:
        total = sum(len(run.text.strip()) for run in self.runs)
        return sum(len(run.text.strip()) for run in self.runs if is_so(run)) / total if total else 0.0


def lines_of(document: Document) -> tuple[Line, ...]:
    """Return the lines of a document in reading order, cells of one line as lines of their own; rules left out."""
    found: list[Line] = []
    if title := _page_title(document):
        shown = (TextRun(title, 1),)
        found.append(
            Line(
                shown,
                DocumentBlock("heading", shown, (1, 1), 1),
                0,
                1,
                True,
                0,
                True,
                LineLayout(0.0, 0.0, 1.9, 2.0, "\n"),
            )
        )
    for block in document.printed or document.blocks:
        if block.kind in ("rule", "code"):
            continue
        filled = False
        for number, runs in enumerate(_split(block.runs, "\n")):
            cells = [cell for cell in _split(runs, "\t") if any(run.text.strip() for run in cell)]
            for index, cell in enumerate(cells):
                first = cell[0]
                layout = document.layout.get((block.page, first.line)) or _of_syntax(block, number, filled)
                found.append(
                    Line(
                        tuple(cell),
                        block,
                        len(found),
                        first.line,
                        number == 0 and index == 0,
                        index,
                        index == len(cells) - 1,
                        layout,
                    )
                )
            filled = sum(len(run.text) for run in runs) >= _FILLED
    return tuple(found)


def _page_title(document: Document) -> str:
    """Return the title in a page's front matter, which is shown as its first heading."""
    title = document.front_matter.get("title")
    if not isinstance(title, str) or not title.strip() or document.media_type == "application/pdf":
        return ""
    first = next((block.text for block in document.blocks if block.kind == "heading"), "")
    return "" if " ".join(first.split()) == " ".join(title.split()) else " ".join(title.split())[:200]


def _of_syntax(block: DocumentBlock, number: int, filled: bool) -> LineLayout:
    """Return how a line of a document without pages would stand on one, by the kind of its block."""
    size = 1.0 + 0.15 * (7 - block.level) if block.kind == "heading" else 1.0
    gap = 1.0 if number else _BY_SYNTAX.get(block.kind, 1.0)
    indent = 2.0 * block.depth + (1.0 if number and block.depth else 0.0)
    return LineLayout(indent, 0.0, size, gap, " " if number and filled else "\n")


def _split(runs: Sequence[TextRun], mark: str) -> Iterator[list[TextRun]]:
    """Yield runs between marks: line breaks, or tabs, which may stand within a run."""
    here: list[TextRun] = []
    for run in runs:
        pieces = run.text.split(mark)
        for number, piece in enumerate(pieces):
            if number:
                yield here
                here = []
            if piece or len(pieces) == 1:
                here.append(
                    run if len(pieces) == 1 else TextRun(piece, run.line, run.bold, run.italic, run.raised, run.target)
                )
    yield here
