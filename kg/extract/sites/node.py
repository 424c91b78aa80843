"""A value of a structured file, with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SIGNS = re.compile(r"[\W_]+")

Lines = tuple[int, int]


@dataclass(slots=True)
class Node:
    """A value with its place.

    Attributes:
        value: A text, nodes by key, a list of nodes, or None where nothing stands. Keys are in lower case and
            without signs: `startDate`, `start-date` and `start_date` are one.
        lines: First and last line (1-based), with the key.
        key: Its key as written, or nothing.
    """

    value: "str | dict[str, Node] | list[Node] | None"
    lines: Lines
    key: str = ""

    def at(self, *keys: str) -> "Node":
        """Return the value of the first of some keys that says something; an empty one where none does."""
        if isinstance(self.value, dict):
            for key in keys:
                found = self.value.get(key)
                if found is not None and found.value not in (None, "", {}, []):
                    return found
        return Node(None, self.lines)

    @property
    def text(self) -> str:
        """The text that it is, or nothing."""
        return " ".join(self.value.split()) if isinstance(self.value, str) else ""

    @property
    def entries(self) -> "list[Node]":
        """Its entries; a value that is no list is the only one."""
        if isinstance(self.value, list):
            return self.value
        return [] if self.value is None else [self]

    @property
    def pairs(self) -> "Iterator[tuple[str, Node]]":
        """Its keys with their values."""
        return iter(self.value.items() if isinstance(self.value, dict) else ())


def squeezed(key: str) -> str:
    """Return a key in lower case and without signs.

    >>> squeezed("start_date"), squeezed("startDate")
    ('startdate', 'startdate')
    """
    return _SIGNS.sub("", key.casefold())[:80]
