"""Build nodes of a stream of YAML events, without recursion and without growth."""

from pathlib import Path
from typing import Any

import yaml

from kg.base.errors import Problem
from kg.extract.sites.node import Lines, Node, squeezed

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
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self.is_done = False
        self._stack: list[Node] = []
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
        node = Node(text, self._place(event), self._key)
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
        node = Node({} if isinstance(event, yaml.MappingStartEvent) else [], self._place(event), self._key)
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

    def _put(self, node: Node) -> None:
        if not self._stack:
            self.root = node
            return
        around = self._stack[-1].value
        if isinstance(around, dict):
            self._put_key(around, node)
        elif isinstance(around, list):
            around.append(node)
        self._key = ""

    def _put_key(self, around: dict[str, Node], node: Node) -> None:
        key = squeezed(self._key) or self._key
        if key in around and around[key].key == self._key and len(self.problems) < MAX_WARNINGS:
            message = f"the key '{self._key[:60]}' stands here a second time; the last one counts"
            self.problems.append(Problem(message, self.path, node.lines[0], hint="keep one of the two"))
        around[key] = node
