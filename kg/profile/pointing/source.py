"""The text of a source, in lines, and the place where some words stand in it."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, islice
from typing import NamedTuple

from kg.profile.drafts.model import MAX_QUOTE, Quote
from kg.profile.records import Source

_DROPPED = frozenset("•▪◦‣●○∙■-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u200b\u200e\u200f")
"""Bullets, dashes, soft hyphens, marks without width: readers and documents write them differently or not at all."""

_QUOTES = dict.fromkeys(map(ord, '"“”„«»‹›`´’‘‚′'), "'")


_MOST_ALIKE = 50
"""Of so many lines with the same words it is looked which one is meant."""
_MOST_IN_NAME = 8
"""Names of more words are not looked for turned."""


class TextSpan(NamedTuple):
    """A range of characters of a source's text."""

    begin: int
    end: int

    def meets(self, other: "TextSpan") -> bool:
        """Say whether two ranges share a character."""
        return self.begin < other.end and other.begin < self.end


@dataclass(frozen=True)
class PointedLine:
    """A line of a source, as its reader sees it."""

    text: str
    number: int  # The line (1-based) of the document, or of the page, where it begins
    page: int = 0  # The page (1-based) where the document has pages, else 0
    last: int = 0  # The last line of the document that it takes; 0 for one
    targets: tuple[str, ...] = ()  # The addresses behind its links
    labels: tuple[str, ...] = ()  # The words of its links
    is_heading: bool = False


@dataclass(frozen=True)
class SourceText:
    """A source as text: its lines, and below them the addresses behind their links, which are words of their line."""

    source: Source
    lines: tuple[PointedLine, ...]

    @cached_property
    def _pieces(self) -> Sequence[str]:
        return [*(line.text for line in self.lines), *(each for line in self.lines for each in line.targets)]

    @cached_property
    def text(self) -> str:
        """All that can be pointed to."""
        return "\n".join(self._pieces)

    @cached_property
    def _places(self) -> tuple[list[TextSpan], list[list[TextSpan]]]:
        begins = accumulate((len(each) + 1 for each in self._pieces), initial=0)
        spans = (TextSpan(begin, begin + len(piece)) for begin, piece in zip(begins, self._pieces, strict=False))
        lines = list(islice(spans, len(self.lines)))
        return lines, [list(islice(spans, len(line.targets))) for line in self.lines]

    def areas(self, own: Sequence[int], also: Sequence[int] = ()) -> Iterator[TextSpan]:
        """Yield the ranges of some lines, numbered from 1: those in a row as one, then others, then their addresses."""
        lines, targets = self._places
        for _, row in groupby(enumerate(own), key=lambda each: each[1] - each[0]):
            numbers = [number for _, number in row]
            yield TextSpan(lines[numbers[0] - 1].begin, lines[numbers[-1] - 1].end)
        yield from (lines[number - 1] for number in also)
        for number in (*own, *also):
            yield from targets[number - 1]

    def quote(self, first: int, last: int) -> Quote:
        """Return the words of some lines, numbered from 1, with their place in the document."""
        one, other = self.lines[first - 1], self.lines[last - 1]
        here = next(self.areas(range(first, last + 1)))
        words = self.text[here.begin : here.end][:MAX_QUOTE]
        return Quote(self.source.path, words, (one.number, other.last or other.number), one.page)

    def placed(self) -> Iterator[tuple[PointedLine, TextSpan]]:
        """Yield each line with its range."""
        return zip(self.lines, self._places[0], strict=True)

    def line_at(self, place: int) -> int:
        """Return the number (from 1) of the line in which a character stands; 0 for an address."""
        lines = self._places[0]
        number = bisect_right(lines, place, key=lambda span: span.begin)
        return number if number and place <= lines[number - 1].end else 0

    @cached_property
    def _numbers(self) -> tuple[Mapping[tuple[int, str], list[int]], Mapping[tuple[int, int], list[int]]]:
        by_words: dict[tuple[int, str], list[int]] = {}
        by_line: dict[tuple[int, int], list[int]] = {}
        for number, line in enumerate(self.lines, 1):
            by_words.setdefault((line.page, line.text), []).append(number)
            for at in range(line.number, max(line.number, line.last) + 1):
                by_line.setdefault((line.page, at), []).append(number)
        return by_words, by_line

    def numbers_of(self, quote: Quote) -> Sequence[int]:
        """Return the numbers (from 1) of the lines of a quote; of a document that is one line, those with its words."""
        by_words, by_line = self._numbers
        words = [each.strip() for each in quote.text.split("\n") if not each.startswith("<")] or [""]
        for begin in by_words.get((quote.page, words[0]), ())[:_MOST_ALIKE]:
            its = self.lines[begin - 1 : begin - 1 + len(words)]
            if its[0].number == quote.lines[0] and [line.text for line in its] == words:
                return range(begin, begin + len(words))
        first, last = quote.lines
        at = range(first, min(last, first + MAX_QUOTE) + 1)
        return sorted({number for each in at for number in by_line.get((quote.page, each), ())})

    def find_turned(self, name: str, area: TextSpan, start: int = 0) -> TextSpan | None:
        """Return where a name stands with its last words first: `Vane, A. B.` for `A. B. Vane`."""
        words = name.split()
        for number in range(len(words) - 1, 0, -1) if len(words) <= _MOST_IN_NAME else ():
            turned = " ".join((*words[number:], *words[:number]))
            for found in self._folded(turned, area, max(area.begin, start), is_name=True):
                is_initial = not self.text[found.end - 2 : found.end - 1].isalpha()
                return found._replace(end=found.end + (is_initial and self.text[found.end : found.end + 1] == "."))
        return None

    def find(
        self, words: str, areas: Sequence[TextSpan], start: int = 0, *, exactly: bool = False
    ) -> Iterator[TextSpan]:
        """Yield where some words stand in ranges: as they are, then whatever blanks, dashes, quotes and case.

        Args:
            words: The words.
            areas: The ranges.
            start: Where to begin.
            exactly: Whether each character counts, as in identifiers.
        """
        for area in areas:
            yield from self._exactly(words, area, max(area.begin, start))
        for area in areas if not exactly else ():
            yield from self._folded(words, area, max(area.begin, start))

    def _exactly(self, words: str, area: TextSpan, start: int) -> Iterator[TextSpan]:
        here = self.text.find(words, start, area.end) if words else -1
        while here >= 0:
            span = TextSpan(here, here + len(words))
            if self._is_whole(span):
                yield span
            here = self.text.find(words, here + 1, area.end)

    def _folded(self, words: str, area: TextSpan, start: int, *, is_name: bool = False) -> Iterator[TextSpan]:
        wanted, _ = _letters(words, is_name=is_name)
        text, places = _letters(self.text[start : area.end], is_name=is_name)
        here = text.find(wanted) if wanted else -1
        while here >= 0:
            span = TextSpan(start + places[here], start + places[here + len(wanted) - 1] + 1)
            if self._is_whole(span):
                yield span
            here = text.find(wanted, here + 1)

    def _is_whole(self, span: TextSpan) -> bool:
        """Say whether a range begins and ends between words."""
        return not (_is_inside(self.text, span.begin) or _is_inside(self.text, span.end))


@lru_cache(256)
def _letters(text: str, *, is_name: bool = False) -> tuple[str, Sequence[int]]:
    """Return what counts of a text, of a name letters alone, and the place of each character of it."""
    found: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        if character.isspace() or character in _DROPPED or (is_name and not character.isalnum()):
            continue
        if character.isascii():
            plain = "'" if character in '"`' else character.lower()
        else:
            plain = unicodedata.normalize("NFKD", character).casefold().translate(_QUOTES)
            plain = "".join(each for each in plain if not unicodedata.combining(each))
        found.append(plain)
        places.extend([place] * len(plain))
    return "".join(found), places


def _is_inside(text: str, place: int) -> bool:
    """Say whether a place is within a word, of a script that parts words, or within a number."""
    before, behind = text[max(0, place - 1) : place], text[place : place + 1]
    if not (before and behind) or max(before, behind) > "\u2e7f":
        return False
    return (before.isalpha() and behind.isalpha()) or (before.isdigit() and behind.isdigit())


_BULLET = re.compile(r"(?<=\n)\s*[•▪◦‣●○∙■][ \t]*")
_HYPHEN = re.compile(r"[-\u2010\u00ad][ \t]*\n\s*(?=[^\W\d_])")


def running(text: str, *, drops_hyphens: bool = False) -> str:
    r"""Return some lines as running text; hyphens at the ends of lines stay, or are dropped with the break.

    >>> running("Two looms and an analyti-\ncal engine", drops_hyphens=True), running("left-\nhanded looms")
    ('Two looms and an analytical engine', 'left-handed looms')
    """
    joined = _HYPHEN.sub("" if drops_hyphens else "-", _BULLET.sub("", text))
    return " ".join(joined.replace("\u00ad", "").split())
