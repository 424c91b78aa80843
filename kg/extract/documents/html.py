"""Read HTML as blocks, with the lines of its source."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from kg.base.errors import Problem, ReadError
from kg.extract.documents.assembly import Assembler
from kg.extract.documents.model import DocumentBlock, ReaderOutput, TextRun, check_lines
from kg.extract.documents.noise import without_noise
from kg.extract.documents.source_text import clean
from kg.extract.documents.styles import HIDDEN, VOID, is_hidden

# Prepare the source of a page for a parser that keeps no places: write its line before every text.

_MARK = "\ue000"
_DIGITS = "".join(map(chr, range(0xE010, 0xE050)))
_SPLIT = re.compile(rf"{_MARK}([{_DIGITS[0]}-{_DIGITS[-1]}]{{4}})")
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}

_TOKEN = re.compile(
    r"<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9:-]{0,60}+)(?:[^<>\"']++|\"[^\"]{0,2000}+\"|'[^']{0,2000}+')*+>?"
    r"|<[!?/][^<>]{0,2000}+>?|[^<]++|<"
)
_INDENT = re.compile(r"\n\s*+(?=\S)")
_FIRST = re.compile(r"\s*+(?=\S)")

_MAX_DEPTH = 200
_MAX_STYLES = 8
"""More elements that change the style, open at once, are repeated by the parser in each paragraph to come."""

_MAX_TAG = 8000
_STYLES = frozenset(("a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"))
_SELF_ENDING = frozenset((*VOID, "p", "li", "dt", "dd", "td", "th", "tr", "tbody", "thead", "tfoot", "option", "body"))
"""Elements whose end the parser finds by itself, so that they do not pile up."""


def with_lines(source: str, first: int) -> str:
    """Return a page's source with the number of its line, the first one given, before every text."""
    return "".join(_Marker(first).tokens(source))


def pieces(text: str, line: int, last: int) -> Iterator[tuple[str, int]]:
    """Yield the pieces of a text in which lines are written, with their lines.

    Args:
        text: The text of one node of the parsed page.
        line: The line for what stands before the first number.
        last: The last line of the source; a number beyond it was not written by us.
    """
    parts = _SPLIT.split(text)
    if parts[0]:
        yield parts[0], line
    for digits, piece in zip(parts[1::2], parts[2::2], strict=True):
        number = _number(digits)
        line = number if number <= last else line
        yield piece, line


def without_lines(text: str) -> str:
    """Return a text without the numbers of lines."""
    return _SPLIT.sub("", text)


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _VALUES[digit]
    return value


def _written(number: int) -> str:
    digits = [_DIGITS[number >> shift & 63] for shift in (18, 12, 6, 0)]
    return _MARK + "".join(digits)


class _Marker:
    """Goes through the tokens of a page once, counting lines and open elements."""

    def __init__(self, first: int) -> None:
        self._line = first
        self._depth = 0
        self._styles = 0

    def tokens(self, source: str) -> Iterator[str]:
        """Yield what to write for each token."""
        for match in _TOKEN.finditer(source):
            found = match[0]
            tag = match["tag"]
            if tag is not None:
                yield self._tag(found, tag.lower(), is_end=bool(match["end"]))
            elif found[0] == "<":
                yield found
            else:
                yield self._text(found)
            self._line += found.count("\n")

    def _text(self, text: str) -> str:
        """Return a text with a number before what stands first in each line."""
        first = _FIRST.match(text)
        if first is None:
            return text
        line = self._line + first[0].count("\n")
        rest = text[first.end() :]
        written = [first[0], _written(line)]
        done = 0
        for indent in _INDENT.finditer(rest):
            line += indent[0].count("\n")
            written += [rest[done : indent.end()], _written(line)]
            done = indent.end()
        return "".join((*written, rest[done:]))

    def _tag(self, token: str, tag: str, *, is_end: bool) -> str:
        if tag in _SELF_ENDING:
            return token if len(token) <= _MAX_TAG else f"<{tag}>"
        if tag in _STYLES:
            self._styles = max(0, self._styles + (-1 if is_end else 1))
            if self._styles + is_end > _MAX_STYLES:
                return ""
        else:
            self._depth = max(0, self._depth + (-1 if is_end else 1))
            if self._depth + is_end > _MAX_DEPTH:
                return "<p>"
        return token if len(token) <= _MAX_TAG else f"<{tag}>"


# Read HTML as blocks: what a browser shows of a page, with the lines of its source.

_SPACE = re.compile(r"[ \t\n\r\f]+")
_SPACE_BUT_TABS = re.compile(r"[ \n\r\f]+")
_META = ("author", "description")
_HINT = "if a script fills the page, print it to PDF and give that"


def read(text: str, path: Path, *, keep_tabs: bool = False) -> ReaderOutput:
    """Return the content of the source of a page that is clean; its head is its title, author and description.

    Args:
        text: The source.
        path: For messages.
        keep_tabs: Whether a tab is more than a space, as it is in what comes from DOCX.

    Raises:
        ReadError: If the page has too many lines.
    """
    check_lines(text, path)
    source = with_lines(without_noise(text), 1)
    tree = LexborHTMLParser(source)
    head: dict[str, Any] = dict(_head(tree))
    walker = _Walker(text.count("\n") + 1, keep_tabs=keep_tabs)
    if tree.body is not None:
        walker.walk(tree.body)
    return ReaderOutput(walker.assembler.blocks, head)


def check_shown(content: ReaderOutput, path: Path) -> None:
    """Refuse a page that shows no text.

    Raises:
        ReadError: If there is none, and nothing about the page in its head either.
    """
    if not content.blocks and not content.head:
        raise ReadError(Problem("the page shows no text", path, hint=_HINT))


def _head(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    title = tree.css_first("title")
    if title is not None and (text := _words(title.text())):
        yield "title", text
    for meta in tree.css("meta[name][content]"):
        name = (meta.attributes.get("name") or "").lower()
        if name in _META and (text := _words(meta.attributes.get("content") or "")):
            yield name, text


def _words(text: str) -> str:
    return " ".join(clean(without_lines(text)).split())


class _Walker:
    """Goes through the tree of a page and tells an assembler what it meets."""

    def __init__(self, last: int, *, keep_tabs: bool) -> None:
        self.assembler = Assembler()
        self._line = 1
        self._last = last
        self._space = _SPACE_BUT_TABS if keep_tabs else _SPACE

    def walk(self, root: LexborNode) -> None:
        """Go through what lies in an element, without recursion."""
        node = root.child
        opened: list[str] = []
        while node is not None:
            child = self._enter(node)
            if child is not None:
                opened.append(node.tag or "")
                node = child
                continue
            while (following := node.next) is None and opened:
                self.assembler.close(opened.pop(), self._line)
                node = node.parent or node
            node = following
        self.assembler.flush()

    def _enter(self, node: LexborNode) -> LexborNode | None:
        """Take a node; return its first child, or nothing if it is done."""
        tag = node.tag or ""
        if tag == "-text":
            self._text(node.text_content or "")
            return None
        if tag.startswith(("-", "!")) or tag in HIDDEN:
            return None
        attributes = {key: value or "" for key, value in node.attributes.items()}
        if attributes and is_hidden(attributes):
            return None
        if tag == "pre":
            self._preformatted(node)
            return None
        self.assembler.open(tag, attributes, self._line)
        if (child := node.child) is None and tag not in VOID:
            self.assembler.close(tag, self._line)
        return child

    def _text(self, text: str) -> None:
        for piece, line in pieces(text, self._line, self._last):
            self._line = line
            self.assembler.text(self._space.sub(" ", piece), line)

    def _preformatted(self, node: LexborNode) -> None:
        """Take text whose lines stay; it is code only if it says so."""
        lines = []
        for row in node.text().strip("\n").split("\n"):
            for _, line in pieces(row, self._line, self._last):
                self._line = line
            lines.append((clean(without_lines(row)), self._line))
        if node.css_first("code") is not None:
            self._code(lines)
            return
        self.assembler.flush()
        for text, line in lines:
            self.assembler.text(text, line)
            self.assembler.end_line(line, strong=True)
        self.assembler.flush()

    def _code(self, lines: list[tuple[str, int]]) -> None:
        runs = [run for text, line in lines for run in (TextRun(text, line), TextRun("\n", line))]
        if any(not text.isspace() for text, _ in lines if text):
            self.assembler.whole(DocumentBlock("code", tuple(runs[:-1]), (lines[0][1], lines[-1][1])))
