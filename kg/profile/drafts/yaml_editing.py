"""Edit a profile's YAML in place: only the lines of an edited entry change.

What is not edited is kept byte for byte. An entry that cannot be edited in place, such as a list written on one
line, is rewritten, with its comments above it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

from kg.base import strict_yaml
from kg.base.node import Node
from kg.profile.drafts.plain_data import Lines, item, native, pair, textual
from kg.profile.model import profile_model
from kg.profile.reviewed import PROVENANCE, listed
from kg.terms.declaration import declaration_near

# Why not ruamel.yaml: its round trip keeps comments and quotes, but sets the whole file in one style. It re-indents
# lists, moves comments to other columns, joins lists that span lines, and turns `end: null` into `end:`, so that a
# review of one entry would change lines all over a file that people wrote by hand.


"""First line, column and last line (1-based) of each value."""

NOT_TAKEN = "# What kg extract found and a profile cannot hold:"
"""The comment at the end of a profile above the passages that were not read, each on a line of its own."""

_PASSAGE = "#   "

OPEN = "  # not stated in the document: fill in"
"""The comment behind a name that is left open."""

IN_CONFLICT = "  # the sources disagree: decide with kg review"
"""The comment behind another key that is left open, or that has such keys."""


_ON_ONE_LINE = re.compile(
    r"""\s*(?:-\s+)?(?:\{.*\}|[\w-]+:\s+(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^]#[]*\]|[^\s"'\[{&*!|>#](?:(?!\s+\#).)*))"""
    r"(\s+\#[^}]*)"
)
"""A key and its value, or an entry, on one line, and the comment behind them."""


@dataclass
class YamlEntry:
    """An entry of a section."""

    lead: Lines  # The comments and empty lines above it
    lines: Lines  # Its own lines
    data: dict[str, Any]  # What they say
    # The lines of each key, from 0 and half open; empty if keys cannot be edited in place
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    dash: int = 2  # The indentation of its dash
    indent: int = 4  # The indentation of its keys

    @classmethod
    def new(cls, data: Mapping[str, Any], *, lead: Iterable[str] = (), dash: int = 2) -> "YamlEntry":
        """Write an entry."""
        plain = native(data)
        entry = cls(list(lead), item(plain, dash), dict(data), {}, dash, dash + 2)
        at = 0
        keys = {}
        for key, value in plain.items():
            keys[key] = (at, at := at + len(pair(key, value, entry.indent)))
        if at == len(entry.lines) and not entry.lines[0].lstrip("- ").startswith("{"):  # else it is on one line
            entry.keys = keys
        return entry

    @property
    def values(self) -> dict[str, Any]:
        """Its data without the evidence."""
        return {key: value for key, value in self.data.items() if key != "evidence"}

    def change(self, key: str, value: Any) -> None:
        """Set a key, in place if its lines are its own; None removes it. A new key goes before the evidence."""
        if key in self.data and textual(self.data[key]) == textual(value):
            return
        changed = {name: each for name, each in self.data.items() if name != key or value is not None}
        if value is not None:
            changed[key] = value
            if "evidence" in changed and key != "evidence":
                changed["evidence"] = changed.pop("evidence")
        # The first key shares its line with the dash.
        if not self.keys or len(self.keys) != len(self.data) or next(iter(self.keys)) == key:
            self.replace(changed)
            return
        last = self.keys["evidence"][0] if "evidence" in self.keys else max(end for _, end in self.keys.values())
        start, end = self.keys.pop(key, (last, last))
        new = pair(key, native(value, key), self.indent) if value is not None else []
        if len(new) == end - start == 1:
            new[0] += _comment_behind(self.lines[start])
        self.lines[start:end] = new
        self.data = changed
        shift = len(new) - (end - start)
        keys = {name: (at + shift, to + shift) if at >= start else (at, to) for name, (at, to) in self.keys.items()}
        if new:
            keys[key] = (start, start + len(new))
        self.keys = dict(sorted(keys.items(), key=itemgetter(1)))

    def become(self, data: Mapping[str, Any]) -> None:
        """Set all keys, each in place if its lines are its own: what stays keeps them, with their comments."""
        for key in {**self.data, **data}:
            self.change(key, data.get(key))

    def replace(self, data: Mapping[str, Any]) -> None:
        """Rewrite the entry; comments within it move above it, but for those behind a key that stays on one line."""
        taken = {at for start, end in self.keys.values() for at in range(start, end)}
        inner = [line for at, line in enumerate(self.lines) if at not in taken and is_comment(line)]
        other = YamlEntry.new(data, dash=self.dash)
        on_one_line = {key: self.lines[start] for key, (start, end) in self.keys.items() if end == start + 1}
        for key, line in (on_one_line or {"": self.lines[0]}).items():
            start, end = other.keys.get(key, (0, len(other.lines)))
            if end == start + 1:
                other.lines[start] += _comment_behind(line)
            else:
                inner.append(_comment_behind(line))
        other.lead = [*self.lead, *(" " * self.dash + line.strip() for line in inner if line)]
        self.__dict__.update(other.__dict__)


@dataclass
class TopLevelKey:
    """A top-level key."""

    lead: Lines  # The comments and empty lines above it
    lines: Lines  # Its lines; of a section with `entries` only the first
    data: Any  # Its value, if it has no `entries`
    entries: list[YamlEntry] | None = None  # The entries of a section that can be edited one by one

    @property
    def value(self) -> Any:
        """Its value."""
        return self.data if self.entries is None else [entry.data for entry in self.entries]


class EditableProfile:
    """A profile's YAML that can be edited.

    Attributes:
        head: The lines above the first key.
        keys: The top-level keys.
        tail: The lines below the last key.
        is_rewritten: Whether the file could not be taken apart, so that comments within it are lost.

    Raises:
        ReadError: If it is not YAML.
    """

    def __init__(self, text: str, path: Path, lists: Collection[str] = ()) -> None:
        self.declaration = declaration_near(path)  # what a profile may say here
        self._lists = lists or self.declaration.sections  # of what the entries can be edited one by one
        self._order = (*profile_model(self.declaration).model_fields, *PROVENANCE)
        self.head: Lines = []
        self.keys: dict[str, TopLevelKey] = {}
        self.tail: Lines = []
        self.is_rewritten = False
        root = strict_yaml.parse(text, path)
        if isinstance(root.value, dict) and root:
            self._take(text.split("\n"), root)
        else:
            self.tail = [line for line in text.split("\n") if is_comment(line)]

    @property
    def data(self) -> dict[str, Any]:
        """The profile as plain data."""
        return {key: each.value for key, each in self.keys.items()}

    def put(self, key: str, value: Any, *, lead: Iterable[str] = ()) -> None:
        """Set a top-level key; a new key goes where a profile has it, below the lines of `lead`."""
        known = self.keys.get(key)
        if known is not None and textual(known.value) == textual(value):
            return
        lines = pair(key, native(value, key)) if value is not None else [f"{key}:"]
        if value is None:
            lines[0] += OPEN if key == "name" else IN_CONFLICT
        elif key == "contact" and isinstance(value, Mapping) and None in value.values():
            lines[0] += IN_CONFLICT
        if known is not None:
            self.keys[key] = TopLevelKey(known.lead, lines, value)
        else:
            self._insert(key, TopLevelKey(list(lead), lines, value))

    def remove(self, key: str) -> None:
        """Remove a top-level key."""
        self.keys.pop(key, None)

    def entries(self, section: str) -> list[YamlEntry]:
        """Return the entries of a section, to be edited; a missing section is created."""
        known = self.keys.get(section)
        if known is None:
            known = TopLevelKey([""], [f"{section}:"], None, [])
            self._insert(section, known)
        if known.entries is None:
            known.entries = [YamlEntry.new(entry) for entry in listed(known.data)]
            known.lead = [*known.lead, *(line.strip() for line in known.lines if is_comment(line))]
            known.lines, known.data = [f"{section}:"], None
        return known.entries

    @property
    def unread(self) -> Lines:
        """The passages at the end that were not read."""
        start, end = self._unread()
        return [line.removeprefix(_PASSAGE) for line in self.tail[start + 1 : end]]

    @unread.setter
    def unread(self, passages: Lines) -> None:
        start, end = self._unread()
        above, below = self.tail[:start], self.tail[end:]
        while above and not above[-1].strip():
            above.pop()
        written = ["", NOT_TAKEN, *(f"{_PASSAGE}{each}" for each in passages)] if passages else []
        self.tail = [*above, *written, *below]

    def _unread(self) -> tuple[int, int]:
        """Return the part of the tail that lists what was not read, half open."""
        if NOT_TAKEN not in self.tail:
            return len(self.tail), len(self.tail)
        start = self.tail.index(NOT_TAKEN)
        rest = range(start + 1, len(self.tail))
        return start, next((at for at in rest if not self.tail[at].startswith(_PASSAGE)), len(self.tail))

    def text(self) -> str:
        """Return the YAML."""
        lines = list(self.head)
        for key, each in self.keys.items():
            lines += [*each.lead, *([f"{key}: []"] if each.entries == [] else each.lines)]
            for entry in each.entries or ():
                lines += [*entry.lead, *entry.lines]
        text = "\n".join([*lines, *self.tail])
        return f"{text.rstrip()}\n"

    def _insert(self, key: str, new: TopLevelKey) -> None:
        ranks = {name: rank for rank, name in enumerate(self._order)}
        rank = ranks.get(key, len(ranks))
        before = [at for at, name in enumerate(self.keys, 1) if ranks.get(name, -1) < rank]
        keys = list(self.keys.items())
        keys.insert(before[-1] if before else 0, (key, new))
        self.keys = dict(keys)

    def _take(self, lines: Lines, root: Node) -> None:
        if any(node.place[1] != 1 for node in root.inner):
            data = root.data
            self.keys = {key: TopLevelKey([], pair(key, native(each, key)), each) for key, each in data.items()}
            self.head = [line for line in lines if is_comment(line)]
            self.is_rewritten = True
            return
        done = min(node.lines[0] for node in root.inner) - 1
        self.head = lines[:done]
        for key, node in root.pairs:
            first, last = node.lines
            new = TopLevelKey(lines[done : first - 1], lines[first - 1 : last], node.data)
            if key in self._lists and node.items:
                new.entries = _entries(node, lines)
                if new.entries is not None:
                    new.lines, new.data = lines[first - 1 : first], None
            self.keys[key] = new
            done = last
        self.tail = lines[done:]


def _entries(section: Node, lines: Lines) -> list[YamlEntry] | None:
    entries = []
    before = section.lines[0]
    for node in section.items:
        (line, column), end = node.place, node.lines[1]
        # The dash may stand on a line above, with comments between.
        text = lines[line - 1][: column - 1].strip()
        while not text and line > 1:
            line -= 1
            text = lines[line - 1].partition("#")[0].strip()
        if text != "-" or line <= before or not isinstance(node.value, dict):
            return None
        entry = YamlEntry(lines[before : line - 1], lines[line - 1 : end], node.data, dash=lines[line - 1].index("-"))
        columns, firsts = ({each.place[at] for each in node.inner} for at in (1, 0))
        if len(columns) == 1 and len(firsts) == len(node.inner):
            entry.indent = columns.pop() - 1
            entry.keys = {key: (each.lines[0] - line, each.lines[1] - line + 1) for key, each in node.pairs}
        entries.append(entry)
        before = end
    return entries


def _comment_behind(line: str) -> str:
    found = _ON_ONE_LINE.fullmatch(line)
    return found[1] if found else ""


def is_comment(line: str) -> bool:
    """Whether a line holds only a comment."""
    return line.lstrip().startswith("#")
