"""Labels that somebody gave to the lines of documents, kept without the words: places, hashes and ranges.

A line is known by the hash of its text. So labels hold for as long as a document is read in the same lines, and where a
reader of documents has learned better, only the lines that it reads in another way are lost.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.learned.units import Line

HAND = "hand"
"""The reader of labels that say of none: somebody who read the lines."""


class LineLabel(NamedTuple):
    """What a line is.

    Attributes:
        page: The page on which it stands, from 1, or 0.
        number: Its line in the source, or on the page.
        cell: Which cell of its line it is, from 0.
        digest: Hash of its text.
        kind: What it is about, one of `labelling.KINDS`.
        role: `H` a heading, `S` a sub-heading, `B` begins an entry, `I` goes on with one, `O` neither.
        sure: How likely that is, from 0 to 1.
    """

    page: int
    number: int
    cell: int
    digest: str
    kind: str
    role: str
    sure: float = 1.0


class LabelledEntry(NamedTuple):
    """An entry with its fields.

    Attributes:
        first: Its first line, as a place in the list of lines.
        last: Its last line.
        kind: What it is.
        fields: Name, begin and end of each, in the text of the entry: its lines joined by blanks.
    """

    first: int
    last: int
    kind: str
    fields: Sequence[tuple[str, int, int]]


class DocumentLabels(NamedTuple):
    """The labels of a document.

    Attributes:
        name: What the document is called.
        sha256: Hash of its bytes.
        reader: Who read it: `hand`, or a model.
        lines: What each line is, in their order.
        entries: The entries whose fields were looked at.
    """

    name: str
    sha256: str
    reader: str
    lines: Sequence[LineLabel]
    entries: Sequence[LabelledEntry]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "DocumentLabels":
        """Return labels that were written as JSON."""
        entries = tuple(
            LabelledEntry(each["first"], each["last"], each["kind"], tuple(map(tuple, each["fields"])))
            for each in data["entries"]
        )
        lines = tuple(LineLabel(*line) for line in data["lines"])
        return cls(data["document"], data["sha256"], data.get("reader", HAND), lines, entries)

    def found_in(self, lines: Sequence[Line]) -> Sequence[Line | None]:
        """Return the line of a document for each label; nothing where the document is now read in another way."""
        found: list[Line | None] = [None] * len(self.lines)
        wanted, shown = [label.digest for label in self.lines], [digest_of(line) for line in lines]
        for begin, at, size in SequenceMatcher(None, wanted, shown, autojunk=False).get_matching_blocks():
            found[begin : begin + size] = lines[at : at + size]
        return found


def digest_of(line: Line) -> str:
    """Return the hash by which a line is known."""
    return hashlib.sha256(line.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def text_of(lines: Sequence[Line]) -> str:
    """Return the text of an entry in which fields are places."""
    return " ".join(" ".join(line.text for line in lines).split())


def read_labels(path: Path) -> Iterator[DocumentLabels]:
    """Yield the labels of a file, each document on a line."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from (DocumentLabels.of(json.loads(line)) for line in file)
