"""Two readers of one page: models learned from CVs decide what a line is; rules and models, what it says."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from kg.extract import confidence
from kg.extract.learned import careers
from kg.extract.learned.agreement import HOW, SECTION, WorkReading, united
from kg.extract.learned.entries import WORKS, Entry, LabelledLine, entries_of, label
from kg.extract.learned.labelling import heading_kind
from kg.extract.learned.proposals import LEAST, alike, proposals
from kg.extract.learned.units import Line, lines_of
from kg.extract.lines import BlockLine
from kg.extract.page import PageContext
from kg.extract.rows import is_header
from kg.extract.sections import OTHER, CvSection, is_plain
from kg.profile.drafts.model import MAX_QUOTE, PERSON, Fact

__all__ = ["HOW", "LEAST", "decide", "label"]

MAX_LINES = 6_000
"""A document of more lines is no CV, and is left to the rules."""

SURE = 0.85
"""So sure must the models be that no line of a rule's fact is of its kind, for the fact to go."""

_SURE_ALONE = 0.95
"""So sure must they be what an entry is whose heading nobody knows."""

_SILENT = frozenset(("prose", "personal", "none", "news", "other", "interest", "project"))
"""Kinds that contradict nobody: sentences, too, say what somebody is, and works have projects."""

_NOT_THE_OWNERS = frozenset(("students", "references", "news"))
"""Sections of other people and things: what stands there is no entry of the owner's, but their supervision."""

_BY_HEADING = frozenset(("talk", "teach", "service"))
"""Kinds whose entries are alike, so that a heading is believed which of them they are."""

_TEACHES = re.compile(
    r"\b(?:teach(?:es|ing|er)?|taught|lectur\w+|instructor|tutor\w*|courses?|seminar\w*|do[cz]en\w+|lehr\w+|vorlesung\w*"
    r"|übung\w*|enseign\w+|cours|travaux dirigés|ensin\w+|insegna\w+|corsi?|curso\w*|asignatura\w*|professor\w*"
    r"|onderwijs|cursus)\b|[授講]|课程|教[学師师員员]",
    re.IGNORECASE,
)
"""What says of an entry that somebody taught, where no heading does."""

_NO_DEGREES = frozenset(("systems", "grants", "talks", "publications", "skills"))
"""Sections in which no degree stands, whatever looks like one."""


_COMMITTEE = re.compile(r"\b(?:chair|member|reader|examiner) of\b.{0,40}\bcommittee\b", re.IGNORECASE)


def decide(page: PageContext, facts: Sequence[Fact]) -> list[Fact]:
    """Return what a page says of its owner, and how sure that is, however unsure.

    Args:
        page: The document with its sections.
        facts: What the rules made of it.
    """
    lines = lines_of(page.document)
    labelled = label(lines) if len(lines) <= MAX_LINES else []
    places = LinePlaces(lines, page)
    decided = _decided(page, facts, labelled, places) if labelled else facts
    return [confidence.weighed(fact, _state(fact, labelled, places)) for fact in decided]


def _decided(
    page: PageContext, facts: Sequence[Fact], labelled: Sequence[LabelledLine], places: "LinePlaces"
) -> list[Fact]:
    """Return what a page says of its owner.

    Works are as the reader has them who is believed; what else the models read in lines of which the rules made nothing
    is proposed.
    """
    works = [WorkReading(fact, under) for fact in facts if fact.section == SECTION and (under := places.under(fact))]
    rules = [reading for reading in works if not _is_contradicted(reading.lines, labelled)]
    others = [fact for fact in facts if fact.section != SECTION or not places.under(fact)]
    taken = {index for fact in others for index in places.under(fact)}
    of_works = {index for reading in rules for index in reading.lines}
    free = [
        entry
        for entry in map(_by_heading, entries_of(places.opened(labelled)))
        if is_believed(entry, places) and _is_free(entry, taken if entry.kind in WORKS else taken | of_works)
    ]
    found = list(proposals(free, page))
    models = [WorkReading(fact, [line.index for line in entry.lines]) for entry, fact in found if entry.kind in WORKS]
    taken |= {index for reading in models for index in reading.lines}
    career = (fact for entry, fact in found if entry.kind not in WORKS and _is_free(entry, taken))
    several = (*others, *united(rules, models), *career)
    others = [fact for fact in several if fact.section != "awards" or not is_plain(fact.quote.text)]
    return [fact for fact in others if fact.section != "education" or not _COMMITTEE.search(fact.quote.text)]


def _state(fact: Fact, labelled: Sequence[LabelledLine], places: "LinePlaces") -> str:
    """Say what says that the lines of a fact are of its section: the heading above them, the model of lines, both."""
    if fact.section == PERSON:
        return ""
    under = places.under(fact)
    is_headed = any(places.headed.get(index) == fact.section for index in under)
    agree = sum(careers.SECTIONS.get(labelled[index].kind) == fact.section for index in under if labelled)
    states = [name for name, holds in (("heading", is_headed), ("lines", 2 * agree > len(under))) if holds]
    return " and ".join(states) or "neither"


class _Unknown(NamedTuple):
    """A heading that nobody knows, and what the section before it is about."""

    heading: str
    before: str


class LinePlaces:
    """Where the lines of a document stand."""

    def __init__(self, lines: Sequence[Line], page: PageContext) -> None:
        self._lines = lines
        self._sections = page.sections
        self._at: dict[tuple[int, int], list[int]] = defaultdict(list)
        for line in lines:
            for number in {run.line for run in line.runs}:
                self._at[line.page, number].append(line.index)

    def under(self, fact: Fact) -> list[int]:
        """Return the lines on which a fact rests; of many that stand on one, as on minified pages, those it quotes."""
        first, last = fact.quote.lines
        found = [
            index
            for number in range(first, min(last, first + MAX_QUOTE) + 1)
            for index in self._at.get((fact.quote.page, number), ())
        ]
        if sum(self._lines[index].opens for index in found) <= last - first + 1:
            return found
        words = " ".join(fact.quote.text.split())
        return [index for index in found if self._lines[index].text in words]

    @cached_property
    def headed(self) -> Mapping[int, str]:
        """The kinds of the sections in which lines stand, by their headings."""
        return {index: section.kind for section in self._sections for index in self._within(section)}

    @cached_property
    def unknown(self) -> Mapping[int, _Unknown]:
        """The headings above lines that stand below one that nobody knows."""
        found: dict[int, _Unknown] = {}
        before = ""
        for section in self._sections:
            if section.kind == OTHER:
                found |= dict.fromkeys(self._within(section), _Unknown(section.heading, before))
            else:
                before = section.kind
        return found

    def opened(self, labelled: Iterable[LabelledLine]) -> list[LabelledLine]:
        """Return lines of which none that opens a section of an unknown kind goes on with an entry."""
        unknown = [each.headline for each in self._sections if each.kind == OTHER and each.headline]
        opens = {index for line in unknown for index in self._of(line)}
        return [
            each._replace(kind="other", role="H") if each.line.index in opens and each.role in ("B", "I") else each
            for each in labelled
        ]

    def _within(self, section: CvSection) -> Iterator[int]:
        for line in section.lines:
            yield from self._of(line)

    def _of(self, line: BlockLine) -> Iterator[int]:
        for number in {run.line for run in line.runs}:
            several = self._at.get((line.block.page, number), ())
            yield from (index for index in several if len(several) == 1 or self._lines[index].text in line.text)


def _is_contradicted(under: Sequence[int], labelled: Sequence[LabelledLine]) -> bool:
    """Whether the models are sure that no line of a work that rules found is of one: talks stand among publications."""
    votes = [labelled[index] for index in under if labelled[index].role != "H"]
    if not votes or any(vote.kind in WORKS or vote.kind in _SILENT for vote in votes):
        return False
    return sum(vote.sure for vote in votes) / len(votes) >= SURE


def _by_heading(entry: Entry) -> Entry:
    """Return an entry of whose kind the model is not sure, or only a heading is, as one of what its heading names."""
    said = heading_kind(entry.heading)
    are_read = said in {*careers.KINDS, *WORKS} and entry.kind in {*careers.KINDS, "none"}
    is_doubtful = (
        are_read and (entry.sure < SURE or {said, entry.kind} <= _BY_HEADING) and said not in alike(entry.kind)
    )
    return entry._replace(kind=said, sure=SURE) if is_doubtful else entry


def is_believed(entry: Entry, places: LinePlaces) -> bool:
    """Say whether an entry may be the owner's, and the heading above it does not call it something else."""
    if entry.kind not in careers.KINDS and entry.kind not in WORKS:
        return False
    if is_header([line.text for line in entry.lines]):
        return False
    sections = {places.headed.get(line.index) for line in entry.lines}
    if (entry.kind != "superv" and sections & _NOT_THE_OWNERS) or (entry.kind == "edu" and sections & _NO_DEGREES):
        return False
    unknown = next((places.unknown[line.index] for line in entry.lines if line.index in places.unknown), None)
    said = heading_kind(unknown.heading if unknown else entry.heading)
    if entry.kind == "teach" and not _is_taught(entry):
        return False
    if unknown and not said and entry.kind not in WORKS:  # that it is like what stands before it says nothing
        is_told = entry.kind != "superv"  # only a heading tells students from others
        return is_told and entry.sure >= _SURE_ALONE and careers.SECTIONS[entry.kind] != unknown.before
    return not said or said.rstrip("?") in alike(entry.kind) or entry.sure >= SURE


def _is_taught(entry: Entry) -> bool:
    """Whether a heading or a word of an entry says that somebody taught."""
    headings = {heading_kind(text).rstrip("?") for text in (entry.heading, *entry.context)}
    return "teach" in headings or any(_TEACHES.search(line.text) for line in entry.lines)


def _is_free(entry: Entry, taken: set[int]) -> bool:
    return all(line.index not in taken for line in entry.lines)
