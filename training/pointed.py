"""What a document says, by the words of its entries that somebody pointed to.

Each entry is a line of JSON: its section under `s`, its first and last line under `l`, lines that it shares with others
under `also`, and the words of its fields under the keys of a profile; `when` has those that date it.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from kg.extract.documents.model import Document
from kg.extract.learned import units
from kg.extract.learned.entries import LabelledLine, label
from kg.extract.learned.labelling import heading_kind
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


# Entries that somebody pointed to, as labels to learn from.

_KINDS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "publications": (
        "pub",
        {"authors": "author", "editors": "editor", "venue": "container", "doi": "id", "arxiv": "id", "award": "note"},
    ),
    "education": ("edu", {
        "degree": "deg", "institution": "org", "location": "loc", "advisors": "adv", "grade": "note",
        "distinction": "note",
    }),
    "positions": ("pos", {"organization": "org", "location": "loc", "advisors": "adv"}),
    "awards": ("award", {"giver": "org", "venue": "ev"}),
    "grants": ("grant", {"program": "note", "investigators": "person", "number": "id"}),
    "talks": ("talk", {"title": "t", "venue": "ev", "location": "loc"}),
    "teaching": ("teach", {"institution": "org", "code": "id", "instructors": "person"}),
    "service": ("service", {"organization": "org", "venue": "name"}),
    "memberships": ("member", {"organization": "org"}),
    "supervision": ("superv", {"degree": "deg", "institution": "org"}),
    "editorships": ("service", {"venue": "name"}),
    "projects": ("project", {}), "systems": ("project", {}), "outreach": ("media", {"title": "name", "outlet": "org"}),
}  # fmt: skip
"""What models call the sections, and the fields whose names differ."""

_CLOSED = frozenset(
    ("s", "l", "also", "type", "status", "more_authors", "expected", "summary", "abstract", "highlights", "currency")
)
"""Keys that hold no words of the entry, or sentences about it."""

_MAIN = ("authors", "venue", "when")
"""Keys whose words must all be found, if an entry has them; they may stand in a heading."""

_APART = frozenset(
    ("prose", "personal", "none", "news", "other", "interest", "skill", "lang", "ref", "course", "media")
)
"""Kinds that lines may have of which nobody made an entry."""


def labels_in(folder: Path) -> Iterator[DocumentLabels]:
    """Yield the documents of a folder to which somebody pointed as labels, without words."""
    for path in sorted(folder.glob("*.jsonl")):
        document = StoredDocuments([folder]).called(f"{path.stem}.*")
        if document and (rows := read_pointed(path)):
            yield labels_of(f"pointed/{document.name}", rows, read(document))


class _Pointed(NamedTuple):
    """Entries that stand in the same lines.

    Attributes:
        kind: What they are.
        first: Their first line.
        last: Their last line.
        rows: What each says.
        above: Lines that they share with others.
    """

    kind: str
    first: int
    last: int
    rows: list[Values]
    above: set[int]


def labels_of(name: str, rows: Sequence[Values], document: Document) -> DocumentLabels:
    """Return entries as labels.

    Lines of entries are of their kind; what others are, the models of the package say, if it is no entry.
    """
    lines = units.lines_of(document)
    several = _together(rows, list(lines_of(document)), lines)
    known = [_apart(each) for each in label(lines)]
    for each in several:
        for place in each.above:
            role = "H" if known[place].role == "H" else "S"
            known[place] = known[place]._replace(kind=each.kind, role=role, sure=1.0)
    for each in several:
        for place in range(each.first, each.last + 1):
            role = "B" if place == each.first else "I"
            known[place] = known[place]._replace(kind=each.kind, role=role, sure=1.0)
    entries = [found for each in several for found in _labelled(each, lines)]
    return DocumentLabels(name, document.sha256, HAND, known, sorted(entries, key=lambda entry: entry.first))


def _apart(each: LabelledLine) -> LineLabel:
    """Return the label of a line that is of no entry: a heading, or something of which nobody makes one."""
    line = each.line
    is_heading = line.block.kind == "heading" or bool(heading_kind(line.text) and each.role in ("H", "S"))
    role = each.role if each.role in ("H", "S") else "H" if is_heading else "O"
    kind = heading_kind(line.text).rstrip("?") if is_heading else ""
    kind = kind or (each.kind if is_heading or each.kind in _APART else "none")
    is_sure = is_heading or each.kind in _APART
    sure = round(min(0.99, each.sure), 2) if is_sure else 0.0
    return LineLabel(line.page, line.number, line.cell, digest_of(line), kind, role, sure)


def _together(rows: Sequence[Values], blocks: Sequence[BlockLine], lines: Sequence[units.Line]) -> list[_Pointed]:
    """Return the entries by the lines in which they stand: several that share one are together."""
    cells = _cells(blocks, lines)
    found: list[_Pointed] = []
    for row in rows:
        if row["s"] not in _KINDS or (here := _stands(row, blocks)) is None:
            continue
        places = [place for at in here for place in cells.get(at, ())]
        if not places:
            continue
        moved = here.start - row["l"][0] + 1
        above = {place for at in row.get("also", ()) for place in cells.get(at - 1 + moved, ())} - set(places)
        kind = "patent" if row.get("type") == "patent" else _KINDS[row["s"]][0]
        one = _Pointed(kind, min(places), max(places), [row], above)
        if found and found[-1].kind == kind and found[-1].last >= one.first >= found[-1].first:
            last = found.pop()
            one = _Pointed(kind, last.first, max(last.last, one.last), [*last.rows, row], last.above | above)
        found.append(one)
    return found


def _cells(blocks: Sequence[BlockLine], lines: Sequence[units.Line]) -> Mapping[int, list[int]]:
    """Return the places of the cells of each line."""
    parts = [(at, cell) for at, block in enumerate(blocks) for cell in block.text.split("\t") if cell.strip()]
    said, shown = [folded(cell) for _, cell in parts], [folded(line.text) for line in lines]
    found: dict[int, list[int]] = {}
    for begin, place, size in SequenceMatcher(None, said, shown, autojunk=False).get_matching_blocks():
        for offset in range(size):
            found.setdefault(parts[begin + offset][0], []).append(place + offset)
    return found


class _FieldPlaces:
    """Where the fields of entries stand: in their own lines, or in those that they share with others.

    Args:
        each: The entries, which stand in the same lines.
        lines: The lines of their document.
    """

    def __init__(self, each: _Pointed, lines: Sequence[units.Line]) -> None:
        self._text = text_of(lines[each.first : each.last + 1])
        self._shared = {place: text_of(lines[place : place + 1]) for place in sorted(each.above)}
        self.own: set[_Place] = set()
        self.above: dict[int, set[_Place]] = {}
        self.are_found = [self._take(row) for row in each.rows].count(False) == 0

    def _take(self, row: Values) -> bool:
        """Take the fields of an entry; say whether all are found by which it is known."""
        keys, names = _NAMES.get(row["s"], ("name",)), _KINDS[row["s"]][1]
        near = next((at for key in keys if (at := _place(row.get(key), self._text, self.own))), None)
        said = {key: value for key, value in row.items() if key not in _CLOSED}
        found = {key: self._find(names.get(key, _CALLED.get(key, key)), value, near) for key, value in said.items()}
        return all(found.get(key, True) for key in (*keys, *_MAIN))

    def _find(self, name: str, value: object, near: tuple[int, int] | None) -> bool:
        if place := _place(value, self._text, self.own, near):
            self.own.add((name, *place))
            return True
        several = ((line, _place(value, words, ())) for line, words in self._shared.items())
        line, place = next((each for each in several if each[1]), (0, None))
        if place:
            self.above.setdefault(line, set()).add((name, *place))
        return place is not None


_CALLED = {"when": "date"}
_Place = tuple[str, int, int]


def _labelled(each: _Pointed, lines: Sequence[units.Line]) -> Iterator[LabelledEntry]:
    """Yield entries with their fields, and what the lines say that they share with others."""
    found = _FieldPlaces(each, lines)
    if not found.are_found:
        return
    for first, last, fields in (
        (each.first, each.last, found.own),
        *((at, at, said) for at, said in found.above.items()),
    ):
        if fields:
            yield LabelledEntry(first, last, each.kind, tuple(sorted(fields, key=lambda field: field[1])))


def _place(
    value: object, text: str, taken: Collection[_Place], near: tuple[int, int] | None = None
) -> tuple[int, int] | None:
    """Return where words stand in a text that no field has: the nearest ones, from first to last."""
    several = value if isinstance(value, list) else [value]
    places = []
    for each in several:
        words = str(each)
        edges = [r"(?<![^\W_])" if words[:1].isascii() else "", r"(?![^\W_])" if words[-1:].isascii() else ""]
        found = (
            [match.span() for match in re.finditer(f"{edges[0]}{re.escape(words)}{edges[1]}", text)] if words else []
        )
        free = [at for at in found if not any(begin < at[1] and at[0] < end for _, begin, end in taken)]
        if not free:
            return None
        places.append(min(free, key=lambda at: abs(at[0] - near[1]) if near else at[0]))
    return (min(places)[0], max(end for _, end in places)) if places else None
