"""Read entries by models learned from labelled CVs: what the rules leave unread."""

from collections.abc import Iterator, Mapping, Sequence

from kg.extract.learned import careers, works
from kg.extract.learned.entries import WORKS, Entry, FieldSpan, Parsed, entries_of, label, parse, words_of
from kg.extract.learned.labelling import heading_kind
from kg.extract.learned.units import Line, lines_of
from kg.extract.learned.works import FactValues
from kg.extract.page import MAX_QUOTE, PageContext
from kg.extract.recognition.rows import is_header
from kg.extract.sections import CvSection
from kg.profile.drafts.model import Fact, Quote

LEAST = 0.5
"""Values that are less sure are not proposed."""

MOST = 0.85
"""No value is surer than this: the models were not yet measured by field and language."""

MAX_LINES = 6_000
"""A document of more lines is no CV, and is left to the rules."""

HOW = "learned"
"""How the values are found."""

_KINDS: Mapping[str, frozenset[str]] = {
    "publications": frozenset(("pub",)), "education": frozenset(("edu",)), "positions": frozenset(("pos",)),
    "awards": frozenset(("award", "grant")), "grants": frozenset(("grant", "award")), "students": frozenset(("superv",)),  # noqa: E501
    "memberships": frozenset(("member",)), "talks": frozenset(("talk",)), "patents": frozenset(("patent",)),
}  # fmt: skip
"""What the models may find in a section that its heading calls so: two readers agree."""

_NEEDS = {"publications": ("year", "venue", "status"), "talks": ("year", "venue")}
"""Without one of these, a title alone is not believed."""


def read(page: PageContext, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield what the models read in the lines of which the rules made nothing.

    Args:
        page: The document with its sections.
        facts: What the rules made of it.
    """
    taken = {(fact.quote.page, line) for fact in facts for line in range(*_span(fact))}
    places = dict(_places(page.sections, taken))
    lines = lines_of(page.document) if places else ()
    if not 0 < len(lines) <= MAX_LINES:
        return
    within = _within_one(lines, taken)
    entries = [
        entry for entry in entries_of(label(lines)) if _is_free(entry, places) and entry.lines[0].index not in within
    ]
    owner = words_of(page.owner)
    parsed = parse(entries, owner)
    common = works.habits([each for each in parsed if each.entry.kind in WORKS], page.owner)
    inherited: dict[str, FieldSpan] = {}
    before: Parsed | None = None
    for each in parsed:
        if before is None or (before.entry.section, before.entry.kind) != (each.entry.section, each.entry.kind):
            inherited = {}
        values = works.read(each, common) if each.entry.kind in WORKS else careers.read(each, inherited)
        if (field := each.first("org")) is not None:
            inherited = {"org": field}
        before = each
        if values is not None and (fact := _fact(values, each.entry, page)):
            yield fact


def _span(fact: Fact) -> tuple[int, int]:
    return fact.quote.lines[0], min(fact.quote.lines[1], fact.quote.lines[0] + MAX_QUOTE) + 1


def _places(
    sections: Sequence[CvSection], taken: set[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], frozenset[str]]]:
    """Yield lines that were not read, by page and number, with the kinds that their section may hold."""
    for section in sections:
        for line in section.lines if section.kind in _KINDS else ():
            for number in {run.line for run in line.runs}:
                if (line.block.page, number) not in taken:
                    yield (line.block.page, number), _KINDS[section.kind]


def _is_free(entry: Entry, places: Mapping[tuple[int, int], frozenset[str]]) -> bool:
    """Say whether no line of an entry was read, and its kind is that of its section."""
    if is_header([line.text for line in entry.lines]):
        return False
    return all(entry.kind in places.get((line.page, line.number), ()) for line in entry.lines)


def _within_one(lines: Sequence[Line], taken: set[tuple[int, int]]) -> set[int]:
    """Return the lines below headings that name no section, if the rules read one of them: each is an entry."""
    within: set[int] = set()
    here: list[Line] = []
    for line in (*lines, None):
        if line is None or line.block.kind == "heading":
            is_entry = bool(here) and here[0].block.kind == "heading" and not heading_kind(here[0].text)
            if is_entry and any((each.page, each.number) in taken for each in here):
                within.update(each.index for each in here)
            here = []
        if line is not None:
            here.append(line)
    return within


def _fact(values: FactValues, entry: Entry, page: PageContext) -> Fact | None:
    section = careers.SECTIONS[entry.kind]
    sure = {key: round(min(MOST, entry.sure * value), 3) for key, value in values.sure.items()}
    if entry.kind == "patent":
        values.values["type"], sure["type"] = "patent", MOST
    is_anybodys = section == "publications" and bool(page.owner) and "authors" not in values.values
    if is_anybodys or min(sure.values()) < LEAST or not any(key in sure for key in _NEEDS.get(section, sure)):
        return None
    quote = Quote(page.document.name, _words(entry.lines), _lines(entry.lines), entry.lines[0].page)
    return Fact(section, values.values, quote, sure, dict.fromkeys(sure, HOW), values.reason)


def _words(lines: Sequence[Line]) -> str:
    return "".join(("\t" if line.cell else "\n") + line.text for line in lines)[1 : MAX_QUOTE + 1]


def _lines(lines: Sequence[Line]) -> tuple[int, int]:
    numbers = [run.line for line in lines if line.page == lines[0].page for run in line.runs]
    return min(numbers), max(numbers)
