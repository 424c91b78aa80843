"""Awards in all layouts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Any

from kg.extract import entities
from kg.extract.lines import BlockLine
from kg.extract.page import PageContext
from kg.extract.recognition import award_lines
from kg.extract.recognition import rows as dates
from kg.extract.recognition.award_lines import Award
from kg.extract.recognition.rows import DateSpan, LineGroup, rows_of
from kg.extract.sections import CvSection, is_plain, kind_of
from kg.profile.drafts.model import Fact

# Awards whose name, giver and date stand in lines of their own, or in columns that were torn apart.

_ENTRIES = ("NOD", "NDO", "DNO", "ODN", "NV", "ND", "VN", "DN")
_COLUMNS = (["D", "N"], ["D", "N", "O"])
_UNDER_DATES = re.compile(r"(?:DN+)+")


@dataclass(frozen=True)
class Torn:
    """An award put together from several rows.

    Attributes:
        name: The row of its name.
        giver: The row of who gave it, if any.
        date: The row of its date, if any.
        how: By which pattern they were put together.
    """

    name: LineGroup
    giver: LineGroup | None
    date: LineGroup | None
    how: str


def together(rows: Sequence[LineGroup], kinds: str) -> Iterator[Torn]:
    """Yield awards from rows of which each holds a name (N), an organisation (O), a date (D), or the last two (V).

    Args:
        rows: The rows, in order.
        kinds: The letter of each.
    """
    if columns := _columns(rows, kinds):
        yield from columns
    elif form := next((form for form in _ENTRIES if form * (len(kinds) // len(form)) == kinds), ""):
        size = len(form)
        for start in range(0, len(rows), size):
            of = dict(zip(form, rows[start : start + size], strict=True))
            giver, date = of.get("V", of.get("O")), of.get("V", of.get("D"))
            yield Torn(of["N"], giver, date, "line below" if form[0] == "N" else "line above")
    elif _UNDER_DATES.fullmatch(kinds):
        yield from _under_dates(rows, kinds)
    else:
        yield from _loose(rows, kinds)


def _columns(rows: Sequence[LineGroup], kinds: str) -> list[Torn]:
    """Return awards of columns that follow each other, each as long as the others."""
    parts = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    size = len(kinds) // len(parts)
    if size < 2 or {length for _, length in parts} != {size} or sorted(kind for kind, _ in parts) not in _COLUMNS:
        return []
    columns = {kind: rows[place * size : (place + 1) * size] for place, (kind, _) in enumerate(parts)}
    givers = columns.get("O", [None] * size)
    return [Torn(*entry, "torn column") for entry in zip(columns["N"], givers, columns["D"], strict=True)]


def _under_dates(rows: Sequence[LineGroup], kinds: str) -> Iterator[Torn]:
    date: LineGroup | None = None
    for row, kind in zip(rows, kinds, strict=True):
        if kind == "D":
            date = row
        else:
            yield Torn(row, None, date, "heading")


def _loose(rows: Sequence[LineGroup], kinds: str) -> Iterator[Torn]:
    """Yield names without dates, with a giver where exactly one follows."""
    for number, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
        if kind == "N":
            followed = kinds[number + 1 : number + 2] == "O" and kinds[number + 2 : number + 3] != "O"
            yield Torn(row, rows[number + 1] if followed else None, None, "")


# Awards told in sentences: `which won the 2018 Outstanding Engine Award`, and lists behind a label in a line.

_SENTENCE_END = re.compile(r"(?<=[a-z\d)]{2})[.!?](?=\s|$)")
_TRIGGER = re.compile(
    r"\b(?:won|wins?|winner of|received|receives|recipient of|awarded|honou?red with|earned)\s(?=(?:the|an?|its|"
    r"our|my|his|her)\b|[A-Z\d])"
)
_NAME = re.compile(
    r"(?P<year>(?:19|20)\d\d\s)?"
    r"(?P<name>(?:(?!(?:The|And|In)\s)[A-Z\d][\w.&'’/-]{0,30}\s(?:(?:of|for|in|on|and|the)\s){0,2}){1,10}?"
    r"(?:Award|Prize|Fellowship|Medal|Scholarship)(?:\s(?:Award|Prize))?)\b"
    r"(?:\s(?:in\s|\(|at\s(?:the\s)?(?P<venue>[A-Z][\w&]{1,15})\s)(?P<after>(?:19|20)\d\d)\b|"
    r"\sat\s(?P<place>[A-Z]\w{0,3}[A-Z]\w{0,10})\b)?"
)


@dataclass(frozen=True)
class ProseAward:
    """An award that a sentence tells.

    Attributes:
        name: What it is called.
        year: When it was given, or None.
        venue: Where, or empty.
    """

    name: str
    year: int | None = None
    venue: str = ""


def awards_in_prose(text: str) -> Iterator[ProseAward]:
    """Yield the awards that the sentences of a text say to have been received.

    >>> [each.name for each in awards_in_prose("In 2020 I received the Engine Prize, and the 2018 Loom Award.")]
    ['Engine Prize', 'Loom Award']
    """
    for sentence in _SENTENCE_END.split(text):
        trigger = _TRIGGER.search(sentence)
        for match in _NAME.finditer(sentence, trigger.end()) if trigger else ():
            year = match["year"] or match["after"]
            yield ProseAward(match["name"], int(year) if year else None, match["venue"] or match["place"] or "")


# Awards in all layouts: a line each, cells, columns torn apart, under years, and in the prose of projects.

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


def read(section: CvSection, page: PageContext) -> Iterator[Fact]:
    """Yield the awards of a section of awards, and those told in sentences of some others."""
    if section.kind == "awards":
        yield from _listed(section, page)
    elif section.kind in IN_PROSE:
        for row in rows_of(section.lines):
            yield from _told(row, page)


def _listed(section: CvSection, page: PageContext) -> Iterator[Fact]:
    for kinds, rows in _runs(section, page):
        if kinds[0] == "F":
            for row in rows:
                yield from _dated(row, page)
            continue
        for torn in together(rows, kinds):
            yield from _torn(torn, page)


def _runs(section: CvSection, page: PageContext) -> Iterator[tuple[str, list[LineGroup]]]:
    """Yield rows that are complete (F), and runs of those that hold a name, an organisation or a date only."""
    rows = list(rows_of(section.lines))
    kinds = "".join(_kind(row, page) for row in rows)
    kinds = re.sub(r"(?<!N)V(?!N)", "F", kinds)  # no name is beside it: it is one itself, `Google Summer of Code 2015`
    last: LineGroup | None = None
    keyed: list[tuple[str, LineGroup]] = []
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


def _kind(row: LineGroup, page: PageContext) -> str:
    """Return what a row is: F a dated award, D a date, O an organisation, V both, H a heading, N a name."""
    found = dates.find(row.text)
    if dates.is_only(row.text, found):
        return "D"
    if _is_heading(row.first):
        return "H"
    if found or dates.glued(row.text):
        return "V" if not row.first.is_item and award_lines.is_beside(row.text, page) else "F"
    return (
        "O"
        if entities.is_organization(row.text, page.organizations) and not entities.is_surely_award(row.text)
        else "N"
    )


def _is_remark(row: LineGroup, last: LineGroup) -> bool:
    """Say whether a row tells of the award above it: it goes on with its paragraph, and says to whom or for what."""
    is_below = row.first.block is last.first.block and bool(last.first.bold) and not row.first.bold
    return is_below or (not row.first.is_item and row.depth >= last.depth and _REMARK.match(row.text) is not None)


def _is_heading(line: BlockLine) -> bool:
    if line.is_item and is_plain(line.text.strip(" :")) and kind_of(line.text) == "awards":
        return True
    return (line.is_heading or (line.is_bold and line.block.kind == "paragraph")) and (
        is_plain(line.text.strip(" :")) or not entities.is_award(line.text)
    )


def _dated(row: LineGroup, page: PageContext) -> Iterator[Fact]:
    if _SELF.search(row.text):
        yield from _told(row, page)
        return
    for award in award_lines.read(row.text, row.first.bold, page):
        yield from _facts(award, row.lines, page)


def _torn(torn: Torn, page: PageContext) -> Iterator[Fact]:
    name = torn.name
    rows = [row for row in (name, torn.giver, torn.date) if row is not None]
    found = tuple(dates.find(torn.date.text)) if torn.date else ()
    if not found and not entities.is_award(name.text):
        return
    for award in award_lines.read(name.text, name.first.bold, page):
        whole = award_lines.beside(award, torn.giver.text, page, torn.how or "line below") if torn.giver else award
        lines = list(dict.fromkeys(line for row in rows for line in row.lines))
        dated = replace(whole, dates=found or whole.dates, how={**whole.how, "year": torn.how})
        yield from _facts(dated, lines, page)


def _facts(award: Award, lines: Sequence[BlockLine], page: PageContext) -> Iterator[Fact]:
    """Yield one fact for each date of an award."""
    name = award.name
    if not name or not 1 < len(name.split()) + (name.isupper() or _is_long(name)) <= award_lines.MAX_WORDS:
        return
    if not (award.dates or entities.is_award(name)) or _SELF.search(name):
        return
    values = {key: value for key, value in award.values.items() if key != "title"}
    for found in award.dates or (None,):
        yield page.fact("awards", {**values, **_when(found)}, _how(award, found), lines)


def _is_long(name: str) -> bool:
    """Say whether a single word can name an award: a sign of Chinese says as much as two letters."""
    return len(name) + sum(sign > "\u2e80" for sign in name) > 7


def _when(found: DateSpan | None) -> dict[str, Any]:
    if found is None:
        return {}
    if found.end:
        return {"start": found.start, "end": found.end}
    return {"year": found.year} | ({"start": found.start} if len(found.start) > 4 else {})


def _how(award: Award, found: DateSpan | None) -> dict[str, str]:
    return {**award.how, **dict.fromkeys(_when(found), award.how.get("year", ""))}


def _told(row: LineGroup, page: PageContext) -> Iterator[Fact]:
    for told in islice(awards_in_prose(row.text), MAX_TOLD):
        if not _is_listed(told.name, row, page):
            values = {"name": told.name, "year": told.year, "venue": told.venue}
            yield page.fact("awards", values, {"*": "prose"}, row.lines)


def _is_listed(name: str, row: LineGroup, page: PageContext) -> bool:
    """Say whether a section of awards has an award too, of which a sentence elsewhere tells."""
    awards = (line for part in page.sections if part.kind == "awards" for line in part.lines)
    return any(name in line.text and line not in row.lines for line in awards)
