"""Characters of a page as lines, in reading order."""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from kg.extract.documents.pdf.glyphs import Glyph, GlyphBox, GlyphPage

# Put characters of a page right that stand for parts of letters: ligatures, accents drawn over letters.

_ACCENTS = {
    "´": "\u0301", "`": "\u0300", "¨": "\u0308", "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303",
    "¯": "\u0304", "ˇ": "\u030c", "˘": "\u0306", "˙": "\u0307", "˚": "\u030a", "¸": "\u0327", "˛": "\u0328",
    "˝": "\u030b",
}  # fmt: skip
_DOTLESS = {"ı": "i", "ȷ": "j"}
_NEAR = 4
_MAX_FAR = 400
"""Of so many accents a page, the letter is looked for everywhere on it."""


def put_right(glyphs: list[Glyph]) -> list[Glyph]:
    """Return the glyphs of a page with letters and their accents joined, and ligatures as letters.

    TeX draws some accents as characters of their own over a letter, before or after it.
    """
    gone: set[int] = set()
    far = 0
    fixed = list(glyphs)
    for index, glyph in enumerate(glyphs):
        accent = _ACCENTS.get(glyph.text)
        if accent is None:
            if glyph.text > "ﬀ":
                fixed[index] = fixed[index]._replace(text=unicodedata.normalize("NFKC", glyph.text))
            continue
        around = (*range(index + 1, index + 1 + _NEAR), *range(index - 1, index - 1 - _NEAR, -1))
        letter = _letter_under(glyph, ((at, fixed[at]) for at in around if 0 <= at < len(glyphs) and at not in gone))
        if letter is None and (far := far + 1) < _MAX_FAR:
            letter = _letter_under(glyph, enumerate(glyphs))
        if letter is not None:
            text = _DOTLESS.get(fixed[letter].text, fixed[letter].text)
            first = fixed[letter] if letter < index else glyph
            text = unicodedata.normalize("NFC", text + accent)
            fixed[letter] = fixed[letter]._replace(text=text, spaced=first.spaced, blank=first.blank)
            gone.add(index)
    return [glyph for index, glyph in enumerate(fixed) if index not in gone]


def _letter_under(accent: Glyph, around: Iterable[tuple[int, Glyph]]) -> int | None:
    centre = (accent.left + accent.right) / 2
    for index, glyph in around:
        width = glyph.right - glyph.left
        over = abs((glyph.left + glyph.right) / 2 - centre) < 0.35 * width
        if over and glyph.text.isalpha() and abs(glyph.base - accent.base) < 0.6 * glyph.font.size:
            return index
    return None


# Put the characters of a page together to lines, in the order in which a reader reads them.

_SPACE = 0.17
"""A gap of this part of the font's size is white space."""

_SET = 0.05
"""So is a smaller one where PDFium reads a space into it, or where the file has one in letters that are spaced out."""

_OVERHANG = 0.25
"""By so much of the font's size a letter may reach over a blank of the file, as an italic f does."""

_CHUNK = 1.0
WIDE = 1.6
"""A gap of this many times the font's size parts columns."""

_SMALL = 0.88
"""What is smaller than this part of what it stands beside, and higher, is raised."""

_CELL = 0.7
"""So does one of this part of the size, if what is after it stands below what is after such a gap."""

_LABEL = 2.5
"""A label has room for this many times the size."""

_SPACED_OUT = 4
"""Text of so many letters may be spaced out."""

_EDGE = 3
_ENOUGH = 3
_OVERFULL = 0.06
"""Lines are wider than the text by not more than this part of it."""

_MAX_CHUNKS = 100
"""A line in more pieces is no line of text."""


@dataclass
class Chunk:
    """Characters that stand side by side on one base line; `raised` if they are a superscript."""

    glyphs: list[Glyph]
    raised: bool = False

    def __post_init__(self) -> None:
        self.left = self.glyphs[0].left
        self.right = self.glyphs[-1].right
        self.base = self.glyphs[0].base
        self.size = max(glyph.font.size for glyph in self.glyphs)


@dataclass
class PdfLine:
    """A line of text of one column of a page; what it is made of does not change once it is asked for its text.

    Attributes:
        chunks: From left to right.
        base: The height of its base line.
        page: The number of the page.
        number: The number of the line on the page, from 1.
        column: Left and right edge of the text it stands in.
        bullet: Whether a bullet is drawn before it.
        ruled: Whether a rule stands right below it, that does not underline it.
        cells: Where cells of a table begin.
        above: How far the line above it is.
    """

    chunks: list[Chunk]
    base: float
    page: int = 0
    number: int = 0
    column: tuple[float, float] = (0.0, 0.0)
    bullet: bool = False
    ruled: bool = False
    cells: set[float] = field(default_factory=set)
    above: float = float("inf")

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.chunks[0].left

    @cached_property
    def right(self) -> float:
        """Where it ends."""
        return max(chunk.right for chunk in self.chunks)

    @cached_property
    def size(self) -> float:
        """The size of its largest font; what is raised does not count."""
        return max((chunk.size for chunk in self.chunks if not chunk.raised), default=self.chunks[0].size)

    @cached_property
    def text(self) -> str:
        """Its text, a tab where columns part."""
        return "".join(white + glyph.text for white, glyph, _ in self.texts())

    def texts(self) -> Iterator[tuple[str, Glyph, bool]]:
        """Yield the white space before each character, its glyph, and whether it is raised."""
        before: Glyph | None = None
        wide = WIDE * self.size
        for chunk in self.chunks:
            usual = _usual_gap(chunk)
            for glyph in chunk.glyphs:
                white = _white(before, glyph, usual, wide) if before else ""
                yield "\t" if white and glyph.left in self.cells else white, glyph, chunk.raised
                before = glyph


def _white(before: Glyph, glyph: Glyph, usual: float, wide: float) -> str:
    """Return the white space between two characters of a line, where letters have a usual gap."""
    gap = glyph.left - before.right
    if gap > wide:
        return "\t"
    size = min(before.font.size, glyph.font.size)
    if glyph.blank and usual < _SET * size:
        return " " if gap > -_OVERHANG * size else ""
    return " " if gap > usual + (_SET if glyph.spaced else _SPACE) * size else ""


def _usual_gap(chunk: Chunk) -> float:
    """Return the gap between the letters of a chunk: none, unless they are spaced out."""
    gaps = sorted(after.left - before.right for before, after in pairwise(chunk.glyphs))
    return max(0.0, gaps[len(gaps) // 2]) if len(gaps) >= _SPACED_OUT else 0.0


def chunks(glyphs: Iterable[Glyph]) -> Iterator[Chunk]:
    """Yield runs of characters of one base line without wide gaps, in the order of the file."""
    run: list[Glyph] = []
    for glyph in glyphs:
        if run and not _goes_on(run[-1], glyph):
            yield Chunk(run)
            run = []
        run.append(glyph)
    if run:
        yield Chunk(run)


def _goes_on(before: Glyph, glyph: Glyph) -> bool:
    size = max(before.font.size, glyph.font.size)
    if abs(glyph.base - before.base) > 0.08 * size:
        return False
    return -0.5 * size < glyph.left - before.right < _CHUNK * size


def lines_of(parts: list[Chunk]) -> list[PdfLine]:
    """Return the lines that some chunks of one column make, from top to bottom."""
    lines: list[PdfLine] = []
    for chunk in sorted(parts, key=lambda part: (-part.base, part.left)):
        if lines and lines[-1].base - chunk.base < 0.25 * min(chunk.size, lines[-1].chunks[0].size):
            lines[-1].chunks.append(chunk)
        else:
            lines.append(PdfLine([chunk], chunk.base))
    for line in lines:
        line.chunks.sort(key=lambda part: part.left)
    return [line for line in _with_raised(lines) if line.chunks]


def _with_raised(lines: list[PdfLine]) -> list[PdfLine]:
    """Move small characters that stand a little higher or lower than a line into it."""
    for index, line in enumerate(lines):
        if len(line.chunks) > _MAX_CHUNKS:
            continue
        for chunk in list(line.chunks):
            host = next((other for other in _around(lines, index) if _belongs(chunk, other)), None)
            if host is not None:
                line.chunks.remove(chunk)
                chunk.raised = chunk.base > host.base
                host.chunks.append(chunk)
                host.chunks.sort(key=lambda part: part.left)
    return lines


def _around(lines: list[PdfLine], index: int) -> Iterator[PdfLine]:
    for step in (1, -1, 2, -2):
        if 0 <= index + step < len(lines) and len(lines[index + step].chunks) <= _MAX_CHUNKS:
            yield lines[index + step]


def _belongs(chunk: Chunk, line: PdfLine) -> bool:
    rise = chunk.base - line.base
    for other in line.chunks:
        if other.raised or chunk.size > _SMALL * other.size or not -0.35 < rise / other.size < 0.75:
            continue
        if -0.5 * other.size < chunk.left - other.right < 0.5 * other.size:
            return True
        if -0.5 * other.size < other.left - chunk.right < 0.5 * other.size:
            return True
    return False


def page_chunks(page: GlyphPage) -> list[Chunk]:
    """Return what stands on a page, in runs."""
    return list(chunks(put_right(page.glyphs)))


def right_edge(lines: list[PdfLine], left: float, right: float) -> float:
    """Return the right edge of the text of some lines: where several end, if that is near where the widest does."""
    counts = Counter(round(line.right / _EDGE) for line in lines if line.right > right - _OVERFULL * (right - left))
    return max((edge * _EDGE for edge, count in counts.items() if count >= _ENOUGH), default=right)


def mark(lines: list[PdfLine], bullets: list[GlyphBox], rules: list[GlyphBox]) -> None:
    """Note which lines have a bullet drawn before them, or a rule below them."""
    bullets = sorted(bullets, key=lambda box: box.bottom)
    rules = sorted(rules, key=lambda box: box.bottom)
    for line in lines:
        size = line.size
        line.bullet = any(
            0 < line.left - box.right < 3 * size
            for box in _between(bullets, line.base - 0.3 * size, line.base + 0.7 * size)
        )
        width = 0.4 * (line.column[1] - line.column[0])
        line.ruled = any(
            box.right - box.left > width and box.left < line.right < box.right - 2 * size  # no underlined link
            for box in _between(rules, line.base - 0.9 * size, line.base - 0.05 * size)
        )


def _between(boxes: list[GlyphBox], bottom: float, top: float) -> list[GlyphBox]:
    """Return the boxes, of some that are sorted, that begin between two heights; not more than some."""
    begin = bisect_left(boxes, bottom, key=lambda box: box.bottom)
    end = bisect_left(boxes, top, key=lambda box: box.bottom)
    return boxes[begin : min(end, begin + _MAX_CHUNKS)]


def mark_cells(lines: list[PdfLine]) -> None:
    """Note where cells of a table begin: there, gaps of neighbouring lines end, or lines that go on begin."""
    before: list[float] = []
    for above, line in pairwise(lines):
        before = before or _after_gaps(above, _CELL)
        here = _after_gaps(line, _CELL)
        for left in here:
            below = [other for other in before if abs(other - left) < 1]
            if below:
                line.cells.add(left)
                above.cells.update(below)
        before = here
    _mark_labels(lines)


def _mark_labels(lines: list[PdfLine]) -> None:
    """Note cells beside labels or dates, which may be near them: lines that go on begin where these cells do."""
    hits: dict[tuple[int, int], list[float]] = {}
    misses: Counter[tuple[int, int]] = Counter()
    for above, line in pairwise(lines):
        if line.left - above.left > _LABEL * line.size:
            place = (round(above.left), round(line.left))
            gap = next((gap for left, gap in _gaps(above) if abs(left - line.left) < 1), 0.0)
            if gap > _SPACE * above.size:
                hits.setdefault(place, []).append(gap)
            else:
                misses[place] += 1
    for (begin, cell), gaps in hits.items():
        if len(gaps) > 1 and len(gaps) > 2 * misses[begin, cell]:
            for line in lines:
                if abs(line.left - begin) < 1:
                    line.cells.update(
                        left for left, gap in _gaps(line) if abs(left - cell) < 1.5 and gap > 0.9 * min(gaps)
                    )


def _after_gaps(line: PdfLine, part: float) -> list[float]:
    """Return where characters stand after gaps of a part of the size."""
    return [left for left, gap in _gaps(line) if gap > part * line.size][:_MAX_CHUNKS]


def _gaps(line: PdfLine) -> Iterator[tuple[float, float]]:
    """Yield where characters begin, and the gaps before them."""
    glyphs = (glyph for chunk in line.chunks if not chunk.raised for glyph in chunk.glyphs)
    for before, glyph in pairwise(glyphs):
        yield glyph.left, glyph.left - before.right
