"""Read YAML strictly: every scalar as written, every mistake with its place, no way to blow up.

YAML as researchers type it has traps: `NO` becomes false, `0012` becomes 10, `12:30` becomes 750, the
second of two equal keys wins silently, and aliases expand without bound. Here a plain scalar is the
text that stands in the file (the model decides what it means), and duplicate keys, aliases, tags and
deep nesting are refused. The parser is libyaml's event stream, read with a stack of our own: nesting
cannot exhaust the C stack, and it is faster than PyYAML's own constructor.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from kg.base.errors import Problem, ReadError
from kg.base.node import Builder, Node, breaks_of

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


def parse(text: str, path: Path) -> Node:
    """Return the one document of a YAML text: every scalar is text, or None where nothing stands.

    Raises:
        ReadError: With all duplicate keys, aliases and tags, or with the first syntax error.
    """
    builder = _Builder(path, text)
    _feed(builder.step(), text, path)
    if builder.problems:
        raise ReadError(builder.problems)
    return builder.root


def parse_leniently(
    text: str, path: Path, short: Callable[[str], str], begin: int = 0, breaks: Sequence[int] = ()
) -> tuple[Node, list[Problem]]:
    """The first document of a text that people keep for other tools, and what is odd in it.

    Tags and anchors are allowed; an alias stands for a short text only. Of equal keys the first counts.

    Args:
        text: The text.
        path: The file, for messages.
        short: Makes of a key as it is written the one under which its value is found.
        begin: Where the text begins in the file.
        breaks: Where the lines of the file begin, but for the first.

    Raises:
        ReadError: If it is not YAML, or nested too deeply.
    """
    before = bisect_right(breaks, begin)
    builder = _LenientBuilder(path, text, short)
    try:
        with suppress(_SecondDocumentError):
            _feed(builder.step(), text, path)
    except ReadError as error:
        raise ReadError([replace(each, line=(each.line or 1) + before) for each in error.problems]) from error
    problems = [replace(each, line=(each.line or 1) + before) for each in builder.problems]
    return builder.root.moved(begin, breaks or breaks_of(text)), problems


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
            _feed(_Builder(path, text).step(), text[: error.problem_mark.index], path)
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


class _Builder(Builder):
    """Builds a tree of a stream of YAML events."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(text)
        self.problems: list[Problem] = []
        self._path = path
        self._end = 0  # Where the last scalar ended
        self._documents = 0

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
        value = event.value
        if not self.awaits_key and event.implicit[0] and value in _NULLS:
            value = None
        self._add(event, value, value)

    def _add(self, event: Any, key: str, value: str | None) -> None:
        """Add a key or a value, whichever must come next."""
        self._end = event.end_mark.index
        if not self.awaits_key:
            self.put(value, event.start_mark.index, self._end)
        elif self.take_key(key, self._slot_of(key), event.start_mark.index):
            self._note(event, f"the key '{key}' stands here a second time", "keep one of the two")

    def _slot_of(self, key: str) -> str:
        return key

    def _open(self, event: Any, new: Any) -> None:
        if event.tag is not None or event.anchor is not None:
            self._refuse_decoration(event)
        if self.awaits_key:
            self._stop(event, "a key must be plain text", "write one word on the left of ':'")
        if self.depth >= MAX_DEPTH:
            self._stop(event, f"the document is nested deeper than {MAX_DEPTH} levels", "flatten it")
        self.open(new, event.start_mark.index)

    def _close(self, event: Any) -> None:
        if event.end_mark.index > event.start_mark.index:  # a closing bracket; block ends have no width
            self._end = event.end_mark.index
        self.close(self._end)

    def _alias(self, event: Any) -> None:
        name = f"*{event.anchor}"
        self._note(event, f"the alias '{name}' is not allowed", "write the value out, or quote the text")
        self._add(event, name, None)

    def _refuse_decoration(self, event: Any) -> None:
        sign = f"tag '{event.tag.replace(_CORE_TAG, '!!')}'" if event.tag else f"anchor '&{event.anchor}'"
        self._note(event, f"the {sign} is not allowed", "delete it, or quote the text")

    def _note(self, event: Any, message: str, hint: str) -> None:
        self.problems.append(Problem(message, self._path, *_start(event), hint=hint, rule="syntax"))
        if len(self.problems) >= MAX_PROBLEMS:
            raise ReadError(self.problems)

    def _stop(self, event: Any, message: str, hint: str) -> None:
        self._note(event, message, hint)
        raise ReadError(self.problems)


class _SecondDocumentError(Exception):
    """A second document begins where only the first is read."""


class _LenientBuilder(_Builder):
    """Builds a tree of what other tools allow; what they may read otherwise than kg is a problem beside it."""

    def __init__(self, path: Path, text: str, short: Callable[[str], str]) -> None:
        super().__init__(path, text)
        self._short = short
        self._texts: dict[str, str] = {}
        self._aliases = 0

    def _document(self, _: Any) -> None:
        if self.root.value is not None:
            raise _SecondDocumentError

    def _slot_of(self, key: str) -> str:
        """Under which key to keep a value; of two keys that are one when shortened, the second is named as unknown."""
        short = self._short(key) or key
        known = self.here.value.get(short) if self.here else None
        return short if known is None or known.key == key else f"{key} 2"

    def _refuse_decoration(self, event: Any) -> None:
        if event.anchor and not isinstance(event, yaml.ScalarEvent):
            message = f"what refers to '&{event.anchor[:60]}' is ignored: it is a list or a mapping"
            self._note(event, message, "write the values in their places")
        elif event.anchor and len(event.value) <= MAX_ALIASED and len(self._texts) < MAX_ALIASES:
            self._texts[event.anchor] = event.value

    def _alias(self, event: Any) -> None:
        self._aliases += 1
        text = self._texts.get(event.anchor) if self._aliases <= MAX_ALIASES else None
        self._add(event, text or f"*{event.anchor}", text)

    def _note(self, event: Any, message: str, hint: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(message, self._path, *_start(event), hint=hint, rule="syntax"))

    def _stop(self, event: Any, message: str, hint: str) -> None:
        raise ReadError(Problem(message, self._path, *_start(event), hint=hint, rule="syntax"))


def _start(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1
