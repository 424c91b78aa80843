"""Put what a reader of a page meets, in its order, together into blocks.

Markdown may hold HTML, and HTML within Markdown may hold Markdown again. So both are read as one stream of
tags and texts, and this is where it ends: `**` comes as the tag `b`, `* ` as the tag `li`.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from kg.extract.documents.model import DocumentBlock
from kg.extract.documents.pieces import BREAK, PLAIN, TAB, BlockFrame, RawText, TextStyle, blocks_of
from kg.extract.documents.source_text import clean
from kg.extract.documents.styles import HIDDEN, VOID, is_apart, is_hidden, restyled

MAX_DEPTH = 64
"""Lists, tables and styles that lie deeper are read as if they lay at this depth."""

_PARTING = frozenset((
    "address", "article", "aside", "blockquote", "center", "details", "dialog", "div", "fieldset",
    "figcaption", "figure", "footer", "form", "header", "hgroup", "legend", "main", "p", "pre", "section",
    "summary",
))  # fmt: skip
"""Elements that begin a block; within a cell of a table, only a line."""

_ENDING = frozenset((
    "body", "caption", "dd", "dl", "html", "ol", "table", "tbody", "tfoot", "thead", "ul",
))  # fmt: skip
"""Elements that end a block, and a row, wherever they begin or end."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol"))
_CELLS = frozenset(("td", "th"))
_BOXES = frozenset(("li", "ol", "table", "ul"))
_NOTHING: Mapping[str, str] = {}


class _Box:
    """An element that is open: a list, an item, a table, a row."""

    __slots__ = ("count", "depth", "fixed", "marker", "tag", "used")

    def __init__(self, tag: str, depth: int, *, marker: str = "", count: int = 0, fixed: bool = False) -> None:
        self.tag = tag
        self.depth = depth
        self.marker = marker
        self.count = count
        self.fixed = fixed
        self.used = False


class _Open(NamedTuple):
    """A tag that changes the style, the style after it, and whether a column ends with it."""

    tag: str
    style: TextStyle
    is_column: bool


class Assembler:
    """Takes tags and texts in reading order; `blocks` are what they make.

    Attributes:
        blocks: What is finished.
    """

    def __init__(self) -> None:
        self.blocks: list[DocumentBlock] = []
        self._pieces: list[RawText] = []
        self._frame: BlockFrame | None = None
        self._boxes: list[_Box] = []
        self._styles: list[_Open] = []
        self._style = PLAIN
        self._hidden: list[str] = []
        self._linked = False
        self._cells = -1
        self._openers = self._table_of_openers()

    def _table_of_openers(self) -> Mapping[str, Callable[[str, Mapping[str, str], int], None]]:
        openers: dict[str, Callable[[str, Mapping[str, str], int], None]] = dict.fromkeys(_PARTING, self._part)
        openers |= dict.fromkeys(_HEADINGS, self._open_heading)
        openers |= dict.fromkeys(_LISTS, self._open_list)
        openers |= dict.fromkeys(_CELLS, self._open_cell)
        openers |= dict.fromkeys(_ENDING - _LISTS, self._end)
        openers |= {"li": self._open_item, "tr": self._open_row, "table": self._open_table}
        openers |= {"dt": self._open_row, "dd": self._open_definition, "br": self._break, "hr": self._rule}
        return openers

    def text(self, text: str, line: int) -> None:
        """Take text; it has no line break but of entities, and those are space."""
        if not self._hidden:
            if not text.isascii() or not text.isprintable():
                text = clean(text).replace("\n", " ")
            self._pieces.append(RawText(text, line, self._style))
            self._linked = self._linked or not text.isspace()

    def end_line(self, line: int, *, strong: bool = False) -> None:
        """Take the end of a line; a strong one is one that the author asked for."""
        self._pieces.append(RawText(BREAK, line, strong=strong))

    def open(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        """Take a start tag."""
        if self._hidden:
            if tag == self._hidden[-1] and len(self._hidden) < MAX_DEPTH:
                self._hidden.append(tag)
            return
        if tag in HIDDEN or (attributes and tag not in VOID and is_hidden(attributes)):
            self._hidden.append(tag)
            return
        opener = self._openers.get(tag)
        if opener is not None:
            opener(tag, attributes, line)
        is_column = bool(attributes) and is_apart(attributes)
        if is_column:
            self._pieces.append(RawText(TAB, line))
        self._restyle(tag, attributes, is_column=is_column)

    def close(self, tag: str, line: int) -> None:
        """Take an end tag."""
        if self._hidden:
            if tag == self._hidden[-1]:
                self._hidden.pop()
            return
        self._unstyle(tag, line)
        if tag in _PARTING:
            self._part(tag, _NOTHING, line)
        elif tag in _ENDING or tag in _HEADINGS or tag in ("tr", "li"):
            self.flush()
        elif tag == "br":  # browsers read </br> as <br>
            self._break(tag, _NOTHING, line)
        if tag in _BOXES:
            self._close_box(tag)

    def end_leaf(self, line: int) -> None:
        """End a paragraph of Markdown: no style goes beyond it, whether it was closed or not."""
        self._part("p", _NOTHING, line)
        self._styles.clear()
        self._hidden.clear()
        self._style = PLAIN

    def item(self, marker: str) -> None:
        """Begin an item of a list of Markdown, which no end tag of HTML closes."""
        self.flush()
        self._cells = -1
        self._push(_Box("li", self._depth() + 1, marker=marker, fixed=True))

    def end_item(self) -> None:
        """End an item of a list of Markdown, with all that is open in it."""
        self.flush()
        while self._boxes and not self._boxes.pop().fixed:
            pass

    def whole(self, block: DocumentBlock) -> None:
        """Take a block as it is."""
        self.flush()
        self.blocks.append(block)

    def flush(self) -> None:
        """End the block that is open."""
        frame, self._frame = self._frame, None
        self._cells = -1
        if not self._pieces:
            return
        pieces, self._pieces = self._pieces, []
        if any(piece.text != BREAK or piece.style.target for piece in pieces):
            before = len(self.blocks)
            frame = frame or self._default_frame()
            self.blocks.extend(blocks_of(frame, pieces))
            if len(self.blocks) > before and self._boxes:
                self._use_item()

    def _default_frame(self) -> BlockFrame:
        depth = self._depth()
        box = self._item()
        if box is not None and not box.used:
            return BlockFrame("item", depth=depth, marker=box.marker)
        return BlockFrame("paragraph", depth=depth)

    def _item(self) -> _Box | None:
        return next((box for box in reversed(self._boxes) if box.tag == "li"), None)

    def _use_item(self) -> None:
        box = self._item()
        if box is not None:
            box.used = True

    def _depth(self) -> int:
        return self._boxes[-1].depth if self._boxes else 0

    def _push(self, box: _Box) -> None:
        if len(self._boxes) < MAX_DEPTH or box.fixed:
            self._boxes.append(box)

    def _close_box(self, tag: str) -> None:
        """Close the nearest element of a name, and all that is open within it."""
        for index in range(len(self._boxes) - 1, -1, -1):
            box = self._boxes[index]
            if box.fixed or (tag == "li" and box.tag in _LISTS):
                return
            if box.tag == tag:
                del self._boxes[index:]
                return

    def _part(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        """Begin a new block; within a cell, a new line."""
        del tag, attributes
        if self._cells >= 0:
            self._pieces.append(RawText(BREAK, line))
        else:
            self.flush()

    def _break(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del tag, attributes
        self.end_line(line, strong=True)

    def _rule(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del tag, attributes
        self.flush()
        self.blocks.append(DocumentBlock("rule", (), (line, line)))

    def _open_heading(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del attributes, line
        self.flush()
        self._frame = BlockFrame("heading", level=_HEADINGS[tag], depth=self._depth())

    def _open_list(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del line
        self.flush()
        start = attributes.get("start", "")
        count = int(start) - 1 if start.isdecimal() and len(start) < 5 else 0
        self._push(_Box(tag, self._depth(), count=count))

    def _open_item(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del attributes, line
        self.flush()
        self._close_box(tag)
        around = self._boxes[-1] if self._boxes else None
        marker = ""
        if around is not None and around.tag == "ol":
            around.count += 1
            marker = f"{around.count}."
        self._push(_Box(tag, self._depth() + 1, marker=marker))

    def _end(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del tag, attributes, line
        self.flush()

    def _open_table(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del attributes, line
        self.flush()
        self._push(_Box(tag, self._depth()))

    def _open_row(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del attributes, line
        self.flush()
        self._frame = BlockFrame("row", depth=self._depth())
        self._cells = 0 if tag == "tr" else 1

    def _open_cell(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        del tag, attributes
        if self._cells < 0:
            self.flush()
            return
        if self._cells:
            self._pieces.append(RawText(TAB, line, strong=True))
        self._cells += 1

    def _open_definition(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        """Set the first definition of a term beside it, the others below."""
        if self._cells == 1:
            self._open_cell(tag, attributes, line)
        else:
            self.flush()

    def _restyle(self, tag: str, attributes: Mapping[str, str], *, is_column: bool) -> None:
        """Remember the style around an element that changes it, or that lies in one of its name that did."""
        style = restyled(self._style, tag, attributes)
        if style is self._style and not is_column and not any(opened.tag == tag for opened in self._styles):
            return
        if tag not in VOID and len(self._styles) < MAX_DEPTH:
            self._styles.append(_Open(tag, self._style, is_column))
            self._linked = self._linked and style.target == self._style.target
            self._style = style

    def _unstyle(self, tag: str, line: int) -> None:
        """Return to the style around the nearest open element of a name.

        A link without text, such as an icon, leaves an empty piece: where it leads is worth knowing.
        """
        for index in range(len(self._styles) - 1, -1, -1):
            if self._styles[index].tag == tag:
                around = self._styles[index].style
                if self._style.target != around.target and self._style.target and not self._linked:
                    self._pieces.append(RawText("", line, self._style))
                if self._styles[index].is_column:
                    self._pieces.append(RawText(TAB, line))
                self._style = around
                del self._styles[index:]
                return
