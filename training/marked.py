"""What a document says, by the fields that somebody marked in it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
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


def _work(entry: MarkedEntry) -> Values | None:
    title = entry.first("title")
    if not title:
        return None
    return {
        "title": title,
        "authors": [name for field in entry.all("author") for name in names_in(field).names],
        "year": entry.year(),
        "venue": entry.first("container"),
        "venue_alt": [*entry.all("container")[1:], *entry.all("series", "publisher")],
    }


def _degree(entry: MarkedEntry) -> Values | None:
    degree = entry.first("deg", "level")
    return {"degree": degree, "institution": entry.first("org", "unit"), **entry.period()} if degree else None


def _position(entry: MarkedEntry) -> Values | None:
    role, organization = entry.first("role"), entry.first("org", "unit")
    return {"role": role, "organization": organization, **entry.period()} if role or organization else None


def _award(entry: MarkedEntry) -> Values | None:
    name = entry.first("name", "t", "title")
    return {"name": name, "year": years_in(entry.period())} if name else None


def _grant(entry: MarkedEntry) -> Values | None:
    name = entry.first("name", "t", "title")
    return {"name": name, "funder": entry.first("funder", "org"), **entry.period()} if name else None


def _talk(entry: MarkedEntry) -> Values | None:
    title, venue = entry.first("t", "title"), entry.first("ev", "org")
    return {"title": title, "venue": venue, "year": entry.year()} if title or venue else None


def _course(entry: MarkedEntry) -> Values | None:
    course = entry.first("course")
    return {"course": course, "institution": entry.first("org"), "term": entry.year()} if course else None


def _service(entry: MarkedEntry) -> Values | None:
    venue = entry.first("name", "ev", "org")
    return {"role": entry.first("role"), "venue": venue, "year": entry.year()} if venue else None


def _membership(entry: MarkedEntry) -> Values | None:
    organization = entry.first("org")
    return {"organization": organization} if organization else None


_READERS: Mapping[str, tuple[str, Callable[[MarkedEntry], Values | None]]] = {
    "publications": ("pub", _work), "education": ("edu", _degree), "positions": ("pos", _position),
    "awards": ("award", _award), "grants": ("grant", _grant), "talks": ("talk", _talk),
    "teaching": ("teach", _course), "service": ("service", _service), "memberships": ("member", _membership),
}  # fmt: skip


def truth_of(labels: DocumentLabels, lines: Sequence[Line]) -> Mapping[str, TrueSection]:
    """Return what the marked fields of a document say; entries of lines that it no longer has are passed over."""
    found = labels.found_in(lines)
    return {section: _section(section, labels, found) for section in CHECKS if section}


def _section(section: str, labels: DocumentLabels, found: Sequence[Line | None]) -> TrueSection:
    kind, read = _READERS[section]
    entries: list[Values] = []
    used: set[int] = set()
    for entry in labels.entries:
        lines = [line for line in found[entry.first : entry.last + 1] if line is not None]
        if entry.kind != kind or not entry.fields or len(lines) <= entry.last - entry.first:
            continue
        if values := read(MarkedEntry(entry, lines, list(_above(labels, found, entry.first)))):
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
