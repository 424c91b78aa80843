"""What a document says, by the fields that somebody marked in it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from kg.extract.learned.units import Line
from kg.profile import periods
from kg.profile.listed_names import names_in
from training.comparing import CHECKS, Values, year_of
from training.judging import TrueSection
from training.labels import DocumentLabels, LabelledEntry, text_of

_AKIN = {"publications": ("patent",), "awards": ("grant",)}
"""Kinds of entries that may stand in a section as well, and are not counted there."""

_SENTENCES = ("prose", "personal", "news")
"""Kinds of lines that say things of all sections, which nobody marked."""


class MarkedEntry:
    """An entry with the words of its fields.

    Args:
        entry: The entry.
        lines: Its lines.
        above: The sub-headings above it, the nearest first.
    """

    def __init__(self, entry: LabelledEntry, lines: Sequence[Line], above: Sequence[str]) -> None:
        self._text = text_of(lines)
        self._fields = entry.fields
        self._above = above

    def all(self, *names: str) -> list[str]:
        """Return the words of the fields of some names, in order."""
        return [self._text[begin:end] for name, begin, end in self._fields if name in names]

    def first(self, *names: str) -> str | None:
        """Return the words of the first field of the first name that occurs."""
        return next((found[0] for name in names if (found := self.all(name))), None)

    def dates(self) -> list[str]:
        """Return where its date may stand: from the first date to the last, else in the sub-headings above."""
        places = [(begin, end) for name, begin, end in self._fields if name == "date"]
        return [self._text[places[0][0] : places[-1][1]]] if places else list(self._above)

    def year(self) -> int | None:
        """Return the year in which it happened."""
        return next((year for text in self.dates() if (year := year_of(text))), None)

    def period(self) -> dict[str, Any]:
        """Return from when to when it lasted."""
        return next((found for text in self.dates() if (found := period_in(text))), {"start": None, "end": None})


def period_in(words: str) -> dict[str, Any]:
    """Return from when to when words say that something lasted; nothing if they do not."""
    found = periods.find(words)
    if not found:
        return {}
    is_single = len(found) == 1 and found[0].form == "date"
    return {"start": found[0].start, "end": found[-1].end, "is_single": is_single}


def years_in(period: Values) -> str | None:
    """Return the dates of a period as gold of awards has them: `2010/2013`."""
    found = [str(period[key]) for key in ("start", "end") if period.get(key)]
    return f"{found[0]}/{found[-1]}" if found else None


_TITLE = ("name", "t", "title")
_FORMS: Mapping[str, tuple[str, Sequence[str], Mapping[str, Sequence[str]]]] = {
    "publications": ("pub", ("title",), {"title": ("title",), "venue": ("container",)}),
    "education": ("edu", ("degree",), {"degree": ("deg", "level"), "institution": ("org", "unit")}),
    "positions": ("pos", ("role", "organization"), {"role": ("role",), "organization": ("org", "unit")}),
    "awards": ("award", ("name",), {"name": _TITLE}),
    "grants": ("grant", ("name",), {"name": _TITLE, "funder": ("funder", "org")}),
    "talks": ("talk", ("title", "venue"), {"title": ("t", "title"), "venue": ("ev", "org")}),
    "teaching": ("teach", ("course",), {"course": ("course",), "institution": ("org",)}),
    "service": ("service", ("venue",), {"role": ("role",), "venue": ("name", "ev", "org")}),
    "memberships": ("member", ("organization",), {"organization": ("org",)}),
}
"""Of each section the kind of its entries, the keys of which an entry must have one, and the fields for each key."""


def _values(section: str, entry: MarkedEntry) -> Values:
    _, needed, keys = _FORMS[section]
    said: dict[str, Any] = {key: entry.first(*names) for key, names in keys.items()}
    if not any(said[key] for key in needed):
        return {}
    period = entry.period()
    year = years_in(period) if section == "awards" else entry.year()
    authors = [name for field in entry.all("author") for name in names_in(field).names]
    also = [*entry.all("container")[1:], *entry.all("series", "publisher")]
    return {**said, "authors": authors, "venue_alt": also, "year": year, "term": year, **period}


def truth_of(labels: DocumentLabels, lines: Sequence[Line]) -> Mapping[str, TrueSection]:
    """Return what the marked fields of a document say; entries of lines that it no longer has are passed over."""
    found = labels.found_in(lines)
    return {section: _section(section, labels, found) for section in CHECKS if section}


def _section(section: str, labels: DocumentLabels, found: Sequence[Line | None]) -> TrueSection:
    kind = _FORMS[section][0]
    entries: list[Values] = []
    used: set[int] = set()
    for entry in labels.entries:
        lines = [line for line in found[entry.first : entry.last + 1] if line is not None]
        if entry.kind != kind or not entry.fields or len(lines) <= entry.last - entry.first:
            continue
        if values := _values(section, MarkedEntry(entry, lines, list(_above(labels, found, entry.first)))):
            entries.append(values)
            used.update(range(entry.first, entry.last + 1))
    kinds = (kind, *_AKIN.get(section, ()), *_SENTENCES)
    aside = [
        (line.page, line.number, line.number)
        for index, line in enumerate(labels.lines)
        if line.kind in kinds and line.role in ("B", "I", "O") and index not in used
    ]
    return TrueSection(entries, aside=aside)


def _above(labels: DocumentLabels, found: Sequence[Line | None], first: int) -> Iterator[str]:
    """Yield the sub-headings of the section of a line, the nearest first."""
    for index in takewhile(lambda index: labels.lines[index].role != "H", range(first - 1, -1, -1)):
        line = found[index]
        if line is not None and labels.lines[index].role == "S":
            yield line.text
