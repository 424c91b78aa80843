"""A document with labels, as somebody would give them who reads it."""

import gzip
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from kg.extract.documents import reading
from kg.extract.learned.units import lines_of
from training.labels import DocumentLabels, LabelledEntry, LineLabel, digest_of

ADA = """# Ada Lovelace

## Education

- PhD in Mathematics, University of London, 2009 – 2013

## Publications

1. Ada Lovelace, Charles Babbage. "Notes on the Analytical Engine". Scientific Memoirs, 2013.
2. Ada Lovelace. "Flying by Steam". Journal of Engines, 2014.
"""


def labels_of(path: Path) -> DocumentLabels:
    """Label the document of Ada by what its lines begin with, and its first work in full."""
    lines = lines_of(reading.read(path))
    given = [
        LineLabel(
            line.page, line.number, line.cell, digest_of(line), "pub", "H" if line.block.kind == "heading" else "B"
        )
        for line in lines
    ]
    place = next(line.index for line in lines if "Notes" in line.text)
    text = lines[place].text
    marked = (
        ("author", "Ada Lovelace, Charles Babbage"),
        ("title", "Notes on the Analytical Engine"),
        ("date", "2013"),
    )
    fields = [(name, text.index(words), text.index(words) + len(words)) for name, words in marked]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return DocumentLabels(path.name, digest, "hand", given, [LabelledEntry(place, place, "pub", fields)])


def write_labels(labels: Sequence[DocumentLabels], path: Path) -> None:
    """Write labels, those of a document on a line."""
    rows = (
        {**each._asdict(), "document": each.name, "entries": [entry._asdict() for entry in each.entries]}
        for each in labels
    )
    path.write_bytes(gzip.compress("".join(f"{json.dumps(row)}\n" for row in rows).encode("utf-8")))
