"""What readers of documents say, as pointers to lines of a source, and what the checker takes of it."""

from kg.extract.documents.model import Document
from kg.extract.lines import BlockLine, lines_of, span
from kg.profile.pointing.source import SourceLine, SourceText
from kg.profile.records import Source

EXTRACTOR = "cv"
_HEADINGS = 4
"""So many headings above an entry may say something of it."""


def source_text(document: Document) -> SourceText:
    """Return the text of a document as it can be pointed to."""
    source = Source(document.name, document.media_type, EXTRACTOR, document.sha256)
    return SourceText(source, tuple(map(_line, lines_of(document))))


def _line(line: BlockLine) -> SourceLine:
    targets = dict.fromkeys(run.target for run in line.runs if run.target)
    labels = tuple(run.text for run in line.runs if run.target)
    first, last = span([line])
    return SourceLine(line.text, first, line.block.page, last, tuple(targets), labels, line.is_heading)
