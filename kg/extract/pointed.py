"""What readers of documents say, as pointers to lines of a source, and what the checker takes of it."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kg.extract.documents.model import Document
from kg.extract.lines import BlockLine, lines_of, span
from kg.profile.drafts.model import PERSON, Fact, Refusal
from kg.profile.pointing.checking import NOTHING, Pointer, check, is_entry
from kg.profile.pointing.rules import is_private
from kg.profile.pointing.source import PointedLine, SourceText
from kg.profile.records import Source
from kg.terms.declaration import kg_declaration
from kg.terms.kinds import Field

EXTRACTOR = "cv"
_REPEATED = re.compile(r"\W*[_—–-]{2,}|\W*—")
_YEAR = re.compile(r"\W*(?:19|20)\d\d\W*")
_ABOVE = 3
"""So many lines above an entry may have the authors whom a dash repeats, and so many beside it its links."""
_HEADINGS = 4
"""So many headings above an entry may say something of it."""


def source_text(document: Document) -> SourceText:
    """Return the text of a document as it can be pointed to."""
    source = Source(document.name, document.media_type, EXTRACTOR, document.sha256)
    return SourceText(source, tuple(map(_line, lines_of(document))))


def _line(line: BlockLine) -> PointedLine:
    targets = dict.fromkeys(run.target for run in line.runs if run.target)
    labels = tuple(run.text for run in line.runs if run.target)
    first, last = span([line])
    return PointedLine(line.text, first, line.block.page, last, tuple(targets), labels, line.is_heading)


def checked(document: Document, facts: Iterable[Fact], owner: str = "") -> tuple[list[Fact], list[Refusal]]:
    """Return what holds of the facts that readers made of a document, with the slices of their values, and what not."""
    text, several = source_text(document), list(facts)
    declaration = kg_declaration()
    names = (str(fact.values["name"]) for fact in several if fact.section == PERSON and "name" in fact.values)
    owner = owner or next(names, "")
    kept: list[Fact] = []
    refused: list[Refusal] = []
    heads = [number for number, line in enumerate(text.lines, 1) if _heads(line)]
    pointers = {place: pointer for place, fact in enumerate(several) if (pointer := _pointer(text, heads, fact))}
    found = dict(zip(pointers, check(text, list(pointers.values()), declaration, owner), strict=True))
    for place, fact in enumerate(several):
        if place not in found:
            kept.append(fact)
            continue
        checked = found[place]
        refused.extend(checked.refusals)
        lost = pointers[place].words.keys() - checked.values.keys()
        values = {key: checked.values.get(key, value) for key, value in fact.values.items() if key not in lost}
        if not is_entry(fact.section, values, declaration):
            refused += [Refusal(fact.section, key, str(each), NOTHING, fact.quote) for key, each in values.items()]
        else:
            sure = {key: each for key, each in fact.confidence.items() if key in values}
            # Of a text that is no file as it stands, such as a page with what it includes, places say nothing.
            slices = checked.slices if document.sha256 else {}
            kept.append(replace(fact, values=values, confidence=sure, slices=slices))
    return kept, refused


def _pointer(text: SourceText, heads: Sequence[int], fact: Fact) -> Pointer | None:
    """Return what a fact says as a pointer; nothing where its lines are not of the text, such as a head's."""
    its, lines = text.numbers_of(fact.quote), text.lines
    if fact.is_guess or not its:
        return None
    place = bisect_left(heads, its[0])
    above = list(reversed(heads[max(0, place - _HEADINGS) : place]))
    before = range(max(1, its[0] - _ABOVE), its[0])
    if _REPEATED.match(lines[its[0] - 1].text):
        above.extend(before)
    near = (*before, *range(its[-1] + 1, min(len(lines), its[-1] + _ABOVE) + 1))
    kind = kg_declaration().sections.get(fact.section) or kg_declaration().person
    said = {key: value for key, value in fact.values.items() if _is_said(kind.fields.get(key))}
    return Pointer(fact.section, (its[0], its[-1]), said, tuple(above), near)


def _heads(line: PointedLine) -> bool:
    """Whether a line may say something of those below it: a heading, or a year."""
    return line.is_heading or _YEAR.fullmatch(line.text) is not None


def _is_said(known: Field | None) -> bool:
    """Whether a field holds words: not what a reader concludes, such as a type, nor contacts, which stay private."""
    return known is not None and not is_private(known) and (known.sort != "enum" or known.range == "WorkStatus")
