"""The facts that models propose: entries with their fields, as values of a profile."""

from collections.abc import Iterator, Mapping, Sequence

from kg.extract.confidence import BEARING
from kg.extract.learned import careers, works
from kg.extract.learned.agreement import HOW
from kg.extract.learned.entries import WORKS, Entry, Parsed, parse, words_of
from kg.extract.learned.mending import CAREER, completed, is_told, mended
from kg.extract.learned.units import Line
from kg.extract.learned.works import FactValues
from kg.extract.page import PageContext
from kg.extract.sites.stating import is_placeholder
from kg.profile.drafts.model import MAX_QUOTE, Fact, Quote

LEAST = 0.5
"""Values that are less sure are not proposed."""

_FIELDS_OF = {"degree": "deg", "role": "role", "institution": "org", "organization": "org"}
"""The fields of which words tell what they are, by the keys that hold them."""

_ALIKE = (frozenset(("award", "grant")), frozenset(("pub", "patent")))
"""Kinds whose headings stand for one another."""


def proposals(entries: Sequence[Entry], page: PageContext) -> Iterator[tuple[Entry, Fact]]:
    """Yield what the models read in entries, each with its entry, and as sure as they are themselves.

    Args:
        entries: Entries of the page, in its order.
        page: The document that they are of.
    """
    owner = words_of(page.owner)
    parsed = list(mended(parse(entries, owner), lambda several: parse(several, owner)))
    heads = _heads(entries, owner)
    shared: list[Parsed] = []
    above: list[Parsed] = []
    before: Parsed | None = None
    authors: Sequence[str] = ()
    for each in map(careers.as_member, parsed):
        if before is None or not _follows(each.entry, before.entry):
            shared, above = [], []
        if each.entry.kind in WORKS:
            found = [values] if (values := works.read(each, page.owner, authors)) else []
        else:
            over = (heads.get((each.entry.kind, line.index)) for line in each.entry.heads)
            found = list(careers.read(each, [*shared, *above, *filter(None, over)]))
        authors = found[0].values.get("authors", ()) if found and each.entry.kind in WORKS else ()
        if each.entry.kind in CAREER and each.first("org"):
            shared = [each]
        if not found and careers.is_head(each):
            above = [each]
        before = each
        yield from ((each.entry, fact) for values in found if (fact := _fact(values, each.entry, page)))


def _heads(entries: Sequence[Entry], owner: frozenset[str]) -> Mapping[tuple[str, int], Parsed]:
    """Return the headings above entries with their fields, by the kind of the entries."""
    above = {(entry.kind, line.index): line for entry in entries if entry.kind in careers.KINDS for line in entry.heads}
    alone = [Entry(kind, (line,), "", (), 1.0, place) for place, ((kind, _), line) in enumerate(above.items())]
    return dict(zip(above, map(completed, parse(alone, owner)), strict=True))


def _follows(entry: Entry, before: Entry) -> bool:
    """Say whether an entry stands below another one of its kind, with nothing else between."""
    is_next = before.lines[-1].index + 1 == entry.lines[0].index
    return is_next and (before.section, before.kind) == (entry.section, entry.kind)


def alike(kind: str) -> frozenset[str]:
    """Return the kinds whose headings stand above entries of a kind."""
    return next((kinds for kinds in _ALIKE if kind in kinds), frozenset((kind,)))


def _fact(found: FactValues, entry: Entry, page: PageContext) -> Fact | None:
    section = careers.SECTIONS[entry.kind]
    sure = {key: round(entry.sure * value, 3) for key, value in found.sure.items()}
    values = {key: value for key, value in found.values.items() if found.sure.get(key, 0.0) >= LEAST}
    if entry.kind == "patent":
        values["type"], sure["type"] = "patent", 1.0
    if section == "publications" and page.owner and "authors" not in values:
        return None
    if any(sure[key] < LEAST for key in BEARING[section] if key in found.values):
        return None
    if section in ("publications", "talks") and values.keys().isdisjoint(("year", "venue", "status")):
        return None
    if is_placeholder(_words(entry.lines)):
        return None
    lines = [*sorted((line for line in found.above if line.page == entry.lines[0].page), key=_place), *entry.lines]
    quote = Quote(page.document.name, _words(lines), _lines(lines), entry.lines[0].page)
    given = {key: sure[key] for key in values}
    return Fact(section, values, quote, given, {key: _how(key, values[key]) for key in given}, found.reason)


def _how(key: str, value: object) -> str:
    """Return by which pattern a value is found: what its own words tell is surer."""
    name = _FIELDS_OF.get(key)
    return "told" if name and is_told(name, str(value)) else HOW


def _place(line: Line) -> int:
    return line.index


def _words(lines: Sequence[Line]) -> str:
    return "".join(("\t" if line.cell else "\n") + line.text for line in lines)[1 : MAX_QUOTE + 1]


def _lines(lines: Sequence[Line]) -> tuple[int, int]:
    numbers = [run.line for line in lines if line.page == lines[0].page for run in line.runs]
    return min(numbers), max(numbers)
