"""Awards in all layouts: a line each, cells, columns torn apart, under years, and in the prose of projects."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from kg.drafts import Fact
from kg.extract import bodies
from kg.extract.lines import Line
from kg.extract.page import Page
from kg.extract.pieces import trimmed
from kg.extract.recognition import award_lines, dates
from kg.extract.recognition.award_columns import Torn, together
from kg.extract.recognition.award_lines import Award
from kg.extract.recognition.dates import Found
from kg.extract.recognition.rows import Row, rows_of
from kg.extract.sections import Section, is_plain

IN_PROSE = ("systems", "positions", "summary", "head")
"""Sections in whose sentences an award may be told."""

_TOLD = re.compile(
    r"\b(?:won|winner of|received|recipient of|awarded|honou?red with|earned)\s(?:the\s|an?\s|its\s|our\s|my\s)?"
    r"(?P<year>(?:19|20)\d\d\s)?"
    r"(?P<name>(?:[A-Z\d][\w.&'’/-]{0,30}\s(?:(?:of|for|in|on|and|the)\s){0,2}){1,10}"
    r"(?:Award|Prize|Fellowship|Medal|Scholarship))\b(?:\s(?:in\s|\()?(?P<after>(?:19|20)\d\d)\b)?"
)


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the awards of a section of awards, and those told in sentences of some others."""
    if section.kind == "awards":
        yield from _listed(section, page)
    elif section.kind in IN_PROSE:
        for line in section.lines:
            yield from _told(line, page)


def _listed(section: Section, page: Page) -> Iterator[Fact]:
    loose: list[Row] = []
    styles: set[int] = set()
    for kind, rows in _runs(section, page):
        if kind == "F":
            for row in rows:
                yield from _dated(row, page, styles)
            continue
        for torn in together(rows, "".join(_kind(row, page) for row in rows)):
            if torn.name is not None:
                yield from _torn(torn, torn.name, page)
            elif torn.date is not None:
                loose.append(torn.date)
    yield from _strayed(section, page, [row for row in loose if _style(row) in styles])


def _runs(section: Section, page: Page) -> Iterator[tuple[str, list[Row]]]:
    """Yield rows that are complete (F), and runs of those that hold a name, an organisation or a date only."""
    rows = [row for row in rows_of(section.lines) if not award_lines.is_header(row.cells)]
    keyed = ((_kind(row, page), row) for row in rows)
    for kind, run in groupby(keyed, key=lambda pair: pair[0] if pair[0] in "FH" else "N"):
        if kind != "H":
            yield kind, [row for _, row in run]


def _kind(row: Row, page: Page) -> str:
    """Return what a row is: F a dated award, D a date, O an organisation, H a heading, N a name."""
    found = dates.find(row.text)
    if dates.is_only(row.text, found):
        return "D"
    if _is_heading(row.first):
        return "H"
    if found or dates.glued(row.text):
        return "F"
    return "O" if bodies.is_organization(row.text, page) and not bodies.is_surely_award(row.text) else "N"


def _is_heading(line: Line) -> bool:
    return (line.is_heading or (line.is_bold and line.block.kind == "paragraph")) and (
        is_plain(line.text.strip(" :")) or not bodies.is_award(line.text)
    )


def _style(row: Row) -> int:
    """Return how precise the dates of a row are: 4 characters for a year, 7 for a month."""
    return len(dates.find(row.text)[0].start)


def _dated(row: Row, page: Page, styles: set[int]) -> Iterator[Fact]:
    for award in award_lines.read(row.text, row.first.bold, page):
        if award.dates:
            styles.add(len(award.dates[0].start))
        yield from _facts(award, row.lines, page)


def _torn(torn: Torn, name: Row, page: Page) -> Iterator[Fact]:
    rows = [row for row in (name, torn.giver, torn.date) if row is not None]
    found = tuple(dates.find(torn.date.text)) if torn.date else ()
    if not found and not bodies.is_award(name.text):
        return
    for award in award_lines.read(name.text, name.first.bold, page):
        giver = {"giver": trimmed(torn.giver.text)} if torn.giver and "giver" not in award.values else {}
        how = {**award.how, **dict.fromkeys(giver, torn.how or "line below"), "year": torn.how}
        lines = [line for row in rows for line in row.lines]
        yield from _facts(Award({**award.values, **giver}, how, found or award.dates), lines, page)


def _strayed(section: Section, page: Page, loose: Sequence[Row]) -> Iterator[Fact]:
    """Yield awards that a page tore off: names at the head of the section before, dates at the end of this one."""
    names = list(_orphans(section, page))
    for number, row in enumerate(names):
        date = loose[number] if len(loose) == len(names) else None
        yield from _torn(Torn(row, None, date, "torn column"), row, page)


def _orphans(section: Section, page: Page) -> Iterator[Row]:
    before = next((n for n, other in enumerate(page.sections) if other is section), 0) - 1
    if before < 0 or page.sections[before].kind not in ("teaching", "service"):
        return
    for row in rows_of(page.sections[before].lines):
        if len(row.cells) > 1 or dates.find(row.text) or not is_orphan(row.text):
            return
        yield row


def is_orphan(text: str) -> bool:
    """Say whether a line that stands among other things is an award: `Merit Student of Peking University`."""
    return bodies.is_surely_award(text) and len(text.split()) <= 12 and text[:1].isupper() and text[-1:] not in ".:"


def _facts(award: Award, lines: Sequence[Line], page: Page) -> Iterator[Fact]:
    """Yield one fact for each date of an award."""
    name = award.name
    if not name or not 1 < len(name.split()) + (name.isupper() or len(name) > 7) <= award_lines.MAX_WORDS:
        return
    if not (award.dates or bodies.is_award(name)) or re.search(r"\b(?:I|my|we|our)\b", name):
        return
    values = {key: value for key, value in award.values.items() if key != "title"}
    for found in award.dates or (None,):
        yield page.fact("awards", {**values, **_when(found)}, _how(award, found), lines)


def _when(found: Found | None) -> dict[str, Any]:
    if found is None:
        return {}
    if found.end:
        return {"start": found.start, "end": found.end}
    return {"year": found.year} | ({"start": found.start} if len(found.start) > 4 else {})


def _how(award: Award, found: Found | None) -> dict[str, str]:
    return {**award.how, **dict.fromkeys(_when(found), award.how.get("year", ""))}


def _told(line: Line, page: Page) -> Iterator[Fact]:
    for match in _TOLD.finditer(line.text):
        year = match["year"] or match["after"]
        values = {"name": match["name"], "year": int(year) if year else None}
        if not _is_listed(match["name"], page):
            yield page.fact("awards", values, {"*": "prose"}, [line])


def _is_listed(name: str, page: Page) -> bool:
    return any(name in line.text for part in page.sections if part.kind == "awards" for line in part.lines)
