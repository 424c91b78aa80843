"""The account of a document: of each character, whether it is of a fact, of the frame, private, or was not read."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from kg.extract.documents.model import Document
from kg.extract.lines import span
from kg.extract.person import EMAIL
from kg.extract.pointed import source_text
from kg.extract.sections import CvSection
from kg.profile.cleaning import lines_without_contacts
from kg.profile.drafts.model import FACT, FRAME, MAX_QUOTE, PERSON, PRIVATE, UNREAD, Fact, Quote, UnreadPassage
from kg.profile.pointing.source import PointedLine, TextSpan
from kg.profile.reviewed import CONTACTS

NO_PLACE = "a profile has no place for it"
NOT_UNDERSTOOD = "not understood"
UNSURE = "read, but too unsure to be proposed"
IN_ENTRY = "in no value of its entry"

_PRIVATE = frozenset(("contact", "references", "personal"))
"""Sections with contacts: what was not read of them is not said."""

_AT_HEAD = 20
"""So many lines before the first known heading are private, too: there are pages without any."""

_ELSEWHERE = frozenset(("coursework", "media", "news", "other"))
"""Sections for whose entries a profile has no place."""

MIN_WORDS = 3
"""So many words between the values of an entry say something that none of them does; fewer join them: `at the`."""

_WORD = re.compile(r"[\u2e80-\uffdc]|[^\W\d_]{2,}")  # of scripts without spaces, each character
_SIGN = re.compile(r"[^\W_]")
_EDGES = " \t\n,;:|–—"


class _Unread(NamedTuple):
    section: CvSection
    reason: str
    line: PointedLine
    span: TextSpan


class AccountedDocument:
    """A document with the facts that were made of it.

    Attributes:
        counts: How many characters became what.
    """

    def __init__(
        self, document: Document, sections: Sequence[CvSection], facts: Sequence[Fact], unsure: Sequence[Fact] = ()
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._text = text = source_text(document)
        self._sections = {(line.block.page, span([line])[0]): each for each in sections for line in each.lines}
        self._covered = bytearray(len(text.text))
        for at in (at for fact in facts for several in fact.slices.values() for at in several):
            self._covered[at.begin : at.end] = b"\1" * (at.end - at.begin)
        self._unsure = _quoted(unsure)
        self._entries = _quoted(fact for fact in facts if fact.section != PERSON)
        # What says where a fact stands only by its lines: keys of data, what a reader concludes, contacts.
        unplaced = [fact for fact in facts if not (fact.slices or fact.is_guess)]
        contacts = _quoted(fact for fact in unplaced if not fact.values.keys().isdisjoint(CONTACTS))
        self._whole = _quoted(unplaced) - contacts
        head = (line for each in sections if each.kind == "head" for line in each.lines[:_AT_HEAD])
        self._contacts = contacts | {(line.block.page, span([line])[0]) for line in head}
        self._stretches = [each for line, area in text.placed() for each in self._unread(line, area)]
        self.counts[FRAME] += sum(len(line.text) + 1 for line in text.lines) - self.counts.total()

    def _unread(self, line: PointedLine, area: TextSpan) -> Iterator[_Unread]:
        """Count the characters of a line, and yield the stretches of it that were not read."""
        section = self._sections.get((line.page, line.number))
        places = {(line.page, number) for number in range(line.number, (line.last or line.number) + 1)}
        is_private = bool(section and section.kind in _PRIVATE) or not places.isdisjoint(self._contacts)
        is_fact = not places.isdisjoint(self._whole)
        is_entry = any(self._covered[slice(*area)]) or not places.isdisjoint(self._entries)
        not_read = NOT_UNDERSTOOD if places.isdisjoint(self._unsure) else UNSURE
        reason = NO_PLACE if section and section.kind in _ELSEWHERE else IN_ENTRY if is_entry else not_read
        for stretch in self._stretches_of(area):
            words = self._text.text[slice(*stretch)]
            if self._covered[stretch.begin] or (is_fact and not is_private):
                self.counts[FACT] += len(words)
            elif is_private:
                self.counts[PRIVATE] += len(words)
            elif section and not line.is_heading:
                open_ = EMAIL.sub("", words)
                self.counts[PRIVATE] += len(words) - len(open_)
                if len(_WORD.findall(open_)) >= MIN_WORDS if is_entry else _SIGN.search(open_):
                    self.counts[UNREAD] += len(open_)
                    yield _Unread(section, reason, line, stretch)

    def _stretches_of(self, area: TextSpan) -> Iterator[TextSpan]:
        """Yield the stretches of a line whose characters are all of values, or none of them."""
        here = area.begin
        for _, several in groupby(self._covered[slice(*area)]):
            yield TextSpan(here, here := here + len(list(several)))

    @property
    def passages(self) -> Iterator[UnreadPassage]:
        """The stretches that were not read; what stands together is one."""
        together: list[_Unread] = []
        for each in self._stretches:
            if together and not self._goes_on(together[-1], each):
                yield self._passage(together)
                together = []
            together.append(each)
        if together:
            yield self._passage(together)

    def _goes_on(self, one: _Unread, other: _Unread) -> bool:
        between = self._text.text[one.span.end : other.span.begin]
        is_same = one.section is other.section and one.reason == other.reason and one.line.page == other.line.page
        return is_same and not _SIGN.search(between)

    def _passage(self, together: Sequence[_Unread]) -> UnreadPassage:
        (section, reason, first, (begin, _)), (_, _, last, (_, end)) = together[0], together[-1]
        open_ = "\n".join(lines_without_contacts(self._text.text[begin:end].split("\n")))
        words = open_[:MAX_QUOTE].rstrip(_EDGES).lstrip(_EDGES + ".")
        quote = Quote(self._text.source.path, words, (first.number, last.last or last.number), first.page)
        return UnreadPassage(section.kind, section.heading, quote, reason)


def _quoted(facts: Iterable[Fact]) -> set[tuple[int, int]]:
    """Return the lines on which facts rest, each with its page."""
    found: set[tuple[int, int]] = set()
    for fact in facts:
        first, last = fact.quote.lines
        found.update((fact.quote.page, line) for line in range(first, min(last, first + MAX_QUOTE) + 1))
    return found
