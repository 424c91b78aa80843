"""Lines of a PDF file as blocks."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from kg.extract.documents.model import DocumentBlock, LineLayout
from kg.extract.documents.pdf.columns import Measures
from kg.extract.documents.pdf.glyphs import Glyph
from kg.extract.documents.pdf.lines import WIDE, PdfLine
from kg.extract.documents.pieces import BREAK, BlockFrame, RawText, TextStyle, blocks_of
from kg.extract.documents.source_text import clean

# Leave out what stands on every page: running heads but for the first one, feet, page numbers.

_EDGE = 2
"""So many lines at the top and at the bottom of a page may belong to no text."""

_MAX_NUMBER = 16
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page|p\.|seite|–|-)?\s?\d{1,3}(?:\s?(?:of|/|von|–|-)\s?\d{0,3})?", re.I)


def without_heads(pages: list[list[PdfLine]]) -> list[list[PdfLine]]:
    """Return the lines of all pages without those that most pages have, and without page numbers."""
    edges = [{id(line): _key(line) for line in _edge_lines(lines)} for lines in pages]
    counts = Counter(key for keys in edges for key in set(keys.values()))
    needed = max(2, (len(pages) + 1) // 2)
    seen: set[tuple[str, int]] = set()
    repeated = {key for key, count in counts.items() if count >= needed}
    kept = []
    for lines, keys in zip(pages, edges, strict=True):
        heads = {at for at, key in keys.items() if key in repeated}
        left, right, middle = _places(lines)
        first = {id(line) for line in lines if id(line) in heads and line.base > middle and keys[id(line)] not in seen}
        numbers = {id(line) for line in lines if id(line) in keys and _is_number(line, left + 0.3 * (right - left))}
        seen.update(keys[at] for at in heads)
        kept.append([line for line in lines if id(line) not in (heads - first) | numbers])
    return kept


def _edge_lines(lines: list[PdfLine]) -> Iterable[PdfLine]:
    ordered = sorted(lines, key=lambda line: -line.base)
    return ordered if len(ordered) <= 2 * _EDGE else (*ordered[:_EDGE], *ordered[-_EDGE:])


def _key(line: PdfLine) -> tuple[str, int]:
    return _DIGITS.sub("#", line.text.partition("\t")[0][:200]), round(line.base / 4)


def _is_number(line: PdfLine, least: float) -> bool:
    """Whether a line is but the number of a page: in the middle or at the right, from a third of the width on."""
    text = line.text.strip()
    return len(text) < _MAX_NUMBER and bool(_PAGE_NUMBER.fullmatch(text)) and line.left > least


def _places(lines: list[PdfLine]) -> tuple[float, float, float]:
    """Return the left and right edge of the text of a page, and its middle height."""
    if not lines:
        return 0.0, 0.0, 0.0
    bases = [line.base for line in lines]
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    return left, right, (min(bases) + max(bases)) / 2


# Make blocks of the lines of a PDF file: headings, items, paragraphs, told by how they are set.

_NEW = 1.17
"""A gap between lines of this many times the usual one parts paragraphs."""


_INDENT = 4.0
_BULLET = re.compile(r"[•◦▪▫●○■□‣⁃∙➢➤►▸◆❖∗·–\-»➔→](?=[ \t]|$)|[•◦▪●○■‣➢➤►▸◆❖]")
_RANGE = re.compile(
    r"[–-]\s?(?:\d|present|now|today|current|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z.]{0,7}\s\d"
    r"|(?:spring|summer|fall|autumn|winter)\s\d)",
    re.I,
)
"""The end of a period that begins on the line before."""

_LEADING = re.compile(r"(?:[,&(/–-]|\b(?:and|or|of|in|at|by|for|with|the|an?|to|from|on|as|und|et|de))$", re.I)
"""A line that ends so goes on, be it with a name."""

_NUMBER = re.compile(r"(?P<label>\[[A-Za-z]{0,3}-?\d{1,3}\])|\(?(?P<number>\d{1,3})[.)](?=[ \t])")


class Setter:
    """Goes through the lines of a document and puts them together to blocks."""

    def __init__(self, measures: Measures, *, joins: bool = True) -> None:
        """Begin; `joins` says whether lines that go on with a sentence become one, or stay as they are printed."""
        self._measures = measures
        self._joins = joins
        self._last: PdfLine | None = None
        self.layout: dict[tuple[int, int], LineLayout] = {}
        self._indents: list[float] = []
        self._number = 0
        self._frame: BlockFrame | None = None
        self._lines: list[PdfLine] = []
        self._starts: list[float] = []
        self._pieces: list[RawText] = []
        self._page = 0
        self._begun: Counter[tuple[bool, bool]] = Counter()

    def blocks(self, pages: list[list[PdfLine]]) -> Iterator[DocumentBlock]:
        """Yield the blocks of the lines of all pages."""
        for lines in pages:
            for line in lines:
                yield from self._take(line)
        yield from self._end()

    def _take(self, line: PdfLine) -> Iterator[DocumentBlock]:
        self._measure(line)
        if level := self._measures.level(line):
            if not self._goes_on_heading(line, level):
                yield from self._end()
                self._begin(line, BlockFrame("heading", level=level, page=line.page), 0)
                self._indents.clear()
                self._begun.clear()
                self._number = 0
                return
            self._add(line, 0, wrapped=True)
            return
        marker = self._marker(line)
        if marker is not None:
            yield from self._end()
            self._begin_item(line, *marker)
        elif self._goes_on(line):
            before = self._lines[-1]
            self._add(line, 0, wrapped=self._is_wrapped(before, line) and _is_alike(before, line))
        else:
            yield from self._end()
            self._begun[_style_at_start(line)] += 1
            self._begin(line, BlockFrame("paragraph", depth=self._depth_at(line.left), page=line.page), 0)

    def _measure(self, line: PdfLine) -> None:
        """Note how a line stands on its page, and how it is joined to the line before."""
        before, self._last = self._last, line
        left, right = line.column
        gap, joint = 2.0, BREAK
        if before is not None:
            gap = (before.base - line.base) / self._measures.pitch if before.page == line.page else 1.0
            if self._is_wrapped(before, line):
                joint = self._joint(before, line)
        size = line.size / self._measures.body
        em = max(self._measures.body, 1.0)
        self.layout[line.page, line.number] = LineLayout(
            (line.left - left) / em, max(0.0, right - line.right) / em, size, gap, joint
        )

    def _joint(self, before: PdfLine, line: PdfLine) -> str:
        """Return what joins a line to the one before: a space, or `-` where a hyphen is taken away."""
        text = before.text
        if not text.endswith("-"):
            return " "
        joined = self._measures.joined(text[-80:], line.text)
        return "-" if len(joined) < len(text[-80:]) else ""

    def _end(self) -> Iterator[DocumentBlock]:
        frame, pieces = self._frame, self._pieces
        self._frame, self._pieces, self._lines, self._starts = None, [], [], []
        if frame is not None:
            yield from blocks_of(frame, pieces)

    def _begin(self, line: PdfLine, frame: BlockFrame, skip: int) -> None:
        self._frame = frame
        self._page = line.page
        self._add(line, skip, wrapped=False)

    def _begin_item(self, line: PdfLine, skip: int, marker: str) -> None:
        start = _left_after(line, skip)
        while self._indents and start < self._indents[-1] - _INDENT:
            self._indents.pop()
        if not self._indents or start > self._indents[-1] + _INDENT:
            self._indents.append(start)
        self._begin(line, BlockFrame("item", depth=len(self._indents), marker=marker, page=line.page), skip)
        self._starts[-1] = start

    def _depth_at(self, left: float) -> int:
        while self._indents and left < self._indents[-1] - _INDENT:
            self._indents.pop()
        return len(self._indents)

    def _marker(self, line: PdfLine) -> tuple[int, str] | None:
        """Return how many characters a bullet or number takes, and the number; nothing if there is none."""
        if line.bullet:
            return 0, ""
        text = line.text
        if line.chunks[0].raised:
            return None
        if (bullet := _BULLET.match(text)) and not _RANGE.match(text):
            return bullet.end(), ""
        number = _NUMBER.match(text)
        if number is None or not text[number.end() :].strip():
            return None
        if number["number"]:
            value = int(number["number"])
            if value not in (1, self._number + 1, self._number - 1):
                return None
            self._number = value
        return number.end(), number[0]

    def _goes_on_heading(self, line: PdfLine, level: int) -> bool:
        if self._frame is None or self._frame.kind != "heading" or self._frame.level != level:
            return False
        before = self._lines[-1]
        near = 0 < before.base - line.base < 1.5 * line.size
        return near and before.size == line.size and self._is_wrapped(before, line)

    def _goes_on(self, line: PdfLine) -> bool:
        """Whether a line belongs to the block that is open."""
        if self._frame is None or self._frame.kind == "heading":
            return False
        before = self._lines[-1]
        if abs(before.size - line.size) > 0.08 * line.size:
            return False
        if before.page != line.page and not self._joins:
            return False
        if before.page != line.page or before.base <= line.base:
            return self._goes_on_elsewhere(before, line)
        gap = before.base - line.base
        usual = self._measures.pitch * line.size / self._measures.body
        if len(self._lines) > 1 and self._lines[-2].page == before.page:
            usual = max(usual, 0.86 * (self._lines[-2].base - before.base))
        return gap <= _NEW * usual and self._is_in_place(before, line)

    def _goes_on_elsewhere(self, before: PdfLine, line: PdfLine) -> bool:
        """Whether a line at the top of a page or a column belongs to the block at the end of the one before."""
        if self._begun.total() > 1 and len(self._begun) == 1 and _style_at_start(line) not in self._begun:
            return True
        if not self._is_wrapped(before, line) or before.text[-1:] in ".!?:":
            return False
        if not line.text[:1].isupper() or _LEADING.search(before.text[-20:]):
            return True
        return before.text[-1:].isalpha() and abs(line.left - self._starts[-1]) < _INDENT and _is_alike(before, line)

    def _is_in_place(self, before: PdfLine, line: PdfLine) -> bool:
        """Whether a line begins where a line of the block that is open may begin."""
        start = self._starts[-1]
        wrapped = self._is_wrapped(before, line)
        if _is_centred(before) and _is_centred(line):
            return True
        if line.left < start - _INDENT:
            return wrapped and len(self._lines) == 1
        return line.left <= start + _INDENT or wrapped or abs(line.left - _last_cell(before)) < _INDENT

    def _is_wrapped(self, before: PdfLine, line: PdfLine) -> bool:
        """Whether a line goes on with the sentence of the line before: that had no room for its first word."""
        if (cell := _last_cell(before)) > before.left and abs(line.left - cell) > _INDENT:
            return False
        if "\t" in line.text:
            return False
        if before.text[-1:] == "-" and line.text[:1].islower():
            return True
        room = before.column[1] - before.right
        return room < _first_word(line) + 0.2 * line.size

    def _add(self, line: PdfLine, skip: int, *, wrapped: bool) -> None:
        number = line.number if line.page == self._page or not self._pieces else self._pieces[-1].line
        pieces = list(_pieces(line, skip, number))
        if self._pieces and self._joins:  # there are none behind a marker that stands alone
            self._join(pieces, wrapped=wrapped)
        elif self._pieces:
            self._pieces.append(RawText(BREAK, self._pieces[-1].line))
        self._pieces += pieces
        self._lines.append(line)
        self._starts.append(line.left)

    def _join(self, pieces: list[RawText], *, wrapped: bool) -> None:
        """Put white space between lines, or take away a hyphen; a line that ends early is a line of its own."""
        last = self._pieces[-1]
        if not wrapped:
            self._pieces.append(RawText(BREAK, last.line))
        elif last.text.endswith("-") and pieces:
            after = "".join(piece.text for piece in pieces)
            words = "".join(piece.text for piece in self._pieces[-3:])
            if len(self._measures.joined(words, after)) < len(words):
                self._pieces[-1] = last._replace(text=last.text[:-1])
        else:
            self._pieces.append(RawText(" ", last.line, last.style))


def _pieces(line: PdfLine, skip: int, number: int) -> Iterator[RawText]:
    """Yield the text of a line after some characters of a marker, in pieces of one style."""
    held = ""
    style: TextStyle | None = None
    for white, glyph, raised in line.texts():
        if skip > 0:
            skip -= len(white) + len(glyph.text)
            continue
        new = TextStyle(glyph.font.bold, glyph.font.italic, raised, glyph.target)
        if style is None or new == style:
            held += white + glyph.text
        else:
            with_old = sum(map(bool, style)) < sum(map(bool, new))
            yield RawText(_plain(held + white if with_old else held), number, style)
            held = glyph.text if with_old else white + glyph.text
        style = new
    if style is not None:
        yield RawText(_plain(held), number, style)


def _plain(text: str) -> str:
    return clean(text.replace("∗", "*"))  # TeX's star is that of mathematics


def _left_after(line: PdfLine, skip: int) -> float:
    for white, glyph, _ in line.texts():
        if skip <= 0:
            return glyph.left
        skip -= len(white) + len(glyph.text)
    return line.left


def _last_cell(line: PdfLine) -> float:
    """Return where the last cell of a line begins; where the line begins, if it has no cells."""
    before: Glyph | None = None
    cell = line.left
    wide = WIDE * line.size
    for chunk in line.chunks:
        cell = max((glyph.left for glyph in chunk.glyphs if glyph.left in line.cells), default=cell)
        if before is not None and chunk.left - before.right > wide:
            cell = chunk.left
        before = chunk.glyphs[-1]
    return cell


def _first_word(line: PdfLine) -> float:
    """Return the width of the first word of a line."""
    right = line.left
    for white, glyph, _ in line.texts():
        if white:
            break
        right = glyph.right
    return right - line.left


def _is_alike(before: PdfLine, line: PdfLine) -> bool:
    """Whether a line is set as the end of the line before is: a title and its authors often are not."""
    last, first = before.chunks[-1].glyphs[-1], line.chunks[0].glyphs[0]
    if line.text[:1].islower() or _LEADING.search(before.text[-20:]):
        return True
    return (last.font, last.target) == (first.font, first.target)


def _style_at_start(line: PdfLine) -> tuple[bool, bool]:
    font = line.chunks[0].glyphs[0].font
    return font.bold, font.italic


def _is_centred(line: PdfLine) -> bool:
    left, right = line.column
    margin = line.left - left
    return margin > 2 * _INDENT and abs(margin - (right - line.right)) < 2 * _INDENT
