"""Prepare the source of a page for a parser that keeps no places: write its line before every text.

The number of a line is written in characters for private use, which no text has after it was cleaned. The
same pass bounds what makes parsers slow: elements open within one another, and tags without end.
"""

import re
from collections.abc import Iterator

from kg.extract.documents.styles import VOID

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
