"""JSON with the lines of its objects, read without recursion: hostile nesting cannot exhaust the stack."""

import json
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from kg.errors import Problem, ReadError
from kg.interchange.tracking import Tracked, Unread

MAX_DEPTH = 64
_MARKED_DEPTH = 10  # records of all formats lie above; what is below needs no lines of its own
_TOKEN = re.compile(
    r'[ \t\n\r]*+(?:([{}\[\],:"])|(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?|[a-zA-Z]++))'
)
_WORDS = {"true": True, "false": False, "null": None}
_DECODER = json.JSONDecoder()
_HINT = "look for a missing comma, colon, quotation mark or bracket before that place"
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass
class JsonText:
    """A JSON document as plain data that know their lines.

    Attributes:
        data: Mappings that remember what was asked for, lists and scalars.
    """

    data: Any
    _places: Mapping[int, tuple[int, int]]
    _breaks: Sequence[int]

    def lines(self, *nodes: Any) -> tuple[int, int]:
        """Return first and last line of an object or list, or of the nearest of several that has them."""
        for node in nodes:
            if id(node) in self._places:
                start, end = self._places[id(node)]
                return bisect_right(self._breaks, start) + 1, bisect_right(self._breaks, end) + 1
        return 1, len(self._breaks) + 1

    def lines_of_unread(self, each: Unread) -> tuple[int, int]:
        """Return first and last line of a value that no reader asked for, or of what holds it."""
        return self.lines(each.value, *each.holders)


def parse(text: str, path: Path) -> JsonText:
    """Return the JSON document of a text.

    Raises:
        ReadError: If it is not JSON, nested too deeply, or if a key stands twice in one object.
    """
    reader = _Reader(text, path)
    reader.run()
    return JsonText(reader.root, reader.places, reader.breaks)


@dataclass
class _Reader:
    """Reads tokens; the stack holds the collections around the place and the keys under which they stand."""

    text: str
    path: Path
    root: Any = None
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    breaks: list[int] = field(default_factory=list)
    _stack: list[tuple[Any, str | None, int]] = field(default_factory=list)
    _key: str | None = None
    _expected: str = "value"

    def __post_init__(self) -> None:
        self.breaks = [match.end() for match in re.finditer("\n", self.text)]

    def run(self) -> None:
        """Read the document."""
        at = 0
        while self._expected != "end":
            match = _TOKEN.match(self.text, at)
            if match is None:
                self._stop(at)
            sign, word = match.groups()
            start = match.start(1) if sign else match.start(2)
            at = match.end()
            if sign == '"':
                at = self._string(start)
            elif sign:
                self._sign(sign, start)
            else:
                self._value(self._word(word, start), start)
        if self.text[at:].strip(" \t\r\n"):
            self._stop(at, "something follows the end of the document")

    def _string(self, start: int) -> int:
        try:
            found, end = _DECODER.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self._stop(error.pos, f"this is not JSON: {error.msg}")
        found = _SURROGATE.sub("\ufffd", found) if not found.isascii() else found
        if self._expected.startswith("key"):
            self._take_key(found, start)
        else:
            self._value(found, start)
        return end

    def _take_key(self, key: str, start: int) -> None:
        if key in self._stack[-1][0]:
            self._stop(start, f"the key '{key}' stands in one object a second time", "keep one of the two")
        self._key = key
        self._expected = "colon"

    def _word(self, word: str, start: int) -> Any:
        if word in _WORDS:
            return _WORDS[word]
        if word[-1].isalpha() or len(word) > 300:
            self._stop(start, f"'{word[:30]}' is no value of JSON")
        return int(word) if word.lstrip("-").isdigit() else float(word)

    def _sign(self, sign: str, start: int) -> None:
        if sign in "{[":
            self._open(Tracked() if sign == "{" else [], start)
        elif sign in "}]":
            self._close(sign, start)
        elif sign == ":" and self._expected == "colon":
            self._expected = "value"
        elif sign == "," and self._expected == "comma":
            self._expected = "key" if isinstance(self._stack[-1][0], dict) else "value"
        else:
            self._stop(start)

    def _open(self, new: Any, start: int) -> None:
        if len(self._stack) >= MAX_DEPTH:
            self._stop(start, f"the document is nested deeper than {MAX_DEPTH} levels", "flatten it")
        self._value(new, start)
        self._stack.append((new, self._key, start))
        self._expected = "key or end" if isinstance(new, dict) else "value or end"

    def _close(self, sign: str, start: int) -> None:
        here = self._stack[-1][0] if self._stack else None
        if self._expected not in ("comma", "key or end", "value or end") or isinstance(here, dict) != (sign == "}"):
            self._stop(start)
        _, _, opened = self._stack.pop()
        if len(self._stack) < _MARKED_DEPTH:
            self.places[id(here)] = (opened, start)
        self._expected = "comma" if self._stack else "end"

    def _value(self, value: Any, start: int) -> None:
        if not self._expected.startswith("value"):
            self._stop(start)
        if not self._stack:
            self.root = value
        elif isinstance(here := self._stack[-1][0], dict):
            here[self._key] = value
        else:
            here.append(value)
        self._expected = "comma" if self._stack else "end"

    def _stop(self, at: int, message: str = "this is not JSON", hint: str = _HINT) -> NoReturn:
        rest = re.compile(r"[ \t\r\n]*+").match(self.text, at)
        at = rest.end() if rest else at
        number = bisect_right(self.breaks, at)
        column = at - (self.breaks[number - 1] if number else 0) + 1
        if at >= len(self.text):
            message = "the JSON ends before it is complete"
        raise ReadError(Problem(message, self.path, number + 1, column, hint=hint))
