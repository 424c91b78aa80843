"""What a reader of one kind of document returns, and the bounds that hold for all kinds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kg.base.errors import Problem, ReadError
from kg.extract.documents.model import Block

MAX_LINES = 1_000_000

MAX_TEXT = 400_000
"""The most characters of a document that are kept: some 130 pages."""


class Content(NamedTuple):
    """The content of a document.

    Attributes:
        blocks: In reading order.
        head: What the document says about itself: front matter, or the head of an HTML page.
        warnings: What is odd but readable.
    """

    blocks: list[Block]
    head: Mapping[str, Any] = {}
    warnings: tuple[Problem, ...] = ()


def check_lines(text: str, path: Path) -> None:
    """Refuse a text of more lines than any CV has.

    Raises:
        ReadError: If there are more than `MAX_LINES`.
    """
    count = text.count("\n")
    if count > MAX_LINES:
        message = f"the document has {count:,} lines; at most {MAX_LINES:,} are read"
        raise ReadError(Problem(message, path, hint="check that it is the right file, or split it"))
