"""The account of a document: of which lines facts were made, and of which none were."""

from collections.abc import Iterable, Sequence

from kg.extract.documents.model import Document
from kg.extract.lines import BlockLine, span
from kg.extract.person import EMAIL
from kg.extract.sections import CvSection
from kg.profile.drafts.model import MAX_QUOTE, PERSON, Fact, Quote, UnreadPassage

READ = "lines read"
NOT_READ = "lines not read"
"""What became of lines."""

NO_PLACE = "a profile has no place for it"
NOT_UNDERSTOOD = "not understood"

_PRIVATE = frozenset(("head", "contact", "references", "personal"))
"""Sections with contacts: what was not read of them is not said."""

_ELSEWHERE = frozenset(("coursework", "media", "news", "other"))
"""Sections for whose entries a profile has no place."""

_IN_PASSING = frozenset((PERSON, "interests", "skills"))
"""What a line may say by the way: who quotes it for that has not read the entry that it is."""

_OF_ENTRIES = frozenset(("publications", "education", "positions", "awards", "talks"))
"""Sections whose lines are read only where an entry was made of them."""


class Accountant:
    """Keeps the account of the documents that are read one after the other.

    Attributes:
        counts: Of each section, how many lines became what.
        unread: The passages of which nothing was made.
    """

    def __init__(self) -> None:
        self.counts: dict[str, dict[str, int]] = {}
        self.unread: list[UnreadPassage] = []

    def add(self, document: Document, sections: Iterable[CvSection], facts: Iterable[Fact]) -> None:
        """Enter a document with the facts that were made of it."""
        everything = list(facts)
        said = _quoted(everything)
        entries = _quoted(fact for fact in everything if fact.section not in _IN_PASSING)
        for section in sections:
            if section.kind in _PRIVATE:
                continue
            quoted = entries if section.kind in _OF_ENTRIES else said
            name = section.heading.strip() or section.kind
            counts = self.counts.setdefault(name, {})
            for lines, is_read in _stretches(section.lines, quoted):
                what = READ if is_read else NOT_READ
                counts[what] = counts.get(what, 0) + len(lines)
                if not is_read:
                    self.unread.append(_passage(section, lines, document))


def _quoted(facts: Iterable[Fact]) -> set[tuple[int, int]]:
    """Return the lines on which facts rest, each with its page."""
    found: set[tuple[int, int]] = set()
    for fact in facts:
        first, last = fact.quote.lines
        found.update((fact.quote.page, line) for line in range(first, min(last, first + MAX_QUOTE) + 1))
    return found


def _stretches(lines: Sequence[BlockLine], quoted: set[tuple[int, int]]) -> list[tuple[list[BlockLine], bool]]:
    """Return lines that stand together and were all read, or all not; headings belong to what follows."""
    found: list[tuple[list[BlockLine], bool]] = []
    for line in lines:
        if line.is_heading or not any(map(str.isalnum, line.text)):
            continue
        first, last = span([line])
        is_read = any((line.block.page, number) in quoted for number in range(first, last + 1))
        if found and found[-1][1] == is_read and found[-1][0][-1].block.page == line.block.page:
            found[-1][0].append(line)
        else:
            found.append(([line], is_read))
    return found


def _passage(section: CvSection, lines: Sequence[BlockLine], document: Document) -> UnreadPassage:
    words = EMAIL.sub("…", "\n".join(line.text for line in lines))[:MAX_QUOTE]
    reason = NO_PLACE if section.kind in _ELSEWHERE else NOT_UNDERSTOOD
    quote = Quote(document.name, words, span(lines), lines[0].block.page)
    return UnreadPassage(section.kind, section.heading, quote, reason)
