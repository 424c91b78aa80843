"""Label documents by the models of the package, so that what they learned from lost labels is not lost with them."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from kg.base.errors import ReadError
from kg.extract.learned.careers import READERS
from kg.extract.learned.entries import WORKS, LabelledLine, Parsed, entries_of, label, parse, words_of
from kg.extract.learned.units import lines_of
from training.documents import read
from training.labels import DocumentLabels, LabelledEntry, LineLabel, digest_of, text_of
from training.sequences import owner_of, places_in

READER = "model-2026-11"
"""The reader of these labels: the models that were shipped in November 2026."""

_SURE_ENTRY = 0.85
_MAX_LINES = 3_000


def silver_labels(paths: list[Path]) -> Iterator[DocumentLabels]:
    """Yield the labels that the models of the package give to documents; what cannot be read is passed over."""
    yield from (found for path in paths if (found := _labelled(path)))


def _labelled(path: Path) -> DocumentLabels | None:
    try:
        document = read(path)
    except ReadError:
        return None
    lines = lines_of(document)
    if not 0 < len(lines) <= _MAX_LINES:
        return None
    known_lines = label(lines)
    given = [_line_label(each) for each in known_lines]
    entries = [entry for entry in entries_of(known_lines) if entry.kind in WORKS or entry.kind in READERS]
    parsed = parse(entries, words_of(owner_of(document)))
    known = [found for each in parsed if (found := _entry(each))]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return DocumentLabels(f"{path.parent.name}/{path.name}", digest, READER, given, known)


def _line_label(each: LabelledLine) -> LineLabel:
    line = each.line
    return LineLabel(
        line.page, line.number, line.cell, digest_of(line), each.kind, each.role, min(0.99, round(each.sure, 2))
    )


def _entry(parsed: Parsed) -> LabelledEntry | None:
    """Return an entry all of whose fields are sure, with their places in its lines joined by blanks."""
    entry = parsed.entry
    first, last = entry.lines[0].index, entry.lines[-1].index
    is_sure = parsed.fields and min(entry.sure, *(field.sure for field in parsed.fields)) >= _SURE_ENTRY
    places = places_in(parsed.text, text_of(entry.lines)) if is_sure and len(entry.lines) == last - first + 1 else None
    if places is None:
        return None
    fields = tuple((field.name, places[field.begin], places[field.end - 1] + 1) for field in parsed.fields)
    return LabelledEntry(first, last, entry.kind, fields)
