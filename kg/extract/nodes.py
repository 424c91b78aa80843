"""YAML, TOML and JSON of a homepage, leniently, with lines."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError

# A value of a structured file, with its place.

_SIGNS = re.compile(r"[\W_]+")

Lines = tuple[int, int]


@dataclass(slots=True)
class ValueNode:
    """A value with its place.

    Attributes:
        value: A text, nodes by key, a list of nodes, or None where nothing stands. Keys are in lower case and
            without signs: `startDate`, `start-date` and `start_date` are one.
        lines: First and last line (1-based), with the key.
        key: Its key as written, or nothing.
        is_read: Whether a reader has asked for it: what nobody asked for is reported.
    """

    value: "str | dict[str, ValueNode] | list[ValueNode] | None"
    lines: Lines
    key: str = ""
    is_read: bool = False

    def peek(self, *paths: str) -> "ValueNode":
        """The value of the first of some keys that says something; `a.b` is `b` inside `a`. Empty where none does."""
        for path in paths:
            found: ValueNode | None = self
            for key in path.split("."):
                found = found.value.get(key) if found is not None and isinstance(found.value, dict) else None
            if found is not None and found.value not in (None, "", {}, []):
                return found
        return ValueNode(None, self.lines)

    def at(self, *paths: str) -> "ValueNode":
        """The same value, which counts as read, with the keys that lead to it."""
        found = self.peek(*paths)
        for path in paths if found.value is not None else ():
            if self.peek(path) is found:
                for end in range(1, path.count(".") + 2):
                    self.peek(".".join(path.split(".")[:end])).is_read = True
                break
        return found

    def mark_read(self) -> "ValueNode":
        """Count it and everything inside as read."""
        self.is_read = True
        for each in self.value.values() if isinstance(self.value, dict) else self.entries:
            if each is not self:
                each.mark_read()
        return self

    def unread(self) -> "Iterator[ValueNode]":
        """Yield the values with keys that nobody has asked for; empty ones are skipped."""
        for each in self.value.values() if isinstance(self.value, dict) else self.entries:
            if each is self or each.value in (None, "", {}, []):
                continue
            if each.key and not each.is_read:
                yield each
            else:
                yield from each.unread()

    @property
    def text(self) -> str:
        """The text that it is, or nothing."""
        return " ".join(self.value.split()) if isinstance(self.value, str) else ""

    @property
    def entries(self) -> "list[ValueNode]":
        """Its entries; a value that is no list is the only one."""
        if isinstance(self.value, list):
            return self.value
        return [] if self.value is None else [self]

    @property
    def data(self) -> Any:
        """The same as plain data, under keys as they are written."""
        if isinstance(self.value, dict):
            return {node.key: node.data for node in self.value.values()}
        return [node.data for node in self.value] if isinstance(self.value, list) else self.value

    @property
    def pairs(self) -> "list[tuple[str, ValueNode]]":
        """Its keys with their values."""
        return list(self.value.items()) if isinstance(self.value, dict) else []


def squeezed(key: str) -> str:
    """Return a key in lower case and without signs.

    >>> squeezed("start_date"), squeezed("startDate")
    ('startdate', 'startdate')
    """
    return _SIGNS.sub("", key.casefold())[:80]


# Build nodes of a stream of YAML events, without recursion and without growth.

MAX_DEPTH = 24
MAX_ALIASES = 1_000
MAX_ALIASED = 1_000
"""Aliases of longer texts, and those of lists and mappings, stand for nothing."""

MAX_WARNINGS = 20

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


class TooDeepError(Exception):
    """Something is nested too deep; to skip it would take time in the square of its depth."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Builder:
    """Builds nodes of a stream of YAML events, without recursion."""

    def __init__(self, path: Path, first: int) -> None:
        self.path = path
        self.first = first
        self.root: ValueNode | None = None
        self.problems: list[Problem] = []
        self.is_done = False
        self._stack: list[ValueNode] = []
        self._key = ""
        self._key_line = 0
        self._anchors: dict[str, str] = {}
        self._aliases = 0
        self._skipped = 0
        self._last = first

    def take(self, event: Any) -> None:
        """Take the next event."""
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        elif isinstance(event, yaml.AliasEvent):
            self._aliases += 1
            text = self._anchors.get(str(event.anchor)) if self._aliases <= MAX_ALIASES else None
            self._value(event, text)
        elif isinstance(event, yaml.DocumentEndEvent):
            self.is_done = self.root is not None and self.root.value is not None

    def _scalar(self, event: Any) -> None:
        if event.anchor and len(event.value) <= MAX_ALIASED and len(self._anchors) < MAX_ALIASES:
            self._anchors[event.anchor] = event.value
        is_null = event.implicit[0] and event.value in _NULLS
        self._value(event, None if is_null else event.value)

    def _value(self, event: Any, text: str | None) -> None:
        if self._skipped:
            return
        if self._awaits_key():
            self._key, self._key_line = (text or "")[:200] or "-", event.start_mark.line
            return
        node = ValueNode(text, self._place(event), self._key)
        self._last = node.lines[1]
        self._put(node)

    def _awaits_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1].value, dict) and not self._key

    def _open(self, event: Any) -> None:
        if len(self._stack) + self._skipped >= MAX_DEPTH:
            raise TooDeepError(event.start_mark.line)
        if self._skipped or self._awaits_key():  # a key that is no text
            self._skipped += 1
            return
        node = ValueNode({} if isinstance(event, yaml.MappingStartEvent) else [], self._place(event), self._key)
        if event.anchor:
            message = f"what refers to '&{str(event.anchor)[:60]}' is left out: it is a list or a mapping"
            self._warn(message, node.lines[0], "write the values in their places")
        self._put(node)
        self._stack.append(node)

    def _close(self, event: Any) -> None:
        if self._skipped:
            self._skipped -= 1
            if not self._skipped:
                self._key = "-" if self._awaits_key() else ""
            return
        node = self._stack.pop()
        if event.end_mark.index > event.start_mark.index:  # a closing bracket; block ends have no width
            self._last = event.end_mark.line + self.first
        node.lines = (node.lines[0], max(node.lines[0], self._last))

    def _place(self, event: Any) -> Lines:
        """Return the lines of a value, with its key."""
        start = min(self._key_line, event.start_mark.line) if self._key else event.start_mark.line
        end = event.end_mark
        last = end.line if end.column or end.line == event.start_mark.line else end.line - 1
        return start + self.first, max(start, last) + self.first

    def _put(self, node: ValueNode) -> None:
        if not self._stack:
            self.root = node
            return
        around = self._stack[-1].value
        if isinstance(around, dict):
            self._put_key(around, node)
        elif isinstance(around, list):
            around.append(node)
        self._key = ""

    def _put_key(self, around: dict[str, ValueNode], node: ValueNode) -> None:
        key = squeezed(self._key) or self._key
        if key in around and around[key].key == self._key:
            message = f"the key '{self._key[:60]}' stands here a second time; the first one counts"
            self._warn(message, node.lines[0], "keep one of the two")
        else:
            around[key] = node

    def _warn(self, message: str, line: int, hint: str) -> None:
        if len(self.problems) < MAX_WARNINGS:
            self.problems.append(Problem(message, self.path, line, hint=hint))


# YAML, TOML and JSON as people keep them beside their homepages: lenient, with lines, with no way to blow up.

MAX_PARTS = 5_000

_ENTRY = re.compile(r"-[ \t]")
_KEY = re.compile(r"[A-Za-z_][\w. -]{0,60}:(?:\s|$)")
_ONE_LINE = re.compile(r"(?P<key>[A-Za-z_][\w. -]{0,60}?)[ \t]{0,30}:[ \t]+(?P<value>\S.{0,5000})")
_TOML_KEY = re.compile(r"^\s{0,20}(?:\[{1,2}\s{0,5})?(?:[\w-]{1,60}\.){0,5}(?P<key>[\w-]{1,60})\s{0,20}[\]=]")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def of_yaml(text: str, path: Path, first: int = 1) -> tuple[ValueNode, list[Problem]]:
    """Return a YAML text as nodes, with what is broken in it.

    Args:
        text: The text.
        path: The file, for messages.
        first: The number of its first line in the file.
    """
    builder = Builder(path, first)
    problem = _fed(builder, text)
    if problem is None:
        return builder.root or ValueNode(None, (first, first)), builder.problems
    return _in_parts(text, path, first, problem)


def of_toml(text: str, path: Path, first: int = 1) -> tuple[ValueNode, list[Problem]]:
    """Return a TOML text as nodes, with what is broken in it; values have the line of their key."""
    places: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), first):
        if match := _TOML_KEY.match(line[:500]):
            places.setdefault(squeezed(match["key"]), number)
    try:
        return _of_data(tomllib.loads(text), places, first, 0), []
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        problem = Problem(f"this is not TOML: {error}"[:300], path, first, hint="only plain keys are read; correct it")
        lines = enumerate(text.split("\n"), first)
        found = [node.value for number, line in lines if (node := _one_line(line.replace(" = ", ": "), number))]
        keys = {key: node for each in found if isinstance(each, dict) for key, node in each.items()}
        return ValueNode(keys or None, (first, first)), [problem]


def _of_data(data: Any, places: dict[str, int], line: int, depth: int, key: str = "") -> ValueNode:
    line = places.get(squeezed(key), line) if key else line
    if depth > MAX_DEPTH:
        return ValueNode(None, (line, line), key)
    if isinstance(data, dict):
        inner = {squeezed(name): _of_data(value, places, line, depth + 1, name) for name, value in data.items()}
        return ValueNode(inner, (line, line), key)
    if isinstance(data, list):
        return ValueNode([_of_data(value, places, line, depth + 1) for value in data], (line, line), key)
    return ValueNode(str(data), (line, line), key)


def _fed(builder: "Builder", text: str) -> tuple[str, int] | None:
    """Build as far as a text is YAML; return what is wrong behind that and its line."""
    loader = None
    try:
        loader = _Loader(text)
        while not builder.is_done and (event := loader.get_event()) is not None:
            builder.take(event)
    except TooDeepError as error:
        return f"this is nested deeper than {MAX_DEPTH} levels", builder.first + error.line
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return _in_words(text, builder.path), builder.first + (mark.line if mark else 0)
    finally:
        if loader is not None:
            loader.dispose()
    return None


def _in_words(text: str, path: Path) -> str:
    """Return what is wrong, as the strict reader says it."""
    try:
        strict_yaml.parse(text, path)
    except ReadError as error:
        return error.problems[0].message
    return "this is not YAML"


def _in_parts(text: str, path: Path, first: int, problem: tuple[str, int]) -> tuple[ValueNode, list[Problem]]:
    """Return a broken text part by part: each entry of its list, or each of its keys, for itself."""
    hint = "the rest is read; quote text that holds ': ' or ' #', and check the indentation"
    problems = [Problem(problem[0], path, problem[1], hint=hint)]
    keys: dict[str, ValueNode] = {}
    entries: list[ValueNode] = []
    for number, part in _parts(text, first):
        builder = Builder(path, number)
        found = builder.root if _fed(builder, part) is None else _one_line(part, number)
        if found is None:
            problems.append(Problem("left out: this part is not YAML", path, number, hint=hint))
        elif isinstance(found.value, dict):
            keys |= found.value
        elif isinstance(found.value, list):
            entries += found.value
    last = first + text.count("\n")
    return ValueNode(keys or entries or None, (first, last)), problems[:MAX_WARNINGS]


def _parts(text: str, first: int) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that begin at its left margin, each with its line."""
    here: list[str] = []
    begin, count = first, 0
    lines = text.split("\n")
    top = _ENTRY if any(map(_ENTRY.match, lines)) and not any(map(_KEY.match, lines)) else _KEY
    for number, line in enumerate(lines, first):
        if top.match(line) and here:
            yield begin, "\n".join(here)
            here, begin, count = [], number, count + 1
            if count >= MAX_PARTS:
                return
        here.append(line)
    if any(line.strip() for line in here):
        yield begin, "\n".join(here)


def _one_line(part: str, number: int) -> ValueNode | None:
    """Return a key with the rest of its line as its text: `title: Lyra: Elastic Scheduling`."""
    match = _ONE_LINE.match(part)
    if match is None or part.startswith("-"):
        return None
    value = match["value"].strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    place = (number, number)
    return ValueNode({squeezed(match["key"]): ValueNode(value, place, match["key"])}, place)
