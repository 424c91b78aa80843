"""Measure a document: its usual size and leading, its words, and what is set as a heading."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from kg.extract.documents.pdf.lines import Line

LARGER = 1.12
"""Text larger than the body by this is a heading."""

_AIRY = 1.5
_FEW = 2
"""A leading of more than this many times the size is only believed in if it is frequent."""

_APART = 1.3
_MUCH_LARGER = 1.4
_MAX_HEADING = 90
_MAX_LABEL = 50
"""A heading that is not larger than the body has at most so many characters."""

_COMPOUND = frozenset((
    "all", "anti", "auto", "co", "cross", "data", "de", "end", "ex", "fine", "full", "half", "high", "large", "long",
    "low", "meta", "mid", "multi", "near", "non", "off", "on", "open", "over", "peer", "post", "pre", "quasi", "real",
    "self", "semi", "short", "single", "small", "state", "two", "three", "type", "well", "wide", "x",
))  # fmt: skip
"""A hyphen after these at the end of a line is part of the word."""


class Measures:
    """What is usual in a document."""

    def __init__(self, pages: list[list[Line]]) -> None:
        lines = [line for page in pages for line in page]
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[line.size] += sum(len(chunk.glyphs) for chunk in line.chunks)
        self.body = max(sizes, key=lambda size: (sizes[size], -size), default=10.0)
        self.pitch = self._usual_pitch(pages)
        self._words = Counter(word.strip(".,;:()[]“”\"'") for line in lines for word in line.text.lower().split())
        self._levels = self._heading_levels(lines)

    def level(self, line: Line) -> int:
        """Return the level of a heading; 0 if the line is none."""
        size = self._heading_size(line)
        return self._levels.get(size, 0) if size else 0

    def joined(self, before: str, after: str) -> str:
        """Return what a word with a hyphen at the end of a line becomes with the rest of it: `co-` or `com`."""
        stem = before[:-1]
        first, rest = stem.lower().split()[-1:], after.lower().split()[:1]
        if not first or not rest or not rest[0][0].isalpha() or not stem[-1:].isalpha() or after[0].isupper():
            return before
        word, tail = first[0].lstrip("([“\"'"), rest[0].strip(".,;:()[]“”\"'")
        if self._words[word + tail]:
            return stem
        return before if self._words[f"{word}-{tail}"] or word.split("-")[-1] in _COMPOUND else stem

    def _usual_pitch(self, pages: list[list[Line]]) -> float:
        gaps: Counter[float] = Counter()
        for page in pages:
            for before, line in pairwise(page):
                gap = before.base - line.base
                if 0.8 * self.body < gap < 2.2 * self.body and line.size == before.size == self.body:
                    gaps[round(gap * 2) / 2] += 1
        enough = max(gaps.values(), default=0) / 4
        usual = (gap for gap, count in gaps.items() if count >= enough and (gap < _AIRY * self.body or count > _FEW))
        return min(usual, default=1.25 * self.body)

    def _heading_levels(self, lines: Iterable[Line]) -> dict[float, int]:
        sizes = sorted({size for line in lines if (size := self._heading_size(line))}, reverse=True)
        levels: dict[float, int] = {}
        level = 0
        for index, size in enumerate(sizes):
            if not index or size < 0.96 * sizes[index - 1]:
                level = min(6, level + 1)
            levels[size] = level
        return levels

    def _heading_size(self, line: Line) -> float:
        """Return the size a heading counts as, that of the body for a mere label; 0 for what is none."""
        text = line.text
        ratio = line.size / self.body
        if line.bullet or len(text) > _MAX_HEADING or not any(character.isalnum() for character in text):
            return 0
        if ratio >= LARGER:
            return line.size if ratio >= _MUCH_LARGER or text[-1] not in ".,;" else 0
        if len(text) > _MAX_LABEL or "\t" in text or text[-1] in ".,;" or ratio < 0.9:
            return 0
        return self.body if any(map(str.isalpha, text)) and self._is_label(line, text) else 0

    def _is_label(self, line: Line, text: str) -> bool:
        """Whether text as large as the body is set as a heading: capitals in bold, or a rule below it."""
        glyphs = [glyph for chunk in line.chunks for glyph in chunk.glyphs if glyph.text.isalpha()]
        bold = all(glyph.font.bold for glyph in glyphs)
        capitals = len(glyphs) > 3 and text.upper() == text
        small_capitals = all(glyph.font.small_capitals for glyph in glyphs)
        apart = line.above > _APART * self.pitch
        shouted = capitals and (bold or (apart and len(glyphs) > 5)) and not all(glyph.font.italic for glyph in glyphs)
        set_off = bold or capitals or small_capitals or apart
        return (shouted and "," not in text) or (line.ruled and set_off) or (bold and small_capitals)
