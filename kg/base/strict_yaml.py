"""Read YAML strictly: every scalar as written, every mistake with its place, no way to blow up.

YAML as researchers type it has traps: `NO` becomes false, `0012` becomes 10, `12:30` becomes 750, the
second of two equal keys wins silently, and aliases expand without bound. Here a plain scalar is the
text that stands in the file (the model decides what it means), and duplicate keys, aliases, tags and
deep nesting are refused. The parser is libyaml's event stream, read with a stack of our own: nesting
cannot exhaust the C stack, and it is faster than PyYAML's own constructor.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from kg.base.errors import Problem, ReadError

MAX_BYTES = 5 << 20
MAX_DEPTH = 24
MAX_PROBLEMS = 100
MAX_ALIASES = 1_000
MAX_ALIASED = 1_000
"""Where aliases are allowed, they stand for texts of so many characters at most."""

_CORE_TAG = "tag:yaml.org,2002:"

_PLAIN_WORDS = {
    "expected ',' or": "a comma or a closing bracket is missing in what begins on line {line}",
    "expected key": "this does not continue what begins on line {line}",
    "expected '-'": "this does not continue the list that begins on line {line}",
    "end of stream while scanning a quoted": "the text that is quoted from line {line} on does not end",
    "mapping values are not allowed": "unexpected ':'; quote the value if it contains ': '",
    "could not find expected ':'": "the key on line {line} has no ':'",
    "cannot start any token": "no text can begin with this sign",
}
"""What to say for a part of libyaml's words."""

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Loc = tuple[str | int, ...]
"""A place in a document: keys and 0-based list positions, from the root."""


@dataclass
class Tree:
    """A YAML document as plain data.

    Attributes:
        data: Dicts, lists, and scalars as text; None for an empty value.
        spans: First and last line (1-based) of each entry of each top-level list, by key and position.
    """

    data: Any
    spans: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)


def read_text(path: Path, *, limit: int = MAX_BYTES) -> str:
    """Return a file's text.

    Raises:
        ReadError: If it is missing, unreadable, larger than `limit` bytes, or not UTF-8.
    """
    try:
        text = read_bytes(path, limit=limit).decode("utf-8-sig")  # path.read_text() overlooks half a byte order mark
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        message = f"byte {error.object[error.start]:#04x} is not UTF-8"
        raise ReadError(Problem(message, path, line, hint="save the file as UTF-8")) from error


def read_bytes(path: Path, *, limit: int) -> bytes:
    """Return what a file holds.

    Raises:
        ReadError: If it is missing, unreadable or larger than `limit` bytes.
    """
    try:
        size = path.stat().st_size
        if size > limit:
            message = f"the file has {size:,} bytes; at most {limit:,} are read"
            raise ReadError(Problem(message, path, hint="split it, or check that it is the right file"))
        return path.read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise ReadError(Problem(message, path, hint="check the path and its permissions")) from error


def line_count(text: str) -> int:
    """Return how many lines a text has; the last need not end."""
    return text.count("\n") + (not text.endswith("\n"))


def parse(text: str, path: Path) -> Tree:
    """Return the one document of a YAML text.

    Raises:
        ReadError: With all duplicate keys, aliases and tags, or with the first syntax error.
    """
    builder = _Builder(path)
    _feed(builder.step(), text, path)
    if builder.problems:
        raise ReadError(builder.problems)
    return Tree(builder.root, builder.spans)


def read_leniently(text: str, path: Path, first: int = 1) -> tuple[Any, dict[Loc, tuple[int, int]], list[Problem]]:
    """The first document of a text that people keep for other tools, the lines of its values, and what is odd in it.

    Tags and anchors are allowed; an alias stands for a short text only. Of equal keys the first counts.

    Args:
        text: The text.
        path: The file, for messages.
        first: The number of its first line in the file.

    Raises:
        ReadError: If it is not YAML, or nested too deeply.
    """
    builder = _LenientBuilder(path, {}, {})
    try:
        _feed(builder.step(), text, path)
    except _SecondDocumentError:
        pass
    except ReadError as error:
        raise ReadError([replace(each, line=(each.line or 1) + first - 1) for each in error.problems]) from error
    lines = {loc: (line + first - 1, last + first - 1) for loc, (line, _, last) in builder.extents.items()}
    return builder.root, lines, [replace(each, line=(each.line or 1) + first - 1) for each in builder.problems]


def locate(text: str, path: Path, loc: Loc) -> tuple[int, int]:
    """Return line and column (1-based) of a place in a text that parses; of its nearest parent if absent."""
    marks = _marks(text, path)
    while loc and loc not in marks:
        loc = loc[:-1]
    return marks.get(loc) or min(marks.values(), default=(1, 1))


def extents(text: str, path: Path) -> Mapping[Loc, tuple[int, int, int]]:
    """Return first line, column and last line (1-based) of each key with its value, and of each entry of a list.

    The column of an entry is that behind its dash. Comments and empty lines behind a value do not belong to it.

    Raises:
        ReadError: As `parse` does.
    """
    builder = _Builder(path, {}, {})
    _feed(builder.step(), text, path)
    if builder.problems:
        raise ReadError(builder.problems)
    return builder.extents


@lru_cache(1)  # a file with one mistake often has a thousand
def _marks(text: str, path: Path) -> Mapping[Loc, tuple[int, int]]:
    marks: dict[Loc, tuple[int, int]] = {}
    _feed(_Builder(path, marks).step(), text, path)
    return marks


def _feed(step: Callable[[Any], None], text: str, path: Path) -> None:
    loader = None
    try:
        loader = _Loader(text)
        while (event := loader.get_event()) is not None:
            step(event)
    except yaml.reader.ReaderError as error:
        raise ReadError(_reader_problem(error, text, path)) from error
    except yaml.MarkedYAMLError as error:
        if "nesting depth" in (error.problem or "") and error.problem_mark:
            # libyaml (from PyYAML 6.0.4 on) reads ahead, and may end at its own limit before our first event.
            _feed(_Builder(path).step(), text[: error.problem_mark.index], path)
        raise ReadError(_syntax_problem(error, text, path)) from error
    finally:
        if loader is not None:
            loader.dispose()


def _reader_problem(error: yaml.reader.ReaderError, text: str, path: Path) -> Problem:
    code = error.character if isinstance(error.character, int) else 0
    before = text.partition(chr(code))[0].split("\n")  # libyaml counts bytes, not characters
    message = f"the character U+{code:04X} is not allowed in YAML"
    place = len(before), len(before[-1]) + 1
    return Problem(message, path, *place, hint="delete the invisible character", rule="syntax")


def _syntax_problem(error: yaml.MarkedYAMLError, text: str, path: Path) -> Problem:
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    lines = text.splitlines()
    around = lines[line - 1] if line <= len(lines) else ""
    if "\t" in around[: len(around) - len(around.lstrip())] or "'\\t'" in (error.problem or ""):
        message, hint = "a tab is used for indentation", "use spaces; YAML does not allow tabs there"
    else:
        message = f"this is not YAML: {_in_plain_words(error)}"
        hint = "check the indentation, and quote text that holds ': ' or ' #' or starts with a sign"
    return Problem(message, path, line, column, hint=hint, rule="syntax")


def _in_plain_words(error: yaml.MarkedYAMLError) -> str:
    words = " ".join(part for part in (error.problem, error.context) if part)
    plain = next((plain for part, plain in _PLAIN_WORDS.items() if part in words), words)
    return plain.format(line=error.context_mark.line + 1 if error.context_mark else 1)


class _Builder:
    """Build data from a stream of YAML events, without recursion.

    The stack holds, for each open collection, the collection around it and the key under which it
    stands there; so the stack is also the path to where the stream is.
    """

    def __init__(
        self, path: Path, marks: dict[Loc, tuple[int, int]] | None = None, ends: dict[Loc, int] | None = None
    ) -> None:
        self.root: Any = None
        self.spans: dict[tuple[str, int], tuple[int, int]] = {}
        self.problems: list[Problem] = []
        self.marks = marks
        self.ends = ends
        self._path = path
        self._stack: list[tuple[Any, Any]] = []
        self._here: Any = None
        self._key: Any = None
        self._first_line = 0
        self._last_line = 0
        self._documents = 0

    @property
    def extents(self) -> dict[Loc, tuple[int, int, int]]:
        """First line, column and last line of each key and entry, where they are asked for."""
        ends = self.ends or {}
        return {loc: (*mark, ends.get(loc, mark[0])) for loc, mark in (self.marks or {}).items()}

    def step(self) -> Callable[[Any], None]:
        """Return the function that takes one event; a table of types is faster than a chain of tests."""
        actions = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: lambda event: self._open(event, {}),
            yaml.SequenceStartEvent: lambda event: self._open(event, []),
            yaml.MappingEndEvent: self._close,
            yaml.SequenceEndEvent: self._close,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }

        def step(event: Any) -> None:
            action = actions.get(event.__class__)
            if action is not None:
                action(event)

        return step

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            self._stop(event, "a second document begins here", "keep one document a file; delete '---'")

    def _scalar(self, event: Any) -> None:
        if event.tag is not None or event.anchor is not None:
            self._refuse_decoration(event)
        mark = event.end_mark  # a block scalar ends at the start of the next line
        self._last_line = mark.line + 1 if mark.column else mark.line
        if self._here.__class__ is dict and self._key is None:
            self._take_key(event)
            return
        value = event.value
        if event.implicit[0] and value in _NULLS:
            value = None
        if len(self._stack) == 2:
            self._first_line = event.start_mark.line + 1
        self._put(event, value)
        self._end()
        self._key = None
        self._span()

    def _take_key(self, event: Any) -> None:
        self._key = event.value
        if self._key in self._here:
            self._note(event, f"the key '{self._key}' stands here a second time", "keep one of the two")
        if self.marks is not None:
            self.marks.setdefault((*self._path_here(), self._key), _start(event))

    def _open(self, event: Any, new: Any) -> None:
        if event.tag is not None or event.anchor is not None:
            self._refuse_decoration(event)
        if self._here.__class__ is dict and self._key is None:
            self._stop(event, "a key must be plain text", "write one word on the left of ':'")
        if len(self._stack) >= MAX_DEPTH:
            self._stop(event, f"the document is nested deeper than {MAX_DEPTH} levels", "flatten it")
        if len(self._stack) == 2:
            self._first_line = event.start_mark.line + 1
        self._put(event, new)
        self._stack.append((self._here, self._key))
        self._here, self._key = new, None

    def _put(self, event: Any, value: Any) -> None:
        """Add a value where the stream is."""
        if self._here is None:
            self.root = value
        elif self._here.__class__ is dict:
            self._here[self._key] = value
        else:
            self._here.append(value)
            if self.marks is not None:
                self.marks[(*self._path_here(), len(self._here) - 1)] = _start(event)

    def _close(self, event: Any) -> None:
        if event.end_mark.index > event.start_mark.index:  # a closing bracket; block ends have no width
            self._last_line = event.end_mark.line + 1
        self._here, self._key = self._stack.pop()
        self._end()
        self._key = None
        self._span()

    def _end(self) -> None:
        """Remember the last line of the value that has just ended."""
        if self.ends is not None and self._here is not None:
            last = self._key if self._here.__class__ is dict else len(self._here) - 1
            self.ends.setdefault((*self._path_here(), last), self._last_line)

    def _span(self) -> None:
        """Remember the lines of an entry of a top-level list that has just ended."""
        if len(self._stack) == 2 and self._here.__class__ is list:
            section = self._stack[1][1]
            self.spans[section, len(self._here) - 1] = (self._first_line, self._last_line)

    def _path_here(self) -> Iterator[str | int]:
        """Yield the keys and positions that lead to the collection the stream is in."""
        for around, key in self._stack[1:]:
            yield key if around.__class__ is dict else len(around) - 1

    def _alias(self, event: Any) -> None:
        name = f"*{event.anchor}"
        self._note(event, f"the alias '{name}' is not allowed", "write the value out, or quote the text")
        if self._here.__class__ is dict and self._key is None:
            self._key = name
        else:
            self._put(event, None)
            self._key = None

    def _refuse_decoration(self, event: Any) -> None:
        sign = f"tag '{event.tag.replace(_CORE_TAG, '!!')}'" if event.tag else f"anchor '&{event.anchor}'"
        self._note(event, f"the {sign} is not allowed", "delete it, or quote the text")

    def _note(self, event: Any, message: str, hint: str) -> None:
        line, column = _start(event)
        self.problems.append(Problem(message, self._path, line, column, hint=hint, rule="syntax"))
        if len(self.problems) >= MAX_PROBLEMS:
            raise ReadError(self.problems)

    def _stop(self, event: Any, message: str, hint: str) -> None:
        self._note(event, message, hint)
        raise ReadError(self.problems)


class _SecondDocumentError(Exception):
    """A second document begins where only the first is read."""


class _LenientBuilder(_Builder):
    """Builds data of what other tools allow; what they may read otherwise than kg is a problem beside the data."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._texts: dict[str, str] = {}
        self._aliases = 0

    def _document(self, _: Any) -> None:
        if self.root is not None:
            raise _SecondDocumentError

    def _put(self, event: Any, value: Any) -> None:
        if self._here.__class__ is not dict or self._key not in self._here:
            super()._put(event, value)

    def _refuse_decoration(self, event: Any) -> None:
        if event.anchor and not isinstance(event, yaml.ScalarEvent):
            message = f"what refers to '&{event.anchor[:60]}' is ignored: it is a list or a mapping"
            self._note(event, message, "write the values in their places")
        elif event.anchor and len(event.value) <= MAX_ALIASED and len(self._texts) < MAX_ALIASES:
            self._texts[event.anchor] = event.value

    def _alias(self, event: Any) -> None:
        self._aliases += 1
        text = self._texts.get(event.anchor) if self._aliases <= MAX_ALIASES else None
        if self._here.__class__ is dict and self._key is None:
            self._key = text or f"*{event.anchor}"
        else:
            self._put(event, text)
            self._end()
            self._key = None

    def _note(self, event: Any, message: str, hint: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(message, self._path, *_start(event), hint=hint, rule="syntax"))

    def _stop(self, event: Any, message: str, hint: str) -> None:
        raise ReadError(Problem(message, self._path, *_start(event), hint=hint, rule="syntax"))


def _start(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1
