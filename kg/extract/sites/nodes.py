"""YAML, TOML and JSON as people keep them beside their homepages: lenient, with lines, with no way to blow up.

Site generators accept what `kg.base.strict_yaml` refuses: anchors, repeated keys, tags. Here an alias stands for a
short text or for nothing, so that nothing grows; what is broken costs the part in which it stands, not the file.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError
from kg.extract.sites.building import MAX_DEPTH, MAX_WARNINGS, Builder, TooDeepError
from kg.extract.sites.node import Node, squeezed

MAX_PARTS = 5_000

_ENTRY = re.compile(r"-[ \t]")
_KEY = re.compile(r"[A-Za-z_][\w. -]{0,60}:(?:\s|$)")
_ONE_LINE = re.compile(r"(?P<key>[A-Za-z_][\w. -]{0,60}?)[ \t]{0,30}:[ \t]+(?P<value>\S.{0,5000})")
_TOML_KEY = re.compile(r"^\s{0,20}(?:\[{1,2}\s{0,5})?(?:[\w-]{1,60}\.){0,5}(?P<key>[\w-]{1,60})\s{0,20}[\]=]")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def of_yaml(text: str, path: Path, first: int = 1) -> tuple[Node, list[Problem]]:
    """Return a YAML text as nodes, with what is broken in it.

    Args:
        text: The text.
        path: The file, for messages.
        first: The number of its first line in the file.
    """
    builder = Builder(path, first)
    problem = _fed(builder, text)
    if problem is None:
        return builder.root or Node(None, (first, first)), builder.problems
    return _in_parts(text, path, first, problem)


def of_toml(text: str, path: Path, first: int = 1) -> tuple[Node, list[Problem]]:
    """Return a TOML text as nodes, with what is broken in it; values have the line of their key."""
    places: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), first):
        if match := _TOML_KEY.match(line[:500]):
            places.setdefault(squeezed(match["key"]), number)
    try:
        return _of_data(tomllib.loads(text), places, first, 0), []
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"this is not TOML: {error}"[:300]
        return Node(None, (first, first)), [Problem(message, path, first, hint="the file is left out; correct it")]


def _of_data(data: Any, places: dict[str, int], line: int, depth: int, key: str = "") -> Node:
    line = places.get(squeezed(key), line) if key else line
    if depth > MAX_DEPTH:
        return Node(None, (line, line), key)
    if isinstance(data, dict):
        inner = {squeezed(name): _of_data(value, places, line, depth + 1, name) for name, value in data.items()}
        return Node(inner, (line, line), key)
    if isinstance(data, list):
        return Node([_of_data(value, places, line, depth + 1) for value in data], (line, line), key)
    return Node(str(data), (line, line), key)


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


def _in_parts(text: str, path: Path, first: int, problem: tuple[str, int]) -> tuple[Node, list[Problem]]:
    """Return a broken text part by part: each entry of its list, or each of its keys, for itself."""
    hint = "the rest is read; quote text that holds ': ' or ' #', and check the indentation"
    problems = [Problem(problem[0], path, problem[1], hint=hint)]
    keys: dict[str, Node] = {}
    entries: list[Node] = []
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
    return Node(keys or entries or None, (first, last)), problems[:MAX_WARNINGS]


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


def _one_line(part: str, number: int) -> Node | None:
    """Return a key with the rest of its line as its text: `title: Lyra: Elastic Scheduling`."""
    match = _ONE_LINE.match(part)
    if match is None or part.startswith("-"):
        return None
    value = match["value"].strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    place = (number, number)
    return Node({squeezed(match["key"]): Node(value, place, match["key"])}, place)
