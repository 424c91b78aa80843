"""What a document says, by the words of its entries that somebody pointed to.

Each entry is a line of JSON: its section under `s`, its first and last line under `l`, lines that it shares with others
under `also`, and the words of its fields under the keys of a profile; `when` has those that date it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kg.extract.documents.model import Document
from kg.extract.lines import BlockLine, lines_of
from kg.profile.listed_names import names_in
from training.comparing import CHECKS, Values, folded, year_of
from training.judging import TrueSection
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
    return {
        section: _section(section, [row for row in rows if row["s"] == section], lines) for section in CHECKS if section
    }


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
    """Yield the page, first and last line of an entry, where its words stand now."""
    here = _stands(row, lines)
    yield from ((lines[place].block.page, lines[place].number, lines[place].number) for place in here or ())


def _stands(row: Values, lines: Sequence[BlockLine]) -> range | None:
    """Return the lines of an entry, where its words stand now: where they stood, or nearest to it.

    Lines are numbered from 1 as they were read when somebody pointed to them.
    """
    first, last = row["l"][0] - 1, row["l"][1] - 1
    keys = _NAMES.get(row["s"], ("name", "title", "person", "venue"))
    words = [folded(value) for key in keys if isinstance(value := row.get(key), str)]
    for begin in sorted(range(len(lines)), key=lambda begin: abs(begin - first)):
        here = range(begin, min(begin + last - first + 1, len(lines)))
        text = folded(" ".join(lines[place].text for place in here))
        if all(word in text for word in words):
            return here
    return None
