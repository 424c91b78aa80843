"""YAML, TOML and JSON of a homepage, leniently, with lines."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

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
    """A key in lower case and without signs.

    >>> squeezed("start_date"), squeezed("startDate")
    ('startdate', 'startdate')
    """
    return _SIGNS.sub("", key.casefold())[:80]


# YAML, TOML and JSON as people keep them beside their homepages: lenient, with lines, with no way to blow up.


_TOML_KEY = re.compile(r"^\s{0,20}(?:\[{1,2}\s{0,5})?(?:[\w-]{1,60}\.){0,5}(?P<key>[\w-]{1,60})\s{0,20}[\]=]")


def of_yaml(text: str, path: Path, first: int = 1) -> tuple[ValueNode, list[Problem]]:
    """A YAML text as nodes, with what is broken in it.

    Args:
        text: The text.
        path: The file, for messages.
        first: The number of its first line in the file.
    """
    try:
        data, places, problems = strict_yaml.read_leniently(text, path, first)
    except ReadError as error:
        hint = "nothing of it is read; quote text that holds ': ' or ' #', and check the indentation"
        return ValueNode(None, (first, first)), [replace(error.problems[0], hint=hint)]
    return _node_of(data, places, (first, max((last for _, last in places.values()), default=first))), problems


def of_toml(text: str, path: Path, first: int = 1) -> tuple[ValueNode, list[Problem]]:
    """A TOML text as nodes, with what is broken in it; values have the line of their key."""
    lines = enumerate(text.split("\n"), first)
    keys = [(squeezed(match["key"]), number) for number, line in lines if (match := _TOML_KEY.match(line[:500]))]
    places = {key: (number, number) for key, number in reversed(keys)}
    try:
        return _node_of(tomllib.loads(text), places, (first, first)), []
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        problem = Problem(f"this is not TOML: {error}"[:300], path, first, hint="nothing of it is read; correct it")
        return ValueNode(None, (first, first)), [problem]


def _node_of(data: Any, places: Mapping[Any, Lines], lines: Lines, loc: strict_yaml.Loc = ()) -> ValueNode:
    """Data as nodes.

    Args:
        data: The data.
        places: The lines of values, by where they stand or by their squeezed keys.
        lines: The lines of a value that has no place of its own.
        loc: Where the data stand.
    """
    key = str(loc[-1]) if loc and isinstance(loc[-1], str) else ""
    lines = places.get(loc) or places.get(squeezed(key)) or lines
    if len(loc) > strict_yaml.MAX_DEPTH:
        return ValueNode(None, lines, key)
    if isinstance(data, list):
        return ValueNode([_node_of(each, places, lines, (*loc, at)) for at, each in enumerate(data)], lines, key)
    if not isinstance(data, dict):
        return ValueNode(data if data is None else str(data), lines, key)
    inner: dict[str, ValueNode] = {}
    for name, value in data.items():
        short = squeezed(name) or name  # of two keys that are one without signs, the second is named as unknown
        inner[f"{name} {len(inner)}" if short in inner else short] = _node_of(value, places, lines, (*loc, name))
    return ValueNode(inner, lines, key)
