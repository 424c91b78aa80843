"""YAML as plain data, with the lines of any part of it."""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from kg import strict_yaml
from kg.errors import Problem, ReadError
from kg.interchange import tracking
from kg.interchange.drafting import Drafting
from kg.strict_yaml import Loc


@dataclass(frozen=True)
class YamlText:
    """A YAML document as mappings that remember what was asked for; all scalars are texts."""

    data: Any
    _plain: Any
    _text: str
    _path: Path
    _behind: dict[int, dict[str, str]] = field(default_factory=dict)

    def lines(self, *loc: str | int) -> tuple[int, int]:
        """Return first and last line of a part; of an entry of a list, up to the one behind it."""
        start, _ = strict_yaml.locate(self._text, self._path, loc)
        end = self._line_behind(loc)
        return start, max(start, end - 1)

    def lines_of_unread(self, each: tracking.Unread) -> tuple[int, int]:
        """Return first and last line of a value that no reader asked for."""
        loc: list[str | int] = [each.path[-1]]
        for inner, outer in pairwise(each.holders):
            found = enumerate(outer) if isinstance(outer, list) else outer.items()
            loc.insert(0, next(key for key, value in found if value is inner))
        return self.lines(*loc)

    def _line_behind(self, loc: Loc) -> int:
        """Return the line of what follows a part, at any level."""
        for depth in range(len(loc), 0, -1):
            here: Any = self._plain
            for part in loc[: depth - 1]:
                here = here[part]
            follower = self._follower(here, loc[depth - 1])
            if follower is not None:
                return strict_yaml.locate(self._text, self._path, (*loc[: depth - 1], follower))[0]
        return strict_yaml.line_count(self._text) + 1

    def _follower(self, around: Any, part: str | int) -> str | int | None:
        """Return the key or position behind one, if there is any."""
        if isinstance(part, int):
            return part + 1 if part + 1 < len(around) else None
        if id(around) not in self._behind:
            self._behind[id(around)] = dict(pairwise(around))
        return self._behind[id(around)].get(part)


def parse(drafting: Drafting, key: str, what: str, *, hint: str = "") -> YamlText:
    """Return the document of a file that must have a key.

    Raises:
        ReadError: If it is not YAML, or lacks the key.
    """
    tree = strict_yaml.parse(drafting.text, drafting.path)
    if not isinstance(tree.data, dict) or key not in tree.data:
        raise ReadError(Problem(f"this is no {what}", drafting.path, hint=f"it should have the key '{key}'{hint}"))
    return YamlText(tracking.tracked(tree.data), tree.data, drafting.text, drafting.path)
