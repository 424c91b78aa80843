"""YAML, TOML and JSON as people keep them beside their homepages: lenient, with lines, with no way to blow up.

Keys are found in lower case and without signs: `startDate`, `start-date` and `start_date` are one.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.base.node import Node, breaks_of

MAX_PARTS = 5_000
MAX_WARNINGS = 20

_SIGNS = re.compile(r"[\W_]+")
_ENTRY = re.compile(r"^-[ \t]", re.MULTILINE)
_KEY = re.compile(r"^[A-Za-z_][\w. -]{0,60}:(?:\s|$)", re.MULTILINE)
_ONE_LINE = re.compile(r"(?P<key>[A-Za-z_][\w. -]{0,60}?)[ \t]{0,30}:[ \t]+(?P<value>\S.{0,5000})")
_TOML_KEY = re.compile(
    r"^[^\S\n]{0,20}(?:\[{1,2}[^\S\n]{0,5})?(?:[\w-]{1,60}\.){0,5}(?P<key>[\w-]{1,60})[^\S\n]{0,20}[\]=]", re.MULTILINE
)


def squeezed(key: str) -> str:
    """A key in lower case and without signs.

    >>> squeezed("start_date"), squeezed("startDate")
    ('startdate', 'startdate')
    """
    return _SIGNS.sub("", key.casefold())[:80]


def of_yaml(text: str, path: Path, begin: int = 0, end: int | None = None) -> tuple[Node, list[Problem]]:
    """YAML as a tree, with what is broken in it.

    Args:
        text: The text of a file.
        path: The file, for messages.
        begin: Where the YAML begins in it.
        end: Where it ends.
    """
    breaks = breaks_of(text)
    try:
        return strict_yaml.parse_leniently(text[begin:end], path, squeezed, begin, breaks)
    except ReadError as error:
        return _in_parts(text[begin:end], path, begin, breaks, error.problems[0])


def of_toml(text: str, path: Path, begin: int = 0, end: int | None = None) -> tuple[Node, list[Problem]]:
    """TOML as a tree, with what is broken in it; values stand where their keys do."""
    inside, breaks = text[begin:end], breaks_of(text)
    places = {squeezed(match["key"]): begin + match.start("key") for match in reversed([*_TOML_KEY.finditer(inside)])}
    try:
        return _node_of(tomllib.loads(inside), places, breaks, begin), []
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message, first = f"this is not TOML: {error}"[:300], Node(None, "", begin, begin, breaks).lines[0]
        found: dict[str, Node] = {}
        at = begin
        for line in inside.split("\n"):
            found |= _one_line(line.replace(" = ", ": "), at, breaks)
            at += len(line) + 1
        problem = Problem(message, path, first, hint="only plain keys are read; correct it")
        return Node(found or None, "", begin, at, breaks), [problem]


def _node_of(
    data: Any, places: Mapping[str, int], breaks: Sequence[int], at: int, key: str = "", depth: int = 0
) -> Node:
    """Return data as a tree; what has no place of its own has that of what holds it."""
    at = places.get(squeezed(key), at)
    value: Any = None if data is None else str(data)
    if isinstance(data, list | dict) and depth >= strict_yaml.MAX_DEPTH:
        value = None
    elif isinstance(data, list):
        value = [_node_of(each, places, breaks, at, "", depth + 1) for each in data]
    elif isinstance(data, dict):
        value = {}
        for name, each in data.items():
            short = squeezed(name) or name  # of two keys that are one without signs, the second is named as unknown
            node = _node_of(each, places, breaks, at, name, depth + 1)
            value[f"{name} {len(value)}" if short in value else short] = node
    return Node(value, key, at, at, breaks)


def _in_parts(text: str, path: Path, begin: int, breaks: Sequence[int], problem: Problem) -> tuple[Node, list[Problem]]:
    """A broken text part by part: each entry of its list, or each of its keys, for itself."""
    hint = "the rest is read; quote text that holds ': ' or ' #', and check the indentation"
    problems = [replace(problem, hint=hint)]
    keys: dict[str, Node] = {}
    entries: list[Node] = []
    for start, part in _parts(text):
        try:
            found, _ = strict_yaml.parse_leniently(part, path, squeezed, begin + start, breaks)
            keys |= dict(found.pairs)
            entries += found.items
        except ReadError:
            if line := _one_line(part, begin + start, breaks):
                keys |= line
            else:
                at = Node(None, "", begin + start, begin + start, breaks).lines[0]
                problems.append(Problem("ignored: this part is not YAML", path, at, hint=hint))
    return Node(keys or entries or None, "", begin, begin + len(text), breaks), problems[:MAX_WARNINGS]


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that begin at its left margin, each with its place."""
    top = _ENTRY if _ENTRY.search(text) and not _KEY.search(text) else _KEY
    places = dict.fromkeys((0, *(match.start() for match in top.finditer(text)), len(text)))
    for start, end in islice(pairwise(places), MAX_PARTS):
        if part := text[start:end].rstrip("\n"):
            yield start, part


def _one_line(part: str, at: int, breaks: Sequence[int]) -> dict[str, Node]:
    """Return a key with the rest of its line as its text: `title: Lyra: Elastic Scheduling`; else nothing."""
    match = _ONE_LINE.match(part)
    if match is None or part.startswith("-"):
        return {}
    value = match["value"].strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return {squeezed(match["key"]): Node(value, match["key"], at, at + match.end(), breaks)}
