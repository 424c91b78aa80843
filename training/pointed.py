"""What a document says, by the words of its entries that somebody pointed to.

Each entry is a line of JSON: its section under `s`, its first and last line under `l`, lines that it shares with others
under `also`, and the words of its fields under the keys of a profile; `when` has those that date it.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.extract.documents.model import Document
from kg.extract.learned import units
from kg.extract.lines import BlockLine, lines_of
from kg.profile.listed_names import names_in
from training.comparing import CHECKS, Values, folded, year_of
from training.documents import StoredDocuments, read
from training.judging import TrueSection
from training.labels import HAND, DocumentLabels, LabelledEntry, LineLabel, digest_of, text_of
from training.marked import period_in, years_in

_NAMES: Mapping[str, tuple[str, ...]] = {
    "publications": ("title",), "education": ("degree", "institution"), "positions": ("role", "organization"),
    "awards": ("name",), "grants": ("name",), "talks": ("title", "venue"), "teaching": ("course",),
    "service": ("venue", "organization"), "memberships": ("organization",),
}  # fmt: skip
"""Keys of which an entry must have one to be known by it."""


def read_pointed(path: Path) -> Sequence[Values]:
    """Return the entries of a file; none where it is a file of another kind."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return rows if all(isinstance(row, dict) and {"s", "l"} <= row.keys() for row in rows) else ()


def truth_of(rows: Sequence[Values], document: Document) -> Mapping[str, TrueSection]:
    """Return what the entries say, by section; those without a name are set aside where they stand."""
    lines = list(lines_of(document))
    return {section: _section(section, [row for row in rows if row["s"] == section], lines) for section in CHECKS}


def _section(section: str, rows: Sequence[Values], lines: Sequence[BlockLine]) -> TrueSection:
    named = [row for row in rows if any(row.get(key) for key in _NAMES[section])]
    aside = [place for row in rows if row not in named for place in places_of(row, lines)]
    return TrueSection([_entry(section, row) for row in named], aside=aside)


def _entry(section: str, row: Values) -> Values:
    when = row.get("when", "")
    period = period_in(when) or {"start": None, "end": None}
    year = year_of(period["start"] or period["end"]) or year_of(when)
    said: dict[str, Any] = {"title": None, "venue": row.get("organization"), **row, **period}
    said["year"] = said["term"] = year
    if section == "publications":
        other = [row[key] for key in ("institution", "publisher", "series", "place", "office") if key in row]
        said["venue_alt"] = [*other, *(["arXiv"] if "arxiv" in row else [])]
        said["authors"] = [name for each in row.get("authors", ()) for name in names_in(each).names or (each,)]
    if section == "awards":
        said["year"] = years_in(period)
    return said


def places_of(row: Values, lines: Sequence[BlockLine]) -> Iterator[tuple[int, int, int]]:
    """Yield the page, first and last line of an entry, where its words stand now: where they stood, or nearest to it.

    Lines are numbered from 1 as they were read when somebody pointed to them.
    """
    first, last = row["l"][0] - 1, row["l"][1] - 1
    words = [folded(value) for key in _NAMES[row["s"]] if isinstance(value := row.get(key), str)]
    for begin in sorted(range(len(lines)), key=lambda begin: abs(begin - first)):
        here = lines[begin : begin + last - first + 1]
        text = folded(" ".join(line.text for line in here))
        if all(word in text for word in words):
            yield from ((line.block.page, line.number, line.number) for line in here)
            return


_KINDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "publications": (
        "pub",
        {"authors": "author", "editors": "editor", "venue": "container", "doi": "id", "arxiv": "id", "award": "note"},
    ),
    "education": ("edu", {"degree": "deg", "institution": "org", "location": "loc", "advisors": "adv"}),
    "positions": ("pos", {"organization": "org", "location": "loc"}),
    "awards": ("award", {"giver": "org"}),
    "grants": ("grant", {}),
    "talks": ("talk", {"title": "t", "venue": "ev", "location": "loc"}),
    "teaching": ("teach", {"institution": "org"}),
    "service": ("service", {"organization": "org", "venue": "name"}),
    "memberships": ("member", {"organization": "org"}),
}
"""What models call the sections, and the fields whose names differ."""


def labels_in(folder: Path) -> Iterator[DocumentLabels]:
    """Yield the entries of the documents of a folder as labels, without words."""
    for path in sorted(folder.glob("*.jsonl")):
        document = StoredDocuments([folder]).called(f"{path.stem}.*")
        if document and (rows := read_pointed(path)):
            yield labels_of(f"pointed/{document.name}", rows, read(document))


def labels_of(name: str, rows: Sequence[Values], document: Document) -> DocumentLabels:
    """Return entries as labels; the kinds of lines are not said."""
    lines = units.lines_of(document)
    roles = ["H" if each.block.kind == "heading" else "O" for each in lines]
    shown = [
        LineLabel(line.page, line.number, line.cell, digest_of(line), "none", role, 0.0)
        for line, role in zip(lines, roles, strict=True)
    ]
    blocks = list(lines_of(document))
    found = (_labelled(row, blocks, lines) for row in rows if row["s"] in _KINDS)
    return DocumentLabels(name, document.sha256, HAND, shown, [each for each in found if each])


def _labelled(row: Values, blocks: Sequence[BlockLine], lines: Sequence[units.Line]) -> LabelledEntry | None:
    """Return an entry with its fields; nothing where its lines do not follow one another, or a field is not in them."""
    places = set(places_of(row, blocks))
    here = [line.index for line in lines if (line.page, line.number, line.number) in places]
    if not here or here[-1] - here[0] >= len(here):
        return None
    text = text_of([lines[index] for index in here])
    kind, names = _KINDS[row["s"]]
    found = {
        key: _place(value if isinstance(value, list) else [value], text)
        for key, value in row.items()
        if key not in _CLOSED
    }
    fields = [(names.get(key, "date" if key == "when" else key), *place) for key, place in found.items() if place]
    if not fields or any(key in found and not found[key] for key in (*_NAMES[row["s"]], *_MAIN)):
        return None
    kind = "patent" if row.get("type") == "patent" else kind
    return LabelledEntry(here[0], here[-1], kind, tuple(sorted(fields, key=lambda field: field[1])))


_MAIN = ("authors", "venue", "when")
"""Keys whose words must all be found, if an entry has them; they may stand in a heading."""

_CLOSED = frozenset(
    ("s", "l", "also", "type", "status", "more_authors", "expected", "summary", "abstract", "highlights")
)


def _place(words: Sequence[object], text: str) -> tuple[int, int] | None:
    """Return where words stand in a text, from the first to the last of several."""
    found = [re.search(rf"(?<!\w){re.escape(str(each))}(?!\w)", text) for each in words]
    places = [each.span() for each in found if each]
    return (min(places)[0], max(places)[1]) if len(places) == len(words) > 0 else None
