"""Documents before they have a syntax: sections of paragraphs, dated items, lists and tables of plain text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kg.base.reporting import clean
from kg.site.addresses import Address
from kg.store.face import NO_FACE


@dataclass(frozen=True)
class Span:
    """A text in one look: strong as the name of the person in a list of authors, emphasis as the title of a journal."""

    text: str
    is_strong: bool = False
    is_emphasis: bool = False
    href: str = ""


Line = tuple[Span, ...]
"""A text on one line, span by span."""


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    line: Line


@dataclass(frozen=True)
class DatedItem:
    """A position, a degree, an award: what it is, its date or period in words, details, and results as bullets."""

    head: Line
    when: str = ""
    details: tuple[Line, ...] = ()
    points: tuple[Line, ...] = ()


@dataclass(frozen=True)
class DatedItems:
    """Dated items, one below the other."""

    entries: tuple[DatedItem, ...]


@dataclass(frozen=True)
class ItemList:
    """A list; `first` is the number of its first item, since lists may go on counting, or None for bullets."""

    items: tuple[Line, ...]
    first: int | None = None


@dataclass(frozen=True)
class TextTable:
    """A table of texts; `numeric` are the indexes of the columns that are set flush right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()


Block = Paragraph | DatedItems | ItemList | TextTable


@dataclass(frozen=True)
class ReportSection:
    """A section of a document: its heading, its blocks, and the sections within it."""

    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple["ReportSection", ...] = ()


@dataclass(frozen=True)
class ReportDocument:
    """A document."""

    kind: str  # such as `Curriculum vitae`
    title: str  # whom or what it is about
    lines: tuple[Line, ...]  # below the title
    sections: tuple[ReportSection, ...]  # its sections
    note: str = ""  # the source of the data, and its day
    day: str = ""  # the day of the data, or empty
    colour: tuple[float, float] = NO_FACE.colour  # hue and chroma, as OKLCH has them: those of the pages
    language: str = "en"  # of its headings and labels

    @property
    def head(self) -> str:
        """The head of each printed page."""
        return f"{self.title} · {self.kind}"


def section(title: str, *blocks: Block | None, parts: Iterable[ReportSection | None] = ()) -> ReportSection | None:
    """Return a section without what is empty in it, or None if nothing is left."""
    filled = tuple(block for block in blocks if block is not None and not _is_empty(block))
    within = tuple(part for part in parts if part is not None)
    return ReportSection(title, filled, within) if filled or within else None


def _is_empty(block: Block) -> bool:
    match block:
        case Paragraph(content) | DatedItems(content) | ItemList(content) | TextTable(rows=content):
            return not content


def plain(text: str) -> Line:
    """Return a text as a line; whitespace becomes one space, and characters that turn the direction are dropped."""
    cleaned = clean(text)
    return (Span(cleaned),) if cleaned else ()


def strong(text: str) -> Line:
    """Return a text that stands out."""
    return tuple(Span(span.text, is_strong=True) for span in plain(text))


def emphasis(text: str) -> Line:
    """Return a text in italics."""
    return tuple(Span(span.text, is_emphasis=True) for span in plain(text))


def link(address: Address) -> Line:
    """Return the label of an address as a link."""
    return tuple(Span(span.text, href=address.href) for span in plain(address.label))


def links(addresses: Iterable[Address]) -> Line:
    """Return links, one after the other."""
    return joined(map(link, addresses), " · ")


def joined(parts: Iterable[Line], between: str = ", ") -> Line:
    """Join lines that are not empty.

    >>> text_of(joined((plain("Ph.D."), (), plain("Computer Science"))))
    'Ph.D., Computer Science'
    """
    spans: list[Span] = []
    for part in filter(None, parts):
        spans += ((Span(between),) if spans else ()) + part
    return tuple(spans)


def without_empty(*lines: Line) -> tuple[Line, ...]:
    """Return the lines that are not empty."""
    return tuple(filter(None, lines))


def labelled(label: str, line: Line) -> Line:
    """Return a line with a label before it; an empty one stays empty."""
    return (Span(f"{label}: "), *line) if line else ()


def ended(line: Line) -> Line:
    """Return a line with a full stop at its end, unless it ends with one or with a question or exclamation mark."""
    return (*line, Span(".")) if line and not text_of(line).rstrip("”’").endswith((".", "?", "!")) else line


def text_of(line: Line) -> str:
    """Return the text of a line."""
    return "".join(span.text for span in line)


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them.

    >>> listed(["Ada"]), listed(["Ada", "Charles"]), listed(["Ada", "Charles", "Mary"])
    ('Ada', 'Ada and Charles', 'Ada, Charles and Mary')
    """
    *front, final = names or [""]
    return f"{', '.join(front)} and {final}" if front else final
