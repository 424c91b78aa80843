"""Make blocks of pieces of text: white space as a reader sees it, marks and numbers of items taken off."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kg.extract.documents.model import BlockKind, DocumentBlock, TextRun

TAB = "\t"
BREAK = "\n"


class TextStyle(NamedTuple):
    """How a piece of text is set; the fields are those of `Run`."""

    bold: bool = False
    italic: bool = False
    raised: bool = False
    target: str = ""


PLAIN = TextStyle()


class RawText(NamedTuple):
    """A text as it comes from a source, its white space still as it stands there.

    A piece whose whole text is a line break ends a line; `strong` ones are asked for by name, as by `<br>`,
    and two of them in a row part paragraphs. A strong tab parts cells.
    """

    text: str
    line: int
    style: TextStyle = PLAIN
    strong: bool = False


class BlockFrame(NamedTuple):
    """What a block is, apart from its text; the fields are those of `Block`."""

    kind: BlockKind
    level: int = 0
    depth: int = 0
    marker: str = ""
    page: int = 0


Line = list[RawText]

_SPACES = re.compile(r" *+\t[ \t]*+|  ++")
_WIDE = 5
"""From so many spaces on, a gap within a line is meant to align columns."""

_BULLET = re.compile(r"(?:[•◦▪▫●○■□‣⁃∙➢➤►▸◆❖][ \t]*|[·–\-][ \t]+)(?![ \t])")
_NUMBER = re.compile(r"(\[[A-Za-z]{0,3}-?\d{1,3}\])(?:[ \t]+|$)")


def blocks_of(frame: BlockFrame, pieces: Sequence[RawText]) -> Iterator[DocumentBlock]:
    """Yield the blocks that some pieces make: one, or more where bullets or empty lines part them, or none."""
    if len(pieces) == 1 and (block := _simple(frame, pieces[0])):
        yield block
        return
    groups = list(_groups(pieces))
    if frame.kind == "row":
        groups = [[line for group in groups for line in group]]
        frame = _row_or_paragraph(frame, groups[0])
    elif frame.kind in ("heading", "code"):
        groups = [[line for group in groups for line in group]]
    for number, lines in enumerate(groups):
        if number:
            frame = BlockFrame("paragraph", depth=frame.depth, page=frame.page)
        yield from _items(frame, lines) if frame.kind in ("paragraph", "item") else _block(frame, lines)


def _simple(frame: BlockFrame, piece: RawText) -> DocumentBlock | None:
    """Return the block of one piece of text in which there is nothing to be parted: most are so."""
    text = piece.text.strip()
    if not text or not text[0].isalpha() or "  " in text or TAB in text:
        return None
    return DocumentBlock(frame.kind, (TextRun(text, piece.line, *piece.style),), (piece.line, piece.line), *frame[1:])


def _groups(pieces: Iterable[RawText]) -> Iterator[list[Line]]:
    """Yield lines in groups that two strong breaks in a row part; without empty lines."""
    group: list[Line] = []
    line: Line = []
    strong = 0
    for piece in (*pieces, RawText(BREAK, 0)):
        if piece.text != BREAK:
            line.append(piece)
            continue
        if tidy := _tidy(line):
            if strong > 1 and group:
                yield group
                group = []
            group.append(tidy)
            strong = 0
        line = []
        strong += piece.strong
    if group:
        yield group


def _tidy(line: Line) -> Line:
    """Return a line with its white space collapsed, and neighbours of one style joined."""
    tidy: Line = []
    for piece in line:
        if piece.strong:
            _strip_end(tidy)
            tidy.append(piece)
        elif text := _without_double_space(piece.text, tidy):
            _join(tidy, piece, text)
        elif piece.style.target and not piece.text:
            tidy.append(piece)
    _strip_end(tidy)
    return tidy


def _without_double_space(text: str, before: Line) -> str:
    """Return a text with gaps of one space or tab, and none at its beginning if there is one before it."""
    if "  " in text or TAB in text:
        text = _SPACES.sub(_gap, text)
    if text[:1] not in (" ", TAB):
        return text
    last = next((piece.text for piece in reversed(before) if piece.text), TAB)
    if last[-1] == " " and text[0] == TAB:
        _strip_end(before)
        return text
    return text[1:] if last[-1] in " \t" else text


def _gap(match: re.Match[str]) -> str:
    gap = match[0]
    return TAB if TAB in gap or len(gap) >= _WIDE else " "


def _join(tidy: Line, piece: RawText, text: str) -> None:
    last = tidy[-1] if tidy else None
    if last and last.text and last.style == piece.style and last.line == piece.line and not last.strong:
        tidy[-1] = last._replace(text=last.text + text)
    else:
        tidy.append(piece if text is piece.text else piece._replace(text=text))


def _strip_end(tidy: Line) -> None:
    """Take white space off the end of a line, but leave links without text where they are."""
    for index in range(len(tidy) - 1, -1, -1):
        piece = tidy[index]
        if piece.strong:
            return
        text = piece.text.rstrip(" \t")
        if text:
            tidy[index] = piece._replace(text=text)
            return
        if piece.style.target:
            tidy[index] = piece._replace(text="")
        else:
            del tidy[index]


def _row_or_paragraph(frame: BlockFrame, lines: list[Line]) -> BlockFrame:
    """Tell a row of data from a row that only lays out a page: that one fills one cell, with several lines."""
    if len(lines) < 2:
        return frame
    cells = 0
    filled = set()
    for piece in (piece for line in lines for piece in line):
        cells += piece.strong
        if piece.text and not piece.strong:
            filled.add(cells)
    if len(filled) > 1:
        return frame
    lines[:] = [kept for line in lines if (kept := [piece for piece in line if not piece.strong])]
    return frame._replace(kind="paragraph")


def _items(frame: BlockFrame, lines: list[Line]) -> Iterator[DocumentBlock]:
    """Yield the block of some lines, and a block for each line that begins with a bullet.

    A line without a bullet goes on with the item before it, unless either has columns: those come from a
    table, one row a line.
    """
    held: list[Line] = []
    depth = frame.depth
    for number, line in enumerate(lines):
        bullet = _BULLET.match(line[0].text)
        columns = bool(held) and frame.depth > depth and (_has_tab(line) or _has_tab(held[-1]))
        if held and (bullet or columns):
            yield from _block(frame, held)
            held = []
        if bullet and (number or frame.kind != "item"):
            frame = BlockFrame("item", depth=depth + 1, page=frame.page)
        elif not bullet and not held and number and not _waits(frame, lines[number - 1]):
            frame = BlockFrame("paragraph", depth=depth, page=frame.page)
        if rest := _cut(line, bullet.end()) if bullet else line:
            held.append(rest)
    if held:
        yield from _block(frame, held)


def _waits(frame: BlockFrame, before: Line) -> bool:
    """Whether the line before is but a bullet, whose item is still to come."""
    bullet = _BULLET.match(before[0].text)
    return frame.kind == "item" and bullet is not None and not _cut(before, bullet.end())


def _has_tab(line: Line) -> bool:
    return any(TAB in piece.text for piece in line)


def _cut(line: Line, width: int) -> Line:
    """Return a line without its first characters."""
    first = line[0]._replace(text=line[0].text[width:])
    return _tidy([first, *line[1:]])


def _block(frame: BlockFrame, lines: list[Line]) -> Iterator[DocumentBlock]:
    if not lines:
        return
    if frame.kind in ("paragraph", "item") and not frame.marker:
        frame = _number(frame, lines)
    runs = tuple(_runs(lines, in_row=frame.kind == "row"))
    if not any(run.target or not run.text.isspace() for run in runs):
        return
    numbers = [run.line for run in runs]
    span = (min(numbers), max(numbers))
    yield DocumentBlock(frame.kind, runs, span, frame.level, frame.depth, frame.marker, frame.page)


def _number(frame: BlockFrame, lines: list[Line]) -> BlockFrame:
    """Take a number such as `[3]` or `[J2]` off the first line; what has one is an item."""
    first = lines[0][0]
    match = None if first.style.target else _NUMBER.match(first.text)
    if match is None or (first.text == match[1] and not _goes_on(lines)):
        return frame
    lines[0] = _cut(lines[0], match.end())
    if not lines[0]:
        del lines[0]
    depth = frame.depth if frame.kind == "item" else frame.depth + 1
    return frame._replace(kind="item", depth=depth, marker=match[1])


def _goes_on(lines: list[Line]) -> bool:
    """Whether a number that fills its piece has text of its own after it, apart from it."""
    rest = lines[0][1:]
    return rest[0].text.startswith((" ", TAB)) if rest else len(lines) > 1


def _runs(lines: list[Line], *, in_row: bool) -> Iterator[TextRun]:
    for number, line in enumerate(lines):
        if number and not (line[0].strong or lines[number - 1][-1].strong):
            yield TextRun(BREAK, lines[number - 1][-1].line)
        for piece in line:
            text = piece.text
            if in_row and not piece.strong and TAB in text:
                text = text.replace(TAB, " ")
            yield TextRun(text, piece.line, *piece.style)
