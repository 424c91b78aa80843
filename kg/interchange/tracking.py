"""Track which values of a parsed document a reader has looked at, and report those that nobody did.

A reader cannot lose a value in silence then: what it does not ask for is reported with its key and its lines, unless
the key carries no information.
"""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple


class Tracked(dict[str, Any]):
    """A mapping that remembers which of its keys were asked for."""

    __slots__ = ("asked",)

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value as `dict.get` does, and remember the key."""
        self.asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        """Return a value, and remember the key."""
        self.asked.add(key)
        return super().__getitem__(key)


class Unread(NamedTuple):
    """A value that no reader has asked for.

    Attributes:
        path: The keys that lead to it, without positions in lists.
        holders: The collections around it, the innermost first.
        value: The value.
    """

    path: tuple[str, ...]
    holders: tuple[Any, ...]
    value: Any


def tracked(node: Any) -> Any:
    """Return plain data with mappings that remember their keys."""
    if isinstance(node, dict):
        return Tracked({key: tracked(value) for key, value in node.items()})
    return [tracked(item) for item in node] if isinstance(node, list) else node


def mark_read(node: Any) -> None:
    """Count everything inside a node as read: it was reported as a whole."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Tracked):
            here.asked.update(here)
        if isinstance(here, dict | list):
            waiting.extend(here.values() if isinstance(here, dict) else here)


def unread(root: Any, silent: Collection[str]) -> Iterator[Unread]:
    """Yield the values that no reader has asked for, in the order of the document; empty ones are skipped.

    Args:
        root: A document of `Tracked` mappings.
        silent: Keys that carry no information, wherever they stand.
    """
    waiting: list[tuple[Any, tuple[str, ...], tuple[Any, ...]]] = [(root, (), ())]
    while waiting:
        node, path, holders = waiting.pop()
        if isinstance(node, list):
            waiting.extend((item, path, (node, *holders)) for item in reversed(node))
        elif isinstance(node, Tracked):
            inside = []
            for key, value in node.items():
                if key in silent or next(leaves(value, silent), None) is None:
                    continue
                if key in node.asked:
                    inside.append((value, (*path, key), (node, *holders)))
                else:
                    yield Unread((*path, key), (node, *holders), value)
            waiting.extend(reversed(inside))
        elif isinstance(node, dict):  # which only holds others together
            waiting.extend((value, path, (node, *holders)) for value in reversed(node.values()))


def leaves(value: Any, silent: Collection[str] = ()) -> Iterator[Any]:
    """Yield what is said inside a value: texts and numbers, and that something is so."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            waiting.extend(inner for key, inner in here.items() if key not in silent)
        elif isinstance(here, list):
            waiting.extend(here)
        elif here is not None and here is not False and str(here).strip():
            yield here
