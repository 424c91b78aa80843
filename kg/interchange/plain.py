"""Reach into a tree whose form nobody guarantees: what is missing, or of another kind, is empty."""

import re
from html import unescape
from typing import Any

from kg.base.node import Lines, Node

_MARKUP = re.compile(
    r"</?(?:i|b|em|strong|su[bp]|scp|sc|small|tt|u|span|math|inline-formula|tex-math|(?:jats|mml):[\w-]{1,30})"
    r"(?:\s[^<>]{0,300})?/?>"
)
_BLOCKS = re.compile(r"</?(?:jats:)?(?:p|br|div|li|title|sec|list|list-item|label)(?:\s[^<>]{0,300})?/?>")
_ESCAPED = re.compile(r"&lt;([a-z][\w:-]{0,30})\b(?=.{0,300}&lt;/\1&gt;)|&lt;/?(?:jats:)?(?:p|br)\b", re.DOTALL)
"""Escaped markup: of pairs, or of paragraphs; a tag that stands alone is one that a title is about."""
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});")
_ESCAPED_TIMES = 4
_MATHML = re.compile(r"(</?mml:[^<>]{0,300}>)\s+(?=</?mml:)")
_RAISED = re.compile(r"(?<!\s)(\s{1,200})(<(su[bp])>[^<>]{0,200}</\3>)(?:(\s{1,200})(\S{1,8}))?")
_FORMULA = re.compile(r"(?:[A-Z][a-z]?|[SNPC]O|[OCN]H|CN)(?![A-Za-z])|[\d(),;.:+–-]")
"""What goes on with a chemical formula behind a subscript."""
_TOO_LONG = 20_000


def at(node: Node | None, *keys: str | int) -> Node | None:
    """Return what stands at a place, or None where nothing does."""
    for key in keys:
        if node is not None:
            node = node.get(key) if isinstance(key, str) else next(iter(node.items[key : key + 1]), None)
    return None if node is None or node.value is None else node


def text(node: Node | None, *keys: str | int) -> str:
    """Return the text at a place as one line, without markup; empty where there is none.

    Some formats have it beside attributes, under `value` or `content`; several texts are parted by commas.
    """
    found = at(node, *keys)
    if found is not None and isinstance(found.value, dict):
        found = found.get("value") or found.get("content")
    if found is None:
        return ""
    return ", ".join(filter(None, map(_scalar, found.items))) if isinstance(found.value, list) else _scalar(found)


def _scalar(node: Node) -> str:
    return line(node.value) if isinstance(node.value, str) else ""


def as_written(node: Node | None, *keys: str | int) -> str:
    """Return the text at a place with its markup and line breaks."""
    found = at(node, *keys)
    return found.value if found is not None and isinstance(found.value, str) else ""


def first(node: Node | None, *keys: str) -> str:
    """Return the text under the first of some keys that has any."""
    return next((found for key in keys if (found := text(node, key))), "")


def several(node: Node | None, *keys: str | int) -> list[Node]:
    """Return the list at a place; a single value is a list of one."""
    found = at(node, *keys)
    if found is None or found.value == "":
        return []
    return found.items if isinstance(found.value, list) else [found]


def texts(node: Node | None, *keys: str | int) -> list[str]:
    """Return the texts of a list, each once, without empty ones."""
    return list(dict.fromkeys(found for value in several(node, *keys) if (found := text(value))))


def whole(node: Node | None, *keys: str | int) -> int | None:
    """Return the whole number at a place, also where it is written as text."""
    value = text(node, *keys)
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def is_true(node: Node | None, *keys: str | int) -> bool:
    """Say whether what stands at a place is true."""
    found = at(node, *keys)
    return found is not None and found.value is True


def is_mapping(node: Node | None) -> bool:
    """Say whether something has keys."""
    return node is not None and isinstance(node.value, dict)


def mark_read(*nodes: Node | None) -> None:
    """Count everything inside of some values as read."""
    for node in nodes:
        if node is not None:
            node.mark_read()


def lines_of(*nodes: Node | None) -> Lines:
    """Return first and last line of the first of some values that is there."""
    return next((node.lines for node in nodes if node is not None), (1, 1))


def line(value: str) -> str:
    r"""Return a text on one line: no markup, no entities however often they are escaped, single spaces.

    Markup is taken out as it stands, and where it is escaped once: registries do so. What is escaped more often,
    or a tag without its end, is what the source writes about.

    >>> line("On <i>Notes</i>\n  &amp;amp; Engines"), line("&lt;i&gt;Notes&lt;/i&gt;"), line("the &lt;i&gt; of HTML")
    ('On Notes & Engines', 'Notes', 'the <i> of HTML')
    """
    if len(value) > _TOO_LONG:
        value = value[:_TOO_LONG]
    is_address = value.startswith(("http://", "https://", "10."))  # '&copy;=' is a parameter there, not a sign
    if ("<" in value or "&" in value) and not is_address:
        value = _without_markup(value)
        if _ESCAPED.search(value):
            value = _without_markup(_ENTITY.sub(lambda entity: unescape(entity[0]), value))
        for _ in range(_ESCAPED_TIMES):
            value = _ENTITY.sub(lambda entity: unescape(entity[0]), value)
    return " ".join(value.split())


def _without_markup(value: str) -> str:
    inline = _RAISED.sub(_raised, _MATHML.sub(r"\1", value)) if "\n" in value else value
    return _MARKUP.sub("", _BLOCKS.sub(" ", inline))


def _raised(match: re.Match[str]) -> str:
    """Return a sub- or superscript without the line breaks around it, where it stands on a line of its own."""
    before, raised, _, between, behind = match.groups(default="")
    if "\n" not in before or (between and "\n" not in between):
        return match[0]
    return f"{raised}{'' if _FORMULA.match(behind) else ' '}{behind}"


def kept(**values: Any) -> dict[str, Any]:
    """Return the values that say something."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {}, False)}
