"""A document with labels, as somebody would give them who reads it."""

import hashlib
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
