"""The abstract document that every style makes and every writer writes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Marks = Literal["bullet", "1.", "[1]", "none"]


@dataclass(frozen=True)
class Text:
    r"""Text in one style; "\n" is a line break."""

    text: str
    bold: bool = False
    italic: bool = False
    raised: bool = False
    target: str = ""


Line: TypeAlias = tuple[Text, ...]
Piece: TypeAlias = "str | Text | Line"


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the name of the person."""

    level: int
    line: Line


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, perhaps of several lines."""

    line: Line
    centred: bool = False


@dataclass(frozen=True)
class Dated:
    """A line with something flush right, most often the date."""

    left: Line
    right: Line


@dataclass(frozen=True)
class Listing:
    """A list; `down` counts from the last number to 1."""

    items: tuple[tuple["Node", ...], ...]
    marks: Marks = "bullet"
    first: int = 1
    down: bool = False

    def number(self, index: int) -> int:
        """Return the number of the item at an index from 0."""
        return self.first + (len(self.items) - 1 - index if self.down else index)


@dataclass(frozen=True)
class Table:
    """A table; `share` is the width of the first column in hundredths."""

    rows: tuple[tuple[Line, ...], ...]
    header: tuple[Line, ...] = ()
    share: int = 20
    ruled: bool = False


@dataclass(frozen=True)
class Columns:
    """Two columns side by side, each with its own text."""

    left: tuple["Node", ...]
    right: tuple["Node", ...]


@dataclass(frozen=True)
class Rule:
    """A line across the page."""


Node: TypeAlias = Heading | Paragraph | Dated | Listing | Table | Columns | Rule


def line(*pieces: Piece) -> Line:
    """Join texts, plain ones too, and leave out the empty ones."""
    made: list[Text] = []
    for piece in pieces:
        if isinstance(piece, str):
            made.append(Text(piece))
        elif isinstance(piece, Text):
            made.append(piece)
        else:
            made.extend(piece)
    return tuple(text for text in made if text.text)


def bold(*pieces: Piece) -> Line:
    """Set in bold."""
    return tuple(replace(text, bold=True) for text in line(*pieces))


def italic(*pieces: Piece) -> Line:
    """Set in italics."""
    return tuple(replace(text, italic=True) for text in line(*pieces))


def link(target: str, *pieces: Piece) -> Line:
    """Link to an address."""
    return tuple(replace(text, target=target) for text in line(*pieces))


def raised(text: str) -> Line:
    """Set as a superscript."""
    return line(Text(text, raised=True))


def joined(separator: str, lines: Iterable[Piece]) -> Line:
    """Join what is not empty with a separator."""
    made: Line = ()
    for piece in lines:
        part = line(piece)
        if part:
            made = line(made, separator, part) if made else part
    return made


def paragraph(*pieces: Piece) -> tuple[Node, ...]:
    """A paragraph, or nothing if there is no text."""
    text = line(*pieces)
    return (Paragraph(text),) if text else ()


def listing(lines: Sequence[Line], marks: Marks = "bullet") -> tuple[Node, ...]:
    """A list of single paragraphs, or nothing."""
    return (Listing(tuple((Paragraph(text),) for text in lines), marks),) if lines else ()


def plain(text: Line) -> str:
    """The words alone."""
    return "".join(piece.text for piece in text)
