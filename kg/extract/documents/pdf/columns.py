"""Sizes of a document, and the columns of its pages."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from kg.extract.documents.pdf.lines import Chunk, PdfLine

# Measure a document: its usual size and leading, its words, and what is set as a heading.

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

    def __init__(self, pages: list[list[PdfLine]]) -> None:
        lines = [line for page in pages for line in page]
        sizes: Counter[float] = Counter()
        for line in lines:
            sizes[line.size] += sum(len(chunk.glyphs) for chunk in line.chunks)
        self.body = max(sizes, key=lambda size: (sizes[size], -size), default=10.0)
        self.pitch = self._usual_pitch(pages)
        self._words = Counter(word.strip(".,;:()[]“”\"'") for line in lines for word in line.text.lower().split())
        self._levels = self._heading_levels(lines)

    def level(self, line: PdfLine) -> int:
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

    def _usual_pitch(self, pages: list[list[PdfLine]]) -> float:
        gaps: Counter[float] = Counter()
        for page in pages:
            for before, line in pairwise(page):
                gap = before.base - line.base
                if 0.8 * self.body < gap < 2.2 * self.body and line.size == before.size == self.body:
                    gaps[round(gap * 2) / 2] += 1
        enough = max(gaps.values(), default=0) / 4
        usual = (gap for gap, count in gaps.items() if count >= enough and (gap < _AIRY * self.body or count > _FEW))
        return min(usual, default=1.25 * self.body)

    def _heading_levels(self, lines: Iterable[PdfLine]) -> dict[float, int]:
        sizes = sorted({size for line in lines if (size := self._heading_size(line))}, reverse=True)
        levels: dict[float, int] = {}
        level = 0
        for index, size in enumerate(sizes):
            if not index or size < 0.96 * sizes[index - 1]:
                level = min(6, level + 1)
            levels[size] = level
        return levels

    def _heading_size(self, line: PdfLine) -> float:
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

    def _is_label(self, line: PdfLine, text: str) -> bool:
        """Whether text as large as the body is set as a heading: capitals in bold, or a rule below it."""
        glyphs = [glyph for chunk in line.chunks for glyph in chunk.glyphs if glyph.text.isalpha()]
        bold = all(glyph.font.bold for glyph in glyphs)
        capitals = len(glyphs) > 3 and text.upper() == text
        small_capitals = all(glyph.font.small_capitals for glyph in glyphs)
        apart = line.above > _APART * self.pitch
        shouted = capitals and (bold or (apart and len(glyphs) > 5)) and not all(glyph.font.italic for glyph in glyphs)
        set_off = bold or capitals or small_capitals or apart
        return (shouted and "," not in text) or (line.ruled and set_off) or (bold and small_capitals)


# Find the columns of a page: text set in columns is read one after the other, a table row by row.

_MAX_SPLITS = 4
_MIN_LINES = 5
_GUTTER = 6.0
_THIN = 0.35
"""A column with fewer characters than this part of the other, line beside line, holds dates or labels."""

_NEAR = 1.5
_OVERLAP = 6.0
_CROSSED = 0.15
"""More lines than this part that overlap lines of the other column are not rows of a table."""

_CELLS = 1.4
"""Columns of text are in few pieces a line; cells of a table in more."""

_FILLED = 0.7


class _Split(NamedTuple):
    """A part of a page with two columns; what stands above and below goes over both."""

    above: list[Chunk]
    left: list[Chunk]
    right: list[Chunk]
    below: list[Chunk]


class ColumnText(NamedTuple):
    """Text to be read from top to bottom, and the left and right edge of the place it is set in."""

    chunks: list[Chunk]
    edges: tuple[float, float]


def parts(chunks: list[Chunk]) -> Iterator[ColumnText]:
    """Yield what stands on a page in the order in which it is read."""
    if chunks:
        yield from _parts(chunks, _edges(chunks), _MAX_SPLITS)


def _parts(chunks: list[Chunk], edges: tuple[float, float], splits: int) -> Iterator[ColumnText]:
    split = _best_split(chunks) if splits and len(chunks) >= 2 * _MIN_LINES else None
    if split is None:
        if chunks:
            yield ColumnText(chunks, edges)
        return
    for within, its_edges in (
        (split.above, edges),
        (split.left, _edges(split.left)),
        (split.right, _edges(split.right)),
        (split.below, edges),
    ):
        yield from _parts(within, its_edges, splits - 1)


def _edges(chunks: list[Chunk]) -> tuple[float, float]:
    return min(chunk.left for chunk in chunks), max(chunk.right for chunk in chunks)


def _best_split(chunks: list[Chunk]) -> _Split | None:
    left, right = _edges(chunks)
    counts: dict[int, int] = {}
    for chunk in chunks:
        if left + 0.12 * (right - left) < chunk.left < left + 0.85 * (right - left):
            counts[round(chunk.left / 2)] = counts.get(round(chunk.left / 2), 0) + 1
    edges = sorted(counts, key=lambda edge: (-counts[edge], edge))[:6]
    splits = [split for edge in edges if counts[edge] >= _MIN_LINES and (split := _split(chunks, 2.0 * edge - 1.5))]
    return max(splits, key=lambda split: len(split.left) + len(split.right), default=None)


def _split(chunks: list[Chunk], edge: float) -> _Split | None:
    """Part chunks at an edge where a column may begin, over the tallest stretch that nothing crosses."""
    crossing = sorted(chunk.base for chunk in chunks if chunk.left < edge and chunk.right > edge - _GUTTER)
    bounds = [float("-inf"), *crossing, float("inf")]
    bases = sorted(chunk.base for chunk in chunks)
    count, bottom, top = max(
        (bisect_left(bases, top) - bisect_right(bases, bottom), bottom, top) for bottom, top in pairwise(bounds)
    )
    if count < 2 * _MIN_LINES:
        return None
    top = min(top, _below_head([chunk for chunk in chunks if bottom < chunk.base < top], edge))
    within = [chunk for chunk in chunks if bottom < chunk.base < top]
    split = _Split(
        [chunk for chunk in chunks if chunk.base >= top],
        [chunk for chunk in within if chunk.left < edge],
        [chunk for chunk in within if chunk.left >= edge],
        [chunk for chunk in chunks if chunk.base <= bottom],
    )
    return split if _are_columns(split.left, split.right) else None


def _below_head(chunks: list[Chunk], edge: float) -> float:
    """Return the height below which columns begin: what is centred above them belongs to none."""
    left, right = _edges(chunks)
    tops = [max((chunk.base for chunk in chunks if (chunk.left < edge) == side), default=0.0) for side in (True, False)]
    heads = [
        chunk.base
        for chunk in chunks
        if chunk.base > min(tops) + _NEAR and abs(chunk.left + chunk.right - left - right) < 0.1 * (right - left)
    ]
    return min(heads, default=float("inf"))


def _are_columns(left: list[Chunk], right: list[Chunk]) -> bool:
    """Tell columns of text from the columns of a table, and from dates beside entries.

    Lines of a table stand on the base lines of its rows. Columns of text have theirs each, or, where they
    share a grid, both are full of text.
    """
    left_bases, right_bases = _bases(left), _bases(right)
    if min(len(left_bases), len(right_bases)) < _MIN_LINES:
        return False
    fewer, more = sorted((left_bases, right_bases), key=len)
    if sum(_is_crossed(base, more) for base in fewer) > _CROSSED * len(fewer):
        return True
    lengths = sorted((sum(len(chunk.glyphs) for chunk in left), sum(len(chunk.glyphs) for chunk in right)))
    if lengths[0] < _THIN * lengths[1] or len(left) > _CELLS * len(left_bases):
        return False
    return min(_filled(left), _filled(right)) > _FILLED


def _is_crossed(base: float, bases: list[float]) -> bool:
    """Whether the nearest of some base lines is so near that lines overlap, but another one."""
    at = bisect_left(bases, base)
    distance = min(abs(other - base) for other in bases[max(0, at - 1) : at + 1])
    return _NEAR < distance < _OVERLAP


def _bases(chunks: list[Chunk]) -> list[float]:
    bases: list[float] = []
    for base in sorted(chunk.base for chunk in chunks):
        if not bases or base - bases[-1] > 2:
            bases.append(base)
    return bases


def _filled(chunks: list[Chunk]) -> float:
    """Return how much of its column an average line fills."""
    left, right = _edges(chunks)
    widths = sum(chunk.right - chunk.left for chunk in chunks)
    return widths / len(_bases(chunks)) / (right - left) if right > left else 0.0
