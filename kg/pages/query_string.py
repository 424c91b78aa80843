"""What stands in a query string: numbers within bounds, and addresses that differ in one value."""

from collections.abc import Mapping
from urllib.parse import urlencode

from kg.errors import QueryError

_DIGITS = 6


def number(parameters: Mapping[str, str], name: str, default: int, most: int) -> int:
    """Return the number that a parameter gives, at least 0 and at most `most`.

    Raises:
        QueryError: If it is none.
    """
    text = parameters.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
        raise QueryError(f"'{text[:40]}' is not a number for '{name}'", hint=f"write {name}={default}")
    return min(int(text), most)


def page_number(parameters: Mapping[str, str]) -> int:
    """Return the page that is asked for, 1 or more; raises QueryError."""
    return max(1, number(parameters, "page", 1, 100_000))


def changed(parameters: Mapping[str, str], **values: str | int | None) -> str:
    """Return a query string with some values changed, or left out where they are None; it begins with `?`.

    >>> changed({"letter": "A", "page": "3"}, letter="B", page=None)
    '?letter=B'
    """
    left = {name: str(value) for name, value in {**parameters, **values}.items() if value not in (None, "")}
    return f"?{urlencode(left)}" if left else "?"
