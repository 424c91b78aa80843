"""Read Markdown as blocks: CommonMark with tables and formulas, HTML anywhere in it."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from kg.base.errors import Problem
from kg.extract.documents import tex
from kg.extract.documents.assembly import Assembler
from kg.extract.documents.model import MAX_TEXT, DocumentBlock, ReaderOutput, TextRun, check_lines
from kg.extract.documents.noise import without_layout, without_noise

# The parser of Markdown: CommonMark with tables and formulas, every line break with its number.

MAX_NESTING = 40
"""What lies deeper, the parser skips without a word."""

_MAX_INLINE = 100_000
"""A paragraph of more characters is read as plain text."""

_MAX_MARKS = 4000
"""So is one with more marks of syntax: what they could mean takes more than linear time to find out."""

_MARKS = re.compile(r"[*_\[\]`<$~!\\&]")


@cache
def parser() -> MarkdownIt:
    """Return the parser; it keeps no state of what it reads."""
    made = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    made.disable(["html_block", "code"])
    made.core.ruler.at("inline", _inline)
    made.inline.ruler.before("newline", "line_end", _line_end)
    made.inline.ruler.before("escape", "formula", _formula)
    made.normalizeLink = str  # type: ignore[method-assign, assignment]
    made.validateLink = bool  # type: ignore[method-assign, assignment]
    return made


def _inline(state: StateCore) -> None:
    for token in state.tokens:
        if token.type != "inline":
            continue
        content = token.content
        token.children = []
        if len(content) > _MAX_INLINE or (len(content) > _MAX_MARKS and len(_MARKS.findall(content)) > _MAX_MARKS):
            token.children.extend(_as_it_stands(content))
        else:
            state.md.inline.parse(content, state.md, state.env, token.children)


def _as_it_stands(content: str) -> Iterator[Token]:
    for number, line in enumerate(content.split("\n")):
        if number:
            yield Token("softbreak", "br", 0, meta={"line": number})
        yield Token("text", "", 0, content=line.strip())


def _line_end(state: StateInline, silent: bool) -> bool:
    """End a line, whatever spaces or backslash stand before its end; note the number of the next one."""
    start = state.pos
    width = 2 if state.src.startswith("\\\n", start) else state.src.startswith("\n", start)
    if not width:
        return False
    position = start + width
    if not silent:
        counted, line = state.env.get("counted", (0, 0))
        if counted > start or state.env.get("counting") is not state:
            counted, line = 0, 0
        line += state.src.count("\n", counted, position)
        state.env.update(counted=(position, line), counting=state)
        state.push("softbreak", "br", 0).meta = {"line": line}
    while position < state.posMax and state.src[position] in " \t":
        position += 1
    state.pos = position
    return True


def _formula(state: StateInline, silent: bool) -> bool:
    """Read TeX between dollar signs that stand close to it, or that TeX alone explains."""
    start = state.pos
    if state.src[start] != "$":
        return False
    width = 2 if state.src.startswith("$$", start) else 1
    begin = start + width
    end = state.src.find("$" * width, begin, min(begin + tex.MAX_LENGTH, state.posMax))
    formula = state.src[begin:end] if end > begin else ""
    if not formula or "\n" in formula or not _is_formula(formula, state.src[end + width : end + width + 1]):
        return False
    if not silent:
        state.push("formula", "", 0).content = formula
    state.pos = end + width
    return True


def _is_formula(formula: str, after: str) -> bool:
    if "\\" in formula or "^" in formula:
        return True
    return not formula[0].isspace() and not formula[-1].isspace() and not after.isdigit()


# Read Markdown as blocks: CommonMark with tables, HTML anywhere in it, and bits of TeX.

_PART = 1 << 18
_PARAGRAPH_END = re.compile(r"\n{2,}(?=\S)")
_LINE_END = re.compile(r"\n(?=\S)")
_LINE_UNITS = 4
_MAX_UNITS = 20_000
_UNIT = 8
"""What a line costs, and a cell of a table; a text of more units has to have so many characters for each."""

_MAX_MARKER = 999
"""An item with a higher number is a line that begins with a year."""

_NO_SPACE = re.compile(r"^(#{1,6})(?=[A-Z\u00c0-\u024f\u4e00-\u9fff*_])", re.M)
_DEFINITION = re.compile(r"^[ ]{0,3}:[ ]{1,9}(?=\S)", re.M)
_ATTRIBUTE = re.compile(r"([A-Za-z][\w-]{0,40})(?:\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_PLAIN: Mapping[str, str] = {}
_STYLES = {"strong": "b", "em": "i", "s": "s"}
_HEADING = re.compile(r"(#{1,6})[ \t]++(?=\S)")
_ITEM = re.compile(r"[ \t]{0,60}+(?:[-*+•][ \t]++(?=\S)|(\d{1,3}[.)])[ \t]++(?=\S))")


def read(text: str, path: Path) -> ReaderOutput:
    r"""Return the content of a Markdown text that is clean and has no front matter.

    >>> [(block.kind, block.text) for block in read("# Ada\n\n- **Poetical** science", Path("ada.md")).blocks]
    [('heading', 'Ada'), ('item', 'Poetical science')]
    """
    check_lines(text, path)
    text = without_layout(without_noise(text))
    if "#" in text:
        text = _NO_SPACE.sub(r"\1 ", text)
    if ": " in text:
        text = _DEFINITION.sub("", text)
    reader = _MarkdownReader()
    warnings: list[Problem] = []
    first = 0
    for part in _parts(text):
        if _is_dense(part) or not reader.read(part, first):
            reader.read_plain(part, first)
            message = "from here on, lines are too short or nested too deep to be read as Markdown: read as plain text"
            warnings.append(Problem(message, path, first + 1))
        if reader.length > MAX_TEXT:
            break  # the rest is not kept: parsing it would be for nothing
        first += part.count("\n")
    reader.assembler.flush()
    return ReaderOutput(reader.assembler.blocks, warnings=tuple(warnings[:1]))


def _parts(text: str) -> Iterator[str]:
    """Yield a text in parts that end between paragraphs, so that a large one does not fill the memory."""
    start = 0
    while len(text) - start > _PART:
        middle = start + _PART
        cut = _PARAGRAPH_END.search(text, middle, middle + _PART) or _LINE_END.search(text, middle)
        if cut is None:
            break
        yield text[start : cut.end()]
        start = cut.end()
    yield text[start:]


def _is_dense(part: str) -> bool:
    units = (part.count("\n") - part.count("\n\n")) * _LINE_UNITS + part.count("|")
    return units > _MAX_UNITS and len(part) < _UNIT * units


class _MarkdownReader:
    """Tells an assembler, token by token, what stands in a Markdown text."""

    def __init__(self) -> None:
        self.assembler = Assembler()
        self._env: dict[str, Any] = {}
        self._first = 0
        self._line = 1
        self._takers: dict[str, Callable[[Token], None]] = {
            "inline": self._take_inline,
            "fence": self._take_code,
            "hr": self._take_tag,
            "list_item_open": self._take_item,
            "list_item_close": lambda _: self.assembler.end_item(),
            "paragraph_close": lambda _: self.assembler.end_leaf(self._line),
            "blockquote_open": lambda _: self.assembler.flush(),
        }
        for name in ("heading", "table", "tr", "td", "th"):
            self._takers |= {f"{name}_open": self._take_tag, f"{name}_close": self._take_tag}
        self._inline_takers: dict[str, Callable[[Token, int], int]] = {
            "text": self._text,
            "code_inline": self._text,
            "html_inline": self._html,
            "link_open": self._link,
            "link_close": self._close_link,
            "formula": self._formula,
        }

    @property
    def length(self) -> int:
        """How many characters the blocks have that are read so far."""
        return sum(len(run.text) for block in self.assembler.blocks for run in block.runs)

    def read(self, text: str, first: int) -> bool:
        """Read a part of the document, of which so many lines are read; say whether it could be read whole."""
        tokens = parser().parse(text, self._env)
        if any(token.level >= MAX_NESTING - 1 for token in tokens):  # the parser skips what lies deeper
            return False
        self._first = first
        for token in tokens:
            self._take(token)
        return True

    def read_plain(self, text: str, first: int) -> None:
        """Read a part of the document line by line, without its syntax: it is too dense or too deep for Markdown."""
        for number, line in enumerate(text.split("\n"), first + 1):
            heading, item = _HEADING.match(line), _ITEM.match(line)
            if heading:
                self._take_line(line[heading.end() :], f"h{len(heading[1])}", number)
            elif item:
                self.assembler.item(item[1] or "")
                self._take_line(line[item.end() :], "p", number)
                self.assembler.end_item()
            elif line.strip():
                self.assembler.text(line.strip(), number)
                self.assembler.end_line(number)
            else:
                self.assembler.flush()
        self.assembler.flush()

    def _take_line(self, text: str, tag: str, number: int) -> None:
        self.assembler.open(tag, _PLAIN, number)
        self.assembler.text(text.strip(), number)
        self.assembler.close(tag, number)

    def _take(self, token: Token) -> None:
        if token.map:
            self._line = self._first + token.map[0] + 1
        taker = self._takers.get(token.type)
        if taker is not None:
            taker(token)

    def _take_tag(self, token: Token) -> None:
        if token.nesting < 0:
            self.assembler.close(token.tag, self._line)
            if token.type == "heading_close":
                self.assembler.end_leaf(self._line)
        else:
            self.assembler.open(token.tag, _PLAIN, self._line)

    def _take_item(self, token: Token) -> None:
        year = token.info.isdecimal() and int(token.info) > _MAX_MARKER
        marker = token.info + token.markup if token.info else ""
        self.assembler.item("" if year else marker)
        if year:
            self.assembler.text(f"{marker} ", self._line)

    def _take_code(self, token: Token) -> None:
        runs: list[TextRun] = []
        for number, line in enumerate(token.content.rstrip("\n").split("\n"), self._line + 1):
            runs += [TextRun(line, number), TextRun("\n", number)]
        if token.content.strip():
            self.assembler.whole(DocumentBlock("code", tuple(runs[:-1]), (runs[0].line, runs[-1].line)))

    def _take_inline(self, token: Token) -> None:
        first = line = self._line
        takers = self._inline_takers
        for child in token.children or ():
            kind = child.type
            if kind == "text":
                self.assembler.text(child.content, line)
            elif kind == "softbreak":
                self.assembler.end_line(line)
                line = first + child.meta["line"]
            elif kind in takers:
                line = takers[kind](child, line)
            elif child.tag in _STYLES:
                self._style(child, line)
        self._line = line

    def _text(self, token: Token, line: int) -> int:
        self.assembler.text(token.content, line)
        return line

    def _style(self, token: Token, line: int) -> None:
        if token.nesting > 0:
            self.assembler.open(_STYLES[token.tag], _PLAIN, line)
        else:
            self.assembler.close(_STYLES[token.tag], line)

    def _link(self, token: Token, line: int) -> int:
        self.assembler.open("a", {"href": str(token.attrs.get("href", ""))}, line)
        return line

    def _close_link(self, token: Token, line: int) -> int:
        del token
        self.assembler.close("a", line)
        return line

    def _html(self, token: Token, line: int) -> int:
        match = _TAG.match(token.content)
        if match is not None:
            tag = match[2].lower()
            if match[1]:
                self.assembler.close(tag, line)
            else:
                self.assembler.open(tag, attributes(token.content[match.end() :]), line)
        return line + token.content.count("\n")

    def _formula(self, token: Token, line: int) -> int:
        for part in tex.parts(token.content):
            if part.raised:
                self.assembler.open("sup", _PLAIN, line)
            self.assembler.text(part.text, line)
            if part.raised:
                self.assembler.close("sup", line)
        return line


def attributes(source: str) -> dict[str, str]:
    """Return the attributes in what stands between the name of a tag and its end."""
    if not source or source == ">":
        return {}
    return {key.lower(): unescape(double or single or bare) for key, double, single, bare in _ATTRIBUTE.findall(source)}
