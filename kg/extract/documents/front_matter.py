"""Read the YAML or TOML at the head of a page; what is broken is a warning, and the page is read all the same."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from frontmatter.default_handlers import BaseHandler, YAMLHandler

from kg.base import strict_yaml
from kg.base.errors import Problem, ReadError

MAX_LENGTH = 1 << 18
"""Front matter has at most so many characters."""

_KEY = re.compile(r"(?P<key>[A-Za-z_][\w.-]{0,60})[ \t]{0,9}:(?:[ \t]+(?P<value>.*))?$")
_HINT = "the rest of the page is read; quote text that holds ': ' or ' #'"


class FrontMatter(NamedTuple):
    """The head of a page.

    Attributes:
        data: Its keys; empty where there is no head.
        lines: How many lines it takes, with the lines around it.
        warnings: What is broken in it.
    """

    data: Mapping[str, Any]
    lines: int = 0
    warnings: tuple[Problem, ...] = ()


class _TomlHandler(BaseHandler):  # type: ignore[misc, unused-ignore]
    """TOML as Hugo has it, between lines of `+++`; read by the standard library."""

    FM_BOUNDARY = re.compile(r"^\+{3,}[ \t]*$", re.M)
    START_DELIMITER = END_DELIMITER = "+++"


def read(text: str, path: Path) -> FrontMatter:
    """Return the head of a page: what stands between two lines of `---`, or of `+++`, at its beginning."""
    blank = len(text) - len(text.lstrip("\n"))
    for handler, load in ((YAMLHandler(), _yaml), (_TomlHandler(), _toml)):
        if not handler.detect(text[blank : blank + 200]):
            continue
        try:
            head, rest = handler.split(text[blank:])
        except ValueError:  # the second line of dashes is missing: the first one is a rule
            return FrontMatter({})
        lines = text.count("\n") - rest.count("\n") + rest.startswith("\n")
        return load(head, lines, blank + 1, path) if len(head) <= MAX_LENGTH else FrontMatter({})
    return FrontMatter({})


def _yaml(head: str, lines: int, first: int, path: Path) -> FrontMatter:
    """Return YAML as data; text between two rules is no front matter."""
    if not _looks_like_keys(head):
        return FrontMatter({}, lines) if not head.strip() else FrontMatter({})
    try:
        data = strict_yaml.parse("\n" * (first - 1) + head, path).data
    except ReadError as error:
        warnings = tuple(replace(problem, hint=problem.hint or _HINT) for problem in error.problems)
        return FrontMatter(_salvaged(head), lines, warnings)
    return FrontMatter(data, lines) if isinstance(data, dict) else FrontMatter({})


def _looks_like_keys(head: str) -> bool:
    first = next((line for line in head.split("\n") if line.strip() and not line.startswith("#")), "")
    return bool(_KEY.match(first[:500]))


def _salvaged(head: str) -> dict[str, Any]:
    """Return the keys of one line each of YAML that is broken elsewhere."""
    data: dict[str, Any] = {}
    for line in head.split("\n"):
        match = _KEY.match(line) if len(line) < 5000 else None
        if match and match["value"]:
            value = match["value"].strip()
            quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
            data.setdefault(match["key"], value[1:-1] if quoted else value)
    return data


def _toml(head: str, lines: int, first: int, path: Path) -> FrontMatter:
    try:
        return FrontMatter(tomllib.loads(head), lines)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"this is not TOML: {error}"
        return FrontMatter(_salvaged(head.replace(" = ", ": ")), lines, (Problem(message, path, first, hint=_HINT),))
