"""A document as a list of blocks, and what its reader returns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from kg.base.errors import Problem, ReadError
from kg.base.node import Node

# Any document as a list of blocks: headings, paragraphs, list items, table rows, each with its lines.

BlockKind = Literal["heading", "paragraph", "item", "row", "code", "rule"]


@dataclass(frozen=True, slots=True)
class TextRun:
    r"""A piece of text in one style on one line; a line break is a run of its own with the text "\n".

    Attributes:
        text: The characters, as a reader sees them: entities resolved, marks of the syntax gone.
        line: The line (1-based) of the source, or of the page where the document has pages.
        bold: Whether it is set bold.
        italic: Whether it is set in italics, or underlined.
        raised: Whether it is a superscript.
        target: Where it links to; empty where it is no link.
    """

    text: str
    line: int
    bold: bool = False
    italic: bool = False
    raised: bool = False
    target: str = ""


@dataclass(frozen=True, slots=True)
class DocumentBlock:
    """A heading, a paragraph, a list item, a row of a table.

    Attributes:
        kind: What it is. A second paragraph of a list item is a paragraph of the item's depth.
        runs: Its text; cells of a row are parted by a run of one tab.
        lines: First and last line (1-based) of the source, or of the page.
        level: Of a heading, 1 to 6.
        depth: How many lists it lies in: 0 outside of lists, 1 in a list, 2 in a list of a list.
        marker: What stands before an item of a numbered list: `3.`, `[3]`.
        page: The page (1-based) where the document has pages, else 0.
    """

    kind: BlockKind
    runs: tuple[TextRun, ...]
    lines: tuple[int, int]
    level: int = 0
    depth: int = 0
    marker: str = ""
    page: int = 0

    @property
    def text(self) -> str:
        """Its text, with line breaks."""
        return "".join(run.text for run in self.runs)


class LineLayout(NamedTuple):
    """How a line stands on its page.

    Attributes:
        indent: From the left edge of its column, in sizes of the body's font.
        room: From its end to the right edge of its column, in sizes of the body's font.
        size: Of its largest font, as a part of the body's.
        gap: From the line before, as a part of the usual distance; 1 on top of a page.
        joint: What stands between it and the line before where it goes on with its sentence: a space, nothing, or
            `-` where the hyphen before it is taken away; a line break where it does not.
    """

    indent: float
    room: float
    size: float
    gap: float
    joint: str


@dataclass(frozen=True)
class Document:
    """A document as it was read.

    Attributes:
        name: What the user called it: a path with forward slashes.
        media_type: `text/markdown`, `text/html`, `application/pdf` …
        sha256: Hash of the file's bytes, in hexadecimal.
        blocks: In reading order.
        front_matter: The YAML at its head, if any, with what the page says of itself.
        warnings: What is odd but readable.
        layout: Of a document with pages, how each line stands, by page and number of the line.
        printed: Of a document with pages, its blocks with the lines as they are printed.
        head: The YAML at its head alone, with lines.
    """

    name: str
    media_type: str
    sha256: str
    blocks: tuple[DocumentBlock, ...]
    front_matter: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()
    layout: Mapping[tuple[int, int], LineLayout] = field(default_factory=dict)
    printed: tuple[DocumentBlock, ...] = ()
    head: Node = field(default_factory=lambda: Node(None))

    def __iter__(self) -> Iterator[DocumentBlock]:
        """Iterate over the blocks."""
        return iter(self.blocks)


# What a reader of one kind of document returns, and the bounds that hold for all kinds.

MAX_LINES = 1_000_000

MAX_TEXT = 400_000
"""The most characters of a document that are kept: some 130 pages."""


class ReaderOutput(NamedTuple):
    """The content of a document.

    Attributes:
        blocks: In reading order.
        head: What the document says about itself: front matter, or the head of an HTML page.
        warnings: What is odd but readable.
        layout: How each line stands, by page and number.
        printed: The blocks of a document with pages, with their lines as they are printed.
    """

    blocks: list[DocumentBlock]
    head: Mapping[str, Any] = {}
    warnings: tuple[Problem, ...] = ()
    layout: Mapping[tuple[int, int], LineLayout] = {}
    printed: tuple[DocumentBlock, ...] = ()


def check_lines(text: str, path: Path) -> None:
    """Refuse a text of more lines than any CV has.

    Raises:
        ReadError: If there are more than `MAX_LINES`.
    """
    count = text.count("\n")
    if count > MAX_LINES:
        message = f"the document has {count:,} lines; at most {MAX_LINES:,} are read"
        raise ReadError(Problem(message, path, hint="check that it is the right file, or split it"))
