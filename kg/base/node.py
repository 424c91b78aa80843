"""What a structured file holds, whatever its notation: one tree, in which each value knows its place and who asked.

A reader cannot lose a value in silence: what it does not ask for is reported with its key and its lines, unless the
key carries no information.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Any

Lines = tuple[int, int]
Loc = tuple[str | int, ...]
"""A place in a document: keys and 0-based list positions, from the root."""


class Node:
    """A value with its place.

    Attributes:
        value: Nodes by key, a list of nodes, a text, a truth value, or None. Numbers are texts, as they are written.
        key: Its key as written; nothing for an entry of a list. The root of XML has the name of its element.
        start: Where it begins in the text, with its key.
        end: Where it ends.
        is_read: Whether a reader has asked for it: what nobody asked for is reported.
    """

    __slots__ = ("_breaks", "end", "is_read", "key", "start", "value")

    def __init__(self, value: Any, key: str = "", start: int = 0, end: int = 0, breaks: Sequence[int] = ()) -> None:
        self.value = value
        self.key = key
        self.start = start
        self.end = end
        self.is_read = False
        self._breaks = breaks  # Where the lines of the text begin, but for the first

    def __bool__(self) -> bool:
        return bool(self.value)

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    @property
    def lines(self) -> Lines:
        """First and last line (1-based)."""
        last = max(self.start, self.end - 1)
        return bisect_right(self._breaks, self.start) + 1, bisect_right(self._breaks, last) + 1

    @property
    def place(self) -> tuple[int, int]:
        """Line and column (1-based) of its beginning."""
        line = bisect_right(self._breaks, self.start)
        return line + 1, self.start - (self._breaks[line - 1] if line else 0) + 1

    @property
    def data(self) -> Any:
        """The same as plain data, under keys as they are written."""
        value = self.value
        if value.__class__ is dict:
            return {node.key: node.data for node in value.values()}
        return [node.data for node in value] if value.__class__ is list else value

    @property
    def inner(self) -> "list[Node]":
        """What stands right inside it."""
        return list(self.value.values()) if isinstance(self.value, dict) else self.items

    @property
    def items(self) -> "list[Node]":
        """The entries of a list; nothing for any other value."""
        return self.value if isinstance(self.value, list) else []

    @property
    def pairs(self) -> "list[tuple[str, Node]]":
        """The keys of a mapping with their values."""
        return list(self.value.items()) if isinstance(self.value, dict) else []

    @property
    def spans(self) -> dict[tuple[str, int], Lines]:
        """First and last line of each entry of each list right inside it, by key and position."""
        return {(key, at): each.lines for key, node in self.pairs for at, each in enumerate(node.items)}

    @property
    def text(self) -> str:
        """The text that it is, on one line, or nothing."""
        return " ".join(self.value.split()) if isinstance(self.value, str) else ""

    @property
    def entries(self) -> "list[Node]":
        """Its entries; a value that is no list is the only one."""
        return [] if self.value is None else self.value if isinstance(self.value, list) else [self]

    def peek(self, *paths: str) -> "Node":
        """The value of the first of some keys that says something; `a.b` is `b` inside `a`. Empty where none does."""
        return next(reversed(self._steps(paths)), None) or self.instead(None)

    def at(self, *paths: str) -> "Node":
        """The same value, which counts as read, with the keys that lead to it."""
        for each in self._steps(paths):
            each.is_read = True
        return self.peek(*paths)

    def _steps(self, paths: tuple[str, ...]) -> "list[Node]":
        for path in paths:
            steps = [self]
            for key in path.split("."):
                steps += [steps[-1].value[key]] if key in steps[-1] else [Node(None)]
            if steps[-1].value not in (None, "", {}, []):
                return steps[1:]
        return []

    def moved(self, by: int, breaks: Sequence[int]) -> "Node":
        """Move it and everything inside to where it stands in a text of which it was read as a part."""
        self.start, self.end, self._breaks = self.start + by, self.end + by, breaks
        for each in self.inner:
            each.moved(by, breaks)
        return self

    def get(self, key: str) -> "Node | None":
        """Return what stands under a key, which counts as read."""
        found: Node | None = self.value.get(key) if isinstance(self.value, dict) else None
        if found is not None:
            found.is_read = True
        return found

    def instead(self, value: Any, key: str = "") -> "Node":
        """Return another value at the same place."""
        return Node(value, key, self.start, self.end, self._breaks)

    def within(self, *keys: str) -> "Node":
        """Return mappings, one in the other, of which the innermost holds it under the last key."""
        made = self
        for key in reversed(keys):
            made = self.instead({key: made})
        return made

    def followed_by(self, node: "Node") -> "Node":
        """Return a list of it and another one, under its key."""
        return Node([self, node], self.key, self.start, node.end, self._breaks)

    def nearest(self, loc: Sequence[str | int]) -> "Node":
        """Return what stands at a place; its nearest parent, if nothing stands there."""
        node = self
        for part in loc:
            value = node.value
            is_there = part in value if isinstance(value, dict) else part in range(len(node.items))
            if not is_there:
                break
            node = value[part]
        return node

    def mark_read(self) -> "Node":
        """Count it and everything inside as read, such as what was reported as a whole."""
        self.is_read = True
        for each in self.inner:
            each.mark_read()
        return self

    def unread(self, silent: Collection[str] = ()) -> "Iterator[tuple[tuple[str, ...], Node]]":
        """Yield what nobody has asked for, in the order of the document, with the keys that lead to it.

        Args:
            silent: Keys that carry no information, wherever they stand; what has only such is skipped.
        """
        waiting: list[tuple[tuple[str, ...], Node]] = [((), self)]
        while waiting:
            path, node = waiting.pop()
            if node.value.__class__ is list:
                waiting.extend((path, each) for each in reversed(node.value))
            inside = []
            for key, each in node.pairs:
                if key in silent or next(each.leaves(silent), None) is None:
                    continue
                if each.is_read:
                    inside.append(((*path, key), each))
                else:
                    yield (*path, key), each
            waiting.extend(reversed(inside))

    def leaves(self, silent: Collection[str] = ()) -> Iterator[str]:
        """Yield what is said inside: texts, and that something is so; not what stands under silent keys."""
        if isinstance(self.value, dict | list):
            pairs = self.pairs or [("", each) for each in self.items]
            yield from (leaf for key, each in pairs if key not in silent for leaf in each.leaves(silent))
        elif self.value is not None and self.value is not False and str(self.value).strip():
            yield str(self.value)


class Builder:
    """Builds a tree of what a parser meets, one after the other: without recursion.

    Attributes:
        root: The outermost value so far; an empty one at first.
        here: The collection that is open, if there is one.
        awaits_key: Whether a key must come next.
    """

    def __init__(self, text: str) -> None:
        self._breaks = breaks_of(text)
        self.root = Node(None, "", 0, 0, self._breaks)
        self.here: Node | None = None
        self.awaits_key = False
        self._around: list[Node | None] = []
        self._key: str | None = None  # That which awaits its value, under which key this is kept, and where it begins
        self._slot = ""
        self._start = 0

    @property
    def depth(self) -> int:
        """How many collections are open."""
        return len(self._around)

    def take_key(self, key: str, slot: str, start: int) -> bool:
        """Take the key of the next value, and the one under which to keep it; say whether it was there before."""
        self._key, self._slot, self._start = key, slot, start
        self.awaits_key = False
        return self.here is not None and slot in self.here.value

    def put(self, value: Any, start: int, end: int) -> Node:
        """Add a value; of equal keys the first counts."""
        here, key = self.here, self._key
        if key is None:
            node = Node(value, "", start, end, self._breaks)
            if here is None:
                self.root = node
            else:
                here.value.append(node)
        else:
            node = Node(value, key, self._start, end, self._breaks)
            self._key = None
            if here is not None:
                here.value.setdefault(self._slot, node)
            self.awaits_key = True
        return node

    def open(self, value: "dict[str, Node] | list[Node]", start: int) -> None:
        """Add a collection, to which all belongs that comes until it is closed."""
        self._around.append(self.here)
        self.here = self.put(value, start, start)
        self.awaits_key = value.__class__ is dict

    def close(self, end: int) -> None:
        """End the collection that is open."""
        if self.here is not None:
            self.here.end = end
        self.here = around = self._around.pop()
        self.awaits_key = around is not None and around.value.__class__ is dict


def breaks_of(text: str) -> list[int]:
    """Return where the lines of a text begin, but for the first."""
    found, place = [], text.find("\n")
    while place >= 0:
        found.append(place + 1)
        place = text.find("\n", place + 1)
    return found
