"""Read the YAML or TOML at the head of a page; what is broken is a warning, and the page is read all the same."""

import re
from pathlib import Path
from typing import NamedTuple

from kg.base.errors import Problem
from kg.base.node import Node
from kg.extract.nodes import of_toml, of_yaml

MAX_LENGTH = 1 << 18
"""Front matter has at most so many characters."""

_DASHES = re.compile(r"^-{3,}[ \t]*$", re.MULTILINE)  # around YAML, as Jekyll has it
_PLUSES = re.compile(r"^\+{3,}[ \t]*$", re.MULTILINE)  # around TOML, as Hugo has it
_KEY = re.compile(r"[A-Za-z_][\w.-]{0,60}[ \t]{0,9}:(?:\s|$)")


class FrontMatter(NamedTuple):
    """The head of a page.

    Attributes:
        head: Its keys; nothing where there is no head.
        lines: How many lines it takes, with the lines around it.
        warnings: What is broken in it.
    """

    head: Node = Node(None)
    lines: int = 0
    warnings: tuple[Problem, ...] = ()


def read_front_matter(text: str, path: Path) -> FrontMatter:
    """Return the head of a page: what stands between two lines of `---`, or of `+++`, at its beginning.

    Without a second one, the first line is a rule; text between two rules is no front matter.
    """
    blank = len(text) - len(text.lstrip("\n"))
    for fence, parse in ((_DASHES, of_yaml), (_PLUSES, of_toml)):
        if begin := fence.match(text, blank):
            end = fence.search(text, begin.end())
            if end is None or end.start() - begin.end() > MAX_LENGTH:
                return FrontMatter()
            inside, lines = text[begin.end() + 1 : end.start()], text.count("\n", 0, end.end()) + 1
            if fence is _DASHES and not _looks_like_keys(inside):
                return FrontMatter() if inside.strip() else FrontMatter(lines=lines)
            head, problems = parse(text, path, begin.end() + 1, end.start())
            is_head = isinstance(head.value, dict) or (head.value is None and problems)
            return FrontMatter(head, lines, tuple(problems)) if is_head else FrontMatter()
    return FrontMatter()


def body_of(text: str, front: FrontMatter) -> str:
    """Return what stands below a head, with an empty line for each of its lines."""
    return "\n" * front.lines + "".join(text.split("\n", front.lines)[front.lines :])


def _looks_like_keys(inside: str) -> bool:
    first = next((line for line in inside.split("\n") if line.strip() and not line.startswith("#")), "")
    return bool(_KEY.match(first[:500]))
