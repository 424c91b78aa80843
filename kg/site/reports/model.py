"""A document before it has a syntax."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from kg.site.addresses import Address
from kg.site.charts.svg import clean

# A document before it has a syntax: sections of entries, lists and tables, whose texts are plain.


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


# Lines made of what the graph says: plain text, names, links, joined with what stands between them.


def plain(text: str) -> Line:
    """Return a text as a line; whitespace of any kind is one space, and what turns the direction is left out."""
    cleaned = clean(text)
    return (Run(cleaned),) if cleaned else ()


def strong(text: str) -> Line:
    """Return a text that stands out."""
    return tuple(Run(run.text, is_strong=True) for run in plain(text))


def emphasis(text: str) -> Line:
    """Return a text in italics."""
    return tuple(Run(run.text, is_emphasis=True) for run in plain(text))


def link(address: Address) -> Line:
    """Return a place on the web by its label."""
    return tuple(Run(run.text, href=address.href) for run in plain(address.label))


def links(addresses: Iterable[Address], between: str = " · ") -> Line:
    """Return places on the web, one after the other."""
    return joined((link(address) for address in addresses), between)


def joined(parts: Iterable[Line], between: str = ", ") -> Line:
    """Return lines as one, with a text between them; empty ones are left out.

    >>> text_of(joined((plain("Ph.D."), (), plain("Computer Science"))))
    'Ph.D., Computer Science'
    """
    found: list[Run] = []
    for part in filter(None, parts):
        found += ((Run(between),) if found else ()) + part
    return tuple(found)


def kept(*lines: Line) -> tuple[Line, ...]:
    """Return those lines that say something."""
    return tuple(filter(None, lines))


def labelled(label: str, line: Line) -> Line:
    """Return a line with a label before it, or nothing if there is nothing to label."""
    return (Run(f"{label}: "), *line) if line else ()


def ended(line: Line) -> Line:
    """Return a line with a full stop at its end, unless it ends with one or with a question or exclamation."""
    return (*line, Run(".")) if line and not text_of(line).rstrip("”’").endswith((".", "?", "!")) else line


def text_of(line: Line) -> str:
    """Return what a line says, without its looks."""
    return "".join(run.text for run in line)


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a sentence lists them.

    >>> listed(["Ada"]), listed(["Ada", "Charles"]), listed(["Ada", "Charles", "Mary"])
    ('Ada', 'Ada and Charles', 'Ada, Charles and Mary')
    """
    *front, final = names or [""]
    return f"{', '.join(front)} {last} {final}" if front else final
