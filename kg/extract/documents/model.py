"""Any document as a list of blocks: headings, paragraphs, list items, table rows, each with its lines.

Readers of Markdown, HTML, DOCX and PDF all end here, so that what looks for facts knows one form only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from kg.base.errors import Problem

BlockKind = Literal["heading", "paragraph", "item", "row", "code", "rule"]


@dataclass(frozen=True, slots=True)
class Run:
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
class Block:
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
    runs: tuple[Run, ...]
    lines: tuple[int, int]
    level: int = 0
    depth: int = 0
    marker: str = ""
    page: int = 0

    @property
    def text(self) -> str:
        """Its text, with line breaks."""
        return "".join(run.text for run in self.runs)


@dataclass(frozen=True)
class Document:
    """A document as it was read.

    Attributes:
        name: What the user called it: a path with forward slashes.
        media_type: `text/markdown`, `text/html`, `application/pdf` …
        sha256: Hash of the file's bytes, in hexadecimal.
        blocks: In reading order.
        front_matter: The YAML at its head, if any.
        warnings: What is odd but readable.
    """

    name: str
    media_type: str
    sha256: str
    blocks: tuple[Block, ...]
    front_matter: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    def __iter__(self) -> Iterator[Block]:
        """Iterate over the blocks."""
        return iter(self.blocks)
