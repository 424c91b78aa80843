"""Awards in all layouts: a line each, cells, columns torn apart, under years, and in the prose of projects."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any

from kg.extract import bodies
from kg.extract.lines import Line
from kg.extract.page import Page
from kg.extract.recognition import award_lines, award_prose, dates
from kg.extract.recognition.award_columns import Torn, together
from kg.extract.recognition.award_lines import Award
from kg.extract.recognition.dates import Found
from kg.extract.recognition.rows import Row, rows_of
from kg.extract.sections import Section, is_plain, kind_of
from kg.profile.drafts.model import Fact

IN_PROSE = ("systems", "positions", "education", "summary", "head", "other")
"""Sections in whose sentences an award may be told."""

MAX_TOLD = 20
"""The most awards that one paragraph is believed to tell."""

_REMARK = re.compile(
    r"(?:given|awarded|presented|bestowed|conferred|granted)\s+(?:annually\s+|yearly\s+)?(?:to|by|for|as)\b"
    r"|(?:this|the)\s+(?:award|prize|fellowship|scholarship|honou?r|grant)\b"
    r"|in recognition of\b|recogni[sz](?:es|ing)\b"
    r"|(?:citation|unrestricted|prize money|amount)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"\b(?:I|my|we|our)\b", re.IGNORECASE)


def read(section: Section, page: Page) -> Iterator[Fact]:
    """Yield the awards of a section of awards, and those told in sentences of some others."""
    if section.kind == "awards":
        yield from _listed(section, page)
    elif section.kind in IN_PROSE:
        for row in rows_of(section.lines):
            yield from _labelled(row, page)
            yield from _told(row, page)


def _listed(section: Section, page: Page) -> Iterator[Fact]:
    loose: list[Row] = []
    styles: set[int] = set()
    for kinds, rows in _runs(section, page):
        if kinds[0] == "F":
            for row in rows:
                yield from _dated(row, page, styles)
            continue
        for torn in together(rows, kinds):
            if torn.name is not None:
                yield from _torn(torn, torn.name, page)
            elif torn.date is not None:
                loose.append(torn.date)
    yield from _strayed(section, page, [row for row in loose if _style(row) in styles])


def _runs(section: Section, page: Page) -> Iterator[tuple[str, list[Row]]]:
    """Yield rows that are complete (F), and runs of those that hold a name, an organisation or a date only."""
    rows = list(rows_of(section.lines))
    kinds = "".join(_kind(row, page) for row in rows)
    kinds = re.sub(r"(?<!N)V(?!N)", "F", kinds)  # no name is beside it: it is one itself, `Google Summer of Code 2015`
    last: Row | None = None
    keyed: list[tuple[str, Row]] = []
    for kind, row in zip(kinds, rows, strict=True):
        if last is not None and _is_remark(row, last):
            continue
        if kind == "F":
            last = row
        if kind == "F" or last is None or row.depth <= last.depth:  # what lies below an award is a remark on it
            keyed.append((kind, row))
    for kind, run in groupby(keyed, key=lambda pair: pair[0] if pair[0] in "FH" else "N"):
        if kind != "H":
            pairs = list(run)
            yield "".join(each for each, _ in pairs), [row for _, row in pairs]


def _kind(row: Row, page: Page) -> str:
    """Return what a row is: F a dated award, D a date, O an organisation, V both, H a heading, N a name."""
    found = dates.find(row.text)
    if dates.is_only(row.text, found):
        return "D"
    if _is_heading(row.first):
        return "H"
    if found or dates.glued(row.text):
        return "V" if not row.first.is_item and award_lines.is_beside(row.text, page) else "F"
    return "O" if bodies.is_organization(row.text, page.organizations) and not bodies.is_surely_award(row.text) else "N"


def _is_remark(row: Row, last: Row) -> bool:
    """Say whether a row tells of the award above it: it goes on with its paragraph, and says to whom or for what."""
    is_below = row.first.block is last.first.block and bool(last.first.bold) and not row.first.bold
    return is_below or (not row.first.is_item and row.depth >= last.depth and _REMARK.match(row.text) is not None)


def _is_heading(line: Line) -> bool:
    if line.is_item and is_plain(line.text.strip(" :")) and kind_of(line.text) == "awards":
        return True
    return (line.is_heading or (line.is_bold and line.block.kind == "paragraph")) and (
        is_plain(line.text.strip(" :")) or not bodies.is_award(line.text)
    )


def _style(row: Row) -> int:
    """Return how precise the dates of a row are: 4 characters for a year, 7 for a month."""
    return len(dates.find(row.text)[0].start)


def _dated(row: Row, page: Page, styles: set[int]) -> Iterator[Fact]:
    if _SELF.search(row.text):
        yield from _told(row, page)
        return
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
        whole = award_lines.beside(award, torn.giver.text, page, torn.how or "line below") if torn.giver else award
        lines = list(dict.fromkeys(line for row in rows for line in row.lines))
        dated = replace(whole, dates=found or whole.dates, how={**whole.how, "year": torn.how})
        yield from _facts(dated, lines, page)


def _strayed(section: Section, page: Page, loose: Sequence[Row]) -> Iterator[Fact]:
    """Yield awards that a page tore off: names at the head of the section before, dates at the end of this one."""
    names = list(_orphans(section, page))
    for number, row in enumerate(names):
        date = loose[number] if len(loose) == len(names) else None
        yield from _torn(Torn(row, None, date, "torn column"), row, page)


def _orphans(section: Section, page: Page) -> Iterator[Row]:
    before = page.before(section)
    if before is None or before.kind not in ("teaching", "service"):
        return
    for row in rows_of(before.lines):
        if len(row.cells) > 1 or dates.find(row.text) or not is_orphan(row.text):
            return
        yield row


def is_orphan(text: str) -> bool:
    """Say whether a line that stands among other things is an award: `Merit Student of Peking University`."""
    return bodies.is_surely_award(text) and len(text.split()) <= 12 and text[:1].isupper() and text[-1:] not in ".:"


def _facts(award: Award, lines: Sequence[Line], page: Page) -> Iterator[Fact]:
    """Yield one fact for each date of an award."""
    name = award.name
    if not name or not 1 < len(name.split()) + (name.isupper() or _is_long(name)) <= award_lines.MAX_WORDS:
        return
    if not (award.dates or bodies.is_award(name)) or _SELF.search(name) or _is_list_of_people(name):
        return
    values = {key: value for key, value in award.values.items() if key != "title"}
    for found in award.dates or (None,):
        yield page.fact("awards", {**values, **_when(found)}, _how(award, found), lines)


def _is_long(name: str) -> bool:
    """Say whether a single word can name an award: a sign of Chinese says as much as two letters."""
    return len(name) + sum(sign > "\u2e80" for sign in name) > 7


def _is_list_of_people(name: str) -> bool:
    """Say whether a line that a column tore off lists authors."""
    pieces = name.split(",")
    return len(pieces) > 4 and sum(len(piece.split()) in (2, 3) for piece in pieces) * 2 > len(pieces)


def _when(found: Found | None) -> dict[str, Any]:
    if found is None:
        return {}
    if found.end:
        return {"start": found.start, "end": found.end}
    return {"year": found.year} | ({"start": found.start} if len(found.start) > 4 else {})


def _how(award: Award, found: Found | None) -> dict[str, str]:
    return {**award.how, **dict.fromkeys(_when(found), award.how.get("year", ""))}


def _told(row: Row, page: Page) -> Iterator[Fact]:
    for told in islice(award_prose.told(row.text), MAX_TOLD):
        if not _is_listed(told.name, row, page):
            values = {"name": told.name, "year": told.year, "venue": told.venue}
            yield page.fact("awards", values, {"*": "prose"}, row.lines)


def _labelled(row: Row, page: Page) -> Iterator[Fact]:
    for text in award_prose.labelled(row.text):
        for award in award_lines.read(text, "", page):
            if not _is_listed(award.name, row, page):
                yield from _facts(replace(award, how=dict.fromkeys(award.how, "behind label")), row.lines, page)


def _is_listed(name: str, row: Row, page: Page) -> bool:
    """Say whether a section of awards has an award too, of which a sentence elsewhere tells."""
    awards = (line for part in page.sections if part.kind == "awards" for line in part.lines)
    return any(name in line.text and line not in row.lines for line in awards)
