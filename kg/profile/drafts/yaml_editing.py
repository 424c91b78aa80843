"""A profile's YAML as lines, so that a change touches only the lines that it is about.

People comment their files and set them as they like. What is not changed is kept byte for byte; what cannot be
changed in place (a list written on one line) is written anew, with its comments above it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.base import strict_yaml
from kg.base.strict_yaml import Loc
from kg.profile.drafts.plain_data import Lines, item, native, pair, textual
from kg.profile.reviewed import sections

Extents = Mapping[Loc, tuple[int, int, int]]

OPEN = "  # not stated in the document: fill in"
"""The comment behind a name that is left open."""

IN_CONFLICT = "  # the sources disagree: decide with kg review"
"""The comment behind another key that is left open, or that has such keys."""


@dataclass
class Piece:
    """An entry of a section: its lines, and the comments and empty lines above it.

    Attributes:
        lead: What stands above it.
        lines: Its own lines.
        data: What they say.
        keys: Where each key stands: first line and the one behind the last, from 0; empty if not in place.
        dash: How far its dash is indented.
        indent: How far its keys are indented.
    """

    lead: Lines
    lines: Lines
    data: dict[str, Any]
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    dash: int = 2
    indent: int = 4

    @classmethod
    def new(cls, data: Mapping[str, Any], *, lead: Iterable[str] = (), dash: int = 2) -> "Piece":
        """Return an entry that is written anew."""
        piece = cls(list(lead), item(native(data), dash), dict(data), {}, dash, dash + 2)
        piece.keys = _keys_of_new(piece)
        return piece

    @property
    def values(self) -> dict[str, Any]:
        """What it says, without why."""
        return {key: value for key, value in self.data.items() if key != "evidence"}

    def change(self, key: str, value: Any) -> None:
        """Give a key another value, in place if its lines are its own; None takes the key away."""
        if key in self.data and textual(self.data[key]) == textual(value):
            return
        changed = {name: each for name, each in self.data.items() if name != key or value is not None}
        if value is not None:
            changed[key] = value
            if "evidence" in changed and key != "evidence":
                changed["evidence"] = changed.pop("evidence")
        if not self.keys or len(self.keys) != len(self.data) or next(iter(self.keys)) == key:
            self.replace(changed)
            return
        start, end = self._place(key)
        new = pair(key, native(value, key), self.indent) if value is not None else []
        self.lines[start:end] = new
        self.data = changed
        self._renumber(key, start, len(new), len(new) - (end - start))

    def replace(self, data: Mapping[str, Any]) -> None:
        """Say something else; comments within go above."""
        other = Piece.new(data, lead=[*self.lead, *self._comments()], dash=self.dash)
        self.lead, self.lines, self.data = other.lead, other.lines, other.data
        self.keys, self.indent = other.keys, other.indent

    def _place(self, key: str) -> tuple[int, int]:
        """Return the lines of a key; a new one stands before the evidence, or last."""
        if key in self.keys:
            return self.keys[key]
        at = self.keys["evidence"][0] if "evidence" in self.keys else max(end for _, end in self.keys.values())
        return at, at

    def _renumber(self, key: str, start: int, length: int, shift: int) -> None:
        self.keys.pop(key, None)
        for name, (first, end) in self.keys.items():
            if first >= start:
                self.keys[name] = (first + shift, end + shift)
        if length:
            self.keys[key] = (start, start + length)
        self.keys = dict(sorted(self.keys.items(), key=lambda each: each[1]))

    def _comments(self) -> Lines:
        margin = " " * self.dash
        taken = {at for start, end in self.keys.values() for at in range(start, end)}
        return [
            f"{margin}{line.strip()}" for at, line in enumerate(self.lines) if at not in taken and _is_comment(line)
        ]


@dataclass
class Part:
    """A top-level key with its lines.

    Attributes:
        lead: What stands above it.
        lines: Its lines; of a section only the first one, if its entries can be told apart.
        data: What it says; of a section with entries None.
        pieces: The entries of a section, or None where it is no section or cannot be changed in place.
    """

    lead: Lines
    lines: Lines
    data: Any
    pieces: list[Piece] | None = None

    @property
    def contents(self) -> Any:
        """What it says."""
        return self.data if self.pieces is None else [piece.data for piece in self.pieces]


class Manuscript:
    """A profile's YAML that can be changed.

    Attributes:
        head: The lines above the first key.
        parts: The top-level keys with their lines.
        tail: The lines behind the last key.
        is_rewritten: Whether the file could not be taken apart, so that comments within it are lost.

    Args:
        text: The YAML; empty for a new profile.
        path: Where it is, for messages.

    Raises:
        ReadError: If it is not YAML.
    """

    def __init__(self, text: str, path: Path) -> None:
        self.head: Lines = []
        self.parts: dict[str, Part] = {}
        self.tail: Lines = []
        self.is_rewritten = False
        self._path = path
        data = strict_yaml.parse(text, path).data if text.strip() else None
        if isinstance(data, dict):
            self._take(text.split("\n"), data, strict_yaml.extents(text, path))
        else:
            self.tail = [line for line in text.split("\n") if _is_comment(line)]

    @property
    def data(self) -> dict[str, Any]:
        """What it says."""
        return {key: part.contents for key, part in self.parts.items()}

    def put(self, key: str, value: Any, order: Iterable[str], *, lead: Iterable[str] = ()) -> None:
        """Give a top-level key a value; a new key stands where the order has it."""
        part = self.parts.get(key)
        if part is not None and textual(part.contents) == textual(value):
            return
        lines = pair(key, native(value, key)) if value is not None else [f"{key}:"]
        lines[0] += _why_open(key, value)
        if part is not None:
            self.parts[key] = Part(part.lead, lines, value)
            return
        self._insert(key, Part(list(lead), lines, value), order)

    def remove(self, key: str) -> None:
        """Take a top-level key away."""
        self.parts.pop(key, None)

    def pieces(self, section: str, order: Iterable[str]) -> list[Piece]:
        """Return the entries of a section, to be changed; a section that is not there is begun."""
        part = self.parts.get(section)
        if part is None:
            part = Part([""], [f"{section}:"], None, [])
            self._insert(section, part, order)
        if part.pieces is None:
            entries = part.data if isinstance(part.data, list) else [] if part.data is None else [part.data]
            part.pieces = [Piece.new(entry) for entry in entries]
            part.lead = [*part.lead, *(line.strip() for line in part.lines if _is_comment(line))]
            part.lines, part.data = [f"{section}:"], None
        return part.pieces

    def text(self) -> str:
        """Return the YAML."""
        lines = list(self.head)
        for key, part in self.parts.items():
            if part.pieces is not None and not part.pieces:
                lines += [*part.lead, f"{key}: []"]
                continue
            lines += [*part.lead, *part.lines]
            for piece in part.pieces or ():
                lines += [*piece.lead, *piece.lines]
        text = "\n".join([*lines, *self.tail])
        return f"{text.rstrip()}\n"

    def _insert(self, key: str, part: Part, order: Iterable[str]) -> None:
        ranks = {name: rank for rank, name in enumerate(order)}
        rank = ranks.get(key, len(ranks))
        before = [name for name in self.parts if ranks.get(name, -1) < rank]
        names = list(self.parts)
        at = names.index(before[-1]) + 1 if before else 0
        parts = list(self.parts.items())
        parts.insert(at, (key, part))
        self.parts = dict(parts)

    def _take(self, lines: Lines, data: dict[str, Any], extents: Extents) -> None:
        top = [(loc[0], extents[loc]) for loc in extents if len(loc) == 1]
        if any(column != 1 for _, (_, column, _) in top):
            self.parts = {str(key): Part([], pair(str(key), native(value, key)), value) for key, value in data.items()}
            self.head = [line for line in lines if _is_comment(line)]
            self.is_rewritten = True
            return
        done = min(first for _, (first, _, _) in top) - 1
        self.head = lines[:done]
        for name, (first, _, last) in top:
            key = str(name)
            part = Part(lines[done : first - 1], lines[first - 1 : last], data[key])
            if key in sections() and isinstance(data[key], list) and data[key]:
                _divide(key, part, lines, extents)
            self.parts[key] = part
            done = last
        self.tail = lines[done:]


def _divide(section: str, part: Part, lines: Lines, extents: Extents) -> None:
    """Tell the entries of a section apart, if each has lines of its own."""
    starts = [_first_line(lines, *extents[section, index][:2]) for index in range(len(part.data))]
    ends = [extents[section, index][2] for index in range(len(part.data))]
    head = extents[(section,)][0]
    befores = [head, *ends[:-1]]
    if not all(start and start > before for start, before in zip(starts, befores, strict=True)):
        return
    pieces = []
    for index, (entry, start, end, before) in enumerate(zip(part.data, starts, ends, befores, strict=True)):
        if not isinstance(entry, dict) or start is None:
            return
        piece = Piece(lines[before : start - 1], lines[start - 1 : end], entry, dash=lines[start - 1].index("-"))
        places = {loc[2]: extents[loc] for loc in ((section, index, key) for key in entry)}
        columns = {column for _, column, _ in places.values()}
        firsts = {first for first, _, _ in places.values()}
        if len(columns) == 1 and len(firsts) == len(places):
            piece.indent = columns.pop() - 1
            piece.keys = {str(key): (first - start, last - start + 1) for key, (first, _, last) in places.items()}
        pieces.append(piece)
    part.lines, part.data, part.pieces = lines[head - 1 : head], None, pieces


def _first_line(lines: Lines, line: int, column: int) -> int | None:
    """Return the line (1-based) of the dash before an entry; None where something else stands before it."""
    before = lines[line - 1][: column - 1].strip()
    if before == "-":
        return line
    while not before and line > 1:
        line -= 1
        before = lines[line - 1].partition("#")[0].strip()
    return line if before == "-" else None


def _why_open(key: str, value: Any) -> str:
    """Return the comment behind a key that is left open, or has such keys; of persons, only a name is not stated."""
    if value is None:
        return OPEN if key == "name" else IN_CONFLICT
    is_open = key == "contact" and isinstance(value, Mapping) and None in value.values()
    return IN_CONFLICT if is_open else ""


def _keys_of_new(piece: Piece) -> dict[str, tuple[int, int]]:
    """Return where the keys of an entry stand that was just written; nothing where it stands on one line."""
    keys: dict[str, tuple[int, int]] = {}
    at = 0
    for key, value in native(piece.data).items():
        length = len(pair(key, value, piece.indent))
        keys[key] = (at, at + length)
        at += length
    return keys if at == len(piece.lines) and not piece.lines[0].lstrip("- ").startswith("{") else {}


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")
