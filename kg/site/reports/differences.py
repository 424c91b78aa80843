"""What the sources of people say, side by side, as a document: coverage, what is missing where, what differs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.base.errors import counted
from kg.profile.drafts.comparing import coverage, overview, suggestions
from kg.profile.provenance import BY_HAND
from kg.profile.reviewed import sections
from kg.site.reports.model import (
    ItemList,
    Line,
    Paragraph,
    ReportDocument,
    ReportSection,
    TextTable,
    emphasis,
    labelled,
    plain,
    section,
)

if TYPE_CHECKING:
    from kg.profile.drafts.comparing import SourceComparison, StatedEntry


def comparison(found: "Sequence[SourceComparison]") -> ReportDocument:
    """Return what the sources of some people say, with what is left to do for each."""
    alone = found[0] if len(found) == 1 else None
    people = [each for each in (_person(each, alone is not None) for each in found) if each is not None]
    if alone:
        parts = tuple(people[0].parts) if people else ()
        return ReportDocument("What sources say", alone.name or alone.id, _next(alone), parts, str(alone.path))
    head, rows = overview(found)
    table = section("Coverage", _table(head, rows))
    made = (table, *people) if table else tuple(people)
    return ReportDocument("What sources say", counted(len(found), "person", "people"), (), made)


def _person(found: "SourceComparison", alone: bool) -> ReportSection | None:
    head, rows = coverage(found)
    parts = [
        section("Coverage", _table(head, rows)),
        *(_of_section(found, key) for key in sections() if len(found.stating(key)) > 1),
        section("Different", _differences(found)),
    ]
    lines = () if alone else tuple(map(Paragraph, _next(found)))
    return section(found.name or found.id, *lines, parts=parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str | int]]) -> TextTable:
    cells = tuple(tuple(str(cell) if cell else "–" for cell in row) for row in rows)
    return TextTable(tuple(head), cells, frozenset(range(1, len(head))))


def _of_section(found: "SourceComparison", key: str) -> ReportSection | None:
    parts = [
        section(f"Not in {label}", ItemList(tuple(map(_entry, found.missing(key, label)))))
        for label in found.stating(key)
        if label != BY_HAND
    ]
    alike = tuple((*_entry(one), *plain(" ~ "), *_entry(other)) for one, other in found.alike(key))
    return section(key.capitalize(), parts=[*parts, section("Probably the same", ItemList(alike))])


def _entry(entry: "StatedEntry") -> Line:
    return (*plain(f"{entry.words} ("), *emphasis(", ".join(sorted(entry.sources))), *plain(")"))


def _differences(found: "SourceComparison") -> TextTable:
    rows = (
        (entry.section, entry.words, each.key.replace("_", " "), source, value or "nothing", state)
        for entry in found.different
        for each in entry.disagreements
        for state in ["open" if each.is_open else "decided"]
        for source, value in each.values
    )
    return TextTable(("Section", "Entry", "Field", "Source", "Says", ""), tuple(rows))


def _next(found: "SourceComparison") -> tuple[Line, ...]:
    return tuple(_suggestions(found))


def _suggestions(found: "SourceComparison") -> Iterator[Line]:
    for words, command in suggestions(found):
        yield labelled(words, plain(command)) if command else plain(words)
