"""YAML, TOML and JSON as people keep them beside their homepages: lenient, with lines, with no way to blow up.

Keys are found in lower case and without signs: `startDate`, `start-date` and `start_date` are one.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.base.node import Node, breaks_of

_SIGNS = re.compile(r"[\W_]+")
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
        hint = "nothing of it is read; quote text that holds ': ' or ' #', and check the indentation"
        return Node(None, "", begin, begin, breaks), [replace(error.problems[0], hint=hint)]


def of_toml(text: str, path: Path, begin: int = 0, end: int | None = None) -> tuple[Node, list[Problem]]:
    """TOML as a tree, with what is broken in it; values stand where their keys do."""
    inside, breaks = text[begin:end], breaks_of(text)
    places = {squeezed(match["key"]): begin + match.start("key") for match in reversed([*_TOML_KEY.finditer(inside)])}
    try:
        return _node_of(tomllib.loads(inside), places, breaks, begin), []
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        at = Node(None, "", begin, begin, breaks)
        said = f"this is not TOML: {error}"[:300]
        return at, [Problem(said, path, at.lines[0], hint="nothing of it is read; correct it")]


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
