"""Reach into plain data whose form nobody guarantees: what is missing, or of another kind, is empty."""

import re
from html import unescape
from typing import Any

_MARKUP = re.compile(
    r"</?(?:i|b|em|strong|su[bp]|scp|sc|small|tt|u|span|p|br|math|inline-formula|tex-math|(?:jats|mml):[\w-]{1,30})"
    r"(?:\s[^<>]{0,300})?/?>"
)
_TOO_LONG = 20_000


def at(node: Any, *keys: str | int) -> Any:
    """Return what stands at a place, or None."""
    for key in keys:
        if isinstance(node, dict) and isinstance(key, str):
            node = node.get(key)
        elif isinstance(node, list) and isinstance(key, int) and key < len(node):
            node = node[key]
        else:
            return None
    return node


def text(node: Any, *keys: str | int) -> str:
    """Return the text or number at a place as one line, without markup; empty where there is none."""
    value = at(node, *keys)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return line(str(value))


def first(node: Any, *keys: str) -> str:
    """Return the text under the first of some keys that has any."""
    return next((found for key in keys if (found := text(node, key))), "")


def several(node: Any, *keys: str | int) -> list[Any]:
    """Return the list at a place; a single value is a list of one."""
    value = at(node, *keys)
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def texts(node: Any, *keys: str | int) -> list[str]:
    """Return the texts of a list, each once, without empty ones."""
    return list(dict.fromkeys(found for value in several(node, *keys) if (found := text(value))))


def whole(node: Any, *keys: str | int) -> int | None:
    """Return the whole number at a place, also where it is written as text."""
    value = text(node, *keys)
    return int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else None


def line(value: str) -> str:
    r"""Return a text on one line: no markup, no entities, single spaces.

    >>> line("On <i>Notes</i>\n  &amp; Engines")
    'On Notes & Engines'
    """
    if len(value) > _TOO_LONG:
        value = value[:_TOO_LONG]
    is_address = value.startswith(("http://", "https://", "10."))  # '&copy=' is a parameter there, not a sign
    if ("<" in value or "&" in value) and not is_address:
        value = _MARKUP.sub("", unescape(_MARKUP.sub("", value)))
    return " ".join(value.split())


def kept(**values: Any) -> dict[str, Any]:
    """Return the values that say something."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {}, False)}
