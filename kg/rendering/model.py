"""A document before it has a syntax: sections of entries, lists and tables, whose texts are plain.

Nothing here is escaped and nothing is marked up: the writers do that, each for its own syntax.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class Run:
    """A piece of a line in one look.

    Attributes:
        text: What it says.
        is_strong: Whether it stands out, as the name of the person in a list of authors.
        is_emphasis: Whether it is set in italics, as the title of a journal.
        href: Where it leads, an address of the web, or empty.
    """

    text: str
    is_strong: bool = False
    is_emphasis: bool = False
    href: str = ""


Line = tuple[Run, ...]
"""A text on one line, piece by piece."""


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    line: Line


@dataclass(frozen=True)
class Entry:
    """Something with a time: a position, a degree, an award.

    Attributes:
        head: What it is.
        when: Its date or period, in words, or empty.
        details: What is said of it besides, a line each.
        points: Single results, as a list with bullets.
    """

    head: Line
    when: str = ""
    details: tuple[Line, ...] = ()
    points: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Entries:
    """Entries, one below the other."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Listing:
    """A list.

    Attributes:
        items: A line each.
        first: The number of its first item, or None if it has bullets: lists may go on counting.
    """

    items: tuple[Line, ...]
    first: int | None = None


@dataclass(frozen=True)
class Table:
    """A table of texts; columns of numbers stand at the right.

    Attributes:
        columns: What stands above each column.
        rows: The cells of each row, as many as there are columns.
        numeric: The places of the columns that hold numbers.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Figure:
    """A drawing, which only HTML shows: what it says stands in a table too."""

    drawing: Markup


Block = Paragraph | Entries | Listing | Table | Figure


@dataclass(frozen=True)
class Section:
    """A part of a document under a heading.

    Attributes:
        title: The heading.
        blocks: What it holds.
        parts: Sections within it.
    """

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["Section", ...] = ()


@dataclass(frozen=True)
class Document:
    """A document.

    Attributes:
        kind: What it is, such as `Curriculum vitae`.
        title: Whom or what it is about.
        lines: What stands below the title.
        sections: Its parts.
        note: Where it comes from, and of which day it is.
        warnings: What makes it less than it should be, a sentence each; they stand at its head.
    """

    kind: str
    title: str
    lines: tuple[Line, ...]
    sections: tuple[Section, ...]
    note: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def head(self) -> str:
        """What stands at the head of each printed page."""
        return f"{self.title} · {self.kind}"


def section(title: str, *blocks: Block | None, parts: Iterable[Section | None] = ()) -> Section | None:
    """Return a section without what is empty in it, or None if nothing is left."""
    kept = tuple(block for block in blocks if block is not None and not _is_empty(block))
    within = tuple(part for part in parts if part is not None)
    return Section(title, kept, within) if kept or within else None


def sections(*given: Section | None) -> tuple[Section, ...]:
    """Return those sections that hold something."""
    return tuple(each for each in given if each is not None)


def _is_empty(block: Block) -> bool:
    match block:
        case Paragraph(line):
            return not line
        case Entries(entries):
            return not entries
        case Listing(items=items):
            return not items
        case Table(rows=rows):
            return not rows
    return False
